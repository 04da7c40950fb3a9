//! The tables of a store and the shape of its tree. Several threads may put states in at the same
//! time, each with a [`Writer`] of its own, and load them; for a new shape and for more room one
//! must have it to itself.

use trailhound_checkpoint::{Damage, Reader, Writer as Output};

use super::live::Live;
use super::shape::Shape;
use super::state::StateId;
use super::table::Table;
use super::writer::Writer;

/// The number of states at which the shape is chosen first.
const FIRST_RESHAPE: u64 = 1 << 9;

pub(crate) struct Tree {
    pub(super) shape: Shape,
    /// Subtrees, by the depth of their root in the whole tree.
    pub(super) nodes: Vec<Table>,
    pub(super) states: Table,
    /// The number of states at which to look for a better shape.
    pub(super) next_reshape: u64,
}

impl Tree {
    pub fn new() -> Tree {
        let shape = Shape::balanced(2);
        Tree {
            nodes: Table::for_depths(shape.depth()),
            shape,
            states: Table::new(),
            next_reshape: FIRST_RESHAPE,
        }
    }

    /// Saves all states. All writers must have given back what they did not use.
    pub fn save(&self, out: &mut Output<'_>) {
        self.shape.save(out);
        self.nodes.iter().for_each(|table| table.save(out));
        self.states.save(out);
        out.u64(self.next_reshape);
    }

    pub fn restored(input: &mut Reader<'_>) -> Result<Tree, Damage> {
        let shape = Shape::load(input)?;
        let nodes = (0..shape.depth()).map(|_| Table::load(input));
        Ok(Tree {
            nodes: nodes.collect::<Result<_, _>>()?,
            shape,
            states: Table::load(input)?,
            next_reshape: input.u64()?,
        })
    }

    /// The number of states, if all numbers that were not used have been given back.
    pub fn len(&self) -> u64 {
        let spare = self.states.spare();
        let spare: u64 = spare.iter().map(|range| range.len() as u64).sum();
        u64::from(self.states.claimed()) - spare
    }

    /// The state with the largest number.
    pub fn last(&self) -> Option<StateId> {
        self.states.used().next_back().map(StateId::from_number)
    }

    /// Bytes of everything in the tree.
    pub fn bytes(&self) -> usize {
        self.states.bytes() + self.nodes.iter().map(Table::bytes).sum::<usize>()
    }

    /// Whether the numbers of nodes or states come near their end.
    pub fn is_full(&self) -> bool {
        self.states.is_full() || self.nodes.iter().any(Table::is_full)
    }

    /// The largest number that a state can have before more room is made.
    pub fn room(&self) -> usize {
        self.states.room()
    }

    pub fn writer(&self) -> Writer {
        Writer::for_depth(self.shape.depth())
    }

    /// The state of zeros.
    pub fn zeros(&self) -> Live {
        let mut live = Live::new();
        live.clear(&self.shape);
        live
    }

    /// Gives back the numbers that a thread has claimed and not used, as all must do before one of
    /// them makes room.
    pub fn give_back(&self, writer: &mut Writer) {
        writer.give_back(&self.states, &self.nodes);
    }

    /// Stores the state that `live` becomes by `changes`; whether it is new. `None` if there is no
    /// room: then one must call [`Tree::make_room`], and all must load their states again.
    #[inline]
    pub fn insert(
        &self,
        writer: &mut Writer,
        live: &mut Live,
        changes: &[(u32, u32)],
    ) -> Option<(StateId, bool)> {
        if writer.states.is_empty() && u64::from(self.states.claimed()) >= self.next_reshape {
            return None;
        }
        let nodes = &self.nodes[..];
        let blocks = &mut writer.nodes[..];
        let key = live.prepare(changes, &self.shape, |depth, key| {
            let interned = nodes[depth].intern(key, &mut blocks[depth]);
            interned.map(|(number, _)| number)
        })?;
        let (number, is_new) = self.states.intern(key, &mut writer.states)?;
        Some((StateId::from_number(number), is_new))
    }

    /// Moves `live` to a stored state, at the cost of the subtrees that differ.
    #[inline]
    pub fn load(&self, live: &mut Live, state: StateId) {
        live.load(
            self.states.get(state.number() as u32),
            &self.shape,
            &self.nodes,
        );
    }

    /// Makes room for these changes of a state, and in all tables. All writers must have given back
    /// what they did not use, and are fit for the tree again by [`Tree::fit`].
    #[cold]
    pub fn make_room(&mut self, changes: &[(u32, u32)]) {
        let width = width_of(changes);
        if width > self.shape.width() {
            self.widen(width);
        } else if self.len() >= self.next_reshape / 8 * 7 {
            self.improve_shape();
        } else {
            // Spare numbers are no reason for another shape.
            let claimed = u64::from(self.states.claimed());
            self.next_reshape = self.next_reshape.max(claimed + 1);
        }
        for table in self.nodes.iter_mut().chain([&mut self.states]) {
            while table.is_tight() {
                table.grow();
            }
        }
    }

    /// Fits a writer to the shape that the tree has now.
    pub fn fit(&self, writer: &mut Writer) {
        writer.fit(self.shape.depth());
    }
}

/// The length of the states that these changes lead to, at least.
pub(super) fn width_of(changes: &[(u32, u32)]) -> u32 {
    let longest = changes.iter().filter(|&&(_, word)| word != 0);
    longest.map(|&(slot, _)| slot + 1).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};
    use std::sync::RwLock;
    use std::thread;

    fn scramble(number: u64) -> u64 {
        let mixed = (number ^ number >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
        mixed ^ mixed >> 29
    }

    /// The words of a state: a few values in few slots, so that many threads come to the same ones,
    /// and now and then a longer one.
    fn words(number: u64, seed: u64) -> Vec<(u32, u32)> {
        let roll = |n: u64| scramble(scramble(number ^ seed << 40) ^ n);
        let slots = match roll(0) % 500 {
            0 => 3 + roll(1) % 70,
            _ => 3 + roll(1) % 6,
        };
        let mut words: Vec<(u32, u32)> = (0..slots)
            .map(|slot| (slot as u32, (roll(2 + slot) % 7) as u32))
            .collect();
        words[0].1 = 1 + (number % 900) as u32;
        words
    }

    fn trimmed(words: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut words: Vec<u32> = words.collect();
        while words.last() == Some(&0) {
            words.pop();
        }
        words
    }

    /// Eight threads put in the same states in other orders. Each state must be new for exactly one of
    /// them, and have one number for all, whatever grows or changes its shape meanwhile.
    #[test]
    fn eight_threads_store_each_state_once() {
        const THREADS: u64 = 8;
        const STATES: u64 = 9_000;
        for seed in 0..6 {
            let tree = RwLock::new(Tree::new());
            let work = |thread: u64| {
                let mut numbers = HashMap::new();
                let mut new = Vec::new();
                let mut guard = tree.read().unwrap();
                let mut writer = guard.writer();
                for turn in 0..STATES {
                    // Half of the threads go the other way round, and some skip a few.
                    let number = match thread % 2 {
                        0 => turn,
                        _ => STATES - 1 - turn,
                    };
                    if scramble(number ^ thread).is_multiple_of(5) && thread > 1 {
                        continue;
                    }
                    let words = words(number, seed);
                    let (state, is_new) = loop {
                        let mut live = guard.zeros();
                        if let Some(stored) = guard.insert(&mut writer, &mut live, &words) {
                            break stored;
                        }
                        guard.give_back(&mut writer);
                        drop(guard);
                        tree.write().unwrap().make_room(&words);
                        guard = tree.read().unwrap();
                        guard.fit(&mut writer);
                    };
                    let words = trimmed(words.iter().map(|&(_, word)| word));
                    let known = *numbers.entry(words).or_insert(state);
                    assert_eq!(known, state, "a state has one number");
                    if is_new {
                        new.push(state);
                    }
                    // Others come in between, and may make room.
                    if turn % 97 == thread {
                        guard.give_back(&mut writer);
                        drop(guard);
                        thread::yield_now();
                        guard = tree.read().unwrap();
                        guard.fit(&mut writer);
                    }
                }
                guard.give_back(&mut writer);
                (numbers, new)
            };
            let done: Vec<_> = thread::scope(|scope| {
                let work = &work;
                let threads: Vec<_> = (0..THREADS)
                    .map(|thread| scope.spawn(move || work(thread)))
                    .collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap())
                    .collect()
            });
            let tree = tree.into_inner().unwrap();
            let expected: HashSet<Vec<u32>> = (0..STATES)
                .map(|number| trimmed(words(number, seed).iter().map(|&(_, word)| word)))
                .collect();
            let mut all = HashMap::new();
            let mut new = HashSet::new();
            for (numbers, own) in done {
                for (words, state) in numbers {
                    assert_eq!(*all.entry(words).or_insert(state), state);
                }
                for state in own {
                    assert!(new.insert(state), "a state is new once");
                }
            }
            assert_eq!(all.keys().cloned().collect::<HashSet<_>>(), expected);
            assert_eq!(new.len(), expected.len());
            assert_eq!(tree.len(), expected.len() as u64);
            assert_eq!(tree.states.used().count(), expected.len());
            assert!(tree.shape.version() > 1, "the shape has changed");
            let mut live = Live::new();
            for (words, state) in &all {
                tree.load(&mut live, *state);
                assert_eq!(&trimmed(live.words().iter().copied()), words);
            }
        }
    }
}
