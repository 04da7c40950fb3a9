//! The loop over quick operations.

use super::{Quick, QuickCode};
use crate::arithmetic::{mask, signed};
use crate::memory::Memory;

/// Runs from `pc` on and returns where the interpreter must do an operation itself.
/// `fuel` is spent by jumps back; the last one is left to the interpreter.
// Not inlined: a loop of its own keeps what it needs in the processor's registers.
#[inline(never)]
pub fn run(
    code: &QuickCode,
    registers: &mut [u64],
    memory: &mut Memory,
    fuel: &mut u32,
    pc: usize,
) -> usize {
    // What the unsafe blocks below rest on, together with what QuickCode promises: registers
    // and targets in range, and a plain operation at the end. A debug build checks each use.
    let code = {
        assert!(registers.len() >= code.registers() && pc < code.code().len());
        code.code()
    };
    let first = code.as_ptr();
    // SAFETY: `pc` is in range.
    let mut at = unsafe { first.add(pc) };
    macro_rules! leave {
        () => {
            // SAFETY: both point into the code.
            return unsafe { at.offset_from_unsigned(first) }
        };
    }
    macro_rules! here {
        () => {
            // SAFETY: `at` is a place in the code: see where it is set.
            unsafe { *at }
        };
    }
    macro_rules! step {
        () => {
            // SAFETY: the operation was not the last one, which is plain and leaves.
            at = unsafe { at.add(1) }
        };
    }
    macro_rules! get {
        ($r:expr) => {
            // SAFETY: QuickCode names only registers that are there.
            unsafe { *registers.get_unchecked($r as usize) }
        };
    }
    macro_rules! set {
        ($r:expr, $value:expr) => {{
            let value = $value;
            // SAFETY: as for `get`.
            unsafe { *registers.get_unchecked_mut($r as usize) = value };
        }};
    }
    macro_rules! jump {
        ($target:expr) => {{
            debug_assert!(($target as usize) < code.len());
            // SAFETY: QuickCode has only targets within the code.
            let target = unsafe { first.add($target as usize) };
            if target <= at {
                if *fuel <= 1 {
                    leave!();
                }
                *fuel -= 1;
            }
            at = target;
            continue;
        }};
    }
    macro_rules! jump_if {
        ($condition:expr, $target:expr) => {
            if $condition {
                jump!($target);
            }
        };
    }
    // Shifts by the width or more are out of the ordinary.
    macro_rules! shift {
        ($w:expr, $b:expr) => {{
            let amount = get!($b);
            if amount >= $w as u64 {
                leave!();
            }
            amount
        }};
    }
    macro_rules! add_scaled {
        ($scale:expr, $d:expr, $a:expr, $index:expr) => {
            set!(
                $d,
                get!($a).wrapping_add(get!($index).wrapping_mul($scale as i64 as u64))
            )
        };
    }
    macro_rules! load {
        ($size:literal, $d:expr, $p:expr, $offset:expr) => {
            match memory.load_quickly::<$size>(get!($p).wrapping_add($offset as i64 as u64)) {
                Some(value) => set!($d, value),
                None => leave!(),
            }
        };
    }
    macro_rules! store {
        ($size:literal, $v:expr, $p:expr, $offset:expr) => {
            let address = get!($p).wrapping_add($offset as i64 as u64);
            if !memory.store_quickly::<$size>(address, get!($v)) {
                leave!();
            }
        };
    }

    loop {
        match here!() {
            Quick::Plain => leave!(),
            Quick::Move { d, a } => set!(d, get!(a)),
            Quick::Add32 { d, a, b } => {
                set!(d, (get!(a) as u32).wrapping_add(get!(b) as u32) as u64)
            }
            Quick::Add64 { d, a, b } => set!(d, get!(a).wrapping_add(get!(b))),
            Quick::Subtract32 { d, a, b } => {
                set!(d, (get!(a) as u32).wrapping_sub(get!(b) as u32) as u64)
            }
            Quick::Subtract64 { d, a, b } => set!(d, get!(a).wrapping_sub(get!(b))),
            Quick::Multiply32 { d, a, b } => {
                set!(d, (get!(a) as u32).wrapping_mul(get!(b) as u32) as u64)
            }
            Quick::Multiply64 { d, a, b } => set!(d, get!(a).wrapping_mul(get!(b))),
            Quick::And { d, a, b } => set!(d, get!(a) & get!(b)),
            Quick::Or { d, a, b } => set!(d, get!(a) | get!(b)),
            Quick::Xor { d, a, b } => set!(d, get!(a) ^ get!(b)),
            Quick::ShiftLeft32 { d, a, b } => set!(d, ((get!(a) as u32) << shift!(32, b)) as u64),
            Quick::ShiftLeft64 { d, a, b } => set!(d, get!(a) << shift!(64, b)),
            Quick::ShiftRight { w, d, a, b } => set!(d, get!(a) >> shift!(w, b)),
            Quick::ShiftRightSigned { w, d, a, b } => {
                set!(d, (signed(get!(a), w) >> shift!(w, b)) as u64 & mask(w))
            }
            Quick::Truncate32 { d, a } => set!(d, get!(a) as u32 as u64),
            Quick::Truncate { w, d, a } => set!(d, get!(a) & mask(w)),
            Quick::SignExtend32 { d, a } => set!(d, get!(a) as i32 as u64),
            Quick::SignExtend { from, to, d, a } => {
                set!(d, signed(get!(a), from) as u64 & mask(to))
            }
            Quick::Select { d, condition, a, b } => {
                set!(
                    d,
                    if get!(condition) != 0 {
                        get!(a)
                    } else {
                        get!(b)
                    }
                )
            }
            Quick::AddScaled { scale, d, a, index } => add_scaled!(scale, d, a, index),
            Quick::AddOffset { d, a, offset } => {
                set!(d, get!(a).wrapping_add(offset as i64 as u64))
            }
            Quick::Equal { d, a, b } => set!(d, (get!(a) == get!(b)) as u64),
            Quick::Unequal { d, a, b } => set!(d, (get!(a) != get!(b)) as u64),
            Quick::Below { d, a, b } => set!(d, (get!(a) < get!(b)) as u64),
            Quick::BelowOrEqual { d, a, b } => set!(d, (get!(a) <= get!(b)) as u64),
            Quick::Less32 { d, a, b } => set!(d, ((get!(a) as i32) < (get!(b) as i32)) as u64),
            Quick::Less64 { d, a, b } => set!(d, ((get!(a) as i64) < (get!(b) as i64)) as u64),
            Quick::LessOrEqual32 { d, a, b } => {
                set!(d, ((get!(a) as i32) <= (get!(b) as i32)) as u64)
            }
            Quick::LessOrEqual64 { d, a, b } => {
                set!(d, ((get!(a) as i64) <= (get!(b) as i64)) as u64)
            }
            Quick::Load8 { d, p, offset } => load!(1, d, p, offset),
            Quick::Load32 { d, p, offset } => load!(4, d, p, offset),
            Quick::Load64 { d, p, offset } => load!(8, d, p, offset),
            Quick::Store8 { v, p, offset } => {
                store!(1, v, p, offset);
            }
            Quick::Store32 { v, p, offset } => {
                store!(4, v, p, offset);
            }
            Quick::Store64 { v, p, offset } => {
                store!(8, v, p, offset);
            }
            Quick::Jump { target } => jump!(target),
            Quick::Branch { condition, target } => jump_if!(get!(condition) != 0, target),
            Quick::BranchUnless { condition, target } => jump_if!(get!(condition) == 0, target),
            Quick::BranchEqual { a, b, target } => jump_if!(get!(a) == get!(b), target),
            Quick::BranchUnequal { a, b, target } => jump_if!(get!(a) != get!(b), target),
            Quick::BranchBelow { a, b, target } => jump_if!(get!(a) < get!(b), target),
            Quick::BranchBelowOrEqual { a, b, target } => jump_if!(get!(a) <= get!(b), target),
            Quick::BranchLess32 { a, b, target } => {
                jump_if!((get!(a) as i32) < (get!(b) as i32), target)
            }
            Quick::BranchLess64 { a, b, target } => {
                jump_if!((get!(a) as i64) < (get!(b) as i64), target)
            }
            Quick::BranchLessOrEqual32 { a, b, target } => {
                jump_if!((get!(a) as i32) <= (get!(b) as i32), target)
            }
            Quick::BranchLessOrEqual64 { a, b, target } => {
                jump_if!((get!(a) as i64) <= (get!(b) as i64), target)
            }
            Quick::AddScaledThenLoad32 { scale, d, a, index } => {
                add_scaled!(scale, d, a, index);
                step!();
                if let Quick::Load32 { d, p, offset } = here!() {
                    load!(4, d, p, offset)
                } else {
                    continue;
                }
            }
            Quick::AddScaledThenLoad64 { scale, d, a, index } => {
                add_scaled!(scale, d, a, index);
                step!();
                if let Quick::Load64 { d, p, offset } = here!() {
                    load!(8, d, p, offset)
                } else {
                    continue;
                }
            }
            Quick::Add32ThenBranch { d, a, b } => {
                set!(d, (get!(a) as u32).wrapping_add(get!(b) as u32) as u64);
                step!();
                match here!() {
                    Quick::BranchLess32 { a, b, target } => {
                        jump_if!((get!(a) as i32) < (get!(b) as i32), target)
                    }
                    Quick::BranchUnequal { a, b, target } => jump_if!(get!(a) != get!(b), target),
                    _ => continue,
                }
            }
            Quick::Add64ThenBranch { d, a, b } => {
                set!(d, get!(a).wrapping_add(get!(b)));
                step!();
                match here!() {
                    Quick::BranchBelow { a, b, target } => jump_if!(get!(a) < get!(b), target),
                    Quick::BranchUnequal { a, b, target } => jump_if!(get!(a) != get!(b), target),
                    _ => continue,
                }
            }
        }
        step!();
    }
}
