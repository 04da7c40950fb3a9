//! Drops what nothing reads, and makes branches on comparisons one operation. Does not
//! look at what values are.

use crate::code::{Op, Reg};
use crate::draft::{BlockIndex, Draft, End};
use crate::operands::{self, is_pure};

/// Drops pure operations and phis that nothing live reads.
pub fn remove_dead(draft: &mut Draft) {
    let live = live_registers(draft);
    let Draft { blocks, body, .. } = draft;
    for block in blocks {
        block.phis.retain(|phi| live[phi.d as usize]);
        block.steps.retain(|step| {
            if !is_pure(&step.op) {
                return true;
            }
            let mut read = false;
            operands::definitions(&step.op, body, |d| read |= live[d as usize]);
            read
        });
    }
}

/// The registers that something with an effect reads, directly or through pure operations.
fn live_registers(draft: &Draft) -> Vec<bool> {
    let mut live = vec![false; draft.registers.len()];
    let mut writer: Vec<Option<(BlockIndex, u32)>> = vec![None; draft.registers.len()];
    let mut phi_of: Vec<Option<(BlockIndex, u32)>> = vec![None; draft.registers.len()];
    let mut work: Vec<Reg> = Vec::new();
    for (b, block) in draft.blocks.iter().enumerate() {
        let b = b as BlockIndex;
        for (i, phi) in block.phis.iter().enumerate() {
            phi_of[phi.d as usize] = Some((b, i as u32));
        }
        for (i, step) in block.steps.iter().enumerate() {
            if is_pure(&step.op) {
                operands::operands(&step.op, &draft.body, |reg, role| {
                    if role.is_def() {
                        (reg..reg + role.len())
                            .for_each(|d| writer[d as usize] = Some((b, i as u32)));
                    }
                });
            } else {
                operands::uses(&step.op, &draft.body, |reg| work.push(reg));
            }
        }
        draft.end_operands(&block.end, |reg, role| {
            if !role.is_def() {
                work.extend(reg..reg + role.len());
            }
        });
    }
    while let Some(reg) = work.pop() {
        if std::mem::replace(&mut live[reg as usize], true) {
            continue;
        }
        if let Some((b, i)) = phi_of[reg as usize] {
            let phi = &draft.blocks[b as usize].phis[i as usize];
            work.extend(phi.incoming.iter().map(|(_, reg)| *reg));
        }
        // The gathering of values into a row writes one register each: all are kept apart.
        if let Some((b, i)) = writer[reg as usize] {
            let step = &draft.blocks[b as usize].steps[i as usize];
            operands::uses(&step.op, &draft.body, |reg| work.push(reg));
        }
    }
    live
}

/// Turns a branch on a comparison that nothing else reads into one operation.
pub fn fuse_comparisons(draft: &mut Draft) {
    let mut reads = vec![0u32; draft.registers.len()];
    for block in &draft.blocks {
        for phi in &block.phis {
            phi.incoming
                .iter()
                .for_each(|(_, reg)| reads[*reg as usize] += 1);
        }
        for step in &block.steps {
            operands::uses(&step.op, &draft.body, |reg| reads[reg as usize] += 1);
        }
        draft.end_operands(&block.end, |reg, role| {
            if !role.is_def() {
                (reg..reg + role.len()).for_each(|reg| reads[reg as usize] += 1);
            }
        });
    }
    for block in &mut draft.blocks {
        let End::Branch {
            condition,
            then,
            otherwise,
        } = block.end
        else {
            continue;
        };
        if reads[condition as usize] != 1 {
            continue;
        }
        let found = block
            .steps
            .iter()
            .rposition(|step| matches!(step.op, Op::Compare { d, .. } if d == condition));
        if let Some(index) = found {
            let step = block.steps.remove(index);
            if let Op::Compare {
                predicate, w, a, b, ..
            } = step.op
            {
                block.end = End::Compare {
                    predicate,
                    w,
                    a,
                    b,
                    then,
                    otherwise,
                };
            }
        }
    }
}
