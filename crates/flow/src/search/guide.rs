//! What directs a search over tuples: the least that is left for the tasks (TA), how near the
//! property is to its trap (section 3.2), and both.

use trailhound_search::{Edge, Graph, Guide, PastStep, Rank, Ranked};

use crate::automaton::Dfa;
use crate::tuples::{JointStates, Tuple};

/// A graph of tuples that knows the one that it generated last.
pub trait Tuples: Graph {
    fn joints(&self) -> &JointStates;
    fn last_target(&self) -> Tuple;
}

/// The evaluation functions of the paper. All are used with best-first search, where the
/// length of the first path to a tuple is its g.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// BF_TA: h
    Ta,
    /// WA_TA: g + w h
    WeightedTa(u32),
    /// BF_trap
    Trap,
    /// BF_trap + WA_TA: the trap first, WA_TA between equals
    TrapThenTa(u32),
}

pub struct TupleGuide {
    evaluation: Evaluation,
    /// By state of the property.
    trap: Vec<i64>,
    depth: u32,
}

/// A node is two halves, of which a task that shares it counts one.
const NODE: i64 = 2;
/// A unit of the trap metric, which has fractions.
const UNIT: i64 = 5040;
/// The metric of states from which the trap cannot be reached.
const NO_TRAP: i64 = i64::MAX;

impl TupleGuide {
    pub fn new(evaluation: Evaluation, rule: &Dfa) -> TupleGuide {
        TupleGuide {
            evaluation,
            trap: trap_metric(rule),
            depth: 0,
        }
    }
}

/// How near each state is to the trap: the number of transitions that lead there directly
/// counts as 1 + 1/n, otherwise the shortest distance does.
fn trap_metric(rule: &Dfa) -> Vec<i64> {
    let Some(trap) = rule.trap() else {
        return vec![NO_TRAP; rule.len()];
    };
    let distances = rule.distances(|state| state == trap);
    let metric = (0..)
        .zip(distances)
        .map(|(state, distance)| match distance {
            None => NO_TRAP,
            Some(1) => {
                let direct = rule.row(state).iter().filter(|&&next| next == trap).count();
                UNIT + UNIT / direct as i64
            }
            Some(distance) => UNIT * i64::from(distance),
        });
    metric.collect()
}

impl<G: Tuples> Guide<G> for TupleGuide {
    fn arrive(&mut self, _: &mut G, _: &[u32], past: &mut dyn Iterator<Item = PastStep>) {
        self.depth = past.next().map_or(0, |step| step.note);
    }

    fn rank(&mut self, graph: &mut G, _: &[u32], _: Edge, _: &[(u32, u32)]) -> Ranked {
        let joint = graph.last_target().joint;
        let left = graph.joints().estimate(joint);
        let note = self.depth + 1;
        let weighted = |weight: u32| NODE * i64::from(note) + i64::from(weight) * left;
        let trap = || self.trap[graph.joints().property(joint) as usize];
        let (first, second) = match self.evaluation {
            Evaluation::Ta => (left, 0),
            Evaluation::WeightedTa(weight) => (weighted(weight), 0),
            Evaluation::Trap => (trap(), 0),
            Evaluation::TrapThenTa(weight) => (trap(), weighted(weight)),
        };
        Ranked {
            rank: Rank { first, second },
            note,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States with two edges into the trap, with one, and with none, by the rule of section 3.2.
    #[test]
    fn the_trap_metric() {
        let trap = 3;
        let next = vec![
            1, 2, 0, // 0: no edge to the trap, one step from those with
            trap, trap, 0, // 1: two edges
            trap, 0, 0, // 2: one edge
            trap, trap, trap,
        ];
        let rule = Dfa::new(3, 0, vec![true, true, true, false], next);
        assert_eq!(trap_metric(&rule), [2 * UNIT, UNIT + UNIT / 2, 2 * UNIT, 0]);
        let safe = Dfa::new(1, 0, vec![true], vec![0]);
        assert_eq!(trap_metric(&safe), [NO_TRAP]);
    }
}
