//! The concrete graph: states of the program, steps of its threads. The outcome of a step
//! depends only on what it read, so it is remembered by that and most steps of a search
//! are looked up, not executed.

use crate::choice::Choice;
use crate::common::View;
use crate::endless::Circle;
use crate::exclusion::Exclusion;
use crate::finals::FinalStates;
use crate::inspections::Inspections;
use crate::leaves::LeafId;
use crate::machine::{Machine, Outcome};
use crate::memo::{Memo, Remembered};
use crate::models::has_assumptions;
use crate::problem::{Problem, Races};
use crate::program_facts::calls_out;
use crate::races::RaceWatch;
use crate::reduction::Reduction;
use crate::reduction::breakage::Breakage;
use crate::scene::Scene;
use crate::snapshot::Slot;
use crate::snapshot::{NO_LEAF, NO_SLOT, SlotKind, apply};
use crate::thread_id::ThreadId;
use crate::thread_info::{ThreadInfo, ThreadInfos};
use crate::valuation::Valuations;
use crate::world::World;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use trailhound_contracts::begins_atomic;
use trailhound_search::{Agents, Edge, EdgeKind, Finding, Graph, Selection, Stop};

pub struct ProgramGraph<'p> {
    pub machine: Machine<'p>,
    pub(crate) memo: Memo,
    pub(crate) infos: ThreadInfos,
    pub(crate) scene: Scene,
    pub(crate) race_watch: RaceWatch,
    pub problems: Vec<Problem>,
    /// The number of each problem.
    pub(crate) numbers: FxHashMap<Problem, u32>,
    pub(crate) races: Races,
    /// The ends of the program, if they are wanted.
    pub final_states: Option<FinalStates>,
    /// World leaf looked at last, who alone may run, and whether the program is over.
    world: (LeafId, Option<ThreadId>, bool),
    /// The place that only one thread may be in.
    pub(crate) exclusion: Option<Exclusion>,
    /// The propositions of properties, and where they hold.
    pub(crate) valuations: Option<Valuations>,
    /// An execution has come to the program's end.
    pub(crate) has_ended: bool,
    /// An execution has come to an assumption that does not hold.
    pub(crate) has_cut: bool,
    /// Assumptions that do not hold and histories that are too long drop steps.
    drops_steps: bool,
    /// Locks that are held in the initial state.
    pub(crate) locks_at_start: u32,
    /// By thread: its slot, as far as steps have shown it.
    slots: Vec<Slot>,
    changes: Vec<(Slot, LeafId)>,
    /// What is known of the steps of threads, if the search is to be reduced by it.
    pub(crate) reduction: Reduction,
    /// Inspections of steps so far, and how many there may be.
    pub(crate) inspections: Inspections,
    /// The circle of states that is judged.
    pub(crate) circle: Circle,
    /// Memory for inspections of states.
    pub(crate) differences: Vec<(u32, u32)>,
    pub(crate) reads: Vec<Slot>,
    /// What other threads of the search have met.
    pub(crate) view: View,
}

impl<'p> ProgramGraph<'p> {
    pub fn new(mut machine: Machine<'p>, races: Races) -> Self {
        if races == Races::Off {
            machine.memory.weak.forgo_records();
        }
        let exclusive = &machine.options.exclusive;
        let exclusion = (!exclusive.is_empty()).then(|| Exclusion::new(exclusive.iter().copied()));
        ProgramGraph {
            exclusion,
            drops_steps: machine.memory.weak.is_on || has_assumptions(machine.program),
            valuations: Valuations::new(&machine.options.propositions),
            machine,
            memo: Memo::default(),
            infos: ThreadInfos::new(),
            scene: Scene::default(),
            race_watch: RaceWatch::default(),
            problems: Vec::new(),
            numbers: FxHashMap::default(),
            races,
            final_states: None,
            world: (NO_LEAF, None, false),
            has_ended: false,
            has_cut: false,
            locks_at_start: 0,
            slots: Vec::new(),
            changes: Vec::new(),
            reduction: Reduction::default(),
            inspections: Inspections::default(),
            circle: Circle::default(),
            differences: Vec::new(),
            reads: Vec::new(),
            view: View::default(),
        }
    }

    /// Of the states looked at, none is an end of the program, and assumptions that do not hold
    /// keep executions from one.
    pub fn is_vacuous(&self) -> bool {
        self.has_cut && !self.has_ended
    }

    /// Copies of several words that others could have changed meanwhile were taken as one operation, and
    /// no race tells of it: races are not looked for, or atomic sections, whose accesses do not race, may
    /// have made the change.
    pub fn hides_torn_copies(&self) -> bool {
        let program = self.machine.program;
        let has_sections = calls_out(program, |name| begins_atomic(name))
            || program.functions.iter().any(|function| function.atomic);
        self.machine.copied_whole && (self.races == Races::Off || has_sections)
    }

    /// Races were looked for, but not with what atomic sections access.
    pub fn leaves_sections_out(&self) -> bool {
        self.races != Races::Off && self.machine.sections_met
    }

    /// Ends searches at the first execution with more threads than this.
    pub fn bound_threads(&mut self, bound: Option<u32>) {
        if self.machine.thread_bound != bound {
            self.machine.thread_bound = bound;
            self.memo.forget();
        }
    }

    /// How often searches have looked at a step, executed or remembered.
    pub fn inspections(&self) -> u64 {
        self.inspections.taken()
    }

    /// Ends searches after so many more inspections of steps; None: never.
    pub fn bound_inspections(&mut self, most: Option<u64>) {
        self.inspections.bound(most);
    }

    /// Locks that are held in the initial state.
    pub fn locks_at_start(&self) -> u32 {
        self.locks_at_start
    }

    #[inline]
    pub(crate) fn leaf(&self, state: &[u32], thread: ThreadId) -> LeafId {
        let slot = match self.slots.get(thread.index()) {
            Some(&slot) if slot != NO_SLOT => Some(slot),
            _ => self.machine.thread_slot(thread),
        };
        slot.map_or(LeafId::NOTHING, |slot| slot.leaf_in(state))
    }

    fn info(&self, leaf: LeafId) -> &ThreadInfo {
        self.infos.of(leaf)
    }

    /// Who alone may run, and whether the program is over.
    pub(crate) fn world(&mut self, state: &[u32]) -> (Option<ThreadId>, bool) {
        let leaf = Slot::WORLD.leaf_in(state);
        if self.world.0 != leaf {
            let (exclusive, exited) = World::summary(self.machine.memory.snapshot.leaves.get(leaf));
            self.world = (leaf, exclusive, exited);
            self.has_ended |= exited;
        }
        (self.world.1, self.world.2)
    }

    /// What a thread's step leads to.
    pub(crate) fn outcome(
        &mut self,
        state: &[u32],
        leaf: LeafId,
        thread: ThreadId,
        value: u32,
    ) -> Remembered {
        self.inspections.take();
        let key = Choice::new(thread, value).number();
        if let Some(remembered) = self.memo.find(state, leaf, key) {
            return remembered;
        }
        let mut changes = std::mem::take(&mut self.changes);
        let outcome = self.machine.step(state, thread, value, &mut changes);
        let print = self.learn_step(state, (thread, leaf, value), &outcome, &changes);
        let result = match outcome {
            Outcome::Step => {
                self.learn(&changes);
                let own = self.machine.thread_slot(thread);
                let stutters = changes.iter().all(|&(slot, _)| Some(slot) == own);
                let facts = self.facts_of(leaf, &changes);
                let step = self.memo.step(&changes, stutters, facts);
                self.memo.note(&self.machine.touches);
                step
            }
            Outcome::Blocked { waits_for } => Remembered::Blocked { waits_for },
            Outcome::Pruned => {
                self.has_cut = true;
                Remembered::Pruned
            }
            Outcome::Fault { thread, fault } => Remembered::Fault {
                finding: self.finding(Problem::Fault { thread, fault }).id,
            },
            Outcome::Abandoned(stop) => {
                self.changes = changes;
                return Remembered::Abandoned(stop);
            }
        };
        self.changes = changes;
        self.memo.print = print;
        self.memo.alternatives = self.machine.alternatives;
        let snapshot = &self.machine.memory.snapshot;
        if !snapshot.looked_everywhere {
            let own = self
                .machine
                .thread_slot(thread)
                .expect("the thread has been loaded");
            self.memo
                .remember(state, leaf, key, own, &snapshot.reads, result);
        }
        result
    }

    /// Steps that a thread can try: those that its leaf tells, or the alternatives of the operation that it stands before.
    pub(crate) fn options(&mut self, state: &[u32], leaf: LeafId, thread: ThreadId) -> u32 {
        let options = if leaf.is_nothing() {
            0
        } else {
            self.info(leaf).options
        };
        if options != 1 || !self.machine.memory.weak.is_on {
            return options;
        }
        if self
            .memo
            .find(state, leaf, Choice::new(thread, 0).number())
            .is_none()
        {
            self.outcome(state, leaf, thread, 0);
        }
        self.memo.alternatives
    }

    /// Notes what the graph must know of threads that a step has changed.
    fn learn(&mut self, changes: &[(Slot, LeafId)]) {
        for &(slot, leaf) in changes {
            let SlotKind::Thread(index) = self.machine.memory.snapshot.kinds[slot.index()] else {
                continue;
            };
            if self.slots.len() <= index.index() {
                self.slots.resize(index.index() + 1, NO_SLOT);
            }
            self.slots[index.index()] = slot;
            self.infos.learn(&mut self.machine, index, leaf);
        }
    }

    /// The choices of all edges of the state that was looked at last, as far as who is blocked tells.
    /// False: steps may be dropped, and only taking them tells.
    fn tell_choices(&mut self, state: &[u32], choices: &mut Vec<u32>) -> bool {
        choices.clear();
        if self.drops_steps || self.stopped().is_some() {
            return false;
        }
        let (exclusive, exited) = self.world(state);
        let mut value = 0;
        let mut more = !exited;
        while std::mem::take(&mut more) {
            for thread in self.machine.thread_ids() {
                let info = self.scene.standings.get(thread.index());
                let options = info.map_or(0, |standing| self.infos.get(standing.info).options);
                if value >= options || exclusive.is_some_and(|only| only != thread) {
                    continue;
                }
                more |= options > value + 1;
                let goes_on = match options {
                    1 => !self.scene.blocked().contains(thread),
                    _ => {
                        let leaf = self.leaf(state, thread);
                        match self.outcome(state, leaf, thread, value) {
                            Remembered::Step { .. } | Remembered::Fault { .. } => true,
                            Remembered::Blocked { .. } | Remembered::Pruned => false,
                            Remembered::Abandoned(_) => return false,
                        }
                    }
                };
                if goes_on {
                    choices.push(Choice::new(thread, value).number());
                }
            }
            value += 1;
        }
        true
    }

    /// Whether a thread has more values to try, those included that came before the cursor.
    fn has_more(&mut self, state: &[u32], exclusive: Option<ThreadId>, value: u32) -> bool {
        if self.infos.most_options() <= value + 1 && !self.machine.memory.weak.is_on {
            return false;
        }
        self.machine.thread_ids().any(|thread| {
            let leaf = self.leaf(state, thread);
            exclusive.is_none_or(|only| only == thread)
                && self.options(state, leaf, thread) > value + 1
        })
    }

    /// Whether the program has come to an end, or to a stand: it stays in this state. Where an
    /// assumption does not hold there is no execution that could stay.
    pub fn rests(&mut self, state: &[u32]) -> bool {
        let mut changes = Vec::new();
        self.successor(state, 0, &mut changes).is_none() && self.rests_without_steps(state)
    }

    /// The same for a state that is known to have no step.
    pub fn rests_without_steps(&mut self, state: &[u32]) -> bool {
        self.world(state).1 || self.is_stuck(state)
    }

    /// Whether a step that a thread can try is a wake-up for no reason.
    pub(crate) fn is_spurious(&self, leaf: LeafId, value: u32) -> bool {
        self.info(leaf).spurious == Some(value)
    }

    /// Whether threads go on only by wake-ups for no reason, which need not come.
    fn waits_for_chance(&mut self, state: &[u32]) -> bool {
        let mut changes = Vec::new();
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| self.successor(state, from, &mut changes)) {
            if !self.is_optional(state, edge.choice) {
                return false;
            }
            from = edge.choice.checked_add(1);
        }
        true
    }

    /// Whether a thread stands before an assumption that does not hold.
    fn is_cut(&mut self, state: &[u32]) -> bool {
        let (exclusive, _) = self.world(state);
        let threads = self.machine.thread_ids();
        let mut able = threads.filter(|&thread| exclusive.is_none_or(|only| only == thread));
        able.any(|thread| {
            let leaf = self.leaf(state, thread);
            let options = self.options(state, leaf, thread);
            (0..options).any(|value| self.outcome(state, leaf, thread, value) == Remembered::Pruned)
        })
    }

    /// Whether no thread can go on although some have not finished.
    fn is_stuck(&mut self, state: &[u32]) -> bool {
        let (_, exited) = self.world(state);
        let is_unfinished = |graph: &Self, thread| {
            let leaf = graph.leaf(state, thread);
            !leaf.is_nothing() && !graph.info(leaf).finished
        };
        !exited
            && self
                .machine
                .thread_ids()
                .any(|thread| is_unfinished(self, thread))
            && !self.is_cut(state)
    }

    /// What is wrong with a state by itself.
    fn judge(&mut self, state: &[u32]) -> Option<Finding> {
        if self.stopped().is_some() {
            return None;
        }
        self.catch_up();
        if let Some((first, second)) = self.intruders(state) {
            return Some(self.finding(Problem::Intrusion { first, second }));
        }
        if let Some(finding) = self.invariant_finding(state) {
            return Some(finding);
        }
        self.look_at(state);
        let problem = self.problem_at_sight()?;
        Some(self.finding(problem))
    }
}

impl Graph for ProgramGraph<'_> {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        let mut changes = Vec::new();
        match self.machine.start(&mut changes) {
            Outcome::Fault { thread, fault } => {
                return Err(self.finding(Problem::Fault { thread, fault }));
            }
            Outcome::Step | Outcome::Blocked { .. } | Outcome::Pruned => {}
            // Any state will do: its first edge says that the graph was given up.
            Outcome::Abandoned(_) => return Ok(vec![1]),
        }
        self.locks_at_start = u32::try_from(self.machine.locks_taken).unwrap_or(0);
        self.learn(&changes);
        let mut state = Vec::new();
        apply(&mut state, &changes);
        Ok(state)
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        self.successor_of(state, from, Agents::ALL, changes)
    }

    fn successor_of(
        &mut self,
        state: &[u32],
        from: u32,
        agents: Agents,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        changes.clear();
        if let Some(stop) = self.stopped() {
            return Some(Edge::abandoned(stop));
        }
        self.catch_up();
        let (exclusive, exited) = self.world(state);
        if exited {
            return None;
        }
        let Choice {
            mut thread,
            mut value,
        } = Choice::of(from);
        loop {
            // Whether some thread has more values to try than this one.
            let mut more = false;
            while thread.0 < self.machine.thread_count() {
                let leaf = self.leaf(state, thread);
                let is_out = exclusive.is_some_and(|only| only != thread);
                let options = if leaf.is_nothing() || is_out || !agents.contains(thread.0) {
                    0
                } else {
                    self.options(state, leaf, thread)
                };
                more |= options > value + 1;
                if value < options {
                    let choice = Choice::new(thread, value).number();
                    match self.outcome(state, leaf, thread, value) {
                        Remembered::Step { stutters, .. } => {
                            let changed = self.memo.last_step().iter();
                            changes.extend(changed.map(|&(slot, leaf)| (slot.0, leaf.0)));
                            return Some(Edge {
                                choice,
                                kind: EdgeKind::Step,
                                stutters,
                            });
                        }
                        Remembered::Fault { finding } => {
                            let kind = EdgeKind::Finding(Finding {
                                weight: self.weight(finding),
                                id: finding,
                            });
                            return Some(Edge {
                                choice,
                                kind,
                                stutters: false,
                            });
                        }
                        Remembered::Abandoned(stop) => return Some(Edge::abandoned(stop)),
                        Remembered::Blocked { .. } | Remembered::Pruned => {}
                    }
                }
                thread.0 += 1;
            }
            if !more && !self.has_more(state, exclusive, value) {
                return None;
            }
            value += 1;
            thread = ThreadId::MAIN;
        }
    }

    fn begin_reduction(&mut self) -> bool {
        ProgramGraph::begin_reduction(self)
    }

    fn select(&mut self, state: &[u32], followed: Agents) -> Agents {
        self.catch_up();
        self.select_threads(state, followed)
    }

    fn mover(&self, choice: u32) -> u32 {
        Choice::of(choice).thread.0
    }

    fn knowledge(&self) -> u64 {
        match self.machine.options.breakage {
            Some(Breakage::Sweeps) => 0,
            _ => self.reduction.version(),
        }
    }

    fn selection(&self) -> Selection {
        self.reduction.selection
    }

    fn date_knowledge(&mut self) {
        self.reduction.knowledge.date();
    }

    fn has_news(&self, state: &[u32], since: u64) -> bool {
        self.knows_more(state, since)
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        let finding = self.judge(state);
        finding.filter(|_| self.stopped().is_none())
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        if self.stopped().is_some() {
            return None;
        }
        self.catch_up();
        if self.final_states.is_some() && self.world(state).1 {
            let finals = self.final_states.as_mut().expect("they are wanted");
            finals.record(&mut self.machine, state);
        }
        let goes_on =
            successors > 0 && !(self.has_optional_steps() && self.waits_for_chance(state));
        let is_stuck = !goes_on && self.is_stuck(state);
        (is_stuck && self.stopped().is_none()).then(|| self.finding(Problem::Deadlock))
    }

    fn choices(&mut self, state: &[u32], choices: &mut Vec<u32>) -> bool {
        self.tell_choices(state, choices)
    }

    #[inline]
    fn stopped(&self) -> Option<Stop> {
        let is_over = self.inspections.are_used_up();
        let stopped = self.machine.memory.meter.stopped();
        stopped.or(is_over.then_some(Stop::Steps))
    }

    fn visit_circle(&mut self, state: &[u32]) -> ControlFlow<()> {
        self.catch_up();
        self.visit_state_of_circle(state)
    }

    fn judge_circle(&mut self) -> Option<Finding> {
        let problem = self.problem_of_circle()?;
        // Of states whose steps were given up it is not known where they lead.
        if self.stopped().is_some() {
            return None;
        }
        Some(self.finding(problem))
    }

    /// Wake-ups for no reason, and all alternatives of an atomic operation but that of a sequentially consistent machine: in
    /// the end a load reads what was stored last.
    fn has_optional_steps(&self) -> bool {
        self.machine.options.spurious_wakeups || self.machine.memory.weak.is_on
    }

    fn is_optional(&mut self, state: &[u32], choice: u32) -> bool {
        self.catch_up();
        let Choice { thread, value } = Choice::of(choice);
        let leaf = self.leaf(state, thread);
        let is_another_way = value > 0 && self.info(leaf).by_order;
        self.stopped().is_none() && (is_another_way || self.is_spurious(leaf, value))
    }

    fn bytes(&self) -> usize {
        self.machine.memory.snapshot.leaves.bytes()
            + self.memo.bytes()
            + self.machine.mentions.bytes()
            + self.infos.bytes()
            + self.reduction.bytes()
            + self.valuations.as_ref().map_or(0, Valuations::bytes)
    }
}
