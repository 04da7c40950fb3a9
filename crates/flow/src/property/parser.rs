//! The sections of a property file: `events`, `property`, `constraints`.

use super::reader::{Reader, SyntaxError, Word};
use super::rule::{self, Resolver, WrittenRule, is_reserved, unknown};
use super::syntax::{ActionPattern, ArgumentPattern, ConstraintName, Event, Pattern, Property};

/// What an event is defined by.
enum Alternative {
    Pattern(Pattern),
    Event(Word),
}

struct WrittenEvent {
    name: Word,
    alternatives: Vec<Alternative>,
}

enum WrittenConstraint {
    Named(ConstraintName),
    Context { name: String, rule: WrittenRule },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    All,
    No,
}

const SECTIONS: [&str; 3] = ["events", "property", "constraints"];
const CONSTRAINTS: [&str; 4] = ["task", "variable", "lock", "context"];
const ACTIONS: [&str; 8] = [
    "call", "lock", "unlock", "read", "write", "start", "end", "mark",
];

impl Property {
    /// Reads the text of a file; `name` is what errors call it.
    pub fn parse(text: &str, name: &str) -> Result<Property, SyntaxError> {
        parse(text, name)
    }
}

impl ConstraintName {
    /// Reads a constraint by itself: `task main`, `variable turn`, `lock m`.
    pub fn parse(text: &str) -> Result<ConstraintName, SyntaxError> {
        parse_constraint(text)
    }
}

fn parse(text: &str, file: &str) -> Result<Property, SyntaxError> {
    let mut reader = Reader::new(text, file);
    let mut events = Vec::new();
    let mut rule = None;
    let mut constraints = None;
    while !reader.is_at_end() {
        let span = reader.next_span();
        if reader.take_word("events") {
            read_events(&mut reader, &mut events)?;
        } else if reader.take_word("property") {
            if rule.is_some() {
                return Err(reader.error(span, "a file has one property"));
            }
            let quantifier = read_quantifier(&mut reader)?;
            rule = Some((quantifier, rule::read(&mut reader)?));
        } else if reader.take_word("constraints") {
            let read: &mut Vec<WrittenConstraint> = constraints.get_or_insert_default();
            read_constraints(&mut reader, read)?;
        } else {
            return Err(match reader.peek() {
                Some(word) => unknown(&reader, span, "section", &word.text, SECTIONS),
                None => reader.expected("`events`, `property` or `constraints`"),
            });
        }
    }
    let events = resolve_events(&reader, &events)?;
    let Some((quantifier, written)) = rule else {
        return Err(reader.expected("`property for all executions` or `property for no execution`"));
    };
    let mut rule = Resolver::new(&reader, &events).resolve(&written)?;
    if quantifier == Quantifier::No {
        rule.automaton = rule.automaton.complement().minimal();
    }
    let constraints = constraints.map(|written| {
        let resolved = written.into_iter().map(|constraint| match constraint {
            WrittenConstraint::Named(name) => Ok(name),
            WrittenConstraint::Context { name, rule } => {
                let rule = Resolver::new(&reader, &events).resolve(&rule)?;
                Ok(ConstraintName::Context { name, rule })
            }
        });
        resolved.collect::<Result<Vec<_>, SyntaxError>>()
    });
    Ok(Property {
        constraints: constraints.transpose()?,
        events,
        rule,
    })
}

fn read_quantifier(reader: &mut Reader) -> Result<Quantifier, SyntaxError> {
    if !reader.take_word("for") {
        return Err(reader.expected("`for all executions` or `for no execution`"));
    }
    let quantifier = match () {
        () if reader.take_word("all") => Quantifier::All,
        () if reader.take_word("no") => Quantifier::No,
        () => return Err(reader.expected("`all executions` or `no execution`")),
    };
    if !reader.take_word("executions") && !reader.take_word("execution") {
        return Err(reader.expected("`executions`"));
    }
    Ok(quantifier)
}

fn read_events(reader: &mut Reader, events: &mut Vec<WrittenEvent>) -> Result<(), SyntaxError> {
    loop {
        let mut ahead = reader.clone();
        let Some(name) = ahead.word() else {
            return match reader.is_at_end() {
                true => Ok(()),
                false => Err(reader.expected("the name of an event")),
            };
        };
        if !ahead.take("=") {
            return match SECTIONS.contains(&name.text.as_str()) {
                true => Ok(()),
                false => Err(reader.error(
                    name.span,
                    format!(
                        "`{}` begins neither an event (`name = ...`) nor a section",
                        name.text
                    ),
                )),
            };
        }
        if is_reserved(&name.text) {
            let message = format!(
                "`{}` belongs to the format and cannot name an event",
                name.text
            );
            return Err(reader.error(name.span, message));
        }
        if events.iter().any(|event| event.name.text == name.text) {
            let message = format!("the event `{}` is defined twice", name.text);
            return Err(reader.error(name.span, message));
        }
        *reader = ahead;
        let mut alternatives = vec![read_alternative(reader)?];
        while reader.take("|") {
            alternatives.push(read_alternative(reader)?);
        }
        events.push(WrittenEvent { name, alternatives });
    }
}

fn read_alternative(reader: &mut Reader) -> Result<Alternative, SyntaxError> {
    let Some(word) = reader.word() else {
        return Err(reader.expected("what the event is, as in `lock(m)` or `call(f)`"));
    };
    let has_arguments = reader.take("(");
    let action = match (word.text.as_str(), has_arguments) {
        ("start", false) => ActionPattern::Start,
        ("end", false) => ActionPattern::End,
        ("lock", true) => ActionPattern::Lock(only_object(reader)?),
        ("unlock", true) => ActionPattern::Unlock(only_object(reader)?),
        ("read", true) => ActionPattern::Read(only_object(reader)?),
        ("write", true) => read_write(reader)?,
        ("call", true) => read_call(reader)?,
        ("mark", true) => {
            let Some(name) = reader.quoted() else {
                return Err(reader.expected("the name of a mark in quotes"));
            };
            reader.expect(")")?;
            ActionPattern::Mark(name.text)
        }
        (_, true) => return Err(unknown(reader, word.span, "action", &word.text, ACTIONS)),
        (_, false) => return Ok(Alternative::Event(word)),
    };
    let task = match reader.take_word("in") {
        true => match reader.word() {
            Some(task) => Some(task.text),
            None => return Err(reader.expected("the name of a task")),
        },
        false => None,
    };
    Ok(Alternative::Pattern(Pattern { action, task }))
}

fn object(reader: &mut Reader) -> Result<String, SyntaxError> {
    match reader.argument() {
        Some(word) => Ok(object_name(&word.text).to_owned()),
        None => Err(reader.expected("the name of a global variable")),
    }
}

/// The same object whether its address is meant or not.
fn object_name(text: &str) -> &str {
    text.trim_start_matches('&').trim_start()
}

fn only_object(reader: &mut Reader) -> Result<String, SyntaxError> {
    let object = object(reader)?;
    reader.expect(")")?;
    Ok(object)
}

fn read_write(reader: &mut Reader) -> Result<ActionPattern, SyntaxError> {
    let object = object(reader)?;
    let mut value = None;
    if reader.take(",") {
        let Some(word) = reader.argument() else {
            return Err(reader.expected("a number"));
        };
        value = match word.text.parse() {
            Ok(number) => Some(number),
            Err(_) if word.text == "_" => None,
            Err(_) => {
                let message = format!("expected a number, found `{}`", word.text);
                return Err(reader.error(word.span, message));
            }
        };
    }
    reader.expect(")")?;
    Ok(ActionPattern::Write { object, value })
}

fn read_call(reader: &mut Reader) -> Result<ActionPattern, SyntaxError> {
    let Some(function) = reader.argument() else {
        return Err(reader.expected("the name of a function"));
    };
    let mut arguments = Vec::new();
    while reader.take(",") {
        let Some(word) = reader.argument() else {
            return Err(reader.expected("a number, a global variable or `_`"));
        };
        arguments.push(match (word.text.as_str(), word.text.parse()) {
            ("_", _) => ArgumentPattern::Any,
            (_, Ok(number)) => ArgumentPattern::Constant(number),
            (name, Err(_)) => ArgumentPattern::Object(object_name(name).to_owned()),
        });
    }
    reader.expect(")")?;
    Ok(ActionPattern::Call {
        function: function.text,
        arguments,
    })
}

/// Replaces the names of events in the definitions of others by what these are.
fn resolve_events(reader: &Reader, written: &[WrittenEvent]) -> Result<Vec<Event>, SyntaxError> {
    let mut events: Vec<Event> = Vec::new();
    for event in written {
        let mut patterns = Vec::new();
        for alternative in &event.alternatives {
            match alternative {
                Alternative::Pattern(pattern) => patterns.push(pattern.clone()),
                Alternative::Event(word) => {
                    let earlier = events.iter().find(|event| event.name == word.text);
                    let Some(earlier) = earlier else {
                        let later = written.iter().any(|event| event.name.text == word.text);
                        return Err(match later {
                            true => reader.error(
                                word.span,
                                format!("`{}` must be defined before it is used", word.text),
                            ),
                            false => Resolver::new(reader, &events).unknown_event(word),
                        });
                    };
                    patterns.extend(earlier.patterns.iter().cloned());
                }
            }
        }
        events.push(Event {
            name: event.name.text.clone(),
            patterns,
        });
    }
    Ok(events)
}

fn read_constraints(
    reader: &mut Reader,
    constraints: &mut Vec<WrittenConstraint>,
) -> Result<(), SyntaxError> {
    loop {
        let named = |name: ConstraintName| WrittenConstraint::Named(name);
        let constraint = if reader.take_word("task") {
            match reader.word() {
                Some(word) => named(ConstraintName::Task(word.text)),
                None => return Err(reader.expected("the name of a task")),
            }
        } else if reader.take_word("variable") {
            named(ConstraintName::Variable(constrained(reader)?))
        } else if reader.take_word("lock") {
            named(ConstraintName::Lock(constrained(reader)?))
        } else if reader.take_word("context") {
            let Some(name) = reader.word() else {
                return Err(reader.expected("a name for the constraint"));
            };
            WrittenConstraint::Context {
                name: name.text,
                rule: rule::read(reader)?,
            }
        } else {
            let Some(word) = reader.peek() else {
                return match reader.is_at_end() {
                    true => Ok(()),
                    false => Err(reader.expected("`task`, `variable`, `lock` or `context`")),
                };
            };
            return match SECTIONS.contains(&word.text.as_str()) {
                true => Ok(()),
                false => Err(unknown(
                    reader,
                    word.span,
                    "kind of constraint",
                    &word.text,
                    CONSTRAINTS,
                )),
            };
        };
        constraints.push(constraint);
    }
}

/// One constraint without a file around it.
fn parse_constraint(text: &str) -> Result<ConstraintName, SyntaxError> {
    let mut reader = Reader::new(text, "constraint");
    let mut constraints = Vec::new();
    read_constraints(&mut reader, &mut constraints)?;
    let end = reader.next_span();
    match (constraints.pop(), constraints.is_empty()) {
        (Some(WrittenConstraint::Named(name)), true) if reader.is_at_end() => Ok(name),
        (Some(WrittenConstraint::Context { .. }), _) => {
            Err(reader.error(end, "contexts are written in the property file"))
        }
        _ => Err(reader.error(end, "one constraint is expected, as in `task main`")),
    }
}

fn constrained(reader: &mut Reader) -> Result<String, SyntaxError> {
    match reader.object() {
        Some(word) => Ok(object_name(&word.text).to_owned()),
        None => Err(reader.expected("the name of a global variable")),
    }
}
