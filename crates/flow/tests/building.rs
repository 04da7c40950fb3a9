//! What the graphs of small programs look like.

mod loading;

use std::time::Instant;

use loading::Source;
use trailhound_flow::action::{Action, Object};
use trailhound_flow::build::BuildOptions;
use trailhound_flow::graph::{Node, TraceFlowGraph};

/// The graph of a program with what `interest` asks for. None: there is no compiler.
fn graph(
    extension: &str,
    text: &str,
    interest: &dyn Fn(&Action) -> bool,
) -> Option<TraceFlowGraph> {
    let directory = tempfile::tempdir().expect("a directory for the program");
    let file = directory.path().join(format!("program.{extension}"));
    std::fs::write(&file, text).expect("the program can be written");
    let source = Source::compile(&file)?;
    let bounds = (8, 16, BuildOptions::OPERATIONS);
    let graph = source.graph(interest, &|_| false, bounds);
    Some(graph.expect("a graph"))
}

fn locks_and_marks(action: &Action) -> bool {
    matches!(
        action,
        Action::Lock(_) | Action::Unlock(_) | Action::Mark(_)
    )
}

/// The actions of the nodes of one task, in their order.
fn actions_of(graph: &TraceFlowGraph, task: &str) -> Vec<String> {
    let own = |node: &&Node| match node.tasks.first() {
        Some(first) => graph.tasks[first.0 as usize].name == task,
        None => false,
    };
    let nodes = graph.nodes.iter().filter(own);
    nodes
        .flat_map(|node| node.actions.iter().map(Action::to_string))
        .collect()
}

fn task_names(graph: &TraceFlowGraph) -> Vec<&str> {
    graph.tasks.iter().map(|task| task.name.as_str()).collect()
}

const PHILOSOPHERS: &str = r#"
#include <pthread.h>
#include <stdint.h>
pthread_mutex_t fork_[3];
static void take(pthread_mutex_t *f) { pthread_mutex_lock(f); }
static void *dine(void *argument) {
    int i = (int)(intptr_t)argument;
    take(&fork_[i]);
    take(&fork_[(i + 1) % 3]);
    pthread_mutex_unlock(&fork_[i]);
    pthread_mutex_unlock(&fork_[(i + 1) % 3]);
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, dine, (void *)(intptr_t)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
"#;

#[test]
fn constants_reach_threads_and_functions() {
    let Some(graph) = graph("c", PHILOSOPHERS, &locks_and_marks) else {
        return;
    };
    assert_eq!(task_names(&graph), ["main", "dine#1", "dine#2", "dine#3"]);
    assert_eq!(
        actions_of(&graph, "dine#3"),
        [
            "lock(fork_[2])",
            "lock(fork_[0])",
            "unlock(fork_[2])",
            "unlock(fork_[0])"
        ]
    );
    assert!(graph.tasks.iter().all(|task| !task.many && !task.cut));
    // Three starts and three joins.
    let shared = graph.nodes.iter().filter(|node| node.tasks.len() == 2);
    assert_eq!(shared.count(), 6);
}

#[test]
fn after_the_join_nothing_of_the_thread_follows() {
    let text = r#"
#include <pthread.h>
#include <trailhound.h>
static void *work(void *argument) { th_mark("work"); return argument; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    th_mark("while");
    pthread_join(t, 0);
    th_mark("after");
    return 0;
}
"#;
    let Some(graph) = graph("c", text, &locks_and_marks) else {
        return;
    };
    let node = |name: &str| {
        let mark = Action::Mark(name.to_owned());
        let found = graph
            .nodes
            .iter()
            .position(|node| node.actions.contains(&mark));
        found.expect("the mark is there")
    };
    let precedes = |one: &str, other: &str| {
        let other = node(other) as u32;
        graph.precedes[node(one)].iter().any(|next| next.0 == other)
    };
    assert!(precedes("work", "while") && precedes("while", "work"));
    assert!(!precedes("work", "after") && !precedes("after", "work"));
}

#[test]
fn a_thread_started_any_number_of_times_is_one_task() {
    let text = r#"
#include <pthread.h>
#include <trailhound.h>
static void *work(void *argument) { th_mark("work"); return argument; }
int main(void) {
    for (unsigned i = 0; i < th_toss(100); i++) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
    }
    return 0;
}
"#;
    let Some(graph) = graph("c", text, &locks_and_marks) else {
        return;
    };
    assert_eq!(task_names(&graph), ["main", "work"]);
    assert!(graph.tasks[1].many && graph.tasks[1].cut);
    let mark = Action::Mark("work".to_owned());
    let node = graph
        .nodes
        .iter()
        .position(|node| node.actions.contains(&mark));
    let node = node.expect("the mark is there");
    let again = graph.precedes[node]
        .iter()
        .any(|next| next.0 as usize == node);
    assert!(again, "another thread may do the same right after");
}

#[test]
fn a_test_lies_where_the_variable_is_read() {
    let text = r#"
#include <pthread.h>
#include <trailhound.h>
int turn;
static void *work(void *argument) { turn = 1; return argument; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (turn == 1) th_mark("one"); else th_mark("other");
    pthread_join(t, 0);
    return 0;
}
"#;
    let interest = |action: &Action| !matches!(action, Action::Call { .. });
    let Some(graph) = graph("c", text, &interest) else {
        return;
    };
    let test = |value, equal| Action::Test {
        object: Object("turn".to_owned()),
        value,
        equal,
    };
    for node in &graph.nodes {
        let leads_to = |name: &str| {
            let mark = Action::Mark(name.to_owned());
            let mut next = node.next.iter();
            next.any(|next| graph.nodes[next.0 as usize].actions.contains(&mark))
        };
        if node.actions.contains(&test(1, true)) {
            assert!(leads_to("one") && !leads_to("other"));
        }
        if node.actions.contains(&test(0, true)) || node.actions.contains(&test(1, false)) {
            assert!(leads_to("other") && !leads_to("one"));
        }
    }
    let initial = &graph.nodes[graph.initial.0 as usize];
    let write = Action::Write {
        object: Some(Object("turn".to_owned())),
        value: Some(0),
    };
    assert!(initial.actions.contains(&write));
}

#[test]
fn recursion_ends() {
    let text = r#"
#include <trailhound.h>
static void odd(unsigned n);
static void even(unsigned n) { th_mark("even"); if (n) odd(n - 1); }
static void odd(unsigned n) { th_mark("odd"); if (n) even(n - 1); }
int main(void) { even(th_toss(9)); th_mark("done"); return 0; }
"#;
    let Some(graph) = graph("c", text, &locks_and_marks) else {
        return;
    };
    let marks = actions_of(&graph, "main");
    assert!(marks.len() <= 6, "{marks:?}");
    assert_eq!(marks.last().map(String::as_str), Some("mark(\"done\")"));
}

/// Most of the program is the standard library.
#[test]
fn a_rust_program_takes_seconds() {
    let text = r#"
use std::sync::Mutex;
static TOTAL: Mutex<u32> = Mutex::new(0);
fn main() {
    let threads: Vec<_> = (0..3)
        .map(|i| std::thread::spawn(move || *TOTAL.lock().unwrap() += i))
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    println!("{}", TOTAL.lock().unwrap());
    trailhound::mark("printed");
}
"#;
    let total = |object: &Option<Object>| object.as_ref().is_none_or(|object| object.0 == "TOTAL");
    let interest = |action: &Action| match action {
        Action::Lock(object) | Action::Unlock(object) => total(object),
        Action::Mark(_) => true,
        _ => false,
    };
    let started = Instant::now();
    let graph = graph("rs", text, &interest).expect("there is a compiler for Rust");
    println!("compiled and built in {:?}", started.elapsed());
    assert_eq!(
        task_names(&graph),
        [
            "main",
            "main::closure#1",
            "main::closure#2",
            "main::closure#3"
        ]
    );
    let actions = actions_of(&graph, "main::closure#1");
    assert!(actions.contains(&"lock(TOTAL)".to_owned()), "{actions:?}");
    assert!(actions.contains(&"unlock(TOTAL)".to_owned()), "{actions:?}");
    // The name comes with its length, not with a NUL.
    let actions = actions_of(&graph, "main");
    assert!(
        actions.contains(&"mark(\"printed\")".to_owned()),
        "{actions:?}"
    );
    assert!(graph.nodes.len() < 100, "{} nodes", graph.nodes.len());
}
