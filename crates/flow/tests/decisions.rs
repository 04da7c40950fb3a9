//! What `||`, `&&` and functions that return a truth value have decided is not forgotten
//! where their ways meet again.

use std::collections::BTreeSet;

use trailhound_analysis::{CallGraph, Pointers};
use trailhound_flow::action::Action;
use trailhound_flow::build::{BuildOptions, ThreadPanics, build};
use trailhound_flow::graph::{NodeId, TraceFlowGraph};
use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::{entered_by_models, load, modelled_paths};
use trailhound_trail::VariableNames;

const PROGRAM: &str = r#"
#include <pthread.h>
#include <trailhound.h>
int busy, left, right;
static int taken(void) {
    if (left)
        return 1;
    if (right)
        return 1;
    return 0;
}
static void *decide(void *unused) {
    if (busy || (left && right))
        th_mark("wait");
    else
        th_mark("go");
    if (taken())
        th_mark("stay");
    else
        th_mark("leave");
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, decide, 0);
    busy = 1;
    left = 1;
    right = 1;
    pthread_join(thread, 0);
    return 0;
}
"#;

fn graph() -> TraceFlowGraph {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("decisions.c");
    std::fs::write(&file, PROGRAM).expect("written");
    let compiled = compile(&Request {
        inputs: vec![file],
        kept_functions: modelled_paths().collect(),
        ..Request::default()
    })
    .expect("it compiles");
    let texts = compiled.modules.into_iter().chain(compiled.runtime);
    let mut modules: Vec<Module> = texts
        .map(|module| Module::read(module.text, &module.name).expect("readable IR"))
        .collect();
    let program = load(&mut modules).expect("it links");
    let names = VariableNames::read(&modules, &program);
    let call_graph = CallGraph::new(&program, entered_by_models(&program), Pointers::Cast);
    let options = BuildOptions {
        interest: &|action| !matches!(action, Action::Read(_)),
        optional: &|_| false,
        names: &|global, offset| names.part(global, offset),
        panics: ThreadPanics::GoOn,
        threads: BuildOptions::THREADS,
        turns: BuildOptions::TURNS,
        meetings: true,
        max_operations: BuildOptions::OPERATIONS,
    };
    build(&call_graph, &options).expect("a graph")
}

/// The first marks that can be reached from a node.
fn next_marks(graph: &TraceFlowGraph, from: NodeId) -> BTreeSet<&str> {
    let mut marks = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = graph.nodes[from.0 as usize].next.clone();
    while let Some(node) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        let node = &graph.nodes[node.0 as usize];
        let mark = node.actions.iter().find_map(|action| match action {
            Action::Mark(name) => Some(name.as_str()),
            _ => None,
        });
        match mark {
            Some(name) => drop(marks.insert(name)),
            None => open.extend(&node.next),
        }
    }
    marks
}

/// The marks that follow the tests that find `object` true, by each node.
fn after_true<'g>(graph: &'g TraceFlowGraph, object: &str) -> Vec<BTreeSet<&'g str>> {
    let finds = |action: &Action| match action {
        Action::Test {
            object: tested,
            value,
            equal,
        } => tested.0 == object && (*value == 0) != *equal,
        _ => false,
    };
    let nodes = (0..graph.nodes.len() as u32).map(NodeId);
    nodes
        .filter(|node| graph.nodes[node.0 as usize].actions.iter().any(finds))
        .map(|node| next_marks(graph, node))
        .collect()
}

#[test]
fn a_true_first_part_of_an_or_decides_it() {
    let graph = graph();
    let after = after_true(&graph, "busy");
    assert!(!after.is_empty());
    assert!(after.iter().all(|marks| *marks == BTreeSet::from(["wait"])));
}

#[test]
fn what_a_function_returns_is_known_to_its_caller() {
    let graph = graph();
    let after: BTreeSet<&str> = after_true(&graph, "right").into_iter().flatten().collect();
    // In the condition it completes the `and`; in the function it is the answer.
    assert_eq!(after, BTreeSet::from(["stay", "wait"]));
}
