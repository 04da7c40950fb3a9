//! Depth-first search that keeps no states, only hashes of them: far less memory, and a state whose hash looks
//! like that of another one is left out. So it finds errors and proves nothing, and says how likely it is that it
//! has left something out. It looks for no livelocks.

use std::ops::ControlFlow;

use super::sketch::Sketch;
use crate::findings::Findings;
use crate::graph::{EdgeKind, Graph};
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::watch::{Monitor, Usage, Watch};

/// Explores `graph` depth first, as far as `visited` can tell its states apart.
pub fn lossy<G: Graph>(
    graph: &mut G,
    visited: Sketch,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let depth = options.limits.depth;
    let mut search = Search {
        graph,
        visited,
        words: Vec::new(),
        hash: 0,
        steps: Vec::new(),
        replaced: Vec::new(),
        deepest: depth.map_or(usize::MAX, |depth| depth as usize),
        was_cut: false,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let end = match search.explore() {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) if search.was_cut => End::Limit(LimitKind::Depth),
        ControlFlow::Continue(()) => End::Limit(LimitKind::Hashes),
    };
    search.watch.stats.omission = Some(search.visited.omission());
    let usage = search.usage();
    search.watch.finish(end, search.findings, usage)
}

struct Search<'a, G> {
    graph: &'a mut G,
    visited: Sketch,
    /// The current state, and the sum of the hashes of its words.
    words: Vec<u32>,
    hash: u64,
    steps: Vec<Step>,
    /// What the steps have overwritten: slots and their words.
    replaced: Vec<(u32, u32)>,
    deepest: usize,
    was_cut: bool,
    findings: Findings,
    watch: Watch<'a>,
}

/// A step of the path: the state before it has this hash, and took this choice.
#[derive(Clone, Copy)]
struct Step {
    choice: u32,
    edges_seen: u32,
    /// The length of `replaced` before it.
    replaced: usize,
    hash: u64,
}

impl<G: Graph> Search<'_, G> {
    fn explore(&mut self) -> ControlFlow<End> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.findings.record(finding, 0, Vec::new),
        };
        self.write((0..).zip(initial));
        self.replaced.clear();
        self.visited.insert(self.hash);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;
        self.meet()?;
        let mut changes = Vec::new();
        let (mut from, mut edges_seen) = (Some(0), 0);
        loop {
            let may_go_on = self.steps.len() < self.deepest;
            let edge = from.and_then(|from| self.graph.successor(&self.words, from, &mut changes));
            let Some(edge) = edge.filter(|_| may_go_on) else {
                self.was_cut |= edge.is_some();
                self.leave(edges_seen + u32::from(edge.is_some()))?;
                let Some(step) = self.steps.pop() else {
                    return ControlFlow::Continue(());
                };
                self.go_back(step);
                (from, edges_seen) = (step.choice.checked_add(1), step.edges_seen);
                continue;
            };
            from = edge.choice.checked_add(1);
            edges_seen += 1;
            self.watch.stats.transitions += 1;
            if self.watch.is_due() {
                self.check_limits()?;
            }
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => {
                    let length = self.steps.len() + 1;
                    let steps = &self.steps;
                    let trail = || trail(steps, Some(edge.choice));
                    self.findings.record(finding, length, trail)?;
                    continue;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }
            self.watch.stats.states_generated += 1;
            let step = Step {
                choice: edge.choice,
                edges_seen,
                replaced: self.replaced.len(),
                hash: self.hash,
            };
            self.write(changes.iter().copied());
            if !self.visited.insert(self.hash) {
                self.watch.stats.revisited += 1;
                self.go_back(step);
                continue;
            }
            self.watch.count_stored()?;
            self.steps.push(step);
            let depth = self.steps.len() as u64;
            self.watch.stats.depth = self.watch.stats.depth.max(depth);
            (from, edges_seen) = (Some(0), 0);
            self.meet()?;
        }
    }

    /// Writes words into the current state, and keeps those that were there.
    fn write(&mut self, changes: impl Iterator<Item = (u32, u32)>) {
        for (slot, word) in changes {
            let at = slot as usize;
            if at >= self.words.len() {
                self.words.resize(at + 1, 0);
            }
            let old = std::mem::replace(&mut self.words[at], word);
            self.hash ^= hash_of(slot, old) ^ hash_of(slot, word);
            self.replaced.push((slot, old));
        }
    }

    /// Goes back to where a step began.
    fn go_back(&mut self, step: Step) {
        while self.replaced.len() > step.replaced
            && let Some((slot, word)) = self.replaced.pop()
        {
            self.words[slot as usize] = word;
        }
        self.hash = step.hash;
    }

    fn meet(&mut self) -> ControlFlow<End> {
        match self.graph.meet(&self.words) {
            Some(finding) => {
                let steps = &self.steps;
                let trail = || trail(steps, None);
                self.findings.record(finding, steps.len(), trail)
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// Judges a state whose edges have been seen, or that is at the limit of the depth.
    fn leave(&mut self, edges: u32) -> ControlFlow<End> {
        self.watch.stats.states_expanded += 1;
        match self.graph.inspect(&self.words, edges) {
            Some(finding) => {
                let steps = &self.steps;
                let trail = || trail(steps, None);
                self.findings.record(finding, steps.len(), trail)
            }
            None => ControlFlow::Continue(()),
        }
    }

    #[cold]
    fn check_limits(&mut self) -> ControlFlow<End> {
        let usage = self.usage();
        self.watch.check_limits(usage)
    }

    fn usage(&self) -> Usage {
        let path = self.steps.capacity() * size_of::<Step>()
            + self.replaced.capacity() * size_of::<(u32, u32)>();
        Usage {
            store: self.visited.bytes() + path,
            graph: self.graph.bytes(),
            frontier: self.steps.len() as u64,
            store_is_full: false,
            stopped: self.graph.stopped(),
        }
    }
}

/// The choices along a path, and one more.
fn trail(steps: &[Step], last: Option<u32>) -> Vec<u32> {
    let choices = steps.iter().map(|step| step.choice);
    choices.chain(last).collect()
}

/// What a word in a slot adds to the hash of a state. Zeros add nothing, so that zeros at the end do not matter.
#[inline]
fn hash_of(slot: u32, word: u32) -> u64 {
    if word == 0 {
        return 0;
    }
    let mixed = (u64::from(slot) << 32 | u64::from(word)) ^ 0x2545_f491_4f6c_dd1d;
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}
