//! Livelocks: found where they are, and only there.

use crate::graphs::{Explicit, STRONG, Truth, arrow, check_trail, stutter};
use trailhound_search::{End, Engine, Options, Outcome, Unguided, Unwatched, run};

const STORING: [Engine; 7] = [
    Engine::Dfs,
    Engine::Bfs,
    Engine::Iddfs,
    Engine::BestFirst,
    Engine::Greedy,
    Engine::Astar,
    Engine::WeightedAstar { thousandths: 3000 },
];

fn look(engine: Engine, graph: &mut Explicit) -> Outcome {
    let options = Options {
        livelocks: true,
        ..Options::default()
    };
    run(engine, graph, &mut Unguided, &options, &mut Unwatched)
}

fn livelock_at(graph: &mut Explicit) -> Vec<Option<u32>> {
    let mut ends = Vec::new();
    for engine in STORING {
        let found = look(engine, graph).finding;
        ends.push(found.map(|found| check_trail(graph, &found)));
    }
    ends
}

#[test]
fn a_thread_that_spins_alone_is_a_livelock() {
    let mut graph = Explicit::new(vec![vec![arrow(0, 1)], vec![stutter(0, 1)]]);
    assert_eq!(livelock_at(&mut graph), [Some(1); STORING.len()]);
}

#[test]
fn two_threads_that_spin_in_turn_are_a_livelock() {
    let mut graph = Explicit::new(vec![
        vec![arrow(0, 1), arrow(1, 4)],
        vec![stutter(0, 2), stutter(1, 3)],
        vec![stutter(1, 3)],
        vec![stutter(0, 1)],
        vec![],
    ]);
    for end in livelock_at(&mut graph) {
        assert!(matches!(end, Some(1..=3)));
    }
}

#[test]
fn one_visible_step_away_is_no_livelock() {
    let mut graph = Explicit::new(vec![
        vec![stutter(0, 1)],
        vec![stutter(0, 2)],
        vec![stutter(0, 0), arrow(1, 3)],
        vec![],
    ]);
    assert_eq!(livelock_at(&mut graph), [None; STORING.len()]);
}

#[test]
fn an_end_in_reach_is_no_livelock() {
    let mut graph = Explicit::new(vec![
        vec![stutter(0, 1)],
        vec![stutter(0, 0), stutter(1, 2)],
        vec![],
    ]);
    assert_eq!(livelock_at(&mut graph), [None; STORING.len()]);
}

#[test]
fn a_visible_cycle_without_an_end_is_a_livelock() {
    let mut graph = Explicit::new(vec![
        vec![stutter(0, 1), arrow(1, 3)],
        vec![arrow(0, 2)],
        vec![arrow(0, 1)],
        vec![],
    ]);
    assert_eq!(livelock_at(&mut graph), [Some(1); STORING.len()]);
}

#[test]
fn a_cycle_by_design_is_no_livelock() {
    let mut graph = Explicit::new(vec![
        vec![arrow(0, 1), stutter(1, 2)],
        vec![arrow(0, 1)],
        vec![stutter(0, 2)],
    ]);
    graph.endless_by_design.extend([1, 2]);
    assert_eq!(livelock_at(&mut graph), [None; STORING.len()]);
}

#[test]
fn an_optional_step_is_no_way_out() {
    let mut graph = Explicit::new(vec![
        vec![arrow(0, 1)],
        vec![arrow(0, 1), arrow(1, 2)],
        vec![],
    ]);
    assert_eq!(livelock_at(&mut graph), [None; STORING.len()]);
    graph.optional.insert((1, 1));
    assert_eq!(livelock_at(&mut graph), [Some(1); STORING.len()]);
}

#[test]
fn an_error_in_reach_is_the_error_and_no_livelock() {
    let mut graph = Explicit::new(vec![
        vec![stutter(0, 1)],
        vec![stutter(0, 0), stutter(1, 0)],
    ]);
    graph.arrows[1][1].to = Err(STRONG);
    for engine in STORING {
        let found = look(engine, &mut graph)
            .finding
            .expect("the error is found");
        assert_eq!(found.finding, STRONG);
    }
}

#[test]
fn nobody_looks_unless_asked() {
    let mut graph = Explicit::new(vec![vec![stutter(0, 0)]]);
    for engine in STORING {
        let outcome = run(
            engine,
            &mut graph,
            &mut Unguided,
            &Options::default(),
            &mut Unwatched,
        );
        assert_eq!((outcome.end, outcome.finding), (End::Exhausted, None));
    }
}

#[test]
fn looking_changes_nothing_else_and_agrees_with_the_definition() {
    let mut livelocks = 0;
    for seed in 0..3000 {
        let mut graph = Explicit::random(seed, 4 + (seed % 40) as u32, 0);
        if seed % 3 != 0 {
            // Mostly stuttering edges, and few ends.
            for (node, arrows) in graph.arrows.iter_mut().enumerate() {
                if arrows.is_empty() && node % 5 != 0 {
                    arrows.push(stutter(0, (node as u32 * 7 + 1) % 4));
                }
                for edge in arrows.iter_mut() {
                    edge.stutters |= !(node as u64 + seed).is_multiple_of(8);
                }
            }
        }
        if seed % 4 == 1 {
            graph.endless_by_design.extend((0..6).map(|node| node * 5));
        }
        if seed % 7 == 2 {
            let all = 0..graph.arrows.len() as u32;
            graph
                .optional
                .extend(all.flat_map(|node| [(node, 1), (node, 2)]));
        }
        let closed = Truth::livelocked(&graph);
        let expected = Truth::reachable(&graph).intersection(&closed).count() > 0;
        livelocks += usize::from(expected);
        for engine in STORING {
            let outcome = look(engine, &mut graph);
            assert_eq!(outcome.finding.is_some(), expected, "{engine} on {seed}");
            match outcome.finding {
                Some(found) => {
                    let node = check_trail(&mut graph, &found);
                    assert!(closed.contains(&node), "{engine} on {seed}");
                }
                None => {
                    let truth = Truth::of(&graph);
                    assert_eq!(outcome.end, End::Exhausted);
                    assert_eq!(
                        outcome.stats.states_stored, truth.states,
                        "{engine} on {seed}"
                    );
                    if engine != Engine::Iddfs {
                        assert_eq!(outcome.stats.transitions, truth.transitions);
                        assert_eq!(outcome.stats.states_expanded, truth.states);
                    }
                }
            }
        }
    }
    assert!((300..2700).contains(&livelocks), "{livelocks}");
}
