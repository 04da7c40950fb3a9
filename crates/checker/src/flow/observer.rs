//! What a rule sees of the steps of a program.

use trailhound_flow::action::Action;
use trailhound_flow::automaton::{State, Symbol};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::matching::{is_doubtful, symbol_of};
use trailhound_flow::property::Property;
use trailhound_machine::{Choice, ProgramGraph, ThreadId};
use trailhound_search::Finding;

use super::participants::{Assignment, Participants, Role};
use super::recognise::{Effect, Effects, Order, Performed, Recogniser};

/// When a thread starts: steps do not show it, so both of these are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Starting {
    /// As soon as it is there.
    AtOnce,
    /// With its first step, which may be its last one.
    WithFirstStep,
}

/// What the rule sees of a step.
pub(super) struct Told {
    /// In order.
    pub symbols: Vec<Symbol>,
    /// Who is who behind it.
    pub assignment: Assignment,
    /// This is all that it may see, and each order of it and of what others do is one of steps.
    pub is_exact: bool,
}

pub(super) const STARTINGS: [Starting; 2] = [Starting::AtOnce, Starting::WithFirstStep];

/// What the rule sees of the steps of the program.
pub(super) struct Observer<'a> {
    tasks: &'a TraceFlowGraph,
    pub property: &'a Property,
    pub participants: &'a Participants,
    pub recogniser: Recogniser<'a>,
    /// The property tells tasks apart, so that a thread that is none of them is in the way.
    names_tasks: bool,
    starting: Starting,
}

impl<'a> Observer<'a> {
    pub fn new(
        tasks: &'a TraceFlowGraph,
        property: &'a Property,
        participants: &'a Participants,
        recogniser: Recogniser<'a>,
        starting: Starting,
    ) -> Observer<'a> {
        let mut patterns = property.events.iter().flat_map(|event| &event.patterns);
        Observer {
            tasks,
            property,
            participants,
            recogniser,
            names_tasks: patterns.any(|pattern| pattern.task.is_some()),
            starting,
        }
    }

    /// The first state of the program, with what the rule sees before it and who is who then.
    pub fn first(&self, graph: &mut ProgramGraph<'_>) -> Result<(Vec<u32>, Option<Told>), Finding> {
        let (state, effects) = self.recogniser.first(graph)?;
        let told = effects
            .and_then(|effects| self.symbols(&self.participants.first(), ThreadId(0), effects));
        Ok((state, told))
    }

    /// What the rule sees in a step, in order, and who is who behind it. None where that cannot
    /// be told.
    pub fn step(
        &self,
        graph: &mut ProgramGraph<'_>,
        assignment: &Assignment,
        states: (&[u32], &[u32]),
        choice: u32,
    ) -> Option<Told> {
        let effects = self.recogniser.step(graph, states, choice)?;
        self.symbols(assignment, Choice::of(choice).thread, effects)
    }

    fn symbols(&self, assignment: &Assignment, thread: ThreadId, effects: Effects) -> Option<Told> {
        let mut assignment = assignment.clone();
        let mut symbols = Vec::new();
        let mut is_exact = true;
        self.begin(&mut assignment, thread, &mut symbols);
        for Performed { by, effect, order } in effects {
            self.begin(&mut assignment, by, &mut symbols);
            let role = assignment.role(by);
            match effect {
                Effect::Acts(action) => {
                    let symbol = self.symbol(&action, role)?;
                    is_exact &= symbol.is_none() || order == Order::Explored;
                    is_exact &= symbol.is_some() || !self.may_be_seen(&action, role);
                    symbols.extend(symbol);
                }
                Effect::MayAct(action) => {
                    is_exact &= self.symbol(&action, role)?.is_none();
                }
                Effect::Ends => {
                    symbols.extend(self.symbol(&Action::End, role)?);
                    assignment.set(by, None);
                }
                Effect::Starts {
                    place,
                    thread,
                    entry,
                } => {
                    let (place, entry) = (place.as_deref(), entry.as_deref());
                    let task = role.and_then(|role| {
                        self.participants
                            .enter(&mut assignment, role.task, place, entry)
                    });
                    let role = task.map(|task| Role {
                        task,
                        has_begun: false,
                    });
                    match thread {
                        Some(thread) => {
                            assignment.set(thread, role);
                            if self.starting == Starting::AtOnce {
                                self.begin(&mut assignment, thread, &mut symbols);
                            }
                        }
                        // It was so quick that it is gone already.
                        None => {
                            symbols.extend(self.symbol(&Action::Start, role)?);
                            symbols.extend(self.symbol(&Action::End, role)?);
                        }
                    }
                }
            }
        }
        Some(Told {
            symbols,
            assignment,
            is_exact,
        })
    }

    /// A thread that does something for the first time starts with that.
    fn begin(&self, assignment: &mut Assignment, thread: ThreadId, symbols: &mut Vec<Symbol>) {
        if let Some(role) = assignment.role(thread).filter(|role| !role.has_begun) {
            symbols.extend(self.symbol(&Action::Start, Some(role)).flatten());
            let has_begun = true;
            assignment.set(thread, Some(Role { has_begun, ..role }));
        }
    }

    /// The symbol of an action by a task, if the rule sees it. None of the outer kind where it
    /// depends on the task and that is not known.
    fn symbol(&self, action: &Action, role: Option<Role>) -> Option<Option<Symbol>> {
        if role.is_none() && self.names_tasks {
            return None;
        }
        let (rule, events) = (&self.property.rule, &self.property.events);
        Some(symbol_of(action, self.task_of(role), rule, events))
    }

    /// Whether it is not known if the rule sees an action.
    fn may_be_seen(&self, action: &Action, role: Option<Role>) -> bool {
        let (rule, events) = (&self.property.rule, &self.property.events);
        is_doubtful(action, self.task_of(role), rule, events)
    }

    fn task_of(&self, role: Option<Role>) -> &str {
        match role {
            Some(Role { task, .. }) => self.tasks.tasks[task.0 as usize].name.as_str(),
            None => "",
        }
    }

    pub fn state_after(&self, at: State, symbols: &[Symbol]) -> State {
        let rule = &self.property.rule.automaton;
        let symbols = symbols.iter();
        symbols.fold(at, |at, &symbol| rule.next(at, symbol))
    }
}
