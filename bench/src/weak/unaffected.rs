//! Programs of locks and `seq_cst` atomics only: the default must cost nothing there.

use crate::Bench;
use crate::page::count;
use crate::process::Line;

const OPTIONS: &str = "--search dfs --all-orders --max-time 60s --no-sampling";

const SUBJECTS: [(&str, &str); 3] = [
    (
        "philosophers, 6 mutexes",
        "bench/programs/reduction/philosophers.c -DTHREADS=6",
    ),
    ("bakery, seq_cst", "bench/programs/reduction/bakery.c"),
    (
        "Peterson, seq_cst, 30 rounds",
        "bench/programs/weak/peterson.c -DROUNDS=30",
    ),
];

/// Each side is measured so often, in turns; the least time counts.
const TURNS: usize = 3;

pub fn part(bench: &Bench) -> Result<String, String> {
    let mut text = format!(
        "
## Locks and seq_cst

Programs without weaker atomics, with `{OPTIONS}`: under `--memory sc`, and by default (`auto`), which finds that there is nothing to
explore. Seconds of the processor, compiling included, the least of {TURNS} each. The goal: the same states, at most 2 % more time.

| program | states, `sc` | states, `auto` | seconds, `sc` | seconds, `auto` | `auto` / `sc` |
| --- | ---: | ---: | ---: | ---: | ---: |
"
    );
    for (name, arguments) in SUBJECTS {
        bench.tell(name);
        let mut least = [f64::INFINITY; 2];
        let mut states = [0.0; 2];
        for _ in 0..TURNS {
            for (side, model) in ["sc", "auto"].into_iter().enumerate() {
                let line = format!("trailhound check {OPTIONS} --memory {model} {arguments}");
                let (answer, seconds) = bench.timed_answer(&Line::new(line))?;
                least[side] = least[side].min(seconds);
                states[side] = answer["stats"]["states_stored"].as_f64().unwrap_or(0.0);
            }
        }
        let [sc, auto] = least;
        text += &format!(
            "| {name} | {} | {} | {sc:.2} | {auto:.2} | {:.2} |\n",
            count(states[0]),
            count(states[1]),
            auto / sc
        );
    }
    Ok(text)
}
