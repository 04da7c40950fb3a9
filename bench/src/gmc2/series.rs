//! One command over several seeds.

use serde_json::Value;

use crate::Bench;
use crate::process::{Line, median};

pub const FOLDER: &str = "bench/programs/gmc2";
const SEEDS: u64 = 20;
/// For the protocol: samplers, and the seconds that a run may take.
pub const SAMPLERS: [(&str, u32); 3] = [("pct:1", 60), ("pct:2", 60), ("uniform", 10)];

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
