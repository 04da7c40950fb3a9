//! Inline assembly of x86 as people write it for concurrency: an instruction of [`table`] becomes
//! the operations that do the same. What is in memory is accessed as the processor does it: a
//! locked instruction and `xchg` as one sequentially consistent operation, a plain one as a load
//! with acquire and a store with release, which others may come between.

mod flags;
mod syntax;
mod table;

use super::{Lowering, Reg, Registers, Unsupported};
use crate::code::{CallSite, Callee, IntOp, Op, RmwOp, Signature};
use crate::draft::UNDEFINED;
use crate::layout::Scalar;
use crate::memory_order::{ExchangeOrder, Order};
use crate::target::DataModel;
use flags::Flags;
use smallvec::{SmallVec, smallvec};
use syntax::{Dialect, Name, Physical, RAX, RBX, RCX, RDX, Statement, Written};
use table::{BitWork, Work};
use trailhound_llvm as llvm;

/// Where a value of an instruction lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Physical(Physical),
    /// A register that the compiler chooses, by the operand that it is for.
    Chosen(usize),
}

/// What an operand of a text is by its constraint.
#[derive(Clone, Debug)]
enum Operand {
    Register { slot: Slot, w: u8 },
    Memory { pointer: Reg },
    Flag(String),
}

/// An operand of one instruction.
#[derive(Clone, Copy, Debug)]
enum Place {
    Immediate(i64),
    Register { slot: Slot, w: Option<u8> },
    Memory { pointer: Reg, w: Option<u8> },
}

impl Place {
    fn width(&self) -> Option<u8> {
        match *self {
            Place::Immediate(_) => None,
            Place::Register { w, .. } | Place::Memory { w, .. } => w,
        }
    }
}

/// The registers and flags while a text is lowered.
struct Processor {
    operands: Vec<Operand>,
    physical: [Reg; 16],
    chosen: Vec<Reg>,
    flags: Flags,
}

impl Processor {
    fn value(&mut self, slot: Slot) -> &mut Reg {
        match slot {
            Slot::Physical(number) => &mut self.physical[usize::from(number)],
            Slot::Chosen(operand) => &mut self.chosen[operand],
        }
    }
}

/// A constraint without its marks: the register that it names, if it names one.
fn named_register(constraint: &str) -> Option<Physical> {
    let braced = constraint
        .strip_prefix('{')
        .and_then(|c| c.strip_suffix('}'));
    let name = match (braced, constraint) {
        (Some(name), _) => name,
        (_, "a") => "ax",
        (_, "b") => "bx",
        (_, "c") => "cx",
        (_, "d") => "dx",
        (_, "S") => "si",
        (_, "D") => "di",
        _ => return None,
    };
    syntax::physical(name).map(|(number, _)| number)
}

impl Lowering<'_, '_> {
    pub(super) fn inline_assembly(
        &mut self,
        assembly: &llvm::Assembly,
        call: &llvm::Call,
    ) -> Result<Registers, Unsupported> {
        let refused = || Unsupported::Assembly(format!("inline assembly: {}", assembly.template));
        let dialect = match assembly.intel {
            true => Dialect::Intel,
            false => Dialect::Att,
        };
        if let Some(()) = self.arm_barrier(&assembly.template) {
            return Ok(SmallVec::new());
        }
        let statements = syntax::statements(&assembly.template, dialect).ok_or_else(refused)?;
        let mut processor = self
            .operands(&assembly.constraints, call)?
            .ok_or_else(refused)?;
        for statement in &statements {
            self.statement(&mut processor, statement, dialect)
                .ok_or_else(refused)?;
        }
        self.outputs(&mut processor, call)?.ok_or_else(|| {
            let constraints = &assembly.constraints;
            let template = &assembly.template;
            Unsupported::Assembly(format!(
                "inline assembly: {template}, constraints {constraints}"
            ))
        })
    }

    /// Barriers of ARM, in texts of their own.
    fn arm_barrier(&mut self, template: &str) -> Option<()> {
        let order = match template.trim() {
            "dmb ish" | "dmb sy" => Order::SeqCst,
            "dmb ishld" => Order::Acquire,
            "dmb ishst" => Order::Release,
            _ => return None,
        };
        self.emit(Op::Fence { order });
        Some(())
    }

    /// Operands by their constraints, with the values that are given.
    fn operands(
        &mut self,
        constraints: &str,
        call: &llvm::Call,
    ) -> Result<Option<Processor>, Unsupported> {
        let mut processor = Processor {
            operands: Vec::new(),
            physical: [UNDEFINED; 16],
            chosen: Vec::new(),
            flags: Flags::Unknown,
        };
        let mut arguments = call.arguments.iter();
        let mut results = self.leaves(call.result).to_vec().into_iter();
        let written = constraints.split(',').filter(|c| !c.is_empty());
        for constraint in written.filter(|c| !c.starts_with('~')) {
            let is_output = constraint.starts_with('=');
            let kind = constraint.trim_start_matches(['=', '&', '%']);
            processor.chosen.push(UNDEFINED);
            if kind.starts_with('!') {
                return Ok(None);
            }
            if kind.starts_with('*') {
                let Some(argument) = arguments.next() else {
                    return Ok(None);
                };
                let pointer = self.pointer(&argument.value)?;
                processor.operands.push(Operand::Memory { pointer });
                continue;
            }
            if is_output {
                let Some(leaf) = results.next() else {
                    return Ok(None);
                };
                let code = kind.strip_prefix("{@cc").and_then(|c| c.strip_suffix('}'));
                let slot = match named_register(kind) {
                    Some(number) => Slot::Physical(number),
                    None if kind.starts_with('{') && code.is_none() => return Ok(None),
                    None => Slot::Chosen(processor.operands.len()),
                };
                processor.operands.push(match code {
                    Some(code) => Operand::Flag(code.to_owned()),
                    None => Operand::Register { slot, w: leaf.w },
                });
                continue;
            }
            let Some(argument) = arguments.next() else {
                return Ok(None);
            };
            let leaves = self.known_leaves(argument.ty)?;
            let [leaf] = leaves[..] else {
                return Ok(None);
            };
            if !is_word(leaf.scalar) {
                return Ok(None);
            }
            let slot = match (kind.parse::<usize>(), named_register(kind)) {
                (Ok(tied), _) => match processor.operands.get(tied) {
                    Some(Operand::Register { slot, .. }) => *slot,
                    _ => return Ok(None),
                },
                (_, Some(number)) => Slot::Physical(number),
                _ if kind.starts_with('{') => return Ok(None),
                _ => Slot::Chosen(processor.operands.len()),
            };
            *processor.value(slot) = self.single(&argument.value, argument.ty)?;
            let w = leaf.w;
            processor.operands.push(Operand::Register { slot, w });
        }
        Ok(Some(processor))
    }

    /// What the text leaves in its outputs.
    fn outputs(
        &mut self,
        processor: &mut Processor,
        call: &llvm::Call,
    ) -> Result<Option<Registers>, Unsupported> {
        let leaves = self.known_leaves(call.result)?;
        let mut registers = Registers::new();
        for (leaf, operand) in leaves.iter().zip(
            processor
                .operands
                .clone()
                .iter()
                .filter(|operand| !matches!(operand, Operand::Memory { .. })),
        ) {
            if !is_word(leaf.scalar) {
                return Ok(None);
            }
            registers.push(match operand {
                Operand::Register { slot, .. } => self.read_slot(processor, *slot, leaf.w),
                Operand::Flag(code) => match self.condition_code(processor.flags, code) {
                    Some(register) => register,
                    None => return Ok(None),
                },
                Operand::Memory { .. } => return Ok(None),
            });
        }
        Ok((registers.len() == leaves.len()).then_some(registers))
    }

    fn read_slot(&mut self, processor: &mut Processor, slot: Slot, w: u8) -> Reg {
        let a = *processor.value(slot);
        if a == UNDEFINED {
            return self.within(a, w);
        }
        self.cut(a, w)
    }

    fn cut(&mut self, a: Reg, w: u8) -> Reg {
        if self.draft.width(a) <= w {
            return a;
        }
        let d = self.draft.fresh(w);
        self.emit(Op::Truncate { w, d, a });
        d
    }

    /// A register of 32 bits is written as a whole, a shorter one keeps what is above.
    fn write_slot(&mut self, processor: &mut Processor, slot: Slot, w: u8, value: Reg) {
        let old = *processor.value(slot);
        let merged = if w >= 32 || old == UNDEFINED {
            value
        } else {
            let above = self.draft.constant(!0 << w);
            let kept = self.int(IntOp::And, 64, old, above);
            self.int(IntOp::Or, 64, kept, value)
        };
        *processor.value(slot) = merged;
    }

    fn place(&mut self, processor: &mut Processor, written: &Written) -> Option<Place> {
        let register = |operands: &[Operand], name: Name| match name {
            Name::Physical(number) => Some((Slot::Physical(number), 64)),
            Name::Operand(index) => match operands.get(index)? {
                Operand::Register { slot, w } => Some((*slot, *w)),
                _ => None,
            },
        };
        match *written {
            Written::Immediate(value) => Some(Place::Immediate(value)),
            Written::Register(Name::Operand(index), w)
                if matches!(processor.operands.get(index), Some(Operand::Memory { .. })) =>
            {
                match processor.operands[index] {
                    Operand::Memory { pointer } => Some(Place::Memory { pointer, w }),
                    _ => None,
                }
            }
            Written::Register(name, w) => {
                let (slot, own) = register(&processor.operands, name)?;
                Some(Place::Register {
                    slot,
                    w: Some(w.unwrap_or(own)),
                })
            }
            Written::Memory {
                base,
                index,
                displacement,
                width,
            } => {
                let mut pointer = match base {
                    Some(Name::Operand(index))
                        if matches!(
                            processor.operands.get(index),
                            Some(Operand::Memory { .. })
                        ) =>
                    {
                        match processor.operands[index] {
                            Operand::Memory { pointer } => pointer,
                            _ => return None,
                        }
                    }
                    Some(name) => {
                        let (slot, _) = register(&processor.operands, name)?;
                        *processor.value(slot)
                    }
                    None => return None,
                };
                if let Some((name, scale)) = index {
                    let (slot, _) = register(&processor.operands, name)?;
                    let index = *processor.value(slot);
                    let factor = self.draft.constant(u64::from(scale));
                    let distance = self.int(IntOp::Mul, 64, index, factor);
                    pointer = self.int(IntOp::Add, 64, pointer, distance);
                }
                let pointer = self.add_offset(pointer, displacement);
                Some(Place::Memory { pointer, w: width })
            }
        }
    }

    fn read_place(&mut self, processor: &mut Processor, place: Place, w: u8) -> Reg {
        match place {
            Place::Immediate(value) => {
                let bits = match w {
                    64 => value as u64,
                    _ => value as u64 & ((1 << w) - 1),
                };
                self.draft.constant(bits)
            }
            Place::Register { slot, .. } => self.read_slot(processor, slot, w),
            Place::Memory { pointer, .. } => {
                let d = self.draft.fresh(w);
                self.emit(Op::Load {
                    w,
                    order: Order::Acquire,
                    d,
                    p: pointer,
                    offset: 0,
                });
                d
            }
        }
    }

    fn write_place(
        &mut self,
        processor: &mut Processor,
        place: Place,
        w: u8,
        v: Reg,
    ) -> Option<()> {
        match place {
            Place::Immediate(_) => return None,
            Place::Register { slot, .. } => self.write_slot(processor, slot, w, v),
            Place::Memory { pointer, .. } => self.emit(Op::Store {
                w,
                order: Order::Release,
                v,
                p: pointer,
                offset: 0,
            }),
        }
        Some(())
    }

    /// destination := f(destination), in one operation if it is locked. Gives what was there.
    fn modify(
        &mut self,
        processor: &mut Processor,
        (place, w, locked): (Place, u8, bool),
        (rmw, op): (RmwOp, IntOp),
        v: Reg,
    ) -> Option<(Reg, Reg)> {
        let reversed = rmw == RmwOp::ReverseSub;
        let compute = |lowering: &mut Self, old: Reg| match reversed {
            true => lowering.int(op, w, v, old),
            false => lowering.int(op, w, old, v),
        };
        match place {
            Place::Memory { pointer, .. } if locked => {
                let d = self.draft.fresh(w);
                self.emit(Op::ReadModifyWrite {
                    op: rmw,
                    w,
                    order: Order::SeqCst,
                    d,
                    p: pointer,
                    v,
                });
                let result = compute(self, d);
                Some((d, result))
            }
            _ => {
                let old = self.read_place(processor, place, w);
                let result = compute(self, old);
                self.write_place(processor, place, w, result)?;
                Some((old, result))
            }
        }
    }

    fn statement(
        &mut self,
        processor: &mut Processor,
        statement: &Statement,
        dialect: Dialect,
    ) -> Option<()> {
        if let Some(code) = statement.name.strip_prefix("set")
            && let [written] = &statement.operands[..]
        {
            let place = self.place(processor, written)?;
            let condition = self.condition_code(processor.flags, code)?;
            return self.write_place(processor, place, 8, condition);
        }
        let (work, suffix) = table::find(&statement.name, dialect)?;
        if self.model() == DataModel::Ilp32 && !matches!(work, Work::Fence(_) | Work::Wait) {
            return None;
        }
        let places: Vec<Place> = statement
            .operands
            .iter()
            .map(|written| self.place(processor, written))
            .collect::<Option<_>>()?;
        if statement.locked && !is_lockable(work, &places) {
            return None;
        }
        self.work(processor, work, suffix, &places, statement.locked)
    }

    fn work(
        &mut self,
        processor: &mut Processor,
        work: Work,
        suffix: Option<u8>,
        places: &[Place],
        locked: bool,
    ) -> Option<()> {
        let width = suffix.or_else(|| places.iter().find_map(Place::width));
        match (work, places) {
            (Work::Wait, []) => {}
            (Work::Fence(order), []) => self.emit(Op::Fence { order }),
            (Work::ProcessorIdentity, []) => {
                let zero = self.draft.constant(0);
                for register in [RAX, RBX, RCX, RDX] {
                    processor.physical[usize::from(register)] = zero;
                }
            }
            (Work::TimeStamp, []) => {
                let cycles = self.time_stamp()?;
                let low = self.cut(cycles, 32);
                let amount = self.draft.constant(32);
                let high = self.int(IntOp::LShr, 64, cycles, amount);
                processor.physical[usize::from(RAX)] = low;
                processor.physical[usize::from(RDX)] = high;
            }
            (Work::CompareExchangePair(half), &[place]) => {
                self.compare_exchange_pair(processor, half, place, locked)?;
            }
            (_, &[place]) => self.unary(processor, work, (place, width?, locked))?,
            (Work::ExtendZero(from), &[to, source]) => {
                let from = from.or_else(|| source.width()).or(suffix)?;
                let value = self.read_place(processor, source, from);
                self.write_place(processor, to, to.width()?, value)?;
            }
            (Work::ExtendSign(from), &[to, source]) => {
                let from = from.or_else(|| source.width()).or(suffix)?;
                let a = self.read_place(processor, source, from);
                let w = to.width()?;
                let d = self.draft.fresh(w);
                self.emit(Op::SignExtend { from, to: w, d, a });
                self.write_place(processor, to, w, d)?;
            }
            (_, &[to, source]) => {
                self.binary_work(processor, work, (to, width?, locked), source)?
            }
            _ => return None,
        }
        Some(())
    }

    fn unary(
        &mut self,
        processor: &mut Processor,
        work: Work,
        target: (Place, u8, bool),
    ) -> Option<()> {
        let w = target.1;
        let ones = u64::MAX >> (64 - w);
        let (rmw, op, operand) = match work {
            Work::Increment => (RmwOp::Add, IntOp::Add, 1),
            Work::Decrement => (RmwOp::Sub, IntOp::Sub, 1),
            Work::Not => (RmwOp::Xor, IntOp::Xor, ones),
            Work::Negate => (RmwOp::ReverseSub, IntOp::Sub, 0),
            _ => return None,
        };
        let v = self.draft.constant(operand);
        let (old, result) = self.modify(processor, target, (rmw, op), v)?;
        let sign = 1 << (w - 1);
        processor.flags = match work {
            Work::Not => processor.flags,
            Work::Negate => Flags::Difference {
                w,
                a: v,
                b: old,
                result,
            },
            _ => Flags::Step {
                w,
                result,
                overflows_at: if work == Work::Increment {
                    sign
                } else {
                    sign - 1
                },
            },
        };
        Some(())
    }

    fn binary_work(
        &mut self,
        processor: &mut Processor,
        work: Work,
        (to, w, locked): (Place, u8, bool),
        source: Place,
    ) -> Option<()> {
        match work {
            Work::Move => {
                let value = self.read_place(processor, source, w);
                self.write_place(processor, to, w, value)
            }
            Work::Binary(op) => {
                let b = self.read_place(processor, source, w);
                let rmw = match op {
                    IntOp::Add => RmwOp::Add,
                    IntOp::Sub => RmwOp::Sub,
                    IntOp::And => RmwOp::And,
                    IntOp::Or => RmwOp::Or,
                    _ => RmwOp::Xor,
                };
                let (a, result) = self.modify(processor, (to, w, locked), (rmw, op), b)?;
                processor.flags = match op {
                    IntOp::Add => Flags::Sum { w, a, b, result },
                    IntOp::Sub => Flags::Difference { w, a, b, result },
                    _ => Flags::Logic { w, result },
                };
                Some(())
            }
            Work::Compare | Work::Test => {
                let (a, b) = (
                    self.read_place(processor, to, w),
                    self.read_place(processor, source, w),
                );
                processor.flags = match work {
                    Work::Compare => {
                        let result = self.int(IntOp::Sub, w, a, b);
                        Flags::Difference { w, a, b, result }
                    }
                    _ => {
                        let result = self.int(IntOp::And, w, a, b);
                        Flags::Logic { w, result }
                    }
                };
                Some(())
            }
            Work::Exchange => self.exchange(processor, to, source, w),
            Work::ExchangeAdd => {
                let b = self.read_place(processor, source, w);
                let target = (to, w, locked);
                let (a, result) = self.modify(processor, target, (RmwOp::Add, IntOp::Add), b)?;
                // With one register twice the sum stays.
                let same = matches!((to, source), (Place::Register { slot: a, .. }, Place::Register { slot: b, .. }) if a == b);
                if !same {
                    self.write_place(processor, source, w, a)?;
                }
                processor.flags = Flags::Sum { w, a, b, result };
                Some(())
            }
            Work::CompareExchange => self.compare_and_exchange(processor, (to, w, locked), source),
            Work::Bit(bit) => self.bit(processor, bit, (to, w, locked), source),
            _ => None,
        }
    }

    /// With memory it is locked, whatever the text says.
    fn exchange(&mut self, processor: &mut Processor, a: Place, b: Place, w: u8) -> Option<()> {
        let (memory, other) = match (a, b) {
            (Place::Memory { pointer, .. }, other) | (other, Place::Memory { pointer, .. }) => {
                (Some(pointer), other)
            }
            _ => (None, a),
        };
        let Some(pointer) = memory else {
            let (old_a, old_b) = (
                self.read_place(processor, a, w),
                self.read_place(processor, b, w),
            );
            self.write_place(processor, a, w, old_b)?;
            return self.write_place(processor, b, w, old_a);
        };
        let v = self.read_place(processor, other, w);
        let d = self.draft.fresh(w);
        self.emit(Op::ReadModifyWrite {
            op: RmwOp::Xchg,
            w,
            order: Order::SeqCst,
            d,
            p: pointer,
            v,
        });
        self.write_place(processor, other, w, d)
    }

    fn compare_and_exchange(
        &mut self,
        processor: &mut Processor,
        (to, w, locked): (Place, u8, bool),
        source: Place,
    ) -> Option<()> {
        let Place::Memory { pointer, .. } = to else {
            return None;
        };
        // Not locked it may be interrupted, which no compare-exchange of the machine can be.
        if !locked {
            return None;
        }
        let rax = Slot::Physical(RAX);
        let expected = self.read_slot(processor, rax, w);
        let new = self.read_place(processor, source, w);
        let d = self.draft.fresh_run(&[w, 1]);
        self.emit(Op::CompareExchange {
            w,
            order: ExchangeOrder::new(Order::SeqCst, Order::SeqCst, false),
            d,
            p: pointer,
            expected,
            new,
        });
        let result = self.int(IntOp::Sub, w, expected, d);
        processor.flags = Flags::Difference {
            w,
            a: expected,
            b: d,
            result,
        };
        // If it is equal, rax holds it already.
        self.write_slot(processor, rax, w, d);
        Some(())
    }

    fn compare_exchange_pair(
        &mut self,
        processor: &mut Processor,
        half: u8,
        to: Place,
        locked: bool,
    ) -> Option<()> {
        let Place::Memory { pointer, .. } = to else {
            return None;
        };
        if !locked {
            return None;
        }
        let mut read = |register| self.read_slot(processor, Slot::Physical(register), half);
        let (rax, rdx, rbx, rcx) = (read(RAX), read(RDX), read(RBX), read(RCX));
        let order = ExchangeOrder::new(Order::SeqCst, Order::SeqCst, false);
        let (low, high, success) = if half == 64 {
            let expected = self.in_a_row(&[rax, rdx]);
            let new = self.in_a_row(&[rbx, rcx]);
            let d = self.draft.fresh_run(&[64, 64, 1]);
            self.emit(Op::WideCompareExchange {
                order,
                d,
                p: pointer,
                expected,
                new,
            });
            (d, d + 1, d + 2)
        } else {
            let amount = self.draft.constant(32);
            let mut joined = |low, high| {
                let high = self.int(IntOp::Shl, 64, high, amount);
                self.int(IntOp::Or, 64, low, high)
            };
            let (expected, new) = (joined(rax, rdx), joined(rbx, rcx));
            let d = self.draft.fresh_run(&[64, 1]);
            self.emit(Op::CompareExchange {
                w: 64,
                order,
                d,
                p: pointer,
                expected,
                new,
            });
            let low = self.cut(d, 32);
            let high = self.int(IntOp::LShr, 64, d, amount);
            (low, self.cut(high, 32), d + 1)
        };
        processor.physical[usize::from(RAX)] = low;
        processor.physical[usize::from(RDX)] = high;
        processor.flags = Flags::Zero(success);
        Some(())
    }

    fn bit(
        &mut self,
        processor: &mut Processor,
        work: BitWork,
        (to, w, locked): (Place, u8, bool),
        source: Place,
    ) -> Option<()> {
        if w < 16 {
            return None;
        }
        let bits = self.draft.constant(u64::from(w) - 1);
        let number = self.read_place(processor, source, w);
        let mut to = to;
        // Of memory, a register selects any bit behind or before the address.
        if let (Place::Memory { pointer, w: size }, Place::Register { .. }) = (to, source) {
            let wide = self.draft.fresh(64);
            self.emit(Op::SignExtend {
                from: w,
                to: 64,
                d: wide,
                a: number,
            });
            let shift = self.draft.constant(w.trailing_zeros().into());
            let units = self.int(IntOp::AShr, 64, wide, shift);
            let bytes = self.draft.constant(u64::from(w) / 8);
            let distance = self.int(IntOp::Mul, 64, units, bytes);
            let pointer = self.int(IntOp::Add, 64, pointer, distance);
            to = Place::Memory { pointer, w: size };
        }
        let number = self.int(IntOp::And, w, number, bits);
        let one = self.draft.constant(1);
        let mask = self.int(IntOp::Shl, w, one, number);
        let target = (to, w, locked);
        let old = match work {
            BitWork::Test => self.read_place(processor, to, w),
            BitWork::Set => {
                self.modify(processor, target, (RmwOp::Or, IntOp::Or), mask)?
                    .0
            }
            BitWork::Complement => {
                self.modify(processor, target, (RmwOp::Xor, IntOp::Xor), mask)?
                    .0
            }
            BitWork::Reset => {
                let ones = self.draft.constant(u64::MAX >> (64 - w));
                let others = self.int(IntOp::Xor, w, mask, ones);
                self.modify(processor, target, (RmwOp::And, IntOp::And), others)?
                    .0
            }
        };
        let shifted = self.int(IntOp::LShr, w, old, number);
        processor.flags = Flags::Carry(self.cut_to_bit(shifted));
        Some(())
    }

    fn cut_to_bit(&mut self, a: Reg) -> Reg {
        let d = self.draft.fresh(1);
        self.emit(Op::Truncate { w: 1, d, a });
        d
    }

    /// A look at the machine's clock, in nanoseconds.
    pub(super) fn time_stamp(&mut self) -> Option<Reg> {
        let function = self.context.symbols.named(TIME_STAMP)?;
        let d = self.draft.fresh_run(&[64]);
        let calls = &mut self.draft.body.calls;
        calls.push(CallSite {
            callee: Callee::Direct(function),
            arguments: Vec::new(),
            fixed: None,
            pushed: Vec::new(),
            d,
            results: 1,
            result_bits: 64,
            landing_pad: None,
            slot: None,
            signature: Signature {
                parameters: Vec::new(),
                results: vec![64],
            },
            classes: None,
        });
        let call = calls.len() as u32 - 1;
        self.emit(Op::Call { call });
        Some(d)
    }

    /// The time stamp counter as an intrinsic.
    pub(super) fn cycle_counter(&mut self) -> Result<Registers, Unsupported> {
        let stamp = self.time_stamp();
        stamp
            .map(|stamp| smallvec![stamp])
            .ok_or_else(|| "the time stamp counter".into())
    }
}

/// The function of the machine that looks at the clock.
const TIME_STAMP: &str = "__trailhound_time_stamp";

fn is_word(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int | Scalar::Pointer)
}

/// Whether an instruction may be locked: it changes memory.
fn is_lockable(work: Work, places: &[Place]) -> bool {
    let in_memory = |place: &Place| matches!(place, Place::Memory { .. });
    let changes = match work {
        Work::Binary(_)
        | Work::Increment
        | Work::Decrement
        | Work::Not
        | Work::Negate
        | Work::ExchangeAdd
        | Work::CompareExchange
        | Work::CompareExchangePair(_)
        | Work::Bit(BitWork::Set | BitWork::Reset | BitWork::Complement) => true,
        Work::Exchange => return places.iter().any(in_memory),
        _ => false,
    };
    changes && places.first().is_some_and(in_memory)
}
