//! The pages: paper and measurement side by side, and what was promised. It measures nothing
//! but the trail of the first example.

use std::fmt::Write;

use super::goals::Goals;
use super::measured::{Best, Measured, granularity};
use super::paper::{Numbers, TABLES};
use crate::Bench;
use crate::page::{count, environment, write_rows};
use crate::process::Line;

/// How an entry compares with the paper's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Beyond,
    Equal,
    Short,
    Wrong,
    /// Neither has found the error.
    Neither,
}

fn standing(paper: Option<Numbers>, best: &Best<'_>) -> Standing {
    if best.wrong.is_some() {
        return Standing::Wrong;
    }
    let there = paper.map_or(0, |numbers| numbers.scale);
    let here = best.solved.map_or(0, |run| run.scale);
    match here.cmp(&there) {
        std::cmp::Ordering::Greater => Standing::Beyond,
        std::cmp::Ordering::Less => Standing::Short,
        std::cmp::Ordering::Equal if here == 0 => Standing::Neither,
        std::cmp::Ordering::Equal => Standing::Equal,
    }
}

fn shown(standing: Standing) -> &'static str {
    match standing {
        Standing::Beyond => "beyond",
        Standing::Equal => "equal",
        Standing::Short => "**SHORT**",
        Standing::Wrong => "**WRONG VERDICT**",
        Standing::Neither => "neither",
    }
}

pub fn render(bench: &Bench, programs: &[Measured]) -> Result<String, String> {
    let mut entries = Vec::new();
    let mut tables = String::new();
    for table in &TABLES {
        let _ = write!(tables, "\n## Table {}: {}\n", table.number, table.title);
        for (index, measured) in programs.iter().enumerate() {
            let _ = write!(tables, "\n### {}\n\n{HEAD}", measured.program);
            for row in table.rows() {
                let paper = row.programs[index];
                let best = measured.best(row.search, row.guide, row.compaction);
                entries.push((
                    standing(paper, &best),
                    measured.program,
                    row.search,
                    row.guide,
                    row.compaction,
                ));
                let guide = if row.guide.is_empty() { "-" } else { row.guide };
                let granularity = granularity(row.compaction);
                let _ = writeln!(
                    tables,
                    "| {} | {guide} | {granularity} | {} | {} | {} |",
                    row.search,
                    of_paper(paper),
                    measured_here(&best),
                    shown(standing(paper, &best))
                );
            }
        }
    }
    let mut text = String::from("# The programs of the StEAM paper\n\n");
    let _ = write!(text, "{}\n\n", ABOUT.trim());
    summarise(&mut text, &entries);
    let _ = write!(text, "\n{}", environment(bench));
    text.push_str("\n## Table 1: the first example\n\n");
    text.push_str(FIRST.trim());
    let trail = bench.found(&Line::new("trailhound check examples/steam/glob.c"))?;
    let _ = write!(text, "\n\n```text\n{}\n```\n", trail.trim_end());
    text.push_str(&tables);
    text.push_str("\n## Figure 4: the whole cost\n\n");
    text.push_str(FIGURE.trim());
    text.push('\n');
    for plot in programs.iter().flat_map(|measured| &measured.plots) {
        let _ = write!(text, "\n![{plot}]({plot})\n");
    }
    text.push_str("\n## The commands of the tables\n");
    let lines: Vec<Line> = programs
        .iter()
        .flat_map(|measured| measured.commands.clone())
        .collect();
    commands(&mut text, &lines);
    Ok(text)
}

/// What was promised beyond the tables.
pub fn render_goals(bench: &Bench, goals: &Goals) -> String {
    let mut text = String::from("# What was promised of the programs of the StEAM paper\n\n");
    text.push_str(
        "Written by `cargo run --release -p trailhound-bench -- steam-goals`; do not edit.\n",
    );
    let _ = write!(text, "{}\n\n{}\n", GOALS.trim(), environment(bench));
    write_rows(&mut text, &goals.rows);
    commands(&mut text, &goals.commands);
    text
}

const HEAD: &str = "\
| search | guide | granularity | paper n | trail | s | MB | here n | trail | switches | states | s | MB | |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
";

const ABOUT: &str = "
Written by `cargo run --release -p trailhound-bench -- steam`; do not edit. It compares the tables of
P. Leven, T. Mehler and S. Edelkamp, \"Directed Error Detection in C++ with the Assembly-Level Model
Checker StEAM\" (SPIN 2004) with the same engines and guides of Trailhound, on programs of our own
(`examples/steam/`) written after the paper's descriptions: its sources are not public. So scales mean
the same, and the programs need not be equally hard: `cashit` in particular is smaller than the
paper's. Compaction is granularity `shared`, none is `line`.

The paper gave each run 20 minutes and 900 MB on a 1.8 GHz Athlon. Here each run has 900 MB and
**1 second**; a guide that does not reach the paper's scale in that time gets **10 seconds** at exactly
that scale. `n` is the largest scale solved, to within 40 %, and not beyond 1,000 for `philo` and 400
for the others; trails are as they were found, not shortened. What was promised beyond the tables is
on [a page of its own](steam-goals.md).
";

const GOALS: &str = "
Each with 900 MB and 5 minutes. The last three rows are about the queue: what a step costs while about a
million states wait, and what best-first search keeps for a state beyond the store.
";

const FIRST: &str = "
The program `glob` fails when thread 3 multiplies before thread 2; the paper's trail has 8 steps. What
Trailhound prints:
";

const FIGURE: &str = "
The fourth root of the product of trail length, states, time in seconds and memory in MB, over the
scale, as in the paper's Figure 4; lower is better, and longer lines reach further.
";

type Entry = (Standing, &'static str, &'static str, &'static str, bool);

/// How many entries hold, and the names of those that do not.
fn summarise(text: &mut String, entries: &[Entry]) {
    let number = |wanted: Standing| entries.iter().filter(|entry| entry.0 == wanted).count();
    let _ = writeln!(
        text,
        "**Of {} entries of Tables 3, 4 and 5, {} are left behind, {} are equal, {} fall short, {} have a wrong \
         verdict, and in {} neither finds the error.**\n",
        entries.len(),
        number(Standing::Beyond),
        number(Standing::Equal),
        number(Standing::Short),
        number(Standing::Wrong),
        number(Standing::Neither),
    );
    for (standing, program, search, guide, compaction) in entries {
        if matches!(standing, Standing::Short | Standing::Wrong) {
            let granularity = granularity(*compaction);
            let _ = writeln!(
                text,
                "- {}: {program}, {}, {granularity}",
                shown(*standing),
                format!("{search} {guide}").trim_end()
            );
        }
    }
}

fn of_paper(paper: Option<Numbers>) -> String {
    paper.map_or_else(
        || "- | - | - | -".to_owned(),
        |Numbers {
             scale,
             trail,
             seconds,
             megabytes,
         }| {
            format!(
                "{scale} | {} | {seconds} | {megabytes}",
                count(trail as f64)
            )
        },
    )
}

fn measured_here(best: &Best<'_>) -> String {
    match (best.wrong, best.solved) {
        (Some(run), _) => format!("at {}: {} | | | | |", run.scale, run.answer),
        (None, None) => "- | - | - | - | - | -".to_owned(),
        (None, Some(run)) => format!(
            "{} | {} | {} | {} | {:.2} | {:.0}",
            count(run.scale as f64),
            count(run.steps as f64),
            count(run.switches as f64),
            count(run.states as f64),
            run.seconds,
            run.megabytes
        ),
    }
}

fn commands(text: &mut String, lines: &[Line]) {
    text.push_str("\n```sh\n");
    for line in lines {
        let _ = writeln!(text, "{}", line.0);
    }
    text.push_str("```\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_scale_is_short() {
        let paper = TABLES[0].rows()[0].programs[1];
        let nothing = Best {
            solved: None,
            wrong: None,
        };
        assert!(standing(paper, &nothing) == Standing::Short);
        assert!(standing(None, &nothing) == Standing::Neither);
    }
}
