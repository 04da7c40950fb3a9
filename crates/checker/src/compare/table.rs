//! The paper's table: for each contender the largest scale that it solves and what that
//! costs. It measures nothing.

use std::fmt::Write;

use super::climb::Reached;
use super::plan::Contender;
use super::run::{Cost, Outcome};
use crate::quantity::{bytes, count, seconds};

/// All runs of one contender, in the order in which they were made.
pub struct Record {
    pub contender: Contender,
    pub runs: Vec<(u64, Outcome)>,
    pub reached: Reached,
}

impl Record {
    /// What the largest solved scale cost.
    pub fn best(&self) -> Option<(u64, &Cost)> {
        let solved = self.reached.solved?;
        self.runs.iter().find_map(|(scale, outcome)| match outcome {
            Outcome::Solved(cost) if *scale == solved => Some((solved, cost)),
            _ => None,
        })
    }

    /// How the smallest scale that was not solved ended.
    fn beyond(&self) -> String {
        let Some(failed) = self.reached.failed else {
            return "nothing failed".to_owned();
        };
        let outcome = self.runs.iter().find(|(scale, _)| *scale == failed);
        let how = match outcome.map(|(_, outcome)| outcome) {
            Some(Outcome::Wrong(cost)) => format!("WRONG: {}", cost.answer),
            Some(Outcome::Unsolved(limit)) => limit.clone(),
            Some(Outcome::Failed(why)) => format!("FAILED: {}", first_line(why)),
            Some(Outcome::Solved(_)) | None => "unknown".to_owned(),
        };
        format!("{}: {how}", count(failed))
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

const HEAD: [&str; 9] = [
    "search",
    "guide",
    "granularity",
    "n",
    "trail",
    "switches",
    "states",
    "time",
    "memory",
];
const LAST: &str = "not solved";
/// Columns of words, which stand to the left.
const WORDS: usize = 3;

pub fn table(records: &[Record]) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEAD.map(str::to_owned).to_vec()];
    rows.extend(records.iter().map(cells));
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max())
        .map(|width| width.unwrap_or(0))
        .collect();
    let mut text = String::new();
    let beyond = std::iter::once(LAST.to_owned()).chain(records.iter().map(Record::beyond));
    for (row, beyond) in rows.iter().zip(beyond) {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column < WORDS {
                write!(text, "{cell:width$}  ")
            } else {
                write!(text, "{cell:>width$}  ")
            };
        }
        let _ = writeln!(text, "{beyond}");
    }
    text
}

fn cells(record: &Record) -> Vec<String> {
    let Contender {
        search,
        guide,
        granularity,
    } = &record.contender;
    let mut cells = vec![
        search.clone(),
        guide.clone().unwrap_or_else(|| "-".to_owned()),
        granularity.clone(),
    ];
    match record.best() {
        Some((scale, cost)) => cells.extend([
            count(scale),
            count(cost.steps),
            count(cost.switches),
            count(cost.states),
            seconds(cost.seconds),
            bytes(cost.memory),
        ]),
        None => cells.extend(vec!["-".to_owned(); HEAD.len() - WORDS]),
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_and_unsolved_stand_side_by_side() {
        let contender = |guide: Option<&str>| Contender {
            search: "dfs".into(),
            guide: guide.map(str::to_owned),
            granularity: "shared".into(),
        };
        let cost = Cost {
            answer: "deadlock".into(),
            steps: 12,
            switches: 3,
            states: 4567,
            expanded: 4000,
            seconds: 1.5,
            memory: 8 << 20,
        };
        let records = [
            Record {
                contender: contender(Some("pl1")),
                runs: vec![
                    (1024, Outcome::Solved(cost.clone())),
                    (2048, Outcome::Unsolved("time".into())),
                ],
                reached: Reached {
                    solved: Some(1024),
                    failed: Some(2048),
                },
            },
            Record {
                contender: contender(None),
                runs: vec![(2, Outcome::Wrong(cost))],
                reached: Reached {
                    solved: None,
                    failed: Some(2),
                },
            },
        ];
        let expected = "\
search  guide  granularity      n  trail  switches  states    time  memory  not solved
dfs     pl1    shared       1,024     12         3   4,567  1.50 s  8.0 MB  2,048: time
dfs     -      shared           -      -         -       -       -       -  2: WRONG: deadlock
";
        assert_eq!(table(&records), expected);
    }
}
