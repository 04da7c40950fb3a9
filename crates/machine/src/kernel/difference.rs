//! How much the words of a part of the kernel differ from those that the running step has found, as one number.

use crate::leaves::LeafId;
use crate::snapshot::{KernelPart, Snapshot, Unit};
use std::hash::{Hash, Hasher};

pub(super) fn is_changed(unit: &Unit, snapshot: &Snapshot) -> bool {
    unit.written == snapshot.epoch
}

/// The words in the state that the step has begun in, if it has any.
pub(super) fn words_before<'a>(unit: &Unit, snapshot: &'a Snapshot) -> Option<&'a [u64]> {
    match snapshot.current(unit.slot) {
        LeafId::NOTHING => None,
        leaf => Some(snapshot.leaves.get(leaf)),
    }
}

/// The differences of words, weighted by their places. A word that is not there counts as 0.
pub(super) fn difference(part: KernelPart, before: &[u64], now: &[u64]) -> u64 {
    let word = |words: &[u64], at: usize| words.get(at).copied().unwrap_or(0);
    (0..before.len().max(now.len())).fold(0, |sum: u64, at| {
        let difference = word(now, at).wrapping_sub(word(before, at));
        sum.wrapping_add(difference.wrapping_mul(weight(part, at)))
    })
}

/// Odd, so that no change of one word alone counts as nothing.
fn weight(part: KernelPart, at: usize) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    (part, at).hash(&mut hasher);
    hasher.finish() | 1
}
