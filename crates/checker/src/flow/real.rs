//! The search for a real execution that breaks the rule, from a path to what is said of it.

use trailhound_flow::automaton::Symbol;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::search::{AbstractPath, Allowance};
use trailhound_machine::Races;
use trailhound_search::{LimitKind, Limits};
use trailhound_trail::{MachineRequest, ProgramRequest};

use super::confirm::{self, Confirmation, Execution, Why};
use super::participants::Participants;
use super::request::Flow;
use super::{obstacles, route};
use crate::prepare::Prepared;
use crate::quantity;
use crate::resolve::resolve;
use crate::session::Session;
use crate::telling::with_trail;
use crate::verdict::Verdict;

/// What a search for an execution that breaks the rule has come to.
pub enum Met {
    Violation(Box<Verdict>),
    /// All states of the program, so many, and no violation.
    Nothing(u64),
    /// No violation, and what to say of that.
    NotAll(String),
}

/// Looks for an execution that breaks the rule.
pub struct Real<'a> {
    pub request: &'a Flow,
    pub allowance: &'a Allowance,
    pub graph: &'a TraceFlowGraph,
    pub property: &'a Property,
    /// The program as it was compiled.
    pub source: &'a ProgramRequest,
    pub session: &'a Session,
}

impl Real<'_> {
    /// Goes along `path` first.
    pub fn search(&self, prepared: Prepared, path: &AbstractPath) -> Met {
        let obstacle = obstacles::obstacle(&prepared.program, self.property);
        let participants = match obstacle {
            Some(what) => Err(what),
            None => Participants::new(self.graph, self.property).map_err(|tasks| tasks.to_string()),
        };
        let participants = match participants {
            Ok(participants) => participants,
            Err(what) => {
                return Met::NotAll(format!(
                    "no execution was searched for: it would have to see {what}"
                ));
            }
        };
        let mut machine = MachineRequest {
            races: Races::Off,
            allow_thread_panics: true,
            ..MachineRequest::default()
        };
        machine.properties.sequence = Some(self.request.rule.clone());
        let (places, order) = route::of(self.graph, path);
        machine.goals.via = places;
        let Ok(mut resolved) = resolve(prepared, self.source, &machine) else {
            // A place of the path may be nowhere in the code: go without them.
            return Met::NotAll("the places of the path are not in the program's code".to_owned());
        };
        let mut phase = self.session.phase("searching for an execution");
        let allowance = Allowance::new(&Limits {
            states: Some(self.request.max_states),
            ..self.allowance.left()
        });
        let roles = (self.graph, &participants);
        let found = confirm::search(
            &mut resolved,
            roles,
            (self.property, &order),
            &allowance,
            self.session,
            &mut phase,
        );
        drop(phase);
        match found {
            Confirmation::Violated(execution) => {
                let Execution {
                    choices,
                    symbols,
                    sharing,
                } = *execution;
                let message = complaint(self.property, &self.request.rule.file, &symbols);
                let verdict = confirm::tell(&resolved, sharing, self.session, choices, message);
                let verdict = with_trail(&resolved, sharing, verdict);
                Met::Violation(Box::new(resolved.timed(Verdict {
                    granularity: Some(resolved.machine.granularity),
                    ..verdict
                })))
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
pub fn complaint(property: &Property, file: &str, symbols: &[Symbol]) -> String {
    const LAST: usize = 12;
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
