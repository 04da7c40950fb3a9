//! Programs of the field with and without the reduction, beside SPIN where there is a model.

use crate::Bench;
use crate::page::count;
use crate::process::Line;

pub(super) const LIMITS: &str =
    "--search dfs --max-time 60s --max-memory 2G --no-sampling --memory sc";

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

const HEAD: &str = "
## Programs

Depth-first searches of right programs under `bench/programs/reduction`, with the reduction of independent
steps and with all orders (`--all-orders`; the other reductions are on in both), under `--memory sc`; limits: 60 seconds, 2 GB. The
last two columns before what was promised are SPIN's: states stored with its own reduction (`-DSAFETY`) and without (`-DNOREDUCE`), where
`bench/models` has the same system. The indexer and the file system are the benchmarks of Flanagan and Godefroid (POPL 2005).

| program | states | seconds | threads followed | states, all orders | seconds, all orders | SPIN, reduced | SPIN, all orders | promised |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
";

pub fn part(bench: &Bench) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    for (name, arguments, promised) in SUBJECTS {
        bench.tell(name);
        let line = format!("{LIMITS} bench/programs/reduction/{arguments}");
        let reduced = measure(bench, &line)?;
        let all = measure(bench, &format!("--all-orders {line}"))?;
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
    Ok(text)
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

/// What a check has said.
pub(super) struct Measured {
    pub verdict: String,
    pub states: String,
    pub seconds: f64,
    pub followed: String,
}

/// `trailhound check ARGUMENTS`, and the seconds that it takes beyond those for one state.
pub(super) fn measure(bench: &Bench, arguments: &str) -> Result<Measured, String> {
    let line = format!("trailhound check {arguments}");
    let (answer, whole) = bench.timed_answer(&Line::new(&line))?;
    let start = Line::new(format!("{line} --max-states 1"));
    let (_, start) = bench.timed_answer(&start)?;
    let stats = &answer["stats"];
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(0.0);
    let verdict = answer["verdict"].as_str().unwrap_or("none").to_owned();
    let is_complete = verdict == "ok" || verdict == "error";
    let reduction = &stats["reduction"];
    let average = |name: &str| number(&reduction[name]) / number(&reduction["states"]);
    Ok(Measured {
        verdict,
        states: count(number(&stats["states_stored"])) + if is_complete { "" } else { "+" },
        seconds: (whole - start).max(0.0),
        followed: match reduction.is_null() {
            true => String::new(),
            false => format!("{:.1} of {:.1}", average("selected"), average("threads")),
        },
    })
}
