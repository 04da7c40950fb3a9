//! Directed engines: whatever the guide says, the verdict is that of a plain exploration,
//! and what it says decides the order.

use std::collections::HashMap;

use crate::graphs::{Explicit, STRONG, Truth, WEAK, arrow, check_trail, scramble, stop_at};
use trailhound_search::{
    Edge, End, Engine, Finding, Guide, LimitKind, Limits, Options, PastStep, Rank, Ranked,
    Unguided, Unwatched, Weight, run,
};

const DIRECTED: [Engine; 4] = [
    Engine::BestFirst,
    Engine::Greedy,
    Engine::Astar,
    Engine::WeightedAstar { thousandths: 2500 },
];

/// Ranks each node by a table.
struct Table {
    ranks: HashMap<u32, i64>,
    is_lower_bound: bool,
    /// The nodes that were expanded, in order.
    expanded: Vec<u32>,
}

impl Table {
    fn new(ranks: HashMap<u32, i64>) -> Table {
        Table {
            ranks,
            is_lower_bound: false,
            expanded: Vec::new(),
        }
    }

    /// Ranks without any sense.
    fn scrambled(graph: &Explicit, seed: u64) -> Table {
        let nodes = 0..graph.arrows.len() as u32;
        let rank = |node| scramble(seed << 32 | u64::from(node)) as i64 % 50;
        Table::new(nodes.map(|node| (node, rank(node))).collect())
    }

    /// Bounds on the distance to a finding of at least `weight`: some exact, some far too
    /// low, so that neighbours contradict each other.
    fn lower_bounds(graph: &Explicit, weight: Weight, seed: u64) -> Table {
        let counts = |finding: Finding| finding.weight >= weight;
        let nodes = graph.arrows.len() as u32;
        let mut distances: HashMap<u32, i64> = HashMap::new();
        for round in 0..=i64::from(nodes) {
            for node in 0..nodes {
                let arrows = &graph.arrows[node as usize];
                let is_error = graph.verdicts[node as usize].is_some_and(counts);
                let fails = arrows.iter().any(|arrow| arrow.to.is_err_and(counts));
                let leads = arrows
                    .iter()
                    .filter_map(|arrow| distances.get(&arrow.to.ok()?))
                    .any(|&distance| distance + 1 == round);
                if is_error && round == 0 || fails && round == 1 || leads {
                    distances.entry(node).or_insert(round);
                }
            }
        }
        let known = |(node, distance): (u32, i64)| {
            let roll = scramble(seed << 32 | u64::from(node));
            let bound = match roll % 3 {
                0 => distance,
                1 => 0,
                _ => (roll >> 8) as i64 % (distance + 1),
            };
            (node, bound)
        };
        let mut ranks: HashMap<u32, i64> = distances.into_iter().map(known).collect();
        for node in 0..nodes {
            // From these nothing is reached: any number is a bound.
            ranks.entry(node).or_insert(7);
        }
        Table {
            is_lower_bound: true,
            ..Table::new(ranks)
        }
    }
}

impl Guide<Explicit> for Table {
    fn arrive(&mut self, _: &mut Explicit, state: &[u32], _: &mut dyn Iterator<Item = PastStep>) {
        self.expanded.push(state[0]);
    }

    fn rank(&mut self, _: &mut Explicit, state: &[u32], _: Edge, changes: &[(u32, u32)]) -> Ranked {
        let node = changes.iter().rev().find(|change| change.0 == 0);
        let node = node.map_or(state[0], |change| change.1);
        let first = self.ranks[&node];
        Ranked {
            rank: Rank { first, second: 0 },
            note: 0,
        }
    }

    fn is_lower_bound(&self) -> bool {
        self.is_lower_bound
    }
}

#[test]
fn no_guide_changes_the_verdict() {
    for seed in 0..300 {
        let mut graph = Explicit::random(seed, 1 + (seed as u32 * 7) % 200, seed % 3 * 6);
        let truth = Truth::of(&graph);
        for engine in DIRECTED {
            let mut guide = Table::scrambled(&graph, seed);
            let options = stop_at(Weight::Strong);
            let outcome = run(engine, &mut graph, &mut guide, &options, &mut Unwatched);
            let (end, finding) = match (truth.strong, truth.weak) {
                (Some(_), _) => (End::Found, Some(STRONG)),
                (None, Some(_)) => (End::Exhausted, Some(WEAK)),
                (None, None) => (End::Exhausted, None),
            };
            assert_eq!(outcome.end, end, "{engine} on {seed}");
            let found = outcome.finding.as_ref().map(|found| found.finding);
            assert_eq!(found, finding, "{engine} on {seed}");
            if let Some(found) = &outcome.finding {
                check_trail(&mut graph, found);
            }
            if end == End::Exhausted {
                assert_eq!(
                    outcome.stats.states_stored, truth.states,
                    "{engine} on {seed}"
                );
            }
            if end == End::Exhausted && matches!(engine, Engine::BestFirst | Engine::Greedy) {
                assert_eq!(outcome.stats.states_expanded, truth.states);
                assert_eq!(outcome.stats.transitions, truth.transitions);
            }
        }
    }
}

#[test]
fn astar_with_lower_bounds_finds_what_breadth_first_search_finds() {
    let mut compared = 0;
    let mut saved = 0;
    for seed in 0..600 {
        let mut graph = Explicit::random(seed, 20 + seed as u32 % 180, 6);
        for weight in [Weight::Weak, Weight::Strong] {
            let options = stop_at(weight);
            let by_breadth = run(
                Engine::Bfs,
                &mut graph,
                &mut Unguided,
                &options,
                &mut Unwatched,
            );
            let mut guide = Table::lower_bounds(&graph, weight, seed);
            let directed = run(
                Engine::Astar,
                &mut graph,
                &mut guide,
                &options,
                &mut Unwatched,
            );
            assert_eq!(directed.end, by_breadth.end, "{seed}");
            assert_eq!(directed.finding.is_some(), by_breadth.finding.is_some());
            if let (Some(found), Some(shortest)) = (&directed.finding, &by_breadth.finding) {
                // Where any weight ends the search, a heavier one may come a step later.
                if found.finding.weight == weight && shortest.finding.weight == weight {
                    assert_eq!(found.choices.len(), shortest.choices.len(), "{seed}");
                    compared += 1;
                }
            }
            if let Some(found) = &directed.finding {
                check_trail(&mut graph, found);
            }
            saved +=
                by_breadth.stats.states_expanded as i64 - directed.stats.states_expanded as i64;
        }
    }
    assert!(compared > 150, "{compared}");
    assert!(saved > 0, "the bounds save something: {saved}");
}

#[test]
fn the_best_state_is_expanded_first_and_equals_depth_first() {
    // A tree: 0 -> 1 2 3, 1 -> 4 5, 3 -> 6.
    let mut arrows = vec![Vec::new(); 7];
    arrows[0] = vec![arrow(0, 1), arrow(1, 2), arrow(2, 3)];
    arrows[1] = vec![arrow(0, 4), arrow(1, 5)];
    arrows[3] = vec![arrow(0, 6)];
    let ranks = HashMap::from([(1, 5), (2, 5), (3, 4), (4, 1), (5, 9), (6, 5)]);
    let order = |engine| {
        let mut guide = Table::new(ranks.clone());
        let mut graph = Explicit::new(arrows.clone());
        run(
            engine,
            &mut graph,
            &mut guide,
            &Options::default(),
            &mut Unwatched,
        );
        guide.expanded
    };
    assert_eq!(order(Engine::BestFirst), [0, 3, 6, 1, 4, 2, 5]);
    assert_eq!(order(Engine::Greedy), [0, 3, 6, 1, 4, 5, 2]);
    // 3 has 1 + 4, then 1 and 2 have 1 + 5, then 4 has 2 + 1, and 6 has 2 + 5.
    assert_eq!(order(Engine::Astar), [0, 3, 1, 4, 2, 6, 5]);
}

#[test]
fn a_beam_that_dropped_a_state_decides_nothing() {
    let mut dropped = 0;
    for seed in 0..200 {
        let mut graph = Explicit::random(seed, 150, 0);
        let truth = Truth::of(&graph);
        for width in [1, 2, 5, 1000] {
            let mut guide = Table::scrambled(&graph, seed);
            let options = Options::default();
            let engine = Engine::Beam { width };
            let outcome = run(engine, &mut graph, &mut guide, &options, &mut Unwatched);
            match outcome.end {
                End::Exhausted => assert_eq!(outcome.stats.states_expanded, truth.states),
                end => {
                    assert_eq!(end, End::Limit(LimitKind::Width), "{seed}");
                    assert!(width < 1000);
                    dropped += 1;
                }
            }
        }
    }
    assert!(dropped > 100, "{dropped}");
}

/// Checks that the past it is shown leads to the state, and that its notes come back.
struct Historian;

impl Guide<Explicit> for Historian {
    fn arrive(
        &mut self,
        graph: &mut Explicit,
        state: &[u32],
        past: &mut dyn Iterator<Item = PastStep>,
    ) {
        let mut steps: Vec<PastStep> = past.collect();
        steps.reverse();
        let mut node = 0;
        for step in steps {
            assert_eq!(step.note, node ^ step.choice);
            let mut arrows = graph.arrows[node as usize].iter();
            let taken = arrows.find(|arrow| arrow.choice == step.choice);
            node = taken.expect("a past step").to.expect("it went on");
        }
        assert_eq!(node, state[0]);
    }

    fn rank(&mut self, _: &mut Explicit, state: &[u32], edge: Edge, _: &[(u32, u32)]) -> Ranked {
        let first = scramble(u64::from(state[0] ^ edge.choice)) as i64 % 20;
        Ranked {
            rank: Rank { first, second: 0 },
            note: state[0] ^ edge.choice,
        }
    }
}

#[test]
fn a_guide_is_shown_the_way_to_each_state() {
    for seed in 0..100 {
        let mut graph = Explicit::random(seed, 120, 0);
        for engine in DIRECTED {
            let options = Options {
                seed,
                limits: Limits {
                    depth: Some(60),
                    ..Limits::default()
                },
                ..Options::default()
            };
            run(engine, &mut graph, &mut Historian, &options, &mut Unwatched);
        }
    }
}

#[test]
fn a_guide_that_tells_nothing_apart_is_noticed() {
    let mut graph = Explicit::random(5, 100, 0);
    assert!(Truth::of(&graph).states > 10);
    for engine in DIRECTED {
        let options = Options::default();
        let outcome = run(engine, &mut graph, &mut Unguided, &options, &mut Unwatched);
        assert!(!outcome.effect.first && !outcome.effect.second);
        let mut guide = Table::scrambled(&graph, 1);
        let outcome = run(engine, &mut graph, &mut guide, &options, &mut Unwatched);
        assert!(outcome.effect.first && !outcome.effect.second);
    }
}
