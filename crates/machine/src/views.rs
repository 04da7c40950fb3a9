//! Several machines for the threads of one search. They number leaves and slots alike, so that a state
//! of one is a state of all; what one of them has met, the others must know before they look at a
//! state with it: that there is an object or a thread, in which slot, and how a thread stands.

use crate::common::{News, View};
use crate::graph::ProgramGraph;
use crate::machine::Machine;
use crate::processes::Process;
use crate::snapshot::{NO_SLOT, Part, Slot, SlotKind};
use crate::thread::Thread;
use trailhound_search::{Finding, Forked};

impl ProgramGraph<'_> {
    /// Whether several threads can search the states: each process would have its own slots.
    pub fn can_fork(&self) -> bool {
        let machine = &self.machine;
        !machine.forks && !machine.kernel.is_used()
    }

    /// Learns what machines of other threads have met. To be called before a state is looked at.
    #[inline]
    pub(crate) fn catch_up(&mut self) {
        if let Some(news) = &self.view.news
            && news.count() != self.view.read
        {
            self.read_news();
        }
    }

    #[cold]
    fn read_news(&mut self) {
        // What comes while this reads is read again.
        self.view.read = self.view.news.as_ref().map_or(0, News::count);
        self.machine.memory.snapshot.catch_up();
        self.infos.catch_up();
        let kinds = self.machine.memory.snapshot.kinds.len();
        for slot in self.view.bound..kinds {
            self.machine.bind(Slot(slot as u32));
        }
        self.view.bound = kinds;
    }

    /// Begins to share what is known.
    fn share(&mut self) -> News {
        let news = self.view.news.get_or_insert_default().clone();
        self.machine.memory.snapshot.share(&news);
        self.infos.share(&news);
        news
    }
}

impl<'p> Forked for ProgramGraph<'p> {
    type View = ProgramGraph<'p>;

    fn fork(&mut self) -> ProgramGraph<'p> {
        let news = self.share();
        self.catch_up();
        let original = &self.machine;
        let mut machine = Machine::new(original.program, original.options.clone());
        machine.thread_bound = original.thread_bound;
        machine.memory.meter = original.memory.meter.again();
        machine.memory.snapshot = original.memory.snapshot.fork();
        let mut graph = ProgramGraph::new(machine, self.races);
        graph.locks_at_start = self.locks_at_start;
        graph.final_states = self.final_states.as_ref().map(|_| Default::default());
        graph.infos = self.infos.fork();
        graph.inspections = self.inspections.fork();
        graph.view = View {
            news: Some(news),
            ..View::default()
        };
        graph.read_news();
        graph
    }

    fn join(&mut self, other: ProgramGraph<'p>, finding: Option<Finding>) -> Option<Finding> {
        self.catch_up();
        let problems = other.problems.into_iter();
        let known: Vec<Finding> = problems.map(|problem| self.finding(problem)).collect();
        let finding = finding.map(|finding| known[finding.id as usize]);
        self.inspections.join(&other.inspections);
        self.has_ended |= other.has_ended;
        self.has_cut |= other.has_cut;
        if let (Some(finals), Some(others)) = (&mut self.final_states, other.final_states) {
            finals.lines.extend(others.lines);
        }
        let machine = &mut self.machine;
        let other = other.machine;
        machine.copied_whole |= other.copied_whole;
        machine.sections_met |= other.sections_met;
        machine.values_left_out |= other.values_left_out;
        machine.pointers_left_out |= other.pointers_left_out;
        machine.choices_by_class.extend(other.choices_by_class);
        machine.unfollowed = machine.unfollowed.take().or(other.unfollowed);
        machine.memory.missed_escape |= other.memory.missed_escape;
        machine.observer.has_passed_place |= other.observer.has_passed_place;
        finding
    }
}

impl Machine<'_> {
    /// Takes note of what is in a slot, as if this machine had met it.
    pub(crate) fn bind(&mut self, slot: Slot) {
        let kind = self.memory.snapshot.kinds[slot.index()];
        let unit = match kind {
            SlotKind::World(Part::Rule) => &mut self.world.unit,
            SlotKind::World(Part::Waiters) => &mut self.waiters.unit,
            SlotKind::World(Part::InFlight) => self.memory.weak.unit(),
            SlotKind::World(Part::Process(number)) => {
                let number = number.index();
                if self.processes.len() <= number {
                    self.processes.resize_with(number + 1, Process::default);
                }
                &mut self.processes[number].unit
            }
            SlotKind::World(Part::Kernel(part)) => self.kernel.unit_of(part),
            SlotKind::Clock => self.clock.unit(),
            SlotKind::Thread(thread) => {
                let index = thread.index();
                if self.threads.len() <= index {
                    self.threads.resize_with(index + 1, Thread::default);
                }
                // The running thread is not in its place.
                match thread == self.current {
                    true => &mut self.thread.unit,
                    false => &mut self.threads[index].unit,
                }
            }
            SlotKind::Header(_)
            | SlotKind::Chunk(..)
            | SlotKind::HeapMap(_)
            | SlotKind::Mappings => self.memory.unit_of(kind),
        };
        debug_assert!(unit.slot == NO_SLOT || unit.slot == slot);
        unit.slot = slot;
    }
}
