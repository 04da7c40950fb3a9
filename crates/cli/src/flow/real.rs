//! The search for a real execution that breaks the rule, from a path to what is said of it.

use trailhound_flow::automaton::Symbol;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::search::{AbstractPath, Allowance};
use trailhound_search::{LimitKind, Limits};
use trailhound_trail::{AutomatonSetup, MachineSetup, ProgramSetup, Races};

use super::FlowArguments;
use super::cast::Cast;
use super::confirm::{self, Confirmation, Execution, Why};
use super::obstacles;
use crate::args::Format;
use crate::check::{aim, saved_trail};
use crate::conclusion::Conclusion;
use crate::prepare::{Prepared, values_for};
use crate::progress::Progress;
use crate::quantity;

/// What a search for an execution that breaks the rule has come to.
pub enum Met {
    Violation(Box<Conclusion>),
    /// All states of the program, so many, and no violation.
    Nothing(u64),
    /// No violation, and what to say of that.
    NotAll(String),
}

/// Looks for an execution that breaks the rule.
pub struct Real<'a> {
    pub arguments: &'a FlowArguments,
    pub allowance: &'a Allowance,
    pub graph: &'a TraceFlowGraph,
    pub property: &'a Property,
    pub text: String,
    pub setup: &'a ProgramSetup,
}

impl Real<'_> {
    /// Goes along `path` first.
    pub fn search(&self, prepared: &mut Prepared, path: &AbstractPath) -> Met {
        let obstacle = obstacles::obstacle(&prepared.program, self.property);
        let cast = match obstacle {
            Some(what) => Err(what),
            None => Cast::new(self.graph, self.property),
        };
        let cast = match cast {
            Ok(cast) => cast,
            Err(what) => {
                return Met::NotAll(format!(
                    "no execution was searched for: it would have to see {what}"
                ));
            }
        };
        let mut machine = MachineSetup {
            races: Races::Off,
            values: values_for(&prepared.program),
            allow_thread_panics: true,
            ..MachineSetup::default()
        };
        machine.properties.sequence = Some(AutomatonSetup {
            file: self.arguments.property.display().to_string(),
            text: self.text.clone(),
        });
        machine.goals.via = confirm::places(self.graph, path);
        if aim(prepared, &mut machine).is_err() {
            // A place of the path may be nowhere in the code: go without them.
            return Met::NotAll("the places of the path are not in the program's code".to_owned());
        }
        let quiet = self.arguments.quiet || self.arguments.format == Format::Json;
        let mut progress = Progress::new("searching for an execution", quiet);
        let allowance = Allowance::new(&Limits {
            states: Some(self.arguments.max_states),
            ..self.allowance.left()
        });
        let both = (self.setup, &machine);
        let found = confirm::search(
            prepared,
            (self.graph, &cast),
            self.property,
            both,
            &allowance,
            &mut progress,
        );
        drop(progress);
        match found {
            Confirmation::Violated(execution) => {
                let Execution {
                    choices,
                    symbols,
                    machine,
                } = *execution;
                let message = complaint(self.property, &machine, &symbols);
                let both = (self.setup, &machine);
                let mut conclusion = confirm::tell(prepared, both, choices, message);
                if let (Some(path), Some(found)) = (&self.arguments.trail, &conclusion.found) {
                    let trail = saved_trail(&prepared.program, self.setup, &machine, found);
                    if let Err(cause) = trail.write(path) {
                        let path = path.display();
                        let note = format!("the trail could not be saved as `{path}`: {cause}");
                        conclusion.notes.push(note);
                    }
                }
                conclusion.compile_seconds = prepared.compile_seconds;
                conclusion.link_seconds = prepared.link_seconds;
                conclusion.granularity = Some(machine.granularity);
                Met::Violation(Box::new(conclusion))
            }
            Confirmation::NotFound {
                states,
                why: Why::Exhausted,
            } => Met::Nothing(states),
            Confirmation::NotFound { states, why } => Met::NotAll(in_vain(states, why)),
        }
    }
}

/// What to say of a search that has found nothing and proves nothing.
fn in_vain(states: u64, why: Why) -> String {
    let states = quantity::count(states);
    let why = match why {
        Why::Limit(LimitKind::States) => " (--max-states)",
        Why::Limit(LimitKind::Time) => ", and the time (--max-time) is over",
        Why::Limit(_) => ", and the memory (--max-memory) is used up",
        Why::Interrupted => ", then the search was interrupted",
        Why::Moments => ", with threads that start at once and end at once",
        Why::Gaps => ", leaving out some of which the events cannot be told",
        Why::Exhausted => "",
        Why::Loose => ", which do not show all orders of the events",
        Why::Unproven(why) => {
            return format!(
                "none of the program's {states} states breaks the rule, but that proves nothing: {why}"
            );
        }
    };
    format!("no execution that breaks the rule was found in {states} states{why}")
}

/// What an execution did, in the words of the property.
pub fn complaint(property: &Property, machine: &MachineSetup, symbols: &[Symbol]) -> String {
    const LAST: usize = 12;
    let file = machine.properties.sequence.as_ref();
    let file = file.map_or("", |sequence| sequence.file.as_str());
    let shown = &symbols[symbols.len().saturating_sub(LAST)..];
    let names: Vec<&str> = shown
        .iter()
        .map(|&symbol| {
            property.events[property.rule.alphabet[symbol]]
                .name
                .as_str()
        })
        .collect();
    let dots = match symbols.len() > LAST {
        true => "... ",
        false => "",
    };
    match names.is_empty() {
        true => format!("the rule of `{file}` is broken: the program ends without an event"),
        false => format!(
            "the rule of `{file}` is broken by: {dots}{}",
            names.join(" ")
        ),
    }
}
