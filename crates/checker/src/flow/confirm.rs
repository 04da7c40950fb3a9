//! From a path through the graph to an execution of the program: a search through the real
//! states, led along the places of the path, for one whose events break the rule.

use trailhound_flow::automaton::{Dfa, State, Symbol};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::{ActionPattern, Property};
use trailhound_flow::search::Allowance;
use trailhound_guide::distance::{DistanceGuide, DistanceName};
use trailhound_machine::{Choice, Machine, ProgramGraph, Races};
use trailhound_search::{
    Edge, EdgeKind, End, Engine, Finding, Graph, LimitKind, Limits, Monitor, Options, Replay, Stop,
    Weight, best_first,
};
use trailhound_trail::Problem;

use super::observer::{Observer, STARTINGS, Starting, Told};
use super::participants::{Assignments, Participants};
use super::proof;
use super::recognise::Recogniser;
use crate::aim::Aim;
use crate::caveats::caveats;
use crate::inside::{Around, Inside};
use crate::resolve::Resolved;
use crate::session::Session;
use crate::sharing::{self, Sharing};
use crate::telling::walked;
use crate::verdict::Verdict;
use crate::wakeups;
use trailhound_search::changed;

/// What came of the search for a real execution.
pub enum Confirmation {
    Violated(Box<Execution>),
    /// How many states were looked at, and why no more.
    NotFound {
        states: u64,
        why: Why,
    },
}

/// An execution that breaks the rule.
pub struct Execution {
    pub choices: Vec<Choice>,
    /// The events up to the violation.
    pub symbols: Vec<Symbol>,
    /// Which memory the machine that has it takes as shared.
    pub sharing: Sharing,
}

/// Why a search has found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is nothing: these were all states, and all that the program can do.
    Exhausted,
    /// These were all states, but their steps do not show all orders of the events.
    Loose,
    /// These were all states, but the program can do more: why.
    Unproven(String),
    /// It could not be told what happens in some steps, and these were left out.
    Gaps,
    /// Threads may start and end at other moments than those that were looked at.
    Moments,
    Limit(LimitKind),
    Interrupted,
}

/// The program and the rule side by side: the first word is the state of the rule, the second
/// tells who is who, the others are the program's.
struct Product<'g, 'p> {
    graph: &'g mut ProgramGraph<'p>,
    observer: &'g Observer<'g>,
    assignments: Assignments,
    rule: &'g Dfa,
    trap: Option<State>,
    /// Steps were left out of which it could not be told what happens in them.
    has_gaps: bool,
    /// The rule may see other things in some steps, or in other orders.
    is_exact: bool,
    /// Executions were left out because they end in an error.
    has_failed: bool,
    /// Threads race for memory in some state.
    has_raced: bool,
}

/// Words before those of the program.
const OWN: usize = 2;

impl Product<'_, '_> {
    fn violation(&mut self) -> Finding {
        self.graph.violation("the rule is broken")
    }
}

impl Graph for Product<'_, '_> {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        let (mut state, told) = self.observer.first(self.graph)?;
        // Of a beginning that cannot be told, nothing follows.
        let Some(told) = told else {
            self.has_gaps = true;
            return Err(self.violation());
        };
        self.is_exact &= told.is_exact;
        let at = self.observer.state_after(self.rule.start(), &told.symbols);
        let number = self.assignments.number(told.assignment);
        state.splice(0..0, [at, number]);
        Ok(state)
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let (&[at, assignment], words) = state.split_at(OWN) else {
            return None;
        };
        let mut from = from;
        loop {
            let edge = self.graph.successor(words, from, changes)?;
            if let EdgeKind::Abandoned(_) = edge.kind {
                return Some(edge);
            }
            if edge.kind != EdgeKind::Step {
                // An execution that ends in an error is none that the rule speaks of.
                self.has_failed = true;
                from = edge.choice.checked_add(1)?;
                continue;
            }
            let next = changed(words, changes);
            let assignment = self.assignments.get(assignment);
            let states = (words, &next[..]);
            let told = self
                .observer
                .step(self.graph, assignment, states, edge.choice);
            let Some(told) = told else {
                self.has_gaps = true;
                from = edge.choice.checked_add(1)?;
                continue;
            };
            self.is_exact &= told.is_exact;
            let next = self.observer.state_after(at, &told.symbols);
            for (slot, _) in changes.iter_mut() {
                *slot += OWN as u32;
            }
            changes.push((0, next));
            changes.push((1, self.assignments.number(told.assignment)));
            let kind = match Some(next) == self.trap && next != at {
                true => EdgeKind::Finding(self.violation()),
                false => EdgeKind::Step,
            };
            return Some(Edge { kind, ..edge });
        }
    }

    /// The rule says nothing of races, but a copy that races may be seen half-made.
    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        let found = self.graph.meet(state.get(OWN..)?)?;
        self.has_raced |= found.weight == Weight::Weak;
        None
    }

    fn inspect(&mut self, state: &[u32], _: u32) -> Option<Finding> {
        let (at, words) = (*state.first()?, state.get(OWN..)?);
        if self.rule.is_accepting(at) {
            return None;
        }
        self.graph.machine.look_at(words);
        let has_ended = self.graph.machine.exit_status().is_some();
        // The rule may have been broken before the first state.
        let is_broken = has_ended || Some(at) == self.trap;
        is_broken.then(|| self.violation())
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }
}

impl<'p> Around<'p> for Product<'_, 'p> {
    const OWN: usize = OWN;

    fn program_mut(&mut self) -> &mut ProgramGraph<'p> {
        self.graph
    }
}

/// Searches for an execution that breaks the rule. The program is marked: calls that the
/// property names, and the places to pass, in this order. `resolved` is left as the search needed it.
pub fn search(
    resolved: &mut Resolved,
    roles: (&TraceFlowGraph, &Participants),
    (property, order): (&Property, &[u32]),
    allowance: &Allowance,
    session: &Session,
    monitor: &mut dyn Monitor,
) -> Confirmation {
    let patterns = || property.events.iter().flat_map(|event| &event.patterns);
    let is_named = |wanted: ActionPattern| patterns().any(|pattern| pattern.action == wanted);
    let startings = match is_named(ActionPattern::Start) {
        true => &STARTINGS[..],
        false => &STARTINGS[..1],
    };
    let mut search = |resolved: &Resolved, starting: Starting| {
        let explore = |sharing| {
            let searching = Searching {
                resolved,
                sharing,
                roles,
                property,
                order,
                starting,
            };
            searching.run(allowance.left(), monitor)
        };
        sharing::explore(session, Sharing::Tracked, explore)
            .0
            .confirmation
    };
    let mut last = Confirmation::NotFound {
        states: 0,
        why: Why::Gaps,
    };
    for &starting in startings {
        last = search(resolved, starting);
        match &mut last {
            Confirmation::NotFound { why, .. } if *why == Why::Loose => {
                if is_named(ActionPattern::Start) || is_named(ActionPattern::End) {
                    *why = Why::Moments;
                }
            }
            _ => break,
        }
    }
    let Confirmation::NotFound { states, why } = last else {
        return last;
    };
    match why {
        Why::Loose => match proof::doubt(&resolved.program, property) {
            Some(doubt) => Confirmation::NotFound {
                states,
                why: Why::Unproven(doubt),
            },
            None => {
                // Now with the calls as steps of their own; those that wait wake without reason.
                let spurious = wakeups::waits_for_conditions(&resolved.program);
                resolved.machine.step_at_places = true;
                resolved.machine.spurious_wakeups = spurious;
                search(resolved, startings[0])
            }
        },
        why => Confirmation::NotFound { states, why },
    }
}

/// One search for an execution.
struct Searching<'a> {
    resolved: &'a Resolved,
    sharing: Sharing,
    roles: (&'a TraceFlowGraph, &'a Participants),
    property: &'a Property,
    /// The numbers of the places to pass.
    order: &'a [u32],
    starting: Starting,
}

/// What one search has come to.
struct Explored {
    confirmation: Confirmation,
    missed_escape: bool,
}

impl sharing::Explored for Explored {
    fn missed_escape(&self) -> bool {
        self.missed_escape
    }

    fn is_certain(&self) -> bool {
        matches!(self.confirmation, Confirmation::Violated(_))
    }
}

impl Searching<'_> {
    fn run(&self, limits: Limits, monitor: &mut dyn Monitor) -> Explored {
        let (tasks, participants) = self.roles;
        let Resolved {
            program,
            names,
            machine,
            ..
        } = self.resolved;
        let property = self.property;
        let recogniser = Recogniser::new(names, program);
        let observer = Observer::new(tasks, property, participants, recogniser, self.starting);
        let options = self.resolved.options(self.sharing);
        let machine_of_search = Machine::new(program, options).within(limits.budget.clone());
        let mut graph = ProgramGraph::new(machine_of_search, Races::Report);
        let rule = &property.rule.automaton;
        let mut product = Product {
            graph: &mut graph,
            observer: &observer,
            assignments: Assignments::new(),
            rule,
            trap: rule.trap(),
            has_gaps: false,
            is_exact: true,
            has_failed: false,
            has_raced: false,
        };
        let analysis = Aim::through(program, self.order.to_vec()).analysis(Engine::BestFirst);
        let guide = DistanceGuide::new(DistanceName::Efca, &analysis)
            .expect("summaries have no bound to exceed");
        let search_options = Options {
            limits,
            stop_at: Weight::Strong,
            ..Options::default()
        };
        let outcome = best_first(&mut product, &mut Inside(guide), &search_options, monitor);
        let Product {
            has_gaps,
            is_exact,
            has_failed,
            has_raced,
            ..
        } = product;
        let why = match outcome.end {
            End::Limit(kind) => Why::Limit(kind),
            End::Interrupted => Why::Interrupted,
            End::Exhausted if !has_gaps => {
                let doubt = match has_failed {
                    true => Some("some of its executions end in an error".to_owned()),
                    false if has_raced && graph.machine.copied_whole => {
                        Some("copies of several words may be seen half-made".to_owned())
                    }
                    false => {
                        proof::doubt_after(program, &graph.machine).or_else(|| caveats(&graph))
                    }
                };
                match doubt {
                    Some(doubt) => Why::Unproven(doubt),
                    None if is_exact && machine.step_at_places => Why::Exhausted,
                    None => Why::Loose,
                }
            }
            // Or what was found did not stand the test.
            _ => Why::Gaps,
        };
        let choices = outcome.finding.map(|found| {
            let choices = found.choices.iter().map(|&choice| Choice::of(choice));
            choices.collect::<Vec<_>>()
        });
        let verified = choices.and_then(|choices| {
            let symbols = verify(self.resolved, self.sharing, self.roles, property, &choices)?;
            Some(Confirmation::Violated(Box::new(Execution {
                choices,
                symbols,
                sharing: self.sharing,
            })))
        });
        Explored {
            confirmation: verified.unwrap_or(Confirmation::NotFound {
                states: outcome.stats.states_stored,
                why,
            }),
            missed_escape: graph.machine.memory.missed_escape,
        }
    }
}

/// Goes along a trail on a machine that knows nothing of the search: its events, if they break
/// the rule.
pub fn verify(
    resolved: &Resolved,
    sharing: Sharing,
    roles: (&TraceFlowGraph, &Participants),
    property: &Property,
    choices: &[Choice],
) -> Option<Vec<Symbol>> {
    STARTINGS
        .iter()
        .find_map(|&starting| verify_with(resolved, sharing, roles, property, choices, starting))
}

fn verify_with(
    resolved: &Resolved,
    sharing: Sharing,
    (tasks, participants): (&TraceFlowGraph, &Participants),
    property: &Property,
    choices: &[Choice],
    starting: Starting,
) -> Option<Vec<Symbol>> {
    let Resolved { program, names, .. } = resolved;
    let recogniser = Recogniser::new(names, program);
    let observer = Observer::new(tasks, property, participants, recogniser, starting);
    let machine = Machine::new(program, resolved.options(sharing));
    let mut graph = ProgramGraph::new(machine, Races::Off);
    let rule = &property.rule.automaton;
    let mut replay = Replay::start(&mut graph).ok()?;
    let Told {
        mut symbols,
        mut assignment,
        ..
    } = observer.first(&mut graph).ok()?.1?;
    for &Choice { thread, value } in choices {
        let before = replay.state().to_vec();
        let choice = Choice::new(thread, value).number();
        let edge = replay.step(&mut graph, choice)?;
        if edge.kind != EdgeKind::Step {
            return None;
        }
        let states = (&before[..], replay.state());
        let told = observer.step(&mut graph, &assignment, states, choice)?;
        symbols.extend(told.symbols);
        assignment = told.assignment;
    }
    let at = observer.state_after(rule.start(), &symbols);
    graph.machine.look_at(replay.state());
    let has_ended = graph.machine.exit_status().is_some();
    let is_broken = Some(at) == rule.trap() || has_ended && !rule.is_accepting(at);
    is_broken.then_some(symbols)
}

/// The verdict from a trail that breaks the rule.
pub fn tell(
    resolved: &Resolved,
    sharing: Sharing,
    session: &Session,
    choices: Vec<Choice>,
    message: String,
) -> Verdict {
    session.answer_is_known();
    let problem = Problem::Violation { message };
    walked(
        resolved,
        &resolved.options(sharing),
        &problem,
        choices,
        None,
    )
}
