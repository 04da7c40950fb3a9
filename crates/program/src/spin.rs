//! Removes what only serves to pass time: delays that count to a number, and counters of
//! how often a loop has spun. Without it a thread that spins has infinitely many states.
//! Nothing with an effect goes, no loop that may be endless, and nothing that a branch
//! depends on which decides over effects.

use crate::code::{Callee, FunctionId, IntOp, Op, Reg};
use crate::dominance::{ControlDependence, Dominators};
use crate::draft::{BlockIndex, Draft, End, Step};
use crate::operands::{self, is_pure};
use crate::{numbers, simplify};
use trailhound_llvm::IntPredicate;

/// Removes delays and spin counters. `is_yield` tells the functions that only give way to
/// other threads, which the scheduler of the machine does anyway.
pub fn remove(draft: &mut Draft, is_yield: &dyn Fn(FunctionId) -> bool) {
    plain_calls_of_yields(draft, is_yield);
    let dependence = ControlDependence::of(draft);
    let mut marking = Marking::new(draft, &dependence, is_yield);
    marking.mark_effects();
    marking.mark_endless_loops();
    let pointless = marking.pointless_decisions();
    for (block, join) in &pointless {
        draft.blocks[*block as usize].end = End::Jump(*join);
    }
    if !pointless.is_empty() {
        simplify::prune(draft);
    }
}

fn calls_yield(draft: &Draft, call: u32, is_yield: &dyn Fn(FunctionId) -> bool) -> bool {
    match draft.body.calls[call as usize].callee {
        Callee::Direct(id) => is_yield(id),
        Callee::Indirect(_) => false,
    }
}

/// A yield throws no exception.
fn plain_calls_of_yields(draft: &mut Draft, is_yield: &dyn Fn(FunctionId) -> bool) {
    let mut changed = false;
    for block in 0..draft.blocks.len() {
        let End::Invoke { call, normal, .. } = draft.blocks[block].end else {
            continue;
        };
        if calls_yield(draft, call, is_yield) {
            draft.body.calls[call as usize].landing_pad = None;
            let location = draft.blocks[block].end_location;
            draft.blocks[block].steps.push(Step {
                op: Op::Call { call },
                location,
            });
            draft.blocks[block].end = End::Jump(normal);
            changed = true;
        }
    }
    if changed {
        simplify::prune(draft);
    }
}

#[derive(Clone, Copy)]
enum Writer {
    Step(BlockIndex, u32),
    Phi(BlockIndex, u32),
}

/// Finds what matters: effects, what they compute with, and the decisions that lead to them.
struct Marking<'d> {
    draft: &'d Draft,
    dependence: &'d ControlDependence,
    is_yield: &'d dyn Fn(FunctionId) -> bool,
    writers: Vec<Option<Writer>>,
    live_registers: Vec<bool>,
    /// Blocks in which something matters.
    live_blocks: Vec<bool>,
    /// Blocks whose decision matters.
    live_ends: Vec<bool>,
    registers: Vec<Reg>,
    blocks: Vec<BlockIndex>,
}

impl<'d> Marking<'d> {
    fn new(
        draft: &'d Draft,
        dependence: &'d ControlDependence,
        is_yield: &'d dyn Fn(FunctionId) -> bool,
    ) -> Self {
        let mut writers = vec![None; draft.registers.len()];
        for (b, block) in draft.blocks.iter().enumerate() {
            let b = b as BlockIndex;
            for (i, phi) in block.phis.iter().enumerate() {
                writers[phi.d as usize] = Some(Writer::Phi(b, i as u32));
            }
            for (i, step) in block.steps.iter().enumerate() {
                operands::definitions(&step.op, &draft.body, |d| {
                    writers[d as usize] = Some(Writer::Step(b, i as u32));
                });
            }
        }
        Marking {
            draft,
            dependence,
            is_yield,
            writers,
            live_registers: vec![false; draft.registers.len()],
            live_blocks: vec![false; draft.blocks.len()],
            live_ends: vec![false; draft.blocks.len()],
            registers: Vec::new(),
            blocks: Vec::new(),
        }
    }

    fn has_effect(&self, op: &Op) -> bool {
        match *op {
            // If its result is read it comes back as the writer of a live register.
            Op::Call { call } => !calls_yield(self.draft, call, self.is_yield),
            _ => !is_pure(op),
        }
    }

    fn mark_effects(&mut self) {
        let draft = self.draft;
        for (b, block) in draft.blocks.iter().enumerate() {
            let b = b as BlockIndex;
            for step in &block.steps {
                if self.has_effect(&step.op) {
                    self.blocks.push(b);
                    operands::uses(&step.op, &draft.body, |reg| self.registers.push(reg));
                }
            }
            match block.end {
                End::Jump(_) | End::Branch { .. } | End::Compare { .. } | End::Switch { .. } => {}
                End::Indirect { .. }
                | End::Invoke { .. }
                | End::Return { .. }
                | End::Resume { .. }
                | End::Unreachable => self.mark_end(b),
            }
        }
        for &block in &self.dependence.endless {
            self.mark_end(block);
        }
        self.propagate();
    }

    fn mark_endless_loops(&mut self) {
        let loops = Loops {
            draft: self.draft,
            dominators: Dominators::of(self.draft),
        };
        for latch in loops.possibly_endless(&self.writers) {
            self.mark_end(latch);
        }
        self.propagate();
    }

    fn mark_end(&mut self, block: BlockIndex) {
        if std::mem::replace(&mut self.live_ends[block as usize], true) {
            return;
        }
        self.blocks.push(block);
        let end = &self.draft.blocks[block as usize].end;
        self.draft.end_operands(end, |reg, role| {
            if !role.is_def() {
                self.registers.extend(reg..reg + role.len());
            }
        });
    }

    fn propagate(&mut self) {
        loop {
            if let Some(block) = self.blocks.pop() {
                if !std::mem::replace(&mut self.live_blocks[block as usize], true) {
                    for &decider in &self.dependence.deciders[block as usize] {
                        self.mark_end(decider);
                    }
                }
            } else if let Some(reg) = self.registers.pop() {
                if !std::mem::replace(&mut self.live_registers[reg as usize], true) {
                    self.mark_writer(reg);
                }
            } else {
                return;
            }
        }
    }

    fn mark_writer(&mut self, reg: Reg) {
        match self.writers[reg as usize] {
            Some(Writer::Step(b, i)) => {
                self.blocks.push(b);
                let op = self.draft.blocks[b as usize].steps[i as usize].op;
                operands::uses(&op, &self.draft.body, |reg| self.registers.push(reg));
            }
            Some(Writer::Phi(b, i)) => {
                self.blocks.push(b);
                // Which value it takes depends on the way that was gone.
                for &(from, reg) in &self.draft.blocks[b as usize].phis[i as usize].incoming {
                    self.blocks.push(from);
                    self.registers.push(reg);
                }
            }
            None => {}
        }
    }

    /// Blocks whose decision does not matter, and where they all lead.
    fn pointless_decisions(&mut self) -> Vec<(BlockIndex, BlockIndex)> {
        loop {
            let mut found = Vec::new();
            for block in 0..self.draft.blocks.len() as BlockIndex {
                let decides = self.draft.successors(block).len() > 1;
                if !decides || self.live_ends[block as usize] {
                    continue;
                }
                match self.dependence.join[block as usize] {
                    Some(join) if self.can_jump(block, join) => found.push((block, join)),
                    _ => self.mark_end(block),
                }
            }
            if self.blocks.is_empty() && self.registers.is_empty() {
                return found;
            }
            self.propagate();
        }
    }

    /// A live phi at the join must know what comes from this block.
    fn can_jump(&self, block: BlockIndex, join: BlockIndex) -> bool {
        self.draft.blocks[join as usize].phis.iter().all(|phi| {
            !self.live_registers[phi.d as usize]
                || phi.incoming.iter().any(|(from, _)| *from == block)
        })
    }
}

/// Which loops certainly end.
struct Loops<'d> {
    draft: &'d Draft,
    dominators: Dominators,
}

impl Loops<'_> {
    /// The blocks at the ends of loops that are not known to end.
    fn possibly_endless(&self, writers: &[Option<Writer>]) -> Vec<BlockIndex> {
        let order = self.draft.reverse_postorder();
        let mut position = vec![usize::MAX; self.draft.blocks.len()];
        for (i, &b) in order.iter().enumerate() {
            position[b as usize] = i;
        }
        let predecessors = self.draft.predecessors();
        let mut endless = Vec::new();
        for &header in &order {
            let latches: Vec<BlockIndex> = predecessors[header as usize]
                .iter()
                .copied()
                .filter(|from| position[*from as usize] >= position[header as usize])
                .collect();
            if latches.is_empty() {
                continue;
            }
            // A circle with several ways in is not understood.
            let natural = latches
                .iter()
                .all(|latch| self.dominators.dominates(header, *latch));
            let ends = natural && {
                let inside = self.members(header, &latches, &predecessors);
                inside.iter().enumerate().any(|(exit, is_inside)| {
                    *is_inside
                        && self.ends_by(exit as BlockIndex, header, &latches, &inside, writers)
                })
            };
            if !ends {
                endless.extend(latches);
            }
        }
        endless
    }

    fn members(
        &self,
        header: BlockIndex,
        latches: &[BlockIndex],
        predecessors: &[Vec<BlockIndex>],
    ) -> Vec<bool> {
        let mut inside = vec![false; self.draft.blocks.len()];
        inside[header as usize] = true;
        let mut work = latches.to_vec();
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut inside[block as usize], true) {
                work.extend(&predecessors[block as usize]);
            }
        }
        inside
    }

    /// Whether the decision at `exit`, taken in every round, compares a counter with a
    /// number that it must reach.
    fn ends_by(
        &self,
        exit: BlockIndex,
        header: BlockIndex,
        latches: &[BlockIndex],
        inside: &[bool],
        writers: &[Option<Writer>],
    ) -> bool {
        let End::Branch {
            condition,
            then,
            otherwise,
        } = self.draft.blocks[exit as usize].end
        else {
            return false;
        };
        let every_round = latches
            .iter()
            .all(|latch| self.dominators.dominates(exit, *latch));
        let goes_on = match (inside[then as usize], inside[otherwise as usize]) {
            (true, false) => true,
            (false, true) => false,
            _ => return false,
        };
        let step = |reg: Reg| match writers[reg as usize] {
            Some(Writer::Step(b, i)) => Some(self.draft.blocks[b as usize].steps[i as usize].op),
            _ => None,
        };
        let Some(Op::Compare {
            predicate, w, a, b, ..
        }) = step(condition)
        else {
            return false;
        };
        let invariant = |reg: Reg| match writers[reg as usize] {
            Some(Writer::Step(b, _) | Writer::Phi(b, _)) => !inside[b as usize],
            None => true,
        };
        let predicate = if goes_on {
            predicate
        } else {
            numbers::opposite(predicate)
        };
        let counts = |value: Reg, bound: Reg, predicate: IntPredicate| {
            if !invariant(bound) {
                return false;
            }
            let stepped = |reg: Reg| match step(reg) {
                Some(Op::Int {
                    op: IntOp::Add,
                    w: width,
                    a,
                    b,
                    ..
                }) if width == w => self.draft.constant_value(b).map(|by| (a, by)),
                _ => None,
            };
            // Either the phi itself is compared, or what it will be in the next round.
            let phi = stepped(value).map_or(value, |(phi, _)| phi);
            let Some(Writer::Phi(b, i)) = writers[phi as usize] else {
                return false;
            };
            if b != header {
                return false;
            }
            let phi = &self.draft.blocks[b as usize].phis[i as usize];
            let mut by = None;
            let mut starts = Vec::new();
            for &(from, reg) in &phi.incoming {
                if !latches.contains(&from) {
                    starts.push(reg);
                    continue;
                }
                match stepped(reg) {
                    Some((base, step)) if base == phi.d && by.is_none_or(|by| by == step) => {
                        by = Some(step);
                    }
                    _ => return false,
                }
            }
            let zeros = |reg: Reg| trailing_zeros(self.draft, &step, reg);
            let aligned = starts.iter().map(|start| zeros(*start)).min().unwrap_or(0);
            let bound = Bound {
                value: self.draft.constant_value(bound),
                zeros: zeros(bound),
            };
            by.is_some_and(|by| must_end(predicate, w, by, aligned, bound))
        };
        every_round && (counts(a, b, predicate) || counts(b, a, numbers::swapped(predicate)))
    }
}

/// What is known of the number that a counter is compared with.
struct Bound {
    value: Option<u64>,
    zeros: u32,
}

/// Low bits of a register that are certainly zero.
fn trailing_zeros(draft: &Draft, step: &dyn Fn(Reg) -> Option<Op>, reg: Reg) -> u32 {
    if let Some(value) = draft.constant_value(reg) {
        return value.trailing_zeros();
    }
    let constant = |reg: Reg| draft.constant_value(reg);
    match step(reg) {
        Some(Op::Int {
            op: IntOp::And, b, ..
        }) => constant(b).map_or(0, u64::trailing_zeros),
        Some(Op::Int {
            op: IntOp::Shl, b, ..
        }) => constant(b).map_or(0, |by| by.min(63) as u32),
        _ => 0,
    }
}

/// Whether a counter of `w` bits that goes on by `by` while `predicate` holds must stop. A
/// step of 2^k * odd takes the counter to every number with the same k low bits.
fn must_end(predicate: IntPredicate, w: u8, by: u64, aligned: u32, bound: Bound) -> bool {
    let all = u64::MAX >> (64 - u32::from(w.clamp(1, 64)));
    let sign = all - all / 2;
    if by & all == 0 {
        return false;
    }
    let k = by.trailing_zeros();
    let reaches_bound = k == 0 || aligned >= k && bound.zeros >= k;
    let is_not = |limit: u64| bound.value.is_some_and(|value| value != limit);
    match predicate {
        IntPredicate::Eq => true,
        // The bound itself ends it.
        IntPredicate::Ne
        | IntPredicate::Ult
        | IntPredicate::Ugt
        | IntPredicate::Slt
        | IntPredicate::Sgt => reaches_bound,
        // Some number beyond the bound must exist.
        IntPredicate::Ule => k == 0 && is_not(all),
        IntPredicate::Uge => k == 0 && is_not(0),
        IntPredicate::Sle => k == 0 && is_not(sign - 1),
        IntPredicate::Sge => k == 0 && is_not(sign),
    }
}
