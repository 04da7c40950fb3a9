//! Small programs on the bare model: every execution is enumerated, and what the registers can hold at
//! the end is compared with what RC11 allows.

use super::state::{Kind, Strength, Uses, Value, Weak};
use crate::thread_id::ThreadId;
use std::collections::{BTreeMap, BTreeSet, HashSet};

const RLX: Strength = Strength::RELAXED;
const ACQ: Strength = Strength::ACQUIRE;
const REL: Strength = Strength::RELEASE;
const AR: Strength = Strength {
    releases: true,
    ..ACQ
};
const SC: Strength = Strength { sc: true, ..AR };

#[derive(Clone, Copy, Debug)]
enum Step {
    Load(u64, Strength),
    Store(u64, u64, Strength),
    Add(u64, u64, Strength),
    Swap(u64, u64, Strength),
    /// Address, expected, new.
    Exchange(u64, u64, u64, Strength, Strength),
    Fence(Strength),
    Read(u64),
    Write(u64),
    Lock(u64),
    Unlock(u64),
    /// Ends the thread unless its last register has the value.
    Unless(u64),
}
use Step::*;

const X: u64 = 0x100;
const Y: u64 = 0x200;
const Z: u64 = 0x300;
const D: u64 = 0x900;
const M: u64 = 0xa00;

#[derive(Clone)]
struct World {
    weak: Weak,
    memory: BTreeMap<u64, u64>,
    at: Vec<usize>,
    registers: Vec<Vec<u64>>,
}

#[derive(Default, Debug)]
struct Outcomes {
    registers: BTreeSet<Vec<u64>>,
    memory: BTreeSet<Vec<u64>>,
    races: bool,
    states: usize,
}

/// What tells states apart: the leaf, where threads stand, registers and memory.
type Seen = (Vec<u64>, Vec<usize>, Vec<Vec<u64>>, Vec<u64>);

struct Search<'a> {
    threads: &'a [&'a [Step]],
    seen: HashSet<Seen>,
    found: Outcomes,
}

fn run_with(threads: &[&[Step]], uses: Uses) -> Outcomes {
    let mut weak = Weak {
        uses,
        ..Weak::default()
    };
    weak.begin();
    for thread in 1..=threads.len() as u32 {
        weak.create(ThreadId::MAIN, ThreadId(thread));
    }
    weak.end(ThreadId::MAIN);
    let world = World {
        weak,
        memory: BTreeMap::new(),
        at: vec![0; threads.len()],
        registers: vec![Vec::new(); threads.len()],
    };
    let mut search = Search {
        threads,
        seen: HashSet::new(),
        found: Outcomes::default(),
    };
    search.visit(world);
    search.found.states = search.seen.len();
    search.found
}

fn run(threads: &[&[Step]]) -> Outcomes {
    let uses = |merges| Uses {
        acquire_fences: true,
        release_fences: true,
        records: true,
        merges,
        library_apart: merges,
    };
    let merged = run_with(threads, uses(true));
    let plain = run_with(threads, uses(false));
    assert_eq!(merged.registers, plain.registers);
    assert_eq!(merged.memory, plain.memory);
    assert_eq!(merged.races, plain.races);
    merged
}

impl Search<'_> {
    fn visit(&mut self, mut world: World) {
        world.weak.settle();
        let words = world.weak.encode();
        assert_eq!(Weak::decode(&words, world.weak.uses), world.weak);
        let memory: Vec<u64> = world.memory.values().copied().collect();
        let key = (words, world.at.clone(), world.registers.clone(), memory);
        if !self.seen.insert(key) {
            return;
        }
        let mut is_over = true;
        for thread in 0..self.threads.len() {
            if let Some(&step) = self.threads[thread].get(world.at[thread]) {
                is_over = false;
                self.step(&world, thread, step);
            }
        }
        if is_over {
            let all = world.registers.concat();
            self.found.registers.insert(all);
            self.found
                .memory
                .insert(world.memory.values().copied().collect());
        }
    }

    fn step(&mut self, world: &World, thread: usize, step: Step) {
        let number = ThreadId(thread as u32 + 1);
        let mut world = world.clone();
        world.at[thread] += 1;
        let value_of = |bits: u64| Value {
            bits: bits.into(),
            undefined: 0,
        };
        let cell = |world: &mut World, address: u64| {
            let value = *world.memory.entry(address).or_insert(0);
            world.weak.cell(address, 8, value_of(value))
        };
        let newest = |world: &mut World, at: usize| {
            let cell = &world.weak.cells[at];
            let bits = cell.messages.last().expect("never empty").value.bits;
            world.memory.insert(cell.address, bits as u64);
        };
        match step {
            Load(x, strength) => {
                let at = cell(&mut world, x);
                for index in world.weak.readable(number, at, strength) {
                    let mut next = world.clone();
                    let value = next.weak.load(number, at, index, strength);
                    next.registers[thread].push(value.bits as u64);
                    self.visit(next);
                }
            }
            Store(x, value, strength) => {
                let at = cell(&mut world, x);
                for place in world.weak.places(number, at, strength) {
                    let mut next = world.clone();
                    next.weak
                        .store(number, at, place, value_of(value), strength);
                    newest(&mut next, at);
                    self.visit(next);
                }
            }
            Add(x, _, strength) | Swap(x, _, strength) => {
                let at = cell(&mut world, x);
                for index in world.weak.updatable(number, at, strength) {
                    let mut next = world.clone();
                    let cell = &next.weak.cells[at];
                    let old = cell.messages[index as usize].value.bits as u64;
                    let new = match step {
                        Add(_, more, _) => old + more,
                        Swap(_, new, _) => new,
                        _ => unreachable!("matched above"),
                    };
                    next.weak.update(number, at, index, value_of(new), strength);
                    next.registers[thread].push(old);
                    newest(&mut next, at);
                    self.visit(next);
                }
            }
            Exchange(x, expected, new, success, failure) => {
                let at = cell(&mut world, x);
                let is_expected = |value: Value| value.bits as u64 == expected;
                let exchanges =
                    world
                        .weak
                        .exchangeable(number, at, (success, failure), false, is_expected);
                for exchange in exchanges {
                    let mut next = world.clone();
                    let cell = &next.weak.cells[at];
                    let old = cell.messages[exchange.index as usize].value.bits as u64;
                    match exchange.succeeds {
                        true => {
                            next.weak
                                .update(number, at, exchange.index, value_of(new), success)
                        }
                        false => {
                            next.weak.load(number, at, exchange.index, failure);
                        }
                    }
                    next.registers[thread].push(old);
                    newest(&mut next, at);
                    self.visit(next);
                }
            }
            Fence(strength) => {
                world.weak.fence(number, strength);
                self.visit(world);
            }
            Read(address) | Write(address) => {
                let kind = match step {
                    Read(_) => Kind::Read,
                    _ => Kind::Write,
                };
                if world
                    .weak
                    .race(number, address, address + 8, kind)
                    .is_some()
                {
                    self.found.races = true;
                    return;
                }
                world.weak.record(number, address, address + 8, kind);
                self.visit(world);
            }
            Lock(lock) => {
                if world.memory.get(&lock).is_some_and(|&owner| owner != 0) {
                    return;
                }
                world.memory.insert(lock, 1);
                world.weak.acquire(number, lock);
                self.visit(world);
            }
            Unlock(lock) => {
                world.memory.insert(lock, 0);
                world.weak.release(number, lock);
                self.visit(world);
            }
            Unless(value) => {
                if world.registers[thread].last() != Some(&value) {
                    world.at[thread] = self.threads[thread].len();
                    // What was not read is as if zero, so that outcomes have one shape.
                    let reads = self.threads[thread].iter().filter(|step| {
                        matches!(step, Load(..) | Add(..) | Swap(..) | Exchange(..))
                    });
                    world.registers[thread].resize(reads.count(), 0);
                }
                self.visit(world);
            }
        }
    }
}

fn allows(threads: &[&[Step]], registers: &[u64]) -> bool {
    run(threads).registers.contains(registers)
}

#[test]
fn store_buffering() {
    let test = |store, load| {
        allows(
            &[
                &[Store(X, 1, store), Load(Y, load)],
                &[Store(Y, 1, store), Load(X, load)],
            ],
            &[0, 0],
        )
    };
    assert!(test(RLX, RLX));
    assert!(test(REL, ACQ));
    assert!(!test(SC, SC));
    assert!(test(SC, ACQ));
    assert!(test(REL, SC));
    let fenced = |fence| {
        allows(
            &[
                &[Store(X, 1, RLX), Fence(fence), Load(Y, RLX)],
                &[Store(Y, 1, RLX), Fence(fence), Load(X, RLX)],
            ],
            &[0, 0],
        )
    };
    assert!(fenced(AR));
    assert!(!fenced(SC));
    let one_fence = allows(
        &[
            &[Store(X, 1, RLX), Fence(SC), Load(Y, RLX)],
            &[Store(Y, 1, RLX), Load(X, RLX)],
        ],
        &[0, 0],
    );
    assert!(one_fence);
    let updates = allows(
        &[
            &[Swap(X, 1, AR), Load(Y, ACQ)],
            &[Swap(Y, 1, AR), Load(X, ACQ)],
        ],
        &[0, 0, 0, 0],
    );
    assert!(updates);
}

#[test]
fn message_passing() {
    let test = |store, load| {
        allows(
            &[
                &[Store(X, 1, RLX), Store(Y, 1, store)],
                &[Load(Y, load), Load(X, RLX)],
            ],
            &[1, 0],
        )
    };
    assert!(test(RLX, RLX));
    assert!(test(REL, RLX));
    assert!(test(RLX, ACQ));
    assert!(!test(REL, ACQ));
    assert!(!test(SC, SC));
    let fences = |release, acquire| {
        allows(
            &[
                &[Store(X, 1, RLX), Fence(release), Store(Y, 1, RLX)],
                &[Load(Y, RLX), Fence(acquire), Load(X, RLX)],
            ],
            &[1, 0],
        )
    };
    assert!(!fences(REL, ACQ));
    assert!(fences(REL, REL));
    assert!(fences(ACQ, ACQ));
    assert!(!fences(SC, SC));
    let sc_data = allows(
        &[
            &[Store(X, 1, SC), Store(Y, 1, RLX)],
            &[Load(Y, RLX), Load(X, SC)],
        ],
        &[1, 0],
    );
    assert!(
        sc_data,
        "data stored with SC behind a relaxed flag may be read stale"
    );
}

#[test]
fn no_load_buffering() {
    let test = allows(
        &[
            &[Load(X, RLX), Store(Y, 1, RLX)],
            &[Load(Y, RLX), Store(X, 1, RLX)],
        ],
        &[1, 1],
    );
    assert!(!test);
}

#[test]
fn independent_reads_of_independent_writes() {
    let test = |store, load| {
        allows(
            &[
                &[Store(X, 1, store)],
                &[Store(Y, 1, store)],
                &[Load(X, load), Load(Y, load)],
                &[Load(Y, load), Load(X, load)],
            ],
            &[1, 0, 1, 0],
        )
    };
    assert!(test(RLX, RLX));
    assert!(test(REL, ACQ));
    assert!(!test(SC, SC));
    let fenced = allows(
        &[
            &[Store(X, 1, RLX)],
            &[Store(Y, 1, RLX)],
            &[Load(X, RLX), Fence(SC), Load(Y, RLX)],
            &[Load(Y, RLX), Fence(SC), Load(X, RLX)],
        ],
        &[1, 0, 1, 0],
    );
    assert!(!fenced);
}

#[test]
fn causality_through_a_third_thread() {
    let wrc = |store, load| {
        allows(
            &[
                &[Store(X, 1, store)],
                &[Load(X, load), Store(Y, 1, store)],
                &[Load(Y, load), Load(X, RLX)],
            ],
            &[1, 1, 0],
        )
    };
    assert!(wrc(RLX, RLX));
    assert!(!wrc(REL, ACQ));
    let isa2 = |middle| {
        allows(
            &[
                &[Store(X, 1, RLX), Store(Y, 1, REL)],
                &[Load(Y, ACQ), Store(Z, 1, middle)],
                &[Load(Z, ACQ), Load(X, RLX)],
            ],
            &[1, 1, 0],
        )
    };
    assert!(!isa2(REL));
    assert!(isa2(RLX));
    let rwc = |store, load| {
        allows(
            &[
                &[Store(X, 1, store)],
                &[Load(X, load), Load(Y, load)],
                &[Store(Y, 1, store), Load(X, load)],
            ],
            &[1, 0, 0],
        )
    };
    assert!(rwc(REL, ACQ));
    assert!(!rwc(SC, SC));
}

#[test]
fn stores_in_the_middle_of_a_history() {
    let two_plus_two = |store| {
        let found = run(&[
            &[Store(X, 1, store), Store(Y, 2, store)],
            &[Store(Y, 1, store), Store(X, 2, store)],
        ]);
        found.memory.contains(&vec![1, 1])
    };
    assert!(two_plus_two(RLX));
    assert!(two_plus_two(REL));
    assert!(!two_plus_two(SC));
    let r = |store, load| {
        let threads: &[&[Step]] = &[
            &[Store(X, 1, store), Store(Y, 1, store)],
            &[Store(Y, 2, store), Load(X, load)],
            &[Load(Y, RLX), Load(Y, RLX)],
        ];
        run(threads).registers.contains(&vec![0, 1, 2])
    };
    assert!(r(REL, ACQ));
    assert!(!r(SC, SC));
    let s = |store, load| {
        let threads: &[&[Step]] = &[
            &[Store(X, 2, RLX), Store(Y, 1, store)],
            &[Load(Y, load), Store(X, 1, RLX)],
            &[Load(X, RLX), Load(X, RLX)],
        ];
        run(threads).registers.contains(&vec![1, 1, 2])
    };
    assert!(s(RLX, RLX));
    assert!(!s(REL, ACQ));
}

#[test]
fn coherence() {
    let reads = |second: &[Step]| {
        let threads: &[&[Step]] = &[&[Store(X, 1, RLX)], &[Store(X, 2, RLX)], second, second];
        run(threads).registers
    };
    let both = reads(&[Load(X, RLX), Load(X, RLX)]);
    assert!(!both.contains(&vec![1, 2, 2, 1]));
    assert!(both.contains(&vec![1, 2, 1, 2]));
    assert!(!both.contains(&vec![1, 0, 0, 0]));
    let own = allows(
        &[&[Store(X, 1, RLX), Load(X, RLX)], &[Store(X, 2, RLX)]],
        &[0],
    );
    assert!(!own);
}

#[test]
fn updates_are_atomic() {
    for strength in [RLX, AR, SC] {
        let found = run(&[
            &[Add(X, 1, strength)],
            &[Add(X, 1, strength)],
            &[Add(X, 1, strength)],
        ]);
        let mut all: Vec<Vec<u64>> = found.registers.into_iter().collect();
        assert_eq!(all.len(), 6);
        all.iter_mut().for_each(|one| one.sort_unstable());
        assert!(all.iter().all(|one| *one == [0, 1, 2]));
    }
    let both_win = allows(
        &[&[Exchange(X, 0, 1, AR, ACQ)], &[Exchange(X, 0, 2, AR, ACQ)]],
        &[0, 0],
    );
    assert!(!both_win);
}

#[test]
fn release_sequences() {
    // Only updates go on with one.
    let through = |middle: Step| {
        let threads: &[&[Step]] = &[
            &[Store(D, 1, RLX), Store(X, 1, REL)],
            &[middle],
            &[Load(X, ACQ), Unless(2), Load(D, RLX)],
        ];
        let found = run(threads).registers;
        found.iter().any(|registers| registers.ends_with(&[2, 0]))
    };
    // The update by 1 gives 2 only behind the store.
    assert!(!through(Add(X, 1, RLX)));
    assert!(through(Store(X, 2, RLX)));
    let own = allows(
        &[
            &[Store(D, 1, RLX), Store(X, 1, REL), Store(X, 2, RLX)],
            &[Load(X, ACQ), Unless(2), Load(D, RLX)],
        ],
        &[2, 0],
    );
    assert!(
        own,
        "C++20: a later store of the same thread is not in the sequence"
    );
}

#[test]
fn races_by_happens_before() {
    let published = |store, load| {
        run(&[
            &[Write(D), Store(X, 1, store)],
            &[Load(X, load), Unless(1), Read(D)],
        ])
        .races
    };
    assert!(published(RLX, RLX));
    assert!(published(REL, RLX));
    assert!(published(RLX, ACQ));
    assert!(!published(REL, ACQ));
    assert!(!published(SC, SC));
    let counted = |strength, last: Step| {
        let threads: &[&[Step]] = &[
            &[Read(D), Add(X, 1, strength), Unless(1), last, Write(D)],
            &[Read(D), Add(X, 1, strength), Unless(1), last, Write(D)],
        ];
        run(threads).races
    };
    assert!(counted(RLX, Fence(RLX)));
    assert!(counted(REL, Fence(RLX)));
    assert!(!counted(REL, Fence(ACQ)));
    assert!(!counted(AR, Fence(RLX)));
    assert!(counted(ACQ, Fence(RLX)));
    let locked = run(&[
        &[Lock(M), Write(D), Unlock(M)],
        &[Lock(M), Write(D), Unlock(M)],
        &[Lock(M), Read(D), Unlock(M)],
    ]);
    assert!(!locked.races);
    let sc_fences = run(&[&[Write(D), Fence(SC), Load(Y, RLX)], &[Fence(SC), Write(D)]]);
    assert!(
        sc_fences.races,
        "an SC fence orders, it does not synchronise"
    );
    let overwritten = run(&[
        &[Write(D), Store(X, 1, REL), Store(X, 2, RLX)],
        &[Load(X, ACQ), Unless(2), Read(D)],
    ]);
    assert!(overwritten.races);
    // Who knows of a thread's first access does not know of its second. The first stays on record because the
    // third thread does not know of it.
    let second = |store, load| {
        run(&[
            &[Write(D), Store(X, 1, REL), Write(D), Store(Y, 1, store)],
            &[Load(X, ACQ), Unless(1), Load(Y, load), Unless(1), Read(D)],
            &[Load(Z, RLX)],
        ])
        .races
    };
    assert!(second(RLX, ACQ));
    assert!(!second(REL, ACQ));
}

#[test]
fn mutual_exclusion_by_flags() {
    // Dekker: both enter only if neither sees the other.
    let dekker = |store, load, fence: Option<Strength>| {
        let fence = fence.map_or(Fence(RLX), Fence);
        run(&[
            &[
                Store(X, 1, store),
                fence,
                Load(Y, load),
                Unless(0),
                Write(D),
            ],
            &[
                Store(Y, 1, store),
                fence,
                Load(X, load),
                Unless(0),
                Write(D),
            ],
        ])
        .races
    };
    assert!(dekker(REL, ACQ, None));
    assert!(!dekker(SC, SC, None));
    assert!(!dekker(RLX, RLX, Some(SC)));
    assert!(dekker(RLX, RLX, Some(AR)));
}

#[test]
fn spinning_updates_add_no_state() {
    // Each failed swap leaves the lock's history as it was.
    let tries = |count: usize, strength| {
        let spinner = vec![Swap(X, 1, strength); count];
        let holder: &[Step] = &[Swap(X, 1, strength), Load(Y, RLX)];
        let uses = Uses {
            merges: true,
            ..Uses::default()
        };
        let mut longest = 0;
        let threads: &[&[Step]] = &[holder, &spinner];
        let mut search = Search {
            threads,
            seen: HashSet::new(),
            found: Outcomes::default(),
        };
        let mut weak = Weak {
            uses,
            ..Weak::default()
        };
        weak.begin();
        weak.create(ThreadId::MAIN, ThreadId(1));
        weak.create(ThreadId::MAIN, ThreadId(2));
        weak.end(ThreadId::MAIN);
        search.visit(World {
            weak,
            memory: BTreeMap::new(),
            at: vec![0; 2],
            registers: vec![Vec::new(); 2],
        });
        for (words, ..) in &search.seen {
            let weak = Weak::decode(words, uses);
            let lengths = weak.cells.iter().map(|cell| cell.messages.len());
            longest = longest.max(lengths.max().unwrap_or(0));
        }
        longest
    };
    for strength in [ACQ, AR, SC] {
        assert_eq!(tries(4, strength), tries(8, strength), "{strength:?}");
    }
}
