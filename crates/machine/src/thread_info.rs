//! What the graph must know of a thread, told by its leaf alone, and so worked out once
//! for each leaf.

use crate::common::{Common, News};
use crate::leaves::LeafId;
use crate::lock_sites::parks;
use crate::machine::Machine;
use crate::pending::{Expected, Pending, expected_words, wanted_lock};
use crate::process_id::ProcessId;
use crate::thread::{Status, WaitKind};
use crate::thread_id::ThreadId;
use smallvec::SmallVec;
use std::sync::Arc;
use trailhound_program::{Op, ThreadNumber};

#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadInfo {
    pub process: ProcessId,
    /// Its number there.
    pub number: ThreadNumber,
    /// Steps that it can try: one, or the values of a data choice, or none.
    pub options: u32,
    /// The one of them that is a wake-up for no reason.
    pub spurious: Option<u32>,
    /// All of them but the first are what only a weaker memory order allows.
    pub by_order: bool,
    pub finished: bool,
    /// It stands at a call, a lock or a park, which may block.
    pub may_block: bool,
    pub pending: Pending,
    /// Of a compare-exchange that it stands before.
    pub expects: Option<Box<[Expected]>>,
    /// It stands before a library function, whose accesses depend on what is in memory.
    pub at_library_call: bool,
    pub wants: Option<u64>,
    pub held: SmallVec<[u64; 2]>,
}

/// The infos of all leaves that are threads.
pub(crate) struct ThreadInfos {
    infos: Vec<ThreadInfo>,
    /// By leaf: an index into `infos`.
    of_leaf: Vec<u32>,
    /// The most steps that any of them can try.
    most_options: u32,
    /// The infos by leaf, in common with machines of other threads.
    common: Option<Arc<Common<Learnt>>>,
    /// How many of these were looked at.
    caught_up: usize,
}

/// What machines have learnt, in its order.
type Learnt = Vec<(LeafId, ThreadInfo)>;

/// The number of the info of threads that do not exist.
pub(crate) const ABSENT: u32 = 0;

impl ThreadInfos {
    pub fn new() -> ThreadInfos {
        let absent = ThreadInfo {
            finished: true,
            ..ThreadInfo::default()
        };
        ThreadInfos {
            infos: vec![absent],
            of_leaf: Vec::new(),
            most_options: 0,
            common: None,
            caught_up: 0,
        }
    }

    /// The number of a leaf's info.
    #[inline]
    pub fn number(&self, leaf: LeafId) -> u32 {
        self.of_leaf.get(leaf.index()).copied().unwrap_or(ABSENT)
    }

    #[inline]
    pub fn get(&self, number: u32) -> &ThreadInfo {
        &self.infos[number as usize]
    }

    #[inline]
    pub fn of(&self, leaf: LeafId) -> &ThreadInfo {
        self.get(self.number(leaf))
    }

    /// Notes what is to be known of a thread that a step has just left in this leaf.
    pub fn learn(&mut self, machine: &mut Machine<'_>, thread: ThreadId, leaf: LeafId) {
        if leaf.is_nothing() || self.number(leaf) != ABSENT {
            return;
        }
        let info = describe(machine, thread);
        if let Some(common) = &self.common {
            common.write(|common| common.push((leaf, info.clone())));
        }
        self.add(leaf, info);
    }

    fn add(&mut self, leaf: LeafId, info: ThreadInfo) {
        if self.of_leaf.len() <= leaf.index() {
            self.of_leaf.resize(leaf.index() + 1, ABSENT);
        }
        self.of_leaf[leaf.index()] = self.infos.len() as u32;
        self.most_options = self.most_options.max(info.options);
        self.infos.push(info);
    }

    /// Shares what is known with other machines from now on.
    pub fn share(&mut self, news: &News) {
        if self.common.is_none() {
            let leaves = (0..).map(LeafId);
            let known = leaves.zip(&self.of_leaf).filter(|known| *known.1 != ABSENT);
            let known = known.map(|(leaf, &number)| (leaf, self.get(number).clone()));
            self.common = Some(Common::new(known.collect(), news));
        }
    }

    /// The same for another machine.
    pub fn fork(&self) -> ThreadInfos {
        let mut infos = ThreadInfos::new();
        infos.common = self.common.clone();
        infos.catch_up();
        infos
    }

    /// Takes over what others have written.
    pub fn catch_up(&mut self) {
        let Some(common) = self.common.clone() else {
            return;
        };
        let common = common.read();
        for (leaf, info) in &common[self.caught_up..] {
            if self.number(*leaf) == ABSENT {
                self.add(*leaf, info.clone());
            }
        }
        self.caught_up = common.len();
    }

    /// The leaves that are known, in the order in which they were learnt, and their threads in a program of one process.
    pub fn known(&self) -> Vec<(LeafId, ThreadId)> {
        let mut leaves = vec![LeafId::NOTHING; self.infos.len()];
        for (leaf, &number) in (0..).map(LeafId).zip(&self.of_leaf) {
            if number != ABSENT {
                leaves[number as usize] = leaf;
            }
        }
        let thread = |info: &ThreadInfo| ThreadId::of_only_process(info.number);
        let threads = self.infos.iter().map(thread);
        leaves.into_iter().zip(threads).skip(1).collect()
    }

    /// The most steps that any thread could try so far.
    #[inline]
    pub fn most_options(&self) -> u32 {
        self.most_options
    }

    pub fn bytes(&self) -> usize {
        self.infos.capacity() * size_of::<ThreadInfo>() + self.of_leaf.capacity() * size_of::<u32>()
    }
}

fn describe(machine: &mut Machine<'_>, index: ThreadId) -> ThreadInfo {
    let pending = machine.pending(index);
    let at_library_call = machine.stands_before_library_call(index);
    let spurious = machine.options.spurious_wakeups;
    let program = machine.program;
    let thread = machine.thread_at(index).clone();
    let wants = wanted_lock(program, &thread, machine.model_table());
    let options = match thread.status {
        Status::Absent | Status::Finished { .. } => 0,
        Status::Ready | Status::Relocking { .. } => 1,
        Status::Choosing { options, .. } => options,
        Status::Waiting { on, timed, .. } => {
            timed as u32 + (spurious && matches!(on, WaitKind::Condition { .. })) as u32
        }
    };
    let spurious = match thread.status {
        Status::Waiting {
            on: WaitKind::Condition { .. },
            timed,
            ..
        } if spurious => Some(timed as u32),
        _ => None,
    };
    let may_wait = thread.frames.last().is_some_and(|frame| {
        let body = program.functions[frame.function.index()]
            .body
            .as_ref()
            .expect("a frame runs a body");
        match body.code[frame.pc as usize] {
            Op::Call { .. } => true,
            Op::ReadModifyWrite { .. } => parks(program, frame.function, frame.pc),
            _ => false,
        }
    });
    ThreadInfo {
        process: thread.process,
        number: thread.number,
        options,
        by_order: matches!(
            thread.status,
            Status::Ready | Status::Choosing { by_order: true, .. }
        ),
        spurious,
        finished: matches!(thread.status, Status::Absent | Status::Finished { .. }),
        may_block: (may_wait || wants.is_some()) && options > 0,
        pending,
        expects: expected_words(program, &thread),
        at_library_call,
        wants,
        held: thread.held.iter().copied().collect(),
    }
}
