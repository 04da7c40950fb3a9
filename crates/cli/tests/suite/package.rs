//! Cargo packages: programs, unit tests and files of tests, with the crates they depend on.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/package")
}

/// Checks a part of the example; what Cargo makes stays in the directory of this build.
fn check(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .arg("check")
        .arg(package())
        .args(words)
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("trailhound runs")
}

fn said(output: &Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8(both).expect("text")
}

#[test]
fn a_program_is_checked_with_the_crates_it_depends_on() {
    let output = check(&[]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("error[panic]: assertion `left == right` failed"),
        "{text}"
    );
    // The lost update is in the dependency.
    assert!(text.contains("lib.rs:14"), "{text}");
}

#[test]
fn a_single_test_is_checked_without_the_schedules_of_its_harness() {
    let wrong = check(&["--test", "transfers", "--", "both_ways"]);
    let text = said(&wrong);
    assert_eq!(wrong.status.code(), Some(1), "{text}");
    assert!(text.contains("error[deadlock]"), "{text}");
    assert!(text.contains("Bank>::spend"), "{text}");

    let right = check(&["--test", "transfers", "--", "one_way"]);
    let text = said(&right);
    assert_eq!(right.status.code(), Some(0), "{text}");
    assert!(text.contains("1 state,"), "{text}");
}

/// The harness catches the panics of tests, which are errors all the same.
#[test]
fn a_test_that_fails_in_some_schedule_is_an_error() {
    let output = check(&["--test", "transfers", "--", "two_savings"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("error[panic]: assertion `left == right` failed"),
        "{text}"
    );
    assert!(text.contains("transfers.rs:22"), "{text}");
}

#[test]
fn unit_tests_of_a_library_are_checked() {
    let output = check(&["--lib"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("ok: no error in any schedule"), "{text}");
}

#[test]
fn what_a_package_does_not_have_is_said() {
    let text = said(&check(&["--bin", "nobody"]));
    assert!(text.contains("no bin target named `nobody`"), "{text}");

    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .arg("check")
        .arg(package().join("ledger"))
        .output()
        .expect("trailhound runs");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("it has no program; choose --example"),
        "{text}"
    );

    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["check", "--bin", "bank"])
        .arg(package().join("src/main.rs"))
        .output()
        .expect("trailhound runs");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("is no package"), "{text}");
}

#[test]
fn trails_of_packages_replay() {
    let scratch = tempfile::tempdir().expect("a directory");
    let trail = scratch.path().join("deadlock.trail");
    let name = trail.to_str().expect("a plain path");
    check(&["--trail", name, "--test", "transfers", "--", "both_ways"]);
    let replay = |words: &[PathBuf]| {
        Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .arg("replay")
            .arg(&trail)
            .args(words)
            .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .expect("trailhound runs")
    };
    let output = replay(&[package()]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("error[deadlock]"), "{text}");
    // It was not said that the package may be built.
    let text = said(&replay(&[]));
    assert!(text.contains("name the package"), "{text}");
}

#[test]
fn a_test_that_is_not_there_is_said_with_near_names() {
    for filters in [
        &["bothways"][..],
        &["one_way", "bothways"],
        &["both_way", "--exact"],
    ] {
        let output = check(&[&["--test", "transfers", "--"], filters].concat());
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("no test matches `both"), "{text}");
        assert!(text.contains("there is `both_ways`"), "{text}");
    }
    let output = check(&["--lib", "--", "nosuch"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("no test matches `nosuch`"), "{text}");
}

#[test]
fn tests_that_are_skipped_or_ignored_are_not_ok() {
    let skipped = check(&["--test", "transfers", "--", "one_way", "--skip", "one"]);
    let text = said(&skipped);
    assert_eq!(skipped.status.code(), Some(2), "{text}");
    assert!(text.contains("no test is left after --skip"), "{text}");

    let ignored = check(&["--test", "refusals", "--", "takes_long"]);
    let text = said(&ignored);
    assert_eq!(ignored.status.code(), Some(2), "{text}");
    assert!(text.contains("marked #[ignore]"), "{text}");

    let included = check(&[
        "--test",
        "refusals",
        "--",
        "takes_long",
        "--include-ignored",
    ]);
    assert_eq!(included.status.code(), Some(0), "{}", said(&included));
}

#[test]
fn arguments_with_which_no_test_runs_are_not_ok() {
    for flag in ["--list", "--bench", "-h"] {
        let output = check(&["--lib", "--", flag]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.contains(&format!("no test runs with `{flag}`")),
            "{text}"
        );
    }
    let output = check(&["--lib", "--", "--format", "json"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("does not take these arguments"), "{text}");
}

#[test]
fn a_test_that_should_panic_passes_if_it_does_in_every_schedule() {
    let always = check(&["--test", "refusals", "--", "nothing_to_save", "--exact"]);
    let text = said(&always);
    assert_eq!(always.status.code(), Some(0), "{text}");

    let sometimes = check(&["--test", "refusals", "--", "nothing_to_save_yet"]);
    let text = said(&sometimes);
    assert_eq!(sometimes.status.code(), Some(1), "{text}");
    assert!(
        text.contains("error[assertion]: a test fails: it does not panic"),
        "{text}"
    );
}

#[test]
fn a_test_that_returns_an_error_fails() {
    let output = check(&["--test", "refusals", "--", "returns_an_error"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("error[assertion]: a test fails"), "{text}");
}
