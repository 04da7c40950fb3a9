//! `trailhound flow` against `trailhound check` on random programs: their events are calls that
//! assert for `check`, when executed, what the rule says, so a rule that is said to hold must leave `check`
//! without a failed assertion, and one that is said to be broken must give it one. In Rust a
//! function is called instead, which is a place for `check` to come to.
//! `TRAILHOUND_PROGRAMS` and `TRAILHOUND_SEED` choose more programs and others,
//! `TRAILHOUND_CPP_PROGRAMS` more in C++, `TRAILHOUND_RUST_PROGRAMS` more in Rust, which
//! `--ignored` is needed for.

mod calls;
mod library;
mod rust;

use std::env;
use std::path::Path;
use std::process::{Command, Output};

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

fn trailhound(words: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(words)
        .args(files)
        .output()
        .expect("trailhound runs")
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}
