//! The graph that a warning is put to the test in: the program, in which only what the warning
//! warned of counts. For checks whose result is acted upon, words before the program's say
//! what each thread has checked and whether another has written there since.

use std::collections::{HashMap, HashSet};

use trailhound_lint::{Kind, Role, Warning};
use trailhound_machine::{Choice, ErrorKind, LeafId, Problem, ProgramGraph, ThreadId};
use trailhound_program::{FunctionId, Op, Pc, Program, Reg};
use trailhound_search::{Edge, EdgeKind, Finding, Graph, Stop, changed};

use super::marks::others;
use super::words::{Line, line_of};
use crate::inside::Around;

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prey {
    /// Threads that wait for each other at the places.
    Deadlock,
    /// A thread at the place that waits for itself.
    SelfDeadlock,
    /// Two threads about to touch the variable.
    Race,
    /// A write between check and act.
    Interleaving,
    /// A failure after such a write.
    Failure,
}

/// What has become of a thread's check of the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watched {
    Nothing,
    Checked,
    /// Another thread has written since.
    Disturbed,
    /// A thread has acted upon an old check.
    Happened,
}

/// Threads that are watched; later ones are not.
pub const WATCHED: usize = 16;
/// The first word says that it has happened; then one for each thread.
const PREFIX: usize = 1 + WATCHED;
const HAS_HAPPENED: u32 = 1;

/// What a thread does at an operation.
#[derive(Clone, Debug, Default)]
struct Part {
    writes: bool,
    /// Reached through these lines it is a check of the variable, or acts upon one.
    reads: Vec<Line>,
    acts: Vec<Line>,
}

/// Where a check reads, and how many bytes.
type Bytes = (u64, u32);

pub struct Hunt<'g, 'p> {
    pub graph: &'g mut ProgramGraph<'p>,
    prey: Prey,
    /// The user's lines that count: of each place of the warning.
    lines: Vec<Line>,
    touched: HashSet<Line>,
    parts: HashMap<(FunctionId, Pc), Part>,
    /// Bytes that were checked, by number.
    addresses: Vec<Bytes>,
    message: String,
    /// A thread has checked more than can be followed.
    pub unfollowed: bool,
    /// Something was met that the machine does not know.
    pub unsupported: Option<String>,
}

/// Where a hunt has words of its own, `Between` leads it.
impl<'p> Around<'p> for Hunt<'_, 'p> {
    const OWN: usize = 0;

    fn program_mut(&mut self) -> &mut ProgramGraph<'p> {
        self.graph
    }
}

impl<'g, 'p> Hunt<'g, 'p> {
    /// `program` is marked: each place of the warning by its number, and all others at which
    /// the variable is touched by the number behind those.
    pub fn new(
        graph: &'g mut ProgramGraph<'p>,
        program: &Program,
        original: &Program,
        warning: &Warning,
        prey: Prey,
        message: String,
    ) -> Hunt<'g, 'p> {
        let lines = warning.spots.iter();
        let lines = lines.filter_map(|spot| line_of(original, spot.at.user));
        let touched = warning.touched.iter();
        let touched = touched.filter_map(|spot| line_of(original, spot.user));
        let mut parts: HashMap<(FunctionId, Pc), Part> = HashMap::default();
        if warning.kind == Kind::CheckThenAct {
            for number in 0..=others(warning) {
                let spot = warning.spots.get(number as usize);
                let role = spot.map(|spot| &spot.role);
                let operations = warning.operations(number as usize);
                let via: Vec<Line> = operations
                    .filter_map(|at| line_of(original, at.via))
                    .collect();
                for (function, pc) in program.marked(number) {
                    let code = &program.functions[function.index()].body;
                    let code = &code.as_ref().expect("marks stand in bodies").code;
                    let behind = behind_marks(code, pc);
                    let part = parts.entry((function, behind)).or_default();
                    let again = role == Some(&Role::Compares);
                    if role == Some(&Role::Checks) || again {
                        part.reads.extend(&via);
                    }
                    if role == Some(&Role::Acts) || again {
                        part.acts.extend(&via);
                    }
                    part.writes |= writes(&code[behind as usize]);
                }
            }
        }
        Hunt {
            lines: lines.collect(),
            touched: touched.collect(),
            graph,
            prey,
            parts,
            addresses: Vec::new(),
            message,
            unfollowed: false,
            unsupported: None,
        }
    }

    /// What a thread is up to, by the words before the program's.
    pub fn standing(&self, state: &[u32], thread: ThreadId) -> Watched {
        match state.get(1 + thread.index()) {
            _ if state.first() == Some(&HAS_HAPPENED) => Watched::Happened,
            _ if thread.index() >= WATCHED => Watched::Nothing,
            None | Some(0) => Watched::Nothing,
            Some(number) if number % 2 == 0 => Watched::Checked,
            Some(_) => Watched::Disturbed,
        }
    }

    pub fn prefix(&self) -> usize {
        match self.prey {
            Prey::Deadlock | Prey::SelfDeadlock | Prey::Race => 0,
            Prey::Interleaving | Prey::Failure => PREFIX,
        }
    }

    /// The lines of the user's code that a thread is in.
    fn lines_of(&self, words: &[u32], thread: ThreadId) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut threads = self.graph.threads_of(words);
        let leaf = threads.find(|&(number, _)| number == thread);
        let top = leaf.and_then(|(_, leaf)| self.graph.top_frame(leaf));
        let mut frame = top.map_or(LeafId::NOTHING, |(frame, _)| frame);
        while !frame.is_nothing() {
            let position = self.graph.frame(frame);
            let site = (position.function, position.pc);
            lines.extend(line_of(self.graph.machine.program, site));
            frame = position.below;
        }
        lines
    }

    /// Whether a problem of a state is what the warning warned of.
    fn is_meant(&self, words: &[u32], problem: &Problem) -> bool {
        match (self.prey, problem) {
            (Prey::Deadlock, Problem::Circle(threads)) => {
                let stand: Vec<Vec<Line>> =
                    threads.iter().map(|&t| self.lines_of(words, t)).collect();
                self.all_are_taken(&stand)
            }
            (Prey::Deadlock, Problem::Deadlock) => {
                let threads: Vec<ThreadId> = self.graph.threads_of(words).map(|t| t.0).collect();
                let stand: Vec<Vec<Line>> =
                    threads.iter().map(|&t| self.lines_of(words, t)).collect();
                self.all_are_taken(&stand)
            }
            (Prey::SelfDeadlock, Problem::Circle(threads)) => match threads[..] {
                [only] => self.stands_at_place(words, only),
                _ => false,
            },
            // Some locks tell.
            (Prey::SelfDeadlock, Problem::Fault { thread, .. }) => {
                problem.kind() == Some(ErrorKind::LockMisuse)
                    && self.stands_at_place(words, *thread)
            }
            // Who holds a lock for reading is not known to circles.
            (Prey::SelfDeadlock, Problem::Deadlock) => {
                let mut threads = self.graph.threads_of(words);
                threads.any(|(thread, _)| self.stands_at_place(words, thread))
            }
            (Prey::Race, Problem::Race { first, second }) => {
                [first.0, second.0].iter().all(|&thread| {
                    let lines = self.lines_of(words, thread);
                    lines.iter().any(|line| self.touched.contains(line))
                })
            }
            (Prey::Failure, problem) => problem.kind().is_some_and(is_failure),
            _ => false,
        }
    }

    fn stands_at_place(&self, words: &[u32], thread: ThreadId) -> bool {
        let lines = self.lines_of(words, thread);
        lines.iter().any(|line| self.lines.contains(line))
    }

    /// A thread stands at each place, and at least two threads stand at any of them.
    fn all_are_taken(&self, stand: &[Vec<Line>]) -> bool {
        let at_places = stand
            .iter()
            .filter(|lines| lines.iter().any(|line| self.lines.contains(line)));
        let is_taken = |line: &Line| stand.iter().any(|lines| lines.contains(line));
        at_places.count() > 1 && self.lines.iter().all(is_taken)
    }

    /// The number of an address, from 1.
    fn number(&mut self, bytes: Bytes) -> u32 {
        let known = self.addresses.iter().position(|known| known.0 == bytes.0);
        let index = known.unwrap_or_else(|| {
            self.addresses.push(bytes);
            self.addresses.len() - 1
        });
        index as u32 + 1
    }

    /// Whether bytes of one object are some of those of a number, but begin elsewhere.
    fn overlap(&self, bytes: Bytes, number: u32) -> bool {
        let Some(&(address, size)) = self.addresses.get((number as usize).wrapping_sub(1)) else {
            return false;
        };
        let ends = |(address, size): Bytes| address.saturating_add(u64::from(size));
        address != bytes.0 && address < ends(bytes) && bytes.0 < ends((address, size))
    }

    /// What a step of a thread does to what the threads have checked.
    fn follow(
        &mut self,
        state: &[u32],
        thread: ThreadId,
        changes: &[(u32, u32)],
    ) -> Vec<(u32, u32)> {
        let mut told = match self.touched_by(&state[PREFIX..], thread, changes) {
            Some((site, address)) => self.tell(state, thread, site, address),
            None => Vec::new(),
        };
        // Not all that writes is known to be a place at which the variable is touched.
        for slot in 1..=WATCHED as u32 {
            let known = state[slot as usize];
            let is_checked = known != 0 && known.is_multiple_of(2) && slot != thread.0 + 1;
            if is_checked && self.is_changed(&state[PREFIX..], changes, known / 2) {
                told.push((slot, known + 1));
            }
        }
        told
    }

    /// The same, of a step that touches the variable at an operation of interest.
    fn tell(
        &mut self,
        state: &[u32],
        thread: ThreadId,
        site: (FunctionId, Pc),
        bytes: Bytes,
    ) -> Vec<(u32, u32)> {
        let part = self.parts[&site].clone();
        let lines = self.lines_of(&state[PREFIX..], thread);
        let passes = |through: &[Line]| through.iter().any(|line| lines.contains(line));
        let (acts, reads) = (passes(&part.acts), passes(&part.reads));
        let address = self.number(bytes);
        let (checked, disturbed) = (address * 2, address * 2 + 1);
        let mut told = Vec::new();
        let own = thread.index();
        self.unfollowed |= own >= WATCHED && (acts || reads);
        if own < WATCHED {
            let known = state[1 + own];
            self.unfollowed |= acts && self.overlap(bytes, known / 2);
            if acts && known == disturbed {
                told.push((0, HAS_HAPPENED));
            }
            if acts && (known == disturbed || known == checked) {
                told.push((1 + own as u32, 0));
            }
            if reads {
                self.unfollowed |= known != 0 && known != checked && known != disturbed;
                told.push((1 + own as u32, checked));
            }
        }
        if part.writes {
            for other in (0..WATCHED).filter(|&other| other != own) {
                if state[1 + other] == checked {
                    told.push((1 + other as u32, disturbed));
                }
            }
        }
        told
    }

    /// Whether a step changes the bytes of a number; of many, the first eight are compared.
    fn is_changed(&mut self, words: &[u32], changes: &[(u32, u32)], number: u32) -> bool {
        let (address, size) = self.addresses[number as usize - 1];
        let size = size.min(8);
        let machine = &mut self.graph.machine;
        machine.look_at(words);
        let before = machine.memory.peek(address, size);
        machine.look_at(&changed(words, changes));
        machine.memory.peek(address, size) != before
    }

    /// Whether a thread acts upon an old check in a step in which the program fails.
    fn happens_at_last(&mut self, state: &[u32], thread: ThreadId) -> bool {
        let touched = self.touched_by(&state[PREFIX..], thread, &[]);
        let told = touched.map(|(site, address)| self.tell(state, thread, site, address));
        told.is_some_and(|told| told.contains(&(0, HAS_HAPPENED)))
    }

    /// The operation of interest that the step executes, and the address that it touches.
    fn touched_by(
        &mut self,
        words: &[u32],
        thread: ThreadId,
        changes: &[(u32, u32)],
    ) -> Option<((FunctionId, Pc), Bytes)> {
        let slot = self.graph.machine.thread_slot(thread)?;
        let leaf = slot.leaf_in(words);
        let (frame, _) = self.graph.top_frame(leaf)?;
        let position = self.graph.frame(frame);
        let program = self.graph.machine.program;
        let body = program.functions[position.function.index()].body.as_ref()?;
        let pc = behind_marks(&body.code, position.pc);
        let site = (position.function, pc);
        if !self.parts.contains_key(&site) {
            return None;
        }
        let after = changes.iter().rev().find(|change| change.0 == slot.0);
        if pc != position.pc
            && let Some(&(_, leaf)) = after
            && leaf != 0
            && let Some((frame, _)) = self.graph.top_frame(LeafId(leaf))
        {
            // It has come no further than to the operation.
            let next = self.graph.frame(frame);
            if (next.function, next.pc) == site {
                return None;
            }
        }
        let (register, offset, size) = address_of(&body.code[pc as usize])?;
        self.graph.machine.look_at(words);
        let thread = self.graph.machine.thread_at(thread);
        let base = thread.frames.last()?.base;
        let value = *thread.registers.get((base + register) as usize)?;
        let address = value.wrapping_add_signed(i64::from(offset));
        Some((site, (address, size)))
    }
}

fn behind_marks(code: &[Op], pc: Pc) -> Pc {
    let marks = code[pc as usize..].iter();
    pc + marks
        .take_while(|op| matches!(op, Op::Place { .. }))
        .count() as Pc
}

fn writes(op: &Op) -> bool {
    matches!(
        op,
        Op::Store { .. }
            | Op::StoreMany { .. }
            | Op::CompareExchange { .. }
            | Op::ReadModifyWrite { .. }
            | Op::CopyMemory { .. }
            | Op::SetMemory { .. }
    )
}

/// The register of the address, what is added to it, and how many bytes may be touched there.
fn address_of(op: &Op) -> Option<(Reg, i32, u32)> {
    const MANY: u32 = u32::MAX;
    let bytes = |w: u8| u32::from(w).div_ceil(8);
    Some(match *op {
        Op::Load { p, offset, w, .. } | Op::Store { p, offset, w, .. } => (p, offset, bytes(w)),
        Op::LoadMany { p, offset, .. } | Op::StoreMany { p, offset, .. } => (p, offset, MANY),
        Op::CompareExchange { p, w, .. } | Op::ReadModifyWrite { p, w, .. } => (p, 0, bytes(w)),
        Op::CopyMemory { to, .. } | Op::SetMemory { to, .. } => (to, 0, MANY),
        _ => return None,
    })
}

/// What acting upon an old check can come to.
fn is_failure(kind: ErrorKind) -> bool {
    !matches!(
        kind,
        ErrorKind::DataRace | ErrorKind::Deadlock | ErrorKind::Livelock
    )
}

impl Graph for Hunt<'_, '_> {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        let words = self.graph.initial()?;
        let mut state = vec![0; self.prefix()];
        state.extend(words);
        Ok(state)
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let prefix = self.prefix();
        // Words beyond the end of a state are 0.
        let mut padded = Vec::new();
        let state = match state.len() < prefix {
            true => {
                padded.extend_from_slice(state);
                padded.resize(prefix, 0);
                &padded[..]
            }
            false => state,
        };
        let mut from = from;
        loop {
            let edge = self.graph.successor(&state[prefix..], from, changes)?;
            if let EdgeKind::Abandoned(_) = edge.kind {
                return Some(edge);
            }
            if let EdgeKind::Finding(finding) = edge.kind {
                let problem = self.graph.problems[finding.id as usize].clone();
                if problem.kind().is_none() {
                    self.unsupported = Some(problem_text(&problem));
                }
                let thread = Choice::of(edge.choice).thread;
                let has_happened =
                    prefix > 0 && (state[0] == HAS_HAPPENED || self.happens_at_last(state, thread));
                let counts = match self.prey {
                    Prey::SelfDeadlock => self.is_meant(state, &problem),
                    Prey::Interleaving => has_happened && problem.kind().is_some(),
                    _ => has_happened && self.is_meant(&[], &problem),
                };
                if counts {
                    return Some(edge);
                }
                // The end of an execution that says nothing about the warning.
                from = edge.choice.checked_add(1)?;
                continue;
            }
            if prefix > 0 && state[0] != HAS_HAPPENED {
                let thread = Choice::of(edge.choice).thread;
                let told = self.follow(state, thread, changes);
                for (slot, _) in changes.iter_mut() {
                    *slot += prefix as u32;
                }
                changes.extend(told);
            } else {
                for (slot, _) in changes.iter_mut() {
                    *slot += prefix as u32;
                }
            }
            return Some(edge);
        }
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        let prefix = self.prefix();
        if prefix > 0 {
            let has_happened = state.first() == Some(&HAS_HAPPENED);
            let wanted = self.prey == Prey::Interleaving && has_happened;
            return wanted.then(|| self.graph.violation(&self.message));
        }
        let finding = self.graph.meet(state)?;
        let problem = self.graph.problems[finding.id as usize].clone();
        self.is_meant(state, &problem).then_some(finding)
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        let is_hunted = matches!(self.prey, Prey::Deadlock | Prey::SelfDeadlock);
        if !is_hunted || successors > 0 {
            return None;
        }
        let finding = self.graph.inspect(state, successors)?;
        let problem = self.graph.problems[finding.id as usize].clone();
        self.is_meant(state, &problem).then_some(finding)
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }
}

fn problem_text(problem: &Problem) -> String {
    match problem {
        Problem::Fault {
            fault: trailhound_machine::Fault::Unsupported(what),
            ..
        } => what.to_string(),
        _ => String::new(),
    }
}
