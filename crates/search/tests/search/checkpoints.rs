//! Searches that are interrupted all the time and resumed end as if nothing had happened.

use std::ops::ControlFlow;

use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_search::{
    End, Keeper, LimitKind, Limits, Monitor, Options, Outcome, Stats, Unkept, Unwatched, Weight,
    bfs_kept, dfs_kept,
};

use crate::graphs::{Explicit, scramble};

type Engine = fn(&mut Explicit, &Options, &mut dyn Monitor, &mut dyn Keeper<Explicit>) -> Outcome;

const ENGINES: [Engine; 2] = [dfs_kept, bfs_kept];

/// Keeps checkpoints in memory.
#[derive(Default)]
struct InMemory {
    last: Vec<u8>,
    is_resumed: bool,
    is_due: bool,
    kept: u32,
    missed: u32,
    refused: u32,
}

impl Keeper<Explicit> for InMemory {
    fn resume(&mut self) -> Option<Reader<'static>> {
        let file = std::io::Cursor::new(self.last.clone());
        self.is_resumed
            .then(|| Reader::new(file).expect("a checkpoint"))
    }

    fn refuse(&mut self, _: Damage) {
        self.refused += 1;
    }

    fn is_due(&mut self) -> bool {
        self.is_due
    }

    fn keep(&mut self, _: &mut Explicit, search: &mut dyn FnMut(&mut Writer<'_>)) {
        self.last.clear();
        let mut out = Writer::new(&mut self.last);
        search(&mut out);
        out.finish().expect("memory takes all");
        self.kept += 1;
    }

    fn miss(&mut self) {
        self.missed += 1;
    }
}

/// Interrupts a search when it has looked around so many times.
struct Impatient(u32);

impl Monitor for Impatient {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        self.0 -= 1;
        match self.0 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn without_costs(outcome: Outcome) -> Outcome {
    let stats = Stats {
        seconds: 0.0,
        store_bytes: 0,
        graph_bytes: 0,
        ..outcome.stats
    };
    Outcome { stats, ..outcome }
}

fn assert_equal(one: Outcome, other: Outcome, what: &str) {
    let [one, other] = [one, other].map(without_costs);
    assert_eq!(one.end, other.end, "{what}");
    assert_eq!(one.finding, other.finding, "{what}");
    assert_eq!(one.stats, other.stats, "{what}");
}

fn graph(seed: u64) -> Explicit {
    let findings = [0, 0, 2, 30][seed as usize % 4];
    let nodes = 200 + (scramble(seed) % 1500) as u32;
    let mut graph = Explicit::random(seed, nodes, findings);
    // More edges, so that most nodes are reached, and some stay where nothing leads out.
    for node in 0..nodes {
        let last = graph.arrows[node as usize].last();
        let choice = last.map_or(0, |arrow| arrow.choice + 1);
        if !node.is_multiple_of(7) {
            let to = (scramble(u64::from(node) ^ seed << 32) % u64::from(nodes)) as u32;
            graph.arrows[node as usize].push(crate::graphs::arrow(choice, to));
        }
    }
    graph
}

fn options(seed: u64) -> Options {
    Options {
        stop_at: Weight::Strong,
        livelocks: seed.is_multiple_of(3),
        ..Options::default()
    }
}

#[test]
fn a_search_that_is_interrupted_all_the_time_ends_as_one_that_is_not() {
    let mut resumed = 0;
    for seed in 0..60 {
        for (number, engine) in ENGINES.iter().enumerate() {
            let options = options(seed);
            let expected = engine(&mut graph(seed), &options, &mut Unwatched, &mut Unkept);
            let mut keeper = InMemory::default();
            // Looking for livelocks in the end begins again, and so does judging the level of an error.
            let (mut stands_still, mut transitions) = (false, 0);
            let outcome = loop {
                let patience = match stands_still {
                    false => 2 + resumed % 3,
                    true => u32::MAX,
                };
                let mut monitor = Impatient(patience);
                let outcome = engine(&mut graph(seed), &options, &mut monitor, &mut keeper);
                if outcome.end != End::Interrupted {
                    break outcome;
                }
                stands_still = outcome.stats.transitions <= transitions;
                transitions = outcome.stats.transitions;
                keeper.is_resumed = true;
                resumed += 1;
            };
            assert_eq!(keeper.refused, 0);
            // When an error was found, what is left is to judge its level.
            assert!(keeper.missed == 0 || expected.end == End::Found);
            assert_equal(outcome, expected, &format!("engine {number}, seed {seed}"));
        }
    }
    assert!(resumed > 1000, "{resumed}");
}

#[test]
fn a_search_goes_on_from_the_last_checkpoint_if_it_is_killed() {
    let mut kept = 0;
    for seed in 100..130 {
        for engine in ENGINES {
            let options = options(seed);
            let mut keeper = InMemory {
                is_due: true,
                ..InMemory::default()
            };
            let expected = engine(&mut graph(seed), &options, &mut Unwatched, &mut keeper);
            kept += keeper.kept;
            keeper.is_resumed = keeper.kept > 0;
            let outcome = engine(&mut graph(seed), &options, &mut Unwatched, &mut keeper);
            assert_equal(outcome, expected, &format!("seed {seed}"));
        }
    }
    assert!(kept > 100, "{kept}");
}

#[test]
fn a_limit_on_states_can_be_raised() {
    for seed in 200..240 {
        for engine in ENGINES {
            let mut options = options(seed);
            let expected = engine(&mut graph(seed), &options, &mut Unwatched, &mut Unkept);
            let mut keeper = InMemory::default();
            let mut most = 1;
            let outcome = loop {
                options.limits = Limits {
                    states: Some(most),
                    ..Limits::default()
                };
                let outcome = engine(&mut graph(seed), &options, &mut Unwatched, &mut keeper);
                if outcome.end != End::Limit(LimitKind::States) {
                    break outcome;
                }
                assert_eq!(outcome.stats.states_stored, most);
                keeper.is_resumed = true;
                most += 1 + most / 3;
            };
            assert_eq!(keeper.missed, 0);
            assert_equal(outcome, expected, &format!("seed {seed}"));
        }
    }
}

#[test]
fn a_checkpoint_of_another_engine_is_refused() {
    let options = options(3);
    let mut keeper = InMemory::default();
    dfs_kept(&mut graph(4), &options, &mut Impatient(1), &mut keeper);
    keeper.is_resumed = true;
    let outcome = bfs_kept(&mut graph(4), &options, &mut Unwatched, &mut keeper);
    assert_eq!((outcome.end, keeper.refused), (End::Interrupted, 1));
}
