//! A shorter trail to an error that has been found: first by leaving steps out, then along
//! the known one, which works for large programs, then breadth first, which for small ones
//! gives a shortest. One with very many context switches is first looked for among the schedules
//! with few preemptions. All have budgets, and what they do not better stays.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use trailhound_guide::Toward;
use trailhound_machine::{Choice, ErrorKind, Problem, ProgramGraph, Slot, ThreadId};
use trailhound_search::{
    Edge, EdgeKind, Engine, Finding, Found, Graph, Guide, Limits, Monitor, Options, Outcome,
    Replay, Stop, Unguided, Weight, circle_at, dfs, run,
};
use trailhound_trail::{self as trail, Promise};

use crate::preemptions::Bounded;

const TIME: Duration = Duration::from_secs(5);
const FEWEST_STATES: u64 = 200_000;
/// The budget in states is this many times what the first search took.
const FACTOR: u64 = 4;

/// States of a circle up to which a shorter way into it is looked for.
const LARGEST_CIRCLE: usize = 100_000;

/// How strongly the known trail attracts, in thousandths, one attempt after the other: a
/// strong pull comes to the error again quickly, a weak one looks for short cuts.
const PULLS: [u32; 3] = [5000, 2000, 1000];

/// Context switches from which on fewer of them count more than fewer steps.
const MANY_SWITCHES: usize = 10;
/// The steps that a context switch is worth then.
const SWITCH: usize = 4;
/// Preemptions up to which a trail with few switches is looked for.
const MOST_PREEMPTIONS: u32 = 3;

/// Puts a shorter trail into `outcome`, if there is one; returns the length that it had.
pub fn shorten(
    graph: &mut ProgramGraph<'_>,
    options: &Options,
    outcome: &mut Outcome,
    monitor: &mut dyn Monitor,
) -> Option<usize> {
    let states = outcome.stats.states_stored * FACTOR;
    shorten_found(graph, options, outcome.finding.as_mut()?, states, monitor)
}

/// Puts a shorter trail in the place of one, if there is one within so many states or the
/// fewest that are worth it; returns the length that it had.
pub fn shorten_found(
    graph: &mut ProgramGraph<'_>,
    options: &Options,
    found: &mut Found,
    states: u64,
    monitor: &mut dyn Monitor,
) -> Option<usize> {
    let length = found.choices.len();
    if length < 2 {
        return None;
    }
    let problem = &graph.problems[found.finding.id as usize];
    let kind = problem.kind()?;
    let goal = match matches!(problem, Problem::Endless { .. }) {
        true => Goal::Circle(circle_behind(graph, &found.choices)?, found.finding),
        false => Goal::Kind(kind),
    };
    let mut shortening = Shortening {
        graph: SameGoal { graph, goal },
        best: found.clone(),
        states: states.max(FEWEST_STATES),
        started: Instant::now(),
        options,
        monitor,
    };
    shortening.without_needless_steps();
    shortening.with_few_preemptions();
    shortening.along_the_trail();
    shortening.without_needless_steps();
    shortening.breadth_first();
    let best = shortening.best;
    if !is_better(&best.choices, &found.choices) {
        return None;
    }
    *found = best;
    Some(length)
}

/// The states of the circle at the end of a trail.
fn circle_behind(graph: &mut ProgramGraph<'_>, choices: &[u32]) -> Option<FxHashSet<Vec<u32>>> {
    let mut replay = Replay::start(graph).ok()?;
    for &choice in choices {
        replay.step(graph, choice)?;
    }
    let states = circle_at(graph, replay.state())?;
    (states.len() <= LARGEST_CIRCLE).then(|| states.into_iter().collect())
}

/// The problem that was found and the way to it, with as few changes of threads as can be.
pub fn straightened(graph: &mut ProgramGraph<'_>, found: &Found) -> (Problem, Vec<Choice>) {
    let (problem, mut choices) = as_found(graph, found);
    let promise = Promise::of(&problem);
    if let Ok(reached) = trail::reach_in(graph, &choices, promise) {
        trail::straighten(graph, &mut choices, &reached.problem);
    }
    (problem, choices)
}

/// The same as it is.
pub fn as_found(graph: &ProgramGraph<'_>, found: &Found) -> (Problem, Vec<Choice>) {
    let problem = graph.problems[found.finding.id as usize].clone();
    let choices = found.choices.iter().map(|&choice| Choice::of(choice));
    (problem, choices.collect())
}

struct Shortening<'a, 'p> {
    graph: SameGoal<'a, 'p>,
    best: Found,
    states: u64,
    started: Instant,
    options: &'a Options,
    monitor: &'a mut dyn Monitor,
}

impl Shortening<'_, '_> {
    /// Leaves steps out, those of whole threads and then ever shorter parts of the trail, as
    /// long as the rest still leads to the error.
    fn without_needless_steps(&mut self) {
        let threads: BTreeSet<ThreadId> = self
            .best
            .choices
            .iter()
            .map(|&c| Choice::of(c).thread)
            .collect();
        for thread in threads {
            if self.is_over() {
                return;
            }
            let mut rest = self.best.choices.clone();
            rest.retain(|&choice| Choice::of(choice).thread != thread);
            self.try_choices(&rest);
        }
        let mut size = self.best.choices.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < self.best.choices.len() {
                if self.is_over() {
                    return;
                }
                let end = (at + size).min(self.best.choices.len());
                let mut rest = self.best.choices.clone();
                rest.drain(at..end);
                if !self.try_choices(&rest) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    fn is_over(&self) -> bool {
        let budget = &self.options.limits.budget;
        self.started.elapsed() > TIME || budget.exhausted().is_some()
    }

    /// Takes those of `choices` that can be taken; whether they lead to the error sooner.
    fn try_choices(&mut self, choices: &[u32]) -> bool {
        let Some((finding, taken)) = self.walk(choices) else {
            return false;
        };
        if !is_better(&taken, &self.best.choices) {
            return false;
        }
        self.best = Found {
            finding: Finding {
                weight: self.best.finding.weight,
                ..finding
            },
            choices: taken,
        };
        true
    }

    /// The error at the end of `choices`, and those that could be taken.
    fn walk(&mut self, choices: &[u32]) -> Option<(Finding, Vec<u32>)> {
        let graph = &mut self.graph;
        let mut replay = Replay::start(graph).ok()?;
        let mut taken = Vec::new();
        for &choice in choices {
            let Some(edge) = replay.step(graph, choice) else {
                continue;
            };
            taken.push(choice);
            if let EdgeKind::Finding(finding) = edge.kind {
                return (finding.weight == Weight::Strong).then_some((finding, taken));
            }
        }
        let state = replay.state();
        let mut edges = 0;
        let mut changes = Vec::new();
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| graph.successor(state, from, &mut changes)) {
            edges += 1;
            from = edge.choice.checked_add(1);
        }
        let finding = graph.meet(state).or_else(|| graph.inspect(state, edges))?;
        (finding.weight == Weight::Strong).then_some((finding, taken))
    }

    /// Searches the schedules with few preemptions for the error, if the trail has many switches.
    fn with_few_preemptions(&mut self) {
        let Goal::Kind(kind) = self.graph.goal else {
            return;
        };
        for bound in 0..=MOST_PREEMPTIONS {
            // The rest of the time is for the other ways.
            let left = (TIME / 2).saturating_sub(self.started.elapsed());
            if switches(&self.best.choices) < MANY_SWITCHES || left.is_zero() || self.is_over() {
                return;
            }
            let options = Options {
                limits: Limits {
                    states: Some(self.states),
                    time: Some(left),
                    ..self.options.limits.clone()
                },
                stop_at: Weight::Strong,
                seed: 0,
                livelocks: false,
            };
            let mut bounded = Bounded::new(self.graph.graph, bound);
            let outcome = dfs(&mut bounded, &options, self.monitor);
            let Some(found) = outcome.finding else {
                continue;
            };
            let problem = &self.graph.graph.problems[found.finding.id as usize];
            if problem.kind() == Some(kind) && self.try_choices(&found.choices) {
                return self.without_needless_steps();
            }
        }
    }

    /// Searches along the best trail so far, until that does not make it shorter.
    fn along_the_trail(&mut self) {
        let mut pulls = PULLS.into_iter().peekable();
        while let Some(&thousandths) = pulls.peek() {
            let is_thread = |graph: &SameGoal, slot| graph.graph.is_thread(Slot(slot));
            let Some(mut toward) = Toward::end_of(&mut self.graph, &self.best.choices, is_thread)
            else {
                return;
            };
            let engine = Engine::WeightedAstar { thousandths };
            if !self.attempt(engine, Some(&mut toward)) {
                pulls.next();
            }
        }
    }

    fn breadth_first(&mut self) {
        self.attempt(Engine::Bfs, None);
    }

    /// Whether a search makes the trail shorter.
    fn attempt(&mut self, engine: Engine, toward: Option<&mut Toward>) -> bool {
        let left = TIME.saturating_sub(self.started.elapsed());
        let Ok(shorter) = u32::try_from(self.best.choices.len() - 1) else {
            return false;
        };
        if left.is_zero() || shorter == 0 {
            return false;
        }
        let depth = match engine {
            // Without what lies behind the error the search would go astray.
            Engine::Bfs => shorter,
            _ => shorter + 1,
        };
        let options = Options {
            limits: Limits {
                states: Some(self.states),
                depth: Some(depth),
                time: Some(left),
                ..self.options.limits.clone()
            },
            stop_at: Weight::Strong,
            seed: 0,
            livelocks: false,
        };
        let guide: &mut dyn Guide<SameGoal> = match toward {
            Some(toward) => toward,
            None => &mut Unguided,
        };
        let outcome = run(engine, &mut self.graph, guide, &options, self.monitor);
        match outcome.finding {
            Some(found)
                if found.finding.weight == Weight::Strong
                    && is_better(&found.choices, &self.best.choices) =>
            {
                self.best = Found {
                    finding: Finding {
                        weight: self.best.finding.weight,
                        ..found.finding
                    },
                    ..found
                };
                true
            }
            _ => false,
        }
    }
}

/// Whether a trail is easier to follow than another: by its steps, and by its context switches where
/// these are many.
fn is_better(new: &[u32], old: &[u32]) -> bool {
    let (new_switches, old_switches) = (switches(new), switches(old));
    if new_switches.max(old_switches) < MANY_SWITCHES {
        return new.len() < old.len();
    }
    new.len() + SWITCH * new_switches < old.len() + SWITCH * old_switches
}

fn switches(choices: &[u32]) -> usize {
    let threads = choices.windows(2);
    let changes = threads.filter(|pair| Choice::of(pair[0]).thread != Choice::of(pair[1]).thread);
    changes.count()
}

/// What a shorter trail must lead to.
enum Goal {
    /// An error of this kind.
    Kind(ErrorKind),
    /// A state of the circle that was found.
    Circle(FxHashSet<Vec<u32>>, Finding),
}

/// A graph in which nothing but the goal counts.
struct SameGoal<'a, 'p> {
    graph: &'a mut ProgramGraph<'p>,
    goal: Goal,
}

impl SameGoal<'_, '_> {
    fn weigh(&self, finding: Finding) -> Finding {
        let kind = self.graph.problems[finding.id as usize].kind();
        let weight = match &self.goal {
            Goal::Kind(wanted) if kind == Some(*wanted) => Weight::Strong,
            _ => Weight::Weak,
        };
        Finding { weight, ..finding }
    }

    /// The circle, if this is a state of it.
    fn circle_with(&self, state: &[u32]) -> Option<Finding> {
        let Goal::Circle(circle, finding) = &self.goal else {
            return None;
        };
        let used = state.iter().rposition(|&word| word != 0);
        let weight = Weight::Strong;
        circle
            .contains(&state[..used.map_or(0, |last| last + 1)])
            .then_some(Finding { weight, ..*finding })
    }
}

impl Graph for SameGoal<'_, '_> {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.graph.initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let edge = self.graph.successor(state, from, changes)?;
        let kind = match edge.kind {
            EdgeKind::Finding(finding) => EdgeKind::Finding(self.weigh(finding)),
            kind @ (EdgeKind::Step | EdgeKind::Abandoned(_)) => kind,
        };
        Some(Edge { kind, ..edge })
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        if let Some(finding) = self.circle_with(state) {
            return Some(finding);
        }
        let finding = self.graph.meet(state)?;
        Some(self.weigh(finding))
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        let finding = self.graph.inspect(state, successors)?;
        Some(self.weigh(finding))
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }
}
