//! What the memory model of C11 costs and finds: programs of the field with right and wrong orders, the same in Rust
//! beside loom, and real crates with one order weakened.

mod crates;
mod loom;
mod programs;
mod told;

use crate::Bench;

const HEAD: &str = "\
# Memory models

Written by `cargo run --release -p trailhound-bench -- memory-models`; do not edit. All numbers are from one run on one
computer with two processors; seconds are those of the search, without compiling, unless it is said.
";

pub fn page(bench: &Bench) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    for (name, part) in [
        (
            "programs",
            programs::part as fn(&Bench) -> Result<String, String>,
        ),
        ("loom", loom::part),
        ("crates", crates::part),
    ] {
        bench.tell(name);
        text += &part(bench).map_err(|cause| format!("{name}: {cause}"))?;
    }
    Ok(text)
}
