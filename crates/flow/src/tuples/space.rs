//! The tuples of a subject, compiled for speed: flat tables, one look-up for each automaton
//! that sees a node. It does not know which tuples have been visited.

use std::collections::BTreeSet;

use super::layout::{Layout, Slot};
use crate::automaton::State;
use crate::constraint::REJECTED;
use crate::graph::NodeId;
use crate::projection::Relation;
use crate::subject::{Subject, SubjectError};

/// A task automaton. It not only judges nodes but names those that can come next, so most
/// of what may follow by the graph is never looked at.
struct Gate {
    slot: Slot,
    start: State,
    accepting: Vec<bool>,
    /// By state, where its entries begin; one more at the end.
    begins: Vec<u32>,
    /// The nodes that this gate lets through, with the state after each.
    entries: Vec<(u32, State)>,
    /// By state, in halves of nodes: the least that is left to do.
    distance: Vec<u32>,
}

impl Gate {
    #[inline]
    fn entries(&self, state: State) -> &[(u32, State)] {
        let begin = self.begins[state as usize] as usize;
        let end = self.begins[state as usize + 1] as usize;
        &self.entries[begin..end]
    }
}

/// What a node does to one automaton.
struct Effect {
    slot: Slot,
    /// Where in the table the next states of this automaton at this node begin.
    row: u32,
    /// The task automaton that it is, where a node belongs to two of them.
    gate: Option<u32>,
}

/// An automaton beside those of tasks.
struct Judge {
    slot: Slot,
    start: State,
    accepting: Vec<bool>,
}

/// A step from a tuple to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Move {
    pub node: u32,
    pub property: State,
    /// The property was not violated for good before, and now it is.
    pub is_trapped: bool,
    /// By how much the estimate of the tasks changes, in halves of nodes.
    pub closer: i64,
}

/// Where the enumeration of the next tuples stands: gate, entry, branch.
#[derive(Clone, Copy, Debug)]
struct Step {
    gate: u32,
    entry: u32,
    branch: u32,
}

pub struct Space {
    words: usize,
    node: Slot,
    property: Slot,
    initial: u32,
    last: u32,
    follows: Relation,
    gates: Vec<Gate>,
    judges: Vec<Judge>,
    /// By node, where its effects begin; one more at the end.
    effect_begins: Vec<u32>,
    effects: Vec<Effect>,
    table: Vec<State>,
    /// By node, where the nodes begin that follow it and that no gate names.
    free_begins: Vec<u32>,
    free: Vec<u32>,
    /// By node and state of the property, where its next states begin; one more at the end.
    rule_rows: Vec<u32>,
    rule_begins: Vec<u32>,
    rule_next: Vec<State>,
    rule_states: u32,
    rule_start: State,
    rule_accepting: Vec<bool>,
    trap: Option<State>,
    entry_bits: u32,
    branch_bits: u32,
}

/// More than any path is long, for tasks that cannot end any more.
const NEVER: u32 = 1 << 24;
/// Words of a tuple.
pub const MOST_WORDS: usize = 32;
/// In place of the rows of a node that the property does not see.
const UNSEEN: u32 = u32::MAX;

impl Space {
    pub fn new(subject: &Subject) -> Result<Space, SubjectError> {
        let count = subject.nodes.len();
        let mut layout = Layout::default();
        let node = layout.slot(count);
        let property = layout.slot(subject.rule.len());
        // A node is let through by the first gate that knows it; the second one judges.
        let mut owner: Vec<Option<usize>> = vec![None; count];
        let mut sharers = vec![0u32; count];
        for (gate, task) in subject.tasks.iter().enumerate() {
            let nodes = task.next.iter().flatten().map(|step| step.0.0 as usize);
            for node in nodes.collect::<BTreeSet<usize>>() {
                sharers[node] += 1;
                owner[node].get_or_insert(gate);
            }
        }
        let mut table = Vec::new();
        let mut by_node: Vec<Vec<Effect>> = (0..count).map(|_| Vec::new()).collect();
        let mut gates = Vec::new();
        for (number, task) in subject.tasks.iter().enumerate() {
            let slot = layout.slot(task.states());
            let (mut begins, mut entries) = (vec![0], Vec::new());
            for steps in &task.next {
                let is_own = |step: &&(NodeId, State)| owner[step.0.0 as usize] == Some(number);
                let own = steps.iter().filter(is_own);
                entries.extend(own.map(|&(node, state)| (node.0, state)));
                begins.push(entries.len() as u32);
            }
            // Nodes of other gates, too, have a row here.
            let judged = |&node: &usize| sharers[node] > 1 && owner[node] != Some(number);
            for node in (0..count).filter(judged) {
                let next = |state: usize| {
                    let step = task.next[state]
                        .iter()
                        .find(|step| step.0.0 as usize == node);
                    step.map_or(REJECTED, |&(_, next)| next)
                };
                let row: Vec<State> = (0..task.states()).map(next).collect();
                if row.iter().any(|&next| next != REJECTED) {
                    by_node[node].push(Effect {
                        slot,
                        row: table.len() as u32,
                        gate: Some(number as u32),
                    });
                    table.extend(row);
                }
            }
            // A node of two tasks is counted half in each, so once.
            let cost = |node: NodeId| 2 / sharers[node.0 as usize];
            let distance = task.distances(cost).into_iter();
            gates.push(Gate {
                slot,
                start: task.start,
                accepting: task.accepting.clone(),
                begins,
                entries,
                distance: distance.map(|left| left.unwrap_or(NEVER)).collect(),
            });
        }
        let mut judges = Vec::new();
        for automaton in &subject.automata {
            let slot = layout.slot(automaton.states());
            let rows: Vec<u32> = automaton
                .rows
                .iter()
                .map(|row| {
                    let begin = table.len() as u32;
                    table.extend(row);
                    begin
                })
                .collect();
            for (effects, row) in by_node.iter_mut().zip(&automaton.effects) {
                if let Some(row) = row {
                    effects.push(Effect {
                        slot,
                        row: rows[*row as usize],
                        gate: None,
                    });
                }
            }
            judges.push(Judge {
                slot,
                start: automaton.start,
                accepting: automaton.accepting.clone(),
            });
        }
        if layout.words() > MOST_WORDS {
            return Err(SubjectError::TooMany("the number of constraints"));
        }
        let (mut free_begins, mut free) = (vec![0], Vec::new());
        for node in 0..count as u32 {
            let next = subject.follows.of(node);
            free.extend(next.filter(|&next| owner[next as usize].is_none()));
            free_begins.push(free.len() as u32);
        }
        let (mut effect_begins, mut effects) = (vec![0], Vec::new());
        for own in by_node {
            effects.extend(own);
            effect_begins.push(effects.len() as u32);
        }
        let mut space = Space {
            words: layout.words(),
            node,
            property,
            initial: subject.initial,
            last: subject.last,
            follows: subject.follows.clone(),
            gates,
            judges,
            effect_begins,
            effects,
            table,
            free_begins,
            free,
            rule_rows: Vec::new(),
            rule_begins: vec![0],
            rule_next: Vec::new(),
            rule_states: subject.rule.len() as u32,
            rule_start: subject.rule.start(),
            rule_accepting: (0..subject.rule.len() as State)
                .map(|state| subject.rule.is_accepting(state))
                .collect(),
            trap: subject.rule.trap(),
            entry_bits: 0,
            branch_bits: 0,
        };
        space.compile_rule(subject);
        space.number_choices()?;
        Ok(space)
    }

    fn compile_rule(&mut self, subject: &Subject) {
        for node in 0..subject.nodes.len() as u32 {
            if subject.seen[node as usize].is_empty() {
                self.rule_rows.push(UNSEEN);
                continue;
            }
            self.rule_rows.push(self.rule_begins.len() as u32 - 1);
            for state in 0..self.rule_states {
                self.rule_next.extend(subject.after(state, node));
                self.rule_begins.push(self.rule_next.len() as u32);
            }
        }
    }

    /// A choice is a gate, an entry and a branch side by side.
    fn number_choices(&mut self) -> Result<(), SubjectError> {
        let bits = |most: usize| usize::BITS - most.leading_zeros();
        let widths = |begins: &[u32]| {
            let widths = begins.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
            widths.max().unwrap_or(0)
        };
        let entries = self.gates.iter().map(|gate| widths(&gate.begins));
        self.entry_bits = bits(entries.max().unwrap_or(0).max(widths(&self.free_begins)));
        self.branch_bits = bits(widths(&self.rule_begins).max(1));
        let gate_bits = bits(self.gates.len() + 1);
        match gate_bits + self.entry_bits + self.branch_bits < u32::BITS {
            true => Ok(()),
            false => Err(SubjectError::TooMany("the number of nodes and tasks")),
        }
    }

    /// The words of a tuple.
    pub fn words(&self) -> usize {
        self.words
    }

    pub fn initial(&self) -> Vec<u32> {
        let mut words = vec![0; self.words];
        self.node.set(&mut words, self.initial);
        self.property.set(&mut words, self.rule_start);
        for gate in &self.gates {
            gate.slot.set(&mut words, gate.start);
        }
        for judge in &self.judges {
            judge.slot.set(&mut words, judge.start);
        }
        words
    }

    pub fn node_of(&self, words: &[u32]) -> u32 {
        self.node.get(words)
    }

    pub fn property_of(&self, words: &[u32]) -> State {
        self.property.get(words)
    }

    pub fn trap(&self) -> Option<State> {
        self.trap
    }

    pub fn is_last(&self, node: u32) -> bool {
        node == self.last
    }

    pub fn nodes(&self) -> usize {
        self.rule_rows.len()
    }

    /// Whether the path to a tuple of the last node violates the property and is accepted by
    /// every constraint.
    pub fn is_violation(&self, words: &[u32]) -> bool {
        !self.rule_accepting[self.property.get(words) as usize] && self.is_accepted(words)
    }

    /// Whether every constraint accepts a path to this tuple as a whole execution.
    pub fn is_accepted(&self, words: &[u32]) -> bool {
        let accepts = |slot: Slot, accepting: &[bool]| accepting[slot.get(words) as usize];
        self.gates
            .iter()
            .all(|gate| accepts(gate.slot, &gate.accepting))
            && self
                .judges
                .iter()
                .all(|judge| accepts(judge.slot, &judge.accepting))
    }

    /// How many nodes the tasks have to execute at least until all have ended, in halves: a
    /// node of two tasks is counted once.
    pub fn estimate(&self, words: &[u32]) -> i64 {
        let left = self
            .gates
            .iter()
            .map(|gate| i64::from(gate.distance[gate.slot.get(words) as usize]));
        left.sum()
    }

    fn step(&self, choice: u32) -> Step {
        Step {
            gate: choice >> (self.entry_bits + self.branch_bits),
            entry: choice >> self.branch_bits & ((1 << self.entry_bits) - 1),
            branch: choice & ((1 << self.branch_bits) - 1),
        }
    }

    fn choice(&self, step: Step) -> u32 {
        (step.gate << self.entry_bits | step.entry) << self.branch_bits | step.branch
    }

    /// The first next tuple whose choice is at least `from`, written to `target`.
    ///
    /// The tuple of the last node is not judged.
    #[inline]
    pub fn next(&self, words: &[u32], from: u32, target: &mut [u32]) -> Option<(u32, Move)> {
        let mut step = self.step(from);
        let node = self.node.get(words);
        let property = self.property.get(words);
        while let Some(gate) = self.gates.get(step.gate as usize) {
            let state = gate.slot.get(words);
            let entries = gate.entries(state);
            while let Some(&(next, after)) = entries.get(step.entry as usize) {
                if self.follows.has(node, next) {
                    let mut closer = i64::from(gate.distance[after as usize])
                        - i64::from(gate.distance[state as usize]);
                    target.copy_from_slice(words);
                    gate.slot.set(target, after);
                    if let Some(property) =
                        self.enter(next, property, step.branch, target, &mut closer)
                    {
                        return Some((
                            self.choice(step),
                            self.moved(words, property, next, closer),
                        ));
                    }
                }
                step.entry += 1;
                step.branch = 0;
            }
            step = Step {
                gate: step.gate + 1,
                entry: 0,
                branch: 0,
            };
        }
        let free = self.free_begins[node as usize]..self.free_begins[node as usize + 1];
        let free = &self.free[free.start as usize..free.end as usize];
        while let Some(&next) = free.get(step.entry as usize) {
            let mut closer = 0;
            target.copy_from_slice(words);
            if let Some(property) = self.enter(next, property, step.branch, target, &mut closer) {
                return Some((self.choice(step), self.moved(words, property, next, closer)));
            }
            step.entry += 1;
            step.branch = 0;
        }
        None
    }

    /// All next tuples at once, each written to `target` before it is told. Of the arrays
    /// only the words of a tuple count.
    #[inline]
    pub fn for_each_next<const W: usize>(
        &self,
        words: &[u32; W],
        target: &mut [u32; W],
        mut tell: impl FnMut(Move, &[u32; W]),
    ) {
        let node = self.node.get(words);
        let property = self.property.get(words);
        let follows = self.follows.row(node);
        for gate in &self.gates {
            let state = gate.slot.get(words);
            for &(next, after) in gate.entries(state) {
                if follows[next as usize / 64] >> (next % 64) & 1 == 0 {
                    continue;
                }
                let mut branch = 0;
                loop {
                    *target = *words;
                    gate.slot.set(target, after);
                    let Some(property) = self.enter(next, property, branch, target, &mut 0) else {
                        break;
                    };
                    tell(self.moved(words, property, next, 0), target);
                    branch += 1;
                }
            }
        }
        let free = self.free_begins[node as usize]..self.free_begins[node as usize + 1];
        for &next in &self.free[free.start as usize..free.end as usize] {
            let mut branch = 0;
            loop {
                *target = *words;
                let Some(property) = self.enter(next, property, branch, target, &mut 0) else {
                    break;
                };
                tell(self.moved(words, property, next, 0), target);
                branch += 1;
            }
        }
    }

    #[inline]
    fn moved(&self, words: &[u32], property: State, node: u32, closer: i64) -> Move {
        let is_trap = Some(property) == self.trap;
        Move {
            node,
            property,
            is_trapped: is_trap && self.property.get(words) != property,
            closer,
        }
    }

    /// Applies a node to the automata that see it; the next state of the property in this
    /// branch. None where a constraint rejects it, or there are no more branches.
    #[inline]
    fn enter(
        &self,
        node: u32,
        property: State,
        branch: u32,
        target: &mut [u32],
        closer: &mut i64,
    ) -> Option<State> {
        let effects = self.effect_begins[node as usize]..self.effect_begins[node as usize + 1];
        for effect in &self.effects[effects.start as usize..effects.end as usize] {
            let state = effect.slot.get(target);
            let next = self.table[(effect.row + state) as usize];
            if next == REJECTED {
                return None;
            }
            if let Some(gate) = effect.gate {
                let distance = &self.gates[gate as usize].distance;
                *closer += i64::from(distance[next as usize]) - i64::from(distance[state as usize]);
            }
            effect.slot.set(target, next);
        }
        self.node.set(target, node);
        let row = self.rule_rows[node as usize];
        if row == UNSEEN {
            return (branch == 0).then_some(property);
        }
        let row = (row + property) as usize;
        let place = self.rule_begins[row] + branch;
        if place >= self.rule_begins[row + 1] {
            return None;
        }
        let next = self.rule_next[place as usize];
        self.property.set(target, next);
        Some(next)
    }
}
