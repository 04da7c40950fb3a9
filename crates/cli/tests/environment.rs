//! Errors that follow a call which found nothing in the empty environment are told with that call.

use std::fs;
use std::process::Command;

use serde_json::Value;

/// The notes of the error that a program of this source has.
fn notes(name: &str, source: &str) -> Vec<String> {
    let scratch = tempfile::tempdir().expect("a directory");
    let file = scratch.path().join(name);
    fs::write(&file, source).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["check", "--format", "json"])
        .arg(&file)
        .output()
        .expect("trailhound runs");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("an answer");
    assert_eq!(answer["verdict"], "error", "{answer}");
    let notes = answer["notes"].as_array().into_iter().flatten();
    notes
        .map(|note| note.as_str().expect("text").to_owned())
        .collect()
}

#[track_caller]
fn assert_said(notes: &[String], what: &str, place: &str) {
    let said = |note: &&String| note.starts_with(what) && note.ends_with(place);
    assert_eq!(notes.iter().filter(said).count(), 1, "{notes:?}");
}

#[test]
fn a_missing_file_is_told() {
    let source = r#"
        #include <stdio.h>
        int main(void) {
            FILE *file = fopen("config.txt", "r");
            return fgetc(file);
        }"#;
    let notes = notes("file.c", source);
    let what = r#"the machine has no files: fopen("config.txt") failed"#;
    assert_said(&notes, what, "file.c:4");
}

#[test]
fn the_end_of_input_and_missing_variables_are_told() {
    let source = r#"
        #include <assert.h>
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {
            int number = 0;
            scanf("%d", &number);
            char *home = getenv("HOME");
            assert(number == 1 || home);
        }"#;
    let notes = notes("input.c", source);
    assert_said(
        &notes,
        "standard input is empty: scanf came to its end",
        "input.c:7",
    );
    let what = r#"the environment is empty: getenv("HOME") found nothing"#;
    assert_said(&notes, what, "input.c:8");
}

#[test]
fn errors_of_their_own_have_no_such_note() {
    let source = r#"
        #include <assert.h>
        #include <stdio.h>
        int main(void) {
            puts("hello");
            assert(0);
        }"#;
    assert_eq!(notes("plain.c", source), [""; 0]);
}

#[test]
fn what_rust_does_not_find_is_told() {
    let source = r#"
        fn main() {
            std::thread::spawn(|| {}).join().unwrap();
            let text = std::fs::read_to_string("config.toml").unwrap();
            println!("{text}");
        }"#;
    let notes = notes("reads.rs", source);
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_said(&notes, "the machine has no files: open", "reads.rs:4");
}
