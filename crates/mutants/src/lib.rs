//! Robustness tests of input languages: valid texts are changed at random, token by token and
//! line by line, and every result must be understood or refused. Knows no language.
//!
//! The same seed gives the same texts, so a failure can be repeated: it names its number.

#![forbid(unsafe_code)]

mod mutate;
mod token;

pub use mutate::Mutator;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

/// Sets how many texts each test tries instead of the few that it tries by itself.
const COUNT: &str = "TRAILHOUND_MUTANTS";
/// Sets the number of the first text, for other ones or to repeat a failure.
const FIRST: &str = "TRAILHOUND_FIRST_MUTANT";

/// The main thread of a process has as much stack.
const STACK: usize = 8 << 20;

/// No text that is as short as these needs as long.
const LONGEST: Duration = Duration::from_secs(60);

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Gives `count` mutants of the corpus to `check`, which must not panic.
pub fn each(count: u64, corpus: &[impl AsRef<str>], check: impl Fn(&str) + Send) {
    let corpus: Vec<&str> = corpus.iter().map(AsRef::as_ref).collect();
    let first = setting(FIRST).unwrap_or(0);
    let count = setting(COUNT).unwrap_or(count);
    on_a_main_stack(move || {
        let mut failed = Vec::new();
        for number in first..first + count {
            let text = Mutator::new(number).mutant(&corpus);
            let started = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| check(&text)));
            if outcome.is_err() || started.elapsed() > LONGEST {
                if failed.is_empty() {
                    eprintln!("mutant {number}:\n{text}");
                }
                failed.push(number);
            }
        }
        assert!(
            failed.is_empty(),
            "{} of {count} mutants fail or take too long: {failed:?}\n\
             (repeat one with {FIRST}={} {COUNT}=1)",
            failed.len(),
            failed[0],
        );
    });
}

/// Runs a test with the stack that the product has, whatever the stack of a test is.
pub fn on_a_main_stack(test: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, test).expect("a thread");
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    });
}
