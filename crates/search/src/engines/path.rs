//! The stack of a depth-first engine: the path from the initial state to the current one,
//! in two bytes for an ordinary step.

use trailhound_checkpoint::{Damage, Reader, Writer};

use crate::store::{Chunked, StateId};

/// A state on the path, the choice that was taken from it, and the number of its edges
/// seen up to that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub state: StateId,
    pub choice: u32,
    pub edges_seen: u32,
}

/// A depth-first search dives: most steps start from the state that was stored right after
/// that of the step before, and take one of the first choices. Such a step is two bytes:
/// the distance between the numbers of the two states, and a nibble each for the choice
/// and the edges seen. What does not fit goes to a stack of its own, whole.
pub(super) struct Path {
    steps: Chunked<Short>,
    last: Option<StateId>,
    /// The states before those that lie too far away.
    far_states: Chunked<Option<StateId>>,
    large_choices: Chunked<(u32, u32)>,
}

#[derive(Clone, Copy)]
struct Short {
    distance: u8,
    choice: u8,
}

/// In place of a short form: the long one is on its stack.
const LONG: u8 = u8::MAX;

impl Path {
    pub fn new() -> Path {
        Path {
            steps: Chunked::new(),
            last: None,
            far_states: Chunked::new(),
            large_choices: Chunked::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn bytes(&self) -> usize {
        self.steps.bytes() + self.far_states.bytes() + self.large_choices.bytes()
    }

    #[inline]
    pub fn push(&mut self, step: Step) {
        let distance = match self.last.and_then(|last| step.state.distance_from(last)) {
            Some(distance) if distance < u32::from(LONG) => distance as u8,
            _ => {
                self.far_states.push(self.last);
                LONG
            }
        };
        let choice = match step.choice << 4 | step.edges_seen {
            both if step.choice < 16 && step.edges_seen < 16 && both < u32::from(LONG) => {
                both as u8
            }
            _ => {
                self.large_choices.push((step.choice, step.edges_seen));
                LONG
            }
        };
        self.steps.push(Short { distance, choice });
        self.last = Some(step.state);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Step> {
        let state = self.last?;
        let Short { distance, choice } = self.steps.pop()?;
        self.last = match distance {
            LONG => self.far_states.pop()?,
            _ => Some(state.before(u32::from(distance))),
        };
        let (choice, edges_seen) = match choice {
            LONG => self.large_choices.pop()?,
            both => (u32::from(both >> 4), u32::from(both & 15)),
        };
        Some(Step {
            state,
            choice,
            edges_seen,
        })
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        self.steps.save(out, |out, step| {
            out.u8(step.distance);
            out.u8(step.choice);
        });
        StateId::save_option(self.last, out);
        let far = |out: &mut Writer<'_>, state| StateId::save_option(state, out);
        self.far_states.save(out, far);
        self.large_choices.save(out, |out, (choice, edges_seen)| {
            out.u32(choice);
            out.u32(edges_seen);
        });
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Path, Damage> {
        let short = |input: &mut Reader<'_>| {
            let (distance, choice) = (input.u8()?, input.u8()?);
            Ok(Short { distance, choice })
        };
        Ok(Path {
            steps: Chunked::load(input, short)?,
            last: StateId::load_option(input)?,
            far_states: Chunked::load(input, StateId::load_option)?,
            large_choices: Chunked::load(input, |input| Ok((input.u32()?, input.u32()?)))?,
        })
    }

    /// The choices along the path, and then `more`.
    pub fn trail(&self, more: &[u32]) -> Vec<u32> {
        let mut large = self.large_choices.iter();
        let choices = self.steps.iter().map(|step| match step.choice {
            LONG => large.next().expect("a large choice was put aside").0,
            both => u32::from(both >> 4),
        });
        choices.chain(more.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_pushed() {
        let mut path = Path::new();
        let mut steps = Vec::new();
        let mut number = 1u32;
        for count in 0..20_000u32 {
            // Dives, jumps back and forth, and odd choices.
            number = match count % 50 {
                7 => number + 254,
                8 => number + 255,
                9 => number + 100_000,
                10 => (number / 2).max(1),
                11 => number,
                _ => number + 1,
            };
            let step = Step {
                state: StateId::from_number(number),
                choice: [count % 16, 15, count * 7, u32::MAX][count as usize % 4],
                edges_seen: [1, 15, 16, 300][count as usize / 4 % 4],
            };
            path.push(step);
            steps.push(step);
            if count % 3 == 0 {
                assert_eq!(path.pop(), steps.pop());
            }
        }
        let choices: Vec<u32> = steps.iter().map(|step| step.choice).collect();
        let mut trail = path.trail(&[1, 2]);
        assert_eq!(trail.split_off(choices.len()), [1, 2]);
        assert_eq!(trail, choices);
        while let Some(step) = steps.pop() {
            assert_eq!(path.len(), steps.len() + 1);
            assert_eq!(path.pop(), Some(step));
        }
        assert_eq!(path.pop(), None);
    }

    #[test]
    fn a_dive_costs_two_bytes_a_step() {
        let mut path = Path::new();
        for number in 1..=100_000 {
            path.push(Step {
                state: StateId::from_number(number),
                choice: 3,
                edges_seen: 2,
            });
        }
        assert!(path.bytes() < 200_100);
    }
}
