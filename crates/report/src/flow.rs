//! The judgement of a sequence rule in words and as JSON.

use std::fmt::Write;

use serde::Serialize;
use trailhound_checker::flow::{RuleVerdict, ShownStep};
use trailhound_checker::quantity::count;

use crate::detail::Detail;
use crate::json::plain;
use crate::style::{BOLD, DIM, EVENT, OK, PLACE, UNDECIDED, paint};

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
    /// What it holds under, where that is not all that the program may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    caveat: Option<String>,
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

/// The judgement as JSON.
pub fn json(verdict: &RuleVerdict) -> String {
    let refined = &verdict.judged.refined;
    let names = |all: &[trailhound_checker::flow::Constraint]| {
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
        verdict: match verdict.holds() {
            true => "holds",
            false => "undecided",
        },
        reason: verdict.reason(),
        states: verdict.states,
        except_panics: verdict.except_panics,
        caveat: verdict.caveat.clone(),
        tasks: verdict.graph.tasks.len(),
        nodes: verdict.graph.nodes.len(),
        build_seconds: verdict.build_seconds,
        constraints: names(&refined.constraints),
        rounds: rounds.collect(),
        path: verdict
            .path()
            .map_or(Vec::new(), |path| verdict.steps(path)),
        would_exclude: names(&verdict.judged.would_exclude),
        notes: verdict.notes.clone(),
    };
    plain(&shown)
}

/// The judgement for people, with marks for styles.
pub fn text(verdict: &RuleVerdict, detail: Detail) -> String {
    let mut out = String::new();
    let has_trap = verdict.property.rule.automaton.trap().is_some();
    let _ = match verdict.holds() {
        true => {
            let holds = paint(OK, "holds");
            let ground = ground(verdict);
            let caveat = verdict.caveat.as_ref();
            let caveat = caveat.map_or(String::new(), |caveat| format!(" {caveat}"));
            let panics = match verdict.except_panics {
                true => " in which no thread panics",
                false => "",
            };
            match has_trap {
                true => writeln!(out, "{holds} on every execution{panics}{ground}{caveat}"),
                false => writeln!(
                    out,
                    "{holds} on every execution that ends{panics}{ground}{caveat}; this rule says nothing of others"
                ),
            }
        }
        false => {
            let undecided = paint(UNDECIDED, "not decided");
            let reason = verdict.reason().unwrap_or_default();
            writeln!(out, "{undecided}: {reason}")
        }
    };
    if verdict.holds() && verdict.except_panics {
        let _ = writeln!(
            out,
            "(it is not known of others: `trailhound check` looks for panics)"
        );
    }
    if detail.quiet {
        return out;
    }
    if let Some(path) = verdict.path() {
        out.push('\n');
        tell_path(&mut out, verdict, path, detail.all_steps);
    }
    out.push('\n');
    tell_rounds(&mut out, verdict);
    for note in &verdict.notes {
        let _ = writeln!(out, "note: {note}");
    }
    out
}

/// Why the rule holds, where the text alone does not tell.
fn ground(verdict: &RuleVerdict) -> String {
    verdict.states.map_or(String::new(), |states| {
        let states = count(states);
        format!(": the program's {states} states were searched, and none breaks it")
    })
}

fn tell_path(
    out: &mut String,
    verdict: &RuleVerdict,
    path: &trailhound_checker::flow::AbstractPath,
    all_steps: bool,
) {
    let shown = verdict.steps(path);
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
    let excluding: Vec<String> = verdict
        .judged
        .would_exclude
        .iter()
        .map(ToString::to_string)
        .collect();
    if !excluding.is_empty() {
        let _ = writeln!(out, "\nexcluded by: {}", excluding.join(", "));
    }
}

fn tell_rounds(out: &mut String, verdict: &RuleVerdict) {
    let refined = &verdict.judged.refined;
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
        verdict.graph.tasks.len(),
        count(verdict.graph.nodes.len() as u64),
        verdict.build_seconds
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
