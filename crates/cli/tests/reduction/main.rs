//! Random small concurrent programs have the same verdict, a data race or none, and the same final
//! states whether threads may switch before every instruction or only where others can see it, whether
//! anything is known about what others can see or nothing, and whether they are searched in
//! depth or in breadth.
//!
//! `TRAILHOUND_SEED` is the first seed (otherwise a fixed one), `TRAILHOUND_PROGRAMS` the number
//! of programs, and `TRAILHOUND_KEEP` a directory for those that disagree. With
//! `TRAILHOUND_ORDERS_ONLY` only the reduction of independent steps is compared, which is faster.

mod comparison;
#[path = "../compilers/mod.rs"]
mod compilers;
mod errors;
mod frozen;
mod generator;
mod mistakes;
mod properties;
mod threads;

use comparison::{Outcome, Tally, compare};
use generator::Batch;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const FIRST_SEED: u64 = 1;
const C_PROGRAMS: u64 = 56;
const CPP_PROGRAMS: u64 = 16;
const PROCESS_PROGRAMS: u64 = 28;
const RUST_PROGRAMS: u64 = 16;

#[test]
fn c_programs_lose_nothing_by_reduction() {
    compare_programs(generator::c::batch, "c", 1, C_PROGRAMS);
}

#[test]
fn programs_of_processes_lose_nothing_by_reduction() {
    compare_programs(generator::processes::batch, "c", 1, PROCESS_PROGRAMS);
}

#[test]
fn cpp_programs_lose_nothing_by_reduction() {
    let size = generator::cpp::BATCH;
    compare_programs(generator::cpp::batch, "cpp", size, CPP_PROGRAMS);
}

#[test]
fn rust_programs_lose_nothing_by_reduction() {
    let size = generator::rust::BATCH;
    compare_programs(generator::rust::batch, "rs", size, RUST_PROGRAMS);
}

#[test]
fn no_kind_of_error_is_lost_by_leaving_orders_out() {
    let directory = tempfile::tempdir().expect("a directory for the programs");
    let (first, count) = (
        number("TRAILHOUND_SEED", 1),
        number("TRAILHOUND_PROGRAMS", 40),
    );
    let compared = errors::compare(first..first + count, directory.path());
    println!("{compared:?}");
    let is_telling = 2 * compared.programs > count && 4 * compared.failing > compared.programs;
    assert!(is_telling && compared.commutes > 10 * count, "{compared:?}");
}

#[test]
fn several_threads_find_the_same_states() {
    let directory = tempfile::tempdir().expect("a directory for the programs");
    let (first, count) = (
        number("TRAILHOUND_SEED", 1),
        number("TRAILHOUND_PROGRAMS", 24),
    );
    let states = threads::compare_random(first..first + count, directory.path());
    println!("{states} states");
    assert!(states > 300 * count, "{states} states");
    // All of them in a soak.
    let every = if count > 400 { 1 } else { 20 };
    let (compared, chosen) = threads::compare_specified(every);
    println!("{compared} of {chosen} specified programs");
    assert!(2 * compared > chosen, "{compared} of {chosen}");
}

/// How many programs it takes to notice the mistakes.
const BREAKAGE_PROGRAMS: u64 = 150;

#[test]
fn every_deliberate_mistake_is_noticed() {
    let directory = tempfile::tempdir().expect("a directory for the programs");
    let count = number("TRAILHOUND_PROGRAMS", BREAKAGE_PROGRAMS);
    let open = errors::unnoticed(1..1 + count, directory.path());
    assert!(open.is_empty(), "{open:?}");
}

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// `batch` writes the programs of `size` seeds into one file.
fn compare_programs(batch: fn(u64) -> Batch, extension: &str, size: u64, default: u64) {
    let first = number("TRAILHOUND_SEED", FIRST_SEED);
    let count = number("TRAILHOUND_PROGRAMS", default).next_multiple_of(size);
    let next = AtomicU64::new(first);
    let tally = Mutex::new(Tally::default());
    let directory = tempfile::tempdir().expect("a directory for the programs");
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |cores| cores.get()) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(size, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    let name = format!("program{seed}.{extension}");
                    let batch = batch(seed);
                    let file = directory.path().join(&name);
                    std::fs::write(&file, &batch.text).expect("the programs can be written");
                    for program in &batch.programs {
                        let outcome = compare(program, &file);
                        if let Outcome::Disagreement(what) = &outcome {
                            eprintln!("{name}: seed {}: {what}", program.seed);
                            if let Ok(keep) = std::env::var("TRAILHOUND_KEEP") {
                                std::fs::write(PathBuf::from(keep).join(&name), &batch.text)
                                    .expect("the programs can be kept");
                            }
                        }
                        let mut tally = tally.lock().expect("no comparison panics");
                        tally.add(program.seed, outcome);
                    }
                    let _ = std::fs::remove_file(file);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no comparison panics");
    println!(
        "{extension}, seeds {first} to {}: {tally}",
        first + count - 1
    );
    assert!(
        tally.disagreements.is_empty(),
        "{}",
        tally.disagreements.join("\n")
    );
    assert!(
        tally.skipped * 3 <= count,
        "too many programs are too large to be compared"
    );
}
