//! The machine: everything that a step works on. A step brings in what it touches from
//! the snapshot, runs one thread up to its next visible operation, and interns what
//! changed. The machine is deterministic: state and choice give the next state.

use crate::clock::Clock;
use crate::error::Fault;
use crate::kernel::Kernel;
use crate::leaves::LeafId;
use crate::liveness::LiveRegisters;
use crate::memory::Memory;
use crate::models::{Model, Models, touches_plainly};
use crate::observe::Observer;
use crate::options::{MemoryModel, Options};
use crate::pause::Pause;
use crate::pending::{Access, Pending, pending_accesses};
use crate::processes::Process;
use crate::program_facts::calls_out;
use crate::quick::QuickCode;
use crate::reduction::footprint::{self, Access as Touched};
use crate::snapshot::Slot;
use crate::snapshot::{NO_SLOT, Part, SlotKind};
use crate::thread::{CANCELLED, Status, Thread, WaitKind, life_of};
use crate::thread_id::ThreadId;
use crate::unfollowed::Unfollowed;
use crate::unsupported::Unsupported;
use crate::weak::{InFlight, Uses};
use crate::world::{Waiters, World};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use trailhound_contracts::{cancels, deletes_key, forks, is_cancellation_point, time_limit};
use trailhound_host::{Budget, Meter, Stop};
use trailhound_program::{FunctionId, ObjectId, Pc, Program, Standing};

/// What a step led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Step,
    Blocked {
        waits_for: Option<ThreadId>,
    },
    Pruned,
    /// The thread that failed and how.
    Fault {
        thread: ThreadId,
        fault: Fault,
    },
    /// The budget was exhausted in the middle of the step, of which nothing is kept.
    Abandoned(Stop),
}

pub struct Machine<'p> {
    pub program: &'p Program,
    pub options: Options,
    pub memory: Memory<'p>,
    /// The running thread, taken out of `threads`.
    pub thread: Thread,
    pub current: ThreadId,
    pub(crate) threads: Vec<Thread>,
    pub(crate) world: World,
    pub(crate) waiters: Waiters,
    /// The program calls fork: processes are told apart.
    pub(crate) forks: bool,
    /// By number.
    pub(crate) processes: Vec<Process>,
    pub(crate) kernel: Kernel,
    pub(crate) clock: Clock,
    pub(crate) live: LiveRegisters,
    /// What leaves point to.
    pub(crate) mentions: crate::references::Mentions,
    models: Vec<Option<Model>>,
    /// The quick form of each function's code.
    pub(crate) quick: Vec<QuickCode>,
    /// Which of them access memory as ordinary code does.
    pub(crate) touching: Vec<bool>,
    /// Accesses of the library function that the step begins with, while it runs and after.
    pub(crate) touches: Vec<Access>,
    pub(crate) noting: bool,
    /// Accesses of the library function that runs are recorded, and the first race among them.
    pub(crate) records_library: bool,
    pub(crate) library_race: Option<Fault>,
    pub(crate) classes: crate::bookkeeping::Classes,
    /// The value picked for the data choice that the step resumes.
    pub(crate) chosen: Option<u32>,
    /// The alternative that the search has picked for the first access to a history of the step.
    pub(crate) alternative: Option<u32>,
    /// How many alternatives there were.
    pub(crate) alternatives: u32,
    /// The steps before that choice have changed what others see, and others could not run since.
    pub(crate) shown: bool,
    /// Threads that must run up to their first visible operation before the step ends.
    pub(crate) settling: Vec<ThreadId>,
    /// Threads whose live content the step changed.
    pub(crate) touched: Vec<ThreadId>,
    pub(crate) fuel: u32,
    /// Set by line and instruction granularity: other threads could run before the next operation.
    pub(crate) interruptible: bool,
    pub(crate) executed: u32,
    pub(crate) step_line: Option<(u32, u32)>,
    /// Depth of the stack, function and program counter where the step began.
    pub(crate) began_at: Option<(usize, FunctionId, Pc)>,
    /// How many frames were left so far: a frame at the same depth may be another one.
    pub(crate) frames_left: u64,
    /// The program calls pthread_cancel.
    pub(crate) cancellation_used: bool,
    /// The functions at which a cancelled thread ends before anything else, if threads are cancelled.
    pub(crate) cancellation_points: FxHashSet<FunctionId>,
    /// These and, if the program looks at the clock, those that may time out: visible whatever they are given.
    pub(crate) visible_calls: FxHashSet<FunctionId>,
    /// The program deletes keys of thread-specific data: to use one is then a visible operation.
    pub(crate) key_deletion_used: bool,
    pub(crate) locks: crate::lock_sites::LockSites,
    /// Locks that the running step took, less those that it let go.
    pub(crate) locks_taken: i32,
    /// Paths of the library's functions that only do bookkeeping.
    pub(crate) bookkeeping_paths: Vec<&'static str>,
    /// What was found out about operations that may be bookkeeping.
    pub(crate) judged: crate::bookkeeping::Verdicts,
    /// Who answers for atomic operations, as far as it was asked.
    pub(crate) standings: FxHashMap<(FunctionId, Pc), Standing>,
    /// The library's variable for the panic hook, if it never changes.
    pub(crate) constant_hook: Option<u32>,
    /// Several words that other threads can reach were read or written as one operation, though
    /// not by an atomic one.
    pub copied_whole: bool,
    /// A thread has entered an atomic section beside others.
    pub sections_met: bool,
    /// Why an execution was not followed to its end, if one was not.
    pub unfollowed: Option<Unfollowed>,
    /// More threads than this end the search.
    pub thread_bound: Option<u32>,
    /// A data choice did not try all values.
    pub values_left_out: bool,
    /// A choice of a pointer did not try all of them.
    pub pointers_left_out: bool,
    /// The calls of data choices that tried one value of each class.
    pub choices_by_class: BTreeSet<(FunctionId, Pc)>,
    pub observer: Observer,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, options: Options) -> Self {
        let table = Models::standard();
        let touching = program
            .functions
            .iter()
            .map(|f| touches_plainly(&f.name, &table))
            .collect();
        let models = program
            .functions
            .iter()
            .map(|f| match f.body {
                // A program's own definition goes first.
                Some(_) => None,
                None => table.find(&f.name, &f.display),
            })
            .collect();
        let mut memory = Memory::new(program);
        memory.share_everything = options.share_everything;
        memory.watch(&options.propositions);
        let is_weak = options.memory.model == MemoryModel::C11;
        if is_weak {
            let uses = Uses::of(program, &options.memory);
            memory.weak = InFlight::new(uses, options.memory.history);
        }
        let kernel = Kernel::new(program, &options.files);
        let cancellation_used = program.functions.iter().any(cancels);
        let functions = (0..).map(FunctionId).zip(&program.functions);
        let clock = Clock::of(program);
        let cancellation_points: FxHashSet<FunctionId> = (functions.clone())
            .filter(|(_, function)| cancellation_used && is_cancellation_point(&function.name))
            .map(|(id, _)| id)
            .collect();
        let visible_calls = functions
            .filter(|(_, function)| clock.is_read && time_limit(*function).is_some())
            .map(|(id, _)| id)
            .chain(cancellation_points.iter().copied())
            .collect();
        let mut machine = Machine {
            program,
            options,
            memory,
            thread: Thread::default(),
            current: ThreadId::NONE,
            threads: Vec::new(),
            world: World::default(),
            waiters: Waiters::default(),
            forks: calls_out(program, |name| forks(name)) && !program.is_rust(),
            processes: Vec::new(),
            kernel,
            clock,
            live: LiveRegisters::default(),
            mentions: Default::default(),
            models,
            quick: (program.functions.iter())
                .map(|function| QuickCode::new(function, is_weak))
                .collect(),
            touching,
            touches: Vec::new(),
            noting: false,
            records_library: false,
            library_race: None,
            classes: crate::bookkeeping::Classes::of(program),
            chosen: None,
            alternative: None,
            alternatives: 1,
            shown: false,
            settling: Vec::new(),
            touched: Vec::new(),
            fuel: 0,
            interruptible: false,
            executed: 0,
            step_line: None,
            began_at: None,
            frames_left: 0,
            cancellation_used,
            cancellation_points,
            visible_calls,
            key_deletion_used: calls_out(program, |name| deletes_key(name)),
            locks: crate::lock_sites::LockSites::default(),
            locks_taken: 0,
            bookkeeping_paths: crate::bookkeeping::bookkeeping_paths(&program.source),
            judged: Default::default(),
            standings: FxHashMap::default(),
            constant_hook: crate::bookkeeping::constant_hook(program),
            copied_whole: false,
            sections_met: false,
            unfollowed: None,
            thread_bound: None,
            values_left_out: false,
            pointers_left_out: false,
            choices_by_class: BTreeSet::new(),
            observer: Observer::default(),
        };
        // Slot 0 is the world's, so that no state is the empty vector.
        machine.world.unit.slot = machine
            .memory
            .snapshot
            .new_slot(SlotKind::World(Part::Rule));
        machine
    }

    /// The same machine, whose steps are given up when the budget is exhausted.
    pub fn within(mut self, budget: Budget) -> Self {
        self.memory.meter = Meter::new(budget);
        self
    }

    pub fn model(&self, function: FunctionId) -> Option<Model> {
        self.models[function.index()]
    }

    /// A data choice did not try everything that it could be.
    pub fn leaves_choices_out(&self) -> bool {
        self.values_left_out || self.pointers_left_out
    }

    pub(crate) fn model_table(&self) -> &[Option<Model>] {
        &self.models
    }

    /// The first state: main runs up to its first visible operation.
    pub fn start(&mut self, changes: &mut Vec<(Slot, LeafId)>) -> Outcome {
        self.begin(&[]);
        self.began_at = None;
        self.world.alive = 1;
        self.world.take_number(self.memory.snapshot.epoch);
        self.enter_thread(ThreadId::MAIN);
        // An absent thread has no content to be brought in: what an earlier run left must go.
        self.thread = Thread {
            unit: self.thread.unit,
            ..Thread::default()
        };
        self.open_gate();
        // The first state shows what variables are initialised with.
        self.memory.gate.watched_turn = false;
        let started = self.weak_start().and_then(|()| self.push_main());
        let pause = match started.and_then(|()| self.run_thread()) {
            // The first state is before the assumption that does not hold.
            Ok(Pause::Pruned) => Ok(Pause::Stopped),
            pause => pause,
        };
        self.finish(pause, changes)
    }

    /// One step of a thread; `value` is the pick if it stands at a data choice.
    pub fn step(
        &mut self,
        state: &[u32],
        thread: ThreadId,
        value: u32,
        changes: &mut Vec<(Slot, LeafId)>,
    ) -> Outcome {
        self.begin(state);
        self.memory.log.own = thread;
        self.enter_thread(thread);
        let frames = &self.thread.frames;
        self.began_at = frames
            .last()
            .map(|top| (frames.len(), top.function, top.pc));
        if let (Some((_, _, pc)), true) = (self.began_at, self.observer.rounds.is_some()) {
            self.note_operation(pc);
        }
        self.note_library_call();
        let pause = self.resume(value);
        self.finish(pause, changes)
    }

    pub(crate) fn begin(&mut self, state: &[u32]) {
        self.memory.begin(state);
        self.memory.log.begin();
        self.settling.clear();
        self.touched.clear();
        self.touches.clear();
        self.noting = false;
        self.chosen = None;
        self.alternative = None;
        self.alternatives = 1;
        self.shown = false;
        self.locks_taken = 0;
        self.leave_thread();
        self.world.load(&mut self.memory.snapshot);
    }

    fn resume(&mut self, value: u32) -> Result<Pause, Fault> {
        self.open_gate();
        match self.thread.status {
            Status::Ready => {
                self.alternative = Some(value);
                return self.run_from_here();
            }
            Status::Choosing { shown, .. } => {
                self.chosen = Some(value);
                self.shown = shown;
                self.thread.status = Status::Ready;
                self.world.set_exclusive(None, self.memory.snapshot.epoch);
            }
            Status::Waiting { on, timed, address } => {
                let spurious =
                    self.options.spurious_wakeups && matches!(on, WaitKind::Condition { .. });
                if !timed && !spurious {
                    return Ok(Pause::Blocked { waits_for: None });
                }
                if timed && value == 0 {
                    self.time_out()?;
                }
                let current = self.current;
                self.waiters_at_mut(address).remove(address, current);
                self.end_wait(on, timed && value == 0);
                if matches!(self.thread.status, Status::Relocking { .. }) {
                    self.settle_balance();
                    return Ok(Pause::Stopped);
                }
                self.use_up_turn();
            }
            Status::Relocking { mutex, result } => {
                if let Some(waits_for) = self.relock(mutex)? {
                    return Ok(Pause::Blocked { waits_for });
                }
                self.thread.status = Status::Ready;
                self.use_up_turn();
                if result == CANCELLED {
                    return self.end_cancelled();
                }
                self.complete_call(&[result as u64]);
            }
            Status::Absent | Status::Finished { .. } => {
                return Ok(Pause::Blocked { waits_for: None });
            }
        }
        self.run_thread()
    }

    /// The running thread's wait is over: by time-out or for no reason.
    fn end_wait(&mut self, on: WaitKind, timed_out: bool) {
        match on {
            WaitKind::Condition { mutex } => {
                let result = if timed_out {
                    crate::clock::ETIMEDOUT
                } else {
                    0
                };
                self.thread.status = Status::Relocking { mutex, result };
            }
            WaitKind::Futex | WaitKind::Barrier => {
                self.thread.status = Status::Ready;
                self.finish_timed_wait();
            }
        }
    }

    fn finish(
        &mut self,
        pause: Result<Pause, Fault>,
        changes: &mut Vec<(Slot, LeafId)>,
    ) -> Outcome {
        changes.clear();
        if self.memory.log.is_on {
            let coarse = self.memory.coarse_touches();
            self.memory.log.insert_coarse(coarse);
        }
        match pause {
            Err(Fault::Abandoned(stop)) => return Outcome::Abandoned(stop),
            Err(fault) => {
                return Outcome::Fault {
                    thread: self.current,
                    fault,
                };
            }
            Ok(Pause::Pruned) => return Outcome::Pruned,
            Ok(_) => {}
        }
        self.leave_thread();
        if let Err(stop) = self.commit(changes) {
            return Outcome::Abandoned(stop);
        }
        match pause {
            Ok(Pause::Blocked { waits_for }) if changes.is_empty() => {
                Outcome::Blocked { waits_for }
            }
            _ => {
                self.memory.log.drop_look_ahead();
                Outcome::Step
            }
        }
    }

    fn commit(&mut self, changes: &mut Vec<(Slot, LeafId)>) -> Result<(), Stop> {
        changes.append(&mut self.memory.snapshot.replaced);
        self.memory.commit(changes)?;
        let Machine {
            memory,
            threads,
            live,
            program,
            ..
        } = self;
        let snapshot = &mut memory.snapshot;
        let mut words = Vec::new();
        for &index in &self.touched {
            let thread = &mut threads[index.index()];
            words.clear();
            let exists = thread.encode(index, program, live, &mut snapshot.leaves, &mut words);
            let leaf = if exists {
                snapshot.leaves.intern(&words)
            } else {
                LeafId::NOTHING
            };
            thread.unit.leaf = leaf;
            if snapshot.current(thread.unit.slot) != leaf {
                changes.push((thread.unit.slot, leaf));
            }
        }
        self.world.commit(snapshot, changes);
        self.waiters.commit(snapshot, changes);
        for process in &mut self.processes {
            process.commit(snapshot, changes);
        }
        self.kernel.commit(snapshot, changes);
        self.clock.commit(snapshot, changes);
        memory
            .weak
            .commit(&mut memory.snapshot, memory.log.own, changes);
        Ok(())
    }

    /// Makes a thread the running one.
    pub(crate) fn enter_thread(&mut self, index: ThreadId) {
        self.leave_thread();
        self.load_thread(index);
        self.touch_thread(index);
        std::mem::swap(&mut self.thread, &mut self.threads[index.index()]);
        self.current = index;
        self.memory.thread = self.thread.number;
        self.memory.enter_process(self.thread.process);
    }

    pub(crate) fn leave_thread(&mut self) {
        if self.current != ThreadId::NONE {
            self.note_shown_stack();
            std::mem::swap(&mut self.thread, &mut self.threads[self.current.index()]);
            self.current = ThreadId::NONE;
        }
    }

    /// Brings another thread up to date; the running one is.
    pub(crate) fn load_thread(&mut self, index: ThreadId) {
        if self.threads.len() <= index.index() {
            self.threads.resize_with(index.index() + 1, Thread::default);
        }
        let Machine {
            threads,
            memory,
            live,
            program,
            ..
        } = self;
        let thread = &mut threads[index.index()];
        if index == self.current || thread.unit.loaded == memory.snapshot.epoch {
            memory.log.see_again(footprint::life(index));
            return;
        }
        if let Some(leaf) = thread
            .unit
            .refresh(&mut memory.snapshot, SlotKind::Thread(index))
        {
            thread.decode(index, program, live, &memory.snapshot.leaves, leaf);
        }
        if memory.log.is_on && index != memory.log.own {
            let leaf = memory.snapshot.current(thread.unit.slot);
            let life = life_of(&memory.snapshot.leaves, leaf);
            memory
                .log
                .place(footprint::life(index), Touched::Read, Some(life));
        }
    }

    pub(crate) fn touch_thread(&mut self, index: ThreadId) {
        if index != self.memory.log.own {
            let place = footprint::life(index);
            self.memory.log.place(place, Touched::Write, None);
        }
        let epoch = self.memory.snapshot.epoch;
        if self.threads[index.index()].unit.write(epoch) {
            self.touched.push(index);
        }
    }

    /// A finished thread is forgotten; its number may be used again.
    pub(crate) fn retire(&mut self, index: ThreadId) {
        self.thread.forget_sleep();
        self.weak_retire(index);
        self.retire_number(index);
        self.touch_thread(index);
        self.threads[index.index()].status = Status::Absent;
    }

    /// Any thread of the current state, the running one included.
    pub fn thread_at(&mut self, index: ThreadId) -> &Thread {
        if index == self.current {
            return &self.thread;
        }
        self.load_thread(index);
        &self.threads[index.index()]
    }

    /// Whether there can be a thread or process with this number. If not, the execution cannot be
    /// followed any further.
    pub(crate) fn has_room_for(&mut self, thread: ThreadId) -> Result<bool, Fault> {
        if let Some(bound) = self.thread_bound.filter(|&bound| thread.0 >= bound) {
            return Err(Fault::unsupported(Unsupported::TooManyThreads(bound)));
        }
        let has_room = thread.0 < ObjectId::MAX_THREADS;
        if !has_room {
            self.unfollowed = Some(Unfollowed::Threads);
        }
        Ok(has_room)
    }

    /// The threads that states can have, as far as there were some.
    pub fn thread_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = ThreadId> + ExactSizeIterator + Clone + use<> {
        ThreadId::first(self.thread_count())
    }

    pub fn thread_count(&self) -> u32 {
        self.threads.len() as u32
    }

    pub fn thread_slot(&self, index: ThreadId) -> Option<Slot> {
        let thread = if index == self.current {
            Some(&self.thread)
        } else {
            self.threads.get(index.index())
        };
        thread
            .map(|thread| thread.unit.slot)
            .filter(|&slot| slot != NO_SLOT)
    }

    /// The list of sleeping threads, to be changed for an address.
    pub(crate) fn waiters_at_mut(&mut self, address: u64) -> &mut Waiters {
        let place = footprint::waiters(address);
        self.memory.log.place(place, Touched::Write, None);
        self.waiters_mut()
    }

    fn waiters_mut(&mut self) -> &mut Waiters {
        self.waiters.load(&mut self.memory.snapshot);
        self.waiters.unit.write(self.memory.snapshot.epoch);
        &mut self.waiters
    }

    /// The accesses that a thread will make next, if it stands before a memory operation.
    pub fn pending(&mut self, index: ThreadId) -> Pending {
        self.load_thread(index);
        let thread = if index == self.current {
            &self.thread
        } else {
            &self.threads[index.index()]
        };
        pending_accesses(self.program, thread)
    }
}
