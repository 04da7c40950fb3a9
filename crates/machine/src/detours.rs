//! Ways of a thread that are not those of calls and returns: back to a setjmp, through the handlers of
//! `pthread_cleanup_push`, and around a fork. It knows how they are stored, not how they are gone.

use trailhound_program::{Address, Pc};

/// A place that `longjmp` can go back to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Jump {
    /// The address of its jmp_buf.
    pub buffer: u64,
    /// The clean-up handler that was registered last, as [`Detours::cleanup`].
    pub cleanup: u64,
    /// The frame that called setjmp, counted from the bottom, and the place of the call.
    pub frame: u32,
    pub pc: Pc,
    /// What the registers hold that are read behind the call, each with its undefined bytes.
    pub registers: Vec<(u64, u8)>,
}

/// A fork that calls functions before and after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forking {
    /// Frames of the thread at the call of fork.
    pub frames: u32,
    /// Functions registered when it began, and how many of them were called before the fork, or after it.
    pub count: u32,
    pub next: u32,
    /// What fork will return, once it was done.
    pub result: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detours {
    /// Sorted by buffer; those of frames that were left are gone.
    pub jumps: Vec<Jump>,
    /// The jmp_buf of the clean-up handler that was registered last; 0 if there is none.
    pub cleanup: u64,
    pub forking: Option<Forking>,
}

impl Detours {
    pub fn is_empty(&self) -> bool {
        self.jumps.is_empty() && self.cleanup == 0 && self.forking.is_none()
    }

    /// Remembers a call of setjmp in place of an earlier one with the same buffer.
    pub fn set(&mut self, jump: Jump) {
        self.jumps.retain(|other| other.buffer != jump.buffer);
        self.jumps.push(jump);
        self.jumps.sort_unstable_by_key(|jump| jump.buffer);
    }

    /// The call of setjmp with this buffer, if its function has not returned.
    pub fn find(&self, buffer: u64) -> Option<&Jump> {
        self.jumps.iter().find(|jump| jump.buffer == buffer)
    }

    /// The scope of a local variable ends: true if a jump can lead back into it. A jmp_buf ends with its own scope.
    pub fn keeps_local(&mut self, frame: usize, local: u64) -> bool {
        let object = Address(local).object();
        self.jumps
            .retain(|jump| Address(jump.buffer).object() != object);
        self.jumps.iter().any(|jump| jump.frame as usize == frame)
    }

    /// The thread has so many frames left.
    pub fn leave(&mut self, frames: usize) {
        self.jumps.retain(|jump| (jump.frame as usize) < frames);
        let is_over = |forking: &Forking| forking.frames as usize > frames;
        self.forking = self.forking.filter(|forking| !is_over(forking));
    }

    // Small numbers have words of their own, so that they are never taken for pointers.
    pub fn encode(&self, words: &mut Vec<u64>) {
        words.extend([self.jumps.len() as u64, self.cleanup]);
        words.push(self.forking.is_some().into());
        if let Some(forking) = self.forking {
            let result = forking.result.map_or(0, |result| u64::from(result) + 1);
            words.extend([forking.frames, forking.count, forking.next].map(u64::from));
            words.push(result);
        }
        for jump in &self.jumps {
            words.extend([jump.buffer, jump.cleanup]);
            words.extend([jump.frame, jump.pc, jump.registers.len() as u32].map(u64::from));
            for &(value, undefined) in &jump.registers {
                words.extend([value, undefined.into()]);
            }
        }
    }

    pub fn decode(next: &mut impl FnMut() -> u64) -> Detours {
        let (jumps, cleanup) = (next(), next());
        let forking = (next() != 0).then(|| Forking {
            frames: next() as u32,
            count: next() as u32,
            next: next() as u32,
            result: next().checked_sub(1).map(|result| result as u32),
        });
        let jumps = (0..jumps).map(|_| {
            let (buffer, cleanup) = (next(), next());
            let (frame, pc, registers) = (next() as u32, next() as Pc, next());
            Jump {
                buffer,
                cleanup,
                frame,
                pc,
                registers: (0..registers).map(|_| (next(), next() as u8)).collect(),
            }
        });
        Detours {
            jumps: jumps.collect(),
            cleanup,
            forking,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detours() -> Detours {
        let jump = |buffer, frame| Jump {
            buffer,
            cleanup: 7,
            frame,
            pc: 12,
            registers: vec![(u64::MAX, 0xff), (3, 0)],
        };
        let mut detours = Detours {
            cleanup: 9,
            forking: Some(Forking {
                frames: 3,
                count: 2,
                next: 1,
                result: Some(0),
            }),
            ..Detours::default()
        };
        for jump in [jump(80, 1), jump(40, 2), jump(80, 4)] {
            detours.set(jump);
        }
        detours
    }

    #[test]
    fn what_is_decoded_is_what_was_encoded() {
        for detours in [Detours::default(), detours()] {
            let mut words = Vec::new();
            detours.encode(&mut words);
            let mut words = words.into_iter();
            let mut next = || words.next().expect("the words of detours");
            assert_eq!(Detours::decode(&mut next), detours);
            assert_eq!(words.next(), None);
        }
    }

    #[test]
    fn what_belongs_to_a_frame_goes_with_it() {
        let mut detours = detours();
        let found =
            |detours: &Detours| [40, 80].map(|buffer| detours.find(buffer).map(|j| j.frame));
        assert_eq!(found(&detours), [Some(2), Some(4)]);
        detours.leave(4);
        assert_eq!(found(&detours), [Some(2), None]);
        assert!(detours.forking.is_some());
        detours.leave(2);
        assert_eq!(found(&detours), [None, None]);
        assert!(detours.forking.is_none());
    }
}
