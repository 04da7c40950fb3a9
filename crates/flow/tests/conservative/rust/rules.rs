//! Random rules about what Rust programs do, whether executions break them, and what is said
//! of them from the program's text.

use std::collections::{BTreeMap, BTreeSet};

use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use trailhound_flow::automaton::{State, Symbol};
use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::refine::Refinement;
use trailhound_flow::search::{Allowance, Answer, SearchName, search};
use trailhound_flow::subject::Subject;
use trailhound_search::{Limits, Unwatched};

use crate::executions::{Effect, Executions, Step};
use crate::simulation::symbol;

const PATTERNS: [&str; 17] = [
    "call(seen_a)",
    "call(seen_b)",
    "call(seen_c)",
    "call(seen_d)",
    "call(seen_e)",
    "call(seen_f)",
    "call(seen_g)",
    "call(seen_g, 1)",
    "mark(\"m0\") | mark(\"m1\")",
    "mark(\"end\")",
    "lock(M)",
    "unlock(M)",
    "lock(N)",
    "write(FLAG)",
    "write(FLAG, 1)",
    "read(COUNT)",
    "lock(RW)",
];
pub const NAMES: [&str; 5] = ["p", "q", "r", "s", "t"];

/// For each alphabet: choices of events, and rules about each of them by kind.
const CHOICES: usize = 5;
const WORDS: usize = 4;
const RANDOM: usize = 6;
/// Executions that do more are not made a rule of.
const LONGEST: usize = 30;
const MOST_TUPLES: u64 = 20_000;

/// The events of a property.
pub struct Events {
    text: String,
}

/// Events, most of which some effects are.
pub fn alphabet(effects: &[&Effect], dice: &mut StdRng) -> Events {
    let happens = |pattern: &&&str| {
        let property = parsed(&format!(
            "events p = {pattern} property for all executions p*"
        ));
        effects
            .iter()
            .any(|effect| symbol(&effect.1, "", &property).is_some())
    };
    let happening: Vec<&&str> = PATTERNS.iter().filter(happens).collect();
    let mut chosen: Vec<&str> = happening
        .choose_multiple(dice, NAMES.len() - 1)
        .map(|pattern| **pattern)
        .collect();
    let mut others = PATTERNS.iter().filter(|other| !chosen.contains(other));
    let others: Vec<&str> = others.by_ref().copied().collect();
    let missing = NAMES.len() - chosen.len();
    chosen.extend(others.choose_multiple(dice, missing));
    let lines = NAMES.iter().zip(chosen);
    let lines: Vec<String> = lines
        .map(|(name, what)| format!("{name} = {what}"))
        .collect();
    Events {
        text: format!("events\n{}\n", lines.join("\n")),
    }
}

/// Some of the events, in a rule's words.
type Chosen = Vec<&'static str>;

impl Events {
    pub fn rule(&self, over: &Chosen, quantifier: &str, expression: &str) -> String {
        let (text, over) = (&self.text, over.join(" "));
        format!("{text}property for {quantifier} over {over}\n{expression}\n")
    }

    /// A rule that says nothing.
    pub fn anything(&self, over: &Chosen) -> String {
        self.rule(over, "all executions", ".*")
    }

    /// Rules about some of the events and others: what was seen on walks does not happen, and
    /// what need not have to do with the program.
    pub fn rules(
        &self,
        executions: &Executions<'_>,
        walks: &[Vec<Step>],
        dice: &mut StdRng,
    ) -> Vec<String> {
        let mut rules = Vec::new();
        for _ in 0..CHOICES {
            let count = dice.random_range(2..=4);
            let over: Chosen = NAMES.choose_multiple(dice, count).copied().collect();
            rules.extend(self.observed(&over, executions, walks, dice));
            rules.extend((0..RANDOM).map(|_| self.random(&over, dice)));
        }
        rules
    }

    /// Rules that say that something that was seen does not happen: what few walks did, as a
    /// whole and up to some point.
    fn observed(
        &self,
        over: &Chosen,
        executions: &Executions<'_>,
        walks: &[Vec<Step>],
        dice: &mut StdRng,
    ) -> Vec<String> {
        let property = parsed(&self.anything(over));
        let mut words: BTreeMap<(Vec<Symbol>, bool), usize> = BTreeMap::new();
        for walk in walks {
            let effects = walk.iter().flat_map(|step| &step.effects);
            let word = executions.first.iter().chain(effects);
            let word: Vec<Symbol> = word
                .filter_map(|effect| symbol(&effect.1, "", &property))
                .collect();
            let last = walk.last().map_or(0, |step| step.to);
            if word.len() <= LONGEST {
                *words.entry((word, executions.has_ended(last))).or_default() += 1;
            }
        }
        let mut words: Vec<_> = words.into_iter().collect();
        words.sort_by_key(|&(_, count)| count);
        let spelt = |word: &[Symbol]| {
            let name = |&symbol: &Symbol| {
                let event = property.rule.alphabet[symbol];
                property.events[event].name.clone()
            };
            let names: Vec<String> = word.iter().map(name).collect();
            match names.is_empty() {
                true => "()".to_owned(),
                false => names.join(" "),
            }
        };
        let no = "no execution";
        let told = words
            .into_iter()
            .take(WORDS)
            .flat_map(|((word, ended), _)| {
                let length = match ended {
                    true => dice.random_range(0..=word.len()),
                    false => word.len(),
                };
                let whole = ended.then(|| self.rule(over, no, &spelt(&word)));
                let part = format!("{} .*", spelt(&word[..length]));
                let part = (length > 0).then(|| self.rule(over, no, &part));
                whole.into_iter().chain(part).collect::<Vec<_>>()
            });
        told.collect()
    }

    fn random(&self, over: &Chosen, dice: &mut StdRng) -> String {
        let (x, y, z) = (one(over, dice), one(over, dice), one(over, dice));
        let (no, all) = ("no execution", "all executions");
        let (quantifier, expression) = match dice.random_range(0..9) {
            0 => (no, format!(".* {x} .* {y} .*")),
            1 => (no, format!(".* {x} {y} .*")),
            2 => (no, format!(".* {x} [^{y}]* {z} .*")),
            3 => (all, format!("[^{x}]* ({y} .*)?")),
            4 => (all, format!("([^{x} {y}] | {x} [^{x} {y}]* {y})*")),
            5 => (all, format!(".* {x} [^{y}]*")),
            6 => (no, format!("[^{x}]* {y} [^{x}]* {z}?")),
            7 => (no, expression(over, dice, 3)),
            _ => (all, expression(over, dice, 3)),
        };
        self.rule(over, quantifier, &expression)
    }
}

fn one(over: &Chosen, dice: &mut StdRng) -> &'static str {
    over.choose(dice).expect("there are events")
}

pub fn parsed(text: &str) -> Property {
    Property::parse(text, "random.prop").unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn expression(over: &Chosen, dice: &mut StdRng, depth: u32) -> String {
    if depth == 0 {
        return match dice.random_range(0..4) {
            0 => ".".to_owned(),
            1 => format!("[^{}]", one(over, dice)),
            _ => one(over, dice).to_owned(),
        };
    }
    let mut part = || expression(over, dice, depth - 1);
    let (one, other) = (part(), part());
    match dice.random_range(0..6) {
        0 => format!("({one} | {other})"),
        1 => format!("({one})* {other}"),
        2 => format!("({one})+"),
        3 => format!("({one})? {other}"),
        _ => format!("{one} {other}"),
    }
}

/// How executions break a rule.
#[derive(Clone, Copy, Debug)]
pub struct Broken {
    /// By what they do, whether they end or not.
    pub at_all: bool,
    /// Some that ends does.
    pub at_the_end: bool,
}

/// What is said of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    Holds,
    HoldsAtTheEnd,
    Nothing,
}

impl Broken {
    pub fn contradicts(self, told: Told) -> bool {
        match told {
            Told::Holds => self.at_all,
            Told::HoldsAtTheEnd => self.at_the_end,
            Told::Nothing => false,
        }
    }
}

/// Whether executions that are known break a rule.
pub fn broken(property: &Property, executions: &Executions<'_>) -> Broken {
    let rule = &property.rule.automaton;
    let after = |at: State, effects: &[Effect]| {
        let symbols = effects
            .iter()
            .filter_map(|effect| symbol(&effect.1, "", property));
        symbols.fold(at, |at, symbol| rule.next(at, symbol))
    };
    let mut broken = Broken {
        at_all: false,
        at_the_end: false,
    };
    let first = (0, after(rule.start(), &executions.first));
    let mut known = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some((state, at)) = open.pop() {
        broken.at_the_end |= executions.has_ended(state) && !rule.is_accepting(at);
        broken.at_all |= broken.at_the_end || Some(at) == rule.trap();
        for step in executions.known_steps(state) {
            let next = (step.to, after(at, &step.effects));
            if known.insert(next) {
                open.push(next);
            }
        }
    }
    broken
}

/// What is said of a rule with all constraints, and by the refinement if that is nothing. None
/// where two of its events may happen at once.
pub fn answer(graph: &TraceFlowGraph, property: &Property) -> Option<Told> {
    let limits = Limits {
        states: Some(MOST_TUPLES),
        ..Limits::default()
    };
    let all = Constraint::all(graph);
    let subject = Subject::new(graph, property, &all).ok()?;
    let outcome = search(&subject, SearchName::USUAL, &limits, &mut Unwatched);
    let told = match outcome.answer {
        Answer::Undecided(_) => {
            let refinement = Refinement {
                graph,
                property,
                candidates: all,
                search: SearchName::USUAL,
                allowance: Allowance::new(&limits),
            };
            let refined = refinement.run(Vec::new(), &mut Unwatched, |_| {}).ok()?;
            refined.answer().clone()
        }
        answer => answer,
    };
    Some(match told {
        Answer::Holds => Told::Holds,
        Answer::HoldsAtTheEnd(_) => Told::HoldsAtTheEnd,
        _ => Told::Nothing,
    })
}
