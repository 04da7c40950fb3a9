//! The order in which blocks are written: each followed by one of its successors where
//! possible, loops in one piece with their test at the end, so that few jumps run.

use crate::draft::{BlockIndex, Draft, End};

/// How many loops a block is in, roughly: back edges that span it in reverse postorder.
pub fn loop_depths(draft: &Draft) -> Vec<u32> {
    let order = draft.reverse_postorder();
    let mut position = vec![usize::MAX; draft.blocks.len()];
    for (i, &b) in order.iter().enumerate() {
        position[b as usize] = i;
    }
    let mut change = vec![0i32; order.len() + 1];
    for (i, &b) in order.iter().enumerate() {
        for target in draft.successors(b) {
            if position[target as usize] <= i {
                change[position[target as usize]] += 1;
                change[i + 1] -= 1;
            }
        }
    }
    let mut depths = vec![0; draft.blocks.len()];
    let mut depth = 0;
    for (i, &b) in order.iter().enumerate() {
        depth += change[i];
        depths[b as usize] = depth.max(0) as u32;
    }
    depths
}

/// The reachable blocks as they are to be written; the entry comes first.
pub fn order(draft: &Draft) -> Vec<BlockIndex> {
    let depths = loop_depths(draft);
    let starts = draft.reverse_postorder();
    let rotated = rotatable(draft, &starts);
    let mut placed = vec![false; draft.blocks.len()];
    let mut order = Vec::with_capacity(starts.len());
    for &start in &starts {
        let mut at = Some(start);
        while let Some(mut block) = at.filter(|b| !placed[*b as usize]) {
            // Enter a loop by its body: the test follows where the body ends.
            if block != 0
                && let Some((body, latch)) = rotated[block as usize]
                && !placed[body as usize]
                && order.last() != Some(&latch)
            {
                block = body;
            }
            placed[block as usize] = true;
            order.push(block);
            let deepest = |a: BlockIndex, b: BlockIndex| {
                let mut free = [a, b].into_iter().filter(|b| !placed[*b as usize]);
                let first = free.next()?;
                let second = free.next().unwrap_or(first);
                Some(if depths[second as usize] > depths[first as usize] {
                    second
                } else {
                    first
                })
            };
            at = match draft.blocks[block as usize].end {
                End::Jump(to) => Some(to),
                End::Branch {
                    then, otherwise, ..
                }
                | End::Compare {
                    then, otherwise, ..
                } => deepest(otherwise, then),
                End::Invoke { normal, .. } => Some(normal),
                _ => None,
            };
        }
    }
    order
}

/// Loops that test at the top and jump back at the bottom: for the header of such a loop
/// the first block of its body, and the block that jumps back.
fn rotatable(draft: &Draft, order: &[BlockIndex]) -> Vec<Option<(BlockIndex, BlockIndex)>> {
    let mut position = vec![usize::MAX; draft.blocks.len()];
    for (i, &b) in order.iter().enumerate() {
        position[b as usize] = i;
    }
    let predecessors = draft.predecessors();
    let mut found = vec![None; draft.blocks.len()];
    for &header in order {
        let (End::Branch {
            then, otherwise, ..
        }
        | End::Compare {
            then, otherwise, ..
        }) = draft.blocks[header as usize].end
        else {
            continue;
        };
        let at = position[header as usize];
        let mut latches = predecessors[header as usize]
            .iter()
            .copied()
            .filter(|from| (at + 1..order.len()).contains(&position[*from as usize]));
        let Some(latch) = latches.next() else {
            continue;
        };
        if latches.next().is_some() || !matches!(draft.blocks[latch as usize].end, End::Jump(_)) {
            continue;
        }
        let inside = members(header, latch, &predecessors);
        found[header as usize] = match (inside[then as usize], inside[otherwise as usize]) {
            (true, false) => Some((then, latch)),
            (false, true) => Some((otherwise, latch)),
            _ => None,
        };
    }
    found
}

/// The blocks of the loop from `header` to `latch`.
fn members(header: BlockIndex, latch: BlockIndex, predecessors: &[Vec<BlockIndex>]) -> Vec<bool> {
    let mut inside = vec![false; predecessors.len()];
    inside[header as usize] = true;
    let mut work = vec![latch];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut inside[block as usize], true) {
            work.extend(&predecessors[block as usize]);
        }
    }
    inside
}
