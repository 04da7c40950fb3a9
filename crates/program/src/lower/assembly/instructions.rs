//! What instructions do with their operands and with the flags.

use super::flags::Flags;
use super::processor::{Place, Processor, Slot};
use super::syntax::{RAX, RBX, RCX, RDX};
use super::table::{BitWork, Work};
use crate::code::{IntOp, Op, RmwOp};
use crate::lower::{Lowering, Reg};
use crate::memory_order::{ExchangeOrder, Order};

impl Lowering<'_, '_> {
    pub(super) fn unary(
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

    pub(super) fn binary_work(
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
    pub(super) fn exchange(
        &mut self,
        processor: &mut Processor,
        a: Place,
        b: Place,
        w: u8,
    ) -> Option<()> {
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

    pub(super) fn compare_and_exchange(
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

    pub(super) fn compare_exchange_pair(
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

    pub(super) fn bit(
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

    pub(super) fn cut_to_bit(&mut self, a: Reg) -> Reg {
        let d = self.draft.fresh(1);
        self.emit(Op::Truncate { w: 1, d, a });
        d
    }
}
