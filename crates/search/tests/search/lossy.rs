//! Searches by hashes: they find what is there, claim nothing else, and say what they may have left out.

use crate::graphs::{Explicit, Truth, check_trail, stop_at};
use trailhound_search::{End, LimitKind, Outcome, Sketch, Unwatched, Weight, lossy};

fn explore(graph: &mut Explicit, sketch: Sketch) -> Outcome {
    lossy(graph, sketch, &stop_at(Weight::Strong), &mut Unwatched)
}

#[test]
fn hashes_of_64_bits_leave_nothing_out_of_small_graphs() {
    for seed in 0..300 {
        let mut graph = Explicit::random(seed, 300, if seed % 2 == 0 { 0 } else { 6 });
        let truth = Truth::of(&graph);
        let outcome = explore(&mut graph, Sketch::compact());
        let end = match truth.strong {
            Some(_) => End::Found,
            None => End::Limit(LimitKind::Hashes),
        };
        assert_eq!(outcome.end, end, "{seed}");
        assert!(outcome.stats.omission.is_some_and(|chance| chance < 1e-12));
        assert_eq!(
            outcome.finding.is_some(),
            truth.strong.or(truth.weak).is_some()
        );
        if let Some(found) = outcome.finding {
            check_trail(&mut graph, &found);
        }
        if truth.strong.is_none() {
            assert_eq!(outcome.stats.states_stored, truth.states, "{seed}");
            assert_eq!(outcome.stats.transitions, truth.transitions, "{seed}");
        }
    }
}

#[test]
fn a_small_field_of_bits_leaves_states_out_as_often_as_it_says() {
    let (mut expected, mut left_out, mut all) = (0.0, 0, 0);
    for seed in 0..600 {
        let mut graph = Explicit::random(seed, 900, 0);
        let truth = Truth::of(&graph);
        if truth.states < 300 {
            continue;
        }
        let field = 700 + 100 * (seed as usize % 15);
        let outcome = explore(&mut graph, Sketch::bitstate(field));
        assert_eq!(outcome.end, End::Limit(LimitKind::Hashes));
        assert!(outcome.stats.states_stored <= truth.states);
        expected += outcome.stats.omission.expect("it is known");
        left_out += usize::from(outcome.stats.states_stored < truth.states);
        all += 1;
    }
    println!("{left_out} of {all}, expected {expected}");
    let share = left_out as f64 / all as f64;
    assert!(
        all > 100 && (0.1..0.9).contains(&share),
        "{left_out} of {all}"
    );
    assert!(
        (0.8..1.2).contains(&(left_out as f64 / expected)),
        "{left_out}, {expected}"
    );
}
