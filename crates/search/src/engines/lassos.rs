//! Searches for lassos against the definition, on random graphs.

use trailhound_host::Stop;

use super::{Conditions, Cycles, Engine, lasso, run};
use crate::dice::Dice;
use crate::graph::{Edge, EdgeKind, Finding, Graph, Weight};
use crate::guide::Unguided;
use crate::options::{Limits, Options};
use crate::outcome::End;
use crate::watch::Unwatched;

/// States 1 to n; for each, targets with the conditions that the edges meet.
#[derive(Clone)]
struct Plain {
    edges: Vec<Vec<(u32, u64)>>,
    all: u64,
    met: u64,
}

impl Graph for Plain {
    crate::without!(meetings, circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(vec![1])
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let (target, met) = *self.edges[state[0] as usize - 1].get(from as usize)?;
        self.met = met;
        changes.clear();
        changes.push((0, target + 1));
        Some(Edge {
            choice: from,
            kind: EdgeKind::Step,
            stutters: false,
        })
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<Stop> {
        None
    }
}

impl Conditions for Plain {
    fn all_conditions(&self) -> u64 {
        self.all
    }

    fn conditions_met(&self) -> u64 {
        self.met
    }
}

impl Plain {
    fn reached(&self, from: usize) -> Vec<bool> {
        let mut seen = vec![false; self.edges.len()];
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            for &(target, _) in &self.edges[state] {
                if !std::mem::replace(&mut seen[target as usize], true) {
                    open.push(target as usize);
                }
            }
        }
        seen
    }

    /// By the definition: some state's component meets everything.
    fn has_lasso(&self) -> bool {
        let reached: Vec<Vec<bool>> = (0..self.edges.len()).map(|s| self.reached(s)).collect();
        (0..self.edges.len()).any(|state| {
            let inside = |other: usize| reached[state][other] && reached[other][state];
            let mut met = 0;
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, bits) in edges {
                    if inside(from) && inside(to as usize) {
                        met |= bits;
                    }
                }
            }
            let is_cyclic = reached[state][state];
            (state == 0 || reached[0][state]) && is_cyclic && met & self.all == self.all
        })
    }

    /// Where a path ends, and what it meets.
    fn follow(&self, mut at: usize, choices: &[u32]) -> (usize, u64) {
        let mut all = 0;
        for &choice in choices {
            let (target, met) = self.edges[at][choice as usize];
            at = target as usize;
            all |= met;
        }
        (at, all)
    }
}

fn random_graph(dice: &mut Dice, all: &[u64]) -> Plain {
    let states = 1 + dice.below(9);
    let edges = (0..states).map(|_| {
        let edges = (0..dice.below(4)).map(|_| {
            let met = (0..3).filter(|_| dice.below(5) == 0);
            let met = met.fold(0, |bits, bit| bits | 1 << bit);
            (dice.below(states), met)
        });
        edges.collect()
    });
    Plain {
        edges: edges.collect(),
        all: all[dice.below(all.len() as u32) as usize],
        met: 0,
    }
}

fn is_real(graph: &Plain, stem: &[u32], cycle: &[u32]) -> bool {
    let (start, _) = graph.follow(0, stem);
    let (end, met) = graph.follow(start, cycle);
    start == end && !cycle.is_empty() && met & graph.all == graph.all
}

#[test]
fn lassos_are_found_where_there_are_any() {
    let mut dice = Dice(7);
    let mut found = 0;
    let graphs = 3000;
    for _ in 0..graphs {
        let mut graph = random_graph(&mut dice, &[0b1, 0b11, 0b111]);
        let expected = graph.has_lasso();
        let (outcome, lasso) = lasso(&mut graph, &Options::default(), &mut Unwatched);
        assert_eq!(lasso.is_some(), expected);
        match lasso {
            None => assert_eq!(outcome.end, End::Exhausted),
            Some(lasso) => {
                found += 1;
                assert!(is_real(&graph, &lasso.stem, &lasso.cycle));
            }
        }
    }
    assert!(found > graphs / 10 && found < graphs * 9 / 10, "{found}");
}

#[test]
fn engines_find_lassos_or_say_that_they_may_have_missed_some() {
    let engines = [
        Engine::Bfs,
        Engine::BestFirst,
        Engine::Greedy,
        Engine::Astar,
    ];
    let options = Options {
        stop_at: Weight::Strong,
        ..Options::default()
    };
    let mut dice = Dice(11);
    let (mut found, mut missed) = (0, 0);
    let graphs = 1000;
    for _ in 0..graphs {
        let graph = random_graph(&mut dice, &[0b1, 0b1, 0b11, 0b111]);
        let expected = graph.has_lasso();
        for engine in engines {
            let mut cycles = Cycles::new(graph.clone(), Limits::default());
            let mut outcome = run(engine, &mut cycles, &mut Unguided, &options, &mut Unwatched);
            match cycles.take_lasso(&mut outcome) {
                Some(lasso) => {
                    found += 1;
                    assert!(is_real(&graph, &lasso.stem, &lasso.cycle), "{engine}");
                }
                None => {
                    assert_eq!(outcome.end, End::Exhausted);
                    missed += u32::from(expected);
                    assert_eq!(expected, expected && cycles.has_given_up(), "{engine}");
                    // One condition needs no luck in so small a graph.
                    assert!(!expected || graph.all != 1, "{engine}");
                }
            }
        }
    }
    let runs = graphs * engines.len() as u32;
    assert!(found > runs / 5 && found < runs * 4 / 5, "{found}");
    assert!(missed > 0 && missed < found, "{missed}");
}
