//! Walks along a trace flow graph with events of an execution: all places where the graph
//! may be after them, and where all constraints allow it to be. The graph is walked by its
//! meaning, without its automata; these have a say of their own.

use std::collections::BTreeSet;
use trailhound_machine::ThreadId;

use trailhound_flow::action::{Action, Argument, Object};
use trailhound_flow::automaton::{State, Symbol};
use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::{Node, NodeId, TaskId, TraceFlowGraph};
use trailhound_flow::matching::{is_function, symbol_of};
use trailhound_flow::property::Property;

use crate::program::{is_lock, is_variable};
use crate::tuples::{Tuple, Tuples};

/// Something that the program was seen to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    Lock(String),
    Unlock(String),
    Read {
        name: String,
        value: i64,
    },
    Write {
        name: String,
        before: i64,
        after: i64,
        /// It was read in the same step.
        update: bool,
    },
    Mark(String),
    Call {
        function: String,
        argument: i64,
    },
}

impl Seen {
    /// What it is to be found in a graph, and what else a rule may see in it.
    pub fn actions(&self) -> Vec<Action> {
        let read = match self {
            Seen::Write {
                name, update: true, ..
            } => Some(Action::Read(Some(Object(name.clone())))),
            _ => None,
        };
        [self.action()].into_iter().chain(read).collect()
    }

    fn action(&self) -> Action {
        let object = |name: &String| Some(Object(name.clone()));
        match self {
            Seen::Lock(name) => Action::Lock(object(name)),
            Seen::Unlock(name) => Action::Unlock(object(name)),
            Seen::Read { name, .. } => Action::Read(object(name)),
            Seen::Write { name, after, .. } => Action::Write {
                object: object(name),
                value: Some(*after),
            },
            Seen::Mark(name) => Action::Mark(name.clone()),
            Seen::Call { function, argument } => Action::Call {
                function: function.clone(),
                arguments: vec![Argument::Constant(*argument)],
            },
        }
    }
}

/// What a property sees of something that a task was seen to do.
pub fn symbol(seen: &Seen, task: &str, property: &Property) -> Option<Symbol> {
    let (rule, events) = (&property.rule, &property.events);
    let mut actions = seen.actions().into_iter();
    actions.find_map(|action| symbol_of(&action, task, rule, events))
}

/// Where a path may be: at a node, with every task behind a node of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    last: NodeId,
    /// By task; none before it is started.
    tasks: Vec<Option<NodeId>>,
    /// The task of each thread that has done something.
    threads: Vec<Option<TaskId>>,
    /// The states of the constraints and of the property.
    tuples: Vec<Tuple>,
    property: State,
}

pub type Places = BTreeSet<Place>;

/// With more of them an execution is not followed any further.
pub const MOST_PLACES: usize = 300;

/// A graph, a property, and what the paths must obey.
pub struct Simulation<'g> {
    graph: &'g TraceFlowGraph,
    property: &'g Property,
    tuples: Vec<Tuples>,
}

impl<'g> Simulation<'g> {
    pub fn new(
        graph: &'g TraceFlowGraph,
        property: &'g Property,
        constraints: &[Constraint],
    ) -> Simulation<'g> {
        Simulation {
            graph,
            property,
            tuples: Tuples::of(graph, property, constraints),
        }
    }

    pub fn start(&self) -> Places {
        let mut tasks = vec![None; self.graph.tasks.len()];
        tasks[0] = Some(self.graph.initial);
        let place = Place {
            last: self.graph.initial,
            tasks,
            threads: Vec::new(),
            tuples: self.tuples.iter().map(Tuples::start).collect(),
            property: self.property.rule.automaton.start(),
        };
        self.silent(BTreeSet::from([place]))
    }

    /// All places after one more event.
    pub fn after(&self, places: &Places, thread: ThreadId, seen: &Seen) -> Places {
        let mut found = BTreeSet::new();
        for place in places {
            for (id, next) in steps(self.graph, place) {
                let node = &self.graph.nodes[id.0 as usize];
                if !fits(node, seen) {
                    continue;
                }
                let task = node.tasks[0];
                if let Some(next) = of_thread(self.graph, next, thread, task) {
                    let property = self.property_after(place, seen, task);
                    found.extend(self.allowed(place, next, property));
                }
            }
        }
        self.silent(found)
    }

    /// What the property is in after something was done.
    fn property_after(&self, place: &Place, seen: &Seen, task: TaskId) -> State {
        let name = &self.graph.tasks[task.0 as usize].name;
        match symbol(seen, name, self.property) {
            Some(symbol) => self.property.rule.automaton.next(place.property, symbol),
            None => place.property,
        }
    }

    /// The place, if the constraints allow the step from `before` to it.
    fn allowed(&self, before: &Place, mut next: Place, property: State) -> Option<Place> {
        let tuples = self.tuples.iter().zip(&before.tuples);
        next.tuples = tuples
            .map(|(tuples, &at)| tuples.ahead(at).after(next.last, property))
            .collect::<Option<_>>()?;
        next.property = property;
        Some(next)
    }

    /// Whether the program may end here.
    pub fn ends(&self, places: &Places) -> bool {
        let graph = self.graph;
        places.iter().any(|place| {
            let last = &graph.nodes[place.last.0 as usize];
            let mut tasks = (0..graph.tasks.len() as u32).map(TaskId);
            let mut tuples = self.tuples.iter().zip(&place.tuples);
            last.next.contains(&graph.final_node)
                && tasks.all(|task| {
                    let shape = &graph.tasks[task.0 as usize];
                    let is_started = place.tasks[task.0 as usize].is_some();
                    shape.cut || !is_started || has_ended(graph, place, task)
                })
                && tuples.all(|(tuples, &at)| tuples.ahead(at).ends())
        })
    }

    /// Adds what can be reached through nodes that nothing is seen of, or so much of it that it
    /// is too much.
    fn silent(&self, mut places: Places) -> Places {
        let mut waiting: Vec<Place> = places.iter().cloned().collect();
        while let Some(place) = waiting.pop() {
            if places.len() > MOST_PLACES {
                break;
            }
            for (id, next) in steps(self.graph, &place) {
                if !may_be_silent(&self.graph.nodes[id.0 as usize]) {
                    continue;
                }
                let next = self.allowed(&place, next, place.property);
                if let Some(next) = next.filter(|next| !places.contains(next)) {
                    places.insert(next.clone());
                    waiting.push(next);
                }
            }
        }
        places
    }
}

/// Whether a task may have nothing more to do.
fn has_ended(graph: &TraceFlowGraph, place: &Place, task: TaskId) -> bool {
    let node = |id: NodeId| &graph.nodes[id.0 as usize];
    graph.tasks[task.0 as usize].many
        || place.tasks[task.0 as usize].is_some_and(|at| {
            let next = &node(at).next;
            next.contains(&graph.final_node)
                || !next.iter().any(|&next| node(next).tasks.contains(&task))
        })
}

/// The thread that did something is the one of that task, and of no other.
fn of_thread(
    graph: &TraceFlowGraph,
    mut place: Place,
    thread: ThreadId,
    task: TaskId,
) -> Option<Place> {
    let thread = thread.index();
    if place.threads.len() <= thread {
        place.threads.resize(thread + 1, None);
    }
    let known = place.threads[thread];
    if known == Some(task) {
        return Some(place);
    }
    // The machine numbers a new thread like one that has ended.
    if known.is_some_and(|known| !has_ended(graph, &place, known)) {
        return None;
    }
    let taken = place.threads.contains(&Some(task));
    if taken && !graph.tasks[task.0 as usize].many {
        return None;
    }
    place.threads[thread] = Some(task);
    Some(place)
}

fn steps<'g>(
    graph: &'g TraceFlowGraph,
    place: &'g Place,
) -> impl Iterator<Item = (NodeId, Place)> + 'g {
    let last = &graph.nodes[place.last.0 as usize];
    let next = last
        .next
        .iter()
        .chain(&*graph.precedes[place.last.0 as usize]);
    next.filter(|&&next| next != graph.final_node)
        .filter_map(move |&next| {
            let node = &graph.nodes[next.0 as usize];
            let mut after = place.clone();
            after.last = next;
            for (number, &task) in node.tasks.iter().enumerate() {
                if graph.tasks[task.0 as usize].many {
                    continue;
                }
                match place.tasks[task.0 as usize] {
                    Some(at) if graph.nodes[at.0 as usize].next.contains(&next) => {}
                    // The second task of a node that comes first is started there.
                    None if number == 1 => {}
                    _ => return None,
                }
                after.tasks[task.0 as usize] = Some(next);
            }
            Some((next, after))
        })
}

/// Whether a node may be passed without anything to be seen.
fn may_be_silent(node: &Node) -> bool {
    let hides = |object: &Option<Object>, is_seen: fn(&str) -> bool| {
        let named = object.as_ref();
        named.is_none_or(|object| !is_seen(&object.0))
    };
    node.actions.iter().all(|action| match action {
        Action::Lock(object) | Action::Unlock(object) => hides(object, is_lock),
        Action::Read(object) | Action::Write { object, .. } => hides(object, is_variable),
        Action::Test { .. } => true,
        _ => false,
    })
}

/// Whether what was seen may be done at a node.
fn fits(node: &Node, seen: &Seen) -> bool {
    let mut actions = node.actions.iter();
    match seen {
        Seen::Mark(name) => actions.any(|action| *action == Action::Mark(name.clone())),
        Seen::Lock(name) => {
            actions.any(|action| matches!(action, Action::Lock(object) if is(object, name)))
        }
        Seen::Unlock(name) => {
            actions.any(|action| matches!(action, Action::Unlock(object) if is(object, name)))
        }
        Seen::Call { function, argument } => actions.any(|action| match action {
            Action::Call {
                function: called,
                arguments,
            } => {
                is_function(called, function)
                    && match arguments.first() {
                        Some(Argument::Constant(constant)) => constant == argument,
                        // A thread without an argument has 0.
                        None | Some(Argument::Unknown) => true,
                        Some(Argument::Object(_)) => false,
                    }
            }
            _ => false,
        }),
        Seen::Read { name, value } => {
            !writes(node)
                && tests_hold(node, name, *value)
                && actions.any(|action| matches!(action, Action::Read(object) if is(object, name)))
        }
        Seen::Write {
            name,
            before,
            after,
            update,
        } => {
            tests_hold(node, name, *before)
                && actions.any(|action| match action {
                    Action::Write { object, value } => {
                        is(object, name) && value.is_none_or(|value| value == *after)
                    }
                    // Where it is not asked what is written, an update is a read.
                    Action::Read(object) => *update && !writes(node) && is(object, name),
                    _ => false,
                })
        }
    }
}

fn writes(node: &Node) -> bool {
    let mut actions = node.actions.iter();
    actions.any(|action| matches!(action, Action::Write { .. }))
}

fn is(object: &Option<Object>, name: &str) -> bool {
    object.as_ref().is_none_or(|object| object.0 == name)
}

fn tests_hold(node: &Node, name: &str, found: i64) -> bool {
    node.actions.iter().all(|action| match action {
        Action::Test {
            object,
            value,
            equal,
        } => object.0 != name || (found == *value) == *equal,
        _ => true,
    })
}
