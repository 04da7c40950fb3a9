//! Keeps the shape of the code: no cycle between the modules of a crate, no function over 100 lines but the loops of
//! the interpreter, no `Result<_, String>` in a public signature.

mod cycles;
mod paths;
mod rules;
mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sources::Crate;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates of the workspace that have sources of their own, by name.
fn crates() -> Vec<Crate> {
    let root = repository();
    let entries = fs::read_dir(root.join("crates")).expect("the folder of the crates");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .chain([root.join("annotations/rust"), root.join("bench")])
        .collect();
    folders.sort();
    folders.iter().map(|folder| Crate::read(folder)).collect()
}

/// The loops of the interpreter: one arm for each operation, in one function for the sake of speed.
const LOOPS: [&str; 2] = [
    "machine: interpret::Machine::run_frame",
    "machine: quick::run::run",
];

#[test]
fn modules_form_no_cycles() {
    let crates = crates();
    let cycles = crates.iter().flat_map(|one| {
        let cycles = cycles::of(one).into_iter();
        cycles.map(|cycle| format!("{}: {}", one.name, cycle.join(", ")))
    });
    let cycles: Vec<String> = cycles.collect();
    assert!(
        cycles.is_empty(),
        "modules of a crate use each other: {cycles:#?}"
    );
}

#[test]
fn functions_have_at_most_100_lines() {
    let found: BTreeSet<String> = crates().iter().flat_map(rules::long_functions).collect();
    let allowed: BTreeSet<String> = LOOPS.map(str::to_owned).into();
    assert_eq!(found, allowed, "functions over 100 lines");
}

#[test]
fn public_functions_return_typed_errors() {
    // The benchmarks are a program: its signatures are public to nothing else.
    let crates = crates();
    let public = crates.iter().filter(|one| one.name != "bench");
    let found: Vec<String> = public.flat_map(rules::string_errors).collect();
    assert!(
        found.is_empty(),
        "Result<_, String> in a public signature: {found:#?}"
    );
}
