//! `--search auto` beside the single searches that it is made of.

use crate::Bench;
use crate::process::Line;

/// Searches that `auto` is compared with, the exhaustive one first.
const SINGLE: [&str; 6] = [
    "--search dfs",
    "--search dfs --all-orders",
    "--preemptions 2",
    "--search best-first --guide pl1",
    "--search best-first --guide mb",
    "--search best-first --guide rw",
];

/// Programs without an error, and programs with one.
const SUBJECTS: [&str; 22] = [
    "bench/programs/reduction/indexer.c",
    "bench/programs/reduction/filesystem.c",
    "bench/programs/reduction/slices.c",
    "bench/programs/reduction/counter.c",
    "bench/programs/reduction/counter.c -DTHREADS=4 -DROUNDS=9",
    "bench/programs/reduction/bakery.c",
    "bench/programs/reduction/mpsc.rs",
    "bench/programs/reduction/philosophers.c -DTHREADS=8",
    "bench/programs/reduction/philosophers.c -DTHREADS=12",
    "bench/programs/reduction/treiber.c -DTHREADS=2",
    "bench/suites/schedules/barrier_rounds.c",
    "bench/suites/schedules/work_stealing.c",
    "bench/suites/schedules/philosophers_20.c",
    "bench/suites/schedules/treiber_stack_freed.c",
    "bench/suites/schedules/account_torn.c",
    "bench/suites/schedules/work_stealing_no_exchange.c",
    "bench/suites/verification/two_stages.c",
    "bench/suites/verification/reorder_10.c",
    "bench/suites/verification/stack_no_check.c",
    "examples/steam/philo.c -DN=60",
    "examples/steam/leader.c -DN=20",
    "examples/steam/glob.c -DN=4",
];

const HEAD: &str = "
## `--search auto`

Seconds of the processor without compiling and without shortening the trail. A program without an error is compared
with `--search dfs`, one with an error with the fastest of six single searches. Promised: at most 1.1 times, and at most twice.

| program | verdict | auto | best single search | its seconds | ratio |
| --- | --- | --- | --- | --- | --- |
";

pub fn part(bench: &Bench) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    for arguments in SUBJECTS {
        bench.tell(arguments);
        text += &compare(bench, arguments)?;
    }
    Ok(text)
}

/// One row: what `auto` takes, and the best of the searches that it is made of.
fn compare(bench: &Bench, arguments: &str) -> Result<String, String> {
    let line = |search: &str| {
        Line::new(format!(
            "trailhound check --max-time 60s --max-memory 2G --no-sampling --no-shorten {search} {arguments}"
        ))
    };
    let (_, start) = bench.timed_answer(&line("--max-states 1"))?;
    let run = |search: &str| -> Result<(String, f64), String> {
        let (answer, seconds) = bench.timed_answer(&line(search))?;
        let verdict = answer["verdict"].as_str().unwrap_or("none").to_owned();
        Ok((verdict, (seconds - start).max(0.01)))
    };
    let (verdict, auto) = run("")?;
    let mut best: Option<(&str, f64)> = None;
    for search in SINGLE {
        let (single, seconds) = run(search)?;
        let is_better = best.is_none_or(|best| seconds < best.1);
        if single != "undecided" && is_better {
            best = Some((search, seconds));
        }
        if verdict == "ok" {
            break;
        }
    }
    let name = arguments.rsplit('/').next().unwrap_or(arguments);
    Ok(match best {
        Some((search, seconds)) => format!(
            "| `{name}` | {verdict} | {auto:.2} | `{search}` | {seconds:.2} | {:.1} |\n",
            auto / seconds
        ),
        None => format!("| `{name}` | {verdict} | {auto:.2} | | | |\n"),
    })
}
