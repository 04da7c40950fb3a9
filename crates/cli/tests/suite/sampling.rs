//! Random executions from outside: what they find, how often, and what is said when they find
//! nothing.

use crate::scene::{SERVER, Scene};
use serde_json::Value;

/// Fails in exactly one of sixteen equally likely executions.
const ONE_IN_SIXTEEN: &str = r#"
#include <assert.h>
#include <trailhound.h>
int x;
int main(void) {
    x = th_toss(16);
    assert(x != 11);
    return 0;
}
"#;

#[test]
fn samples_depend_on_the_seed_alone() {
    let scene = Scene::new(ONE_IN_SIXTEEN);
    let mut first = Vec::new();
    for seed in ["1", "2", "3", "4"] {
        let notes = ["1", "2", "5"].map(|jobs| {
            let (code, answer) =
                scene.ask(&["sample", "program.c", "--seed", seed, "--jobs", jobs]);
            assert_eq!(code, 1);
            let note = answer["notes"][0].as_str().expect("a note").to_owned();
            note.split(';').next().expect("a part").to_owned()
        });
        assert!(notes.iter().all(|note| *note == notes[0]), "{notes:?}");
        first.push(notes[0].clone());
    }
    first.dedup();
    assert!(first.len() > 1, "{first:?}");
}

/// Fails if the other thread writes before its last look: not with probability 1/8, in the
/// eighth of all executions that look.
const RACE_IN_AN_EIGHTH: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <trailhound.h>
int x;
static void *look(void *arg) {
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 0);
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 0);
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 0);
    return arg;
}
int main(void) {
    pthread_t thread;
    if (th_toss(8) != 3)
        return 0;
    pthread_create(&thread, 0, look, 0);
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    pthread_join(thread, 0);
    return 0;
}
"#;

/// The automaton of figure 1 of the paper: its lassos 11, 1244, 1231 and 12344 have the
/// probabilities 1/2, 1/4, 1/8 and 1/8, and 1231 is accepted.
const FIGURE_1: &str = r#"
#include <trailhound.h>
int s = 1;
int main(void) {
    static const int next[5][2] = {{0, 0}, {1, 2}, {4, 3}, {1, 4}, {4, 4}};
    for (;;)
        s = next[s][th_toss(2)];
}
"#;

/// The number of the first sample that fails.
fn first_failure(scene: &Scene, arguments: &[&str]) -> f64 {
    let (code, answer) = scene.ask(&[&["sample", "program.c"], arguments].concat());
    assert_eq!(code, 1, "{answer}");
    answer["sampling"]["failed"].as_f64().expect("a number")
}

/// With probability p of a violation, the number of the first sample that fails has mean 1 / p
/// and a standard deviation below that.
#[test]
fn violations_are_as_frequent_as_they_are_likely() {
    let cases: [(&str, f64, &[&str]); 3] = [
        (ONE_IN_SIXTEEN, 1.0 / 16.0, &[]),
        (RACE_IN_AN_EIGHTH, 7.0 / 64.0, &[]),
        (FIGURE_1, 1.0 / 8.0, &["--ltl", "F G (s != 3)"]),
    ];
    for (program, probability, arguments) in cases {
        let scene = Scene::new(program);
        let runs = 40;
        let total: f64 = (0..runs)
            .map(|seed| {
                first_failure(
                    &scene,
                    &[arguments, &["--seed", &seed.to_string()]].concat(),
                )
            })
            .sum();
        let (mean, expected) = (total / f64::from(runs), 1.0 / probability);
        let deviation = expected / f64::from(runs).sqrt();
        assert!(
            (mean - expected).abs() < 3.5 * deviation,
            "{mean} {expected} {program}"
        );
    }
}

/// An error of depth 2: the worker must be interrupted once.
const DEPTH_TWO: &str = r#"
#include <assert.h>
#include <pthread.h>
int x, y;
static void *worker(void *arg) {
    for (int n = 0; n < 3; n++) {
        __atomic_store_n(&x, n, __ATOMIC_SEQ_CST);
        __atomic_store_n(&y, n, __ATOMIC_SEQ_CST);
    }
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    assert(seen != 1 || __atomic_load_n(&y, __ATOMIC_SEQ_CST) != 0);
    pthread_join(thread, 0);
    return 0;
}
"#;

#[test]
fn samplers_find_errors_and_depend_on_the_seed_alone() {
    let scene = Scene::new(DEPTH_TWO);
    for sampler in ["uniform", "pct:2", "pct:3", "pos"] {
        for seed in ["1", "2", "3"] {
            let numbers = ["1", "3"].map(|jobs| {
                let more = ["--sampler", sampler, "--seed", seed, "--jobs", jobs];
                first_failure(&scene, &more)
            });
            assert_eq!(numbers[0], numbers[1], "{sampler} {seed}");
        }
    }
    // Without a change of priorities, no thread is interrupted.
    let (code, answer) = scene.ask(&["sample", "program.c", "--sampler", "pct:1"]);
    assert_eq!(code, 0, "{answer}");
    assert_eq!(answer["pct"]["depth"], 1);
    assert_eq!(answer["pct"]["probability"], 0.5);
    let wrong = scene.run(&["sample", "program.c", "--sampler", "pct:0"]);
    assert_eq!(wrong.status.code(), Some(2));
}

/// One sample finds an error of depth d with probability 1 / (n k^(d-1)) at least.
#[test]
fn the_bound_of_pct_holds() {
    let scene = Scene::new(DEPTH_TWO);
    let runs = 40;
    let total: f64 = (0..runs)
        .map(|seed| {
            let seed = seed.to_string();
            first_failure(&scene, &["--sampler", "pct:2", "--seed", &seed])
        })
        .sum();
    // Two threads; the longest execution has twelve steps or fewer.
    let bound = 2.0 * 12.0;
    let mean = total / f64::from(runs);
    assert!(
        mean < bound * (1.0 + 3.0 / f64::from(runs).sqrt()),
        "{mean}"
    );
}

/// Too many states to search, and an error in every second execution.
const MANY_STATES: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <trailhound.h>
static int cells[6];
static void *worker(void *arg) {
    int *cell = arg;
    for (int n = 0; n < 8; n++)
        __atomic_add_fetch(cell, 1, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    pthread_t threads[6];
    for (int n = 0; n < 6; n++)
        pthread_create(&threads[n], 0, worker, &cells[n]);
    for (int n = 0; n < 6; n++)
        pthread_join(threads[n], 0);
#ifdef WRONG
    assert(th_toss(2) == 0);
#endif
    return 0;
}
"#;

#[test]
fn a_search_that_comes_to_its_limit_samples() {
    let scene = Scene::new(MANY_STATES);
    let bfs = [
        "check",
        "program.c",
        "--search",
        "bfs",
        "--max-states",
        "500",
    ];
    let (code, answer) = scene.ask(&bfs);
    assert_eq!(code, 3);
    let reason = answer["reason"].as_str().expect("a reason");
    for part in [
        "the limit on states (--max-states) was reached",
        "no error in 500 states, which are not all",
        "of 459 random executions none failed: with confidence 99%, fewer than 1%",
    ] {
        assert!(reason.contains(part), "{reason}");
    }
    assert_eq!(answer["sampling"]["samples"], 459);
    let (code, answer) = scene.ask(&[&bfs[..], &["--no-sampling"]].concat());
    assert_eq!((code, &answer["sampling"]), (3, &Value::Null));
    // A sample that fails is an error like any other.
    let wrong = [&bfs[..], &["-DWRONG", "--trail", "t.json"]].concat();
    let (code, answer) = scene.ask(&wrong);
    assert_eq!((code, &answer["verdict"]), (1, &Value::from("error")));
    assert!(answer["sampling"]["failed"].is_number());
    assert_eq!(scene.run(&["replay", "t.json"]).status.code(), Some(1));
    // Temporal properties, too.
    let formula = ["--ltl", "F (cells[0] == 8)", "--fair"];
    let limited = ["check", "program.c", "--max-states", "500"];
    let (code, answer) = scene.ask(&[&limited[..], &formula].concat());
    let samples = answer["sampling"]["samples"].as_u64();
    assert!(
        code == 3 && samples.is_some_and(|samples| samples > 0),
        "{answer}"
    );
}

#[test]
fn a_claim_has_its_samples_behind_it() {
    let scene = Scene::new(SERVER);
    let (code, answer) = scene.ask(&["sample", "program.c", "--epsilon", "0.1", "--delta", "0.1"]);
    assert_eq!(code, 0);
    assert_eq!(answer["samples"], 22);
    let claim = answer["claim"].as_str().expect("a claim");
    assert!(
        claim.contains("with confidence 90%, fewer than 10%"),
        "{claim}"
    );
    let (code, answer) = scene.ask(&["sample", "program.c", "--ltl", "G (request -> F granted)"]);
    assert_eq!(
        (code, &answer["error"]["kind"]),
        (1, &Value::from("temporal"))
    );
    assert_eq!(
        scene
            .run(&["sample", "program.c", "--epsilon", "2"])
            .status
            .code(),
        Some(2)
    );
}

/// Most of what happens here has nothing to do with the error.
const BUSY: &str = r#"
#include <assert.h>
#include <pthread.h>
int x, y;
static void *work(void *arg) {
    for (int i = 0; i < 20; i++) __atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void *look(void *arg) {
    for (int i = 0; i < 20; i++) __atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 1);
    return arg;
}
int main(void) {
    pthread_t worker, looker;
    pthread_create(&worker, 0, work, 0);
    pthread_create(&looker, 0, look, 0);
    pthread_join(worker, 0);
    pthread_join(looker, 0);
    return 0;
}
"#;

#[test]
fn the_trail_of_a_sample_is_shortened_and_leads_to_the_error() {
    let scene = Scene::new(BUSY);
    let (code, answer) = scene.ask(&["sample", "program.c", "--trail", "busy.trail"]);
    assert_eq!(
        (code, &answer["error"]["kind"]),
        (1, &Value::from("assertion"))
    );
    let length = |field: &str| answer["trail"][field].as_u64().expect("a number");
    assert!(length("shortened_from") > length("steps"), "{answer}");
    // Nothing of the worker is needed.
    assert!(length("steps") < 30, "{answer}");
    let (code, replayed) = scene.ask(&["replay", "busy.trail"]);
    assert_eq!((code, &replayed["error"]), (1, &answer["error"]));
}
