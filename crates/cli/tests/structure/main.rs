//! Keeps the shape of the code: no cycle between the modules of a crate, no function over 100 lines, no
//! `Result<_, String>` in a public signature. What breaks a rule today is listed in `known/`, one line each; the
//! test fails where a line is missing, and where one is no longer true.

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

/// Fails unless `found` is just what the file of known exceptions lists.
fn compare(file: &str, rule: &str, found: &BTreeSet<String>) {
    let path = repository()
        .join("crates/cli/tests/structure/known")
        .join(file);
    let text = fs::read_to_string(&path).expect("the list of known exceptions");
    let known: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let new: Vec<&String> = found.difference(&known).collect();
    let gone: Vec<&String> = known.difference(found).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "{rule}\nnew, to be avoided: {new:#?}\nno longer true, to be taken out of {}: {gone:#?}",
        path.display(),
    );
}

#[test]
fn modules_form_no_cycles() {
    let found = crates()
        .iter()
        .flat_map(|one| {
            let cycles = cycles::of(one);
            cycles
                .into_iter()
                .map(|cycle| format!("{}: {}", one.name, cycle.join(", ")))
        })
        .collect();
    compare("cycles.txt", "modules of a crate use each other", &found);
}

#[test]
fn functions_have_at_most_100_lines() {
    let found = crates().iter().flat_map(rules::long_functions).collect();
    compare("long_functions.txt", "functions over 100 lines", &found);
}

#[test]
fn public_functions_return_typed_errors() {
    // The benchmarks are a program: its signatures are public to nothing else.
    let crates = crates();
    let public = crates.iter().filter(|one| one.name != "bench");
    let found = public.flat_map(rules::string_errors).collect();
    compare(
        "string_errors.txt",
        "Result<_, String> in a public signature",
        &found,
    );
}
