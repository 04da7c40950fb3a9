//! The engines against a plain exploration, on random graphs.

use std::cell::Cell;
use std::collections::HashSet;

use crate::graphs::{Explicit, STRONG, Truth, WEAK, arrow, check_trail, stop_at, timeless};
use trailhound_search::{
    Edge, End, Engine, Finding, Graph, Limits, Options, Outcome, Unguided, Unwatched, Weight, run,
};

const EXHAUSTIVE: [Engine; 7] = [
    Engine::Dfs,
    Engine::Bfs,
    Engine::Iddfs,
    Engine::BestFirst,
    Engine::Greedy,
    Engine::Astar,
    Engine::WeightedAstar { thousandths: 3000 },
];

/// Whether the trails of an engine are shortest ones, when no guide leads it astray.
fn shortest_of(engine: Engine) -> bool {
    matches!(engine, Engine::Bfs | Engine::Iddfs | Engine::Astar)
}

fn explore(engine: Engine, graph: &mut Explicit, options: &Options) -> Outcome {
    run(engine, graph, &mut Unguided, options, &mut Unwatched)
}

#[test]
fn without_findings_every_state_and_edge_is_visited() {
    for seed in 0..300 {
        let mut graph = Explicit::random(seed, 1 + (seed as u32 * 7) % 400, 0);
        let truth = Truth::of(&graph);
        for engine in EXHAUSTIVE {
            let outcome = explore(engine, &mut graph, &Options::default());
            assert_eq!(outcome.end, End::Exhausted, "{engine} on {seed}");
            assert_eq!(outcome.finding, None, "{engine} on {seed}");
            let stats = outcome.stats;
            assert_eq!(stats.states_stored, truth.states, "{engine} on {seed}");
            assert_eq!(
                stats.states_generated,
                stats.states_stored + stats.revisited
            );
            if engine != Engine::Iddfs {
                assert_eq!(stats.states_expanded, truth.states, "{engine} on {seed}");
                assert_eq!(stats.transitions, truth.transitions, "{engine} on {seed}");
            }
            if engine == Engine::Bfs {
                assert_eq!(stats.depth, truth.depth, "{engine} on {seed}");
            }
        }
    }
}

#[test]
fn the_first_finding_of_any_weight_ends_the_search() {
    for seed in 0..400 {
        let mut graph = Explicit::random(seed, 150, 12);
        let truth = Truth::of(&graph);
        let shortest = match (truth.weak, truth.strong) {
            (Some(weak), Some(strong)) => Some(weak.min(strong)),
            (weak, strong) => weak.or(strong),
        };
        for engine in EXHAUSTIVE {
            let outcome = explore(engine, &mut graph, &stop_at(Weight::Weak));
            assert_eq!(
                outcome.finding.is_some(),
                shortest.is_some(),
                "{engine} on {seed}"
            );
            let Some(found) = outcome.finding else {
                assert_eq!(outcome.end, End::Exhausted);
                continue;
            };
            assert_eq!(outcome.end, End::Found);
            check_trail(&mut graph, &found);
            if shortest_of(engine) && found.finding.weight == Weight::Weak {
                assert_eq!(Some(found.choices.len()), shortest, "{engine} on {seed}");
            }
        }
    }
}

#[test]
fn a_strong_finding_is_preferred_when_asked_for() {
    for seed in 0..400 {
        let mut graph = Explicit::random(seed, 150, 8);
        let truth = Truth::of(&graph);
        for engine in EXHAUSTIVE {
            let outcome = explore(engine, &mut graph, &stop_at(Weight::Strong));
            let (end, best) = match (truth.strong, truth.weak) {
                (Some(length), _) => (End::Found, Some((STRONG, length))),
                (None, Some(length)) => (End::Exhausted, Some((WEAK, length))),
                (None, None) => (End::Exhausted, None),
            };
            assert_eq!(outcome.end, end, "{engine} on {seed}");
            let finding = outcome.finding.as_ref().map(|found| found.finding);
            assert_eq!(
                finding,
                best.map(|(finding, _)| finding),
                "{engine} on {seed}"
            );
            if let (Some(found), Some((_, length))) = (outcome.finding, best) {
                check_trail(&mut graph, &found);
                if shortest_of(engine) {
                    assert_eq!(found.choices.len(), length, "{engine} on {seed}");
                }
            }
        }
    }
}

#[test]
fn random_walks_find_what_is_there_and_their_trails_replay() {
    let mut hits = 0;
    for seed in 0..200 {
        let mut graph = Explicit::random(seed, 60, 20);
        let truth = Truth::of(&graph);
        let options = Options {
            limits: Limits {
                walks: Some(200),
                depth: Some(100),
                ..Limits::default()
            },
            seed,
            ..Options::default()
        };
        let outcome = explore(Engine::Random, &mut graph, &options);
        if let Some(found) = outcome.finding {
            assert!(truth.weak.is_some() || truth.strong.is_some());
            check_trail(&mut graph, &found);
            hits += 1;
        }
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn a_random_walk_is_exhaustive_on_a_single_path_only() {
    let line = |length: u32| {
        let steps = (1..length).map(|next| vec![arrow(5, next)]);
        steps.chain([Vec::new()]).collect::<Vec<_>>()
    };
    let mut path = Explicit::new(line(40));
    let outcome = explore(Engine::Random, &mut path, &Options::default());
    assert_eq!(outcome.end, End::Exhausted);
    assert_eq!(outcome.stats.depth, 39);

    let mut arrows = line(40);
    arrows[3].push(arrow(9, 4));
    let mut forked = Explicit::new(arrows);
    let options = Options {
        limits: Limits {
            walks: Some(10),
            ..Limits::default()
        },
        ..Options::default()
    };
    let outcome = explore(Engine::Random, &mut forked, &options);
    assert!(matches!(outcome.end, End::Limit(_)));
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for seed in 0..40 {
        for engine in Engine::ALL {
            let mut graph = Explicit::random(seed, 200, 5);
            let options = Options {
                seed: 99,
                limits: Limits {
                    walks: Some(50),
                    ..Limits::default()
                },
                ..Options::default()
            };
            let once = timeless(explore(engine, &mut graph.clone(), &options));
            let again = timeless(explore(engine, &mut graph, &options));
            assert_eq!(once, again, "{engine} on {seed}");
        }
    }
}

/// A graph that knows its states again.
struct Mindful {
    graph: Explicit,
    last: Option<u32>,
    remembered: HashSet<u32>,
    recognised: Cell<u64>,
}

impl Graph for Mindful {
    trailhound_search::without!(meetings, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.graph.initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let edge = self.graph.successor(state, from, changes)?;
        let arrows = &self.graph.arrows[Explicit::node(state) as usize];
        let arrow = arrows.iter().find(|arrow| arrow.choice == edge.choice);
        self.last = arrow.and_then(|arrow| arrow.to.ok());
        Some(edge)
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        self.graph.inspect(state, successors)
    }

    fn visit_circle(&mut self, state: &[u32]) -> std::ops::ControlFlow<()> {
        self.graph.visit_circle(state)
    }

    fn has_optional_steps(&self) -> bool {
        false
    }

    fn is_optional(&mut self, _: &[u32], _: u32) -> bool {
        false
    }

    fn judge_circle(&mut self) -> Option<Finding> {
        self.graph.judge_circle()
    }

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<trailhound_search::Stop> {
        None
    }

    fn remember(&mut self) {
        self.remembered.extend(self.last);
    }

    fn remembers(&self) -> bool {
        let is_known = self
            .last
            .is_some_and(|node| self.remembered.contains(&node));
        self.recognised.update(|count| count + u64::from(is_known));
        is_known
    }
}

/// A graph that remembers saves the search some work, and changes nothing else: neither with
/// a limit of depth, nor where livelocks are looked for.
#[test]
fn what_a_graph_remembers_changes_nothing() {
    let mut recognised = 0;
    for seed in 0..300 {
        let graph = Explicit::random(seed, 150, seed % 10);
        let options = Options {
            limits: Limits {
                depth: seed.is_multiple_of(3).then_some(seed as u32 % 20),
                ..Limits::default()
            },
            livelocks: seed.is_multiple_of(7),
            ..stop_at(Weight::Strong)
        };
        for engine in EXHAUSTIVE {
            let plain = explore(engine, &mut graph.clone(), &options);
            let mut mindful = Mindful {
                graph: graph.clone(),
                last: None,
                remembered: HashSet::new(),
                recognised: Cell::new(0),
            };
            let outcome = run(
                engine,
                &mut mindful,
                &mut Unguided,
                &options,
                &mut Unwatched,
            );
            recognised += mindful.recognised.get();
            assert_eq!(timeless(outcome), timeless(plain), "{engine} on {seed}");
        }
    }
    assert!(recognised > 10_000, "{recognised}");
}

#[test]
fn states_with_many_edges_and_large_choices_are_counted_right() {
    // `inspect` of these graphs compares the count with the truth.
    let targets = 700;
    let mut arrows = vec![Vec::new(); targets + 1];
    arrows[0] = (1..=targets as u32)
        .map(|to| arrow(to * 6_000_000, to))
        .collect();
    for (node, edges) in arrows.iter_mut().enumerate().skip(1) {
        *edges = vec![arrow(u32::MAX, (node as u32 + 1) % targets as u32)];
    }
    let mut graph = Explicit::new(arrows);
    for engine in EXHAUSTIVE {
        let outcome = explore(engine, &mut graph, &Options::default());
        assert_eq!(outcome.end, End::Exhausted);
        assert_eq!(outcome.stats.states_stored, targets as u64 + 1);
    }
}

/// A program that fails before the first choice.
struct Stillborn(Weight);

impl Graph for Stillborn {
    trailhound_search::without!(meetings, circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Err(Finding {
            weight: self.0,
            id: 42,
        })
    }

    fn successor(&mut self, _: &[u32], _: u32, _: &mut Vec<(u32, u32)>) -> Option<Edge> {
        unreachable!("there is no state")
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        unreachable!("there is no state")
    }

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<trailhound_search::Stop> {
        None
    }
}

#[test]
fn an_error_before_the_first_choice_has_an_empty_trail() {
    for engine in Engine::ALL {
        for weight in [Weight::Weak, Weight::Strong] {
            let options = stop_at(Weight::Strong);
            let outcome = run(
                engine,
                &mut Stillborn(weight),
                &mut Unguided,
                &options,
                &mut Unwatched,
            );
            let found = outcome.finding.expect("the error is found");
            assert_eq!((found.finding.id, found.choices.len()), (42, 0));
            let end = match weight {
                Weight::Weak => End::Exhausted,
                Weight::Strong => End::Found,
            };
            assert_eq!(outcome.end, end);
        }
    }
}

#[test]
fn engines_are_known_by_name() {
    for engine in Engine::ALL {
        assert_eq!(engine.to_string().parse(), Ok(engine));
    }
    assert!("dsf".parse::<Engine>().is_err());
}
