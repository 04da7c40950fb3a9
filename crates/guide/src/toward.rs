//! Leads a search along a trail that is known already, to find a shorter one to the same
//! place (Edelkamp, Lluch Lafuente and Leue: Trail-directed Model Checking, 2001). It
//! compares words and does not know what they mean.

use rustc_hash::FxHashMap;
use trailhound_search::{Edge, EdgeKind, Graph, Guide, PastStep, Rank, Ranked, Replay};

/// Ranks a state by how much each part of it still has to change on the known path.
///
/// The parts are the slots that the caller names, those of the threads. A word of such a
/// part stands where it last stood on the known path, so that whatever the part did in
/// circles is not done again. The rank is near the number of steps that are left, but it is
/// no bound: one step may change several parts.
pub struct Toward {
    /// By slot and word: how often the slot changes after it last had this word.
    left: FxHashMap<(u32, u32), u32>,
    /// By slot: more than any of these.
    astray: FxHashMap<u32, u32>,
    at_start: u32,
    here: u32,
}

impl Toward {
    /// The end of the path that `choices` take through `graph`. `None` if they do not.
    pub fn end_of<G: Graph>(
        graph: &mut G,
        choices: &[u32],
        is_part: impl Fn(&G, u32) -> bool,
    ) -> Option<Toward> {
        let mut replay = Replay::start(graph).ok()?;
        let first = replay.state().to_vec();
        let mut words: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut before = first.clone();
        for &choice in choices {
            let edge = replay.step(graph, choice)?;
            if edge.kind != EdgeKind::Step {
                break;
            }
            let after = replay.state();
            for slot in 0..after.len().max(before.len()) {
                let word = |words: &[u32]| words.get(slot).copied().unwrap_or(0);
                let (old, new) = (word(&before), word(after));
                if old != new && is_part(graph, slot as u32) {
                    let words = words.entry(slot as u32).or_insert_with(|| vec![old]);
                    words.push(new);
                }
            }
            before.clear();
            before.extend_from_slice(after);
        }
        let mut toward = Toward {
            left: FxHashMap::default(),
            astray: FxHashMap::default(),
            at_start: 0,
            here: 0,
        };
        for (slot, words) in words {
            for (left, &word) in words.iter().rev().enumerate() {
                toward.left.entry((slot, word)).or_insert(left as u32);
            }
            toward.astray.insert(slot, words.len() as u32);
            toward.at_start += toward.left_of(slot, words[0]);
        }
        Some(toward)
    }

    fn left_of(&self, slot: u32, word: u32) -> u32 {
        let left = self.left.get(&(slot, word));
        *left.unwrap_or_else(|| self.astray.get(&slot).unwrap_or(&0))
    }
}

impl<G: Graph> Guide<G> for Toward {
    fn arrive(&mut self, _: &mut G, _: &[u32], past: &mut dyn Iterator<Item = PastStep>) {
        self.here = past.next().map_or(self.at_start, |step| step.note);
    }

    fn rank(&mut self, _: &mut G, state: &[u32], _: Edge, changes: &[(u32, u32)]) -> Ranked {
        let mut left = self.here;
        for (place, &(slot, word)) in changes.iter().enumerate() {
            let is_last = changes[place + 1..].iter().all(|later| later.0 != slot);
            if is_last && self.astray.contains_key(&slot) {
                let old = state.get(slot as usize).copied().unwrap_or(0);
                left = left + self.left_of(slot, word) - self.left_of(slot, old);
            }
        }
        // Of states that promise equally long trails, the one nearest to the end is best.
        Ranked {
            rank: Rank {
                first: i64::from(left),
                second: i64::from(left),
            },
            note: left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_search::{Engine, Finding, Options, Unwatched, Weight, run};

    /// Three counters; the second can be counted down as well. All at 5 is the error.
    struct Counters;

    impl Graph for Counters {
        trailhound_search::without!(meetings, circles, reduction);

        fn initial(&mut self) -> Result<Vec<u32>, Finding> {
            Ok(vec![1, 1, 1])
        }

        fn successor(
            &mut self,
            state: &[u32],
            from: u32,
            changes: &mut Vec<(u32, u32)>,
        ) -> Option<Edge> {
            changes.clear();
            let choice = (from..4).find(|&choice| match choice {
                3 => state[1] > 1,
                up => state[up as usize] < 9,
            })?;
            changes.push(match choice {
                3 => (1, state[1] - 1),
                up => (up, state[up as usize] + 1),
            });
            Some(Edge {
                choice,
                kind: EdgeKind::Step,
                stutters: false,
            })
        }

        fn inspect(&mut self, state: &[u32], _: u32) -> Option<Finding> {
            (state[..3] == [5, 5, 5]).then_some(Finding {
                weight: Weight::Strong,
                id: 1,
            })
        }

        fn bytes(&self) -> usize {
            0
        }

        fn stopped(&self) -> Option<trailhound_search::Stop> {
            None
        }
    }

    #[test]
    fn circles_are_cut_off() {
        let mut choices = vec![0, 0, 0, 0, 2, 2, 2, 2];
        for _ in 0..50 {
            choices.extend([1, 1, 3, 3]);
        }
        choices.extend([1, 1, 1, 1]);
        let mut toward = Toward::end_of(&mut Counters, &choices, |_, _| true).expect("a path");
        assert_eq!(toward.at_start, 12);
        let options = Options::default();
        let outcome = run(
            Engine::Astar,
            &mut Counters,
            &mut toward,
            &options,
            &mut Unwatched,
        );
        assert_eq!(outcome.finding.map(|found| found.choices.len()), Some(12));
        assert_eq!(outcome.stats.states_expanded, 13);
    }
}
