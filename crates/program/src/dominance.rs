//! Dominators and control dependence of drafts. Knows graphs only.

use crate::draft::{BlockIndex, Draft};

/// The immediate dominator of each node, by position in `order` (a reverse postorder that
/// starts at the root); the root's own is itself, that of an unreachable node is None.
pub fn immediate_dominators(order: &[u32], predecessors: &[Vec<u32>]) -> Vec<Option<u32>> {
    let mut position = vec![usize::MAX; predecessors.len()];
    for (i, &node) in order.iter().enumerate() {
        position[node as usize] = i;
    }
    let mut dominator: Vec<Option<u32>> = vec![None; predecessors.len()];
    dominator[order[0] as usize] = Some(order[0]);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in &order[1..] {
            let mut best: Option<u32> = None;
            for &from in &predecessors[node as usize] {
                if dominator[from as usize].is_none() {
                    continue;
                }
                best = Some(match best {
                    None => from,
                    Some(other) => {
                        let (mut a, mut b) = (from, other);
                        while a != b {
                            let up = |n: u32| dominator[n as usize].expect("a processed node");
                            match position[a as usize] > position[b as usize] {
                                true => a = up(a),
                                false => b = up(b),
                            }
                        }
                        a
                    }
                });
            }
            if best.is_some() && dominator[node as usize] != best {
                dominator[node as usize] = best;
                changed = true;
            }
        }
    }
    dominator
}

/// The blocks through which every way from the entry to a block leads.
pub struct Dominators {
    immediate: Vec<Option<BlockIndex>>,
}

impl Dominators {
    pub fn of(draft: &Draft) -> Dominators {
        let order = draft.reverse_postorder();
        Dominators {
            immediate: immediate_dominators(&order, &draft.predecessors()),
        }
    }

    pub fn dominates(&self, above: BlockIndex, below: BlockIndex) -> bool {
        let mut at = below;
        loop {
            if at == above {
                return true;
            }
            match self.immediate[at as usize] {
                Some(up) if up != at => at = up,
                _ => return false,
            }
        }
    }
}

/// On whose decisions it depends that a block runs.
pub struct ControlDependence {
    /// For each block the blocks whose ends decide whether it runs.
    pub deciders: Vec<Vec<BlockIndex>>,
    /// The first block that runs in any case after each; None: there is none.
    pub join: Vec<Option<BlockIndex>>,
    /// Blocks on circles without a way out, one for each circle.
    pub endless: Vec<BlockIndex>,
}

impl ControlDependence {
    pub fn of(draft: &Draft) -> ControlDependence {
        let count = draft.blocks.len();
        let exit = count as u32;
        let order = draft.reverse_postorder();
        let predecessors = draft.predecessors();
        let successors: Vec<Vec<u32>> = (0..exit)
            .map(|b| draft.successors(b))
            .chain([Vec::new()])
            .collect();
        let mut ends: Vec<u32> = order
            .iter()
            .copied()
            .filter(|b| successors[*b as usize].is_empty())
            .collect();
        let mut backwards = Backwards::new(count);
        ends.iter()
            .for_each(|&end| backwards.reach(end, &predecessors));
        let mut endless = Vec::new();
        // A circle without a way out is left from its last block, for this purpose.
        for &block in order.iter().rev() {
            if !backwards.seen[block as usize] {
                endless.push(block);
                ends.push(block);
                backwards.reach(block, &predecessors);
            }
        }
        let backwards = backwards.order_from(exit);
        let mut into: Vec<Vec<u32>> = successors;
        ends.iter().for_each(|&b| into[b as usize].push(exit));
        let immediate = immediate_dominators(&backwards, &into);
        let mut deciders = vec![Vec::new(); count];
        for &block in &order {
            if into[block as usize].len() < 2 {
                continue;
            }
            let stop = immediate[block as usize];
            for &target in &into[block as usize] {
                let mut at = target;
                while Some(at) != stop && at != exit {
                    if deciders[at as usize].last() != Some(&block) {
                        deciders[at as usize].push(block);
                    }
                    match immediate[at as usize] {
                        Some(up) => at = up,
                        None => break,
                    }
                }
            }
        }
        let join = immediate
            .iter()
            .take(count)
            .map(|join| join.filter(|j| *j != exit))
            .collect();
        ControlDependence {
            deciders,
            join,
            endless,
        }
    }
}

/// A walk through the reversed graph.
struct Backwards {
    postorder: Vec<u32>,
    seen: Vec<bool>,
}

impl Backwards {
    fn new(count: usize) -> Backwards {
        Backwards {
            postorder: Vec::with_capacity(count + 1),
            seen: vec![false; count],
        }
    }

    /// Goes on to everything that leads to `end`.
    fn reach(&mut self, end: u32, predecessors: &[Vec<u32>]) {
        if std::mem::replace(&mut self.seen[end as usize], true) {
            return;
        }
        let mut stack: Vec<(u32, usize)> = vec![(end, predecessors[end as usize].len())];
        while let Some((node, rest)) = stack.last_mut() {
            if *rest == 0 {
                self.postorder.push(*node);
                stack.pop();
                continue;
            }
            *rest -= 1;
            let next = predecessors[*node as usize][*rest];
            if !std::mem::replace(&mut self.seen[next as usize], true) {
                stack.push((next, predecessors[next as usize].len()));
            }
        }
    }

    /// What was reached, in reverse postorder, behind an `exit` to which all ends lead.
    fn order_from(self, exit: u32) -> Vec<u32> {
        let mut order = self.postorder;
        order.push(exit);
        order.reverse();
        order
    }
}
