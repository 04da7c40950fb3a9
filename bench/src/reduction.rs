//! What the reduction of independent steps wins and costs: programs of the field and right programs
//! of our own, with and without it, losing rows included.

use crate::Bench;
use crate::page::count;
use crate::process::Line;

const LIMITS: &str = "--search dfs --max-time 60s --max-memory 2G --no-sampling";

/// A program with its options, and the states or seconds that were promised.
const SUBJECTS: [(&str, &str, &str); 16] = [
    ("indexer, 12 threads", "indexer.c", "< 500 states, < 1 s"),
    (
        "indexer, 15 threads",
        "indexer.c -DTHREADS=15",
        "< 1,000 states, < 1 s",
    ),
    ("file system, 14 threads", "filesystem.c", "< 1,000 states"),
    (
        "file system, 26 threads",
        "filesystem.c -DTHREADS=26",
        "< 20,000 states",
    ),
    ("sum of slices, 4 x 32", "slices.c", "< 500 states"),
    (
        "sum of slices, 8 x 1000",
        "slices.c -DTHREADS=8 -DLENGTH=1000",
        "< 10,000 states",
    ),
    ("mutex counter, 3 x 10", "counter.c", ""),
    (
        "mutex counter, 4 x 16",
        "counter.c -DTHREADS=4 -DROUNDS=16",
        "< 120,000 states",
    ),
    (
        "mutex counter, 2 x 1000",
        "counter.c -DTHREADS=2 -DROUNDS=1000",
        "< 10 s",
    ),
    ("mpsc, two senders", "mpsc.rs", "< 5,000 states"),
    ("philosophers, right, 8", "philosophers.c -DTHREADS=8", ""),
    ("philosophers, right, 12", "philosophers.c -DTHREADS=12", ""),
    ("philosophers, right, 16", "philosophers.c", "< 10 s"),
    ("bakery, 3 x 2", "bakery.c", "half the states"),
    ("Treiber stack, 2 x 2", "treiber.c -DTHREADS=2", ""),
    ("Treiber stack, 3 x 2", "treiber.c", "< 120 s"),
];

/// The same systems in Promela: name of the program, model and its size.
const MODELS: [(&str, &str, &str); 5] = [
    ("mutex counter, 3 x 10", "counters", "-DT=3 -DK=10"),
    ("mutex counter, 4 x 16", "counters", "-DT=4 -DK=16"),
    ("philosophers, right, 8", "philosophers", "-DROUNDS=1 -DN=8"),
    (
        "philosophers, right, 12",
        "philosophers",
        "-DROUNDS=1 -DN=12",
    ),
    (
        "philosophers, right, 16",
        "philosophers",
        "-DROUNDS=1 -DN=16",
    ),
];

const HEAD: &str = "\
# Reduction of independent steps

Depth-first searches of right programs under `bench/programs/reduction`, with the reduction of independent
steps and with all orders (`--all-orders`; the other reductions are on in both). Written by
`cargo run --release -p trailhound-bench -- reduction`; limits: 60 seconds, 2 GB. A number with + is where
the limit was reached. Seconds are those of the processor, without compiling. The last two columns before what was promised are SPIN's: states
stored with its own reduction (`-DSAFETY`) and without (`-DNOREDUCE`), where `bench/models` has the same system. The indexer
and the file system are the benchmarks of Flanagan and Godefroid (POPL 2005).

| program | states | seconds | threads followed | states, all orders | seconds, all orders | SPIN, reduced | SPIN, all orders | promised |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
";

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
const AUTO_SUBJECTS: [&str; 22] = [
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

const AUTO_HEAD: &str = "
## `--search auto`

Seconds of the processor without compiling and without shortening the trail. A program without an error is compared
with `--search dfs`, one with an error with the fastest of six single searches. Promised: at most 1.1 times, and at most twice.

| program | verdict | auto | best single search | its seconds | ratio |
| --- | --- | --- | --- | --- | --- |
";

pub fn page(bench: &Bench) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    for (name, arguments, promised) in SUBJECTS {
        bench.tell(name);
        let reduced = measure(bench, arguments, "")?;
        let all = measure(bench, arguments, "--all-orders ")?;
        let model = MODELS.iter().find(|model| model.0 == name);
        let [own, full] = match model {
            Some((_, model, size)) => [
                spin(bench, model, size, "")?,
                spin(bench, model, size, " -DNOREDUCE")?,
            ],
            None => [const { String::new() }; 2],
        };
        text += &format!(
            "| {name} | {} | {:.2} | {} | {} | {:.2} | {own} | {full} | {promised} |\n",
            reduced.states, reduced.seconds, reduced.followed, all.states, all.seconds
        );
    }
    text += AUTO_HEAD;
    for arguments in AUTO_SUBJECTS {
        bench.tell(arguments);
        text += &compare_auto(bench, arguments)?;
    }
    Ok(text)
}

/// One row: what `auto` takes, and the best of the searches that it is made of.
fn compare_auto(bench: &Bench, arguments: &str) -> Result<String, String> {
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

/// The states that SPIN's verifier stores for a model.
fn spin(bench: &Bench, model: &str, size: &str, options: &str) -> Result<String, String> {
    let model = bench.root.join(format!("bench/models/{model}.pml"));
    bench.text_in_scratch(&Line::new(format!("spin -a {size} {}", model.display())))?;
    bench.text_in_scratch(&Line::new(format!(
        "cc -O2 -DSAFETY -DMEMLIM=2000{options} -w -o pan-reduction pan.c"
    )))?;
    let told = bench.text(&Line::new("./pan-reduction -w24 -m4000000"))?;
    let stored = told.split_once(" states, stored").map(|(head, _)| head);
    let stored = stored.and_then(|head| head.lines().last()?.trim().parse().ok());
    let stored: f64 = stored.ok_or_else(|| format!("SPIN does not count its states:\n{told}"))?;
    let is_complete = told.contains("errors: 0") && !told.contains("Search not completed");
    Ok(count(stored) + if is_complete { "" } else { "+" })
}

struct Measured {
    states: String,
    seconds: f64,
    followed: String,
}

fn measure(bench: &Bench, arguments: &str, option: &str) -> Result<Measured, String> {
    let line = format!("trailhound check {LIMITS} {option}bench/programs/reduction/{arguments}");
    let (answer, whole) = bench.timed_answer(&Line::new(&line))?;
    let start = Line::new(format!("{line} --max-states 1"));
    let (_, start) = bench.timed_answer(&start)?;
    let stats = &answer["stats"];
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(0.0);
    let is_complete = answer["verdict"] == "ok";
    let reduction = &stats["reduction"];
    let average = |name: &str| number(&reduction[name]) / number(&reduction["states"]);
    Ok(Measured {
        states: count(number(&stats["states_stored"])) + if is_complete { "" } else { "+" },
        seconds: (whole - start).max(0.0),
        followed: match reduction.is_null() {
            true => String::new(),
            false => format!("{:.1} of {:.1}", average("selected"), average("threads")),
        },
    })
}
