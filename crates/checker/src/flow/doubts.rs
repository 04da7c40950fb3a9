//! What may be wrong with a property, though it can be read: events that nothing in the program
//! is, and events that no rule sees.

use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::matching::occurs;
use trailhound_flow::property::{ActionPattern, ConstraintName, Event, Pattern, Property, nearest};
use trailhound_program::Program;

/// What the author of the property should know.
pub fn notes(property: &Property, graph: &TraceFlowGraph, program: &Program) -> Vec<String> {
    let events = property.events.iter();
    let missing = events.filter(|event| !occurs(graph, event));
    let mut notes: Vec<String> = missing
        .map(|event| {
            let hints = event.patterns.iter();
            let mut hints = hints.filter_map(|pattern| meant(pattern, graph, program));
            let hint = match hints.next() {
                Some((written, name)) => format!("instead of `{written}`, did you mean `{name}`?"),
                None => "is it spelt right?".to_owned(),
            };
            format!("nothing in the program is `{}`; {hint}", event.name)
        })
        .collect();
    notes.extend(unseen(property));
    notes
}

/// Whether nothing in the program is what the rule is about: then it says nothing.
pub fn is_about_nothing(property: &Property, graph: &TraceFlowGraph) -> bool {
    let mut events = property.rule.alphabet.iter();
    !events.any(|&event| occurs(graph, &property.events[event]))
}

/// A name in a pattern, and the one in the program that it may have meant.
fn meant(pattern: &Pattern, graph: &TraceFlowGraph, program: &Program) -> Option<(String, String)> {
    // Of a path or a C++ name, the last part counts.
    let last = |name: &str| -> String {
        let name = name.split('(').next().unwrap_or(name);
        name.rsplit("::").next().unwrap_or(name).to_owned()
    };
    let (name, known): (&str, Vec<String>) = match &pattern.action {
        ActionPattern::Call { function, .. } => {
            let functions = program.functions.iter();
            let known = functions.map(|function| last(&function.display));
            (function, known.collect())
        }
        ActionPattern::Lock(object)
        | ActionPattern::Unlock(object)
        | ActionPattern::Read(object)
        | ActionPattern::Write { object, .. } => {
            let globals = program.globals.iter().map(|global| last(&global.display));
            let variable = object.split(['[', '.']).next().unwrap_or(object);
            (variable, globals.collect())
        }
        ActionPattern::Start | ActionPattern::End | ActionPattern::Mark(_) => ("", Vec::new()),
    };
    let near = |name: &str, known: &[String]| {
        let is_known = known.iter().any(|known| known == name);
        let found = nearest(name, known.iter().map(String::as_str));
        found
            .filter(|_| !is_known)
            .map(|found| (name.to_owned(), found.to_owned()))
    };
    let tasks: Vec<String> = graph.tasks.iter().map(|task| task.name.clone()).collect();
    near(name, &known).or_else(|| near(pattern.task.as_deref()?, &tasks))
}

/// Events that the rule does not see: its author may have meant that a dot stands for them, too.
fn unseen(property: &Property) -> Vec<String> {
    let contexts = property.constraints.iter().flatten();
    let contexts = contexts.filter_map(|constraint| match constraint {
        ConstraintName::Context { rule, .. } => Some(rule),
        _ => None,
    });
    let rules = contexts.chain([&property.rule]);
    let seen: Vec<usize> = rules.flat_map(|rule| rule.alphabet.clone()).collect();
    let is_part = |event: &Event| {
        let mut others = seen
            .iter()
            .flat_map(|&other| &property.events[other].patterns);
        others.any(|pattern| event.patterns.contains(pattern))
    };
    let events = property.events.iter().enumerate();
    events
        .filter(|(number, event)| !seen.contains(number) && !is_part(event))
        .map(|(_, event)| {
            let name = &event.name;
            format!(
                "the rule does not see `{name}`; for it to be seen, write `over {name}` behind \
                 `executions`"
            )
        })
        .collect()
}
