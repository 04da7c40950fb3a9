//! The experiments of the GMC² paper: its tables beside what is measured here, over many seeds,
//! and what was promised, on the page docs/results/gmc2.md.

mod goals;
mod page;
mod paper;
mod series;

use crate::Bench;
use crate::process::Line;
use page::Measured;
use paper::{TABLE_1, TABLE_2, TABLE_2_GOAL};
use series::{FOLDER, SAMPLERS, Series, series};

pub fn run(bench: &Bench) -> Result<String, String> {
    let philosophers = |count: u32, more: &str| {
        let common = "--epsilon 0.001 --delta 0.01 --jobs 1";
        let line = format!("trailhound sample {FOLDER}/philosophers.c -DN={count}{more} {common}");
        series(bench, &line)
    };
    let table_1 = TABLE_1.iter().map(|row| philosophers(row.count, ""));
    let fixed = [4, 16].map(|count| philosophers(count, " -DFIXED"));
    let measured = Measured {
        philosophers: table_1.collect::<Result<_, _>>()?,
        many: philosophers(100, "")?,
        fixed: fixed.into_iter().collect::<Result<_, _>>()?,
        rules: rules(bench)?,
        attacks: attacks(bench)?,
        goals: goals::measure(bench)?,
    };
    page::render(bench, &measured)
}

/// Table 2: samples, and whether going through all inputs finds a violation.
fn rules(bench: &Bench) -> Result<Vec<(Series, bool)>, String> {
    let rules = TABLE_2.iter().map(|rule| {
        let function = rule.function;
        let program = format!("{FOLDER}/tcas.c --property-fn {function}");
        let line = format!("trailhound sample {program} {TABLE_2_GOAL} --jobs 1");
        let checked = bench.check(&Line::new(format!("trailhound check {program}")))?;
        Ok((series(bench, &line)?, checked.verdict == "error"))
    });
    rules.collect()
}

fn attacks(bench: &Bench) -> Result<Vec<Series>, String> {
    let attacks = SAMPLERS.map(|(sampler, limit)| {
        let line = format!(
            "trailhound sample {FOLDER}/needham_schroeder.c --sampler {sampler} --epsilon 1e-7 --max-time {limit}s"
        );
        series(bench, &line)
    });
    attacks.into_iter().collect()
}
