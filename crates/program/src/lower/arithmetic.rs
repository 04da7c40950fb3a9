//! Integer and floating-point arithmetic, comparisons and selects, lane by lane.

use super::{Lowering, Reg, Registers, Unsupported};
use crate::code::{FloatOp, FloatUnary, IntOp, Op, Precision};
use smallvec::{SmallVec, smallvec};
use trailhound_llvm::{BinaryOp, FloatPredicate, IntPredicate, Type, TypeId, Value};

/// What the lanes of an arithmetic operand are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    Int(u32),
    Float(Precision),
}

impl Lane {
    /// Registers of one lane.
    pub(super) fn words(self) -> usize {
        match self {
            Lane::Int(w) => w.div_ceil(64).max(1) as usize,
            Lane::Float(_) => 1,
        }
    }
}

fn int_op(op: BinaryOp) -> Option<IntOp> {
    Some(match op {
        BinaryOp::Add => IntOp::Add,
        BinaryOp::Sub => IntOp::Sub,
        BinaryOp::Mul => IntOp::Mul,
        BinaryOp::UDiv => IntOp::UDiv,
        BinaryOp::SDiv => IntOp::SDiv,
        BinaryOp::URem => IntOp::URem,
        BinaryOp::SRem => IntOp::SRem,
        BinaryOp::Shl => IntOp::Shl,
        BinaryOp::LShr => IntOp::LShr,
        BinaryOp::AShr => IntOp::AShr,
        BinaryOp::And => IntOp::And,
        BinaryOp::Or => IntOp::Or,
        BinaryOp::Xor => IntOp::Xor,
        _ => return None,
    })
}

fn float_op(op: BinaryOp) -> Option<FloatOp> {
    Some(match op {
        BinaryOp::FAdd => FloatOp::Add,
        BinaryOp::FSub => FloatOp::Sub,
        BinaryOp::FMul => FloatOp::Mul,
        BinaryOp::FDiv => FloatOp::Div,
        BinaryOp::FRem => FloatOp::Rem,
        _ => return None,
    })
}

impl Lowering<'_, '_> {
    /// The kind and number of the lanes of an arithmetic type.
    pub(super) fn lane(&self, ty: TypeId) -> Result<(Lane, usize), Unsupported> {
        let (element, count) = self.lanes(ty);
        let lane = match *self.context.types.get(element) {
            Type::Int(w) => Lane::Int(w),
            Type::Ptr => Lane::Int(64),
            Type::Float => Lane::Float(Precision::Single),
            Type::Double => Lane::Float(Precision::Double),
            _ => return Err(format!("arithmetic on {}", self.type_name(element)).into()),
        };
        Ok((lane, count))
    }

    pub(super) fn int_lane(&self, ty: TypeId) -> Result<(u32, usize), Unsupported> {
        match self.lane(ty)? {
            (Lane::Int(w), count) => Ok((w, count)),
            (Lane::Float(_), _) => Err("integer arithmetic on floats".into()),
        }
    }

    pub(super) fn float_lane(&self, ty: TypeId) -> Result<Precision, Unsupported> {
        match self.lane(ty)? {
            (Lane::Float(p), _) => Ok(p),
            (Lane::Int(_), _) => Err("float arithmetic on integers".into()),
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Result<Registers, Unsupported> {
        let (lane, _) = self.lane(ty)?;
        let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
        match lane {
            Lane::Int(w) => {
                let op = int_op(op).ok_or("float arithmetic on integers")?;
                self.int_lanes(op, w, &a, &b)
            }
            Lane::Float(p) => {
                let op = float_op(op).ok_or("integer arithmetic on floats")?;
                Ok(self.float_lanes(op, p, &a, &b))
            }
        }
    }

    /// An integer operation on each lane.
    pub(super) fn int_lanes(
        &mut self,
        op: IntOp,
        w: u32,
        a: &[Reg],
        b: &[Reg],
    ) -> Result<Registers, Unsupported> {
        let words = Lane::Int(w).words();
        let mut result = SmallVec::new();
        for (a, b) in a.chunks(words).zip(b.chunks(words)) {
            match w {
                0..=64 => result.push(self.int(op, w as u8, a[0], b[0])),
                _ => result.extend(self.wide(op, w, a, b)?),
            }
        }
        Ok(result)
    }

    pub(super) fn int(&mut self, op: IntOp, w: u8, a: Reg, b: Reg) -> Reg {
        let d = self.draft.fresh(w);
        self.emit(Op::Int { op, w, d, a, b });
        d
    }

    /// Integers of several words: by words where that is simple.
    fn wide(&mut self, op: IntOp, w: u32, a: &[Reg], b: &[Reg]) -> Result<Registers, Unsupported> {
        if let IntOp::And | IntOp::Or | IntOp::Xor = op {
            return Ok(a
                .iter()
                .zip(b)
                .map(|(&a, &b)| self.int(op, 64, a, b))
                .collect());
        }
        let amount = self
            .draft
            .constant_value(b[0])
            .filter(|amount| *amount < u64::from(w));
        if let Some(amount) = amount {
            match op {
                IntOp::Shl | IntOp::LShr if w > 128 || amount % 64 == 0 => {
                    let zero = self.draft.constant(0);
                    return Ok(self.shift_words(op, w, a, zero, amount as u32));
                }
                IntOp::AShr if w > 128 => {
                    let (a, sign) = self.signed_words(w, a);
                    return Ok(self.shift_words(op, w, &a, sign, amount as u32));
                }
                _ => {}
            }
        }
        if w > 128 && w.is_multiple_of(64) && op == IntOp::Mul {
            return self.multiply_words(a, b);
        }
        if w > 128 {
            return Err(format!("{op:?} of an integer of {w} bits").into());
        }
        let (a, b) = (self.in_a_row(a), self.in_a_row(b));
        let d = self.draft.fresh_run(&[64, w as u8 - 64]);
        self.emit(Op::Wide {
            op,
            w: w as u8,
            d,
            a,
            b,
        });
        Ok(smallvec![d, d + 1])
    }

    /// Multiplies integers of several whole words, as on paper: Rust prints 128 bits by way of 256.
    fn multiply_words(&mut self, a: &[Reg], b: &[Reg]) -> Result<Registers, Unsupported> {
        let zero = self.draft.constant(0);
        let mut result: Registers = smallvec![zero; a.len()];
        for (i, &factor) in a.iter().enumerate() {
            if self.draft.constant_value(factor) == Some(0) {
                continue;
            }
            let mut carry = zero;
            for (j, &other) in b[..b.len() - i].iter().enumerate() {
                // A product of two words and two more words fit into two words.
                let product = self.wide(IntOp::Mul, 128, &[factor, zero], &[other, zero])?;
                let sum = self.wide(IntOp::Add, 128, &product, &[result[i + j], zero])?;
                let sum = self.wide(IntOp::Add, 128, &sum, &[carry, zero])?;
                (result[i + j], carry) = (sum[0], sum[1]);
            }
        }
        Ok(result)
    }

    /// The words of an integer with the upper bits of the last filled with its sign, and a
    /// word full of that sign.
    pub(super) fn signed_words(&mut self, w: u32, a: &[Reg]) -> (Registers, Reg) {
        let mut words: Registers = a.into();
        let (last, top) = (words.len() - 1, (w - 1) as u8 % 64 + 1);
        if top < 64 {
            let d = self.draft.fresh(64);
            self.emit(Op::SignExtend {
                from: top,
                to: 64,
                d,
                a: words[last],
            });
            words[last] = d;
        }
        let by = self.draft.constant(63);
        let sign = self.int(IntOp::AShr, 64, words[last], by);
        (words, sign)
    }

    /// Shifts an integer of several words by a constant; `beyond` is what comes in.
    fn shift_words(&mut self, op: IntOp, w: u32, a: &[Reg], beyond: Reg, amount: u32) -> Registers {
        let (whole, bits) = ((amount / 64) as usize, u64::from(amount % 64));
        let word = |i: Option<usize>| i.and_then(|i| a.get(i)).copied().unwrap_or(beyond);
        let mut result = Registers::new();
        for i in 0..a.len() {
            // The two words that the bits of this one come from.
            let (near, far, there, back) = match op {
                IntOp::Shl => {
                    let near = i.checked_sub(whole);
                    let far = near.and_then(|n| n.checked_sub(1));
                    (word(near), word(far), IntOp::Shl, IntOp::LShr)
                }
                _ => (
                    word(Some(i + whole)),
                    word(Some(i + whole + 1)),
                    IntOp::LShr,
                    IntOp::Shl,
                ),
            };
            let mut register = near;
            if bits != 0 {
                let (by, rest) = (self.draft.constant(bits), self.draft.constant(64 - bits));
                let kept = self.int(there, 64, near, by);
                let moved = self.int(back, 64, far, rest);
                register = self.int(IntOp::Or, 64, kept, moved);
            }
            let top = w - 64 * i as u32;
            if op != IntOp::LShr && top < 64 {
                let d = self.draft.fresh(top as u8);
                self.emit(Op::Truncate {
                    w: top as u8,
                    d,
                    a: register,
                });
                register = d;
            }
            result.push(register);
        }
        result
    }

    pub(super) fn float_lanes(
        &mut self,
        op: FloatOp,
        p: Precision,
        a: &[Reg],
        b: &[Reg],
    ) -> Registers {
        let lanes = a.iter().zip(b);
        lanes
            .map(|(&a, &b)| {
                let d = self.float_register(p);
                self.emit(Op::Float { op, p, d, a, b });
                d
            })
            .collect()
    }

    pub(super) fn float_register(&mut self, p: Precision) -> Reg {
        self.draft.fresh(match p {
            Precision::Single => 32,
            Precision::Double => 64,
        })
    }

    pub(super) fn float_negate(
        &mut self,
        ty: TypeId,
        value: &Value,
    ) -> Result<Registers, Unsupported> {
        let p = self.float_lane(ty)?;
        let registers = self.operand(value, ty)?;
        Ok(self.float_unary(FloatUnary::Neg, p, &registers))
    }

    pub(super) fn float_unary(&mut self, op: FloatUnary, p: Precision, a: &[Reg]) -> Registers {
        a.iter()
            .map(|&a| {
                let d = self.float_register(p);
                self.emit(Op::FloatUnary { op, p, d, a });
                d
            })
            .collect()
    }

    pub(super) fn compare(
        &mut self,
        predicate: IntPredicate,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Result<Registers, Unsupported> {
        let (w, _) = self.int_lane(ty)?;
        let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
        let words = Lane::Int(w).words();
        let mut result = SmallVec::new();
        for (a, b) in a.chunks(words).zip(b.chunks(words)) {
            result.push(self.compare_lane(predicate, w, a, b)?);
        }
        Ok(result)
    }

    pub(super) fn compare_lane(
        &mut self,
        predicate: IntPredicate,
        w: u32,
        a: &[Reg],
        b: &[Reg],
    ) -> Result<Reg, Unsupported> {
        let d = match w {
            0..=64 => {
                let d = self.draft.fresh(1);
                let (w, a, b) = (w as u8, a[0], b[0]);
                self.emit(Op::Compare {
                    predicate,
                    w,
                    d,
                    a,
                    b,
                });
                d
            }
            65..=128 => {
                let (a, b) = (self.in_a_row(a), self.in_a_row(b));
                let d = self.draft.fresh(1);
                self.emit(Op::WideCompare {
                    predicate,
                    w: w as u8,
                    d,
                    a,
                    b,
                });
                d
            }
            _ => {
                if !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
                    return Err(format!("comparison of integers of {w} bits").into());
                }
                let mut differences = self.draft.constant(0);
                for (&a, &b) in a.iter().zip(b) {
                    let difference = self.int(IntOp::Xor, 64, a, b);
                    differences = self.int(IntOp::Or, 64, differences, difference);
                }
                let b = self.draft.constant(0);
                let d = self.draft.fresh(1);
                self.emit(Op::Compare {
                    predicate,
                    w: 64,
                    d,
                    a: differences,
                    b,
                });
                d
            }
        };
        Ok(d)
    }

    pub(super) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Result<Registers, Unsupported> {
        let p = self.float_lane(ty)?;
        let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
        let lanes = a.iter().zip(&b);
        Ok(lanes
            .map(|(&a, &b)| {
                let d = self.draft.fresh(1);
                self.emit(Op::FloatCompare {
                    predicate,
                    p,
                    d,
                    a,
                    b,
                });
                d
            })
            .collect())
    }

    pub(super) fn select(
        &mut self,
        condition_ty: TypeId,
        condition: &Value,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Result<Registers, Unsupported> {
        let conditions = self.operand(condition, condition_ty)?;
        let leaves = self.known_leaves(ty)?;
        let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
        let words = leaves.len() / conditions.len().max(1);
        let mut result = SmallVec::new();
        for (i, leaf) in leaves.iter().enumerate() {
            let condition = conditions[if conditions.len() == 1 {
                0
            } else {
                i / words.max(1)
            }];
            let d = self.draft.fresh(leaf.w);
            self.emit(Op::Select {
                d,
                condition,
                a: a[i],
                b: b[i],
            });
            result.push(d);
        }
        Ok(result)
    }
}
