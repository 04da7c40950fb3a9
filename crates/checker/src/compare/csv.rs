//! Every run as a line of comma-separated values.

use super::run::Outcome;
use super::table::Record;

const HEAD: &str =
    "search,guide,granularity,n,outcome,answer,steps,switches,states,expanded,seconds,memory_bytes";

pub fn csv(records: &[Record]) -> String {
    let mut text = format!("{HEAD}\n");
    for record in records {
        let contender = &record.contender;
        let mut runs: Vec<_> = record.runs.iter().collect();
        runs.sort_by_key(|(scale, _)| *scale);
        for (scale, outcome) in runs {
            let (how, cost) = match outcome {
                Outcome::Solved(cost) => ("solved", Some(cost)),
                Outcome::Wrong(cost) => ("wrong", Some(cost)),
                Outcome::Unsolved(limit) => (limit.as_str(), None),
                Outcome::Failed(why) => (why.as_str(), None),
            };
            let mut fields = vec![
                contender.search.clone(),
                contender.guide.clone().unwrap_or_default(),
                contender.granularity.clone(),
                scale.to_string(),
                how.to_owned(),
            ];
            if let Some(cost) = cost {
                fields.extend([
                    cost.answer.clone(),
                    cost.steps.to_string(),
                    cost.switches.to_string(),
                    cost.states.to_string(),
                    cost.expanded.to_string(),
                    cost.seconds.to_string(),
                    cost.memory.to_string(),
                ]);
            }
            fields.resize(HEAD.split(',').count(), String::new());
            let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
            text.push_str(&fields.join(","));
            text.push('\n');
        }
    }
    text
}

/// On one line, and in quotes where it must be.
fn quoted(field: &str) -> String {
    let field = field.lines().collect::<Vec<_>>().join(" ");
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::super::climb::Reached;
    use super::super::plan::Contender;
    use super::*;

    #[test]
    fn every_line_has_every_field() {
        let record = Record {
            contender: Contender {
                search: "bfs".into(),
                guide: None,
                granularity: "line".into(),
            },
            runs: vec![
                (4, Outcome::Unsolved("time".into())),
                (2, Outcome::Failed("no, \"never\"\nreally".into())),
            ],
            reached: Reached::default(),
        };
        let text = csv(&[record]);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "bfs,,line,2,\"no, \"\"never\"\" really\",,,,,,,",
                "bfs,,line,4,time,,,,,,,"
            ]
        );
    }
}
