//! What was found out about a rule, as data.

use serde::Serialize;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::refine::{Tried, path_of};
use trailhound_flow::search::{AbstractPath, AbstractStep, Answer};
use trailhound_search::LimitKind;

use super::judge::Judged;
use crate::verdict::Verdict;

pub struct FlowVerdict {
    /// The trace flow graph for Graphviz, if it was asked for.
    pub graph_dot: Option<String>,
    pub judgement: Judgement,
}

pub enum Judgement {
    /// An execution breaks the rule.
    Violated(Box<Verdict>),
    /// The rule holds, or it is not known.
    Judged(Box<RuleVerdict>),
}

pub struct RuleVerdict {
    pub graph: TraceFlowGraph,
    pub property: Property,
    pub judged: Judged,
    /// Nothing in the program is what the rule is about.
    pub is_about_nothing: bool,
    /// It holds if no thread panics; else it is not decided.
    pub except_panics: bool,
    /// How many states the program has, if all were searched and none breaks the rule.
    pub states: Option<u64>,
    /// Under what condition it holds: that atomic operations are sequentially consistent which are not.
    pub caveat: Option<String>,
    pub notes: Vec<String>,
    pub build_seconds: f64,
}

/// One step of a path, ready to be shown.
#[derive(Serialize)]
pub struct ShownStep {
    pub tasks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    pub actions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The property is violated from here on, whatever follows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub violates: bool,
}

impl RuleVerdict {
    /// Whether the rule holds, and says something.
    pub fn holds(&self) -> bool {
        let is_proved = *self.judged.refined.answer() == Answer::Holds || self.states.is_some();
        is_proved && !self.is_about_nothing
    }

    /// The path that leaves the rule undecided.
    pub fn path(&self) -> Option<&AbstractPath> {
        path_of(self.judged.refined.answer()).filter(|_| !self.holds())
    }

    /// Why nothing is decided.
    pub fn reason(&self) -> Option<String> {
        if self.holds() {
            return None;
        }
        let limit = |kind: &LimitKind| match kind {
            LimitKind::States => "the limit on node tuples (--max-tuples) was reached",
            LimitKind::Time => "the limit on time (--max-time) was reached",
            _ => "the limit on memory (--max-memory) was reached",
        };
        Some(match self.judged.refined.answer() {
        Answer::Holds if self.is_about_nothing => {
            "nothing in the program is what the rule is about".to_owned()
        }
        Answer::Holds => return None,
        Answer::HoldsAtTheEnd(_) => "the rule holds on every execution that ends; this beginning \
                                     of an execution that does not end would break it"
            .to_owned(),
        Answer::Violated(_) if self.judged.tried == Tried::Some => {
            "this path breaks the rule; there was no time to try all constraints on it".to_owned()
        }
        Answer::Violated(_)
            if self.judged.tried == Tried::Most && self.judged.would_exclude.is_empty() =>
        {
            "this path breaks the rule; some constraints together were too much to be tried on it"
                .to_owned()
        }
        Answer::Violated(_) if !self.judged.would_exclude.is_empty() => {
            "this path breaks the rule, and the constraints allow it".to_owned()
        }
        Answer::Violated(_) => "this path breaks the rule, and nothing that is known of the \
                                program excludes it"
            .to_owned(),
        Answer::Undecided(kind) => limit(kind).to_owned(),
        Answer::Interrupted => "the search was interrupted".to_owned(),
    })
    }

    /// The steps of a path.
    pub fn steps(&self, path: &AbstractPath) -> Vec<ShownStep> {
        let show = |(number, step): (usize, &AbstractStep)| {
            let node = &self.graph.nodes[step.node.0 as usize];
            let rule = &self.property.rule;
            let event = step.symbol.map(|symbol| rule.alphabet[symbol]);
            ShownStep {
                tasks: tasks_of(&self.graph, step),
                event: event.map(|event| self.property.events[event].name.clone()),
                actions: node.actions.iter().map(ToString::to_string).collect(),
                place: node.place.clone(),
                violates: path.trap == Some(number),
            }
        };
        let is_shown = |(_, step): &(usize, &AbstractStep)| step.node != self.graph.final_node;
        let steps = path.steps.iter().enumerate();
        steps.filter(is_shown).map(show).collect()
    }
}

fn tasks_of(graph: &TraceFlowGraph, step: &AbstractStep) -> Vec<String> {
    let tasks = graph.nodes[step.node.0 as usize].tasks.iter();
    tasks
        .map(|task| graph.tasks[task.0 as usize].name.clone())
        .collect()
}
