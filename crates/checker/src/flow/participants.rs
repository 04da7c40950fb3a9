//! Which task of the graph each thread of an execution is: told from who started it, where,
//! and as which one. It does not know events.

use std::collections::{BTreeSet, HashMap};
use trailhound_machine::ThreadId;

use trailhound_flow::graph::{NodeId, TaskId, TraceFlowGraph};
use trailhound_flow::matching::is_task;
use trailhound_flow::property::Property;

/// Tasks that one task starts at one place with one function.
struct Group {
    creator: TaskId,
    /// `file:line`; none where the place is not in the user's code.
    place: Option<String>,
    /// The name of the tasks without their number.
    name: String,
    tasks: Vec<TaskId>,
    /// They are always started in this order, none without those before it.
    is_ordered: bool,
}

/// The tasks of a graph by where they are started.
pub struct Participants {
    groups: Vec<Group>,
    many: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    pub task: TaskId,
    /// It has taken a step.
    pub has_begun: bool,
}

/// Who is who in one state of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assignment {
    /// By number of the thread; none where it is not alive or its task is not known.
    pub roles: Vec<Option<Role>>,
    /// By group: how many have been started.
    births: Vec<u32>,
}

impl Assignment {
    pub fn role(&self, thread: ThreadId) -> Option<Role> {
        self.roles.get(thread.index()).copied().flatten()
    }

    pub fn set(&mut self, thread: ThreadId, role: Option<Role>) {
        let thread = thread.index();
        if self.roles.len() <= thread {
            self.roles.resize(thread + 1, None);
        }
        self.roles[thread] = role;
    }
}

/// Tasks that the property tells apart and an execution does not.
#[derive(Debug, thiserror::Error)]
#[error("which thread is which of {0}: they may be started in any order")]
pub struct Indistinct(String);

impl Participants {
    pub fn new(graph: &TraceFlowGraph, property: &Property) -> Result<Participants, Indistinct> {
        let mut groups: Vec<Group> = Vec::new();
        for task in (1..graph.tasks.len() as u32).map(TaskId) {
            let Some(&start) = starts(graph, task).first() else {
                continue;
            };
            let node = &graph.nodes[start.0 as usize];
            let name = entry_of(graph, task).to_owned();
            let is_same = |group: &&mut Group| {
                group.creator == node.tasks[0] && group.place == node.place && group.name == name
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.tasks.push(task),
                None => groups.push(Group {
                    creator: node.tasks[0],
                    place: node.place.clone(),
                    name,
                    tasks: vec![task],
                    is_ordered: true,
                }),
            }
        }
        for group in &mut groups {
            group.is_ordered = are_ordered(graph, group);
            if !group.is_ordered && !are_alike(graph, &group.tasks, property) {
                let names = group.tasks.iter().map(|task| name_of(graph, *task));
                let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                return Err(Indistinct(names.join(", ")));
            }
        }
        Ok(Participants {
            groups,
            many: graph.tasks.iter().map(|task| task.many).collect(),
        })
    }

    /// Before the first step, there is `main`.
    pub fn first(&self) -> Assignment {
        Assignment {
            roles: vec![Some(Role {
                task: TaskId(0),
                has_begun: false,
            })],
            births: vec![0; self.groups.len()],
        }
    }

    /// The task of a thread that `creator` has started at a place, with a function of this
    /// name, if that is known. None where the graph has no such task.
    pub fn enter(
        &self,
        assignment: &mut Assignment,
        creator: TaskId,
        place: Option<&str>,
        entry: Option<&str>,
    ) -> Option<TaskId> {
        let is_there = |group: &&Group| group.creator == creator && group.place.as_deref() == place;
        let found: Vec<usize> = (0..self.groups.len())
            .filter(|&number| is_there(&&self.groups[number]))
            .collect();
        let number = match found[..] {
            [] => return None,
            [only] => only,
            _ => *found
                .iter()
                .find(|&&number| Some(self.groups[number].name.as_str()) == entry)?,
        };
        let group = &self.groups[number];
        if !group.is_ordered {
            return group.tasks.first().copied();
        }
        let born = assignment.births[number] as usize;
        // Beyond the last there are more only where it stands for many.
        let last = *group.tasks.last()?;
        let task = match group.tasks.get(born) {
            Some(&task) => task,
            None if self.many[last.0 as usize] => last,
            None => return None,
        };
        if born < group.tasks.len() {
            assignment.births[number] += 1;
        }
        Some(task)
    }
}

fn name_of(graph: &TraceFlowGraph, task: TaskId) -> &str {
    &graph.tasks[task.0 as usize].name
}

/// The name of a task without its number.
fn entry_of(graph: &TraceFlowGraph, task: TaskId) -> &str {
    let name = name_of(graph, task);
    name.split_once('#').map_or(name, |(entry, _)| entry)
}

/// The nodes at which a task is started: it is the second of their tasks, has done nothing before,
/// and goes on. Where it meets another task, it has been started before.
fn starts(graph: &TraceFlowGraph, task: TaskId) -> Vec<NodeId> {
    let nodes = (0..graph.nodes.len() as u32).map(NodeId);
    let own = graph.nodes.iter().filter(|node| node.tasks.contains(&task));
    let later: BTreeSet<NodeId> = own.flat_map(|node| node.next.iter().copied()).collect();
    nodes
        .filter(|number| {
            let node = &graph.nodes[number.0 as usize];
            let mut next = node.next.iter();
            node.tasks.get(1) == Some(&task)
                && (!later.contains(number) || node.tasks.first() == Some(&task))
                && next.any(|next| graph.nodes[next.0 as usize].tasks.contains(&task))
        })
        .collect()
}

/// Whether each of the tasks is started only after the one before it, by one thread.
fn are_ordered(graph: &TraceFlowGraph, group: &Group) -> bool {
    let is_single = !graph.tasks[group.creator.0 as usize].many;
    let mut pairs = group.tasks.windows(2);
    group.tasks.len() == 1
        || is_single
            && pairs.all(|pair| {
                let before: BTreeSet<NodeId> = starts(graph, pair[0]).into_iter().collect();
                let reached = reached_without(graph, group.creator, &before);
                let after = starts(graph, pair[1]);
                after.iter().all(|node| !reached.contains(node))
            })
}

/// The nodes that a task can come to without any of some others.
fn reached_without(
    graph: &TraceFlowGraph,
    task: TaskId,
    without: &BTreeSet<NodeId>,
) -> BTreeSet<NodeId> {
    let mut open = match task {
        TaskId(0) => vec![graph.initial],
        task => starts(graph, task),
    };
    let mut reached: BTreeSet<NodeId> = BTreeSet::new();
    while let Some(node) = open.pop() {
        for &next in &graph.nodes[node.0 as usize].next {
            let is_own = graph.nodes[next.0 as usize].tasks.contains(&task);
            if is_own && !without.contains(&next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

/// Whether the property means all of the tasks wherever it means one.
fn are_alike(graph: &TraceFlowGraph, tasks: &[TaskId], property: &Property) -> bool {
    let patterns = property.events.iter().flat_map(|event| &event.patterns);
    patterns
        .filter_map(|pattern| pattern.task.as_ref())
        .all(|wanted| {
            let mut meant = tasks
                .iter()
                .map(|task| is_task(name_of(graph, *task), wanted));
            let first = meant.next();
            meant.all(|next| Some(next) == first)
        })
}

/// Assignments by number, each once.
pub struct Assignments {
    all: Vec<Assignment>,
    numbers: HashMap<Assignment, u32>,
}

impl Assignments {
    pub fn new() -> Assignments {
        Assignments {
            all: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    pub fn get(&self, number: u32) -> &Assignment {
        &self.all[number as usize]
    }

    pub fn number(&mut self, assignment: Assignment) -> u32 {
        if let Some(&known) = self.numbers.get(&assignment) {
            return known;
        }
        let number = self.all.len() as u32;
        self.all.push(assignment.clone());
        self.numbers.insert(assignment, number);
        number
    }
}
