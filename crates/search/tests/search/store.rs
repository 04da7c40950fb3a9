//! The store against a map from whole vectors.

use std::collections::HashMap;

use crate::graphs::scramble;
use trailhound_search::store::{Live, StateId, Store};

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 += 1;
        scramble(self.0) % bound
    }
}

fn trimmed(words: &[u32]) -> Vec<u32> {
    let end = words
        .iter()
        .rposition(|&word| word != 0)
        .map_or(0, |last| last + 1);
    words[..end].to_vec()
}

fn apply(words: &mut Vec<u32>, changes: &[(u32, u32)]) {
    for &(slot, word) in changes {
        let slot = slot as usize;
        words.resize(words.len().max(slot + 1), 0);
        words[slot] = word;
    }
}

/// Walks at random through vectors: changes a few words, sometimes goes there, sometimes
/// jumps to a known state.
fn walk(seed: u64, steps: u32, slots: u64, values: u64) {
    let mut dice = Dice(seed << 32);
    let mut store = Store::new();
    let mut live = Live::new();
    let mut words: Vec<u32> = Vec::new();
    let mut known: HashMap<Vec<u32>, StateId> = HashMap::new();
    let mut vectors: Vec<Vec<u32>> = Vec::new();
    for step in 0..steps {
        // The range of slots grows on the way.
        let reach = 1 + slots * u64::from(step) / u64::from(steps);
        let count = dice.below(5);
        let mut changes: Vec<(u32, u32)> = Vec::new();
        for _ in 0..count {
            let word = dice.below(values) as u32;
            changes.push((dice.below(reach) as u32, word));
        }
        if dice.below(20) == 0 {
            // Back to almost nothing.
            changes.extend((1..words.len() as u32).map(|slot| (slot, 0)));
        }
        let mut target = words.clone();
        apply(&mut target, &changes);
        let target = trimmed(&target);

        let (state, is_new) = store.insert(&mut live, &changes);
        assert_eq!(
            trimmed(live.words()),
            trimmed(&words),
            "insert moves nothing"
        );
        assert_eq!(is_new, !known.contains_key(&target));
        let expected = *known.entry(target.clone()).or_insert_with(|| {
            vectors.push(target.clone());
            state
        });
        assert_eq!(state, expected);

        match dice.below(3) {
            0 => {
                live.advance();
                words = target;
            }
            1 => {
                words = vectors[dice.below(vectors.len() as u64) as usize].clone();
                store.load(&mut live, known[&words]);
            }
            _ => {}
        }
        assert_eq!(trimmed(live.words()), trimmed(&words));
    }
    assert_eq!(store.len(), known.len() as u64);
    let numbers: Vec<StateId> = store.states().collect();
    assert_eq!(numbers.len(), known.len());
    // A second cursor that has seen nothing finds all of them.
    let mut other = Live::new();
    for (vector, &state) in &known {
        store.load(&mut other, state);
        assert_eq!(trimmed(other.words()), *vector);
    }
}

#[test]
fn agrees_with_a_map_of_vectors() {
    for seed in 0..60 {
        let slots = [1, 2, 3, 5, 8, 22, 64, 100, 500][seed as usize % 9];
        let values = [2, 3, 100][seed as usize / 9 % 3];
        walk(seed, 3000, slots, values);
    }
}

#[test]
fn agrees_on_long_vectors() {
    walk(1, 4000, 20_000, 3);
}

#[test]
fn agrees_on_many_states() {
    walk(2, 400_000, 12, 6);
}

#[test]
fn all_words_are_kept_whole() {
    let mut store = Store::new();
    let mut live = Live::new();
    let words = [u32::MAX, 0, u32::MAX - 1, 0x8000_0000, 1];
    let changes: Vec<(u32, u32)> = (0..).zip(words).collect();
    let (state, _) = store.insert(&mut live, &changes);
    store.load(&mut live, state);
    assert_eq!(trimmed(live.words()), words);
}

#[test]
fn of_two_writes_to_a_slot_the_last_counts() {
    let mut store = Store::new();
    let mut live = Live::new();
    let (once, _) = store.insert(&mut live, &[(9, 5), (3, 1)]);
    let (twice, is_new) = store.insert(
        &mut live,
        &[(3, 7), (9, 2), (3, 1), (100, 4), (9, 5), (100, 0)],
    );
    assert_eq!((once, false), (twice, is_new));
    let (nothing, _) = store.insert(&mut live, &[]);
    let (zero, is_new) = store.insert(&mut live, &[(5000, 3), (5000, 0), (u32::MAX, 0)]);
    assert_eq!((nothing, false), (zero, is_new));
}

#[test]
fn a_small_change_of_a_long_state_costs_little() {
    let slots = 16_000;
    let mut store = Store::new();
    let mut live = Live::new();
    let changes: Vec<(u32, u32)> = (0..slots).map(|slot| (slot, slot + 1)).collect();
    store.insert(&mut live, &changes);
    live.advance();
    let before = store.bytes();
    let states = 100_000;
    for count in 0..states {
        store.insert(&mut live, &[(77, count % 300), (15_000, count / 300)]);
    }
    assert_eq!(store.len(), u64::from(states) + 1);
    let bytes = (store.bytes() - before) as f64 / f64::from(states);
    assert!(bytes < 24.0, "{bytes} bytes a state");
}
