//! What the reduction of independent steps wins and costs: programs of the field and right programs
//! of our own, with and without it, losing rows included.

mod auto;
mod crates;
mod programs;
mod writers;

use crate::Bench;
use crate::page::{Part, of_parts};

const HEAD: &str = "\
# Reduction of independent steps

Written by `cargo run --release -p trailhound-bench -- reduction`; do not edit. Seconds are those of the processor, without
compiling, from one run of each part on a computer with two processors. A number with + is where the limit was reached.
";

const PARTS: [(&str, Part); 4] = [
    ("programs", programs::part),
    ("writers", writers::part),
    ("crates", crates::part),
    ("auto", auto::part),
];

pub fn page(bench: &Bench, wanted: &[String]) -> Result<String, String> {
    of_parts(bench, HEAD, &PARTS, wanted)
}
