//! Values that were never written, byte by byte. Copying them about is fine; deciding a
//! branch by one or using it as an address is an error. Only frames in which such a value
//! has turned up run with this.

use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use trailhound_program::{Body, IntOp, Op, Pc, Precision, Reg, definitions, uses};

/// Jumps backwards in a tracked frame after which it is looked whether it must be tracked still.
pub(crate) const ROUNDS: u32 = 64;

fn uninitialised(what: &str) -> Fault {
    Fault::error(
        ErrorKind::Uninitialised,
        format!("a value that was never written {what}"),
    )
}

/// All bytes of a value of `w` bits. Those above are zero, and defined.
pub(crate) fn undefined_bytes(w: u8) -> u8 {
    (0xffu16 >> (8 - (w.clamp(1, 64) as u32).div_ceil(8))) as u8
}

/// Bits of each result of an operation that has no rule of its own.
fn result_width(op: Op) -> u8 {
    match op {
        Op::Compare { .. }
        | Op::WideCompare { .. }
        | Op::FloatCompare { .. }
        | Op::FloatClass { .. } => 1,
        Op::IntUnary { w, .. }
        | Op::Overflow { w, .. }
        | Op::FunnelLeft { w, .. }
        | Op::FunnelRight { w, .. }
        | Op::FloatToInt { w, .. } => w,
        Op::SignExtend { to, .. } => to,
        Op::Float { p, .. }
        | Op::FloatUnary { p, .. }
        | Op::FusedMultiplyAdd { p, .. }
        | Op::IntToFloat { p, .. } => match p {
            Precision::Single => 32,
            Precision::Double => 64,
        },
        Op::FloatTruncate { .. } | Op::Shorten { .. } => 32,
        _ => 64,
    }
}

/// A bit for each bit of the bytes in a byte mask.
fn spread(mask: u8) -> u64 {
    (0..8)
        .filter(|n| mask >> n & 1 == 1)
        .fold(0, |bits, n| bits | 0xff << (8 * n))
}

/// A bit for each byte that has a bit.
fn collapse(bits: u64) -> u8 {
    (0..8)
        .filter(|n| bits >> (8 * n) & 0xff != 0)
        .fold(0, |mask, n| mask | 1 << n)
}

impl Machine<'_> {
    /// Works out which bytes of the operation's results are undefined, before it is executed.
    pub(crate) fn track(&mut self, body: &Body, base: usize, op: Op) -> Result<(), Fault> {
        let undefined = |register: Reg| self.thread.undefined[base + register as usize];
        let value = |register: Reg| self.thread.registers[base + register as usize];
        let (d, mask) = match op {
            Op::Move { d, a } => (d, undefined(a)),
            Op::Undefined { w, d } => (d, undefined_bytes(w)),
            Op::Freeze { d, .. } => (d, 0),
            Op::Truncate { w, d, a } => (d, undefined(a) & undefined_bytes(w)),
            Op::Int { op, d, a, b, w } => {
                let (ua, ub) = (spread(undefined(a)), spread(undefined(b)));
                if ua | ub == 0 {
                    (d, 0)
                } else {
                    (d, int_mask(op, w, (ua, value(a)), (ub, value(b))))
                }
            }
            Op::Select { d, condition, a, b } => match undefined(condition) {
                0 => (d, undefined(if value(condition) != 0 { a } else { b })),
                _ => (d, 0xff),
            },
            Op::Branch { condition, .. } | Op::BranchUnless { condition, .. }
                if undefined(condition) != 0 =>
            {
                return Err(uninitialised("decides a branch"));
            }
            Op::CompareBranch { a, b, .. } if undefined(a) | undefined(b) != 0 => {
                return Err(uninitialised("decides a branch"));
            }
            Op::Switch { v, .. } if undefined(v) != 0 => {
                return Err(uninitialised("decides a branch"));
            }
            Op::Load { p, .. }
            | Op::Store { p, .. }
            | Op::LoadMany { p, .. }
            | Op::StoreMany { p, .. }
            | Op::CompareExchange { p, .. }
            | Op::WideCompareExchange { p, .. }
            | Op::ReadModifyWrite { p, .. } => {
                return if undefined(p) == 0 {
                    Ok(())
                } else {
                    Err(uninitialised("is used as an address"))
                };
            }
            Op::CopyMemory { to, from, n, .. }
                if undefined(to) | undefined(from) | undefined(n) != 0 =>
            {
                return Err(uninitialised("is used as an address or a length"));
            }
            Op::SetMemory { to, n, .. } if undefined(to) | undefined(n) != 0 => {
                return Err(uninitialised("is used as an address or a length"));
            }
            Op::IndirectJump { a } if undefined(a) != 0 => {
                return Err(uninitialised("is used as an address"));
            }
            Op::Call { .. } | Op::Return { .. } => return Ok(()),
            _ => {
                let mut any = 0;
                uses(&op, body, |register| any |= undefined(register));
                let bytes = undefined_bytes(result_width(op));
                let mask = if any == 0 { 0 } else { bytes };
                definitions(&op, body, |register| {
                    self.thread.undefined[base + register as usize] = mask
                });
                return Ok(());
            }
        };
        self.thread.undefined[base + d as usize] = mask;
        Ok(())
    }

    /// Ends the tracking of the topmost frame if no register that is alive at `pc` is undefined: in a long loop after
    /// one undefined value it would cost ten times as much as the loop.
    pub(crate) fn ends_tracking(&mut self, pc: usize) -> bool {
        let frame = *self.thread.top();
        let base = frame.base as usize;
        let live = self.live.at(self.program, frame.function, pc as Pc, true);
        let undefined = &self.thread.undefined;
        if (live.iter()).any(|&register| undefined[base + register as usize] != 0) {
            return false;
        }
        self.thread.undefined[base..].fill(0);
        self.thread.top_mut().tracked = false;
        true
    }
}

/// The undefined bytes of a result; operands as (undefined bits, value).
fn int_mask(op: IntOp, w: u8, (ua, a): (u64, u64), (ub, b): (u64, u64)) -> u8 {
    let width = u64::MAX >> (64 - w);
    let bits = match op {
        // A defined zero makes the result zero whatever the other is; a defined one for or.
        IntOp::And => (ua & (ub | b)) | (ub & (ua | a)),
        IntOp::Or => (ua & (ub | !b)) | (ub & (ua | !a)),
        IntOp::Xor => ua | ub,
        IntOp::Shl if ub == 0 => ua << (b % w as u64),
        IntOp::LShr if ub == 0 => ua >> (b % w as u64),
        // Carries only go up.
        IntOp::Add | IntOp::Sub | IntOp::Mul => u64::MAX << (ua | ub).trailing_zeros(),
        _ => u64::MAX,
    };
    collapse(bits & width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_hides_undefined_bytes() {
        // Bytes 4..8 undefined, cut off by and with 0xffff_ffff.
        assert_eq!(
            int_mask(IntOp::And, 64, (spread(0xf0), 7), (0, 0xffff_ffff)),
            0
        );
        assert_eq!(int_mask(IntOp::LShr, 64, (spread(0x0f), 0), (0, 32)), 0);
        assert_eq!(int_mask(IntOp::Add, 32, (spread(0x02), 0), (0, 1)), 0x0e);
        assert_eq!(
            int_mask(IntOp::Or, 64, (spread(0xf0), 7), (spread(0x0f), 0)),
            0xff
        );
    }
}
