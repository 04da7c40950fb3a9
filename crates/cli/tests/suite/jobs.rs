//! `--jobs` and `--store`: what is searched by several threads and by hashes, and what the answer says of it.

use std::fs;

use crate::scene::Scene;
use serde_json::Value;

/// Three threads that count, each by itself and all together; two lose an update unless `LOCKED`.
const COUNTERS: &str = "
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ROUNDS
#define ROUNDS 12
#endif
atomic_int counter, others[3];
void *add(void *a) {
    for (int i = 0; i < ROUNDS; i++) { atomic_fetch_add(&others[(long)a], 1); }
#ifdef LOCKED
    atomic_fetch_add(&counter, 1);
#else
    int v = atomic_load(&counter); atomic_store(&counter, v + 1);
#endif
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, add, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(counter == 3);
}
";

/// A worker that sends numbers.
const CHANNELS: &str = "
use std::sync::mpsc::channel;
use std::thread;
fn main() {
    let (sender, receiver) = channel();
    let feeder = thread::spawn(move || for n in 0..2 { sender.send(n).unwrap(); });
    assert_eq!(receiver.into_iter().sum::<i32>(), 1);
    feeder.join().unwrap();
}
";

fn ask(scene: &Scene, more: &[&str]) -> (i32, Value) {
    let given = ["check", "program.c", "--no-cache"];
    scene.ask(&[&given[..], more].concat())
}

fn states(answer: &Value) -> u64 {
    answer["stats"]["states_stored"].as_u64().expect("a number")
}

/// What the answer says of jobs.
fn note(answer: &Value) -> Option<&str> {
    let notes = answer["notes"].as_array()?.iter();
    let mut texts = notes.filter_map(Value::as_str);
    texts.find(|note| note.starts_with("--jobs"))
}

#[test]
fn two_jobs_see_the_states_that_one_sees() {
    let scene = Scene::new(COUNTERS);
    for search in ["bfs", "dfs"] {
        let given = ["-DLOCKED", "--all-orders", "--search", search];
        let (code, one) = ask(&scene, &given);
        assert_eq!(code, 0, "{one}");
        let (code, two) = ask(&scene, &[&given[..], &["--jobs", "2"]].concat());
        assert_eq!(code, 0, "{two}");
        assert_eq!(two["stats"]["jobs"], 2, "{two}");
        assert_eq!(note(&two), None);
        assert_eq!(one["stats"]["jobs"], Value::Null);
        assert!(states(&one) > 2_000, "{one}");
        for counter in ["states_stored", "states_expanded", "transitions"] {
            assert_eq!(one["stats"][counter], two["stats"][counter], "{search}");
        }
    }
}

#[test]
fn an_error_that_two_jobs_find_is_replayed() {
    let scene = Scene::new(COUNTERS);
    for search in ["bfs", "dfs"] {
        let trail = format!("{search}.trail");
        let given = ["--all-orders", "--search", search, "--jobs", "2"];
        let (code, answer) = ask(&scene, &[&given[..], &["--trail", &trail]].concat());
        assert_eq!((code, &answer["error"]["kind"]), (1, &"assertion".into()));
        let (code, replayed) = scene.ask(&["replay", &trail]);
        assert_eq!((code, &replayed["error"]), (1, &answer["error"]));
    }
}

#[test]
fn what_cannot_use_several_jobs_uses_one_and_says_so() {
    let scene = Scene::new(COUNTERS);
    for (more, reason) in [
        (&["--search", "dfs"][..], "--all-orders uses several"),
        (
            &["--search", "dfs", "--all-orders", "--max-depth", "900"],
            "--search bfs does not",
        ),
        (&["--search", "best-first"], "dfs, bfs and auto"),
        (&["--preemptions", "50"], "--preemptions runs on one"),
        (&["--store", "compact"], "by hashes"),
        (&["--ltl", "F counter == 3"], "formulas"),
    ] {
        let (_, answer) = ask(&scene, &[&["-DLOCKED", "--jobs", "2"], more].concat());
        assert_eq!(answer["stats"]["jobs"], Value::Null, "{more:?}");
        let said = note(&answer).unwrap_or_default();
        assert!(said.contains(reason), "{more:?}: {answer}");
    }
    let forking = Scene::new("#include <unistd.h>\nint main(void) { return fork() < 0; }");
    let (code, answer) = ask(&forking, &["--search", "bfs", "--jobs", "2"]);
    assert_eq!(code, 0, "{answer}");
    assert!(note(&answer).is_some_and(|note| note.contains("forks")));
}

#[test]
fn rust_programs_and_auto_use_two_jobs() {
    let scene = Scene::new(COUNTERS);
    fs::write(scene.folder.path().join("channels.rs"), CHANNELS).expect("a file");
    let check = |more: &[&str]| {
        let given = ["check", "channels.rs", "--no-cache", "--all-orders"];
        let (code, answer) = scene.ask(&[&given[..], more].concat());
        assert_eq!(code, 0, "{answer}");
        answer
    };
    let one = check(&["--search", "dfs"]);
    for search in ["dfs", "bfs"] {
        let two = check(&["--search", search, "--jobs", "2"]);
        assert_eq!(two["stats"]["jobs"], 2, "{two}");
        assert_eq!(states(&one), states(&two));
    }
    // Auto begins with one.
    let large = ["-DLOCKED", "-DROUNDS=40", "--all-orders"];
    let (code, one) = ask(&scene, &[&large[..], &["--search", "dfs"]].concat());
    assert_eq!(code, 0, "{one}");
    let (code, two) = ask(&scene, &[&large[..], &["--jobs", "2"]].concat());
    assert_eq!((code, &two["stats"]["jobs"]), (0, &2.into()), "{two}");
    assert_eq!(states(&one), states(&two));
}

#[test]
fn hashes_find_errors_and_prove_nothing() {
    let scene = Scene::new(COUNTERS);
    let (_, exact) = ask(&scene, &["-DLOCKED", "--all-orders", "--search", "dfs"]);
    for store in ["compact", "bitstate:1M"] {
        let (code, right) = ask(&scene, &["-DLOCKED", "--store", store]);
        assert_eq!((code, &right["verdict"]), (3, &"undecided".into()));
        let reason = right["reason"].as_str().expect("a reason");
        assert!(reason.contains("with a probability of"), "{reason}");
        assert!(right["stats"]["omission"].as_f64().expect("a number") < 0.01);
        assert_eq!(states(&right), states(&exact));
        let (code, wrong) = ask(&scene, &["--store", store, "--trail", "hashes.trail"]);
        assert_eq!((code, &wrong["error"]["kind"]), (1, &"assertion".into()));
        assert_eq!(scene.ask(&["replay", "hashes.trail"]).0, 1);
    }
    let (_, few) = ask(&scene, &["-DLOCKED", "--store", "bitstate:64"]);
    assert_eq!(few["verdict"], "undecided");
    assert!(states(&few) < states(&exact));
    assert!(
        few["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("almost surely"))
    );
    assert_eq!(
        ask(&scene, &["--store", "bitstate", "--search", "bfs"]).0,
        2
    );
    assert_eq!(
        ask(&scene, &["--store", "compact", "--ltl", "F counter == 3"]).0,
        2
    );
}
