//! What the memory model of C11 costs and finds: programs of the field with right and wrong orders, the same in Rust
//! beside loom, and real crates with one order weakened.

mod crates;
mod programs;
mod told;
mod tools;
mod unaffected;

use crate::Bench;
use crate::page::{Part, of_parts};

const HEAD: &str = "\
# Memory models

Written by `cargo run --release -p trailhound-bench -- memory-models`; do not edit. All numbers are from one run on one
computer with two processors; seconds are those of the search, without compiling, unless it is said.
";

const PARTS: [(&str, Part); 4] = [
    ("unaffected", unaffected::part),
    ("programs", programs::part),
    ("tools", tools::part),
    ("crates", crates::part),
];

pub fn page(bench: &Bench, wanted: &[String]) -> Result<String, String> {
    of_parts(bench, HEAD, &PARTS, wanted)
}
