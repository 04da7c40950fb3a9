//! Which propositions hold in a state of the graph. An answer is remembered by the leaves
//! that the propositions read, so that most states cost a look-up. Where pointers lead and what
//! functions read is known only in the state: then a tree tells, for what was read so far,
//! which leaf decides next. It does not know what the propositions are part of.

use crate::graph::ProgramGraph;
use crate::leaves::LeafId;
use crate::memory::Memory;
use crate::process_id::ProcessId;
use crate::propositions::{NoValue, Operations, Proposition, Term, View};
use crate::snapshot::Slot;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashMap;
use trailhound_program::{Address, FunctionId, ObjectId, Space};

/// The propositions of the machine's options, and the answers so far.
pub struct Valuations {
    propositions: Vec<Proposition>,
    /// Those that must hold in every state.
    always: u64,
    /// Pieces of globals that are read.
    chunks: Vec<(ObjectId, u32)>,
    reads_places: bool,
    reads_threads: bool,
    blocked: Vec<ThreadId>,
    key: Vec<u32>,
    known: FxHashMap<Box<[u32]>, Known>,
    /// Some proposition follows a pointer or asks a function.
    reads_anything: bool,
    /// What each further leaf leads to.
    branches: FxHashMap<(u32, LeafId), Known>,
    nodes: u32,
    /// What the evaluation has read besides the key, in order.
    reads: Vec<(Slot, LeafId)>,
}

/// What is known for leaves that were read.
#[derive(Clone, Copy)]
enum Known {
    Valuation(Result<u64, NoValue>),
    /// It depends on this slot; the number is that of the node in the tree.
    Reads(Slot, u32),
}

const CHUNK: u32 = crate::memory::CHUNK_BYTES;

impl Valuations {
    /// None if there are no propositions.
    pub fn new(propositions: &[Proposition]) -> Option<Valuations> {
        if propositions.is_empty() {
            return None;
        }
        assert!(propositions.len() <= 64, "a valuation is one word");
        let mut valuations = Valuations {
            propositions: propositions.to_vec(),
            always: 0,
            chunks: Vec::new(),
            reads_places: false,
            reads_threads: false,
            blocked: Vec::new(),
            key: Vec::new(),
            known: FxHashMap::default(),
            reads_anything: false,
            branches: FxHashMap::default(),
            nodes: 0,
            reads: Vec::new(),
        };
        for (number, proposition) in propositions.iter().enumerate() {
            valuations.always |= u64::from(proposition.always) << number;
            proposition.term.each(&mut |term| valuations.note(term));
        }
        valuations.chunks.sort_unstable();
        valuations.chunks.dedup();
        valuations.blocked.sort_unstable();
        valuations.blocked.dedup();
        Some(valuations)
    }

    fn note(&mut self, term: &Term) {
        match term {
            Term::Variable(variable) => {
                let object = ObjectId::new(Space::STATIC, variable.global);
                let (start, end) = variable.range();
                let chunks = start / CHUNK..=(end - 1) / CHUNK;
                self.chunks.extend(chunks.map(|index| (object, index)));
            }
            Term::Target(_) | Term::Function(_) => self.reads_anything = true,
            Term::At(..) | Term::In(..) => self.reads_places = true,
            Term::Blocked(thread) => {
                self.reads_threads = true;
                self.blocked.push(*thread);
            }
            Term::Alive(_) => self.reads_threads = true,
            _ => {}
        }
    }

    /// Whether all propositions must hold in every state, and read nothing but variables.
    pub(crate) fn are_invariants(&self) -> bool {
        self.propositions
            .iter()
            .all(|proposition| proposition.always)
            && !(self.reads_places || self.reads_threads || self.reads_anything)
    }

    /// The slots of the variables that are read.
    pub(crate) fn slots<'a>(&'a self, memory: &'a mut Memory<'_>) -> impl Iterator<Item = Slot> {
        let chunks = self.chunks.iter();
        chunks.filter_map(|&(object, index)| memory.chunk_slot(object, index))
    }

    pub fn bytes(&self) -> usize {
        const ENTRY: usize = 64;
        self.known.len() * (ENTRY + self.key.len() * size_of::<u32>()) + self.branches.len() * ENTRY
    }

    /// What was found out before for the key and the leaves of the state.
    fn find(&self, state: &[u32]) -> Option<Result<u64, NoValue>> {
        let mut known = *self.known.get(&self.key[..])?;
        loop {
            match known {
                Known::Valuation(valuation) => return Some(valuation),
                Known::Reads(slot, node) => {
                    let leaf = slot.leaf_in(state);
                    known = *self.branches.get(&(node, leaf))?;
                }
            }
        }
    }

    /// Notes the valuation for the key and what was read besides.
    fn remember(&mut self, valuation: Result<u64, NoValue>) {
        let mut reads = self.reads.iter();
        let mut next = || match reads.next() {
            Some(&(slot, leaf)) => (Known::Reads(slot, 0), leaf),
            None => (Known::Valuation(valuation), LeafId::NOTHING),
        };
        let nodes = &mut self.nodes;
        let mut numbered = |known: Known| match known {
            Known::Reads(slot, _) => {
                *nodes += 1;
                Known::Reads(slot, *nodes)
            }
            done => done,
        };
        let (first, mut leaf) = next();
        let mut known = match self.known.get(&self.key[..]) {
            Some(&known) => known,
            None => {
                let known = numbered(first);
                self.known.insert(self.key[..].into(), known);
                known
            }
        };
        while let Known::Reads(_, node) = known {
            let (following, next_leaf) = next();
            let entry = self.branches.entry((node, leaf));
            known = *entry.or_insert_with(|| numbered(following));
            leaf = next_leaf;
        }
    }
}

impl ProgramGraph<'_> {
    /// A bit for each proposition that holds in the state.
    pub fn valuation(&mut self, state: &[u32]) -> Result<u64, NoValue> {
        let Some(mut valuations) = self.valuations.take() else {
            return Ok(0);
        };
        let result = self.valuation_by(&mut valuations, state);
        self.valuations = Some(valuations);
        result
    }

    /// The first proposition that does not hold although it always should.
    pub(crate) fn broken_invariant(&mut self, state: &[u32]) -> Result<Option<u32>, NoValue> {
        let Some(always) = self.valuations.as_ref().map(|known| known.always) else {
            return Ok(None);
        };
        if always == 0 {
            return Ok(None);
        }
        let broken = always & !self.valuation(state)?;
        Ok((broken != 0).then(|| broken.trailing_zeros()))
    }

    fn valuation_by(&mut self, by: &mut Valuations, state: &[u32]) -> Result<u64, NoValue> {
        let word = |slot: Slot| state.get(slot.index()).copied().unwrap_or(0);
        by.key.clear();
        // Variables are those of the first process.
        self.machine.memory.enter_process(ProcessId::FIRST);
        for &(object, index) in &by.chunks {
            let slot = self.machine.memory.chunk_slot(object, index);
            by.key.push(slot.map_or(0, word));
        }
        let mut exited = false;
        if by.reads_places || by.reads_threads {
            exited = self.world(state).1;
            by.key.push(u32::from(exited));
            for thread in self.machine.thread_ids() {
                by.key.push(self.leaf(state, thread).0);
            }
        }
        if !by.blocked.is_empty() && !exited {
            self.look_at(state);
            let scene = self.scene();
            let blocked = by.blocked.iter();
            by.key
                .extend(blocked.map(|&thread| u32::from(scene.blocked().contains(thread))));
        }
        if let Some(known) = by.find(state) {
            return known;
        }
        by.reads.clear();
        self.machine.look_at(state);
        let mut view = StateView {
            graph: self,
            state,
            exited,
            reads: &mut by.reads,
        };
        let mut valuation = 0;
        let mut result = Ok(());
        for (number, proposition) in by.propositions.iter().enumerate() {
            match proposition.term.is_true(&mut view) {
                Ok(truth) => valuation |= u64::from(truth) << number,
                Err(reason) => result = Err(reason),
            }
        }
        let result = result.map(|()| valuation);
        // Where a pointer leads nowhere, that may be so only because nothing was there yet.
        let is_known = self.machine.memory.meter.stopped().is_none();
        if is_known && (result.is_ok() || !by.reads_anything) {
            by.remember(result);
        }
        result
    }
}

struct StateView<'a, 'p> {
    graph: &'a mut ProgramGraph<'p>,
    state: &'a [u32],
    exited: bool,
    reads: &'a mut Vec<(Slot, LeafId)>,
}

impl StateView<'_, '_> {
    fn stack_stands(&self, mut frame: LeafId, operations: &Operations, anywhere: bool) -> bool {
        while !frame.is_nothing() {
            let position = self.graph.frame(frame);
            let operation = (position.function, position.pc);
            if operations.binary_search(&operation).is_ok() {
                return true;
            }
            let program = self.graph.machine.program;
            let body = program.functions[position.function.index()].body.as_ref();
            let location = body.expect("a frame runs a body").locations[position.pc as usize];
            if !anywhere && program.source.user_location(location).is_some() {
                return false;
            }
            frame = position.below;
        }
        false
    }
}

impl View for StateView<'_, '_> {
    fn load(&mut self, global: u32, offset: u32, size: u32) -> u64 {
        let object = ObjectId::new(Space::STATIC, global);
        let memory = &mut self.graph.machine.memory;
        memory
            .peek(object.at(offset).0, size)
            .expect("a global lives for ever")
    }

    fn follow(&mut self, pointer: u64, offset: u32, size: u32) -> Result<u64, NoValue> {
        let machine = &mut self.graph.machine;
        machine.look_at(self.state);
        let short = machine.program.short.as_ref();
        let address = Address(short.map_or(pointer, |short| short.lengthen(pointer as u32)));
        if address.object().space() == Space::NULL {
            return Err(NoValue::Expression(
                "a property that follows a null pointer",
            ));
        }
        let found = address.offset().checked_add(offset).and_then(|offset| {
            machine
                .memory
                .read_for_property(address.object(), offset, size)
        });
        self.reads.extend_from_slice(&machine.memory.snapshot.reads);
        found.ok_or(NoValue::Expression(
            "a property that follows a pointer to nothing",
        ))
    }

    fn ask(&mut self, function: FunctionId) -> Result<bool, NoValue> {
        let machine = &mut self.graph.machine;
        let answer = machine.ask_function(self.state, function);
        let snapshot = &machine.memory.snapshot;
        self.reads.extend_from_slice(&snapshot.reads);
        if snapshot.looked_everywhere {
            return Err(NoValue::Function(
                "a property function that looks at all memory",
            ));
        }
        answer
    }

    fn stands(
        &mut self,
        operations: &Operations,
        thread: Option<ThreadId>,
        anywhere: bool,
    ) -> bool {
        if self.exited {
            return false;
        }
        let wanted = |number: ThreadId| thread.is_none_or(|thread| thread == number);
        self.graph
            .threads_of(self.state)
            .filter(|&(number, _)| wanted(number))
            .filter_map(|(_, leaf)| self.graph.top_frame(leaf))
            .any(|(frame, _)| self.stack_stands(frame, operations, anywhere))
    }

    fn is_blocked(&mut self, thread: ThreadId) -> bool {
        !self.exited && self.graph.scene().blocked().contains(thread)
    }

    fn is_alive(&mut self, thread: ThreadId) -> bool {
        let leaf = self.graph.leaf(self.state, thread);
        !self.exited && !leaf.is_nothing() && !self.graph.infos.of(leaf).finished
    }
}
