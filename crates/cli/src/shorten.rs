//! A shorter trail to an error that has been found: first along the known one, which works
//! for large programs, then breadth first, which for small ones gives a shortest. Both have
//! budgets, and what they do not better stays.

use std::time::{Duration, Instant};

use trailhound_guide::Toward;
use trailhound_machine::{ErrorKind, ProgramGraph};
use trailhound_search::{
    Edge, EdgeKind, Engine, Finding, Found, Graph, Guide, Limits, Monitor, Options, Outcome,
    Unguided, Weight, run,
};

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
    let first = outcome.finding.as_ref()?;
    let length = first.choices.len();
    if length < 2 {
        return None;
    }
    let kind = graph.problems[first.finding.id as usize].kind()?;
    let mut shortening = Shortening {
        graph: SameKind { graph, kind },
        best: first.clone(),
        states: (outcome.stats.states_stored * FACTOR).max(FEWEST_STATES),
        started: Instant::now(),
        options,
        monitor,
    };
    shortening.along_the_trail();
    shortening.breadth_first();
    let best = shortening.best;
    if best.choices.len() >= length {
        return None;
    }
    outcome.finding = Some(best);
    Some(length)
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
            livelock: (self.graph.kind == ErrorKind::Livelock)
                .then_some(self.options.livelock)
                .flatten(),
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

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }
}
