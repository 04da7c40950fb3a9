//! The flags of the processor, as the last instruction that set them left them, and the
//! conditions that are made of them.

use crate::code::{IntOp, IntPredicate, Op, Reg};
use crate::lower::Lowering;

/// What the flags tell of.
#[derive(Clone, Copy, Debug)]
pub enum Flags {
    Unknown,
    Sum {
        w: u8,
        a: Reg,
        b: Reg,
        result: Reg,
    },
    Difference {
        w: u8,
        a: Reg,
        b: Reg,
        result: Reg,
    },
    Logic {
        w: u8,
        result: Reg,
    },
    /// Of an increment or a decrement, which leave carry alone.
    Step {
        w: u8,
        result: Reg,
        overflows_at: u64,
    },
    /// Of an instruction that sets carry alone.
    Carry(Reg),
    /// Of one that sets zero alone.
    Zero(Reg),
}

impl Lowering<'_, '_> {
    /// The value of a condition such as `ne`, as one bit; None: it is not known.
    pub(super) fn condition_code(&mut self, flags: Flags, code: &str) -> Option<Reg> {
        let (code, negated) = positive(code)?;
        let value = match code {
            "e" => self.zero_flag(flags)?,
            "b" => self.carry_flag(flags)?,
            "s" => self.sign_flag(flags)?,
            "o" => self.overflow_flag(flags)?,
            "be" => {
                let (carry, zero) = (self.carry_flag(flags)?, self.zero_flag(flags)?);
                self.int(IntOp::Or, 1, carry, zero)
            }
            "l" => self.less(flags)?,
            "le" => {
                let (less, zero) = (self.less(flags)?, self.zero_flag(flags)?);
                self.int(IntOp::Or, 1, less, zero)
            }
            _ => return None,
        };
        Some(match negated {
            true => {
                let one = self.draft.constant(1);
                self.int(IntOp::Xor, 1, value, one)
            }
            false => value,
        })
    }

    fn less(&mut self, flags: Flags) -> Option<Reg> {
        let (sign, overflow) = (self.sign_flag(flags)?, self.overflow_flag(flags)?);
        Some(self.int(IntOp::Xor, 1, sign, overflow))
    }

    fn is(&mut self, predicate: IntPredicate, w: u8, a: Reg, b: Reg) -> Reg {
        let d = self.draft.fresh(1);
        self.emit(Op::Compare {
            predicate,
            w,
            d,
            a,
            b,
        });
        d
    }

    fn top_bit(&mut self, w: u8, a: Reg) -> Reg {
        let amount = self.draft.constant(u64::from(w) - 1);
        let shifted = self.int(IntOp::LShr, w, a, amount);
        let d = self.draft.fresh(1);
        self.emit(Op::Truncate {
            w: 1,
            d,
            a: shifted,
        });
        d
    }

    fn zero_flag(&mut self, flags: Flags) -> Option<Reg> {
        let zero = self.draft.constant(0);
        match flags {
            Flags::Sum { w, result, .. }
            | Flags::Difference { w, result, .. }
            | Flags::Logic { w, result }
            | Flags::Step { w, result, .. } => Some(self.is(IntPredicate::Eq, w, result, zero)),
            Flags::Zero(zero) => Some(zero),
            Flags::Unknown | Flags::Carry(_) => None,
        }
    }

    fn carry_flag(&mut self, flags: Flags) -> Option<Reg> {
        match flags {
            Flags::Sum { w, a, result, .. } => Some(self.is(IntPredicate::Ult, w, result, a)),
            Flags::Difference { w, a, b, .. } => Some(self.is(IntPredicate::Ult, w, a, b)),
            Flags::Logic { .. } => Some(self.draft.constant(0)),
            Flags::Carry(carry) => Some(carry),
            Flags::Unknown | Flags::Step { .. } | Flags::Zero(_) => None,
        }
    }

    fn sign_flag(&mut self, flags: Flags) -> Option<Reg> {
        match flags {
            Flags::Sum { w, result, .. }
            | Flags::Difference { w, result, .. }
            | Flags::Logic { w, result }
            | Flags::Step { w, result, .. } => Some(self.top_bit(w, result)),
            Flags::Unknown | Flags::Carry(_) | Flags::Zero(_) => None,
        }
    }

    fn overflow_flag(&mut self, flags: Flags) -> Option<Reg> {
        match flags {
            Flags::Sum { w, a, b, result } => {
                let (a, b) = (
                    self.int(IntOp::Xor, w, a, result),
                    self.int(IntOp::Xor, w, b, result),
                );
                let both = self.int(IntOp::And, w, a, b);
                Some(self.top_bit(w, both))
            }
            Flags::Difference { w, a, b, result } => {
                let (a, b) = (
                    self.int(IntOp::Xor, w, a, result),
                    self.int(IntOp::Xor, w, a, b),
                );
                let both = self.int(IntOp::And, w, a, b);
                Some(self.top_bit(w, both))
            }
            Flags::Logic { .. } => Some(self.draft.constant(0)),
            Flags::Step {
                w,
                result,
                overflows_at,
            } => {
                let limit = self.draft.constant(overflows_at);
                Some(self.is(IntPredicate::Eq, w, result, limit))
            }
            Flags::Unknown | Flags::Carry(_) | Flags::Zero(_) => None,
        }
    }
}

/// A condition by its first name, and whether the opposite is meant.
fn positive(code: &str) -> Option<(&'static str, bool)> {
    Some(match code {
        "e" | "z" => ("e", false),
        "ne" | "nz" => ("e", true),
        "b" | "c" | "nae" => ("b", false),
        "ae" | "nb" | "nc" => ("b", true),
        "s" => ("s", false),
        "ns" => ("s", true),
        "o" => ("o", false),
        "no" => ("o", true),
        "be" | "na" => ("be", false),
        "a" | "nbe" => ("be", true),
        "l" | "nge" => ("l", false),
        "ge" | "nl" => ("l", true),
        "le" | "ng" => ("le", false),
        "g" | "nle" => ("le", true),
        _ => return None,
    })
}
