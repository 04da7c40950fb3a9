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
    let what = r#"the machine has no files (--file gives it some): fopen("config.txt") failed"#;
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
    let what = r#"the environment is empty (--env sets a variable): getenv("HOME") found nothing"#;
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
    assert_said(
        &notes,
        "the machine has no files (--file gives it some): open",
        "reads.rs:4",
    );
}

/// The verdict on a program that is given an environment and an input.
fn verdict(source: &str, input: &str, options: &[&str]) -> Value {
    let scratch = tempfile::tempdir().expect("a directory");
    let (file, stdin) = (scratch.path().join("given.c"), scratch.path().join("input"));
    fs::write(&file, source).expect("a file");
    fs::write(&stdin, input).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["check", "--format", "json", "--stdin"])
        .arg(&stdin)
        .args(options)
        .arg(&file)
        .output()
        .expect("trailhound runs");
    serde_json::from_slice(&output.stdout).expect("an answer")
}

const READS: &str = r#"
    #include <assert.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    int main(int count, char **arguments, char **environment) {
        (void)count;
        (void)arguments;
        assert(strcmp(getenv("MODE"), "fast") == 0 && getenv("HOME") == 0);
        assert(strcmp(environment[0], "MODE=fast") == 0 && environment[1] == 0);
        assert(setenv("MODE", "slow", 0) == 0 && strcmp(getenv("MODE"), "fast") == 0);
        assert(setenv("MODE", "slow", 1) == 0 && strcmp(getenv("MODE"), "slow") == 0);
        assert(setenv("A=B", "", 1) == -1 && unsetenv("MODE") == 0 && getenv("MODE") == 0);
        static char own[] = "OWN=1";
        assert(putenv(own) == 0 && getenv("OWN") == own + 4);
        int number;
        char word[8], line[8], *grown = 0;
        size_t room = 0;
        assert(scanf("%d %7s", &number, word) == 2 && number == 42 && strcmp(word, "apples") == 0);
        assert(getchar() == '\n' && !feof(stdin));
        assert(fgets(line, 4, stdin) == line && strcmp(line, "lon") == 0);
        assert(fgets(line, sizeof line, stdin) && strcmp(line, "g\n") == 0);
        assert(getline(&grown, &room, stdin) == 5 && strcmp(grown, "next\n") == 0);
        free(grown);
        assert(getc(stdin) == 'a' && ungetc('a', stdin) == 'a');
        assert(fread(line, 2, 2, stdin) == 2 && memcmp(line, "abcd", 4) == 0);
        assert(read(0, line, 8) == 2 && line[0] == 'e');
        assert(read(0, line, 8) == 0 && getchar() == EOF && feof(stdin));
        return 0;
    }"#;

#[test]
fn what_is_given_is_found() {
    let input = "42 apples\nlong\nnext\nabcdef";
    let answer = verdict(READS, input, &["--env", "MODE=fast"]);
    assert_eq!(answer["verdict"], "ok", "{answer}");
}

#[test]
fn threads_share_what_is_read() {
    let source = r#"
        #include <assert.h>
        #include <pthread.h>
        #include <stdio.h>
        static int first, second;
        static void *reads(void *to) { *(int *)to = getchar(); return 0; }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, reads, &first);
            second = getchar();
            pthread_join(thread, 0);
            assert(first + second == 'a' + 'b');
            assert(second == 'a' || !FIRST_COME);
        }"#;
    let answer = verdict(source, "ab", &["-D", "FIRST_COME=0"]);
    assert_eq!(answer["verdict"], "ok", "{answer}");
    let answer = verdict(source, "ab", &["-D", "FIRST_COME=1"]);
    assert_eq!(answer["error"]["kind"], "assertion", "{answer}");
}
