//! The experiments of the GMC² paper: its tables beside what is measured here, over many seeds,
//! and what was promised, on the page docs/results/gmc2.md.

mod goals;
mod page;
mod paper;

use serde_json::Value;

use crate::Bench;
use crate::process::{Line, median};
use paper::{TABLE_1, TABLE_2, TABLE_2_GOAL};

const FOLDER: &str = "bench/programs/gmc2";
const SEEDS: u64 = 20;
/// For the protocol: samplers, and the seconds that a run may take.
const SAMPLERS: [(&str, u32); 3] = [("pct:1", 60), ("pct:2", 60), ("uniform", 10)];

/// One command over several seeds.
pub struct Series {
    pub line: Line,
    pub runs: Vec<Run>,
}

/// One sampling.
pub struct Run {
    /// The sample that failed, if one did.
    pub failed: Option<f64>,
    pub samples: f64,
    pub seconds: f64,
    /// The length of the counterexample.
    pub length: f64,
}

impl Series {
    /// Samples until the error, of the runs that found it.
    pub fn numbers(&self, of: impl Fn(&Run) -> f64) -> Vec<f64> {
        let found = self.runs.iter().filter(|run| run.failed.is_some());
        found.map(of).collect()
    }

    pub fn found(&self) -> usize {
        self.numbers(|_| 0.0).len()
    }
}

/// Median and range.
pub struct Spread {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    /// None of nothing.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let least = values.iter().copied().min_by(f64::total_cmp)?;
        let most = values.iter().copied().max_by(f64::total_cmp)?;
        Some(Spread {
            median: median(values.iter().copied()),
            least,
            most,
        })
    }
}

/// `line` with each of the seeds.
pub fn series(bench: &Bench, line: &str) -> Result<Series, String> {
    bench.tell(line);
    let seeds = 0..bench.sized(3, SEEDS);
    let runs = seeds.map(|seed| sampled(bench, &Line::new(format!("{line} --seed {seed}"))));
    Ok(Series {
        runs: runs.collect::<Result<_, _>>()?,
        line: Line::new(line),
    })
}

pub fn sampled(bench: &Bench, line: &Line) -> Result<Run, String> {
    let answer = bench.sample(line)?;
    let of = |value: &Value| value.as_f64().unwrap_or(0.0);
    // What has failed tells of its samples in an object of its own.
    let samples = match &answer["sampling"] {
        Value::Null => &answer,
        sampling => sampling,
    };
    Ok(Run {
        failed: samples["failed"].as_f64(),
        samples: of(&samples["samples"]),
        seconds: of(&samples["seconds"]),
        length: of(&answer["trail"]["steps"]),
    })
}

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
