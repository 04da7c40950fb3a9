//! The automata of a subject, compiled for speed: flat tables, one look-up for each automaton
//! that sees a node. It does not know which joint states there are.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::layout::{Layout, Slot};
use super::places::Places;
use super::rule::RuleTable;
use crate::automaton::State;
use crate::constraint::{NodeAutomaton, REJECTED, TaskAutomaton};
use crate::graph::NodeId;
use crate::projection::{Relation, columns};
use crate::subject::Subject;

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
}

/// An automaton beside those of tasks.
struct Judge {
    slot: Slot,
    start: State,
    accepting: Vec<bool>,
}

/// A step to a node that no gate names, in one branch of the property.
#[derive(Clone, Copy, Debug)]
pub struct FreeStep {
    pub node: u32,
    /// What it does to the automata, which many nodes do alike.
    pub effect: u32,
}

pub struct Space {
    words: usize,
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
    free: FreeSteps,
    pub places: Places,
    rule: RuleTable,
    rule_start: State,
    rule_accepting: Vec<bool>,
    trap: Option<State>,
}

/// More than any path is long, for tasks that cannot end any more.
const NEVER: u32 = 1 << 24;

/// Which gate lets each node through: the first that knows it; a second one judges.
struct Owners {
    owner: Vec<Option<usize>>,
    /// The gates that know a node.
    sharers: Vec<u32>,
}

impl Owners {
    fn of(subject: &Subject) -> Owners {
        let count = subject.nodes.len();
        let mut owner: Vec<Option<usize>> = vec![None; count];
        let mut latest = owner.clone();
        let mut sharers = vec![0u32; count];
        for (gate, task) in subject.tasks.iter().enumerate() {
            for node in task.next.iter().flatten().map(|step| step.0.0 as usize) {
                if latest[node].replace(gate) != Some(gate) {
                    sharers[node] += 1;
                    owner[node].get_or_insert(gate);
                }
            }
        }
        Owners { owner, sharers }
    }
}

/// What nodes do to automata, while these are added one after the other.
struct Effects {
    layout: Layout,
    table: Vec<State>,
    by_node: Vec<Vec<Effect>>,
}

impl Effects {
    fn gate(&mut self, owners: &Owners, number: usize, task: &TaskAutomaton) -> Gate {
        let slot = self.layout.slot(task.states());
        let (mut begins, mut entries) = (vec![0], Vec::new());
        // By node of another gate.
        let mut judged: BTreeMap<usize, Vec<State>> = BTreeMap::new();
        for (state, steps) in task.next.iter().enumerate() {
            for &(NodeId(node), next) in steps {
                if owners.owner[node as usize] == Some(number) {
                    entries.push((node, next));
                } else {
                    let row = judged.entry(node as usize);
                    row.or_insert_with(|| vec![REJECTED; task.states()])[state] = next;
                }
            }
            begins.push(entries.len() as u32);
        }
        for (node, row) in judged {
            let begin = self.table.len() as u32;
            self.by_node[node].push(Effect { slot, row: begin });
            self.table.extend(row);
        }
        // A node of two tasks is counted half in each, so once.
        let cost = |node: NodeId| 2 / owners.sharers[node.0 as usize];
        let distance = task.distances(cost).into_iter();
        Gate {
            slot,
            start: task.start,
            accepting: task.accepting.clone(),
            begins,
            entries,
            distance: distance.map(|left| left.unwrap_or(NEVER)).collect(),
        }
    }

    fn judge(&mut self, automaton: &NodeAutomaton) -> Judge {
        let slot = self.layout.slot(automaton.states());
        let begin = |row: &Vec<State>| {
            let begin = self.table.len() as u32;
            self.table.extend(row);
            begin
        };
        let rows: Vec<u32> = automaton.rows.iter().map(begin).collect();
        for (effects, row) in self.by_node.iter_mut().zip(&automaton.effects) {
            effects.extend(row.map(|row| Effect {
                slot,
                row: rows[row as usize],
            }));
        }
        Judge {
            slot,
            start: automaton.start,
            accepting: automaton.accepting.clone(),
        }
    }
}

/// The steps to nodes that no gate names.
struct FreeSteps {
    /// By node, where the steps begin that follow it; one more at the end.
    begins: Vec<u32>,
    steps: Vec<FreeStep>,
    /// By effect: a node that has it, and the branch.
    effects: Vec<(u32, u32)>,
}

impl FreeSteps {
    fn of(
        subject: &Subject,
        owners: &Owners,
        by_node: &[Vec<Effect>],
        rule: &RuleTable,
    ) -> FreeSteps {
        let count = subject.nodes.len();
        let mut free_nodes = Relation::new(1, count);
        for node in (0..count as u32).filter(|&node| owners.owner[node as usize].is_none()) {
            free_nodes.add(0, node);
        }
        // By free node, where its effects begin: one for each branch.
        let mut effects = Vec::new();
        let mut effect_of = vec![0; count];
        let mut alike: FxHashMap<(Vec<u32>, u32), u32> = FxHashMap::default();
        for node in free_nodes.of(0) {
            let rows = by_node[node as usize].iter().map(|effect| effect.row);
            let key = (rows.collect(), rule.row(node));
            effect_of[node as usize] = *alike.entry(key).or_insert_with(|| {
                let begin = effects.len() as u32;
                effects.extend((0..rule.branches(node) as u32).map(|branch| (node, branch)));
                begin
            });
        }
        let (mut begins, mut steps) = (vec![0], Vec::new());
        for node in 0..count as u32 {
            let both = subject.follows.row(node).iter().zip(free_nodes.row(0));
            let next: Vec<u64> = both.map(|(next, free)| next & free).collect();
            for next in columns(&next) {
                let begin = effect_of[next as usize];
                let branches = begin..begin + rule.branches(next) as u32;
                steps.extend(branches.map(|effect| FreeStep { node: next, effect }));
            }
            begins.push(steps.len() as u32);
        }
        FreeSteps {
            begins,
            steps,
            effects,
        }
    }
}

impl Space {
    pub fn new(subject: &Subject) -> Space {
        let count = subject.nodes.len();
        let mut layout = Layout::default();
        let property = layout.slot(subject.rule.len());
        let owners = Owners::of(subject);
        let mut all = Effects {
            layout,
            table: Vec::new(),
            by_node: (0..count).map(|_| Vec::new()).collect(),
        };
        let tasks = subject.tasks.iter().enumerate();
        let gates = tasks
            .map(|(number, task)| all.gate(&owners, number, task))
            .collect();
        let automata = subject.automata.iter();
        let judges = automata.map(|automaton| all.judge(automaton)).collect();
        let rule = RuleTable::new(subject);
        let free = FreeSteps::of(subject, &owners, &all.by_node, &rule);
        let (mut effect_begins, mut effects) = (vec![0], Vec::new());
        for own in all.by_node {
            effects.extend(own);
            effect_begins.push(effects.len() as u32);
        }
        Space {
            words: all.layout.words(),
            property,
            initial: subject.initial,
            last: subject.last,
            follows: subject.follows.clone(),
            gates,
            judges,
            effect_begins,
            effects,
            table: all.table,
            free,
            places: Places::new(subject, &owners.owner),
            rule,
            rule_start: subject.rule.start(),
            rule_accepting: (0..subject.rule.len() as State)
                .map(|state| subject.rule.is_accepting(state))
                .collect(),
            trap: subject.rule.trap(),
        }
    }

    /// The words of a joint state.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The node at which every path begins.
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// The states of all automata before the first node.
    pub fn initial_states(&self) -> Vec<u32> {
        let mut states = vec![0; self.words];
        self.property.set(&mut states, self.rule_start);
        for gate in &self.gates {
            gate.slot.set(&mut states, gate.start);
        }
        for judge in &self.judges {
            judge.slot.set(&mut states, judge.start);
        }
        states
    }

    pub fn property_of(&self, states: &[u32]) -> State {
        self.property.get(states)
    }

    #[inline]
    pub fn trap(&self) -> Option<State> {
        self.trap
    }

    #[inline]
    pub fn is_last(&self, node: u32) -> bool {
        node == self.last
    }

    pub fn nodes(&self) -> usize {
        self.free.begins.len() - 1
    }

    /// The nodes that may directly follow one, as bits.
    #[inline]
    pub fn follows(&self, node: u32) -> &[u64] {
        self.follows.row(node)
    }

    /// The steps to nodes that follow one and that no gate names.
    #[inline]
    pub fn free(&self, node: u32) -> &[FreeStep] {
        let begin = self.free.begins[node as usize] as usize;
        let end = self.free.begins[node as usize + 1] as usize;
        &self.free.steps[begin..end]
    }

    /// How many effects free steps have.
    pub fn free_effects(&self) -> usize {
        self.free.effects.len()
    }

    /// Whether a path that leaves the property in this state obeys it.
    pub fn rule_accepts(&self, property: State) -> bool {
        self.rule_accepting[property as usize]
    }

    /// Whether every constraint accepts a path to this joint state as a whole execution.
    pub fn is_accepted(&self, states: &[u32]) -> bool {
        let accepts = |slot: Slot, accepting: &[bool]| accepting[slot.get(states) as usize];
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
    pub fn estimate(&self, states: &[u32]) -> u32 {
        let left = self
            .gates
            .iter()
            .map(|gate| gate.distance[gate.slot.get(states) as usize]);
        left.fold(0, u32::saturating_add)
    }

    /// All nodes that the gates let through, each told with the joint state behind it, which
    /// is written to `target`.
    pub fn for_each_gated(
        &self,
        states: &[u32],
        target: &mut [u32],
        mut tell: impl FnMut(u32, &[u32]),
    ) {
        let property = self.property.get(states);
        for gate in &self.gates {
            for &(node, after) in gate.entries(gate.slot.get(states)) {
                if !self.allows(node, states) {
                    continue;
                }
                self.enter(node, states, target);
                gate.slot.set(target, after);
                for &next in self.rule.after(property, node) {
                    self.property.set(target, next);
                    tell(node, target);
                }
            }
        }
    }

    /// Writes the joint state behind a free step to `target`; false where a constraint rejects
    /// it, or the property has fewer branches.
    pub fn enter_free(&self, states: &[u32], effect: u32, target: &mut [u32]) -> bool {
        let (node, branch) = self.free.effects[effect as usize];
        let after = self.rule.after(self.property.get(states), node);
        let Some(&next) = after.get(branch as usize) else {
            return false;
        };
        if !self.allows(node, states) {
            return false;
        }
        self.enter(node, states, target);
        self.property.set(target, next);
        true
    }

    /// Whether all constraints that see a node allow it, but for the gate that names it.
    #[inline]
    fn allows(&self, node: u32, states: &[u32]) -> bool {
        let mut effects = self.effects_of(node).iter();
        effects.all(|effect| self.after(effect, states) != REJECTED)
    }

    /// Writes what becomes of these constraints to `target`.
    #[inline]
    fn enter(&self, node: u32, states: &[u32], target: &mut [u32]) {
        target.copy_from_slice(states);
        for effect in self.effects_of(node) {
            effect.slot.set(target, self.after(effect, states));
        }
    }

    #[inline]
    fn effects_of(&self, node: u32) -> &[Effect] {
        let begin = self.effect_begins[node as usize] as usize;
        let end = self.effect_begins[node as usize + 1] as usize;
        &self.effects[begin..end]
    }

    #[inline]
    fn after(&self, effect: &Effect, states: &[u32]) -> State {
        self.table[(effect.row + effect.slot.get(states)) as usize]
    }
}
