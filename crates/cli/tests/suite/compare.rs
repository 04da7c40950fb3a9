//! `trailhound compare` from outside: the table, the files, and what happens to runs that do
//! not end as expected.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// N threads that lock two mutexes, the last one the other way round.
const OPPOSITE_ORDER: &str = r#"
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *last) {
    pthread_mutex_lock(last ? &b : &a);
    pthread_mutex_lock(last ? &a : &b);
    pthread_mutex_unlock(last ? &a : &b);
    pthread_mutex_unlock(last ? &b : &a);
    return 0;
}
int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, worker, i == N - 1 ? &a : 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
"#;

struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new(program: &str) -> Scene {
        let folder = tempfile::tempdir().expect("a scratch folder");
        fs::write(folder.path().join("program.c"), program).expect("a scratch file");
        Scene { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn compare(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .current_dir(self.folder.path())
            .args(["compare", "program.c"])
            .args(arguments)
            .output()
            .expect("trailhound starts")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_family_is_climbed_and_drawn() {
    let scene = Scene::new(OPPOSITE_ORDER);
    let output = scene.compare(&[
        "--search",
        "dfs,best-first",
        "--guide",
        "lnb,pl1",
        "--to",
        "3",
        "--expect",
        "deadlock",
        "--csv",
        "runs.csv",
        "--plots",
        "plots",
    ]);
    let said = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{said}{}",
        text(&output.stderr)
    );
    // Three contenders, each at 2 and 3.
    let rows: Vec<&str> = said
        .lines()
        .filter(|line| line.ends_with("nothing failed"))
        .collect();
    assert_eq!(rows.len(), 3, "{said}");
    let runs = fs::read_to_string(scene.path("runs.csv")).expect("the runs");
    assert_eq!(runs.lines().count(), 1 + 3 * 2, "{runs}");
    assert_eq!(runs.matches(",solved,deadlock,").count(), 6, "{runs}");
    for plot in ["mean", "trail", "states", "time", "memory"] {
        let svg = fs::read_to_string(scene.path(&format!("plots/{plot}.svg"))).expect("a plot");
        // A line and its legend for each contender.
        assert_eq!(svg.matches("<polyline").count(), 6, "{plot}");
        assert!(svg.trim_end().ends_with("</svg>"));
    }
}

#[test]
fn a_limit_shows_as_one() {
    let scene = Scene::new(OPPOSITE_ORDER);
    let output = scene.compare(&["--search", "bfs", "--with=--max-states=3"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("--max-states"), "{said}");
}

#[test]
fn an_unexpected_verdict_is_loud() {
    let scene = Scene::new(OPPOSITE_ORDER);
    let output = scene.compare(&["--search", "bfs", "--expect", "ok"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("WRONG: deadlock"));
    assert!(text(&output.stderr).contains("WRONG: bfs, shared at n = 2 says `deadlock`"));
}

#[test]
fn a_program_that_does_not_compile_fails_its_runs() {
    let scene = Scene::new("int main(void) { return no_such_thing; }");
    let output = scene.compare(&["--search", "dfs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("FAILED: the program does not compile"));
}
