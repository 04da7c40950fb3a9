//! Files that the user gives: where they come from, what is shown of them at the end, and what a trail keeps.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Reads the number in `config/limit` and leaves twice as much in `result`.
const DOUBLES: &str = r#"
    #include <assert.h>
    #include <stdio.h>
    int main(void) {
        int limit;
        FILE *file = fopen("config/limit", "r");
        assert(file && fscanf(file, "%d", &limit) == 1);
        fclose(file);
        file = fopen("result", "w");
        fprintf(file, "%d\n", 2 * limit);
        fclose(file);
        remove("config/old");
        assert(limit < LIMIT);
        return 0;
    }"#;

fn prepared() -> TempDir {
    let scratch = tempfile::tempdir().expect("a directory");
    let path = scratch.path();
    fs::write(path.join("doubles.c"), DOUBLES).expect("a file");
    fs::create_dir_all(path.join("host/inner")).expect("a directory");
    fs::write(path.join("host/limit"), "21").expect("a file");
    fs::write(path.join("host/old"), "").expect("a file");
    scratch
}

fn trailhound(scratch: &TempDir, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(words)
        .current_dir(scratch.path())
        .output()
        .expect("trailhound runs")
}

fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("an answer")
}

#[test]
fn what_was_written_is_shown_at_the_end_of_a_run() {
    let scratch = prepared();
    let words = ["run", "doubles.c", "-DLIMIT=99", "--file", "config=host"];
    let output = trailhound(&scratch, &words);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("/result was left with 3 bytes:\n42\n"),
        "{said}"
    );
    assert!(said.contains("/config/old was removed"), "{said}");
    assert!(!said.contains("limit"), "{said}");
    assert!(!scratch.path().join("result").exists());
}

#[test]
fn a_trail_keeps_the_files() {
    let scratch = prepared();
    let words = ["check", "doubles.c", "-DLIMIT=20", "--file", "config=host"];
    let format = ["--format", "json", "--trail", "trail.json"];
    let output = trailhound(&scratch, &[&words[..], &format].concat());
    let found = answer(&output);
    assert_eq!(found["error"]["kind"], "assertion", "{found}");
    let notes = found["notes"].to_string();
    assert!(notes.contains("/result was left with 3 bytes"), "{notes}");
    fs::remove_dir_all(scratch.path().join("host")).expect("it was there");
    let output = trailhound(&scratch, &["replay", "trail.json", "--format", "json"]);
    let again = answer(&output);
    assert_eq!(again["error"], found["error"], "{again}");
}

#[test]
fn a_name_that_no_file_has_is_told() {
    let scratch = prepared();
    let words = ["check", "doubles.c", "-DLIMIT=99", "--format", "json"];
    let output = trailhound(&scratch, &[&words[..], &["--file", "config/"]].concat());
    let notes = answer(&output)["notes"].to_string();
    let told = "the machine has only the files that are given: fopen(";
    assert!(notes.contains(told), "{notes}");
}

#[test]
fn files_that_cannot_be_together_are_refused() {
    let scratch = prepared();
    let words = ["check", "doubles.c", "-DLIMIT=99", "--file", "a=host/limit"];
    let output = trailhound(
        &scratch,
        &[&words[..], &["--file", "a/b=host/limit"]].concat(),
    );
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let output = trailhound(&scratch, &[&words[..4], &["a=missing"]].concat());
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("cannot read `missing`"), "{said}");
}
