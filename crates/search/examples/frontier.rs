//! What it costs to expand a state while few and while many states wait: best-first search
//! on a wide graph whose successors cost next to nothing.
//!
//! `cargo run --release -p trailhound-search --example frontier`

use std::ops::ControlFlow;
use std::time::Instant;

use trailhound_search::{
    Edge, EdgeKind, Finding, Graph, Guide, Monitor, Options, PastStep, Rank, Ranked, Stats,
    best_first, scramble,
};

/// A state is forty numbers; a step adds one to one of them.
struct Wide;

const NUMBERS: u32 = 40;

impl Graph for Wide {
    trailhound_search::without!(meetings, circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(vec![1; NUMBERS as usize])
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        changes.clear();
        if from >= NUMBERS {
            return None;
        }
        changes.push((from, state[from as usize] + 1));
        Some(Edge {
            choice: from,
            kind: EdgeKind::Step,
            stutters: false,
        })
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<trailhound_search::Stop> {
        None
    }
}

/// Many different ranks, so that the queue has to sort.
struct Scattered;

impl Guide<Wide> for Scattered {
    fn arrive(&mut self, _: &mut Wide, _: &[u32], _: &mut dyn Iterator<Item = PastStep>) {}

    fn rank(&mut self, _: &mut Wide, _: &[u32], edge: Edge, changes: &[(u32, u32)]) -> Ranked {
        let word = u64::from(changes[0].1);
        let first = (scramble(u64::from(edge.choice) << 32 | word) >> 40) as i64;
        Ranked {
            rank: Rank { first, second: 0 },
            note: 0,
        }
    }
}

/// Notes the time whenever ten times as many states wait.
struct Clock {
    next: u64,
    last: (Instant, Stats),
}

/// The number of states that wait at the end.
const MOST: u64 = 1_000_000;

impl Monitor for Clock {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if stats.frontier * 10 < self.next * 8 {
            self.last = (Instant::now(), *stats);
        }
        if stats.frontier < self.next {
            return ControlFlow::Continue(());
        }
        let (then, before) = self.last;
        let expanded = stats.states_expanded - before.states_expanded;
        let micros = then.elapsed().as_secs_f64() * 1e6;
        println!(
            "{:>9} waiting: {:6.2} µs for a state with {NUMBERS} successors, {:5.1} bytes a state",
            stats.frontier,
            micros / expanded.max(1) as f64,
            stats.bytes_per_state(),
        );
        self.next *= 10;
        match stats.frontier < MOST {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

fn main() {
    let mut clock = Clock {
        next: 1000,
        last: (Instant::now(), Stats::default()),
    };
    best_first(&mut Wide, &mut Scattered, &Options::default(), &mut clock);
}
