//! Memory models on the command line: which one an answer is about, and what becomes of atomics weaker than
//! `seq_cst` in each search.

use serde_json::Value;

use crate::cli::{Scene, refuses};

/// A payload that is published through a relaxed flag.
const RELAXED: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int payload;
atomic_int ready;
void *writer(void *arg) {
    payload = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) assert(payload == 1);
    pthread_join(thread, 0);
    return 0;
}
"#;

/// The same, published as it should be.
fn published_by_sc() -> String {
    RELAXED.replace("memory_order_relaxed", "memory_order_seq_cst")
}

#[test]
fn an_ok_says_which_memory_model_it_is_about() {
    let scene = Scene::new();
    scene.file("relaxed.c", RELAXED);
    scene.file("strong.c", &published_by_sc());
    let (strong, status) = scene.json(&["check", "strong.c", "--format", "json"]);
    assert_eq!((strong["verdict"].as_str(), status), (Some("ok"), 0));
    assert_eq!(strong["memory"]["weaker_operations"], 0);
    assert!(strong["reason"].is_null());

    let auto = ["check", "relaxed.c", "--format", "json"];
    let sc = [&auto[..], &["--memory", "sc"]].concat();
    let (relaxed, status) = scene.json(&sc);
    assert_eq!((relaxed["verdict"].as_str(), status), (Some("ok"), 0));
    assert_eq!(relaxed["memory"]["model"], "sc");
    assert_eq!(relaxed["memory"]["weaker_operations"], 2);
    assert_eq!(relaxed["memory"]["first"], "relaxed.c:9");
    let reason = relaxed["reason"].as_str().unwrap_or_default();
    assert_eq!(
        reason,
        "no error in any schedule under sequential consistency; \
         2 weaker atomic operations, first at relaxed.c:9 (--memory auto explores them)"
    );
    let (race, status) = scene.json(&auto);
    assert_eq!((race["verdict"].as_str(), status), (Some("error"), 1));
    assert_eq!(race["error"]["kind"], "data-race");
    assert_eq!(race["memory"]["model"], "c11");
    // A known error is walked again in the model that it was found in.
    assert_eq!(scene.json(&auto).0["memory"]["model"], "c11");
    let formula = [&auto[..], &["--ltl", "true"]].concat();
    let reason = scene.json(&formula).0["reason"].to_string();
    assert!(reason.contains("--ltl and --automaton"), "{reason}");
    let trusted = [&sc[..], &["--trust", "relaxed.c"]].concat();
    assert_eq!(scene.json(&trusted).0["memory"]["weaker_operations"], 0);
    refuses(&scene, &["check", "relaxed.c", "--memory", "tso"], &["tso"]);
}

/// Searches of every kind, trails, invariants and samples under the model that the program needs.
#[test]
fn weaker_orders_are_known_to_all_searches() {
    let scene = Scene::new();
    scene.file("relaxed.c", RELAXED);
    for search in ["dfs", "bfs", "best-first", "iddfs"] {
        let line = ["check", "relaxed.c", "--format", "json", "--search", search];
        let always = ["--always", "payload < 2", "--trail", "t.json"];
        let (answer, _) = scene.json(&[&line[..], &always].concat());
        let found = (&answer["error"]["kind"], &answer["memory"]["model"]);
        assert_eq!(found, (&"data-race".into(), &"c11".into()), "{search}");
        let (replayed, status) = scene.json(&["replay", "t.json", "--format", "json"]);
        let kind = replayed["error"]["kind"].as_str();
        assert_eq!((kind, status), (Some("data-race"), 1), "{search}");
    }
    let sample = [
        "sample",
        "relaxed.c",
        "--races",
        "error",
        "--format",
        "json",
    ];
    assert_eq!(scene.json(&sample).0["error"]["kind"], "data-race");
    let forked = RELAXED.replace("return 0;", "return fork();");
    scene.file("forked.c", &format!("#include <unistd.h>\n{forked}"));
    let (forked, _) = scene.json(&["check", "forked.c", "--format", "json"]);
    let reason = forked["reason"].to_string();
    assert!(reason.contains("does not know fork"), "{reason}");
}

/// Two threads count with relaxed atomics; each value stays readable for the other one.
const COUNTS: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
union { _Atomic uint64_t whole; _Atomic uint32_t half; } counter;
static void *count(void *arg) {
    for (int i = 0; i < 3; i++) atomic_fetch_add_explicit(&counter.half, 1, memory_order_relaxed);
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    count(0);
    uint64_t sum = LAST;
    pthread_join(thread, 0);
    return sum > 6;
}
"#;

/// What is established under sequential consistency stays, whatever becomes of weaker orders.
#[test]
fn weaker_orders_that_are_not_decided_leave_the_answer() {
    let scene = Scene::new();
    let relaxed = "atomic_load_explicit(&counter.half, memory_order_relaxed)";
    let mixed = "atomic_load_explicit(&counter.whole, memory_order_relaxed)";
    scene.file("counts.c", &COUNTS.replace("LAST", relaxed));
    scene.file("mixed.c", &COUNTS.replace("LAST", mixed));
    let says = |arguments: &[&str]| {
        let line = [&["check", "--format", "json"], arguments].concat();
        let (answer, status) = scene.json(&line);
        let reason = answer["reason"].as_str().unwrap_or_default().to_owned();
        let verdict = answer["verdict"].as_str().unwrap_or_default().to_owned();
        (verdict, status, answer["memory"]["model"].clone(), reason)
    };
    let (ok, sc, c11) = ("ok".to_owned(), Value::from("sc"), Value::from("c11"));
    let decided = says(&["counts.c"]);
    assert_eq!((&decided.0, decided.1, &decided.2), (&ok, 0, &c11));

    for (arguments, why) in [
        (&["counts.c", "--history", "2"][..], "--history keeps more"),
        (
            &["counts.c", "--max-states", "30", "--no-sampling"],
            "--max-states",
        ),
        (
            &["mixed.c"],
            "they could not be explored: atomic accesses of different sizes",
        ),
    ] {
        let (verdict, status, model, reason) = says(arguments);
        assert_eq!(
            (&verdict, status, &model),
            (&ok, 0, &sc),
            "{arguments:?}: {reason}"
        );
        assert!(reason.contains("under sequential consistency"), "{reason}");
        assert!(reason.contains(why), "{reason}");
        assert!(!reason.contains("--memory auto"), "{reason}");
        // Who asks for weaker orders is not told of others.
        let (verdict, ..) = says(&[arguments, &["--memory", "c11"]].concat());
        assert!(
            ["undecided", "unsupported"].contains(&verdict.as_str()),
            "{verdict}"
        );
    }
}
