//! The states that a search stores are those that the program has: the dining philosophers are
//! counted here a second time, from what they do and not from their code; and what a runtime does for
//! itself adds none.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// How far a philosopher is in its round, if it has started.
type Philosopher = Option<u8>;

const LOCK_FIRST: u8 = 0;
const LOCK_SECOND: u8 = 1;
const UNLOCK_SECOND: u8 = 2;
const STEPS: u8 = 4;

/// The forks of a seat in the order in which they are taken; the last seat is left-handed.
fn forks(seat: usize, seats: usize) -> (usize, usize) {
    let (own, next) = (seat, (seat + 1) % seats);
    if seat + 1 == seats {
        (next, own)
    } else {
        (own, next)
    }
}

fn is_taken(fork: usize, table: &[Philosopher]) -> bool {
    table.iter().enumerate().any(|(seat, &step)| {
        let (first, second) = forks(seat, table.len());
        step.is_some_and(|step| step > LOCK_FIRST) && fork == first
            || step == Some(UNLOCK_SECOND) && fork == second
    })
}

/// Main starts one philosopher after the other; what it does while it is alone is no state.
fn states(seats: usize) -> usize {
    let mut first = vec![None; seats];
    first[0] = Some(LOCK_FIRST);
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(table) = open.pop() {
        for seat in 0..seats {
            let mut next = table.clone();
            next[seat] = match table[seat] {
                Some(step) => {
                    let (first, second) = forks(seat, seats);
                    if step == LOCK_FIRST && is_taken(first, &table)
                        || step == LOCK_SECOND && is_taken(second, &table)
                    {
                        continue;
                    }
                    Some((step + 1) % STEPS)
                }
                None if table[seat - 1].is_some() => Some(LOCK_FIRST),
                None => continue,
            };
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen.len()
}

#[test]
fn the_philosophers_have_as_many_states_as_counted_by_hand() {
    for seats in 2..=7 {
        let stored = stored("bench/models/philosophers.c", &[&format!("-DN={seats}")]);
        assert_eq!(stored, states(seats), "{seats} philosophers");
    }
}

/// Two threads that touch nothing of each other's: one of them ends first, then the other, then
/// main has joined both.
#[test]
fn the_accounts_of_rusts_threads_add_no_states() {
    assert!(stored("tests/programs/rust/thread/spawn_join.rs", &[]) <= 6);
}

/// The states that the search of a right program stores.
fn stored(program: &str, flags: &[&str]) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["check", "--format", "json", "--all-orders"])
        .args(flags)
        .arg(root.join(program))
        .output()
        .expect("trailhound starts");
    let answer: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["verdict"], "ok", "{answer}");
    let stored = answer["stats"]["states_stored"].as_u64();
    stored.expect("a number of states") as usize
}
