//! The processes of the checked program: who is whose child, which threads belong to whom,
//! how processes begin and end. The number of a process is that of its first thread. Programs
//! that never fork have one process, and nothing here is ever looked at for them.

use crate::error::Fault;
use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::pause::{Leave, Pause};
use crate::process_id::ProcessId;
use crate::reduction::footprint::{self, Access as Touched};
use crate::snapshot::Slot;
use crate::snapshot::{Part, SlotKind, Snapshot, Unit};
use crate::thread::Status;
use crate::thread_id::ThreadId;
use crate::world::Registered;
use trailhound_program::{Address, Space, ThreadNumber};

/// Where a process stands in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Life {
    /// It does not exist.
    #[default]
    Absent,
    Running,
    /// It has ended with this status, and its parent has not waited for it.
    Ended(i32),
}

#[derive(Clone, Debug, Default)]
pub struct Process {
    pub unit: Unit,
    pub life: Life,
    /// None: the first process, or one that has outlived its parent.
    pub parent: Option<ProcessId>,
    /// By the number in the process.
    threads: Vec<Option<ThreadId>>,
    /// Threads that have not ended.
    alive: u32,
    /// What processes other than the first have registered.
    registered: Registered,
}

impl Process {
    pub(crate) fn load(&mut self, snapshot: &mut Snapshot, number: ProcessId) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        let Some(leaf) = self
            .unit
            .refresh(snapshot, SlotKind::World(Part::Process(number)))
        else {
            return;
        };
        let unit = self.unit;
        *self = match leaf {
            LeafId::NOTHING if number == ProcessId::FIRST => Process::first(unit),
            LeafId::NOTHING => Process {
                unit,
                ..Process::default()
            },
            leaf => Process::decode(unit, snapshot.leaves.get(leaf)),
        };
    }

    /// The first process as the program starts.
    fn first(unit: Unit) -> Process {
        Process {
            unit,
            life: Life::Running,
            threads: vec![Some(ThreadId::MAIN)],
            alive: 1,
            ..Process::default()
        }
    }

    fn decode(unit: Unit, words: &[u64]) -> Process {
        let (threads, rest) = words[3..].split_at(words[2] as u32 as usize);
        let (registered, keys) = Registered::decode_handlers((words[2] >> 32) as u32, rest);
        let life = match words[0] & 3 {
            0 => Life::Absent,
            1 => Life::Running,
            _ => Life::Ended((words[0] >> 32) as i32),
        };
        Process {
            unit,
            life,
            parent: (words[1] as u32).checked_sub(1).map(ProcessId),
            threads: threads
                .iter()
                .map(|&word| ThreadId::of_word(word as u32))
                .collect(),
            alive: (words[1] >> 32) as u32,
            registered: Registered {
                keys: keys.to_vec(),
                ..registered
            },
        }
    }

    pub(crate) fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let life = match self.life {
            Life::Absent => 0,
            Life::Running => 1,
            Life::Ended(status) => 2 | (status as u32 as u64) << 32,
        };
        let mut words = vec![
            life,
            self.parent.map_or(0, |parent| u64::from(parent.0) + 1) | (self.alive as u64) << 32,
            self.threads.len() as u64 | self.registered.lengths() << 32,
        ];
        words.extend(self.threads.iter().map(|&thread| ThreadId::to_word(thread)));
        self.registered.encode_handlers(&mut words);
        words.extend(&self.registered.keys);
        let is_first = words[..] == [1, 1 << 32, 1, 1];
        self.unit.leaf = match self.life {
            Life::Absent => LeafId::NOTHING,
            Life::Running if is_first => LeafId::NOTHING,
            _ => snapshot.leaves.intern(&words),
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    /// Its threads, with their numbers.
    pub(crate) fn threads(&self) -> impl Iterator<Item = (ThreadId, ThreadNumber)> {
        let threads = (0..).zip(&self.threads);
        threads.filter_map(|(number, thread)| Some(((*thread)?, ThreadNumber(number))))
    }

    pub(crate) fn set_thread(&mut self, number: ThreadNumber, thread: Option<ThreadId>) {
        let at = number.index();
        if self.threads.len() <= at {
            self.threads.resize(at + 1, None);
        }
        self.threads[at] = thread;
        while self.threads.last() == Some(&None) {
            self.threads.pop();
        }
    }
}

/// What getpid says in the first process; the others are counted from it on.
pub(crate) const FIRST: u32 = 4242;

/// What getpid says.
pub(crate) fn identity_of(process: ProcessId) -> u64 {
    (FIRST + process.0).into()
}

impl Machine<'_> {
    pub(crate) fn process(&mut self, number: ProcessId) -> &mut Process {
        if self.processes.len() <= number.index() {
            self.processes
                .resize_with(number.index() + 1, Process::default);
        }
        let process = &mut self.processes[number.index()];
        process.load(&mut self.memory.snapshot, number);
        process
    }

    pub(crate) fn process_mut(&mut self, number: ProcessId) -> &mut Process {
        let epoch = self.memory.snapshot.epoch;
        let process = self.process(number);
        process.unit.write(epoch);
        process
    }

    /// What the running process has registered for later.
    pub(crate) fn registered(&mut self) -> &Registered {
        let log = &mut self.memory.log;
        log.place(footprint::REGISTERED, Touched::Read, None);
        match self.thread.process {
            ProcessId::FIRST => &self.world.own,
            process => &self.process(process).registered,
        }
    }

    pub(crate) fn registered_mut(&mut self) -> &mut Registered {
        self.thread.forget_sleep();
        let log = &mut self.memory.log;
        log.place(footprint::REGISTERED, Touched::Write, None);
        match self.thread.process {
            ProcessId::FIRST => {
                self.world.unit.write(self.memory.snapshot.epoch);
                &mut self.world.own
            }
            process => &mut self.process_mut(process).registered,
        }
    }

    /// Others of the running thread's process could run.
    pub(crate) fn has_company(&mut self) -> bool {
        !self.forks || self.options.share_everything || {
            let process = self.thread.process;
            self.process(process).alive > 1
        }
    }

    /// A thread of the running process has begun.
    pub(crate) fn count_in(&mut self) {
        self.world.alive += 1;
        self.world.unit.write(self.memory.snapshot.epoch);
        if self.forks {
            let process = self.thread.process;
            self.process_mut(process).alive += 1;
        }
    }

    /// The running thread has ended; true if it was the last one of its process.
    pub(crate) fn count_out(&mut self) -> bool {
        self.world.alive -= 1;
        self.world.unit.write(self.memory.snapshot.epoch);
        if !self.forks {
            return self.world.alive == 0;
        }
        let process = self.thread.process;
        let process = self.process_mut(process);
        process.alive -= 1;
        process.alive == 0
    }

    /// When the running thread ends, so does its process, which others see.
    pub(crate) fn is_last_of_process(&mut self) -> bool {
        let process = self.thread.process;
        self.forks && self.process(process).alive == 1
    }

    /// The number that a new thread gets in the running process: the lowest that is free.
    pub(crate) fn number_in_process(&mut self, thread: ThreadId) -> ThreadNumber {
        if !self.forks {
            return thread.number_in_only_process();
        }
        let process = self.thread.process;
        let process = self.process_mut(process);
        let free = process.threads.iter().position(|entry| entry.is_none());
        let number = ThreadNumber(free.unwrap_or(process.threads.len()) as u32);
        process.set_thread(number, Some(thread));
        number
    }

    /// The thread with this number in the running process.
    pub(crate) fn thread_of_process(&mut self, number: ThreadNumber) -> Option<ThreadId> {
        if !self.forks {
            return Some(ThreadId::of_only_process(number));
        }
        let process = self.thread.process;
        let threads = &self.process(process).threads;
        threads.get(number.index()).copied().flatten()
    }

    /// How the running thread is written down as the holder of the lock at an address: in memory
    /// that processes share by its index, elsewhere by its number in the process, which a fork
    /// leaves as it is.
    pub(crate) fn mark(&self, address: u64) -> u32 {
        match Address(address).object().space() {
            Space::MAPPED => self.current.0,
            _ => self.thread.number.0,
        }
    }

    /// Writes the running thread down as the owner of a lock.
    pub(crate) fn own(&mut self, lock: u64) -> Result<(), Fault> {
        let mark = self.mark(lock);
        self.thread.locks_owned = self.thread.locks_owned.saturating_add(1);
        self.write_u32(lock, mark + 1)
    }

    /// The running thread is the owner of a lock no longer.
    pub(crate) fn disown(&mut self, lock: u64) -> Result<(), Fault> {
        self.thread.locks_owned = self.thread.locks_owned.saturating_sub(1);
        self.write_u32(lock, 0)
    }

    /// The thread that a mark stands for.
    pub(crate) fn marked(&mut self, address: u64, mark: u32) -> ThreadId {
        match Address(address).object().space() {
            Space::MAPPED => ThreadId(mark),
            _ => (self.thread_of_process(ThreadNumber(mark))).unwrap_or(ThreadId::NONE),
        }
    }

    /// The running thread and a new process, in which there is only a copy of it. Returns the
    /// number of the new process; None if there is no room for one.
    pub(crate) fn fork(&mut self) -> Result<Option<ProcessId>, Fault> {
        let epoch = self.memory.snapshot.epoch;
        let parent = self.thread.process;
        self.thread.forget_sleep();
        let new = self.world.take_process_number(parent, epoch);
        let index = new.first_thread();
        if !self.has_room_for(index)? {
            return Ok(None);
        }
        self.memory.copy_to_process(new);
        self.share_descriptors(new);
        self.load_thread(index);
        self.touch_thread(index);
        let unit = self.threads[index.index()].unit;
        let mut thread = self.thread.clone();
        (thread.unit, thread.process, thread.clean) = (unit, new, 0);
        let number = thread.number;
        match &mut thread.detours.forking {
            // The call goes on with the functions for the child.
            Some(forking) => (forking.next, forking.result) = (0, Some(0)),
            None => crate::frames::complete_call(self.program, &mut thread, &[0]),
        }
        self.threads[index.index()] = thread;
        let registered = self.registered().clone();
        let process = self.process_mut(new);
        process.life = Life::Running;
        process.parent = Some(parent);
        process.alive = 1;
        process.threads.clear();
        process.set_thread(number, Some(index));
        process.registered = registered;
        self.world.add_process(new, epoch);
        self.world.alive += 1;
        self.settling.push(index);
        self.refresh_gate();
        Ok(Some(new))
    }

    /// Processes besides `but` that have not ended.
    fn others_run(&mut self, but: ProcessId) -> bool {
        self.all_processes()
            .into_iter()
            .any(|other| other != but && self.process(other).life == Life::Running)
    }

    fn all_processes(&self) -> Vec<ProcessId> {
        let forked = self.world.processes.iter();
        let forked = forked.map(|&number| ProcessId(number as u32));
        [ProcessId::FIRST].into_iter().chain(forked).collect()
    }

    /// Children of the running process, with their numbers.
    pub(crate) fn children(&mut self) -> Vec<(ProcessId, Life)> {
        let parent = self.thread.process;
        let mut children = Vec::new();
        for number in self.all_processes() {
            let process = self.process(number);
            if process.parent == Some(parent) && process.life != Life::Absent {
                children.push((number, process.life));
            }
        }
        children
    }

    /// The only thread of a process that has not ended, if there is just one.
    pub(crate) fn sole_thread(&mut self, process: ProcessId) -> Option<ThreadId> {
        let process = self.process(process);
        let mut threads = process.threads.iter().flatten();
        match (process.alive, threads.next(), threads.next()) {
            (1, Some(&thread), None) => Some(thread),
            _ => None,
        }
    }

    /// A process that has ended is forgotten; its number may be used again.
    pub(crate) fn reap(&mut self, process: ProcessId) {
        let epoch = self.memory.snapshot.epoch;
        self.thread.forget_sleep();
        let ended = self.process_mut(process);
        *ended = Process {
            unit: ended.unit,
            ..Process::default()
        };
        self.world.remove_process(process, epoch);
    }

    /// The running thread's process ends, with all its threads; with the last one that runs, so
    /// does the program.
    pub(crate) fn end_process(&mut self, status: i32) -> Result<Leave, Fault> {
        let number = self.thread.process;
        if !self.others_run(number) {
            let first = match (number, self.process(ProcessId::FIRST).life) {
                (ProcessId::FIRST, _) => status,
                (_, Life::Ended(first)) => first,
                _ => status,
            };
            return self.end_program(first);
        }
        self.end_threads(number);
        self.close_descriptors();
        for mapping in self.memory.mapped() {
            let kept = self.is_kept(mapping);
            self.memory.detach(mapping, kept);
        }
        self.memory.clear_process();
        for (child, life) in self.children() {
            match life {
                Life::Ended(_) => self.reap(child),
                _ => self.process_mut(child).parent = None,
            }
        }
        let process = self.process_mut(number);
        process.threads.clear();
        process.alive = 0;
        process.registered = Registered::default();
        process.life = Life::Ended(status);
        if process.parent.is_none() && number != ProcessId::FIRST {
            self.reap(number);
        }
        Ok(Leave::Pause(Pause::ThreadEnded))
    }

    fn end_threads(&mut self, number: ProcessId) {
        let epoch = self.memory.snapshot.epoch;
        for index in self.process(number).threads.clone().into_iter().flatten() {
            let thread = self.thread_at(index);
            let (status, kept) = (thread.status, thread.kept.clone());
            self.close_kept(&kept);
            if !matches!(status, Status::Finished { .. } | Status::Absent) {
                self.world.alive -= 1;
                self.world.unit.write(epoch);
            }
            if let Status::Waiting { address, .. } = status {
                self.waiters_at_mut(address).remove(address, index);
            }
            if index == self.current {
                self.thread.status = Status::Absent;
            } else {
                self.touch_thread(index);
                self.threads[index.index()].status = Status::Absent;
            }
            self.settling.retain(|&thread| thread != index);
            match index == number.first_thread() {
                true => self.world.take_from_left(index, epoch),
                false => self.world.free_number(index, epoch),
            }
        }
    }

    /// What gettid says: the first thread of a process goes by the number of the process.
    pub(crate) fn task(&self) -> u64 {
        match self.forks {
            true => identity_of(ProcessId(self.current.0)),
            false => u64::from(self.current.0) + 1,
        }
    }

    /// For people.
    pub(crate) fn process_title(&self, process: ProcessId) -> String {
        match (self.forks, process) {
            (false, _) => "the program".to_owned(),
            (true, ProcessId::FIRST) => "the first process".to_owned(),
            (true, number) => format!("process {number}"),
        }
    }
}
