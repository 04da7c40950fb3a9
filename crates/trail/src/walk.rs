//! Walks a trail step by step on a machine of its own and notes down what each step does.
//! How the trail ends is told in `ending`.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use trailhound_machine::{
    Allocation, Choice, ErrorKind, Event, Fault, LeafId, Machine, MemoryModel, Options, Outcome,
    Problem, Slot, Status, ThreadId, WaitKind, What, apply, heap_name,
};
use trailhound_program::{ObjectId, Program};

use crate::blocks::BlockNames;
use crate::describe::{describe, heap_address};
use crate::names::VariableNames;
use crate::parking_lot::Wanted;
use crate::places::Places;
use crate::report::{Block, ErrorReport, EventReport, Freed, Place, Report, Step};
use crate::stale::Stores;
use crate::standing::Notes;
use crate::straighten::switches;

/// A lock that a thread holds, and where it took it.
pub struct Held {
    pub address: u64,
    pub since: Option<Place>,
}

pub struct Walk<'p> {
    pub machine: Machine<'p>,
    pub places: Places<'p>,
    parts: Arc<BlockNames>,
    pub state: Vec<u32>,
    /// The names of threads, by number, as far as they are known.
    pub names: Vec<Option<String>>,
    titles: Vec<Option<String>>,
    /// By thread, oldest first.
    pub held: Vec<Vec<Held>>,
    stores: Stores,
    /// How the last step failed, if it did.
    pub fault: Option<Fault>,
    pub standings: Notes,
    steps: Vec<Step>,
    /// Heap blocks that steps tell of.
    mentioned: FxHashSet<(ObjectId, Allocation)>,
    pub wanted: Wanted,
}

/// Tells the trail, which leads to `problem`, in full.
pub fn replay(
    program: &Program,
    names: &Arc<VariableNames>,
    options: &Options,
    choices: &[Choice],
    problem: &Problem,
) -> Report {
    let mut machine = Machine::new(program, options.clone());
    let parts = Arc::new(BlockNames::new(names.clone()));
    machine.observer.active = true;
    machine.observer.naming = Some(parts.clone());
    let mut walk = Walk {
        machine,
        places: Places::new(program),
        parts,
        state: Vec::new(),
        names: Vec::new(),
        titles: Vec::new(),
        held: Vec::new(),
        stores: Stores::default(),
        fault: None,
        standings: Notes::default(),
        steps: Vec::new(),
        mentioned: FxHashSet::default(),
        wanted: Wanted::default(),
    };
    walk.begin();
    for &Choice { thread, value } in choices {
        if walk.fault.is_some() {
            break;
        }
        walk.step(thread, value);
    }
    let context_switches = switches(choices);
    // A step that failed has left no state, and what it did to files is still there.
    if walk.fault.is_none() {
        walk.machine.look_at(&walk.state);
    }
    let files = walk.machine.changed_files();
    let (mut error, threads, standings) = walk.ending(problem);
    let blocks = walk.blocks();
    let absences = walk.absences();
    walk.mark_free(&error);
    if problem.kind() == Some(ErrorKind::Leak) {
        error.place = first_lost(&error.message, &blocks).or(error.place);
    }
    Report {
        error,
        threads,
        blocks,
        steps: walk.steps,
        context_switches,
        absences,
        files,
        standings: walk.standings.finish(standings),
        cycle: None,
    }
}

/// What the source calls an address in the state that the machine is in.
pub fn named(machine: &mut Machine<'_>, names: &Arc<VariableNames>, address: u64) -> String {
    let parts = Arc::new(BlockNames::new(names.clone()));
    machine.observer.naming = Some(parts.clone());
    parts.follow(machine);
    machine.name_of(address)
}

/// Tells a trail that leads to `problem` and the steps of `lap`, which are repeated from there.
pub fn replay_lap(
    program: &Program,
    names: &Arc<VariableNames>,
    options: &Options,
    stem: &[Choice],
    lap: &[Choice],
    problem: &Problem,
) -> Report {
    let choices = [stem, lap].concat();
    Report {
        cycle: (!lap.is_empty()).then_some(stem.len() + 1),
        ..replay(program, names, options, &choices, problem)
    }
}

/// Leaked memory has no place but the one where it was allocated.
fn first_lost(message: &str, blocks: &[Block]) -> Option<Place> {
    let lost = message.rsplit(": ").next()?.split(", ").next()?;
    let block = blocks.iter().find(|block| block.name == lost)?;
    Some(block.place.clone())
}

impl Walk<'_> {
    /// What happens before the first choice.
    fn begin(&mut self) {
        let mut changes = Vec::new();
        let outcome = self.machine.start(&mut changes);
        self.note_names();
        let step = Step {
            step: 0,
            thread: ThreadId::MAIN,
            title: self.title(ThreadId::MAIN),
            thread_name: self.name(ThreadId::MAIN),
            place: None,
            library: None,
            events: Vec::new(),
            more_events: 0,
        };
        self.finish_step(step, &changes, outcome);
    }

    fn step(&mut self, thread: ThreadId, value: u32) {
        self.machine.look_at(&self.state);
        let before = self.machine.thread_at(thread).clone();
        let stack = self.places.stack(&before);
        let (place, library) = self.places.of_stack(&stack);
        let mut step = Step {
            step: self.steps.len(),
            thread,
            title: self.title(thread),
            thread_name: self.name(thread),
            place,
            library,
            events: Vec::new(),
            more_events: 0,
        };
        if let Status::Waiting { on, timed, .. } = before.status {
            let reason = match on {
                WaitKind::Condition { .. } if !(timed && value == 0) => "wakes up for no reason",
                _ => "the time for waiting is over",
            };
            step.events
                .push(plain_event("wake", reason, step.place.clone()));
        }
        let mut changes = Vec::new();
        let outcome = self.machine.step(&self.state, thread, value, &mut changes);
        self.finish_step(step, &changes, outcome);
    }

    fn finish_step(&mut self, mut step: Step, changes: &[(Slot, LeafId)], outcome: Outcome) {
        let mut events = std::mem::take(&mut self.machine.observer.events);
        for event in &mut events {
            self.wanted.translate(self.machine.program, event);
        }
        step.more_events = std::mem::take(&mut self.machine.observer.events_dropped);
        let own: Vec<Event> = events
            .iter()
            .filter(|event| event.thread == step.thread)
            .cloned()
            .collect();
        let on_heap = |event: &Event| heap_address(&event.what);
        for event in &events {
            if let Some(address) = on_heap(event) {
                self.parts.learn(&mut self.machine, event, address);
            }
        }
        if events.iter().any(|event| on_heap(event).is_some()) {
            self.parts.follow(&mut self.machine);
            self.standings.unsettle_all();
        }
        let is_weak = self.machine.options.memory.model != MemoryModel::Sc;
        let stores = is_weak.then_some((&mut self.stores, step.title.as_str()));
        let (machine, places) = (&mut self.machine, &mut self.places);
        let told = describe(machine, &self.parts, places, stores, &own);
        for event in told.iter().filter(|event| !event.is_detail(&step)) {
            if let Some(block) = event.block {
                let allocation = machine.observer.allocations.get(&block);
                self.mentioned
                    .extend(allocation.map(|&known| (block, known)));
            }
        }
        step.events.extend(told);
        for event in &events {
            self.follow_locks(event);
        }
        match outcome {
            Outcome::Fault { fault, .. } => self.fault = Some(fault),
            Outcome::Abandoned(stop) => self.fault = Some(stop.into()),
            Outcome::Step | Outcome::Blocked { .. } | Outcome::Pruned => {
                apply(&mut self.state, changes);
                self.machine.look_at(&self.state);
                self.note_names();
                self.note_end(&mut step);
                self.note_standings();
            }
        }
        self.name_started(&mut step);
        self.steps.push(step);
    }

    /// A started thread has run up to its first visible operation: its name may be known.
    fn name_started(&self, step: &mut Step) {
        for event in &mut step.events {
            if let Some(thread) = started(event)
                && let Some(Some(name)) = self.names.get(thread)
            {
                event.text = format!("starts thread {thread}: {name}");
            }
        }
    }

    /// A thread that began in the library shows its name only now: the steps up to here,
    /// back to the one that started it, are told again with it.
    fn name_earlier(&mut self, thread: usize, name: &str) {
        for step in self.steps.iter_mut().rev() {
            if step.thread.index() == thread {
                step.thread_name = name.to_owned();
            }
            let start = step.events.iter_mut().find(|e| started(e) == Some(thread));
            if let Some(event) = start {
                event.text = format!("starts thread {thread}: {name}");
                return;
            }
        }
    }

    fn note_end(&mut self, step: &mut Step) {
        if let Some(status) = self.machine.exit_status() {
            let text = format!("the program ends with status {status}");
            step.events.push(plain_event("end", &text, None));
        } else if matches!(
            self.machine.thread_at(step.thread).status,
            Status::Finished { .. } | Status::Absent
        ) {
            let is_process = step.title.starts_with("process ");
            let what = if is_process {
                "the process ends"
            } else {
                "the thread ends"
            };
            step.events.push(plain_event("end", what, None));
        }
    }

    fn follow_locks(&mut self, event: &Event) {
        let thread = event.thread.index();
        self.standings.unsettle(event.thread);
        if self.held.len() <= thread {
            self.held.resize_with(thread + 1, Vec::new);
        }
        match event.what {
            What::Lock { address, .. } => {
                let since = self.places.place(event.place);
                self.held[thread].push(Held { address, since });
            }
            What::Unlock { address } => {
                // A semaphore-like lock may be given back by another thread.
                let holder = if self.held[thread].iter().any(|held| held.address == address) {
                    Some(thread)
                } else {
                    self.held
                        .iter()
                        .position(|locks| locks.iter().any(|held| held.address == address))
                };
                if let Some(holder) = holder {
                    self.standings.unsettle(ThreadId(holder as u32));
                    let last = self.held[holder]
                        .iter()
                        .rposition(|held| held.address == address);
                    last.map(|last| self.held[holder].remove(last));
                }
            }
            _ => {}
        }
    }

    /// Threads are named by the user's function that they run first.
    fn note_names(&mut self) {
        let count = self.machine.thread_count() as usize;
        self.names.resize(count.max(self.names.len()), None);
        self.titles.resize(self.names.len(), None);
        for id in self.machine.thread_ids() {
            let index = id.index();
            let thread = self.machine.thread_at(id);
            if thread.status == Status::Absent {
                self.names[index] = None;
                self.machine.observer.thread_names.remove(&id);
                continue;
            }
            if self.names[index].is_some() && self.titles[index].is_some() {
                self.note_own_name(id);
                continue;
            }
            let thread = thread.clone();
            let title = self.machine.thread_title(id);
            if self.names[index].is_none() && title == format!("process {index}") {
                // All processes run the same function first.
                self.names[index] = Some(title.clone());
            } else if self.names[index].is_none() && !thread.frames.is_empty() {
                let stack = self.places.stack(&thread);
                let own = stack.iter().rev().find(|frame| !frame.library);
                let Some(name) = own.map(|frame| frame.function.clone()) else {
                    continue;
                };
                self.name_earlier(index, &name);
                self.names[index] = Some(name);
            }
            self.titles[index] = Some(title);
            self.note_own_name(id);
        }
    }

    /// The name that a thread was given tells more than the function that it runs.
    fn note_own_name(&mut self, thread: ThreadId) {
        let index = thread.index();
        let given = self.machine.observer.thread_names.get(&thread);
        let Some(given) = given.filter(|given| self.names[index].as_ref() != Some(*given)) else {
            return;
        };
        let given = given.clone();
        self.name_earlier(index, &given);
        self.names[index] = Some(given);
    }

    fn absences(&mut self) -> Vec<(String, Place)> {
        let absences = std::mem::take(&mut self.machine.observer.absences);
        let placed = absences
            .into_iter()
            .filter_map(|(text, place)| Some((text, self.places.place(place)?)));
        placed.collect()
    }

    /// Where the heap blocks that the trail speaks of come from.
    fn blocks(&mut self) -> Vec<Block> {
        let mut allocations: Vec<_> = self
            .machine
            .observer
            .allocations
            .iter()
            .map(|(&o, &a)| (o, a))
            .collect();
        allocations.sort_by_key(|(object, _)| *object);
        let earlier = std::mem::take(&mut self.machine.observer.earlier);
        let earlier: Vec<_> = earlier
            .into_iter()
            .filter(|(object, allocation, _)| self.mentioned.contains(&(*object, *allocation)))
            .collect();
        let mut blocks = Vec::new();
        for (object, allocation) in allocations {
            let mut is_told = false;
            for (_, allocation, freed) in earlier.iter().filter(|known| known.0 == object) {
                let freed = freed.and_then(|freed| self.freed(freed));
                blocks.extend(self.block(object, *allocation, None, freed));
                is_told = true;
            }
            // The steps may tell only of a block that had the number before.
            if is_told && !self.mentioned.contains(&(object, allocation)) {
                continue;
            }
            let path = self.parts.path(object);
            let freed = self.machine.observer.frees.get(&object).copied();
            let freed = freed.and_then(|freed| self.freed(freed));
            blocks.extend(self.block(object, allocation, path, freed));
        }
        blocks
    }

    fn block(
        &mut self,
        object: ObjectId,
        allocation: Allocation,
        path: Option<String>,
        freed: Option<Freed>,
    ) -> Option<Block> {
        Some(Block {
            name: heap_name(object),
            path,
            thread: allocation.thread,
            title: self.title(allocation.thread),
            place: self.places.place(allocation.place)?,
            freed,
        })
    }

    /// That a block was freed is part of the error that is about it.
    fn mark_free(&mut self, error: &ErrorReport) {
        let is_about_it = ["use-after-free", "double-free"].contains(&error.kind.as_str());
        let Some(block) = error.message.split(' ').next().filter(|_| is_about_it) else {
            return;
        };
        let text = format!("frees {block}");
        let events = self.steps.iter_mut().flat_map(|step| &mut step.events);
        if let Some(free) = events.rev().find(|event| event.text == text) {
            free.is_essential = true;
        }
    }

    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    fn freed(&mut self, Allocation { thread, place }: Allocation) -> Option<Freed> {
        Some(Freed {
            thread,
            title: self.title(thread),
            place: self.places.place(place)?,
        })
    }

    /// The thread that took the last step.
    pub fn last_thread(&self) -> ThreadId {
        self.steps.last().map_or(ThreadId::MAIN, |step| step.thread)
    }

    /// Where the last step began.
    pub fn last_place(&self) -> Option<Place> {
        self.steps.last()?.place.clone()
    }

    /// `main`, `thread 2`, `process 3`.
    pub fn title(&self, thread: ThreadId) -> String {
        if thread == ThreadId::MAIN {
            return "main".to_owned();
        }
        let known = self.titles.get(thread.index()).cloned().flatten();
        known.unwrap_or_else(|| format!("thread {thread}"))
    }

    pub fn name(&self, thread: ThreadId) -> String {
        if thread == ThreadId::MAIN {
            return "main".to_owned();
        }
        let known = self.names.get(thread.index()).cloned().flatten();
        known.unwrap_or_else(|| format!("thread {thread}"))
    }
}

/// The thread that an event tells the start of.
fn started(event: &EventReport) -> Option<usize> {
    let (number, _) = event.text.strip_prefix("starts thread ")?.split_once(':')?;
    number.parse().ok()
}

fn plain_event(kind: &'static str, text: &str, place: Option<Place>) -> EventReport {
    EventReport {
        kind,
        text: text.to_owned(),
        name: None,
        value: None,
        before: None,
        place,
        library: None,
        block: None,
        is_essential: false,
    }
}
