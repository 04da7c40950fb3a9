//! The machine against the axioms of the memory models: litmus tests and random programs, whose outcomes
//! and races an enumeration of execution graphs knows that shares no code with Trailhound.
//!
//! `TRAILHOUND_SEED` is the first seed (otherwise a fixed one), `TRAILHOUND_PROGRAMS` the number of
//! random programs of each test.

mod axioms;
mod graph;
mod ir;
mod language;
mod litmus;
mod machine;
mod orders;
mod random;
mod relation;

use graph::{Truth, enumerate};
use language::{Op, Program};
use litmus::Verdict;
use machine::{Seen, explore};
use random::{Orders, Style};
use trailhound_machine::{Options, Races};

/// Larger programs are passed over.
const MOST_GRAPHS: usize = 20_000;
const PROGRAMS: u64 = 200;

const ANY: Style = Style {
    orders: Orders::All,
    sc_fences: true,
};

fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Compares random programs; the first that differs is made smaller and told.
fn compare(style: Style, differs: impl Fn(&Program, &Truth) -> Option<String>) {
    let first = setting("TRAILHOUND_SEED", 1);
    let count = setting("TRAILHOUND_PROGRAMS", PROGRAMS);
    let judge = |program: &Program| {
        let truth = enumerate(program, MOST_GRAPHS)?;
        differs(program, &truth)
    };
    let mut told = Vec::new();
    let mut skipped = 0;
    for seed in first..first + count {
        let program = random::program(seed, style);
        let Some(truth) = enumerate(&program, MOST_GRAPHS) else {
            skipped += 1;
            continue;
        };
        if differs(&program, &truth).is_some() {
            let small = random::shrink(program, |smaller| judge(smaller).is_some());
            let what = judge(&small).expect("it differs");
            told.push(format!("seed {seed}: {small}\n{what}"));
        }
    }
    println!("{count} programs, {skipped} of them not compared because of their size");
    assert!(skipped * 10 < count, "{skipped} programs are too large");
    assert!(
        told.is_empty(),
        "{} differ:\n{}",
        told.len(),
        told.join("\n")
    );
}

/// How the outcomes and races differ from those of a model.
fn difference(seen: Result<Seen, String>, known: &graph::Shown) -> Option<String> {
    let seen = match seen {
        Ok(seen) => seen,
        Err(what) => return Some(what),
    };
    let missed: Vec<_> = known.outcomes.difference(&seen.outcomes).collect();
    let impossible: Vec<_> = seen.outcomes.difference(&known.outcomes).collect();
    let same = missed.is_empty() && impossible.is_empty() && seen.race == known.race;
    (!same).then(|| {
        format!(
            "missed outcomes {missed:?}, impossible ones {impossible:?}, race {} instead of {}",
            seen.race, known.race
        )
    })
}

#[test]
fn the_axioms_give_the_verdicts_of_the_literature() {
    let mut told = Vec::new();
    for litmus in litmus::table() {
        let truth = enumerate(&litmus.program, MOST_GRAPHS);
        let truth = truth.expect("litmus tests are small").rc11;
        let shown = |outcome| litmus.asks_for(outcome);
        let (name, verdict) = (litmus.name, litmus.verdict);
        let found = match verdict {
            Verdict::Race | Verdict::Free if truth.race => Verdict::Race,
            Verdict::Race | Verdict::Free => Verdict::Free,
            _ if truth.outcomes.iter().any(shown) => Verdict::Allowed,
            _ => Verdict::Forbidden,
        };
        if found != verdict {
            told.push(format!("{name}: {found:?} instead of {verdict:?}"));
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn sequential_consistency_of_random_programs() {
    compare(ANY, |program, truth| {
        difference(
            explore(program, Options::default(), Races::Report),
            &truth.sc,
        )
    });
}

/// Why programs of locks and SeqCst are not searched in another way than before. A try to lock that fails
/// tells of what was before the lock was taken, but does not synchronise: such programs are not among them.
#[test]
fn race_free_programs_of_seq_cst_atomics_have_sequentially_consistent_executions_only() {
    let style = Style {
        orders: Orders::SeqCst,
        sc_fences: false,
    };
    compare(style, |program, truth| {
        if program.has(|op| op == Op::TryLock) {
            return None;
        }
        let same = truth.rc11.outcomes == truth.sc.outcomes;
        let wrong = truth.rc11.race != truth.sc.race || !truth.rc11.race && !same;
        wrong.then(|| format!("{truth:?}"))
    });
}

/// Why such programs need no records of accesses: each of their races can be seen in a state.
#[test]
fn races_of_acquire_release_programs_are_between_accesses_that_can_both_be_next() {
    let style = Style {
        orders: Orders::AcquireRelease,
        sc_fences: true,
    };
    compare(style, |program, truth| {
        let tries = program.has(|op| op == Op::TryLock);
        let wrong = !tries && truth.rc11.race != truth.pending_race;
        wrong.then(|| format!("{truth:?}"))
    });
}
