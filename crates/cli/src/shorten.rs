//! A shorter trail to an error that has been found: first by leaving steps out, then along
//! the known one, which works for large programs, then breadth first, which for small ones
//! gives a shortest. All have budgets, and what they do not better stays.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use trailhound_guide::Toward;
use trailhound_machine::{ErrorKind, Problem, ProgramGraph, parts_of};
use trailhound_search::{
    Edge, EdgeKind, Engine, Finding, Found, Graph, Guide, Limits, Monitor, Options, Outcome,
    Replay, Unguided, Weight, lap_at, run,
};
use trailhound_trail::{self as trail, Promise};

const TIME: Duration = Duration::from_secs(5);
const FEWEST_STATES: u64 = 200_000;
/// The budget in states is this many times what the first search took.
const FACTOR: u64 = 4;

/// How strongly the known trail attracts, in thousandths, one attempt after the other: a
/// strong pull comes to the error again quickly, a weak one looks for short cuts.
const PULLS: [u32; 3] = [5000, 2000, 1000];

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
    if matches!(problem, Problem::Endless { .. }) && !stutters_on(graph, &found.choices) {
        // It was found when all states were known, and the trail is a shortest one.
        return None;
    }
    let mut shortening = Shortening {
        graph: SameKind { graph, kind },
        best: found.clone(),
        states: states.max(FEWEST_STATES),
        started: Instant::now(),
        options,
        monitor,
    };
    shortening.without_needless_steps();
    shortening.along_the_trail();
    shortening.without_needless_steps();
    shortening.breadth_first();
    let best = shortening.best;
    if best.choices.len() >= length {
        return None;
    }
    *found = best;
    Some(length)
}

/// Whether nothing that others can see happens in the circle at the end of a trail.
fn stutters_on(graph: &mut ProgramGraph<'_>, choices: &[u32]) -> bool {
    let Ok(mut replay) = Replay::start(graph) else {
        return false;
    };
    for &choice in choices {
        replay.step(graph, choice);
    }
    let lap = lap_at(graph, replay.state(), |choice| parts_of(choice).0);
    lap.is_some_and(|lap| {
        let mut steps = lap.choices.iter();
        steps.all(|&choice| replay.step(graph, choice).is_some_and(|edge| edge.stutters))
    })
}

/// The problem that was found and the way to it, with as few changes of threads as can be.
pub fn straightened(graph: &mut ProgramGraph<'_>, found: &Found) -> (Problem, Vec<(u32, u32)>) {
    let (problem, mut choices) = as_found(graph, found);
    let promise = Promise::of(&problem);
    if let Ok(reached) = trail::reach_in(graph, &choices, promise) {
        trail::straighten(graph, &mut choices, &reached.problem);
    }
    (problem, choices)
}

/// The same as it is.
pub fn as_found(graph: &ProgramGraph<'_>, found: &Found) -> (Problem, Vec<(u32, u32)>) {
    let problem = graph.problems[found.finding.id as usize].clone();
    let choices = found.choices.iter().map(|&choice| parts_of(choice));
    (problem, choices.collect())
}

struct Shortening<'a, 'p> {
    graph: SameKind<'a, 'p>,
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
        if self.graph.kind == ErrorKind::Livelock {
            return;
        }
        let threads: BTreeSet<u32> = self.best.choices.iter().map(|&c| parts_of(c).0).collect();
        for thread in threads {
            let mut rest = self.best.choices.clone();
            rest.retain(|&choice| parts_of(choice).0 != thread);
            self.try_choices(&rest);
        }
        let mut size = self.best.choices.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < self.best.choices.len() {
                if self.started.elapsed() > TIME {
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

    /// Takes those of `choices` that can be taken; whether they lead to the error sooner.
    fn try_choices(&mut self, choices: &[u32]) -> bool {
        let Some((finding, taken)) = self.walk(choices) else {
            return false;
        };
        if taken.len() >= self.best.choices.len() {
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

    /// Searches along the best trail so far, until that does not make it shorter.
    fn along_the_trail(&mut self) {
        let mut pulls = PULLS.into_iter().peekable();
        while let Some(&thousandths) = pulls.peek() {
            let is_thread = |graph: &SameKind, slot| graph.graph.is_thread(slot);
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
            livelocks: self.graph.kind == ErrorKind::Livelock,
        };
        let guide: &mut dyn Guide<SameKind> = match toward {
            Some(toward) => toward,
            None => &mut Unguided,
        };
        let outcome = run(engine, &mut self.graph, guide, &options, self.monitor);
        match outcome.finding {
            Some(found)
                if found.finding.weight == Weight::Strong
                    && found.choices.len() < self.best.choices.len() =>
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

/// A graph in which only errors of one kind count.
struct SameKind<'a, 'p> {
    graph: &'a mut ProgramGraph<'p>,
    kind: ErrorKind,
}

impl SameKind<'_, '_> {
    fn weigh(&self, finding: Finding) -> Finding {
        let kind = self.graph.problems[finding.id as usize].kind();
        let weight = match kind == Some(self.kind) {
            true => Weight::Strong,
            false => Weight::Weak,
        };
        Finding { weight, ..finding }
    }
}

impl Graph for SameKind<'_, '_> {
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
            EdgeKind::Step => EdgeKind::Step,
        };
        Some(Edge { kind, ..edge })
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        let finding = self.graph.meet(state)?;
        Some(self.weigh(finding))
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        let finding = self.graph.inspect(state, successors)?;
        Some(self.weigh(finding))
    }

    fn visit_circle(&mut self, state: &[u32]) {
        self.graph.visit_circle(state);
    }

    fn judge_circle(&mut self) -> Option<Finding> {
        let finding = self.graph.judge_circle()?;
        Some(self.weigh(finding))
    }

    fn has_optional_steps(&self) -> bool {
        self.graph.has_optional_steps()
    }

    fn is_optional(&mut self, state: &[u32], choice: u32) -> bool {
        self.graph.is_optional(state, choice)
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }
}
