//! Printing is no part of the state: a `println!` in every thread must not multiply states.

use std::path::Path;
use std::process::Command;

fn states(define: Option<&str>, level: &[&str]) -> u64 {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/programs/printing.rs");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["check", "--format", "json"])
        .args(level)
        .arg(program)
        .args(define.map(|name| format!("-D{name}")))
        .output()
        .expect("trailhound starts");
    let answer: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["verdict"], "ok", "{answer}");
    answer["stats"]["states_stored"]
        .as_u64()
        .expect("a number of states")
}

fn must_not_multiply_states(level: &[&str]) {
    let (quiet, loud) = (states(Some("quiet"), level), states(None, level));
    assert!(
        loud <= 2 * quiet,
        "{loud} states with printing, {quiet} without ({level:?})"
    );
}

#[test]
fn println_in_every_thread_does_not_multiply_states() {
    must_not_multiply_states(&[]);
}

#[test]
fn println_does_not_multiply_states_of_optimised_programs() {
    must_not_multiply_states(&["--opt-level", "2"]);
    must_not_multiply_states(&["--opt-level", "3"]);
}
