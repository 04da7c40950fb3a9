//! Which registers an operation reads and writes. The one place that knows the roles of
//! all register fields of [`Op`]; does not know what the operations mean.

use crate::code::{CallSite, Callee, Op, Passed, Reg};
use crate::function::Body;

/// How an operation uses a register, or several in a row from this one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Use,
    Def,
    /// Reads this many registers in a row (0: none).
    UseRun(u32),
    /// Writes this many registers in a row (0: none).
    DefRun(u32),
}

impl Role {
    pub fn is_def(self) -> bool {
        matches!(self, Role::Def | Role::DefRun(_))
    }

    /// Number of registers.
    pub fn len(self) -> u32 {
        match self {
            Role::Use | Role::Def => 1,
            Role::UseRun(n) | Role::DefRun(n) => n,
        }
    }
}

fn words(w: u8) -> u32 {
    if w > 64 { 2 } else { 1 }
}

/// Visits the registers that stand in the operation itself; those of calls and allocas
/// stand in side tables. `parts` tells the number of registers of a shape.
pub fn visit_op(op: &mut Op, parts: impl Fn(u32) -> u32, mut f: impl FnMut(&mut Reg, Role)) {
    use Role::{Def, DefRun, Use, UseRun};
    let mut all = |registers: &mut [(&mut Reg, Role)]| {
        for (register, role) in registers {
            f(register, *role);
        }
    };
    match op {
        Op::Move { d, a }
        | Op::Freeze { d, a }
        | Op::IntUnary { d, a, .. }
        | Op::Truncate { d, a, .. }
        | Op::SignExtend { d, a, .. }
        | Op::FloatUnary { d, a, .. }
        | Op::FloatClass { d, a, .. }
        | Op::FloatExtend { d, a }
        | Op::FloatTruncate { d, a }
        | Op::AddOffset { d, a, .. }
        | Op::Shorten { d, a }
        | Op::Lengthen { d, a }
        | Op::TypeId { d, a } => all(&mut [(a, Use), (d, Def)]),
        Op::Undefined { d, .. } | Op::ThreadLocal { d, .. } | Op::StackSave { d } => {
            all(&mut [(d, Def)])
        }
        Op::Int { d, a, b, .. }
        | Op::Compare { d, a, b, .. }
        | Op::Float { d, a, b, .. }
        | Op::FloatCompare { d, a, b, .. } => all(&mut [(a, Use), (b, Use), (d, Def)]),
        Op::Overflow { d, a, b, .. } => all(&mut [(a, Use), (b, Use), (d, DefRun(2))]),
        Op::FunnelLeft { d, a, b, c, .. }
        | Op::FunnelRight { d, a, b, c, .. }
        | Op::FusedMultiplyAdd { d, a, b, c, .. } => {
            all(&mut [(a, Use), (b, Use), (c, Use), (d, Def)])
        }
        Op::Wide { d, a, b, .. } => all(&mut [(a, UseRun(2)), (b, UseRun(2)), (d, DefRun(2))]),
        Op::WideUnary { d, a, .. } => all(&mut [(a, UseRun(2)), (d, DefRun(2))]),
        Op::WideOverflow { d, a, b, .. } => {
            all(&mut [(a, UseRun(2)), (b, UseRun(2)), (d, DefRun(3))])
        }
        Op::WideCompare { d, a, b, .. } => all(&mut [(a, UseRun(2)), (b, UseRun(2)), (d, Def)]),
        Op::WideSignExtend { from, d, a, .. } => {
            all(&mut [(a, UseRun(words(*from))), (d, DefRun(2))])
        }
        Op::WideTruncate { w, d, a } => all(&mut [(a, UseRun(2)), (d, DefRun(words(*w)))]),
        Op::FloatToInt { w, d, a, .. } => all(&mut [(a, Use), (d, DefRun(words(*w)))]),
        Op::IntToFloat { w, d, a, .. } => all(&mut [(a, UseRun(words(*w))), (d, Def)]),
        Op::Select { d, condition, a, b } => {
            all(&mut [(condition, Use), (a, Use), (b, Use), (d, Def)])
        }
        Op::AddScaled { d, a, index, .. } => all(&mut [(a, Use), (index, Use), (d, Def)]),
        Op::Load { d, p, .. } => all(&mut [(p, Use), (d, Def)]),
        Op::Store { v, p, .. } => all(&mut [(v, Use), (p, Use)]),
        Op::LoadMany { d, p, shape, .. } => all(&mut [(p, Use), (d, DefRun(parts(*shape)))]),
        Op::StoreMany { v, p, shape, .. } => all(&mut [(v, UseRun(parts(*shape))), (p, Use)]),
        Op::CompareExchange {
            d,
            p,
            expected,
            new,
            ..
        } => all(&mut [(p, Use), (expected, Use), (new, Use), (d, DefRun(2))]),
        Op::WideCompareExchange {
            d,
            p,
            expected,
            new,
            ..
        } => all(&mut [
            (p, Use),
            (expected, UseRun(2)),
            (new, UseRun(2)),
            (d, DefRun(3)),
        ]),
        Op::ReadModifyWrite { d, p, v, .. } => all(&mut [(p, Use), (v, Use), (d, Def)]),
        Op::CopyMemory { to, from, n, .. } => all(&mut [(to, Use), (from, Use), (n, Use)]),
        Op::SetMemory { to, byte, n } => all(&mut [(to, Use), (byte, Use), (n, Use)]),
        Op::Alloca { d, .. } => all(&mut [(d, Def)]),
        Op::LifetimeStart { p }
        | Op::LifetimeEnd { p }
        | Op::StackRestore { p }
        | Op::VaStart { p } => all(&mut [(p, Use)]),
        Op::VaCopy { to, from } => all(&mut [(to, Use), (from, Use)]),
        Op::Branch { condition, .. } | Op::BranchUnless { condition, .. } => {
            all(&mut [(condition, Use)])
        }
        Op::CompareBranch { a, b, .. } => all(&mut [(a, Use), (b, Use)]),
        Op::Switch { v, .. } => all(&mut [(v, Use)]),
        Op::IndirectJump { a } => all(&mut [(a, Use)]),
        Op::Return { a, count } => all(&mut [(a, UseRun(*count))]),
        Op::Resume { a } => all(&mut [(a, UseRun(2))]),
        Op::Fence { .. }
        | Op::Jump { .. }
        | Op::Call { .. }
        | Op::Unreachable
        | Op::Trap
        | Op::Unsupported { .. }
        | Op::Place { .. }
        | Op::Nop => {}
    }
}

/// Visits the registers of a call. What the landing pad writes is not part of it.
pub fn visit_call(site: &mut CallSite, mut f: impl FnMut(&mut Reg, Role)) {
    if let Callee::Indirect(reg) = &mut site.callee {
        f(reg, Role::Use);
    }
    for passed in &mut site.arguments {
        match passed {
            Passed::Register(reg) | Passed::ByValue { pointer: reg, .. } => f(reg, Role::Use),
        }
    }
    f(&mut site.d, Role::DefRun(site.results));
}

/// Rewrites the registers of an operation, side tables included.
pub fn rewrite(op: &mut Op, body: &mut Body, mut f: impl FnMut(&mut Reg, Role)) {
    match *op {
        Op::Call { call } => visit_call(&mut body.calls[call as usize], f),
        Op::Alloca { alloca, .. } => {
            if let Some(count) = &mut body.allocas[alloca as usize].count {
                f(count, Role::Use);
            }
            visit_op(op, |_| 0, f);
        }
        _ => visit_op(
            op,
            |shape| body.shapes[shape as usize].parts.len() as u32,
            f,
        ),
    }
}

/// Reads the registers of an operation, side tables included: uses before definitions.
pub fn operands(op: &Op, body: &Body, mut f: impl FnMut(Reg, Role)) {
    match *op {
        Op::Call { call } => {
            let site = &body.calls[call as usize];
            if let Callee::Indirect(reg) = site.callee {
                f(reg, Role::Use);
            }
            for passed in &site.arguments {
                match *passed {
                    Passed::Register(reg) | Passed::ByValue { pointer: reg, .. } => {
                        f(reg, Role::Use)
                    }
                }
            }
            f(site.d, Role::DefRun(site.results));
        }
        mut copy => {
            if let Op::Alloca { alloca, .. } = copy
                && let Some(count) = body.allocas[alloca as usize].count
            {
                f(count, Role::Use);
            }
            let parts = |shape: u32| body.shapes[shape as usize].parts.len() as u32;
            visit_op(&mut copy, parts, |reg, role| f(*reg, role));
        }
    }
}

/// Every register that the operation reads.
pub fn uses(op: &Op, body: &Body, mut f: impl FnMut(Reg)) {
    operands(op, body, |reg, role| {
        if !role.is_def() {
            (reg..reg + role.len()).for_each(&mut f);
        }
    });
}

/// Every register that the operation writes.
pub fn definitions(op: &Op, body: &Body, mut f: impl FnMut(Reg)) {
    operands(op, body, |reg, role| {
        if role.is_def() {
            (reg..reg + role.len()).for_each(&mut f);
        }
    });
}

/// Whether the operation only computes its result: without a reader it can go.
pub fn is_pure(op: &Op) -> bool {
    use crate::code::IntOp;
    let divides = |op| matches!(op, IntOp::UDiv | IntOp::SDiv | IntOp::URem | IntOp::SRem);
    match *op {
        Op::Int { op, .. } | Op::Wide { op, .. } => !divides(op),
        Op::Move { .. }
        | Op::Freeze { .. }
        | Op::Undefined { .. }
        | Op::IntUnary { .. }
        | Op::Overflow { .. }
        | Op::FunnelLeft { .. }
        | Op::FunnelRight { .. }
        | Op::Compare { .. }
        | Op::Truncate { .. }
        | Op::SignExtend { .. }
        | Op::WideUnary { .. }
        | Op::WideOverflow { .. }
        | Op::WideCompare { .. }
        | Op::WideSignExtend { .. }
        | Op::WideTruncate { .. }
        | Op::Float { .. }
        | Op::FloatUnary { .. }
        | Op::FusedMultiplyAdd { .. }
        | Op::FloatCompare { .. }
        | Op::FloatClass { .. }
        | Op::FloatExtend { .. }
        | Op::FloatTruncate { .. }
        | Op::FloatToInt { .. }
        | Op::IntToFloat { .. }
        | Op::Select { .. }
        | Op::AddScaled { .. }
        | Op::AddOffset { .. }
        | Op::Shorten { .. }
        | Op::Lengthen { .. }
        | Op::ThreadLocal { .. }
        | Op::TypeId { .. }
        | Op::Alloca { .. }
        | Op::Nop => true,
        _ => false,
    }
}
