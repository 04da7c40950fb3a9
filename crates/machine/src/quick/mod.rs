//! The operations that loops are made of, decoded into a form with one jump an operation.
//!
//! It knows only the ordinary case: memory that is there, written and used by no thread but the
//! running thread's, shifts by less than the width. Whatever is out of the ordinary is left,
//! untouched, to the interpreter's loop, which stands at the same program counter.

mod decode;
mod run;

pub use decode::QuickCode;
pub use run::run;

use trailhound_program::{Pc, Reg};

/// The decoded form of the operation at the same place in a function's code. `w` is a width
/// in bits. One with `Then` in its name goes on with the operation after it, of the kind that
/// it names, without a jump in between; who jumps to that one finds it as ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quick {
    /// For the interpreter's loop.
    Plain,
    Move {
        d: Reg,
        a: Reg,
    },
    Add32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Add64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Subtract32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Subtract64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Multiply32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Multiply64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ShiftLeft32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ShiftLeft64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ShiftRight {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ShiftRightSigned {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Truncate {
        w: u8,
        d: Reg,
        a: Reg,
    },
    Truncate32 {
        d: Reg,
        a: Reg,
    },
    SignExtend32 {
        d: Reg,
        a: Reg,
    },
    SignExtend {
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    Select {
        d: u16,
        condition: Reg,
        a: Reg,
        b: Reg,
    },
    AddScaled {
        scale: i16,
        d: Reg,
        a: Reg,
        index: Reg,
    },
    AddOffset {
        d: Reg,
        a: Reg,
        offset: i32,
    },
    Equal {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Unequal {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Below {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    BelowOrEqual {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Less32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Less64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LessOrEqual32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LessOrEqual64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Load8 {
        d: Reg,
        p: Reg,
        offset: i32,
    },
    Load32 {
        d: Reg,
        p: Reg,
        offset: i32,
    },
    Load64 {
        d: Reg,
        p: Reg,
        offset: i32,
    },
    Store8 {
        v: Reg,
        p: Reg,
        offset: i32,
    },
    Store32 {
        v: Reg,
        p: Reg,
        offset: i32,
    },
    Store64 {
        v: Reg,
        p: Reg,
        offset: i32,
    },
    Jump {
        target: Pc,
    },
    Branch {
        condition: Reg,
        target: Pc,
    },
    BranchUnless {
        condition: Reg,
        target: Pc,
    },
    BranchEqual {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    BranchUnequal {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    BranchBelow {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    BranchBelowOrEqual {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    BranchLess32 {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    BranchLess64 {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    BranchLessOrEqual32 {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    BranchLessOrEqual64 {
        a: Reg,
        b: Reg,
        target: Pc,
    },
    AddScaledThenLoad32 {
        scale: i16,
        d: Reg,
        a: Reg,
        index: Reg,
    },
    AddScaledThenLoad64 {
        scale: i16,
        d: Reg,
        a: Reg,
        index: Reg,
    },
    Add32ThenBranch {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Add64ThenBranch {
        d: Reg,
        a: Reg,
        b: Reg,
    },
}
