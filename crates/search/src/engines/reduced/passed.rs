//! States that chains have passed lately and where they went from there, so that chains which meet do
//! not go on side by side. It forgets: one place serves many states, and the last one has it.

use trailhound_checkpoint::{Damage, Reader, Writer};

use super::links::{LinkId, Passes};

/// Words of states that are kept, and places at most.
const MOST_WORDS: usize = 1 << 20;
const MOST_PLACES: usize = 1 << 15;

/// Where a passed state lies.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// The link that leads over it, and how many of its steps lead to it.
    pub link: LinkId,
    pub steps: u32,
    /// What was known when the state was asked, or one behind it on the link.
    pub asked: u64,
    /// What it is, and those behind it on the link are.
    pub passes: Passes,
}

struct Place {
    hash: u64,
    words: Vec<u32>,
    position: Position,
}

/// Of each place the state that came last.
#[derive(Default)]
pub(super) struct Passed {
    places: Vec<Option<Place>>,
    words: usize,
}

impl Passed {
    /// The state with these words and this hash, if it was asked when so much was known or more.
    pub fn find(&self, words: &[u32], hash: u64, known: u64) -> Option<Position> {
        let place = self.places.get(self.index(hash))?.as_ref()?;
        let is_it = place.hash == hash && place.position.asked >= known && place.words == words;
        is_it.then_some(place.position)
    }

    pub fn insert(&mut self, words: &[u32], hash: u64, position: Position) {
        if self.places.is_empty() {
            let most = (MOST_WORDS / words.len().max(1)).clamp(1, MOST_PLACES);
            let count = most.next_power_of_two();
            self.places.resize_with(count, || None);
        }
        let index = self.index(hash);
        let place = self.places[index].get_or_insert_with(|| Place {
            hash,
            words: Vec::new(),
            position,
        });
        self.words -= place.words.capacity();
        place.hash = hash;
        place.position = position;
        place.words.clear();
        place.words.extend_from_slice(words);
        self.words += place.words.capacity();
    }

    /// Saves all: where chains went decides where later ones go.
    pub fn save(&self, out: &mut Writer<'_>) {
        out.length(self.places.len());
        for place in &self.places {
            out.bool(place.is_some());
            if let Some(Place {
                hash,
                words,
                position,
            }) = place
            {
                out.u64(*hash);
                out.u32s(words.iter().copied());
                out.u32(position.link);
                out.u32(position.steps);
                out.u64(position.asked);
                position.passes.save(out);
            }
        }
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Passed, Damage> {
        let places = input.items(|input| {
            Ok(match input.bool()? {
                false => None,
                true => Some(Place {
                    hash: input.u64()?,
                    words: input.u32s()?,
                    position: Position {
                        link: input.u32()?,
                        steps: input.u32()?,
                        asked: input.u64()?,
                        passes: Passes::load(input)?,
                    },
                }),
            })
        })?;
        let words = places.iter().flatten();
        let words = words.map(|place: &Place| place.words.capacity()).sum();
        Ok(Passed { places, words })
    }

    fn index(&self, hash: u64) -> usize {
        // The number of places is a power of two; low bits decide where chains are cut.
        (hash >> 32) as usize & self.places.len().wrapping_sub(1)
    }

    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Option<Place>>() + self.words * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_all_its_words_if_it_was_asked_late_enough() {
        let mut passed = Passed::default();
        let at = |link, asked| Position {
            link,
            steps: 1,
            asked,
            passes: Passes::default(),
        };
        assert!(passed.find(&[1, 2], 7, 0).is_none());
        passed.insert(&[1, 2], 7, at(1, 5));
        assert!(passed.find(&[1, 2], 7, 5).is_some());
        assert!(passed.find(&[1, 2], 7, 6).is_none());
        assert!(passed.find(&[1, 3], 7, 0).is_none());
        passed.insert(&[1, 3], 7, at(2, 6));
        assert_eq!(passed.find(&[1, 3], 7, 0).map(|found| found.link), Some(2));
        assert!(passed.find(&[1, 2], 7, 0).is_none());
    }
}
