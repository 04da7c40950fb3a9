//! The answer for people: the verdict, then the trail, then how the threads stand, then
//! what it cost.

use trailhound_checker::quantity::{bytes, count, counted, seconds};
use trailhound_checker::trail::{Place, RaceSide};
use trailhound_checker::{Answer, Found, MemoryModel, Selection, Stats, Verdict, preemptions};

use crate::detail::Detail;
use crate::stack::{line, stack};
use crate::style::{self, BOLD, DIM, ERROR, OK, PLACE, UNDECIDED, paint};
use crate::{advice, listing, threads};

/// The verdict for people, without colours.
pub fn plain_text(verdict: &Verdict, detail: Detail) -> String {
    style::plain(&text(verdict, detail))
}

/// The verdict for people, with marks for styles.
pub fn text(verdict: &Verdict, detail: Detail) -> String {
    let mut text = String::new();
    if let Some(memory) = &verdict.memory
        && memory.model != MemoryModel::Sc
    {
        line(&mut text, format!("memory model: {}", memory.sentence()));
    }
    match (&verdict.answer, &verdict.found) {
        (Answer::Error, Some(found)) => error(&mut text, found, detail),
        (Answer::Ok, _) => {
            let established = verdict.reason.as_deref();
            let established = established.unwrap_or("no error in any schedule");
            line(&mut text, format!("{}: {established}", paint(OK, "ok")));
        }
        (Answer::Undecided, _) => {
            let reason = verdict.reason.as_deref().unwrap_or_default();
            // Why, and then what is known all the same.
            let mut facts = reason.split("; ");
            let why = facts.next().unwrap_or_default();
            line(
                &mut text,
                format!("{}: {why}", paint(UNDECIDED, "undecided")),
            );
            facts.for_each(|fact| line(&mut text, format!("  {fact}")));
        }
        (Answer::Unsupported | Answer::Error, _) => unsupported(&mut text, verdict),
    }
    if let Some(values) = &verdict.values {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        line(
            &mut text,
            format!(
                "values tried: {} {}",
                values.join(" "),
                paint(DIM, "(--values sets others)")
            ),
        );
    }
    for preference in &verdict.without_effect {
        let effect = "ranks all states of this program alike: it has no effect here";
        line(
            &mut text,
            format!("{}: the guide {preference} {effect}", paint(BOLD, "note")),
        );
    }
    if let Some(advice) = &verdict.advice {
        advice::advice(&mut text, advice);
    }
    for note in &verdict.notes {
        line(&mut text, format!("{}: {note}", paint(BOLD, "note")));
    }
    if !detail.quiet {
        cost(&mut text, verdict);
    }
    text
}

fn unsupported(text: &mut String, verdict: &Verdict) {
    if let Some(output) = &verdict.compiler_output {
        line(text, output.clone());
    }
    let reason = verdict.reason.as_deref().unwrap_or_default();
    line(text, format!("{}: {reason}", paint(ERROR, "unsupported")));
    if let Some(place) = &verdict.place {
        source(text, place);
    }
    if let Some(hint) = &verdict.hint {
        line(text, format!("{}: {hint}", paint(BOLD, "hint")));
    }
}

fn error(text: &mut String, found: &Found, detail: Detail) {
    let start = text.len();
    let error = &found.report.error;
    let message = error
        .message
        .lines()
        .map(|part| paint(BOLD, part))
        .collect::<Vec<_>>()
        .join("\n");
    line(
        text,
        format!(
            "{}{} {message}",
            paint(ERROR, format!("error[{}]", error.kind)),
            paint(BOLD, ":")
        ),
    );
    if error.race.is_empty() {
        if let Some(place) = &error.place {
            source(text, place);
        }
        stack(text, &error.stack, detail);
    }
    for side in &error.race {
        race_side(text, side, detail);
    }
    if detail.quiet {
        return;
    }
    text.push('\n');
    line(text, title(found));
    listing::listing(text, &found.report, detail);
    threads::threads(text, &found.report, detail);
    threads::blocks(text, start, &found.report);
}

/// How long the trail is.
fn title(found: &Found) -> String {
    let length = found.choices.len();
    if length == 0 {
        let without = "without a choice: every schedule begins like this";
        return format!("{} {without}", paint(BOLD, "Trail"));
    }
    let steps = match found.report.cycle {
        Some(first) if first <= length => {
            let (stem, cycle) = (first - 1, length + 1 - first);
            let stem = counted(stem as u64, "step");
            format!("{stem} and a cycle of {cycle}")
        }
        _ => counted(length as u64, "step"),
    };
    let switches = match found.report.context_switches {
        1 => "1 context switch".to_owned(),
        switches => format!("{} context switches", count(switches as u64)),
    };
    let shortened = found.shortened_from.map(|from| {
        let from = count(from as u64);
        paint(DIM, format!(" (shortened from {from} to {length} steps)"))
    });
    format!(
        "{} of {steps}, {switches}{}",
        paint(BOLD, "Trail"),
        shortened.unwrap_or_default()
    )
}

/// `--> file:line:column in function`, and the line itself.
fn source(text: &mut String, place: &Place) {
    let Place {
        file,
        line: number,
        column,
        function,
        ..
    } = place;
    line(
        text,
        format!(
            "  {} {file}:{number}:{column} in {function}",
            paint(PLACE, "-->")
        ),
    );
    if let Some(source) = &place.text {
        line(
            text,
            format!("  {} {source}", paint(PLACE, format!("{number:>4} |"))),
        );
    }
}

fn race_side(text: &mut String, side: &RaceSide, detail: Detail) {
    let who = paint(style::thread(side.thread), &side.title);
    let atomic = if side.atomic { "atomic " } else { "" };
    let unit = if side.size == 1 { "byte" } else { "bytes" };
    line(
        text,
        format!(
            "  {who}: {atomic}{} of {}, {} {unit}",
            side.access, side.name, side.size
        ),
    );
    if let Some(place) = &side.place {
        source(text, place);
    }
    stack(text, &side.stack, detail);
}

/// Threads followed and threads that could run, on average over the states with several of these, if
/// not all were followed.
fn selection(stats: &Stats) -> Option<(f64, f64)> {
    let Selection {
        states,
        able,
        selected,
    } = stats.selection;
    let average = |sum: u64| sum as f64 / states as f64;
    (selected < able).then(|| (average(selected), average(able)))
}

fn cost(text: &mut String, verdict: &Verdict) {
    let Some(stats) = &verdict.stats else {
        return;
    };
    let mut parts = vec![
        counted(stats.states_seen(), "state"),
        counted(stats.transitions, "transition"),
        format!("depth {}", count(stats.depth)),
        seconds(stats.seconds),
    ];
    parts.extend(stats.jobs.map(|jobs| format!("{jobs} jobs")));
    // What this process took is not what the search took.
    let memory = trailhound_host::peak_memory().filter(|_| !verdict.cached);
    parts.extend(memory.map(bytes));
    let strategy = verdict
        .strategy
        .filter(|strategy| strategy.guide.is_some() || verdict.runs.len() > 1);
    let by = strategy.map_or(String::new(), |strategy| format!("{strategy}: "));
    let cached = match verdict.cached {
        true => "cached, --no-cache searches again: ",
        false => "",
    };
    line(
        text,
        paint(DIM, format!("{cached}{by}{}", parts.join(", "))),
    );
    if let Some((selected, able)) = selection(stats) {
        let said = format!("selected {selected:.1} of {able:.1} threads a state");
        line(text, paint(DIM, said));
    }
    if let Some(analysis) = verdict.analysis {
        let functions = counted(analysis.functions as u64, "function");
        let operations = counted(analysis.operations as u64, "operation");
        let took = seconds(analysis.seconds);
        let said = format!("control flow of {functions}, {operations}, analysed in {took}");
        line(text, paint(DIM, said));
    }
    if let Some((_, before)) = verdict.runs.split_last().filter(|(_, b)| !b.is_empty()) {
        let runs = before.iter().map(|run| {
            let guide = run.guide.as_ref();
            let guide = guide.map_or(String::new(), |guide| format!(" with {guide}"));
            let bound = run.preemptions.map(preemptions);
            let bound = bound.map_or(String::new(), |bound| format!(" with {bound}"));
            let reduced = if run.reduced { " with reduction" } else { "" };
            let states = counted(run.states_stored, "state");
            format!("{}{guide}{bound}{reduced} ({states})", run.search)
        });
        let runs: Vec<String> = runs.collect();
        line(
            text,
            paint(DIM, format!("tried before: {}", runs.join(", "))),
        );
    }
}
