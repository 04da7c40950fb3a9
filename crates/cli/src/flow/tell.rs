//! The answer of `trailhound flow` in words and as JSON.

use std::fmt::Write;

use serde::Serialize;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::refine::{Tried, path_of};
use trailhound_flow::search::{AbstractPath, AbstractStep, Answer};
use trailhound_search::LimitKind;

use super::{Finding, FlowArguments};
use crate::quantity::count;
use crate::report::json::plain;
use crate::report::style::{BOLD, DIM, EVENT, OK, PLACE, UNDECIDED, paint};

/// One step of a path, ready to be shown.
#[derive(Serialize)]
struct ShownStep {
    tasks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    actions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// The property is violated from here on, whatever follows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    violates: bool,
}

#[derive(Serialize)]
struct Shown {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The states of the program, where that none of them breaks the rule is why it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    /// It holds only if no thread panics.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    except_panics: bool,
    tasks: usize,
    nodes: usize,
    build_seconds: f64,
    constraints: Vec<String>,
    rounds: Vec<ShownRound>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<ShownStep>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    would_exclude: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Serialize)]
struct ShownRound {
    search: String,
    tuples: u64,
    generated: u64,
    seconds: f64,
    added: Vec<String>,
}

/// What to say where there is nothing to search.
pub fn refusal(reason: &str) -> String {
    #[derive(Serialize)]
    struct Refusal<'r> {
        verdict: &'static str,
        reason: &'r str,
    }
    let refusal = Refusal {
        verdict: "unsupported",
        reason,
    };
    plain(&refusal)
}

pub fn json(finding: &Finding) -> String {
    let refined = &finding.judged.refined;
    let names = |all: &[trailhound_flow::constraint::Constraint]| {
        all.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let rounds = refined.rounds.iter().map(|round| ShownRound {
        search: round.outcome.search.to_string(),
        tuples: round.outcome.counts.tuples,
        generated: round.outcome.counts.generated,
        seconds: round.outcome.counts.seconds,
        added: names(&round.added),
    });
    let shown = Shown {
        verdict: match finding.holds() {
            true => "holds",
            false => "undecided",
        },
        reason: reason(finding),
        states: finding.states,
        except_panics: finding.except_panics,
        tasks: finding.graph.tasks.len(),
        nodes: finding.graph.nodes.len(),
        build_seconds: finding.build_seconds,
        constraints: names(&refined.constraints),
        rounds: rounds.collect(),
        path: path(finding).map_or(Vec::new(), |path| steps(finding, path)),
        would_exclude: names(&finding.judged.would_exclude),
        notes: finding.notes.clone(),
    };
    plain(&shown)
}

/// The path that leaves the rule undecided.
fn path<'f>(finding: &Finding<'f>) -> Option<&'f AbstractPath> {
    path_of(finding.judged.refined.answer()).filter(|_| !finding.holds())
}

/// Why nothing is decided.
fn reason(finding: &Finding) -> Option<String> {
    if finding.holds() {
        return None;
    }
    let limit = |kind: &LimitKind| match kind {
        LimitKind::States => "the limit on node tuples (--max-tuples) was reached",
        LimitKind::Time => "the limit on time (--max-time) was reached",
        _ => "the limit on memory (--max-memory) was reached",
    };
    Some(match finding.judged.refined.answer() {
        Answer::Holds if finding.is_about_nothing => {
            "nothing in the program is what the rule is about".to_owned()
        }
        Answer::Holds => return None,
        Answer::HoldsAtTheEnd(_) => "the rule holds on every execution that ends; this beginning \
                                     of an execution that does not end would break it"
            .to_owned(),
        Answer::Violated(_) if finding.judged.tried == Tried::Some => {
            "this path breaks the rule; there was no time to try all constraints on it".to_owned()
        }
        Answer::Violated(_)
            if finding.judged.tried == Tried::Most && finding.judged.would_exclude.is_empty() =>
        {
            "this path breaks the rule; some constraints together were too much to be tried on it"
                .to_owned()
        }
        Answer::Violated(_) if !finding.judged.would_exclude.is_empty() => {
            "this path breaks the rule, and the constraints allow it".to_owned()
        }
        Answer::Violated(_) => "this path breaks the rule, and nothing that is known of the \
                                program excludes it"
            .to_owned(),
        Answer::Undecided(kind) => limit(kind).to_owned(),
        Answer::Interrupted => "the search was interrupted".to_owned(),
    })
}

fn steps(finding: &Finding, path: &AbstractPath) -> Vec<ShownStep> {
    let show = |(number, step): (usize, &AbstractStep)| {
        let node = &finding.graph.nodes[step.node.0 as usize];
        let rule = &finding.property.rule;
        let event = step.symbol.map(|symbol| rule.alphabet[symbol]);
        ShownStep {
            tasks: tasks_of(finding.graph, step),
            event: event.map(|event| finding.property.events[event].name.clone()),
            actions: node.actions.iter().map(ToString::to_string).collect(),
            place: node.place.clone(),
            violates: path.trap == Some(number),
        }
    };
    let is_shown = |(_, step): &(usize, &AbstractStep)| step.node != finding.graph.final_node;
    let steps = path.steps.iter().enumerate();
    steps.filter(is_shown).map(show).collect()
}

fn tasks_of(graph: &TraceFlowGraph, step: &AbstractStep) -> Vec<String> {
    let tasks = graph.nodes[step.node.0 as usize].tasks.iter();
    tasks
        .map(|task| graph.tasks[task.0 as usize].name.clone())
        .collect()
}

pub fn text(finding: &Finding, arguments: &FlowArguments) -> String {
    let mut out = String::new();
    let has_trap = finding.property.rule.automaton.trap().is_some();
    let _ = match finding.holds() {
        true => {
            let verdict = paint(OK, "holds");
            let ground = ground(finding);
            let panics = match finding.except_panics {
                true => " in which no thread panics",
                false => "",
            };
            match has_trap {
                true => writeln!(out, "{verdict} on every execution{panics}{ground}"),
                false => writeln!(
                    out,
                    "{verdict} on every execution that ends{panics}{ground}; this rule says nothing of others"
                ),
            }
        }
        false => {
            let verdict = paint(UNDECIDED, "not decided");
            let reason = reason(finding).unwrap_or_default();
            writeln!(out, "{verdict}: {reason}")
        }
    };
    if finding.holds() && finding.except_panics {
        let _ = writeln!(
            out,
            "(it is not known of others: `trailhound check` looks for panics)"
        );
    }
    if arguments.quiet {
        return out;
    }
    if let Some(path) = path(finding) {
        out.push('\n');
        tell_path(&mut out, finding, path, arguments.all_steps);
    }
    out.push('\n');
    tell_rounds(&mut out, finding);
    for note in &finding.notes {
        let _ = writeln!(out, "note: {note}");
    }
    out
}

/// Why the rule holds, where the text alone does not tell.
fn ground(finding: &Finding) -> String {
    finding.states.map_or(String::new(), |states| {
        let states = count(states);
        format!(": the program's {states} states were searched, and none breaks it")
    })
}

fn tell_path(out: &mut String, finding: &Finding, path: &AbstractPath, all_steps: bool) {
    let shown = steps(finding, path);
    let widest = |of: &dyn Fn(&ShownStep) -> usize| shown.iter().map(of).max().unwrap_or(0);
    let tasks = |step: &ShownStep| step.tasks.join(" + ");
    let event = |step: &ShownStep| step.event.clone().unwrap_or_default();
    let task_width = widest(&|step| tasks(step).chars().count());
    let event_width = widest(&|step| event(step).chars().count());
    let last = match path.trap {
        Some(trap) if !all_steps => trap,
        _ => shown.len(),
    };
    for (number, step) in shown.iter().enumerate().take(last + 1) {
        let place = step.place.as_deref().unwrap_or("");
        let mark = match step.violates {
            true => paint(BOLD, "  <- the rule is broken here, whatever follows"),
            false => String::new(),
        };
        let _ = writeln!(
            out,
            "{:4}  {:task_width$}  {}  {}  {}{mark}",
            number + 1,
            tasks(step),
            paint(EVENT, format!("{:event_width$}", event(step))),
            step.actions.join(", "),
            paint(PLACE, place),
        );
    }
    let hidden = shown.len().saturating_sub(last + 1);
    if hidden > 0 {
        let steps = match hidden {
            1 => "1 more step".to_owned(),
            hidden => format!("{hidden} more steps"),
        };
        let line = format!("      and {steps} to the end (--all-steps)");
        let _ = writeln!(out, "{}", paint(DIM, line));
    } else if path.is_complete && path.trap.is_none() {
        let _ = writeln!(out, "      and here the program ends, where it must not");
    }
    let excluding: Vec<String> = finding
        .judged
        .would_exclude
        .iter()
        .map(ToString::to_string)
        .collect();
    if !excluding.is_empty() {
        let _ = writeln!(out, "\nexcluded by: {}", excluding.join(", "));
    }
}

fn tell_rounds(out: &mut String, finding: &Finding) {
    let refined = &finding.judged.refined;
    for round in &refined.rounds {
        if !round.added.is_empty() {
            let added: Vec<String> = round.added.iter().map(ToString::to_string).collect();
            let _ = writeln!(out, "added        {}", added.join(", "));
        }
    }
    let constraints: Vec<String> = refined
        .constraints
        .iter()
        .map(ToString::to_string)
        .collect();
    let constraints = match constraints.is_empty() {
        true => "none".to_owned(),
        false => constraints.join(", "),
    };
    let _ = writeln!(out, "constraints  {constraints}");
    let _ = writeln!(
        out,
        "graph        {} tasks, {} nodes, built in {:.2} s",
        finding.graph.tasks.len(),
        count(finding.graph.nodes.len() as u64),
        finding.build_seconds
    );
    let tuples: u64 = refined.rounds.iter().map(|r| r.outcome.counts.tuples).sum();
    let seconds: f64 = refined
        .rounds
        .iter()
        .map(|r| r.outcome.counts.seconds)
        .sum();
    let searches = match refined.rounds.len() {
        1 => "1 search".to_owned(),
        several => format!("{several} searches"),
    };
    let search = refined.rounds.last().map(|round| round.outcome.search);
    let _ = writeln!(
        out,
        "search       {} node tuples in {seconds:.2} s, {searches} ({})",
        count(tuples),
        search.map(|search| search.to_string()).unwrap_or_default(),
    );
}
