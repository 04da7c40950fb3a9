//! Which events a node of a graph is, or may be. It does not know automata of properties
//! beyond their alphabet.

use smallvec::SmallVec;

use crate::action::{Action, Argument, Object};
use crate::automaton::Symbol;
use crate::graph::{Node, NodeId, TraceFlowGraph};
use crate::property::{ActionPattern, ArgumentPattern, Event, Pattern, Rule};

/// Whether something is meant, as far as the program's text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    No,
    Maybe,
    Yes,
}

/// What a rule may see when a node is executed: `None` stands for nothing. Never empty.
pub type Seen = SmallVec<[Option<Symbol>; 2]>;

/// What `rule` sees of a node. Of several events that fit, the one defined first counts.
pub fn seen(graph: &TraceFlowGraph, node: NodeId, rule: &Rule, events: &[Event]) -> Seen {
    let mut alphabet: Vec<usize> = rule.alphabet.clone();
    alphabet.sort_unstable();
    let mut seen = Seen::new();
    for event in alphabet {
        let symbol = rule.symbol_of(event);
        match is_event(graph, node, &events[event]) {
            Match::No => {}
            Match::Maybe => seen.push(symbol),
            Match::Yes => {
                seen.push(symbol);
                return seen;
            }
        }
    }
    seen.push(None);
    seen
}

/// Whether some node is, or may be, the event.
pub fn occurs(graph: &TraceFlowGraph, event: &Event) -> bool {
    let mut nodes = (0..graph.nodes.len() as u32).map(NodeId);
    nodes.any(|node| node != graph.initial && is_event(graph, node, event) != Match::No)
}

/// A node that does two things at once of which the rule may see both, such as an atomic update
/// where reads and writes are events: it can be shown as one event only.
pub fn doubled(graph: &TraceFlowGraph, rule: &Rule, events: &[Event]) -> Option<NodeId> {
    let is_seen = |node: &Node, action: &Action| {
        let patterns = rule
            .alphabet
            .iter()
            .flat_map(|&event| &events[event].patterns);
        patterns
            .filter(|pattern| is_by(graph, node, action, pattern))
            .any(|pattern| fits(action, &pattern.action) != Match::No)
    };
    let ends = [graph.initial, graph.final_node];
    let mut nodes = (0..graph.nodes.len() as u32).map(NodeId);
    nodes.find(|node| {
        let inner = &graph.nodes[node.0 as usize];
        let actions = inner.actions.iter().enumerate();
        let seen = actions.filter(|&(place, action)| {
            !inner.actions[..place].contains(action) && is_seen(inner, action)
        });
        !ends.contains(node) && seen.count() > 1
    })
}

/// What a rule sees of an action of which everything is known, done by the task `task`.
pub fn symbol_of(action: &Action, task: &str, rule: &Rule, events: &[Event]) -> Option<Symbol> {
    let mut alphabet: Vec<usize> = rule.alphabet.clone();
    alphabet.sort_unstable();
    let is_meant = |pattern: &Pattern| {
        let by = pattern.task.as_ref().is_none_or(|name| is_task(task, name));
        by && fits(action, &pattern.action) == Match::Yes
    };
    let event = alphabet
        .into_iter()
        .find(|&event| events[event].patterns.iter().any(is_meant))?;
    rule.symbol_of(event)
}

/// Whether it is not known if an action, done by the task `task`, is something that a rule sees.
pub fn is_doubtful(action: &Action, task: &str, rule: &Rule, events: &[Event]) -> bool {
    let seen = rule.alphabet.iter();
    let mut patterns = seen.flat_map(|&event| &events[event].patterns);
    patterns.any(|pattern| {
        let by = pattern.task.as_ref().is_none_or(|name| is_task(task, name));
        by && fits(action, &pattern.action) == Match::Maybe
    })
}

/// Whether an action may be one of the events, whatever task does it and whatever the arguments
/// of a call: what a graph must show.
pub fn may_be_event(action: &Action, events: &[Event]) -> bool {
    let mut patterns = events.iter().flat_map(|event| &event.patterns);
    patterns.any(|pattern| match (action, &pattern.action) {
        (
            Action::Call { function, .. },
            ActionPattern::Call {
                function: wanted, ..
            },
        ) => is_function(function, wanted),
        (action, pattern) => fits(action, pattern) != Match::No,
    })
}

/// Whether a node is, or may be, the event.
pub fn is_event(graph: &TraceFlowGraph, node: NodeId, event: &Event) -> Match {
    let patterns = event.patterns.iter();
    patterns
        .map(|pattern| fits_node(graph, node, pattern))
        .max()
        .unwrap_or(Match::No)
}

fn fits_node(graph: &TraceFlowGraph, node: NodeId, pattern: &Pattern) -> Match {
    let node = &graph.nodes[node.0 as usize];
    let by = |action: &&Action| is_by(graph, node, action, pattern);
    let actions = node.actions.iter().filter(by);
    actions
        .map(|action| fits(action, &pattern.action))
        .max()
        .unwrap_or(Match::No)
}

/// Whether the task that does `action` at a node is one that the pattern means.
fn is_by(graph: &TraceFlowGraph, node: &Node, action: &Action, pattern: &Pattern) -> bool {
    // Of the two tasks of a start or a join, the second is the one that starts or ends.
    let task = match action {
        Action::Start | Action::End => node.tasks.last(),
        _ => node.tasks.first(),
    };
    match (&pattern.task, task) {
        (None, _) => true,
        (Some(name), Some(task)) => is_task(&graph.tasks[task.0 as usize].name, name),
        (Some(_), None) => false,
    }
}

/// Whether the task `name` is meant by `wanted`, which may leave out the number, and of the
/// function what can be left out of its name.
pub fn is_task(name: &str, wanted: &str) -> bool {
    let parts = |text: &str| match text.rsplit_once('#') {
        Some((entry, number)) => (entry.to_owned(), Some(number.to_owned())),
        None => (text.to_owned(), None),
    };
    let ((entry, number), (wanted, wanted_number)) = (parts(name), parts(wanted));
    is_function(&entry, &wanted) && (wanted_number.is_none() || wanted_number == number)
}

fn fits(action: &Action, pattern: &ActionPattern) -> Match {
    match (action, pattern) {
        (
            Action::Call {
                function,
                arguments,
            },
            ActionPattern::Call {
                function: wanted,
                arguments: patterns,
            },
        ) => {
            let name = match is_function(function, wanted) {
                true => Match::Yes,
                false => Match::No,
            };
            let arguments = patterns.iter().enumerate().map(|(place, pattern)| {
                match (pattern, arguments.get(place)) {
                    (ArgumentPattern::Any, _) => Match::Yes,
                    (_, None) => Match::No,
                    (_, Some(argument)) => is_argument(argument, pattern),
                }
            });
            arguments.fold(name, Match::min)
        }
        (Action::Lock(object), ActionPattern::Lock(wanted))
        | (Action::Unlock(object), ActionPattern::Unlock(wanted))
        | (Action::Read(object), ActionPattern::Read(wanted)) => is_object(object.as_ref(), wanted),
        (
            Action::Write { object, value },
            ActionPattern::Write {
                object: wanted,
                value: wanted_value,
            },
        ) => {
            let value = match (value, wanted_value) {
                (_, None) => Match::Yes,
                (None, Some(_)) => Match::Maybe,
                (Some(value), Some(wanted)) if value == wanted => Match::Yes,
                _ => Match::No,
            };
            is_object(object.as_ref(), wanted).min(value)
        }
        (Action::Start, ActionPattern::Start) | (Action::End, ActionPattern::End) => Match::Yes,
        (Action::Mark(name), ActionPattern::Mark(wanted)) if name == wanted => Match::Yes,
        _ => Match::No,
    }
}

/// A function is meant by its name or by the last parts of its path. The parameters of C++
/// can be left out, and what a template was made with. Rust's library has functions of all names:
/// they are meant only with a part of their path.
pub fn is_function(name: &str, wanted: &str) -> bool {
    let library = ["std::", "core::", "alloc::"]
        .iter()
        .any(|path| name.trim_start_matches('<').starts_with(path));
    // Names of C++ end with the parameters.
    let has_parameters = name.trim_end_matches(" const").ends_with(')');
    if library && !has_parameters && !wanted.contains("::") {
        return false;
    }
    let is_meant = |name: &str| {
        let path = name.strip_suffix(wanted);
        path.is_some_and(|path| {
            path.is_empty() || path.ends_with("::") || path.ends_with([' ', '*', '&'])
        })
    };
    let bare = without_group(name, ('(', ')'));
    is_meant(name) || is_meant(bare) || is_meant(without_group(bare, ('<', '>')))
}

/// A name without the brackets that it ends with, and what follows them.
fn without_group(name: &str, (open, close): (char, char)) -> &str {
    let inner = name.strip_suffix(" const").unwrap_or(name);
    let mut depth = 0;
    for (place, letter) in inner.char_indices().rev() {
        if letter == close {
            depth += 1;
        } else if letter == open {
            depth -= 1;
        }
        if depth == 0 {
            return match place < inner.len() - 1 {
                true => &inner[..place],
                false => name,
            };
        }
    }
    name
}

fn is_argument(argument: &Argument, pattern: &ArgumentPattern) -> Match {
    match (argument, pattern) {
        (_, ArgumentPattern::Any) => Match::Yes,
        (Argument::Unknown, _) => Match::Maybe,
        (Argument::Constant(number), ArgumentPattern::Constant(wanted)) if number == wanted => {
            Match::Yes
        }
        (Argument::Object(object), ArgumentPattern::Object(wanted)) => {
            is_object(Some(object), wanted)
        }
        _ => Match::No,
    }
}

/// Whether an object is the one that a user names. A name of an array or a structure
/// means all of its parts; what is done to the whole may be done to the part.
pub fn is_object(object: Option<&Object>, wanted: &str) -> Match {
    let Some(Object(name)) = object else {
        return Match::Maybe;
    };
    if name == wanted || is_part(name, wanted) {
        Match::Yes
    } else if is_part(wanted, name) {
        Match::Maybe
    } else {
        Match::No
    }
}

/// Whether `part` is an element or a field of `whole`.
fn is_part(part: &str, whole: &str) -> bool {
    let rest = part.strip_prefix(whole);
    rest.is_some_and(|rest| rest.starts_with(['[', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str) -> Option<Object> {
        Some(Object(name.to_owned()))
    }

    /// A node of which the text does not tell whether it is the event may be none, too.
    #[test]
    fn what_may_be_an_event_may_be_none() {
        let text = "events a = write(x, 1) b = write(x) property for all executions (a b)*";
        let property = crate::property::Property::parse(text, "x.prop").expect("it is right");
        let rule = &property.rule;
        let written = |object: Option<Object>, value| {
            let write = Action::Write { object, value };
            let nodes = vec![Node {
                tasks: SmallVec::new(),
                actions: vec![write],
                place: None,
                next: Vec::new(),
            }];
            let graph = TraceFlowGraph {
                tasks: Vec::new(),
                nodes,
                initial: NodeId(0),
                final_node: NodeId(0),
                has_thread_panics: false,
                precedes: Vec::new(),
            };
            seen(&graph, NodeId(0), rule, &property.events).to_vec()
        };
        let (a, b) = (rule.symbol_of(0), rule.symbol_of(1));
        assert_eq!(written(object("x"), Some(1)), [a]);
        assert_eq!(written(object("x"), Some(2)), [b]);
        assert_eq!(written(object("x"), None), [a, b]);
        assert_eq!(written(None, None), [a, b, None]);
        assert_eq!(written(object("y"), None), [None]);
    }

    #[test]
    fn functions_are_meant_by_name_and_path() {
        for (name, wanted) in [
            ("open", "open"),
            ("valve::open", "open"),
            ("bank::transfer(int, long)", "transfer"),
            ("bank::transfer(int, long)", "bank::transfer"),
            ("bank::transfer(int, long)", "transfer(int, long)"),
            ("bank::Account::balance() const", "Account::balance"),
            ("(anonymous namespace)::take(void (*)(int))", "take"),
            ("void put<int>(int)", "put"),
            ("std::vector<int>* make<int, 4>()", "make"),
            ("<std::sync::poison::Flag>::done", "Flag>::done"),
            ("std::sync::mpsc::Sender<T>::send", "Sender<T>::send"),
        ] {
            assert!(is_function(name, wanted), "{name} is {wanted}");
        }
        for (name, wanted) in [
            ("reopen", "open"),
            ("transfer(int)", "int"),
            ("transfer(int)", "fer"),
            ("put<int>(int)", "put<long>"),
            ("f(take(int))", "take"),
            ("<std::sync::poison::Flag>::done", "done"),
            (
                "<core::option::Option<core::result::Result<(), i32>>>::take",
                "take",
            ),
        ] {
            assert!(!is_function(name, wanted), "{name} is not {wanted}");
        }
    }

    #[test]
    fn tasks_are_meant_with_and_without_number() {
        assert!(is_task("worker#2", "worker") && is_task("worker#2", "worker#2"));
        assert!(is_task("bank::transfer(int)#1", "transfer#1"));
        assert!(!is_task("worker#2", "worker#1") && !is_task("worker", "worker#1"));
        assert!(!is_task("coworker#2", "worker") && !is_task("worker#12", "worker#1"));
    }

    #[test]
    fn objects_are_meant_with_their_parts() {
        assert_eq!(is_object(object("fork[2]").as_ref(), "fork[2]"), Match::Yes);
        assert_eq!(is_object(object("fork[2]").as_ref(), "fork"), Match::Yes);
        assert_eq!(is_object(object("fork").as_ref(), "fork[2]"), Match::Maybe);
        assert_eq!(is_object(object("forks").as_ref(), "fork"), Match::No);
        assert_eq!(is_object(object("fork[21]").as_ref(), "fork[2]"), Match::No);
        assert_eq!(is_object(None, "fork"), Match::Maybe);
    }

    #[test]
    fn arguments_that_the_text_does_not_tell_may_be_meant() {
        let call = |argument| Action::Call {
            function: "valve::open".to_owned(),
            arguments: vec![argument],
        };
        let pattern = |function: &str, arguments| ActionPattern::Call {
            function: function.to_owned(),
            arguments,
        };
        let three = || vec![ArgumentPattern::Constant(3)];
        let fits_open = |argument, arguments| fits(&call(argument), &pattern("open", arguments));
        assert_eq!(fits_open(Argument::Constant(3), three()), Match::Yes);
        assert_eq!(fits_open(Argument::Constant(4), three()), Match::No);
        assert_eq!(fits_open(Argument::Unknown, three()), Match::Maybe);
        assert_eq!(fits_open(Argument::Unknown, vec![]), Match::Yes);
        let two = vec![ArgumentPattern::Any, ArgumentPattern::Constant(1)];
        assert_eq!(fits_open(Argument::Unknown, two), Match::No);
        assert_eq!(
            fits(&call(Argument::Unknown), &pattern("reopen", vec![])),
            Match::No
        );
    }
}
