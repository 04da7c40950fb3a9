//! From a path through the graph to an execution of the program: a search through the real
//! states, led along the places of the path, for one whose events break the rule.

use trailhound_flow::automaton::{Dfa, State, Symbol};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::search::AbstractPath;
use trailhound_guide::distance::{DistanceGuide, DistanceName};
use trailhound_machine::{Machine, ProgramGraph, Races, choice, parts_of};
use trailhound_program::Program;
use trailhound_search::{
    Edge, EdgeKind, End, Engine, Finding, Graph, Guide, Limits, Monitor, Options, PastStep, Ranked,
    Replay, Weight, best_first,
};
use trailhound_trail::{self as trail, MachineSetup, Problem, ProgramSetup};

use super::recognise::Recogniser;
use crate::check::told;
use crate::conclusion::Conclusion;
use crate::goals::Aim;
use crate::prepare::Prepared;

/// What came of the search for a real execution.
pub enum Confirmation {
    /// The choices of one, and the events up to the violation.
    Violated(Vec<(u32, u32)>, Vec<Symbol>),
    /// How many states were looked at, and whether these were all.
    NotFound { states: u64, exhausted: bool },
}

/// Names of the tasks that threads are, by their number.
///
/// Threads are numbered as they start. Where a number is used a second time the name may be
/// wrong: the trail that is found is gone through once more with names by birth.
fn task_of(graph: &TraceFlowGraph, thread: u32) -> String {
    let task = graph.tasks.get(thread as usize);
    task.map_or_else(|| format!("thread {thread}"), |task| task.name.clone())
}

/// The program and the rule side by side: the first word is the state of the rule, the others
/// are the program's.
struct Product<'g, 'p> {
    graph: &'g mut ProgramGraph<'p>,
    recogniser: &'g Recogniser<'g>,
    tasks: &'g TraceFlowGraph,
    rule: &'g Dfa,
    trap: Option<State>,
}

impl Product<'_, '_> {
    fn violation(&mut self) -> Finding {
        self.graph.violation("the rule is broken")
    }
}

impl Graph for Product<'_, '_> {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        let mut state = self.graph.initial()?;
        state.insert(0, self.rule.start());
        Ok(state)
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let (at, words) = state.split_first()?;
        let mut from = from;
        loop {
            let edge = self.graph.successor(words, from, changes)?;
            if edge.kind != EdgeKind::Step {
                // An execution that ends in an error is none that the rule speaks of.
                from = edge.choice.checked_add(1)?;
                continue;
            }
            let (thread, _) = parts_of(edge.choice);
            let task = task_of(self.tasks, thread);
            let symbols = self
                .recogniser
                .symbols(self.graph, words, edge.choice, &task);
            let next = symbols
                .iter()
                .fold(*at, |at, &symbol| self.rule.next(at, symbol));
            for (slot, _) in changes.iter_mut() {
                *slot += 1;
            }
            changes.push((0, next));
            let kind = match Some(next) == self.trap && next != *at {
                true => EdgeKind::Finding(self.violation()),
                false => EdgeKind::Step,
            };
            return Some(Edge { kind, ..edge });
        }
    }

    fn inspect(&mut self, state: &[u32], _: u32) -> Option<Finding> {
        let (at, words) = state.split_first()?;
        if self.rule.is_accepting(*at) {
            return None;
        }
        self.graph.machine.look_at(words);
        let has_ended = self.graph.machine.exit_status().is_some();
        has_ended.then(|| self.violation())
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }
}

/// A guide of the program in the product.
struct Inside<'a>(DistanceGuide<'a>);

impl<'g, 'p> Guide<Product<'g, 'p>> for Inside<'_> {
    fn arrive(
        &mut self,
        graph: &mut Product<'g, 'p>,
        state: &[u32],
        past: &mut dyn Iterator<Item = PastStep>,
    ) {
        self.0.arrive(graph.graph, &state[1..], past);
    }

    fn rank(
        &mut self,
        graph: &mut Product<'g, 'p>,
        state: &[u32],
        edge: Edge,
        changes: &[(u32, u32)],
    ) -> Ranked {
        let own: Vec<(u32, u32)> = changes
            .iter()
            .filter(|change| change.0 > 0)
            .map(|&(slot, word)| (slot - 1, word))
            .collect();
        self.0.rank(graph.graph, &state[1..], edge, &own)
    }
}

/// The places of a path, up to where the rule is broken, each once in a row.
pub fn places(graph: &TraceFlowGraph, path: &AbstractPath) -> Vec<String> {
    let last = path.trap.map_or(path.steps.len(), |trap| trap + 1);
    let mut places: Vec<String> = path.steps[..last]
        .iter()
        .filter(|step| step.symbol.is_some())
        .filter_map(|step| graph.nodes[step.node.0 as usize].place.clone())
        .collect();
    places.dedup();
    places
}

/// Searches for an execution that breaks the rule. The program is marked: calls that the
/// property names, and the places to pass.
pub fn search(
    prepared: &Prepared,
    tasks: &TraceFlowGraph,
    property: &Property,
    (setup, machine): (&ProgramSetup, &MachineSetup),
    limits: Limits,
    monitor: &mut dyn Monitor,
) -> Confirmation {
    let program = &prepared.program;
    let names = &prepared.names;
    let recogniser = Recogniser::new(property, names, program);
    let options = machine.options(setup);
    let mut graph = ProgramGraph::new(Machine::new(program, options), Races::Off);
    let rule = &property.rule.automaton;
    let mut product = Product {
        graph: &mut graph,
        recogniser: &recogniser,
        tasks,
        rule,
        trap: rule.trap(),
    };
    let passed = (0..machine.goals.via.len() as u32).collect();
    let analysis = Aim::through(program, passed).analysis(Engine::BestFirst);
    let guide = DistanceGuide::new(DistanceName::Efca, &analysis)
        .expect("summaries have no bound to exceed");
    let search_options = Options {
        limits,
        stop_at: Weight::Strong,
        ..Options::default()
    };
    let outcome = best_first(&mut product, &mut Inside(guide), &search_options, monitor);
    let choices = outcome.finding.map(|found| {
        let choices = found.choices.iter().map(|&choice| parts_of(choice));
        choices.collect::<Vec<_>>()
    });
    let verified = choices.and_then(|choices| {
        let symbols = verify(property, prepared, (setup, machine), &choices)?;
        Some(Confirmation::Violated(choices, symbols))
    });
    verified.unwrap_or(Confirmation::NotFound {
        states: outcome.stats.states_stored,
        exhausted: outcome.end == End::Exhausted,
    })
}

/// Goes along a trail on a machine that knows nothing of the search: its events, if they break
/// the rule. A thread is called by its entry function and, where the property tells several
/// of them apart, by which of them it is in the order of their birth.
pub fn verify(
    property: &Property,
    prepared: &Prepared,
    (setup, machine): (&ProgramSetup, &MachineSetup),
    choices: &[(u32, u32)],
) -> Option<Vec<Symbol>> {
    let program = &prepared.program;
    let names = &prepared.names;
    let recogniser = Recogniser::new(property, names, program);
    let mut graph = ProgramGraph::new(Machine::new(program, machine.options(setup)), Races::Off);
    let rule = &property.rule.automaton;
    let mut replay = Replay::start(&mut graph).ok()?;
    let mut births = Births::default();
    let mut at = rule.start();
    let mut symbols = Vec::new();
    for &(thread, value) in choices {
        let before = replay.state().to_vec();
        births.look(&mut graph, &before, program);
        let choice = choice(thread, value);
        let task = births.name(thread);
        for symbol in recogniser.symbols(&mut graph, &before, choice, &task) {
            at = rule.next(at, symbol);
            symbols.push(symbol);
        }
        let edge = replay.step(&mut graph, choice)?;
        if edge.kind != EdgeKind::Step {
            return None;
        }
    }
    graph.machine.look_at(replay.state());
    let has_ended = graph.machine.exit_status().is_some();
    let is_broken = Some(at) == rule.trap() || has_ended && !rule.is_accepting(at);
    is_broken.then_some(symbols)
}

/// Which thread was born as the how-manieth of its entry function.
#[derive(Default)]
struct Births {
    /// By number of the thread, while it lives: entry and count.
    living: Vec<Option<(String, u32)>>,
    counts: Vec<(String, u32)>,
}

impl Births {
    fn look(&mut self, graph: &mut ProgramGraph<'_>, state: &[u32], program: &Program) {
        graph.machine.look_at(state);
        let count = graph.machine.thread_count();
        self.living.resize(count.max(1) as usize, None);
        for number in 0..count {
            let frames = &graph.machine.thread_at(number).frames;
            let entry = frames
                .first()
                .map(|frame| program.functions[frame.function.index()].display.clone());
            let place = &mut self.living[number as usize];
            match (entry, &place) {
                (None, _) => *place = None,
                (Some(entry), None) => {
                    let known = self.counts.iter_mut().find(|(name, _)| *name == entry);
                    let number = match known {
                        Some((_, count)) => {
                            *count += 1;
                            *count
                        }
                        None => {
                            self.counts.push((entry.clone(), 1));
                            1
                        }
                    };
                    *place = Some((entry, number));
                }
                (Some(_), Some(_)) => {}
            }
        }
    }

    /// As tasks are called: `worker#2`.
    fn name(&self, thread: u32) -> String {
        match self.living.get(thread as usize) {
            Some(Some((entry, _))) if entry == "main" => entry.clone(),
            Some(Some((entry, number))) => format!("{entry}#{number}"),
            _ => format!("thread {thread}"),
        }
    }
}

/// The conclusion from a trail that breaks the rule.
pub fn tell(
    prepared: &Prepared,
    (setup, machine): (&ProgramSetup, &MachineSetup),
    choices: Vec<(u32, u32)>,
    message: String,
) -> Conclusion {
    let options = machine.options(setup);
    let problem = Problem::Violation { message };
    let report = trail::replay(
        &prepared.program,
        &prepared.names,
        &options,
        &choices,
        &problem,
    );
    told(&problem, report, choices, None)
}
