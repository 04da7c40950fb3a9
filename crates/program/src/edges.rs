//! Turns phis into moves on the edges between blocks; after it registers are written more
//! than once. Edges that leave a block with several ways out get a block of their own.

use crate::code::{Op, Reg};
use crate::draft::{BlockIndex, Draft, DraftBlock, End, Step, UNDEFINED};
use crate::operands::{self};

/// Replaces all phis by moves.
pub fn remove_phis(draft: &mut Draft) {
    let predecessors = draft.predecessors();
    for block in 0..predecessors.len() as BlockIndex {
        let mut phis = std::mem::take(&mut draft.blocks[block as usize].phis);
        if phis.is_empty() {
            continue;
        }
        for phi in &mut phis {
            phi.incoming.sort_by_key(|(from, _)| *from);
        }
        for &from in &predecessors[block as usize] {
            let incoming = |phi: &crate::draft::Phi| {
                let first = phi.incoming.partition_point(|(b, _)| *b < from);
                match phi.incoming.get(first) {
                    Some((b, reg)) if *b == from => *reg,
                    _ => UNDEFINED,
                }
            };
            let copies: Vec<(Reg, Reg)> = phis.iter().map(|phi| (phi.d, incoming(phi))).collect();
            let target = match draft.blocks[from as usize].end {
                End::Jump(_) => from,
                _ => split(draft, from, block),
            };
            let location = draft.blocks[from as usize].end_location;
            for op in in_sequence(copies, || draft_fresh(draft)) {
                draft.blocks[target as usize]
                    .steps
                    .push(Step { op, location });
            }
        }
        // Every way into a landing pad with phis was split: the exception arrives there.
        draft.blocks[block as usize].pad = None;
    }
}

fn draft_fresh(draft: &mut Draft) -> Reg {
    draft.fresh(64)
}

/// A new block on the way from `from` to `to`.
fn split(draft: &mut Draft, from: BlockIndex, to: BlockIndex) -> BlockIndex {
    let new = draft.blocks.len() as BlockIndex;
    draft.blocks.push(DraftBlock {
        pad: draft.blocks[to as usize].pad,
        end: End::Jump(to),
        end_location: draft.blocks[from as usize].end_location,
        ..DraftBlock::default()
    });
    draft.for_each_target_mut(from, |target| {
        if *target == to {
            *target = new;
        }
    });
    new
}

/// Copies that happen at once, one after the other: a copy waits until no other needs the
/// old value of its target, and a circle is broken with a fresh register.
fn in_sequence(mut copies: Vec<(Reg, Reg)>, mut fresh: impl FnMut() -> Reg) -> Vec<Op> {
    let mut moves = Vec::with_capacity(copies.len());
    copies.retain(|(d, a)| d != a);
    while !copies.is_empty() {
        let free = copies
            .iter()
            .position(|(d, _)| copies.iter().all(|(_, a)| a != d));
        match free {
            Some(index) => {
                let (d, a) = copies.swap_remove(index);
                moves.push(Op::Move { d, a });
            }
            None => {
                let saved = fresh();
                let d = copies[0].0;
                moves.push(Op::Move { d: saved, a: d });
                copies
                    .iter_mut()
                    .filter(|(_, a)| *a == d)
                    .for_each(|(_, a)| *a = saved);
            }
        }
    }
    moves
}

/// Makes every read of the undefined register one of a fresh undefined value just before it.
pub fn write_out_undefined(draft: &mut Draft) {
    for block in 0..draft.blocks.len() {
        let steps = std::mem::take(&mut draft.blocks[block].steps);
        let mut written = Vec::with_capacity(steps.len());
        for mut step in steps {
            if let Op::Move { d, a: UNDEFINED } = step.op {
                let w = draft.width(d);
                written.push(Step {
                    op: Op::Undefined { w, d },
                    ..step
                });
                continue;
            }
            let mut reads = false;
            operands::uses(&step.op, &draft.body, |reg| reads |= reg == UNDEFINED);
            if reads {
                let d = draft.fresh(64);
                written.push(Step {
                    op: Op::Undefined { w: 64, d },
                    ..step
                });
                operands::rewrite(&mut step.op, &mut draft.body, |reg, role| {
                    if !role.is_def() && *reg == UNDEFINED && role.len() > 0 {
                        *reg = d;
                    }
                });
            }
            written.push(step);
        }
        let mut reads = false;
        draft.end_operands(&draft.blocks[block].end, |reg, role| {
            reads |= !role.is_def() && reg == UNDEFINED && role.len() > 0;
        });
        if reads {
            let d = draft.fresh(64);
            let location = draft.blocks[block].end_location;
            written.push(Step {
                op: Op::Undefined { w: 64, d },
                location,
            });
            draft.rewrite_end(block as BlockIndex, |reg, role| {
                if !role.is_def() && *reg == UNDEFINED && role.len() > 0 {
                    *reg = d;
                }
            });
        }
        draft.blocks[block].steps = written;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_of_copies_takes_one_more_register() {
        let moves = in_sequence(vec![(1, 2), (2, 1), (3, 1)], || 9);
        let mut registers = [0, 10, 20, 30, 0, 0, 0, 0, 0, 0];
        for op in &moves {
            if let Op::Move { d, a } = *op {
                registers[d as usize] = registers[a as usize];
            }
        }
        assert_eq!(registers[1..4], [20, 10, 10]);
        assert_eq!(moves.len(), 4);
    }

    #[test]
    fn a_chain_of_copies_needs_no_register() {
        let moves = in_sequence(vec![(1, 2), (2, 3), (4, 4)], || unreachable!());
        assert_eq!(moves, [Op::Move { d: 1, a: 2 }, Op::Move { d: 2, a: 3 }]);
    }
}
