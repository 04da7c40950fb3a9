//! `--preemptions`: schedules in which few threads are interrupted that could go on.

use crate::scene::Scene;
use serde_json::Value;

/// Two threads that read and write a counter in two steps each: one preemption loses an update.
const LOST: &str = "
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int counter;
void *add(void *a) { int v = atomic_load(&counter); atomic_store(&counter, v + 1); return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(counter == 2);
}
";

/// A thread that spins until another one has set a flag.
const SPINNING: &str = "
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
void *set(void *a) { atomic_store(&flag, 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    while (!atomic_load(&flag)) {}
    pthread_join(t, 0);
}
";

fn answer(program: &str, bound: &str) -> (i32, Value) {
    Scene::new(program).ask(&["check", "program.c", "--preemptions", bound])
}

#[test]
fn an_error_is_found_with_the_preemptions_that_it_needs() {
    let (code, none) = answer(LOST, "0");
    assert_eq!((code, none["verdict"].as_str()), (3, Some("undecided")));
    let reason = none["reason"].as_str().expect("a reason");
    assert!(reason.contains("at most 0 preemptions"), "{reason}");
    let (code, one) = answer(LOST, "1");
    assert_eq!(
        (code, one["error"]["kind"].as_str()),
        (1, Some("assertion"))
    );
    assert_eq!(one["preemptions"], 1);
}

#[test]
fn a_bound_that_leaves_nothing_out_proves() {
    let (code, answer) = answer(SPINNING, "50");
    assert_eq!((code, answer["verdict"].as_str()), (0, Some("ok")));
}

#[test]
fn a_spinning_thread_lets_others_go_on() {
    let (code, answer) = answer(SPINNING, "0");
    assert_eq!((code, answer["verdict"].as_str()), (0, Some("ok")));
}

#[test]
fn other_searches_take_no_bound() {
    let scene = Scene::new(LOST);
    let with = |more: &[&str]| {
        let given = ["check", "program.c", "--preemptions", "1"];
        scene.ask(&[&given[..], more].concat()).0
    };
    assert_eq!(with(&["--search", "bfs"]), 2);
    assert_eq!(with(&["--guide", "mb"]), 2);
    assert_eq!(with(&["--ltl", "F counter == 2"]), 2);
}
