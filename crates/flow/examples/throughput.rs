//! How many node tuples a second each search stores, on a graph made by hand: tasks that
//! take two mutexes each and set a flag, all interleavings.
//!
//! cargo run --release -p trailhound-flow --example throughput [TASKS [SEARCH]...]

use smallvec::SmallVec;
use trailhound_flow::action::{Action, Object};
use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::{Node, NodeId, Task, TaskId, TraceFlowGraph};
use trailhound_flow::property::Property;
use trailhound_flow::search::{Answer, SearchName, search};
use trailhound_flow::subject::Subject;
use trailhound_search::{Limits, Unwatched};

fn graph(tasks: usize) -> TraceFlowGraph {
    let name = |number: usize| match number {
        0 => "main".to_owned(),
        number => format!("worker#{number}"),
    };
    let mut nodes = vec![node(None, vec![]), node(None, vec![])];
    for task in 0..tasks {
        let fork = |number: usize| Some(Object(format!("fork[{}]", number % tasks)));
        let busy = |value| Action::Write {
            object: Some(Object("busy".to_owned())),
            value: Some(value),
        };
        let first = nodes.len() as u32;
        let line = [
            vec![Action::Lock(fork(task))],
            vec![Action::Lock(fork(task + 1))],
            vec![Action::Mark("eat".to_owned()), busy(1)],
            vec![Action::Unlock(fork(task + 1)), busy(0)],
            vec![Action::Unlock(fork(task))],
        ];
        let last = first + line.len() as u32 - 1;
        nodes.extend(line.map(|actions| node(Some(TaskId(task as u32)), actions)));
        nodes[0].next.push(NodeId(first));
        for number in first..last {
            nodes[number as usize].next.push(NodeId(number + 1));
        }
        nodes[last as usize].next.extend([NodeId(first), NodeId(1)]);
    }
    let all = || (0..nodes.len() as u32).map(NodeId);
    let of = |node: NodeId| nodes[node.0 as usize].tasks.first();
    let precedes = all().map(|from| {
        let apart = |to: &NodeId| of(from).is_some() && of(*to).is_some() && of(from) != of(*to);
        all().filter(apart).collect()
    });
    TraceFlowGraph {
        tasks: (0..tasks)
            .map(|number| Task {
                name: name(number),
                many: false,
                cut: false,
            })
            .collect(),
        precedes: precedes.collect(),
        nodes,
        initial: NodeId(0),
        final_node: NodeId(1),
        has_thread_panics: false,
    }
}

fn node(task: Option<TaskId>, actions: Vec<Action>) -> Node {
    Node {
        tasks: SmallVec::from_iter(task),
        actions,
        place: None,
        next: Vec::new(),
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let tasks = arguments.next().map(|text| text.parse().expect("a number"));
    let graph = graph(tasks.unwrap_or(8));
    let named = arguments.map(|text| text.parse().expect("a search"));
    let mut searches: Vec<SearchName> = named.collect();
    if searches.is_empty() {
        searches.extend([
            SearchName::Bfs,
            SearchName::Dfs,
            SearchName::WeightedAstar(1),
            SearchName::BestFirst,
            SearchName::USUAL,
            SearchName::Propagation,
        ]);
    }
    let text = "events eat = mark(\"eat\") in main get = lock(fork[0]) in main \
                property for all executions (get eat)* get?";
    let property = Property::parse(text, "eat.prop").expect("the property is right");
    let subject = Subject::new(&graph, &property, &Constraint::all(&graph)).expect("it is small");
    println!(
        "{} nodes, {} constraints",
        subject.nodes.len(),
        subject.names.len()
    );
    for name in searches {
        let outcome = search(&subject, name, &Limits::default(), &mut Unwatched);
        assert_eq!(outcome.answer, Answer::Holds);
        let counts = outcome.counts;
        println!(
            "{:26} {:9} tuples {:10} generated {:6.3} s {:6.2} M tuples/s {:6.1} B/tuple",
            name.to_string(),
            counts.tuples,
            counts.generated,
            counts.seconds,
            counts.tuples as f64 / counts.seconds / 1e6,
            counts.bytes as f64 / counts.tuples as f64,
        );
    }
}
