//! Runs `trailhound compare` and reads its CSV. It knows the columns, and no paper.

use std::fs;
use std::path::Path;

use crate::Bench;
use crate::process::Line;

/// One run of a contender at a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub search: String,
    pub guide: String,
    pub granularity: String,
    pub scale: u64,
    /// `solved`, `wrong`, or the limit that was reached.
    pub outcome: String,
    pub answer: String,
    pub steps: u64,
    pub switches: u64,
    pub states: u64,
    pub seconds: f64,
    pub megabytes: f64,
}

impl Run {
    pub fn is_solved(&self) -> bool {
        self.outcome == "solved"
    }

    fn read(line: &str) -> Option<Run> {
        let fields = fields(line);
        let field = |index: usize| fields.get(index).cloned();
        let number = |index: usize| field(index)?.parse::<f64>().ok();
        Some(Run {
            search: field(0)?,
            guide: field(1)?,
            granularity: field(2)?,
            scale: number(3)? as u64,
            outcome: field(4)?,
            answer: field(5)?,
            steps: number(6).unwrap_or(0.0) as u64,
            switches: number(7).unwrap_or(0.0) as u64,
            states: number(8).unwrap_or(0.0) as u64,
            seconds: number(10).unwrap_or(0.0),
            megabytes: number(11).unwrap_or(0.0) / (1024.0 * 1024.0),
        })
    }
}

/// The fields of a line, quotes taken off.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        let last = fields.last_mut().expect("there is always a field");
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => last.push(other),
        }
    }
    fields
}

/// Compares as the line says; all runs, and the plots in `plots` if they are wanted.
pub fn compare(bench: &Bench, line: &Line, plots: Option<&Path>) -> Result<Vec<Run>, String> {
    let csv = bench.scratch.path().join("runs.csv");
    let mut words = format!("{} --quiet --csv {}", line.0, csv.display());
    if let Some(folder) = plots {
        words.push_str(&format!(" --plots {}", folder.display()));
    }
    bench.comparison(&Line::new(words))?;
    let text = fs::read_to_string(&csv).map_err(|cause| format!("{}: {cause}", csv.display()))?;
    text.lines()
        .skip(1)
        .map(|row| Run::read(row).ok_or_else(|| format!("`{}` wrote `{row}`", line.0)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let run = Run::read("bfs,,line,4,solved,deadlock,9,3,120,100,0.25,1048576").expect("a run");
        assert!(run.is_solved());
        assert_eq!((run.scale, run.steps, run.states), (4, 9, 120));
        assert_eq!((run.seconds, run.megabytes), (0.25, 1.0));
        let failed = Run::read("astar,mb,shared,8,\"no, never\",,,,,,,").expect("a run");
        assert_eq!(failed.outcome, "no, never");
        assert!(!failed.is_solved());
    }
}
