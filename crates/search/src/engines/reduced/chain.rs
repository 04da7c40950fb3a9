//! The states behind a step of a stored state that have one successor each. A chain that grows long is cut,
//! so it ends although it may go round.

use super::links::{LinkId, Passes};
use super::passed::{Passed, Position};

/// From this length on one in `RARE` states is stored, told by its words alone, so that chains which
/// have met long ago do not go on side by side.
const LONG: u32 = 32;
const RARE: u64 = 32;
/// The length at which a chain is cut in any case.
const LONGEST: u32 = 256;

/// The states behind a step of a stored state, up to the next stored one.
#[derive(Default)]
pub(super) struct Chain {
    /// The current state.
    pub words: Vec<u32>,
    /// How it differs from the stored one; the last change of a slot counts.
    pub changes: Vec<(u32, u32)>,
    pub runs: Vec<(u32, u32)>,
    pub steps: u32,
    pub passes: Passes,
    /// Of the words of the current state, zeros left out.
    hash: u64,
    /// The states that were passed, and the words of all.
    passed: Vec<PassedState>,
    passed_words: Vec<u32>,
}

struct PassedState {
    hash: u64,
    /// Where its words end.
    end: usize,
    asked: u64,
    is_full: bool,
}

impl Chain {
    pub fn begin(&mut self, words: &[u32]) {
        self.words.clear();
        self.words.extend_from_slice(words);
        self.changes.clear();
        self.runs.clear();
        self.steps = 0;
        self.passes = Passes::default();
        self.hash = (0..)
            .zip(words)
            .fold(0, |all, (slot, &word)| all ^ mixed(slot, word));
        self.passed.clear();
        self.passed_words.clear();
    }

    pub fn step(&mut self, choice: u32, changes: &[(u32, u32)]) {
        for &(slot, word) in changes {
            let old = self.words.get(slot as usize).copied().unwrap_or(0);
            self.hash ^= mixed(slot, old) ^ mixed(slot, word);
            match self.changes.iter_mut().find(|known| known.0 == slot) {
                Some(known) => known.1 = word,
                None => self.changes.push((slot, word)),
            }
        }
        change(&mut self.words, changes);
        self.run(choice, 1);
    }

    fn run(&mut self, choice: u32, count: u32) {
        match self.runs.last_mut() {
            Some(run) if run.0 == choice => run.1 += count,
            _ => self.runs.push((choice, count)),
        }
        self.steps += count;
    }

    pub fn is_cut(&self) -> bool {
        self.steps >= LONG && (self.steps >= LONGEST || self.hash & (RARE - 1) == 0)
    }

    /// The current state is passed; it was asked when so much was known.
    pub fn pass(&mut self, asked: u64, is_full: bool) {
        self.passes.add(Passes::state(is_full));
        self.passed_words.extend_from_slice(used(&self.words));
        self.passed.push(PassedState {
            hash: self.hash,
            end: self.passed_words.len(),
            asked,
            is_full,
        });
    }

    /// The current state if a chain has passed it, and it was asked when so much was known or more.
    pub fn find(&self, passed: &Passed, known: u64) -> Option<Position> {
        passed.find(used(&self.words), self.hash, known)
    }

    /// Goes on from a passed state by the steps of the link that leads over it.
    pub fn follow(&mut self, position: Position, runs: &[(u32, u32)]) {
        let mut skipped = position.steps;
        for &(choice, count) in runs {
            let skips = skipped.min(count);
            skipped -= skips;
            if count > skips {
                self.run(choice, count - skips);
            }
        }
        self.passes.add(position.passes);
    }

    /// The states that were passed lie on this link. `rest` is the one from which another link was followed.
    pub fn keep_passed(&self, passed: &mut Passed, link: LinkId, rest: Option<Position>) {
        let mut position = Position {
            link,
            steps: 0,
            asked: rest.map_or(u64::MAX, |rest| rest.asked),
            passes: rest.map_or(Passes::default(), |rest| rest.passes),
        };
        for (at, state) in self.passed.iter().enumerate().rev() {
            position.steps = at as u32 + 1;
            position.asked = position.asked.min(state.asked);
            position.passes.add(Passes::state(state.is_full));
            let start = at
                .checked_sub(1)
                .map_or(0, |before| self.passed[before].end);
            passed.insert(&self.passed_words[start..state.end], state.hash, position);
        }
    }

    /// Whether it is the beginning of a link with these runs.
    pub fn goes_along(&self, runs: &[(u32, u32)]) -> bool {
        let Some((last, before)) = self.runs.split_last() else {
            return true;
        };
        let at = runs.get(before.len());
        runs.starts_with(before) && at.is_some_and(|run| run.0 == last.0 && run.1 >= last.1)
    }

    pub fn choices(&self) -> Vec<u32> {
        let runs = self.runs.iter();
        runs.flat_map(|&(choice, count)| (0..count).map(move |_| choice))
            .collect()
    }
}

/// The words of a state without zeros at the end.
fn used(words: &[u32]) -> &[u32] {
    let last = words.iter().rposition(|&word| word != 0);
    &words[..last.map_or(0, |last| last + 1)]
}

/// The part of a word in the hash of a state.
fn mixed(slot: u32, word: u32) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    if word == 0 {
        return 0;
    }
    let product = (u64::from(slot) << 32 | u64::from(word)).wrapping_mul(FACTOR);
    (product ^ product >> 29)
        .wrapping_mul(FACTOR)
        .rotate_left(32)
}

/// Puts changes into a state.
pub(super) fn change(words: &mut Vec<u32>, changes: &[(u32, u32)]) {
    for &(slot, word) in changes {
        let slot = slot as usize;
        if slot >= words.len() {
            words.resize(slot + 1, 0);
        }
        words[slot] = word;
    }
}
