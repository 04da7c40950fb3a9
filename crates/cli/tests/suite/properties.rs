//! Properties from outside: that no reduction passes over a value that a property asks for,
//! what is said about names that there are not, and trails of violations.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new(file: &str, source: &str) -> Scene {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join(file), source).expect("a file");
        Scene { folder }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .current_dir(self.folder.path())
            .args(arguments)
            .output()
            .expect("trailhound runs")
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Writes alone, with others, in a library function, as a structure, in an atomic operation.
const WRITES: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
struct pair { int a, b; };
int x, y;
_Thread_local int own;
struct pair pair, other = { 3, 4 };
char name[8];
atomic_int count;
static void *worker(void *arg) {
    own = 1; x = 1; y = 1; x = 0; y = 0;
    count++; count--;
    return arg;
}
int main(void) {
    pthread_t t;
    x = 5; x = 6; memcpy(name, "ab", 3); memcpy(name, "cd", 3);
    pair = other; pair.a = 0; pair.b = 0;
    atomic_fetch_add(&count, 7); atomic_fetch_sub(&count, 7);
    x = 0;
    pthread_create(&t, 0, worker, 0);
    y = 2; y = 0;
    pthread_join(t, 0);
    x = 9; memset(&x, 0, sizeof x);
    return 0;
}
"#;

#[test]
fn no_granularity_passes_over_a_value() {
    let scene = Scene::new("writes.c", WRITES);
    let broken = [
        "x != 0",
        "x != 5",
        "x != 6",
        "x != 9",
        "x != 1",
        "y != 2",
        "name[0] != 97",
        "name[1] != 100",
        "pair.a != 3",
        "!(pair.a == 0 && pair.b == 4)",
        "count != 7",
        "count != 1",
        "!(x == 1 && y == 1)",
        "!(x == 0 && y == 1)",
        "!(x == 1 && y == 2)",
    ];
    let kept = [
        "x != 2",
        "x < 10 && x >= 0",
        "name[0] != 98",
        "!(pair.a == 3 && pair.b == 0)",
        "count <= 7",
        "!(x == 6 && y == 1)",
        "y != 3",
    ];
    let ways: [&[&str]; 4] = [
        &[],
        &["--granularity", "instruction"],
        &["--granularity", "line"],
        &["--no-reduction", "--search", "bfs"],
    ];
    let expected = broken
        .iter()
        .map(|expr| (expr, 1))
        .chain(kept.iter().map(|expr| (expr, 0)));
    for (expr, wanted) in expected {
        for way in ways {
            let mut arguments = vec![
                "check", "writes.c", "-q", "--races", "off", "--always", expr,
            ];
            arguments.extend_from_slice(way);
            let output = scene.run(&arguments);
            assert_eq!(code(&output), wanted, "{expr} {way:?}: {}", text(&output));
        }
    }
}

#[test]
fn what_is_not_there_is_reported_with_what_is_near() {
    let scene = Scene::new("writes.c", WRITES);
    let wrong = [
        ("cuont == 1", "near: `count`"),
        ("pair.c == 1", "its fields: a, b"),
        ("pair == 1", "name one of its fields"),
        ("in(wroker)", "near: `worker`"),
        (
            "at(writes.c:4)",
            "no code of the program stands at writes.c:4",
        ),
        ("name[8] == 0", "the array has 8 elements"),
        ("own == 0", "each thread has its own"),
        ("x ==", "^"),
    ];
    for (expr, expected) in wrong {
        let output = scene.run(&["check", "writes.c", "--always", expr]);
        assert_eq!(code(&output), 2, "{expr}");
        assert!(
            text(&output).contains(expected),
            "{expr}: {}",
            text(&output)
        );
    }
}

#[test]
fn the_trail_of_a_violation_can_be_replayed() {
    let scene = Scene::new("writes.c", WRITES);
    let always = "!(x == 1 && y == 2)";
    let checked = scene.run(&["check", "writes.c", "--always", always, "--trail", "t.json"]);
    assert_eq!(code(&checked), 1);
    assert!(scene.path("t.json").is_file());
    let replayed = scene.run(&["replay", "t.json"]);
    assert_eq!(code(&replayed), 1);
    assert!(
        text(&replayed).contains("error[invariant]"),
        "{}",
        text(&replayed)
    );
}
