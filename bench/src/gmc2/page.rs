//! The page: paper and measurement side by side, and what was promised. It measures nothing.

use std::fmt::Write;

use super::goals;
use super::paper::{ATTACK, TABLE_1, TABLE_2};
use super::series::{Run, SAMPLERS, Series, Spread};
use crate::Bench;
use crate::page::{Goal, Row, count, environment, write_rows};
use crate::process::median;

/// All that is measured.
pub struct Measured {
    pub philosophers: Vec<Series>,
    pub many: Series,
    /// Without deadlock.
    pub fixed: Vec<Series>,
    pub rules: Vec<(Series, bool)>,
    pub attacks: Vec<Series>,
    pub goals: goals::Goals,
}

const ABOUT: &str = "\
Written by `cargo run --release -p trailhound-bench -- gmc2`; do not edit. It compares the experiments of
R. Grosu, X. Huang, S. Jain and S. A. Smolka, \"Open-Source Model Checking\" (2005; the tool is GMC²)
with `trailhound sample` on programs of our own (`bench/programs/gmc2/`) written after the paper's
descriptions: its sources are not public, so samples and lengths need not be the same. The paper used
an Athlon 2600+. Each experiment is repeated over 20 seeds: median, and in brackets the range.
Seconds are those of the clock for sampling alone, on one core where not said otherwise; compiling
the program takes some tenths of a second more. Counterexamples are as they were drawn, not shortened.";

pub fn render(bench: &Bench, measured: &Measured) -> Result<String, String> {
    let mut text = format!("# The experiments of the GMC² paper\n\n{ABOUT}\n\n");
    goals(&mut text, measured);
    let _ = write!(text, "\n{}", environment(bench));
    table_1(&mut text, measured);
    table_2(&mut text, measured);
    attack(&mut text, measured);
    Ok(text)
}

fn goals(text: &mut String, measured: &Measured) {
    let goals = &measured.goals;
    let seconds = |series: &Series| {
        let times: Vec<f64> = series.runs.iter().map(|run| run.seconds).collect();
        median(times)
    };
    let sixteen = measured.philosophers.last().expect("Table 1 ends with 16");
    let attack = &measured.attacks[0];
    let longest = attack
        .runs
        .iter()
        .map(|run| run.seconds)
        .fold(0.0, f64::max);
    let row = |what: &str, measured, unit, goal, from: String| Row {
        what: what.to_owned(),
        measured,
        unit,
        goal: Some(goal),
        from,
    };
    let rows = [
        row(
            "deadlock of 16 philosophers",
            seconds(sixteen),
            " s",
            Goal::Below(11.56),
            "median; the paper's time".to_owned(),
        ),
        row(
            "deadlock of 100 philosophers",
            seconds(&measured.many),
            " s",
            Goal::Below(10.0),
            "median; promised were seconds".to_owned(),
        ),
        row(
            "attack on Needham-Schroeder",
            longest,
            " s",
            Goal::Below(60.0),
            format!(
                "the slowest of {} seeds, {} found it",
                attack.runs.len(),
                attack.found()
            ),
        ),
        row(
            "lassos of four philosophers a second and core",
            goals.lassos,
            "",
            Goal::AtLeast(100_000.0),
            String::new(),
        ),
        row(
            "cost of a state with a formula",
            goals.formula.value,
            " times",
            Goal::AtMost(1.333),
            goals.formula.from.clone(),
        ),
        Row {
            goal: None,
            ..row(
                "the same for fair executions",
                goals.fair.value,
                " times",
                Goal::AtMost(1.333),
                goals.fair.from.clone(),
            )
        },
    ];
    text.push_str("## Goals\n\n");
    write_rows(text, &rows);
    text.push_str("\n```sh\n");
    for line in [
        &sixteen.line,
        &measured.many.line,
        &attack.line,
        &goals.lassos_line,
        &goals.formula.line,
        &goals.fair.line,
    ] {
        let _ = writeln!(text, "{}", line.0);
    }
    text.push_str("```\n");
}

fn spread(values: &[f64], shown: impl Fn(f64) -> String) -> String {
    match Spread::of(values) {
        None => "none".to_owned(),
        Some(Spread {
            median,
            least,
            most,
        }) => format!("{} ({} to {})", shown(median), shown(least), shown(most)),
    }
}

fn seconds(value: f64) -> String {
    match value {
        value if value < 10.0 => format!("{value:.3}"),
        value => format!("{value:.1}"),
    }
}

/// Samples, seconds and length of a series that found its error.
fn found(series: &Series) -> String {
    let samples = series.numbers(|run| run.failed.unwrap_or(0.0));
    format!(
        "{} of {} | {} | {} | {}",
        series.found(),
        series.runs.len(),
        spread(&samples, count),
        spread(&series.numbers(|run| run.seconds), seconds),
        spread(&series.numbers(|run| run.length), count),
    )
}

fn table_1(text: &mut String, measured: &Measured) {
    text.push_str(
        "\n## Table 1: deadlock of symmetric dining philosophers\n\n\
         | philosophers | paper: samples | seconds | length | found | samples | seconds | length |\n\
         | ---: | ---: | ---: | ---: | --- | --- | --- | --- |\n",
    );
    for (paper, series) in TABLE_1.iter().zip(&measured.philosophers) {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            paper.count,
            paper.samples,
            paper.seconds,
            paper.length,
            found(series)
        );
    }
    let _ = writeln!(text, "| 100 | - | - | - | {} |", found(&measured.many));
    text.push_str(
        "\nWithout the deadlock (the last one takes the other fork first), no sample fails:\n\n\
         | philosophers | found | samples | seconds |\n| ---: | --- | --- | --- |\n",
    );
    for (philosophers, series) in [4, 16].iter().zip(&measured.fixed) {
        let all = |of: fn(&Run) -> f64| -> Vec<f64> { series.runs.iter().map(of).collect() };
        let _ = writeln!(
            text,
            "| {philosophers} | {} of {} | {} | {} |",
            series.found(),
            series.runs.len(),
            spread(&all(|run| run.samples), count),
            spread(&all(|run| run.seconds), seconds),
        );
    }
}

fn table_2(text: &mut String, measured: &Measured) {
    text.push_str(
        "\n## Table 2: resolution advisory of TCAS\n\n\
         The rules are property functions of the program. `all inputs` is what `trailhound check` says \
         of every input, so that it is known which rules hold. Where it says `holds` and the paper found \
         a violation, our component is not the paper's.\n\n\
         | property | rule | paper | samples | seconds | all inputs | found | samples | seconds | |\n\
         | --- | --- | --- | ---: | ---: | --- | --- | --- | --- | --- |\n",
    );
    for (rule, (series, violated)) in TABLE_2.iter().zip(&measured.rules) {
        let samples = match series.found() {
            0 => series.runs.iter().map(|run| run.samples).collect(),
            _ => series.numbers(|run| run.failed.unwrap_or(0.0)),
        };
        let times: Vec<f64> = series.runs.iter().map(|run| run.seconds).collect();
        let verdict = |violated: bool| if violated { "violated" } else { "holds" };
        let same = match rule.violated == *violated {
            true => "",
            false => "**not as in the paper**",
        };
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {} | {} of {} | {} | {} | {same} |",
            rule.property,
            rule.function,
            if rule.violated {
                "violated"
            } else {
                "not found"
            },
            rule.samples,
            rule.seconds,
            verdict(*violated),
            series.found(),
            series.runs.len(),
            spread(&samples, count),
            spread(&times, seconds),
        );
    }
}

fn attack(text: &mut String, measured: &Measured) {
    let (samples, time) = ATTACK;
    let _ = write!(
        text,
        "\n## Needham-Schroeder\n\n\
         Lowe's attack, drawn on all cores. The paper's walk is uniform: {} lassos in {} seconds (6 h 37 \
         min). By random priorities (PCT), a participant that waits for the intruder has mostly sent its message \
         before he looks.\n\n\
         | sampler | ends after | found | samples | seconds | length |\n\
         | --- | ---: | --- | --- | --- | --- |\n",
        count(f64::from(samples)),
        count(time),
    );
    for ((sampler, limit), series) in SAMPLERS.iter().zip(&measured.attacks) {
        let _ = writeln!(text, "| {sampler} | {limit} s | {} |", found(series));
    }
    text.push_str("\n```sh\n");
    for series in &measured.attacks {
        let _ = writeln!(text, "{}", series.line.0);
    }
    text.push_str("```\n");
}
