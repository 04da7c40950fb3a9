//! `trailhound lint`: each kind of warning in each language, with a program that is wrong and
//! one that is right; what is printed, and the trails that are kept.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn trailhound(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root())
        .args(arguments)
        .output()
        .expect("trailhound runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap_or(-1), text)
}

fn lint(program: &str, more: &[&str]) -> (i32, Vec<Value>) {
    let base = ["lint", program, "--format", "json", "--max-memory", "1G"];
    let (code, text) = trailhound(&[&base[..], more].concat());
    let answer: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{program}: {text}"));
    let warnings = answer["warnings"].as_array().expect("a list").clone();
    (code, warnings)
}

/// Kind, a program that is wrong, the error that proves it, and one that is right.
const PAIRS: [(&str, &str, &str, &str); 14] = [
    (
        "lock-order",
        "c/lint/transfer.c",
        "deadlock",
        "c/lint/transfer_in_order.c",
    ),
    (
        "lock-order",
        "rust/lint/transfer.rs",
        "deadlock",
        "rust/lint/transfer_one_by_one.rs",
    ),
    (
        "lock-order",
        "cpp/lint/transfer.cpp",
        "deadlock",
        "cpp/lint/transfer_scoped_lock.cpp",
    ),
    (
        "lock-order",
        "cpp/locks/philosophers.cpp",
        "deadlock",
        "cpp/locks/philosophers_scoped_lock.cpp",
    ),
    (
        "double-lock",
        "c/lint/logged_twice.c",
        "lock-misuse",
        "c/lint/reentrant.c",
    ),
    (
        "double-lock",
        "rust/lint/subscribed_in_callback.rs",
        "deadlock",
        "rust/lint/subscribed_after_callback.rs",
    ),
    (
        "double-lock",
        "cpp/lint/size_under_lock.cpp",
        "lock-misuse",
        "cpp/lint/size_under_recursive_lock.cpp",
    ),
    (
        "unguarded",
        "c/races/one_side_locks.c",
        "data-race",
        "c/mutex/counter.c",
    ),
    (
        "unguarded",
        "rust/lint/shared_cell.rs",
        "data-race",
        "rust/lint/shared_cell_guarded.rs",
    ),
    (
        "unguarded",
        "cpp/lint/statistics.cpp",
        "data-race",
        "cpp/lint/statistics_guarded.cpp",
    ),
    (
        "check-then-act",
        "c/mutex/check_then_act.c",
        "assertion",
        "c/lint/checked_again.c",
    ),
    (
        "check-then-act",
        "rust/rwlock/check_then_write.rs",
        "panic",
        "rust/rwlock/check_again_under_write.rs",
    ),
    (
        "check-then-act",
        "rust/lint/lost_update.rs",
        "panic",
        "rust/lint/update_at_once.rs",
    ),
    (
        "check-then-act",
        "cpp/lint/lazy.cpp",
        "assertion",
        "cpp/lint/lazy_checked_again.cpp",
    ),
];

#[test]
fn what_is_wrong_is_warned_of_and_proved() {
    for (kind, wrong, error, _) in PAIRS {
        let (code, warnings) = lint(&format!("tests/programs/{wrong}"), &[]);
        assert_eq!(code, 1, "{wrong}");
        let is_meant = |warning: &&Value| warning["kind"] == kind && warning["error"] == error;
        assert!(
            warnings.iter().any(|w| is_meant(&w)),
            "{wrong}: {warnings:#?}"
        );
        assert_eq!(
            warnings[0]["confirmed"], true,
            "{wrong}: proved ones come first"
        );
    }
}

/// Whichever thread is the last to store.
#[test]
fn every_way_to_lose_an_update_is_proved() {
    let programs = [
        ("rust/lint/lost_update.rs", 2),
        ("c/lint/lost_update.c", 2),
        ("cpp/lint/lost_update.cpp", 1),
    ];
    for (program, least) in programs {
        let (code, warnings) = lint(&format!("tests/programs/{program}"), &[]);
        assert_eq!(code, 1, "{program}");
        assert!(warnings.len() >= least, "{program}: {warnings:#?}");
        for warning in &warnings {
            assert_eq!(warning["status"], "confirmed", "{program}: {warning:#?}");
        }
    }
}

/// What happens only with other arguments, or another answer of the environment.
#[test]
fn what_the_outside_decides_is_not_said_to_be_impossible() {
    let folder = tempfile::tempdir().expect("a folder");
    for (parameters, condition) in [
        ("int argc, char **argv", "argc > 1"),
        ("void", "rand() == 7"),
    ] {
        let file = folder.path().join("program.c");
        let text = format!(
            "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nstatic atomic_int n;\n\
             static void *run(void *p) {{\n  int v = atomic_load(&n);\n  atomic_store(&n, v + 1);\n  return p;\n}}\n\
             int main({parameters}) {{\n  pthread_t t;\n  int is_there = {condition};\n\
             if (is_there) pthread_create(&t, 0, run, 0);\n  int v = atomic_load(&n);\n\
             atomic_store(&n, v + 1);\n  if (is_there) pthread_join(t, 0);\n  return 0;\n}}\n"
        );
        std::fs::write(&file, text).expect("a file");
        let (code, warnings) = lint(file.to_str().expect("a path"), &[]);
        assert_eq!(code, 3, "{warnings:#?}");
        assert!(!warnings.is_empty());
        for warning in &warnings {
            assert_eq!(warning["status"], "open", "{warning:#?}");
        }
    }
}

/// What happens only if a thread wakes from a condition for no reason.
#[test]
fn what_a_wakeup_for_no_reason_does_is_not_said_to_be_impossible() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    for (word, code, status) in [("if", 3, "open"), ("while", 0, "cannot-happen")] {
        let text = format!(
            "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\nstatic int ready, count;\n\
             static void *run(void *p) {{\n  pthread_mutex_lock(&m);\n\
             {word} (!ready)\n  pthread_cond_wait(&c, &m);\n  int seen = ready;\n  pthread_mutex_unlock(&m);\n\
             if (!seen)\n  count++;\n  return p;\n}}\n\
             int main(void) {{\n  pthread_t t;\n  pthread_create(&t, 0, run, 0);\n  pthread_mutex_lock(&m);\n\
             ready = 1;\n  pthread_cond_signal(&c);\n  pthread_mutex_unlock(&m);\n  count++;\n\
             pthread_join(t, 0);\n  return 0;\n}}\n"
        );
        std::fs::write(&file, text).expect("a file");
        let (found, warnings) = lint(file.to_str().expect("a path"), &[]);
        assert_eq!((found, warnings.len()), (code, 1), "{warnings:#?}");
        assert_eq!(warnings[0]["status"], status, "{warnings:#?}");
    }
}

#[test]
fn what_is_right_is_not_proved_wrong() {
    for (_, _, _, right) in PAIRS {
        let (code, warnings) = lint(&format!("tests/programs/{right}"), &[]);
        assert_eq!(code, 0, "{right}: {warnings:#?}");
        for warning in &warnings {
            assert_eq!(warning["status"], "cannot-happen", "{right}: {warning:#?}");
        }
    }
}

#[test]
fn locks_are_called_as_they_are_written() {
    let (code, text) = trailhound(&["lint", "tests/programs/c/lint/transfer.c"]);
    assert_eq!(code, 1);
    let role =
        "takes `to->lock` while it holds `from->lock` (since tests/programs/c/lint/transfer.c:20)";
    assert!(text.contains(role), "{text}");
    let command = "the whole trail: trailhound lint tests/programs/c/lint/transfer.c --show 1";
    assert!(text.contains(command), "{text}");
    let (code, text) = trailhound(&["lint", "tests/programs/c/lint/transfer.c", "--show", "1"]);
    assert_eq!(code, 1);
    assert!(text.contains("error[deadlock]"), "{text}");
}

#[test]
fn what_one_line_makes_or_takes_is_told_apart() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("pair.c");
    let program = r#"
#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t lock; };
static struct box *a, *b;
static void *there(void *p) { pthread_mutex_lock(&a->lock); pthread_mutex_lock(&b->lock); return p; }
static void *back(void *p) { pthread_mutex_lock(&b->lock); pthread_mutex_lock(&a->lock); return p; }
int main(void) {
    a = calloc(1, sizeof *a), b = calloc(1, sizeof *b);
    pthread_t first, second;
    pthread_create(&first, NULL, there, NULL);
    pthread_create(&second, NULL, back, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
}
"#;
    std::fs::write(&path, program).expect("a file");
    let (code, warnings) = lint(path.to_str().expect("a path in UTF-8"), &[]);
    assert_eq!(code, 1);
    let message = warnings[0]["message"].as_str().expect("a text");
    assert!(message.starts_with("`a` from "), "{message}");
    assert!(message.contains(" and `b` from "), "{message}");
    let roles = warnings[0]["places"].as_array().expect("places").iter();
    let roles: Vec<&str> = roles.filter_map(|place| place["role"].as_str()).collect();
    assert!(roles[0].starts_with("takes `b->lock` while it holds `a->lock`"));
    assert!(roles[1].starts_with("takes `a->lock` while it holds `b->lock`"));
}

#[test]
fn locks_that_may_be_taken_twice_are_not_warned_of() {
    let rights = PAIRS.iter().filter(|pair| pair.0 == "double-lock");
    for right in rights.map(|pair| pair.3).chain(["cpp/lint/phonebook.cpp"]) {
        let (_, warnings) = lint(&format!("tests/programs/{right}"), &["--no-search"]);
        let is_double = |warning: &Value| warning["kind"] == "double-lock";
        assert!(!warnings.iter().any(is_double), "{right}: {warnings:#?}");
    }
}

#[test]
fn what_ends_at_its_start_proves_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("starts.c");
    for (first, reason) in [
        ("socket(2, 1, 0);", "socket is not supported"),
        ("assert(!count);", "before it starts a thread: assertion"),
    ] {
        let program = format!(
            r#"
#include <assert.h>
#include <pthread.h>
int socket(int, int, int);
static int count = 1;
static void *add(void *unused) {{ count++; return unused; }}
int main(void) {{
    {first}
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    return 0;
}}
"#
        );
        std::fs::write(&path, program).expect("a file");
        let (code, warnings) = lint(path.to_str().expect("a path in UTF-8"), &[]);
        assert_eq!((code, warnings.len()), (3, 1), "{warnings:#?}");
        assert_eq!(warnings[0]["status"], "open");
        let told = warnings[0]["reason"].as_str().unwrap_or_default();
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn saved_trails_can_be_walked_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().to_str().expect("a path in UTF-8");
    let program = "tests/programs/c/mutex/check_then_act.c";
    let (code, warnings) = lint(program, &["--trails", path]);
    assert_eq!(code, 1);
    let trail = warnings[0]["trail"].as_str().expect("a file");
    let (code, text) = trailhound(&["replay", trail]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("error[assertion]"), "{text}");
}

#[test]
fn what_is_not_decided_is_not_proved() {
    let program = "tests/programs/c/lint/transfer_in_order.c";
    let (code, warnings) = lint(program, &["--max-states", "2"]);
    assert_eq!(code, 3);
    assert_eq!(warnings[0]["status"], "open");
    assert_eq!(warnings[0]["reason"], "the limit on states was reached");
    let (code, warnings) = lint(program, &["--no-search"]);
    assert_eq!(
        (code, &warnings[0]["status"]),
        (3, &Value::from("not-searched"))
    );
}

/// What the PFSM paper did by hand with Jlint: the list that is changed while it is gone through.
#[test]
fn a_changed_list_is_found_from_the_text_alone() {
    let program = "bench/programs/distance/abstract_list.cpp";
    let (code, warnings) = lint(program, &["-DREADERS=1"]);
    assert_eq!(code, 1);
    assert_eq!(warnings[0]["kind"], "check-then-act");
    assert_eq!(warnings[0]["error"], "uncaught-exception");
    let program = "bench/programs/distance/array_list.cpp";
    let (code, warnings) = lint(program, &["-DCOPIERS=1"]);
    assert_eq!(code, 1);
    assert_eq!(warnings[0]["error"], "uncaught-exception");
}

#[test]
fn subjects_of_the_papers_are_warned_of() {
    let (code, warnings) = lint("bench/programs/distance/philosophers.c", &[]);
    assert_eq!(code, 1);
    assert_eq!(warnings[0]["kind"], "lock-order");
    assert_eq!(warnings[0]["error"], "deadlock");
    let (code, warnings) = lint("bench/programs/distance/twostage.c", &[]);
    assert_eq!(code, 1);
    assert_eq!(warnings[0]["kind"], "unguarded");
    assert_eq!(warnings[0]["error"], "data-race");
}
