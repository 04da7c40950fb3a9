//! Searches by several threads against a plain exploration, on random graphs.

use crate::graphs::{Explicit, STRONG, Truth, WEAK, check_trail, limited, stop_at, stutter};
use trailhound_search::{
    End, Finding, Forked, LimitKind, Limits, Options, Order, Outcome, Threads, Unwatched, Weight,
    parallel,
};

impl Forked for Explicit {
    type View = Explicit;

    fn fork(&mut self) -> Explicit {
        self.clone()
    }

    fn join(&mut self, _: Explicit, finding: Option<Finding>) -> Option<Finding> {
        finding
    }
}

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::Any];

fn explore(order: Order, count: usize, graph: &mut Explicit, options: &Options) -> Outcome {
    let alone = 3;
    let threads = Threads { count, alone };
    parallel(order, threads, graph, options, &mut Unwatched)
}

fn with_livelocks(options: Options) -> Options {
    Options {
        livelocks: true,
        ..options
    }
}

#[test]
fn every_state_and_edge_is_visited_once() {
    for seed in 0..60 {
        let nodes = if seed < 4 {
            40_000
        } else {
            1 + seed as u32 * 31
        };
        let mut graph = Explicit::random(seed, nodes, 0);
        let truth = Truth::of(&graph);
        for order in ORDERS {
            for count in [1, 2, 4, 7] {
                let outcome = explore(order, count, &mut graph, &Options::default());
                let case = format!("{order:?} with {count} threads on {seed}");
                assert_eq!(outcome.end, End::Exhausted, "{case}");
                assert_eq!(outcome.finding, None, "{case}");
                let stats = outcome.stats;
                assert_eq!(stats.states_stored, truth.states, "{case}");
                assert_eq!(stats.states_expanded, truth.states, "{case}");
                assert_eq!(stats.transitions, truth.transitions, "{case}");
                assert_eq!(
                    stats.states_generated,
                    stats.states_stored + stats.revisited,
                    "{case}"
                );
                if order == Order::BreadthFirst {
                    assert_eq!(stats.depth, truth.depth, "{case}");
                }
            }
        }
    }
}

#[test]
fn the_strongest_error_is_found_and_breadth_first_the_nearest() {
    for seed in 0..150 {
        let mut graph = Explicit::random(seed, 400, 6);
        let truth = Truth::of(&graph);
        for order in ORDERS {
            let outcome = explore(order, 3, &mut graph, &stop_at(Weight::Strong));
            let (end, best) = match (truth.strong, truth.weak) {
                (Some(length), _) => (End::Found, Some((STRONG, length))),
                (None, Some(length)) => (End::Exhausted, Some((WEAK, length))),
                (None, None) => (End::Exhausted, None),
            };
            assert_eq!(outcome.end, end, "{order:?} on {seed}");
            let finding = outcome.finding.as_ref().map(|found| found.finding);
            assert_eq!(finding, best.map(|best| best.0), "{order:?} on {seed}");
            if let (Some(found), Some((_, length))) = (outcome.finding, best) {
                check_trail(&mut graph, &found);
                if order == Order::BreadthFirst {
                    assert_eq!(found.choices.len(), length, "{seed}");
                }
            }
        }
    }
}

#[test]
fn livelocks_are_found_where_they_are() {
    let mut livelocks = 0;
    for seed in 0..400 {
        let mut graph = Explicit::random(seed, 30 + (seed % 90) as u32, 0);
        for (node, arrows) in graph.arrows.iter_mut().enumerate() {
            if arrows.is_empty() && node as u64 % 7 != seed % 7 {
                arrows.push(stutter(0, (node as u32 * 7 + 1) % 29));
            }
        }
        if seed % 4 == 1 {
            graph.endless_by_design.extend((0..6).map(|node| node * 5));
        }
        if seed % 7 == 2 {
            let all = 0..graph.arrows.len() as u32;
            graph.optional.extend(all.map(|node| (node, 1)));
        }
        let closed = Truth::livelocked(&graph);
        let expected = Truth::reachable(&graph).intersection(&closed).count() > 0;
        livelocks += usize::from(expected);
        for order in ORDERS {
            let options = with_livelocks(Options::default());
            let outcome = explore(order, 3, &mut graph, &options);
            assert_eq!(outcome.finding.is_some(), expected, "{order:?} on {seed}");
            if let Some(found) = outcome.finding {
                assert!(closed.contains(&check_trail(&mut graph, &found)));
            }
        }
    }
    assert!((50..350).contains(&livelocks), "{livelocks}");
}

#[test]
fn a_limit_of_states_is_kept_exactly() {
    for seed in 0..12 {
        let mut graph = Explicit::random(seed, 3_000, 0);
        let truth = Truth::of(&graph);
        for order in ORDERS {
            let within = |states| {
                limited(Limits {
                    states: Some(states),
                    ..Limits::default()
                })
            };
            let outcome = explore(order, 4, &mut graph, &within(truth.states));
            assert_eq!(outcome.end, End::Exhausted);
            if truth.states > 1 {
                let outcome = explore(order, 4, &mut graph, &within(truth.states - 1));
                assert_eq!(outcome.end, End::Limit(LimitKind::States));
                assert_eq!(outcome.stats.states_stored, truth.states - 1);
            }
        }
    }
}

#[test]
fn a_limit_of_depth_cuts_breadth_first_search() {
    for seed in 0..40 {
        let mut graph = Explicit::random(seed, 500, 0);
        let truth = Truth::of(&graph);
        let depth = (truth.depth / 2) as u32;
        let options = limited(Limits {
            depth: Some(depth),
            ..Limits::default()
        });
        let outcome = explore(Order::BreadthFirst, 3, &mut graph, &options);
        let cut = u64::from(depth) < truth.depth;
        let is_cut = outcome.end == End::Limit(LimitKind::Depth);
        assert!(is_cut || !cut, "{:?} on {seed}", outcome.end);
    }
}

#[test]
fn a_graph_may_pause_while_others_go_on() {
    for seed in 0..4 {
        let mut graph = Explicit::random(seed, 60_000, 0);
        let truth = Truth::of(&graph);
        (graph.pause_every, graph.most_pauses) = (1_000, u64::MAX);
        let outcome = explore(Order::Any, 3, &mut graph, &Options::default());
        assert_eq!(outcome.end, End::Exhausted, "{seed}");
        assert_eq!(outcome.stats.states_stored, truth.states, "{seed}");
        assert_eq!(outcome.stats.transitions, truth.transitions, "{seed}");
        // Only now and then does it look whether a pause is due.
        assert!(graph.pauses > 0 || truth.transitions < 20_000, "{seed}");
        (graph.pauses, graph.most_pauses) = (0, 0);
        let outcome = explore(Order::Any, 3, &mut graph, &Options::default());
        if graph.pauses > 0 {
            assert_eq!(outcome.end, End::Interrupted, "{seed}");
        }
    }
}

#[test]
fn a_panic_in_one_thread_ends_all() {
    let mut graph = Explicit::random(1, 40_000, 0);
    let reachable = Truth::reachable(&graph);
    graph.trap = reachable.into_iter().max();
    for order in ORDERS {
        let mut graph = graph.clone();
        let ended = std::panic::catch_unwind(move || {
            explore(order, 3, &mut graph, &Options::default());
        });
        assert!(ended.is_err(), "{order:?}");
    }
}

#[test]
fn states_may_be_wide_from_the_beginning() {
    let mut graph = Explicit::random(5, 300, 0);
    graph.spread = 4_000;
    let truth = Truth::of(&graph);
    for order in ORDERS {
        let outcome = explore(order, 2, &mut graph, &Options::default());
        assert_eq!(outcome.stats.states_stored, truth.states, "{order:?}");
    }
}
