//! The table of litmus tests.

use super::graph::Outcome;
use super::language::{Program, UNREAD, VARIABLES};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Allowed,
    Forbidden,
    Race,
    Free,
}

pub struct Litmus {
    pub name: &'static str,
    pub verdict: Verdict,
    pub program: Program,
    /// The outcome that is asked for.
    outcome: &'static str,
}

/// The litmus tests, or the one program in `TRAILHOUND_LITMUS`.
pub fn programs() -> Vec<(String, Program)> {
    match std::env::var("TRAILHOUND_LITMUS") {
        Ok(text) => vec![(text.clone(), Program::parse(&text))],
        Err(_) => table()
            .into_iter()
            .map(|litmus| (litmus.name.to_owned(), litmus.program))
            .collect(),
    }
}

pub fn table() -> Vec<Litmus> {
    let lines = include_str!("litmus.txt").lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| row(line).unwrap_or_else(|| panic!("malformed: {line}")))
        .collect()
}

fn row(line: &'static str) -> Option<Litmus> {
    let (verdict, rest) = line.split_once(':')?;
    let (name, rest) = rest.split_once(" : ")?;
    let (program, outcome) = rest.split_once(" => ").unwrap_or((rest, ""));
    Some(Litmus {
        name: name.trim(),
        verdict: match verdict {
            "allowed" => Verdict::Allowed,
            "forbidden" => Verdict::Forbidden,
            "race" => Verdict::Race,
            "free" => Verdict::Free,
            _ => return None,
        },
        program: Program::parse(program),
        outcome,
    })
}

impl Litmus {
    /// Whether an outcome is one that the row asks for.
    pub fn asks_for(&self, outcome: &Outcome) -> bool {
        let Litmus {
            program,
            outcome: asked,
            ..
        } = self;
        let (last, registers): (Vec<&str>, Vec<&str>) = asked
            .split_whitespace()
            .partition(|part| part.contains('='));
        let variables = &outcome[outcome.len() - VARIABLES.len()..];
        let has = |part: &&str| {
            let (name, value) = part.split_once('=').expect("name=value");
            let place = VARIABLES
                .iter()
                .position(|variable| name == variable.to_string());
            variables[place.expect("a variable")].to_string() == value
        };
        if !last.iter().all(has) {
            return false;
        }
        let registers = registers.join(" ");
        let mut next = outcome.iter();
        registers.is_empty()
            || registers.split('|').enumerate().all(|(thread, asked)| {
                let count = program.registers(thread);
                let values: Vec<u8> = next.by_ref().take(count).copied().collect();
                let asked: Vec<&str> = asked.split_whitespace().collect();
                assert_eq!(
                    asked.len(),
                    count,
                    "registers of thread {thread} in {program}"
                );
                let fits = |(value, asked): (&u8, &&str)| match *asked {
                    "*" => true,
                    "-" => *value == UNREAD,
                    number => value.to_string() == number,
                };
                values.iter().zip(&asked).all(fits)
            })
    }
}
