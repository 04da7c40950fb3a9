//! A thread of the checked program: its frames, registers and status, and how it is
//! stored in leaves. Only registers that are alive where the thread stands are stored.

use crate::detours::Detours;
use crate::leaves::{LeafId, Leaves};
use crate::liveness::LiveRegisters;
use crate::process_id::ProcessId;
use crate::snapshot::Unit;
use crate::thread_id::ThreadId;
use std::hash::Hasher;
use trailhound_program::{FunctionId, ObjectId, Pc, Program, Reg, ThreadNumber};

/// What a wait at a condition variable returns that was ended by cancellation: the thread does not go on behind it.
pub const CANCELLED: u32 = u32::MAX;

/// Where a thread stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// The slot is not in use.
    #[default]
    Absent,
    /// Before the operation at its program counter.
    Ready,
    /// In a call that picks one of `options` values; only this thread may go on.
    Choosing {
        options: u32,
        /// It has changed what others see, and these could not run since.
        shown: bool,
        /// The first value is what a sequentially consistent machine does.
        by_order: bool,
    },
    /// Asleep until another thread wakes it; a timed wait may also end by itself.
    Waiting {
        on: WaitKind,
        address: u64,
        timed: bool,
    },
    /// Woken from a condition variable, wants its mutex back; then the wait returns `result`, or the thread ends
    /// if that is `CANCELLED`.
    Relocking {
        mutex: u64,
        result: u32,
    },
    Finished {
        value: u64,
    },
}

impl Status {
    /// From the first words of a thread's leaf.
    fn decode(head: u64, first: u64, second: u64) -> Status {
        match head & 0xff {
            1 => Status::Ready,
            2 => Status::Choosing {
                options: first as u32,
                shown: second & 1 != 0,
                by_order: second & 2 != 0,
            },
            tag @ (3 | 4) => Status::Waiting {
                on: WaitKind::Futex,
                address: first,
                timed: tag == 4,
            },
            tag @ (5 | 6) => Status::Waiting {
                on: WaitKind::Condition { mutex: second },
                address: first,
                timed: tag == 6,
            },
            tag @ (7 | 8) => Status::Waiting {
                on: WaitKind::Barrier,
                address: first,
                timed: tag == 8,
            },
            9 => Status::Relocking {
                mutex: first,
                result: second as u32,
            },
            _ => Status::Finished { value: first },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitKind {
    Futex,
    Condition { mutex: u64 },
    Barrier,
}

/// What happens when a frame returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum After {
    /// The caller goes on, with the result.
    #[default]
    Return,
    /// The thread ends with the result.
    EndThread,
    /// The program ends with the result.
    EndProgram,
    /// The caller's call is executed again: a model that calls back into the program asks for more.
    Again,
    /// The caller goes on with 0 as the result.
    ReturnZero,
    /// The result is the text of a panic: the thread's panic is an error unless it is caught.
    PanicMessage,
    /// A destructor at the end of the thread: look for the next.
    Ending,
    /// A function registered with atexit: look for the next.
    Exiting,
    /// A property has asked; the result is the answer.
    Answer,
}

impl After {
    /// The arguments of the call below are needed again when the frame returns.
    pub fn repeats(self) -> bool {
        matches!(self, After::Again | After::PanicMessage)
    }

    /// As it lies in the first word of a frame's leaf.
    pub(crate) fn of_word(word: u64) -> After {
        AFTER[(word >> 32 & 0xff) as usize]
    }
}

/// In the order of their declaration.
const AFTER: [After; 9] = [
    After::Return,
    After::EndThread,
    After::EndProgram,
    After::Again,
    After::ReturnZero,
    After::PanicMessage,
    After::Ending,
    After::Exiting,
    After::Answer,
];

/// Words of a thread that has slept.
const SLEPT_WORDS: usize = 5;

/// Where the lengths of a thread's lists lie among its words; a finished thread has none.
pub(crate) fn lengths_at(words: &[u64]) -> usize {
    let flags = words.first().map_or(0, |head| head >> 11);
    let is_set = |bit: u32| (flags >> bit & 1) as usize;
    let kept_at = 3 + is_set(0) + SLEPT_WORDS * is_set(1);
    kept_at + is_set(4) * (1 + 2 * words.get(kept_at).map_or(0, |&kept| kept as usize))
}

#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub pc: Pc,
    /// Where its registers start.
    pub base: u32,
    /// Local objects alive when it was entered.
    pub locals: u32,
    /// The object with the variable arguments.
    pub variadic: Option<ObjectId>,
    pub after: After,
    /// Some registers may be undefined.
    pub tracked: bool,
    /// The leaf of this frame and those below, while they stay as they are.
    pub leaf: LeafId,
}

#[derive(Clone, Debug, Default)]
pub struct Thread {
    pub unit: Unit,
    /// The process that it belongs to, and its number there.
    pub process: ProcessId,
    pub number: ThreadNumber,
    /// Bytes of a long write to a pipe that are in the pipe already.
    pub progress: u32,
    /// What the call that it waits in keeps open, as words of descriptors.
    pub kept: Vec<u64>,
    pub status: Status,
    pub frames: Vec<Frame>,
    pub registers: Vec<u64>,
    /// For each register a bit for each undefined byte.
    pub undefined: Vec<u8>,
    /// Frames from the bottom whose leaf is still right.
    pub clean: usize,
    /// Local objects alive.
    pub locals: u32,
    /// Copies of thread-local globals, by global.
    pub thread_locals: Vec<(u32, ObjectId)>,
    /// pthread_setspecific
    pub specifics: Vec<(u32, u64)>,
    /// Destructors to run at the end: function and argument.
    pub exit_handlers: Vec<(u64, u64)>,
    /// Locks that it holds, by address, for finding circles of waiting threads.
    pub held: Vec<u64>,
    pub detours: Detours,
    pub atomic_depth: u16,
    /// Locks in which it is written down as the owner; there may be more if it is the highest number.
    pub locks_owned: u8,
    /// The leaf of its frames when it slept last, if it has not looked at the clock since.
    pub slept_at: LeafId,
    /// What it has changed in memory, in the system and of its own since then, on balance.
    pub changed_since: u64,
    /// The nanoseconds that it slept then.
    pub slept_for: u64,
    /// It ended while it held a lock, whose owner goes by its number.
    pub ended_holding: bool,
    /// A pointer to one of its variables has become visible to others.
    pub stack_shown: bool,
    pub detached: bool,
    /// pthread_cancel was called for it.
    pub cancelled: bool,
    /// pthread_setcancelstate: it is not to be cancelled now.
    pub uncancellable: bool,
    /// What it ends with.
    pub exit_value: u64,
}

impl Thread {
    /// It has looked at the clock, ended, or changed something that is not counted.
    pub fn forget_sleep(&mut self) {
        (self.slept_at, self.changed_since, self.slept_for) = (LeafId::NOTHING, 0, 0);
    }

    /// It has changed a number of its own that is not on its stack.
    pub fn note_change(&mut self, place: u64, before: u64, now: u64) {
        if !self.slept_at.is_nothing() {
            let mut hasher = rustc_hash::FxHasher::default();
            hasher.write_u64(place);
            let weight = hasher.finish() | 1;
            let difference = now.wrapping_sub(before);
            let change = difference.wrapping_mul(weight);
            self.changed_since = self.changed_since.wrapping_add(change);
        }
    }

    /// Cancelled, and it may take effect.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled && !self.uncancellable
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a running thread has a frame")
    }

    pub fn top_mut(&mut self) -> &mut Frame {
        let clean = self.frames.len() - 1;
        self.clean = self.clean.min(clean);
        self.frames
            .last_mut()
            .expect("a running thread has a frame")
    }

    /// Appends the words of the thread with this index; false if it is absent.
    pub fn encode(
        &mut self,
        index: ThreadId,
        program: &Program,
        live: &mut LiveRegisters,
        leaves: &mut Leaves,
        words: &mut Vec<u64>,
    ) -> bool {
        let (tag, first, second) = match self.status {
            Status::Absent => return false,
            Status::Ready => (1, 0, 0),
            Status::Choosing {
                options,
                shown,
                by_order,
            } => (2, options as u64, shown as u64 | (by_order as u64) << 1),
            Status::Waiting {
                on: WaitKind::Futex,
                address,
                timed,
            } => (3 + timed as u64, address, 0),
            Status::Waiting {
                on: WaitKind::Condition { mutex },
                address,
                timed,
            } => (5 + timed as u64, address, mutex),
            Status::Waiting {
                on: WaitKind::Barrier,
                address,
                timed,
            } => (7 + timed as u64, address, 0),
            Status::Relocking { mutex, result } => (9, mutex, result as u64),
            Status::Finished { value } => (10, value, 0),
        };
        let elsewhere = self.process != ProcessId::FIRST
            || self.number != index.number_in_only_process()
            || self.progress != 0;
        let flags = self.detached as u64
            | (self.cancelled as u64) << 1
            | (self.uncancellable as u64) << 2
            | (elsewhere as u64) << 3
            | ((!self.slept_at.is_nothing()) as u64) << 4
            | ((!self.detours.is_empty()) as u64) << 5
            | (self.ended_holding as u64) << 6
            | ((!self.kept.is_empty()) as u64) << 7;
        words.push(
            tag | flags << 8
                | (self.atomic_depth as u64) << 16
                | (self.locks_owned as u64) << 32
                | (self.stack_shown as u64) << 40,
        );
        words.extend([first, second]);
        if elsewhere {
            words.push(
                u64::from(self.process.0) << 48
                    | u64::from(self.number.0) << 32
                    | self.progress as u64,
            );
        }
        if !self.slept_at.is_nothing() {
            words.push(self.slept_at.0.into());
            // In halves, so that none is ever taken for a pointer.
            for number in [self.changed_since, self.slept_for] {
                words.extend([number >> 32, number & u32::MAX as u64]);
            }
        }
        if !self.kept.is_empty() {
            words.push(self.kept.len() as u64);
            let halves = |word: &u64| [word >> 32, word & u32::MAX as u64];
            words.extend(self.kept.iter().flat_map(halves));
        }
        if tag == 10 {
            return true;
        }
        self.encode_lists(words);
        words.push(self.exit_value);
        words.push(
            (self.locals as u64) << 32 | u64::from(self.encode_frames(program, live, leaves).0),
        );
        true
    }

    /// Appends the lengths of its lists and what is in them.
    fn encode_lists(&self, words: &mut Vec<u64>) {
        let lengths = [
            self.thread_locals.len(),
            self.specifics.len(),
            self.exit_handlers.len(),
            self.held.len(),
        ];
        words.push(
            lengths
                .iter()
                .rev()
                .fold(0, |packed, &n| packed << 16 | n as u64),
        );
        words.extend(
            self.thread_locals
                .iter()
                .map(|&(global, object)| (global as u64) << 32 | object.0 as u64),
        );
        words.extend(
            self.specifics
                .iter()
                .flat_map(|&(key, value)| [key as u64, value]),
        );
        words.extend(
            self.exit_handlers
                .iter()
                .flat_map(|&(function, argument)| [function, argument]),
        );
        words.extend(&self.held);
        if !self.detours.is_empty() {
            self.detours.encode(words);
        }
    }

    /// The leaf of its frames as they are now.
    pub fn frames_leaf(
        &mut self,
        program: &Program,
        live: &mut LiveRegisters,
        leaves: &mut Leaves,
    ) -> LeafId {
        self.encode_frames(program, live, leaves)
    }

    fn encode_frames(
        &mut self,
        program: &Program,
        live: &mut LiveRegisters,
        leaves: &mut Leaves,
    ) -> LeafId {
        let depth = self.frames.len();
        let mut parent = if self.clean == 0 {
            LeafId::NOTHING
        } else {
            self.frames[self.clean - 1].leaf
        };
        let mut words = Vec::with_capacity(32);
        for index in self.clean..depth {
            let frame = self.frames[index];
            words.clear();
            words.push(
                u64::from(parent.0) | (frame.after as u64) << 32 | (frame.tracked as u64) << 40,
            );
            words.push((frame.function.0 as u64) << 32 | frame.pc as u64);
            words.push(
                (frame.locals as u64) << 32 | frame.variadic.map_or(0, |object| object.0 as u64),
            );
            let before = self
                .frames
                .get(index + 1)
                .is_none_or(|above| above.after.repeats());
            let registers = live.at(program, frame.function, frame.pc, before);
            words.extend(
                registers
                    .iter()
                    .map(|&r| self.registers[(frame.base + r) as usize]),
            );
            if frame.tracked {
                words.extend(
                    registers
                        .iter()
                        .map(|&r| self.undefined[(frame.base + r) as usize] as u64),
                );
            }
            parent = leaves.intern(&words);
            self.frames[index].leaf = parent;
        }
        self.clean = depth;
        parent
    }

    /// The opposite of `encode`.
    pub fn decode(
        &mut self,
        index: ThreadId,
        program: &Program,
        live: &mut LiveRegisters,
        leaves: &Leaves,
        leaf: LeafId,
    ) {
        self.frames.clear();
        self.registers.clear();
        self.undefined.clear();
        self.thread_locals.clear();
        self.specifics.clear();
        self.exit_handlers.clear();
        self.held.clear();
        self.detours = Detours::default();
        self.clean = 0;
        (self.process, self.number, self.progress) =
            (ProcessId::FIRST, index.number_in_only_process(), 0);
        self.forget_sleep();
        (self.ended_holding, self.stack_shown, self.locks_owned) = (false, false, 0);
        self.kept.clear();
        if leaf.is_nothing() {
            self.status = Status::Absent;
            return;
        }
        let mut words = leaves.get(leaf).iter().copied();
        let mut next = || words.next().expect("the words of a thread");
        let head = next();
        let (first, second) = (next(), next());
        self.detached = head >> 8 & 1 == 1;
        self.cancelled = head >> 9 & 1 == 1;
        self.uncancellable = head >> 10 & 1 == 1;
        if head >> 11 & 1 == 1 {
            let word = next();
            self.process = ProcessId((word >> 48) as u32);
            self.number = ThreadNumber((word >> 32) as u32 & 0xffff);
            self.progress = word as u32;
        }
        if head >> 12 & 1 == 1 {
            self.slept_at = LeafId(next() as u32);
            self.changed_since = next() << 32 | next();
            self.slept_for = next() << 32 | next();
        }
        if head >> 15 & 1 == 1 {
            let count = next();
            self.kept.extend((0..count).map(|_| next() << 32 | next()));
        }
        self.ended_holding = head >> 14 & 1 == 1;
        self.stack_shown = head >> 40 & 1 == 1;
        self.atomic_depth = (head >> 16) as u16;
        self.locks_owned = (head >> 32) as u8;
        self.status = Status::decode(head, first, second);
        if matches!(self.status, Status::Finished { .. }) {
            return;
        }
        let lengths = next();
        let length = |n: u32| (lengths >> (16 * n) & 0xffff) as usize;
        self.thread_locals.extend((0..length(0)).map(|_| {
            let word = next();
            ((word >> 32) as u32, ObjectId(word as u32))
        }));
        self.specifics
            .extend((0..length(1)).map(|_| (next() as u32, next())));
        self.exit_handlers
            .extend((0..length(2)).map(|_| (next(), next())));
        self.held.extend((0..length(3)).map(|_| next()));
        if head >> 13 & 1 == 1 {
            self.detours = Detours::decode(&mut next);
        }
        self.exit_value = next();
        let last = next();
        self.locals = (last >> 32) as u32;
        self.decode_frames(program, live, leaves, LeafId(last as u32));
    }

    fn decode_frames(
        &mut self,
        program: &Program,
        live: &mut LiveRegisters,
        leaves: &Leaves,
        top: LeafId,
    ) {
        let mut chain = Vec::with_capacity(16);
        let mut leaf = top;
        while !leaf.is_nothing() {
            chain.push(leaf);
            leaf = LeafId(leaves.get(leaf)[0] as u32);
        }
        let depth = chain.len();
        for (index, &leaf) in chain.iter().rev().enumerate() {
            let words = leaves.get(leaf);
            let after = After::of_word(words[0]);
            let function = FunctionId((words[1] >> 32) as u32);
            let pc = words[1] as u32;
            let tracked = words[0] >> 40 & 1 == 1;
            let variadic = Some(ObjectId(words[2] as u32)).filter(|object| object.0 != 0);
            let base = self.registers.len();
            let body = program.functions[function.index()]
                .body
                .as_ref()
                .expect("a frame runs a body");
            self.registers.extend_from_slice(&body.constants);
            self.registers.resize(base + body.registers as usize, 0);
            self.undefined.resize(base + body.registers as usize, 0);
            // A call that will be executed again needs its arguments.
            let above =
                (index + 1 < depth).then(|| leaves.get(chain[depth - index - 2])[0] >> 32 & 0xff);
            let registers: &[Reg] = live.at(
                program,
                function,
                pc,
                above.is_none_or(|after| AFTER[after as usize].repeats()),
            );
            for (&register, &word) in registers.iter().zip(&words[3..]) {
                self.registers[base + register as usize] = word;
            }
            if tracked {
                for (&register, &mask) in registers.iter().zip(&words[3 + registers.len()..]) {
                    self.undefined[base + register as usize] = mask as u8;
                }
            }
            let locals = (words[2] >> 32) as u32;
            self.frames.push(Frame {
                function,
                pc,
                base: base as u32,
                locals,
                variadic,
                after,
                tracked,
                leaf,
            });
        }
        self.clean = depth;
    }
}

/// In the value of a thread's life: it has ended.
pub(crate) const ENDED: u64 = 8;

/// What others can know of a thread with this leaf: whether it is there and has ended.
pub(crate) fn life_of(leaves: &Leaves, leaf: LeafId) -> u64 {
    const FINISHED: u64 = 10;
    if leaf.is_nothing() {
        return 0;
    }
    let words = leaves.get(leaf);
    let (tag, flags) = (words[0] & 0xff, words[0] >> 8 & 3);
    match tag {
        FINISHED => words[1] << 4 | ENDED | flags,
        _ => 4 | flags,
    }
}
