//! Random trace flow graphs: a main task that starts others and joins them, and what they do
//! to a mutex and a variable.

use trailhound_flow::action::{Action, Object};
use trailhound_flow::graph::{Node, NodeId, Task, TaskId, TraceFlowGraph};
use trailhound_search::scramble;

pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        (scramble(self.0) >> 33) as usize % bound
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

pub fn object(name: &str) -> Object {
    Object(name.to_owned())
}

pub struct Builder {
    pub graph: TraceFlowGraph,
}

impl Builder {
    pub fn new() -> Builder {
        let mut builder = Builder {
            graph: TraceFlowGraph {
                tasks: Vec::new(),
                nodes: Vec::new(),
                initial: NodeId(0),
                final_node: NodeId(1),
                has_thread_panics: false,
                precedes: Vec::new(),
            },
        };
        builder.node(&[], vec![]);
        builder.node(&[], vec![]);
        builder
    }

    pub fn task(&mut self, name: &str) -> TaskId {
        self.graph.tasks.push(Task {
            name: name.to_owned(),
            many: false,
            cut: false,
        });
        TaskId(self.graph.tasks.len() as u32 - 1)
    }

    pub fn node(&mut self, tasks: &[TaskId], actions: Vec<Action>) -> NodeId {
        self.graph.nodes.push(Node {
            tasks: tasks.iter().copied().collect(),
            actions,
            place: None,
            next: Vec::new(),
        });
        NodeId(self.graph.nodes.len() as u32 - 1)
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId) {
        let next = &mut self.graph.nodes[from.0 as usize].next;
        if !next.contains(&to) {
            next.push(to);
        }
    }

    /// Any node may come after any node of another task for which `may` holds.
    pub fn interleave(mut self, mut may: impl FnMut(NodeId, NodeId) -> bool) -> TraceFlowGraph {
        let nodes = &self.graph.nodes;
        let ends = [self.graph.initial, self.graph.final_node];
        let all = || (0..nodes.len() as u32).map(NodeId);
        let precedes = all().map(|from| {
            let others = all().filter(|&to| {
                let of = |node: NodeId| &nodes[node.0 as usize].tasks;
                let apart = !of(from).iter().any(|task| of(to).contains(task));
                apart && !ends.contains(&from) && !ends.contains(&to) && may(from, to)
            });
            others.collect()
        });
        self.graph.precedes = precedes.collect();
        self.graph
    }
}

fn action(dice: &mut Dice) -> Vec<Action> {
    let x = || object("x");
    match dice.below(10) {
        0 => vec![Action::Lock(Some(object("m")))],
        1 => vec![Action::Unlock(Some(object("m")))],
        2 => vec![Action::Lock(None)],
        3 => vec![Action::Read(Some(x()))],
        4 => vec![Action::Write {
            object: Some(x()),
            value: Some(dice.below(3) as i64),
        }],
        5 => vec![Action::Write {
            object: match dice.chance(50) {
                true => Some(x()),
                false => None,
            },
            value: None,
        }],
        6 | 7 => vec![Action::Test {
            object: x(),
            value: dice.below(2) as i64,
            equal: dice.chance(60),
        }],
        8 => vec![Action::Mark("a".to_owned())],
        _ => vec![],
    }
}

/// A task of up to six nodes between `first` and `last`, with branches and loops.
fn body(builder: &mut Builder, dice: &mut Dice, task: TaskId, first: NodeId, last: NodeId) {
    let count = 1 + dice.below(5);
    let nodes: Vec<NodeId> = (0..count)
        .map(|_| {
            let actions = action(dice);
            builder.node(&[task], actions)
        })
        .collect();
    let line: Vec<NodeId> = [first].into_iter().chain(nodes).chain([last]).collect();
    for pair in line.windows(2) {
        builder.edge(pair[0], pair[1]);
    }
    for _ in 0..dice.below(4) {
        let from = dice.below(line.len() - 1);
        let to = 1 + dice.below(line.len() - 1);
        builder.edge(line[from], line[to]);
    }
}

/// One or two tasks beside `main`, joined or not.
pub fn graph(seed: u64) -> TraceFlowGraph {
    let mut dice = Dice(seed);
    let mut builder = Builder::new();
    let main = builder.task("main");
    let initial = builder.graph.initial;
    let last = builder.graph.final_node;
    if dice.chance(50) {
        builder.graph.nodes[0].actions.push(Action::Write {
            object: Some(object("x")),
            value: Some(0),
        });
    }
    let begin = builder.node(&[main], vec![Action::Start]);
    builder.edge(initial, begin);
    let mut at = begin;
    let mut joins = Vec::new();
    for number in 1..=1 + dice.below(2) {
        let task = builder.task(&format!("worker#{number}"));
        let start = builder.node(&[main, task], vec![Action::Start]);
        builder.edge(at, start);
        let joined = dice.chance(70);
        let end = builder.node(
            &[main, task][usize::from(!joined)..],
            match joined {
                true => vec![],
                false => vec![Action::End],
            },
        );
        body(&mut builder, &mut dice, task, start, end);
        let shape = &mut builder.graph.tasks[task.0 as usize];
        shape.cut = !joined;
        shape.many = !joined && dice.chance(30);
        if joined {
            joins.push(end);
        } else {
            builder.edge(end, last);
        }
        at = start;
    }
    let middle = builder.node(&[main], vec![]);
    body(&mut builder, &mut dice, main, at, middle);
    if dice.chance(30) {
        builder.edge(begin, last);
    }
    at = middle;
    for join in joins {
        builder.edge(at, join);
        at = join;
    }
    builder.edge(at, last);
    let dense = dice.chance(60);
    let many: Vec<bool> = builder.graph.tasks.iter().map(|task| task.many).collect();
    let tasks: Vec<Vec<TaskId>> = builder
        .graph
        .nodes
        .iter()
        .map(|node| node.tasks.to_vec())
        .collect();
    let mut graph = builder.interleave(|_, _| dense || dice.chance(70));
    // The threads of one task may come in any order.
    for (of_from, precedes) in tasks.iter().zip(&mut graph.precedes) {
        let mut followers = precedes.to_vec();
        for (to, of_to) in (0..).map(NodeId).zip(&tasks) {
            let same = of_from.iter().any(|t| many[t.0 as usize] && of_to == &[*t]);
            if same && !followers.contains(&to) {
                followers.push(to);
            }
        }
        *precedes = followers.into();
    }
    graph
}

/// Properties over the events of such graphs: with and without a trap.
pub const PROPERTIES: [&str; 5] = [
    "events a = lock(m) b = unlock(m) property for all executions (a b)*",
    "events a = write(x, 1) | mark(\"a\") b = read(x) property for no execution .* a .* a .*",
    "events a = lock(m) b = mark(\"a\") property for all executions (a | b)* b",
    "events w = write(x) w1 = write(x, 1) r = read(x) property for no execution .* w r .*",
    "events s = start in worker#1 a = mark(\"a\") b = unlock(m) property for all executions \
     a* s (a | b)*",
];
