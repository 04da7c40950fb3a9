//! From a draft to the final body: simplification, registers, and the order of blocks.

use crate::code::{FunctionId, Op, Pc};
use crate::dice;
use crate::draft::{BlockIndex, Draft, End};
use crate::function::Body;
use crate::source::LocationId;
use crate::{allocate, classes, dead, edges, numbers, order, simplify, spin};
use trailhound_contracts::Pastime;

pub struct Finished {
    pub body: Body,
    /// Where each block of the original function begins.
    pub block_starts: Vec<Pc>,
    /// Constants to be patched: position, function and block.
    pub block_addresses: Vec<(usize, FunctionId, String)>,
}

/// `pastime`: remove delays and spin counters, knowing the functions that only pass time.
/// `is_choice`: the functions that return any value of their type.
pub fn finish(
    mut draft: Draft,
    pastime: Option<&dyn Fn(FunctionId) -> Option<Pastime>>,
    is_choice: &dyn Fn(FunctionId) -> bool,
) -> Finished {
    simplify::simplify(&mut draft);
    if let Some(pastime) = pastime {
        dice::remove(&mut draft, pastime);
        spin::remove(&mut draft, &|id| pastime(id) == Some(Pastime::Yield));
        simplify::simplify(&mut draft);
    }
    classes::find(&mut draft, is_choice);
    dead::fuse_comparisons(&mut draft);
    edges::remove_phis(&mut draft);
    edges::write_out_undefined(&mut draft);
    let frame = allocate::allocate(&mut draft);
    skip_empty_blocks(&mut draft);
    let order = order::order(&draft);
    let block_addresses = frame
        .block_addresses
        .iter()
        .map(|&(position, index)| {
            let (function, block) = draft.block_addresses[index as usize].clone();
            (position, function, block)
        })
        .collect();
    let mut writer = Writer::new(draft);
    writer.write(&order);
    let mut body = writer.body;
    body.constants = frame.constants;
    body.registers = frame.registers;
    Finished {
        body,
        block_starts: writer.starts,
        block_addresses,
    }
}

/// Leads jumps past blocks that only jump on.
fn skip_empty_blocks(draft: &mut Draft) {
    let count = draft.blocks.len();
    let mut fixed = vec![false; count];
    for block in &draft.blocks {
        if let End::Indirect { targets, .. } = &block.end {
            targets.iter().for_each(|&b| fixed[b as usize] = true);
        }
    }
    let next: Vec<Option<BlockIndex>> = (0..count)
        .map(|b| {
            let block = &draft.blocks[b];
            match block.end {
                End::Jump(to) if block.steps.is_empty() && block.pad.is_none() && !fixed[b] => {
                    Some(to)
                }
                _ => None,
            }
        })
        .collect();
    let ends = ends_of_jumps(&next);
    for block in 0..count as BlockIndex {
        draft.for_each_target_mut(block, |target| *target = ends[*target as usize]);
    }
}

/// Where each block leads in the end, if some only lead to the next; itself if that has no end.
fn ends_of_jumps(next: &[Option<BlockIndex>]) -> Vec<BlockIndex> {
    let mut ends: Vec<Option<BlockIndex>> = vec![None; next.len()];
    let mut path = Vec::new();
    for start in 0..next.len() {
        let mut at = start;
        while let (None, Some(to)) = (ends[at], next[at]) {
            ends[at] = Some(at as BlockIndex);
            path.push(at);
            at = to as usize;
        }
        let end = ends[at].unwrap_or(at as BlockIndex);
        let is_end = next[end as usize].is_none();
        for block in path.drain(..).filter(|_| is_end) {
            ends[block] = Some(end);
        }
        ends[at] = Some(end);
    }
    (0..)
        .zip(ends)
        .map(|(block, end)| end.unwrap_or(block))
        .collect()
}

struct Writer {
    draft: Draft,
    body: Body,
    starts: Vec<Pc>,
}

impl Writer {
    fn new(mut draft: Draft) -> Writer {
        let body = std::mem::take(&mut draft.body);
        let starts = vec![0; draft.blocks.len()];
        Writer {
            draft,
            body,
            starts,
        }
    }

    fn push(&mut self, op: Op, location: LocationId) {
        self.body.code.push(op);
        self.body.locations.push(location);
    }

    fn write(&mut self, order: &[BlockIndex]) {
        for (i, &b) in order.iter().enumerate() {
            self.starts[b as usize] = self.body.code.len() as Pc;
            let steps = std::mem::take(&mut self.draft.blocks[b as usize].steps);
            for step in steps {
                self.push(step.op, step.location);
            }
            self.end(b, order.get(i + 1).copied());
        }
        self.resolve_targets();
    }

    /// Ends a block; targets are block numbers still.
    fn end(&mut self, block: BlockIndex, next: Option<BlockIndex>) {
        let block = &self.draft.blocks[block as usize];
        let location = block.end_location;
        match block.end.clone() {
            End::Jump(target) => self.jump(target, next, location),
            End::Branch {
                condition,
                then,
                otherwise,
            } if next == Some(then) => {
                self.push(
                    Op::BranchUnless {
                        condition,
                        target: otherwise,
                    },
                    location,
                );
            }
            End::Branch {
                condition,
                then,
                otherwise,
            } => {
                self.push(
                    Op::Branch {
                        condition,
                        target: then,
                    },
                    location,
                );
                self.jump(otherwise, next, location);
            }
            End::Compare {
                predicate,
                w,
                a,
                b,
                then,
                otherwise,
            } if next == Some(then) => {
                let predicate = numbers::opposite(predicate);
                self.push(
                    Op::CompareBranch {
                        predicate,
                        w,
                        a,
                        b,
                        target: otherwise,
                    },
                    location,
                );
            }
            End::Compare {
                predicate,
                w,
                a,
                b,
                then,
                otherwise,
            } => {
                self.push(
                    Op::CompareBranch {
                        predicate,
                        w,
                        a,
                        b,
                        target: then,
                    },
                    location,
                );
                self.jump(otherwise, next, location);
            }
            End::Switch { v, table } => self.push(Op::Switch { v, table }, location),
            End::Indirect { a, targets } => {
                self.push(Op::IndirectJump { a }, location);
                self.body.indirect_targets.extend(targets);
            }
            End::Invoke { call, normal, .. } => {
                self.push(Op::Call { call }, location);
                self.jump(normal, next, location);
            }
            End::Return { a, count } => self.push(Op::Return { a, count }, location),
            End::Resume { a } => self.push(Op::Resume { a }, location),
            End::Unreachable => self.push(Op::Unreachable, location),
        }
    }

    fn jump(&mut self, target: BlockIndex, next: Option<BlockIndex>, location: LocationId) {
        if next != Some(target) {
            self.push(Op::Jump { target }, location);
        }
    }

    fn resolve_targets(&mut self) {
        let starts = &self.starts;
        let resolve = |target: &mut Pc| *target = starts[*target as usize];
        for op in &mut self.body.code {
            match op {
                Op::Jump { target }
                | Op::Branch { target, .. }
                | Op::BranchUnless { target, .. }
                | Op::CompareBranch { target, .. } => resolve(target),
                _ => {}
            }
        }
        for table in &mut self.body.switches {
            table
                .cases
                .iter_mut()
                .for_each(|(_, target)| resolve(target));
            resolve(&mut table.default);
        }
        for pad in &mut self.body.landing_pads {
            resolve(&mut pad.target);
        }
        self.body.indirect_targets.iter_mut().for_each(resolve);
        self.body.indirect_targets.sort_unstable();
        self.body.indirect_targets.dedup();
    }
}
