//! Programs under `bench/programs/weak`: states and speed with `sc` and with `c11`, and what is found.

use super::told::{check, is_error};
use crate::Bench;
use crate::page::count;

const OPTIONS: &str = "--search dfs --all-orders --max-time 10s --max-memory 2G --no-sampling";

/// Name, file with its options, whether it is right.
const SUBJECTS: [(&str, &str, bool); 29] = [
    ("handshake, 6 rounds", "handshake.c -DROUNDS=6", true),
    (
        "handshake, relaxed",
        "handshake.c -DROUNDS=6 -DRELAXED",
        false,
    ),
    ("relaxed stream of 8 values", "stream.c -DROUNDS=8", true),
    (
        "Peterson, acquire/release, 1 round",
        "peterson.c -DACQUIRE_RELEASE",
        false,
    ),
    (
        "Peterson, acquire/release, 3 rounds",
        "peterson.c -DACQUIRE_RELEASE -DROUNDS=3",
        false,
    ),
    (
        "Peterson, one seq_cst fence, 3 rounds",
        "peterson.c -DONE_FENCE -DROUNDS=3",
        false,
    ),
    (
        "Peterson, two seq_cst fences, 3 rounds",
        "peterson.c -DTWO_FENCES -DROUNDS=3",
        true,
    ),
    ("Peterson, seq_cst, 3 rounds", "peterson.c -DROUNDS=3", true),
    ("spin lock, 2 x 2", "spinlock.c -DROUNDS=2", true),
    ("spin lock, 3 x 1", "spinlock.c -DTHREADS=3", true),
    (
        "spin lock, 3 x 2",
        "spinlock.c -DTHREADS=3 -DROUNDS=2",
        true,
    ),
    (
        "spin lock, relaxed, 2 x 2",
        "spinlock.c -DROUNDS=2 -DRELAXED",
        false,
    ),
    ("ticket lock, 3 x 1", "ticket.c -DTHREADS=3", true),
    (
        "ticket lock, relaxed, 3 x 1",
        "ticket.c -DTHREADS=3 -DRELAXED",
        false,
    ),
    ("Treiber, 2 threads", "treiber.c", true),
    ("Treiber, 4 threads", "treiber.c -DTHREADS=4", true),
    (
        "Treiber, relaxed push, 2 threads",
        "treiber.c -DRELAXED",
        false,
    ),
    (
        "Treiber, relaxed push, 4 threads",
        "treiber.c -DTHREADS=4 -DRELAXED",
        false,
    ),
    ("seqlock, 2 writes", "seqlock.c -DROUNDS=2", true),
    (
        "seqlock, no fences",
        "seqlock.c -DROUNDS=2 -DNO_FENCES",
        false,
    ),
    ("Chase-Lev, 2 items", "chase_lev.c", true),
    (
        "Chase-Lev, acq_rel fences",
        "chase_lev.c -DWEAK_FENCES",
        false,
    ),
    (
        "reference count, 3 threads",
        "reference_count.c -DTHREADS=3",
        true,
    ),
    (
        "reference count, relaxed",
        "reference_count.c -DTHREADS=3 -DRELAXED",
        false,
    ),
    (
        "relaxed counter, 3 x 3",
        "counter.c -DTHREADS=3 -DROUNDS=3",
        true,
    ),
    (
        "spin lock + statistics, 3 threads",
        "spinlock.c -DTHREADS=3 -DSTATISTICS",
        true,
    ),
    ("handshake, 200 rounds", "handshake.c -DROUNDS=200", true),
    (
        "relaxed stream of 200 values",
        "stream.c -DROUNDS=200 --history 256",
        true,
    ),
    (
        "spin lock, 3 x 20",
        "spinlock.c -DTHREADS=3 -DROUNDS=20",
        true,
    ),
];

pub fn part(bench: &Bench) -> Result<String, String> {
    let mut text = format!(
        "
## Programs

Programs under `bench/programs/weak`, checked with `{OPTIONS}`, once with `--memory sc` and once with `--memory c11`. Wrong ones
end at the first error. The goal for right ones is at most 3 times the states of `sc`, the spin lock 3 x 2 at most 5 times.

| program | `sc` says | states | `c11` says | states | times | rate of `c11` / `sc` | seconds | as it should be |
| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | --- |
"
    );
    for (name, arguments, is_right) in SUBJECTS {
        bench.tell(name);
        let run = |model: &str| {
            check(
                bench,
                &format!("{OPTIONS} --memory {model} bench/programs/weak/{arguments}"),
            )
        };
        let (sc, c11) = (run("sc")?, run("c11")?);
        let expected = if is_right {
            c11.verdict == "ok"
        } else {
            is_error(&c11)
        };
        // Searches of a few states are too short to say anything about their speed.
        let rate = match sc.states > 10_000.0 && c11.states > 10_000.0 {
            true => format!("{:.2}", c11.rate() / sc.rate()),
            false => String::new(),
        };
        let times = match is_right && c11.verdict == "ok" {
            true => format!("{:.1}", c11.states / sc.states),
            false => String::new(),
        };
        text += &format!(
            "| {name} | {} | {} | {} | {} | {times} | {rate} | {:.3} | {} |\n",
            sc.verdict,
            count(sc.states),
            c11.verdict,
            count(c11.states),
            c11.seconds,
            if expected { "yes" } else { "**no**" },
        );
    }
    Ok(text)
}
