//! A search that meets a limit says so, and never claims to have seen everything.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::graphs::{Explicit, STRONG, Truth, arrow, limited};
use trailhound_search::{
    Budget, End, Engine, LimitKind, Limits, Monitor, Options, Stats, Stop, Unguided, Unwatched, run,
};

const STORING: [Engine; 7] = [
    Engine::Dfs,
    Engine::Bfs,
    Engine::Iddfs,
    Engine::BestFirst,
    Engine::Greedy,
    Engine::Astar,
    Engine::WeightedAstar { thousandths: 3000 },
];

/// A binary tree of choices, too large to be explored.
struct Endless;

impl trailhound_search::Graph for Endless {
    trailhound_search::without!(meetings, circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, trailhound_search::Finding> {
        Ok(vec![1, 0])
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<trailhound_search::Edge> {
        changes.clear();
        if from > 1 {
            return None;
        }
        changes.push((0, state[0].wrapping_mul(2).wrapping_add(from)));
        changes.push((1, state[1] + 1));
        Some(trailhound_search::Edge {
            choice: from,
            kind: trailhound_search::EdgeKind::Step,
            stutters: false,
        })
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<trailhound_search::Finding> {
        None
    }

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<Stop> {
        None
    }
}

/// A graph of few states that is given up when a state is looked at or left, or at an edge.
struct GivenUp {
    graph: Explicit,
    /// What may still be asked of it.
    left: u32,
}

impl GivenUp {
    fn spend(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}

impl trailhound_search::Graph for GivenUp {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, trailhound_search::Finding> {
        self.graph.initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<trailhound_search::Edge> {
        self.spend();
        match self.stopped() {
            Some(stop) => Some(trailhound_search::Edge::abandoned(stop)),
            None => self.graph.successor(state, from, changes),
        }
    }

    fn meet(&mut self, _: &[u32]) -> Option<trailhound_search::Finding> {
        self.spend();
        None
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<trailhound_search::Finding> {
        self.spend();
        None
    }

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<Stop> {
        (self.left == 0).then_some(Stop::Time)
    }
}

#[test]
fn a_graph_that_was_given_up_is_never_exhausted() {
    let states = 5;
    let mut exhausted = 0;
    for engine in Engine::ALL {
        for left in 1..100 {
            let arrows = (0..states).map(|node| match node + 1 < states {
                true => vec![arrow(0, node + 1), arrow(1, 0)],
                false => Vec::new(),
            });
            let mut graph = GivenUp {
                graph: Explicit::new(arrows.collect()),
                left,
            };
            let options = limited(Limits {
                walks: Some(3),
                ..Limits::default()
            });
            let outcome = run(engine, &mut graph, &mut Unguided, &options, &mut Unwatched);
            assert_eq!(outcome.finding, None);
            match trailhound_search::Graph::stopped(&graph) {
                Some(_) => assert_ne!(outcome.end, End::Exhausted, "{engine}, {left}"),
                None => exhausted += u32::from(outcome.end == End::Exhausted),
            }
        }
    }
    assert!(exhausted > 0, "some searches come to their end");
}

#[test]
fn the_budget_of_the_command_ends_searches() {
    for engine in Engine::ALL {
        let limits = Limits {
            budget: Budget::default().at_most(Duration::from_millis(20)),
            ..Limits::default()
        };
        assert_eq!(
            end(engine, limits).0,
            End::Limit(LimitKind::Time),
            "{engine}"
        );
    }
}

fn end(engine: Engine, limits: Limits) -> (End, Stats) {
    let outcome = run(
        engine,
        &mut Endless,
        &mut Unguided,
        &limited(limits),
        &mut Unwatched,
    );
    (outcome.end, outcome.stats)
}

#[test]
fn states() {
    for engine in Engine::ALL {
        let limits = Limits {
            states: Some(1000),
            ..Limits::default()
        };
        let (end, stats) = end(engine, limits);
        assert_eq!(end, End::Limit(LimitKind::States), "{engine}");
        let counted = match engine {
            Engine::Random => stats.states_generated,
            _ => stats.states_stored,
        };
        assert_eq!(counted, 1000, "{engine}");
    }
}

#[test]
fn a_limit_of_states_that_suffices_is_no_limit() {
    for seed in 0..50 {
        let mut graph = Explicit::random(seed, 100, 0);
        let states = Truth::of(&graph).states;
        for engine in STORING {
            for (limit, expected) in [
                (states, End::Exhausted),
                (states - 1, End::Limit(LimitKind::States)),
            ] {
                let options = limited(Limits {
                    states: Some(limit),
                    ..Limits::default()
                });
                let outcome = run(engine, &mut graph, &mut Unguided, &options, &mut Unwatched);
                assert_eq!(outcome.end, expected, "{engine} on {seed}");
            }
        }
    }
}

#[test]
fn depth() {
    for engine in Engine::ALL {
        let limits = Limits {
            depth: Some(9),
            walks: Some(20),
            ..Limits::default()
        };
        let (end, stats) = end(engine, limits);
        let kind = match engine {
            Engine::Random => LimitKind::Walks,
            _ => LimitKind::Depth,
        };
        assert_eq!(end, End::Limit(kind), "{engine}");
        assert_eq!(stats.depth, 9, "{engine}");
        if engine != Engine::Random {
            assert_eq!(stats.states_stored, (1 << 10) - 1, "{engine}");
        }
    }
}

#[test]
fn a_trail_as_long_as_the_limit_is_found_and_no_longer_one() {
    let mut arrows: Vec<_> = (1..10).map(|next| vec![arrow(0, next)]).collect();
    arrows.push(Vec::new());
    let mut by_state = Explicit::new(arrows.clone());
    by_state.verdicts[7] = Some(STRONG);
    let mut by_edge = Explicit::new(arrows);
    by_edge.arrows[6][0].to = Err(STRONG);
    for engine in STORING {
        for graph in [&mut by_state, &mut by_edge] {
            for depth in 0..12 {
                let options = limited(Limits {
                    depth: Some(depth),
                    ..Limits::default()
                });
                let outcome = run(engine, graph, &mut Unguided, &options, &mut Unwatched);
                let expected = match depth {
                    0..7 => End::Limit(LimitKind::Depth),
                    _ => End::Found,
                };
                assert_eq!(outcome.end, expected, "{engine} to {depth}");
            }
        }
    }
}

#[test]
fn a_depth_that_reaches_the_last_dead_end_is_exhaustive() {
    let mut arrows: Vec<_> = (1..10).map(|next| vec![arrow(0, next)]).collect();
    arrows.push(Vec::new());
    let mut graph = Explicit::new(arrows);
    for engine in STORING {
        for (depth, expected) in [
            (9, End::Exhausted),
            (8, End::Limit(LimitKind::Depth)),
            (0, End::Limit(LimitKind::Depth)),
        ] {
            let options = limited(Limits {
                depth: Some(depth),
                ..Limits::default()
            });
            let outcome = run(engine, &mut graph, &mut Unguided, &options, &mut Unwatched);
            assert_eq!(outcome.end, expected, "{engine} to {depth}");
        }
    }
}

#[test]
fn a_cut_search_never_claims_more_than_it_saw() {
    for seed in 0..200 {
        let mut graph = Explicit::random(seed, 80, 0);
        let truth = Truth::of(&graph);
        for engine in STORING {
            for depth in 0..12 {
                let options = limited(Limits {
                    depth: Some(depth),
                    ..Limits::default()
                });
                let outcome = run(engine, &mut graph, &mut Unguided, &options, &mut Unwatched);
                if outcome.end == End::Exhausted {
                    assert_eq!(
                        outcome.stats.states_expanded.min(truth.states),
                        truth.states
                    );
                    assert_eq!(outcome.stats.states_stored, truth.states);
                } else {
                    assert_eq!(outcome.end, End::Limit(LimitKind::Depth));
                }
            }
        }
    }
}

#[test]
fn time() {
    for engine in Engine::ALL {
        let limits = Limits {
            time: Some(Duration::from_millis(30)),
            ..Limits::default()
        };
        let (end, stats) = end(engine, limits);
        assert_eq!(end, End::Limit(LimitKind::Time), "{engine}");
        assert!(stats.seconds < 5.0, "{engine} took {} s", stats.seconds);
    }
}

#[test]
fn memory() {
    for engine in STORING {
        let limits = Limits {
            memory_bytes: Some(8 << 20),
            ..Limits::default()
        };
        let (end, stats) = end(engine, limits);
        assert_eq!(end, End::Limit(LimitKind::Memory), "{engine}");
        assert!(stats.store_bytes < 32 << 20, "{engine}");
    }
}

/// Says stop at the third look.
struct Impatient(u32);

impl Monitor for Impatient {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        assert!(stats.transitions > 0);
        self.0 += 1;
        match self.0 {
            3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn the_monitor_can_interrupt() {
    for engine in Engine::ALL {
        let mut monitor = Impatient(0);
        let outcome = run(
            engine,
            &mut Endless,
            &mut Unguided,
            &Options::default(),
            &mut monitor,
        );
        assert_eq!(outcome.end, End::Interrupted, "{engine}");
        assert_eq!(monitor.0, 3);
    }
}

/// Counts how often it is asked.
struct Counting(u64);

impl Monitor for Counting {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// A look costs as much as many steps.
#[test]
fn few_steps_are_followed_by_a_look() {
    for engine in STORING {
        let options = limited(Limits {
            states: Some(20_000),
            ..Limits::default()
        });
        let mut monitor = Counting(0);
        let outcome = run(engine, &mut Endless, &mut Unguided, &options, &mut monitor);
        let edges = outcome.stats.transitions;
        let looks = monitor.0;
        assert!(looks * 20 < edges, "{engine}: {looks} looks, {edges} edges");
    }
}
