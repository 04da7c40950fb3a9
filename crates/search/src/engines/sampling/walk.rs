//! Walks that keep nothing but the state that they have come to and a fingerprint of each state
//! behind it. They take the same steps as walks through what was explored.

use rustc_hash::FxHashMap;
use trailhound_host::Stop;

use super::schedule::Steps;
use crate::dice::scramble;
use crate::engines::lasso::Conditions;
use crate::graph::{EdgeKind, Finding, Graph, Weight};

/// The fingerprints of longer paths are given back when the sample ends.
const MOST_KEPT: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Walk {
    words: Vec<u32>,
    print: Fingerprint,
    /// The states behind, each with its position.
    path: FxHashMap<u128, usize>,
    /// How often the walk has come back to a state.
    pub returns: u32,
    /// The edges of the state, and who takes them where that is asked for.
    choices: Vec<u32>,
    agents: Vec<u32>,
    changes: Vec<(u32, u32)>,
    known: Known,
}

impl Walk {
    pub fn begin(&mut self, initial: &[u32]) {
        self.words.clear();
        self.words.extend_from_slice(initial);
        self.print = Fingerprint::of(initial);
        match self.path.capacity() > MOST_KEPT {
            true => self.path = FxHashMap::default(),
            false => self.path.clear(),
        }
        self.returns = 0;
    }

    /// The position at which the walk has been in this state before.
    pub fn visit(&mut self, position: usize) -> Option<usize> {
        self.known.meet(self.print.0 as u64);
        let before = *self.path.entry(self.print.0).or_insert(position);
        (before != position).then(|| {
            self.returns += 1;
            before
        })
    }

    /// Whether most states of late have been met before: then to explore them pays.
    pub fn is_among_friends(&mut self) -> bool {
        self.known.are_most()
    }

    /// Finds the edges of the state; the strong finding that it is, if any.
    pub fn expand(
        &mut self,
        graph: &mut impl Conditions,
        asks_agents: bool,
    ) -> Result<Option<Finding>, Stop> {
        let is_strong = |finding: &Finding| finding.weight == Weight::Strong;
        let mut finding = graph.meet(&self.words).filter(is_strong);
        if finding.is_none() {
            if !graph.choices(&self.words, &mut self.choices) {
                self.try_all(graph);
            }
            let count = self.choices.len() as u32;
            finding = graph.inspect(&self.words, count).filter(is_strong);
        }
        if asks_agents {
            self.ask_agents(graph);
        }
        match graph.stopped() {
            Some(stop) => Err(stop),
            None => Ok(finding),
        }
    }

    fn ask_agents(&mut self, graph: &impl Conditions) {
        self.agents.clear();
        let agents = self.choices.iter().map(|&choice| graph.agent(choice));
        self.agents.extend(agents);
    }

    /// Finds the edges of the state by taking them.
    fn try_all(&mut self, graph: &mut impl Graph) {
        self.choices.clear();
        let mut from = Some(0);
        while let Some(edge) =
            from.and_then(|from| graph.successor(&self.words, from, &mut self.changes))
        {
            self.choices.push(edge.choice);
            from = edge.choice.checked_add(1);
        }
    }

    /// Takes an edge: a step leads to another state. `None`: there is no such edge, although it
    /// looked like one; what is left are the edges that there are.
    pub fn follow(&mut self, graph: &mut impl Conditions, index: usize) -> Option<EdgeKind> {
        let choice = self.choices[index];
        let edge = graph.successor(&self.words, choice, &mut self.changes);
        let edge = edge
            .filter(|edge| edge.choice == choice || matches!(edge.kind, EdgeKind::Abandoned(_)));
        let Some(edge) = edge else {
            self.try_all(graph);
            self.ask_agents(graph);
            return None;
        };
        if let EdgeKind::Step = edge.kind {
            for &(slot, word) in &self.changes {
                let at = slot as usize;
                if at >= self.words.len() {
                    self.words.resize(at + 1, 0);
                }
                let old = std::mem::replace(&mut self.words[at], word);
                self.print.replace(slot, old, word);
            }
        }
        Some(edge.kind)
    }
}

impl Steps for Walk {
    fn len(&self) -> usize {
        self.choices.len()
    }

    fn choice(&self, index: usize) -> u32 {
        self.choices[index]
    }

    fn agent(&self, index: usize) -> u32 {
        self.agents[index]
    }

    fn changes(&self, _: usize) -> &[(u32, u32)] {
        unreachable!("a walk does not look ahead")
    }
}

/// A number for a state, brought up to date by what changes. That two states of a path have the
/// same one is not to be expected: the sample would end a little early.
#[derive(Clone, Copy, Default)]
struct Fingerprint(u128);

impl Fingerprint {
    fn of(words: &[u32]) -> Fingerprint {
        let mut print = Fingerprint::default();
        for (slot, &word) in (0..).zip(words) {
            print.replace(slot, 0, word);
        }
        print
    }

    fn replace(&mut self, slot: u32, old: u32, new: u32) {
        self.0 ^= part(slot, old) ^ part(slot, new);
    }
}

/// Words beyond the end of a state are 0 and must not count.
fn part(slot: u32, word: u32) -> u128 {
    const OTHER: u64 = 0x6a09_e667_f3bc_c908;
    if word == 0 {
        return 0;
    }
    let key = u64::from(slot) << 32 | u64::from(word);
    u128::from(scramble(key)) << 64 | u128::from(scramble(key ^ OTHER))
}

/// How many of the states that are met have been met before, as far as a small table can tell.
#[derive(Default)]
struct Known {
    table: Vec<u64>,
    met: u32,
    again: u32,
}

impl Known {
    const SIZE: usize = 1 << 15;
    /// States after which there is an answer.
    const ENOUGH: u32 = 4096;

    fn meet(&mut self, print: u64) {
        if self.table.is_empty() {
            self.table = vec![0; Self::SIZE];
        }
        let place = &mut self.table[print as usize % Self::SIZE];
        self.again += u32::from(*place == print);
        self.met += 1;
        *place = print;
    }

    fn are_most(&mut self) -> bool {
        if self.met < Self::ENOUGH {
            return false;
        }
        let are_most = self.again > self.met / 10 * 9;
        (self.met, self.again) = (0, 0);
        are_most
    }
}
