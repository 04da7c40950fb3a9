//! Makes drafts shorter: copies are followed, constants folded, offsets taken into loads
//! and stores, compares into branches, and what is never read is dropped. Loads, stores,
//! calls and divisions stay, one for each in the source.

use crate::code::{IntOp, Op, Reg};
use crate::constants::compare;
use crate::dead::remove_dead;
use crate::draft::{BlockIndex, Draft, End, Step, UNDEFINED};
use crate::numbers::{cut, evaluate, extend, swapped};
use crate::operands;
use trailhound_llvm::IntPredicate;

/// Rounds of following copies; later rounds find little, and no limit is reached in practice.
const ROUNDS: usize = 8;

/// Brings a draft to a shorter one that does the same.
pub fn simplify(draft: &mut Draft) {
    for _ in 0..ROUNDS {
        prune(draft);
        let changed = Simplifier::new(draft).run();
        remove_dead(draft);
        if !changed {
            break;
        }
    }
}

/// Forgets blocks that cannot be reached, and edges from them.
pub fn prune(draft: &mut Draft) {
    let order = draft.reverse_postorder();
    let mut reachable = vec![false; draft.blocks.len()];
    order.iter().for_each(|&b| reachable[b as usize] = true);
    let predecessors = draft.predecessors();
    // The block whose predecessor each was last.
    let mut comes_to = vec![usize::MAX; draft.blocks.len()];
    for (block, reachable_here) in reachable.iter().enumerate() {
        if !reachable_here {
            draft.blocks[block] = Default::default();
            continue;
        }
        if draft.blocks[block].phis.is_empty() {
            continue;
        }
        for &from in &predecessors[block] {
            comes_to[from as usize] = block;
        }
        for phi in &mut draft.blocks[block].phis {
            phi.incoming
                .retain(|(from, _)| reachable[*from as usize] && comes_to[*from as usize] == block);
        }
    }
}

struct Simplifier<'d> {
    draft: &'d mut Draft,
    /// The register that stands for each.
    alias: Vec<Reg>,
    /// The operation that writes each register, as far as seen.
    source: Vec<Option<Op>>,
    changed: bool,
}

enum Folded {
    Keep(Op),
    /// The result is this register's value.
    Same(Reg),
    /// Two operations in place of one.
    Pair(Op, Op),
}

impl<'d> Simplifier<'d> {
    fn new(draft: &'d mut Draft) -> Self {
        let count = draft.registers.len();
        Simplifier {
            draft,
            alias: (0..count as Reg).collect(),
            source: vec![None; count],
            changed: false,
        }
    }

    fn run(mut self) -> bool {
        for block in self.draft.reverse_postorder() {
            self.phis(block);
            self.steps(block);
            self.end(block);
        }
        // Values that come along back edges were seen before what they became.
        for block in 0..self.draft.blocks.len() {
            for phi in &mut self.draft.blocks[block].phis {
                for (_, reg) in &mut phi.incoming {
                    *reg = find(&self.alias, *reg);
                }
            }
        }
        let alias = &self.alias;
        for block in 0..self.draft.blocks.len() as BlockIndex {
            let mut steps = std::mem::take(&mut self.draft.blocks[block as usize].steps);
            for step in &mut steps {
                rewrite_uses(&mut step.op, self.draft, alias);
            }
            self.draft.blocks[block as usize].steps = steps;
            self.draft.rewrite_end(block, |reg, role| {
                if !role.is_def() && role.len() == 1 {
                    *reg = find(alias, *reg);
                }
            });
        }
        self.changed
    }

    fn replace(&mut self, d: Reg, by: Reg) {
        self.alias[d as usize] = by;
        self.changed = true;
    }

    fn grow(&mut self) {
        let count = self.draft.registers.len();
        self.alias.extend(self.alias.len() as Reg..count as Reg);
        self.source.resize(count, None);
    }

    fn phis(&mut self, block: BlockIndex) {
        let mut phis = std::mem::take(&mut self.draft.blocks[block as usize].phis);
        phis.retain_mut(|phi| {
            let mut only = None;
            let mut several = false;
            for (_, reg) in &mut phi.incoming {
                *reg = find(&self.alias, *reg);
                if *reg != phi.d {
                    several |= only.is_some_and(|seen| seen != *reg);
                    only = Some(*reg);
                }
            }
            match only {
                Some(value) if !several && self.can_replace(phi.d, value) => {
                    self.replace(phi.d, value);
                    false
                }
                _ => true,
            }
        });
        self.draft.blocks[block as usize].phis = phis;
    }

    fn steps(&mut self, block: BlockIndex) {
        let steps = std::mem::take(&mut self.draft.blocks[block as usize].steps);
        let mut kept = Vec::with_capacity(steps.len());
        for mut step in steps {
            rewrite_uses(&mut step.op, self.draft, &self.alias);
            let folded = self.fold(step.op);
            self.grow();
            match folded {
                Folded::Same(value) => match result_of(&step.op) {
                    Some(d) if self.can_replace(d, value) => self.replace(d, value),
                    Some(d) => {
                        let op = Op::Move { d, a: value };
                        self.changed |= op != step.op;
                        kept.push(Step { op, ..step });
                    }
                    None => kept.push(step),
                },
                Folded::Keep(op) => {
                    self.changed |= op != step.op;
                    self.note(&op);
                    kept.push(Step { op, ..step });
                }
                Folded::Pair(first, second) => {
                    self.changed = true;
                    for op in [first, second] {
                        self.note(&op);
                        kept.push(Step { op, ..step });
                    }
                }
            }
        }
        self.draft.blocks[block as usize].steps = kept;
    }

    /// The undefined register has 64 bits: in place of a narrower one it would leave the zeros above undefined.
    fn can_replace(&self, d: Reg, value: Reg) -> bool {
        self.draft.is_single(d) && (value != UNDEFINED || self.draft.width(d) == 64)
    }

    fn note(&mut self, op: &Op) {
        if let Some(d) = result_of(op) {
            self.source[d as usize] = Some(*op);
        }
    }

    fn end(&mut self, block: BlockIndex) {
        let alias = &self.alias;
        self.draft.rewrite_end(block, |reg, role| {
            if !role.is_def() && role.len() == 1 {
                *reg = find(alias, *reg);
            }
        });
        let end = &self.draft.blocks[block as usize].end;
        let new = match *end {
            End::Branch {
                condition,
                then,
                otherwise,
            } => {
                if then == otherwise {
                    Some(End::Jump(then))
                } else if let Some(value) = self.draft.constant_value(condition) {
                    Some(End::Jump(if value & 1 == 1 { then } else { otherwise }))
                } else {
                    self.negated(condition).map(|condition| End::Branch {
                        condition,
                        then: otherwise,
                        otherwise: then,
                    })
                }
            }
            End::Compare {
                predicate,
                w,
                a,
                b,
                then,
                otherwise,
            } => match (self.draft.constant_value(a), self.draft.constant_value(b)) {
                (Some(a), Some(b)) => {
                    let holds = compare(predicate, w.into(), a.into(), b.into());
                    Some(End::Jump(if holds { then } else { otherwise }))
                }
                _ => None,
            },
            End::Switch { v, table } => self.draft.constant_value(v).map(|value| {
                let table = &self.draft.body.switches[table as usize];
                let case = table.cases.iter().find(|(case, _)| *case == value);
                End::Jump(case.map_or(table.default, |(_, target)| *target))
            }),
            _ => None,
        };
        if let Some(new) = new {
            self.draft.blocks[block as usize].end = new;
            self.changed = true;
        }
    }

    /// What the condition is the opposite of.
    fn negated(&self, condition: Reg) -> Option<Reg> {
        match self.source[condition as usize]? {
            Op::Int {
                op: IntOp::Xor,
                w: 1,
                a,
                b,
                ..
            } if self.draft.constant_value(b) == Some(1) => Some(a),
            _ => None,
        }
    }

    fn constant(&mut self, value: u64) -> Folded {
        Folded::Same(self.draft.constant(value))
    }

    fn fold(&mut self, op: Op) -> Folded {
        let value = |reg| self.draft.constant_value(reg);
        match op {
            Op::Move { a, .. } => Folded::Same(a),
            Op::Int {
                op: int,
                w,
                d,
                a,
                b,
            } => {
                if let (Some(x), Some(y)) = (value(a), value(b))
                    && let Some(result) = evaluate(int, w, x, y)
                {
                    return self.constant(result);
                }
                self.fold_int(int, w, d, a, b)
            }
            Op::Compare { .. } => self.fold_compare(op),
            Op::Truncate { w, a, .. } => match value(a) {
                Some(x) => self.constant(cut(x, w)),
                None if self.draft.width(a) <= w => Folded::Same(a),
                None => Folded::Keep(op),
            },
            Op::SignExtend { from, to, a, .. } => match value(a) {
                Some(x) => self.constant(cut(extend(x, from) as u64, to)),
                None if self.draft.width(a) < from => Folded::Same(a),
                None => Folded::Keep(op),
            },
            Op::Select {
                condition, a, b, ..
            } => match value(condition) {
                Some(1) => Folded::Same(a),
                Some(_) => Folded::Same(b),
                None if a == b => Folded::Same(a),
                None if (value(a), value(b)) == (Some(1), Some(0)) => Folded::Same(condition),
                None => Folded::Keep(op),
            },
            Op::AddOffset { d, a, offset } => self.fold_offset(d, a, offset),
            Op::AddScaled { d, a, index, scale } => self.fold_scaled(d, a, index, scale),
            mut access => {
                if let Op::Load { p, offset, .. }
                | Op::Store { p, offset, .. }
                | Op::LoadMany { p, offset, .. }
                | Op::StoreMany { p, offset, .. } = &mut access
                {
                    (*p, *offset) = self.fold_address(*p, *offset);
                }
                Folded::Keep(access)
            }
        }
    }

    fn fold_compare(&mut self, op: Op) -> Folded {
        let Op::Compare {
            predicate,
            w,
            d,
            a,
            b,
        } = op
        else {
            return Folded::Keep(op);
        };
        let value = |reg| self.draft.constant_value(reg);
        match (value(a), value(b)) {
            (Some(x), Some(y)) => {
                self.constant(compare(predicate, w.into(), x.into(), y.into()).into())
            }
            (None, Some(y)) if self.draft.width(a) <= 1 && a != UNDEFINED => match (predicate, y) {
                (IntPredicate::Ne, 0) | (IntPredicate::Eq, 1) => Folded::Same(a),
                (IntPredicate::Eq, 0) | (IntPredicate::Ne, 1) => {
                    let b = self.draft.constant(1);
                    Folded::Keep(Op::Int {
                        op: IntOp::Xor,
                        w: 1,
                        d,
                        a,
                        b,
                    })
                }
                _ => Folded::Keep(op),
            },
            // Constants stand on the right.
            (Some(_), None) => {
                let predicate = swapped(predicate);
                Folded::Keep(Op::Compare {
                    predicate,
                    w,
                    d,
                    a: b,
                    b: a,
                })
            }
            _ => Folded::Keep(op),
        }
    }

    fn fold_scaled(&mut self, d: Reg, a: Reg, index: Reg, scale: i32) -> Folded {
        if let Some(index) = self.draft.constant_value(index) {
            let distance = (index as i64).wrapping_mul(i64::from(scale));
            if let Ok(offset) = i32::try_from(distance) {
                return self.fold_offset(d, a, offset);
            }
        }
        // The constant distance goes last, where a load or store can take it in.
        if let Some(Op::AddOffset {
            a: start, offset, ..
        }) = self.source[a as usize]
        {
            let moved = self.draft.fresh(64);
            return Folded::Pair(
                Op::AddScaled {
                    d: moved,
                    a: start,
                    index,
                    scale,
                },
                Op::AddOffset {
                    d,
                    a: moved,
                    offset,
                },
            );
        }
        Folded::Keep(Op::AddScaled { d, a, index, scale })
    }

    fn fold_int(&mut self, int: IntOp, w: u8, d: Reg, a: Reg, b: Reg) -> Folded {
        let keep = Folded::Keep(Op::Int {
            op: int,
            w,
            d,
            a,
            b,
        });
        let commutes = matches!(
            int,
            IntOp::Add | IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor
        );
        if commutes && self.draft.constant_value(a).is_some() {
            return Folded::Keep(Op::Int {
                op: int,
                w,
                d,
                a: b,
                b: a,
            });
        }
        let Some(y) = self.draft.constant_value(b) else {
            return keep;
        };
        // A wider register may stand for a narrower value only if its upper bits are clear.
        let fits = self.draft.width(a) <= w && a != UNDEFINED;
        match (int, y) {
            (
                IntOp::Add
                | IntOp::Sub
                | IntOp::Or
                | IntOp::Xor
                | IntOp::Shl
                | IntOp::LShr
                | IntOp::AShr,
                0,
            )
            | (IntOp::Mul, 1)
                if fits =>
            {
                Folded::Same(a)
            }
            (IntOp::And, 0) | (IntOp::Mul, 0) if a != UNDEFINED => self.constant(0),
            (IntOp::And, mask) if fits => {
                let possible = cut(u64::MAX, self.draft.width(a));
                if possible & !mask == 0 {
                    return Folded::Same(a);
                }
                let width = self.draft.width(a).min((64 - mask.leading_zeros()) as u8);
                self.narrow(d, width);
                keep
            }
            (IntOp::LShr, by) if fits && by < u64::from(w) => {
                let width = self.draft.width(a).saturating_sub(by as u8);
                self.narrow(d, width);
                keep
            }
            _ => keep,
        }
    }

    fn narrow(&mut self, d: Reg, width: u8) {
        let register = &mut self.draft.registers[d as usize];
        register.width = register.width.min(width);
    }

    fn fold_offset(&mut self, d: Reg, a: Reg, offset: i32) -> Folded {
        if offset == 0 {
            return Folded::Same(a);
        }
        if let Some(base) = self.draft.constant_value(a) {
            return self.constant(base.wrapping_add(offset as i64 as u64));
        }
        let (a, offset) = self.fold_address(a, offset);
        match offset {
            0 => Folded::Same(a),
            _ => Folded::Keep(Op::AddOffset { d, a, offset }),
        }
    }

    /// The same address from further back.
    fn fold_address(&self, p: Reg, offset: i32) -> (Reg, i32) {
        if let Some(Op::AddOffset {
            a, offset: more, ..
        }) = self.source[p as usize]
            && let Some(offset) = offset.checked_add(more)
        {
            return (a, offset);
        }
        (p, offset)
    }
}

fn find(alias: &[Reg], mut reg: Reg) -> Reg {
    while alias[reg as usize] != reg {
        reg = alias[reg as usize];
    }
    reg
}

fn rewrite_uses(op: &mut Op, draft: &mut Draft, alias: &[Reg]) {
    operands::rewrite(op, &mut draft.body, |reg, role| {
        if !role.is_def() && role.len() == 1 {
            *reg = find(alias, *reg);
        }
    });
}

/// The one register that an operation on scalars writes.
fn result_of(op: &Op) -> Option<Reg> {
    match *op {
        Op::Move { d, .. }
        | Op::Int { d, .. }
        | Op::Compare { d, .. }
        | Op::Truncate { d, .. }
        | Op::SignExtend { d, .. }
        | Op::Select { d, .. }
        | Op::AddScaled { d, .. }
        | Op::AddOffset { d, .. } => Some(d),
        _ => None,
    }
}
