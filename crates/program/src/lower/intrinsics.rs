//! The `llvm.*` functions, by name.

use super::arithmetic::Lane;
use super::names::{base_name, float_op, float_unary, int_op, int_unary, overflow_op, reduction};
use super::{Lowering, Reg, Registers, Unsupported};
use crate::address::ObjectId;
use crate::code::{FloatOp, FloatUnary, IntOp, IntUnary, Op, OverflowOp, Precision};
use crate::constants::RELATIVE_BITS;
use crate::memory_order::Order;
use crate::target::DataModel;
use smallvec::{SmallVec, smallvec};
use trailhound_llvm::{Call, TypeId, Value};

impl Lowering<'_, '_> {
    /// A call of `llvm.<name>`.
    pub(super) fn intrinsic(&mut self, name: &str, call: &Call) -> Result<Registers, Unsupported> {
        let base = base_name(name);
        let ty = call.result;
        if let Some(result) = self.family(base, call)? {
            return Ok(result);
        }
        match base {
            "memcpy" | "memcpy.inline" | "memmove" | "memset" | "memset.inline" => {
                self.memory_intrinsic(base, call)
            }
            "lifetime.start" | "lifetime.end" => self.lifetime(base, call),
            "fshl" | "fshr" => self.funnel_shift(base, ty, call),
            "ucmp" | "scmp" => self.three_way_compare(base, call),
            "fma" | "fmuladd" => self.multiply_add(base, ty, call),
            "fptosi.sat" | "fptoui.sat" => {
                let (w, _) = self.int_lane(ty)?;
                self.saturating_cast(base == "fptosi.sat", w, call)
            }
            "lround" | "llround" | "lrint" | "llrint" => self.round_to_int(base, ty, call),
            "is.fpclass" => self.float_class(call),
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "ssa.copy"
            | "annotation"
            | "ptr.annotation"
            | "preserve.array.access.index"
            | "preserve.struct.access.index"
            | "preserve.union.access.index"
            | "canonicalize"
            | "arithmetic.fence" => self.argument(call, 0),
            "assume"
            | "donothing"
            | "sideeffect"
            | "prefetch"
            | "experimental.noalias.scope.decl"
            | "var.annotation"
            | "invariant.end"
            | "va_end"
            | "pseudoprobe"
            | "fake.use"
            | "x86.sse2.pause" => Ok(SmallVec::new()),
            "readcyclecounter" | "x86.rdtsc" => self.cycle_counter(),
            "invariant.start" | "frameaddress" | "returnaddress" | "is.constant" => {
                Ok(smallvec![self.draft.constant(0)])
            }
            "type.test"
            | "public.type.test"
            | "allow.ubsan.check"
            | "allow.runtime.check"
            | "get.rounding" => Ok(smallvec![self.draft.constant(1)]),
            "objectsize" => self.object_size(ty, call),
            "load.relative" => self.load_relative(call),
            "va_start" => {
                let p = self.argument(call, 0)?[0];
                self.emit(Op::VaStart { p });
                Ok(SmallVec::new())
            }
            "va_copy" => {
                let (to, from) = (self.argument(call, 0)?[0], self.argument(call, 1)?[0]);
                self.emit(Op::VaCopy { to, from });
                Ok(SmallVec::new())
            }
            "stacksave" => {
                let d = self.draft.fresh(64);
                self.emit(Op::StackSave { d });
                Ok(smallvec![d])
            }
            "stackrestore" => {
                let p = self.argument(call, 0)?[0];
                self.emit(Op::StackRestore { p });
                Ok(SmallVec::new())
            }
            "trap" | "ubsantrap" | "debugtrap" => {
                self.emit(Op::Trap);
                Ok(SmallVec::new())
            }
            "eh.typeid.for" => {
                let a = self.argument(call, 0)?[0];
                let d = self.draft.fresh(32);
                self.emit(Op::TypeId { d, a });
                Ok(smallvec![d])
            }
            _ => Err(format!("intrinsic llvm.{name}").into()),
        }
    }

    /// An intrinsic of a family whose members differ in the operation on their lanes only.
    fn family(&mut self, base: &str, call: &Call) -> Result<Option<Registers>, Unsupported> {
        let ty = call.result;
        if let Some(op) = int_op(base) {
            let (w, _) = self.int_lane(ty)?;
            let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
            return self.int_lanes(op, w, &a, &b).map(Some);
        }
        if let Some(op) = int_unary(base) {
            return self.int_unary(op, ty, call).map(Some);
        }
        if let Some(op) = overflow_op(base) {
            return self.overflow(op, call).map(Some);
        }
        if let Some(op) = float_op(base) {
            let p = self.float_lane(ty)?;
            let (a, mut b) = (self.argument(call, 0)?, self.argument(call, 1)?);
            // The one exponent of powi is for all lanes.
            while b.len() < a.len() {
                b.push(b[0]);
            }
            return Ok(Some(self.float_lanes(op, p, &a, &b)));
        }
        if let Some(op) = float_unary(base) {
            let p = self.float_lane(ty)?;
            let a = self.argument(call, 0)?;
            return Ok(Some(self.float_unary(op, p, &a)));
        }
        if let Some(kind) = base.strip_prefix("vector.reduce.") {
            return self.vector_reduction(kind, call).map(Some);
        }
        Ok(None)
    }

    fn argument(&mut self, call: &Call, index: usize) -> Result<Registers, Unsupported> {
        let argument = call
            .arguments
            .get(index)
            .ok_or("intrinsic with too few arguments")?;
        self.known_leaves(argument.ty)?;
        self.operand(&argument.value, argument.ty)
    }

    fn int_unary(
        &mut self,
        op: IntUnary,
        ty: TypeId,
        call: &Call,
    ) -> Result<Registers, Unsupported> {
        let (w, _) = self.int_lane(ty)?;
        let registers = self.argument(call, 0)?;
        let mut result = SmallVec::new();
        for lane in registers.chunks(Lane::Int(w).words()) {
            match w {
                0..=64 => {
                    let (w, d) = (w as u8, self.draft.fresh(w as u8));
                    self.emit(Op::IntUnary {
                        op,
                        w,
                        d,
                        a: lane[0],
                    });
                    result.push(d);
                }
                65..=128 => {
                    let a = self.in_a_row(lane);
                    let d = self.draft.fresh_run(&[64, w as u8 - 64]);
                    self.emit(Op::WideUnary {
                        op,
                        w: w as u8,
                        d,
                        a,
                    });
                    result.extend([d, d + 1]);
                }
                _ => return Err(format!("{op:?} of an integer of {w} bits").into()),
            }
        }
        Ok(result)
    }

    /// The values of all lanes, then the flags of all lanes.
    fn overflow(&mut self, op: OverflowOp, call: &Call) -> Result<Registers, Unsupported> {
        let ty = call
            .arguments
            .first()
            .ok_or("intrinsic with too few arguments")?
            .ty;
        let (w, _) = self.int_lane(ty)?;
        let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let words = Lane::Int(w).words();
        let (mut values, mut flags) = (Registers::new(), Registers::new());
        for (a, b) in a.chunks(words).zip(b.chunks(words)) {
            match w {
                0..=64 => {
                    let d = self.draft.fresh_run(&[w as u8, 1]);
                    self.emit(Op::Overflow {
                        op,
                        w: w as u8,
                        d,
                        a: a[0],
                        b: b[0],
                    });
                    values.push(d);
                    flags.push(d + 1);
                }
                65..=128 => {
                    let (a, b) = (self.in_a_row(a), self.in_a_row(b));
                    let d = self.draft.fresh_run(&[64, w as u8 - 64, 1]);
                    self.emit(Op::WideOverflow {
                        op,
                        w: w as u8,
                        d,
                        a,
                        b,
                    });
                    values.extend([d, d + 1]);
                    flags.push(d + 2);
                }
                _ => return Err(format!("{op:?} of an integer of {w} bits").into()),
            }
        }
        values.extend(flags);
        Ok(values)
    }

    fn memory_intrinsic(&mut self, base: &str, call: &Call) -> Result<Registers, Unsupported> {
        let to = self.argument(call, 0)?[0];
        let second = self.argument(call, 1)?[0];
        let n = self.argument(call, 2)?[0];
        self.emit(match base {
            "memset" | "memset.inline" => Op::SetMemory {
                to,
                byte: second,
                n,
            },
            _ => Op::CopyMemory {
                to,
                from: second,
                n,
                may_overlap: base == "memmove",
            },
        });
        Ok(SmallVec::new())
    }

    fn lifetime(&mut self, base: &str, call: &Call) -> Result<Registers, Unsupported> {
        // The size stands in front of the pointer until LLVM 21.
        let argument = call
            .arguments
            .last()
            .ok_or("intrinsic with too few arguments")?;
        if let Value::Local(local) = argument.value
            && self.promotion.is_promoted(local)
        {
            self.forget_variables(local);
            return Ok(SmallVec::new());
        }
        let p = self.pointer(&argument.value)?;
        self.emit(match base {
            "lifetime.start" => Op::LifetimeStart { p },
            _ => Op::LifetimeEnd { p },
        });
        Ok(SmallVec::new())
    }

    fn funnel_shift(
        &mut self,
        base: &str,
        ty: TypeId,
        call: &Call,
    ) -> Result<Registers, Unsupported> {
        let (w, _) = self.int_lane(ty)?;
        let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let amounts = self.argument(call, 2)?;
        match w {
            0..=64 => {}
            128 => return self.wide_funnel_shift(base, &a, &b, &amounts),
            _ => return Err(format!("funnel shift of {w} bits").into()),
        }
        let w = w as u8;
        let mut result = SmallVec::new();
        for ((&a, &b), &c) in a.iter().zip(&b).zip(&amounts) {
            let d = self.draft.fresh(w);
            self.emit(match base {
                "fshl" => Op::FunnelLeft { w, d, a, b, c },
                _ => Op::FunnelRight { w, d, a, b, c },
            });
            result.push(d);
        }
        Ok(result)
    }

    /// A funnel shift of one value of 128 bits. What comes in from the other side is shifted by
    /// one and then by the rest, because a shift by all 128 bits would not be defined.
    fn wide_funnel_shift(
        &mut self,
        base: &str,
        a: &[Reg],
        b: &[Reg],
        amounts: &[Reg],
    ) -> Result<Registers, Unsupported> {
        let (zero, one, most) = (
            self.draft.constant(0),
            self.draft.constant(1),
            self.draft.constant(127),
        );
        if a.len() != 2 {
            return Err("funnel shift of a vector of 128 bits".into());
        }
        let amount = self.int(IntOp::And, 64, amounts[0], most);
        let rest = self.int(IntOp::Xor, 64, amount, most);
        let (left, right) = if base == "fshl" {
            let half = self.int_lanes(IntOp::LShr, 128, b, &[one, zero])?;
            (
                self.int_lanes(IntOp::Shl, 128, a, &[amount, zero])?,
                self.int_lanes(IntOp::LShr, 128, &half, &[rest, zero])?,
            )
        } else {
            let half = self.int_lanes(IntOp::Shl, 128, a, &[one, zero])?;
            (
                self.int_lanes(IntOp::Shl, 128, &half, &[rest, zero])?,
                self.int_lanes(IntOp::LShr, 128, b, &[amount, zero])?,
            )
        };
        self.int_lanes(IntOp::Or, 128, &left, &right)
    }

    fn three_way_compare(&mut self, base: &str, call: &Call) -> Result<Registers, Unsupported> {
        let (to, _) = self.int_lane(call.result)?;
        let ty = call
            .arguments
            .first()
            .ok_or("intrinsic with too few arguments")?
            .ty;
        let (w, _) = self.int_lane(ty)?;
        if w > 64 || to > 64 {
            return Err(format!("intrinsic llvm.{base} of {w} bits").into());
        }
        let op = if base == "ucmp" {
            IntOp::UCmp
        } else {
            IntOp::SCmp
        };
        let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let mut result = SmallVec::new();
        for (&a, &b) in a.iter().zip(&b) {
            let byte = self.draft.fresh(8);
            self.emit(Op::Int {
                op,
                w: w as u8,
                d: byte,
                a,
                b,
            });
            let to = to as u8;
            let d = self.draft.fresh(to);
            match to {
                8 => {
                    result.push(byte);
                    continue;
                }
                0..8 => self.emit(Op::Truncate { w: to, d, a: byte }),
                _ => self.emit(Op::SignExtend {
                    from: 8,
                    to,
                    d,
                    a: byte,
                }),
            }
            result.push(d);
        }
        Ok(result)
    }

    fn multiply_add(
        &mut self,
        base: &str,
        ty: TypeId,
        call: &Call,
    ) -> Result<Registers, Unsupported> {
        let p = self.float_lane(ty)?;
        let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let c = self.argument(call, 2)?;
        if base == "fmuladd" {
            // Without the FMA extension, which x86-64 code does not assume, this is what runs.
            let products = self.float_lanes(FloatOp::Mul, p, &a, &b);
            return Ok(self.float_lanes(FloatOp::Add, p, &products, &c));
        }
        let mut result = SmallVec::new();
        for ((&a, &b), &c) in a.iter().zip(&b).zip(&c) {
            let d = self.float_register(p);
            self.emit(Op::FusedMultiplyAdd { p, d, a, b, c });
            result.push(d);
        }
        Ok(result)
    }

    fn source_precision(&self, call: &Call) -> Result<Precision, Unsupported> {
        let argument = call
            .arguments
            .first()
            .ok_or("intrinsic with too few arguments")?;
        self.float_lane(argument.ty)
    }

    fn saturating_cast(
        &mut self,
        signed: bool,
        w: u32,
        call: &Call,
    ) -> Result<Registers, Unsupported> {
        let p = self.source_precision(call)?;
        let mut result = SmallVec::new();
        for a in self.argument(call, 0)? {
            result.extend(self.float_to_int(p, signed, true, w, a)?);
        }
        Ok(result)
    }

    fn round_to_int(
        &mut self,
        base: &str,
        ty: TypeId,
        call: &Call,
    ) -> Result<Registers, Unsupported> {
        let (w, _) = self.int_lane(ty)?;
        let p = self.source_precision(call)?;
        let op = match base {
            "lround" | "llround" => FloatUnary::Round,
            _ => FloatUnary::RoundEven,
        };
        let a = self.argument(call, 0)?;
        let rounded = self.float_unary(op, p, &a);
        self.float_to_int(p, true, false, w, rounded[0])
    }

    fn float_class(&mut self, call: &Call) -> Result<Registers, Unsupported> {
        let p = self.source_precision(call)?;
        let mask = self.argument(call, 1)?[0];
        let mask = self
            .draft
            .constant_value(mask)
            .ok_or("is.fpclass without a constant")? as u16;
        let registers = self.argument(call, 0)?;
        let mut result = SmallVec::new();
        for a in registers {
            let d: Reg = self.draft.fresh(1);
            self.emit(Op::FloatClass { p, mask, d, a });
            result.push(d);
        }
        Ok(result)
    }

    /// The size is not known: the largest if the second argument is false, else zero.
    fn object_size(&mut self, ty: TypeId, call: &Call) -> Result<Registers, Unsupported> {
        let (w, _) = self.int_lane(ty)?;
        let smallest = self.argument(call, 1)?[0];
        let size = match self.draft.constant_value(smallest) {
            Some(1) => 0,
            _ => u64::MAX >> (64 - w.clamp(1, 64)),
        };
        Ok(smallvec![self.draft.constant(size)])
    }

    /// An entry of a relative lookup table, taken apart as the constants were put together.
    fn load_relative(&mut self, call: &Call) -> Result<Registers, Unsupported> {
        if self.model() == DataModel::Ilp32 {
            return Err("relative lookup table of a 32-bit program".into());
        }
        let base = self.argument(call, 0)?[0];
        let index = self.argument(call, 1)?[0];
        let index_ty = call.arguments[1].ty;
        let (w, _) = self.int_lane(index_ty)?;
        let p = self.add_scaled(base, index, w as u8, 1);
        let entry = self.draft.fresh(32);
        self.emit(Op::Load {
            w: 32,
            order: Order::Plain,
            d: entry,
            p,
            offset: 0,
        });
        let distance = self.draft.fresh(64);
        self.emit(Op::SignExtend {
            from: 32,
            to: 64,
            d: distance,
            a: entry,
        });
        let bits = self.draft.constant(RELATIVE_BITS.into());
        let mask = self.draft.constant((1 << RELATIVE_BITS) - 1);
        let above = self.draft.constant(32);
        let objects = self.int(IntOp::AShr, 64, distance, bits);
        let objects = self.int(IntOp::Shl, 64, objects, above);
        let offset = self.int(IntOp::And, 64, distance, mask);
        let target = self.int(IntOp::Add, 64, base, objects);
        let (to, from) = (self.low_bits(target), self.low_bits(base));
        let apart = self.int(IntOp::Sub, 64, to, from);
        let address = self.int(IntOp::Add, 64, target, apart);
        Ok(smallvec![self.int(IntOp::Add, 64, address, offset)])
    }

    /// The bits that tell the first bytes of objects apart in the low half of an address, of the
    /// object whose number is above in `address`: see [`ObjectId::first_low_half`].
    fn low_bits(&mut self, address: Reg) -> Reg {
        let above = self.draft.constant(32);
        let mask = self.draft.constant(ObjectId::LOW_HALF_MASK.into());
        let number = self.int(IntOp::LShr, 64, address, above);
        let mut mixed = number;
        for shift in ObjectId::LOW_HALF_SHIFTS {
            let shift = self.draft.constant(shift.into());
            let shifted = self.int(IntOp::Shl, 64, number, shift);
            mixed = self.int(IntOp::Xor, 64, mixed, shifted);
        }
        self.int(IntOp::And, 64, mixed, mask)
    }

    fn vector_reduction(&mut self, kind: &str, call: &Call) -> Result<Registers, Unsupported> {
        if let Some(op) = reduction(kind) {
            let ty = call
                .arguments
                .first()
                .ok_or("intrinsic with too few arguments")?
                .ty;
            let registers = self.argument(call, 0)?;
            return self.reduce(op, ty, &registers);
        }
        let p = self.float_lane(call.result)?;
        let op = match kind {
            "fadd" => FloatOp::Add,
            "fmul" => FloatOp::Mul,
            "fmax" => FloatOp::MaxNum,
            "fmin" => FloatOp::MinNum,
            "fmaximum" => FloatOp::Maximum,
            "fminimum" => FloatOp::Minimum,
            _ => return Err(format!("intrinsic llvm.vector.reduce.{kind}").into()),
        };
        let mut lanes = self.argument(call, 0)?;
        if let "fadd" | "fmul" = kind {
            // The first argument is the value to start from.
            lanes.extend(self.argument(call, 1)?);
        }
        let mut result: Registers = smallvec![lanes[0]];
        for &lane in &lanes[1..] {
            result = self.float_lanes(op, p, &result, &[lane]);
        }
        Ok(result)
    }
}
