//! Sequence rules as they are written: expressions and automata over names of events.

use super::reader::{Reader, Span, SyntaxError, Word};
use super::suggestion::nearest;
use super::syntax::{Event, Rule};
use crate::automaton::{Dfa, Expression, State, Symbol};

/// A rule before the names of its events are looked up.
pub struct WrittenRule {
    start: Span,
    over: Vec<Word>,
    body: Body,
}

enum Body {
    Expression(Written),
    Automaton(WrittenAutomaton),
}

/// An expression over names.
enum Written {
    Nothing,
    Name(Word),
    Any,
    OneOf(Vec<Word>),
    NoneOf(Vec<Word>),
    Sequence(Vec<Written>),
    Either(Vec<Written>),
    Repeated(Box<Written>),
    AtLeastOnce(Box<Written>),
    Optional(Box<Written>),
}

struct WrittenAutomaton {
    start: Word,
    transitions: Vec<(Word, Word, Word)>,
    accepting: Vec<Word>,
}

/// Expressions are read and translated by recursion.
const MOST_PARENTHESES: usize = 200;

/// Automata of rules are multiplied with programs: larger ones are of no use.
const MOST_STATES: usize = 4096;

/// Words that no event can be called: they structure the file.
const RESERVED: [&str; 14] = [
    "events",
    "property",
    "constraints",
    "for",
    "over",
    "automaton",
    "in",
    "start",
    "end",
    "accept",
    "task",
    "variable",
    "context",
    "lock",
];

fn begins_expression(reader: &mut Reader) -> bool {
    let mut ahead = reader.clone();
    if ahead.take("(") || ahead.take("[") || ahead.take(".") {
        return true;
    }
    reader.peek().is_some_and(|word| !is_reserved(&word.text))
}

pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Reads a rule: `over` and names, if any, then an expression or `automaton` and its lines.
pub fn read(reader: &mut Reader) -> Result<WrittenRule, SyntaxError> {
    let start = reader.next_span();
    let mut over = Vec::new();
    let is_automaton = reader.take_word("automaton");
    if reader.take_word("over") {
        // The alphabet ends with its line.
        let line = reader.next_span().from;
        while let Some(word) = reader.peek() {
            if is_reserved(&word.text) || !reader.is_same_line(line, word.span.from) {
                break;
            }
            over.extend(reader.word());
        }
    }
    let is_automaton = is_automaton || reader.take_word("automaton");
    let body = match is_automaton {
        true => Body::Automaton(automaton(reader)?),
        false => Body::Expression(either(reader, 0)?),
    };
    Ok(WrittenRule { start, over, body })
}

fn either(reader: &mut Reader, depth: usize) -> Result<Written, SyntaxError> {
    let mut parts = vec![sequence(reader, depth)?];
    while reader.take("|") {
        parts.push(sequence(reader, depth)?);
    }
    Ok(match parts.len() {
        1 => parts.remove(0),
        _ => Written::Either(parts),
    })
}

fn sequence(reader: &mut Reader, depth: usize) -> Result<Written, SyntaxError> {
    let mut parts = Vec::new();
    while begins_expression(reader) {
        parts.push(repeated(reader, depth)?);
    }
    match parts.len() {
        0 => {
            let mut message = reader.expected("an event, `(`, `[` or `.`");
            if let Some(word) = reader.peek()
                && is_reserved(&word.text)
            {
                message
                    .message
                    .push_str("; that word belongs to the format and names no event");
            }
            Err(message)
        }
        1 => Ok(parts.remove(0)),
        _ => Ok(Written::Sequence(parts)),
    }
}

fn repeated(reader: &mut Reader, depth: usize) -> Result<Written, SyntaxError> {
    let part = single(reader, depth)?;
    let (mut may_be_absent, mut may_come_again) = (false, false);
    // Several signs say no more than one: `a+?*` is `a*`.
    loop {
        if reader.take("*") {
            (may_be_absent, may_come_again) = (true, true);
        } else if reader.take("+") {
            may_come_again = true;
        } else if reader.take("?") {
            may_be_absent = true;
        } else {
            break;
        }
    }
    Ok(match (may_be_absent, may_come_again) {
        (false, false) => part,
        (true, false) => Written::Optional(Box::new(part)),
        (false, true) => Written::AtLeastOnce(Box::new(part)),
        (true, true) => Written::Repeated(Box::new(part)),
    })
}

fn single(reader: &mut Reader, depth: usize) -> Result<Written, SyntaxError> {
    let start = reader.next_span();
    if reader.take("(") {
        if reader.take(")") {
            return Ok(Written::Nothing);
        }
        if depth == MOST_PARENTHESES {
            let message = format!("more than {MOST_PARENTHESES} parentheses in each other");
            return Err(reader.error(start, message));
        }
        let inside = either(reader, depth + 1)?;
        reader.expect(")")?;
        return Ok(inside);
    }
    if reader.take(".") {
        return Ok(Written::Any);
    }
    if reader.take("[") {
        let is_negated = reader.take("^");
        let mut names = Vec::new();
        while let Some(word) = reader.word() {
            names.push(word);
            reader.take(",");
        }
        reader.expect("]")?;
        return Ok(match is_negated {
            true => Written::NoneOf(names),
            false => Written::OneOf(names),
        });
    }
    match reader.word() {
        Some(word) => Ok(Written::Name(word)),
        None => Err(reader.expected("an event")),
    }
}

/// `start S`, lines `S: event -> T`, `accept S T`.
fn automaton(reader: &mut Reader) -> Result<WrittenAutomaton, SyntaxError> {
    if !reader.take_word("start") {
        return Err(reader.expected("`start` and the state in which the automaton begins"));
    }
    let start = state(reader)?;
    let mut transitions = Vec::new();
    let mut accepting = Vec::new();
    loop {
        if reader.take_word("accept") {
            let line = reader.next_span().from;
            accepting.push(state(reader)?);
            while let Some(word) = reader.peek() {
                if !reader.is_same_line(line, word.span.from) {
                    break;
                }
                accepting.extend(reader.word());
            }
            continue;
        }
        let mut ahead = reader.clone();
        let is_transition = ahead.word().is_some() && ahead.take(":");
        if !is_transition {
            break;
        }
        let from = state(reader)?;
        reader.expect(":")?;
        let mut events = Vec::new();
        while let Some(word) = reader.word() {
            events.push(word);
            if !reader.take(",") && !reader.take("|") {
                break;
            }
        }
        if events.is_empty() {
            return Err(reader.expected("an event"));
        }
        reader.expect("->")?;
        let to = state(reader)?;
        for event in events {
            transitions.push((from.clone(), event, to.clone()));
        }
    }
    if accepting.is_empty() {
        return Err(
            reader.expected("a transition `state: event -> state`, or `accept` and a state")
        );
    }
    Ok(WrittenAutomaton {
        start,
        transitions,
        accepting,
    })
}

fn state(reader: &mut Reader) -> Result<Word, SyntaxError> {
    match reader.word() {
        Some(word) => Ok(word),
        None => Err(reader.expected("a state")),
    }
}

/// Gives the names of a rule their meaning.
pub struct Resolver<'r> {
    pub reader: &'r Reader<'r>,
    pub events: &'r [Event],
    alphabet: Vec<usize>,
}

impl<'r> Resolver<'r> {
    pub fn new(reader: &'r Reader<'r>, events: &'r [Event]) -> Resolver<'r> {
        Resolver {
            reader,
            events,
            alphabet: Vec::new(),
        }
    }

    /// The automaton of a rule. The alphabet are the events that it names.
    pub fn resolve(mut self, rule: &WrittenRule) -> Result<Rule, SyntaxError> {
        for word in &rule.over {
            self.symbol(word)?;
        }
        match &rule.body {
            Body::Expression(written) => {
                // Names first: `.` and `[^a]` mean all of them.
                self.collect(written)?;
                let expression = self.expression(written)?;
                let automaton = expression.automaton(self.alphabet.len(), MOST_STATES);
                match automaton {
                    Some(automaton) => Ok(self.finish(automaton)),
                    None => Err(self.too_large(rule.start)),
                }
            }
            Body::Automaton(written) => {
                for (_, event, _) in &written.transitions {
                    self.symbol(event)?;
                }
                let automaton = self.automaton(written, rule.start)?;
                Ok(self.finish(automaton))
            }
        }
    }

    fn too_large(&self, at: Span) -> SyntaxError {
        let message = format!("the automaton of this rule has more than {MOST_STATES} states");
        self.reader.error(at, message)
    }

    fn finish(self, automaton: Dfa) -> Rule {
        Rule {
            alphabet: self.alphabet,
            automaton,
        }
    }

    fn symbol(&mut self, word: &Word) -> Result<Symbol, SyntaxError> {
        let event = self.events.iter().position(|e| e.name == word.text);
        let Some(event) = event else {
            return Err(self.unknown_event(word));
        };
        if let Some(symbol) = self.alphabet.iter().position(|&known| known == event) {
            return Ok(symbol);
        }
        self.alphabet.push(event);
        Ok(self.alphabet.len() - 1)
    }

    pub fn unknown_event(&self, word: &Word) -> SyntaxError {
        let names = self.events.iter().map(|event| event.name.as_str());
        unknown(self.reader, word.span, "event", &word.text, names)
    }

    fn collect(&mut self, written: &Written) -> Result<(), SyntaxError> {
        match written {
            Written::Nothing | Written::Any => {}
            Written::Name(word) => {
                self.symbol(word)?;
            }
            Written::OneOf(words) | Written::NoneOf(words) => {
                for word in words {
                    self.symbol(word)?;
                }
            }
            Written::Sequence(parts) | Written::Either(parts) => {
                for part in parts {
                    self.collect(part)?;
                }
            }
            Written::Repeated(part) | Written::AtLeastOnce(part) | Written::Optional(part) => {
                self.collect(part)?;
            }
        }
        Ok(())
    }

    fn expression(&mut self, written: &Written) -> Result<Expression, SyntaxError> {
        let all = |this: &mut Self, parts: &[Written]| -> Result<Vec<Expression>, SyntaxError> {
            parts.iter().map(|part| this.expression(part)).collect()
        };
        Ok(match written {
            Written::Nothing => Expression::Nothing,
            Written::Name(word) => Expression::symbol(self.symbol(word)?),
            Written::Any => Expression::any(),
            Written::OneOf(words) => Expression::OneOf(self.symbols(words)?),
            Written::NoneOf(words) => Expression::NoneOf(self.symbols(words)?),
            Written::Sequence(parts) => Expression::Sequence(all(self, parts)?),
            Written::Either(parts) => Expression::Either(all(self, parts)?),
            Written::Repeated(part) => Expression::Repeated(Box::new(self.expression(part)?)),
            Written::AtLeastOnce(part) => self.expression(part)?.repeated(),
            Written::Optional(part) => self.expression(part)?.optional(),
        })
    }

    fn symbols(&mut self, words: &[Word]) -> Result<Vec<Symbol>, SyntaxError> {
        words.iter().map(|word| self.symbol(word)).collect()
    }

    /// Missing transitions lead to a state that is never left.
    fn automaton(&mut self, written: &WrittenAutomaton, at: Span) -> Result<Dfa, SyntaxError> {
        let mut names: Vec<&str> = vec![&written.start.text];
        for (from, _, to) in &written.transitions {
            for word in [from, to] {
                if !names.contains(&word.text.as_str()) {
                    names.push(&word.text);
                }
            }
            if names.len() > MOST_STATES {
                return Err(self.too_large(at));
            }
        }
        let lost = names.len() as State;
        let symbols = self.alphabet.len();
        let mut next = vec![lost; (names.len() + 1) * symbols];
        let mut accepting = vec![false; names.len() + 1];
        let number = |word: &Word| names.iter().position(|name| *name == word.text);
        for (from, event, to) in &written.transitions {
            let (Some(from), Some(to)) = (number(from), number(to)) else {
                unreachable!("all states of transitions were collected");
            };
            let cell = from * symbols + self.symbol(event)?;
            if next[cell] != lost && next[cell] != to as State {
                let message = format!(
                    "`{}` has two transitions for `{}`: the automaton must be deterministic",
                    names[from], event.text
                );
                return Err(self.reader.error(event.span, message));
            }
            next[cell] = to as State;
        }
        for word in &written.accepting {
            let Some(state) = number(word) else {
                let known = names.iter().copied();
                return Err(unknown(self.reader, word.span, "state", &word.text, known));
            };
            accepting[state] = true;
        }
        Ok(Dfa::new(symbols, 0, accepting, next).minimal())
    }
}

pub fn unknown<'n>(
    reader: &Reader,
    span: Span,
    kind: &str,
    wanted: &str,
    known: impl IntoIterator<Item = &'n str> + Clone,
) -> SyntaxError {
    let mut message = format!("no {kind} is called `{wanted}`");
    match nearest(wanted, known.clone()) {
        Some(name) => message.push_str(&format!("; did you mean `{name}`?")),
        None => {
            let names: Vec<&str> = known.into_iter().collect();
            if !names.is_empty() {
                message.push_str(&format!("; there are {}", names.join(", ")));
            }
        }
    }
    reader.error(span, message)
}
