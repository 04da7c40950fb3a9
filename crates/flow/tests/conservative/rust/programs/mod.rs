//! Random small concurrent Rust programs over the standard library: threads in every way,
//! locks and their guards, atomic operations, channels, conditions, barriers, panics, destructors
//! and calls through traits and closures. Every program compiles.

mod library;
mod statements;
mod threads;

use std::fmt::Write;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Writes the program of a seed.
pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        dice: StdRng::seed_from_u64(seed),
        text: String::from(library::DECLARATIONS),
        indent: 1,
        names: 0,
        budget: 0,
        pairs: false,
        marks: false,
        helpers: 0,
    };
    writer.program();
    writer.text
}

struct Writer {
    dice: StdRng,
    text: String,
    indent: usize,
    /// Marks and locals that have been named.
    names: u32,
    /// Statements that may still be written in this function.
    budget: i32,
    /// Alone, `a` and `b` do not happen; most often they do together, under `M`.
    pairs: bool,
    /// There are marks.
    marks: bool,
    /// Functions with statements that may be called.
    helpers: u32,
}

impl Writer {
    fn line(&mut self, text: impl AsRef<str>) {
        let width = self.indent * 4;
        let _ = writeln!(self.text, "{:width$}{}", "", text.as_ref());
    }

    fn below(&mut self, bound: usize) -> usize {
        self.dice.random_range(0..bound)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }
}
