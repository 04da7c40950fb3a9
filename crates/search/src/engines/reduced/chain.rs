//! The states behind a step of a stored state that have one successor each. A chain that grows long is cut,
//! so it ends although it may go round.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// From this length on one in `RARE` states is stored, told by its words alone, so that chains which
/// have met do not go on side by side.
const LONG: u32 = 8;
const RARE: u64 = 16;
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
    /// A state was passed in which all agents are followed.
    pub passes_full: bool,
}

impl Chain {
    pub fn begin(&mut self, words: &[u32]) {
        self.words.clear();
        self.words.extend_from_slice(words);
        self.changes.clear();
        self.runs.clear();
        self.steps = 0;
        self.passes_full = false;
    }

    pub fn step(&mut self, choice: u32, changes: &[(u32, u32)]) {
        change(&mut self.words, changes);
        for &(slot, word) in changes {
            match self.changes.iter_mut().find(|known| known.0 == slot) {
                Some(known) => known.1 = word,
                None => self.changes.push((slot, word)),
            }
        }
        match self.runs.last_mut() {
            Some(run) if run.0 == choice => run.1 += 1,
            _ => self.runs.push((choice, 1)),
        }
        self.steps += 1;
    }

    pub fn is_cut(&self) -> bool {
        if self.steps < LONG {
            return false;
        }
        let mut hasher = FxHasher::default();
        let used = self.words.iter().rposition(|&word| word != 0);
        for &word in &self.words[..used.map_or(0, |last| last + 1)] {
            hasher.write_u32(word);
        }
        self.steps >= LONGEST || hasher.finish() >> 32 & (RARE - 1) == 0
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
