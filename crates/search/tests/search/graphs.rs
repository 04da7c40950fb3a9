//! Small explicit graphs for the tests, and an exploration of them that is too simple to
//! be wrong.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

use trailhound_search::{
    Edge, EdgeKind, Finding, Found, Graph, Limits, Options, Outcome, Replay, Weight,
};

pub const WEAK: Finding = Finding {
    weight: Weight::Weak,
    id: 1,
};
pub const STRONG: Finding = Finding {
    weight: Weight::Strong,
    id: 2,
};
pub const LIVELOCK: Finding = Finding {
    weight: Weight::Strong,
    id: 3,
};

/// A number from a number, without pattern.
pub fn scramble(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x81da_def4_bc2d_d44d);
    mixed ^ mixed >> 33
}

#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    pub choice: u32,
    pub to: Result<u32, Finding>,
    pub stutters: bool,
}

pub fn arrow(choice: u32, to: u32) -> Arrow {
    Arrow {
        choice,
        to: Ok(to),
        stutters: false,
    }
}

pub fn stutter(choice: u32, to: u32) -> Arrow {
    Arrow {
        stutters: true,
        ..arrow(choice, to)
    }
}

/// A graph given by its edges. Each node is spread over a vector of words whose length
/// and content depend on the node, with zeros at many places.
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    pub arrows: Vec<Vec<Arrow>>,
    pub verdicts: Vec<Option<Finding>>,
    /// Circles with one of these nodes are no livelocks.
    pub endless_by_design: HashSet<u32>,
    /// Edges that need not be taken: node and choice.
    pub optional: HashSet<(u32, u32)>,
    pub circle: HashSet<u32>,
    pub spread: u64,
    /// Pauses after so many edges each, if it is not 0, and ends the search with the last of so many.
    pub pause_every: u64,
    pub most_pauses: u64,
    pub pauses: u64,
    /// The node at which it panics.
    pub trap: Option<u32>,
}

impl Explicit {
    pub fn new(arrows: Vec<Vec<Arrow>>) -> Explicit {
        let verdicts = vec![None; arrows.len()];
        Explicit {
            arrows,
            verdicts,
            spread: 12,
            ..Explicit::default()
        }
    }

    /// A graph of up to `nodes` nodes with a few edges each, drawn from `seed`.
    pub fn random(seed: u64, nodes: u32, findings_per_thousand: u64) -> Explicit {
        let mut next = seed;
        let mut roll = |below: u64| {
            next += 1;
            scramble(scramble(seed) ^ next) % below
        };
        let mut graph = Explicit::new(vec![Vec::new(); nodes as usize]);
        graph.spread = 1 + roll(60);
        for node in 0..nodes as usize {
            let mut choice = 0;
            for _ in 0..roll(4) {
                choice += 1 + roll(3) as u32 * roll(20) as u32;
                let strong = roll(2) == 0;
                let to = match roll(1000) {
                    hit if hit < findings_per_thousand => Err(if strong { STRONG } else { WEAK }),
                    _ => Ok(roll(u64::from(nodes)) as u32),
                };
                let stutters = roll(2) == 0;
                graph.arrows[node].push(Arrow {
                    choice,
                    to,
                    stutters,
                });
            }
            if roll(1000) < findings_per_thousand {
                graph.verdicts[node] = Some(if roll(2) == 0 { STRONG } else { WEAK });
            }
        }
        graph
    }

    fn words(&self, node: u32) -> Vec<u32> {
        let length = scramble(u64::from(node) ^ 0xabc) % self.spread;
        let word = |slot: u64| (scramble(u64::from(node) << 20 | slot) % 4).saturating_sub(1);
        let rest = (1..=length).map(|slot| word(slot) as u32);
        std::iter::once(node).chain(rest).collect()
    }

    pub fn node(state: &[u32]) -> u32 {
        state.first().copied().unwrap_or(0)
    }
}

impl Graph for Explicit {
    trailhound_search::without!(meetings, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(self.words(0))
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let node = Explicit::node(state);
        assert_ne!(self.trap, Some(node), "the trap");
        let arrow = self.arrows[node as usize]
            .iter()
            .find(|arrow| arrow.choice >= from)?;
        changes.clear();
        let kind = match arrow.to {
            Err(finding) => EdgeKind::Finding(finding),
            Ok(to) => {
                let (old, new) = (self.words(node), self.words(to));
                for slot in 0..old.len().max(new.len()) {
                    let word = |words: &[u32]| words.get(slot).copied().unwrap_or(0);
                    assert_eq!(word(&old), word(state), "the engine holds another state");
                    if word(&old) != word(&new) {
                        changes.push((slot as u32, word(&new)));
                    }
                }
                if scramble(u64::from(node ^ to)).is_multiple_of(2) {
                    changes.reverse();
                }
                EdgeKind::Step
            }
        };
        Some(Edge {
            choice: arrow.choice,
            kind,
            stutters: arrow.stutters,
        })
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        let node = Explicit::node(state) as usize;
        assert_eq!(successors as usize, self.arrows[node].len());
        self.verdicts[node]
    }

    fn visit_circle(&mut self, state: &[u32]) -> ControlFlow<()> {
        assert!(self.circle.insert(Explicit::node(state)), "visited twice");
        ControlFlow::Continue(())
    }

    fn judge_circle(&mut self) -> Option<Finding> {
        let circle = std::mem::take(&mut self.circle);
        circle
            .is_disjoint(&self.endless_by_design)
            .then_some(LIVELOCK)
    }

    fn has_optional_steps(&self) -> bool {
        !self.optional.is_empty()
    }

    fn is_optional(&mut self, state: &[u32], choice: u32) -> bool {
        self.optional.contains(&(Explicit::node(state), choice))
    }

    fn pause(&mut self, edges: u64, _bytes: usize) -> ControlFlow<(), u64> {
        if self.pause_every == 0 {
            return ControlFlow::Continue(u64::MAX);
        }
        self.pauses += 1;
        match self.pauses > self.most_pauses {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(edges + self.pause_every),
        }
    }

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<trailhound_search::Stop> {
        None
    }
}

/// What a plain exploration with a set of nodes says.
#[derive(Debug, Default)]
pub struct Truth {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    /// The length of a shortest trail, by weight.
    pub weak: Option<usize>,
    pub strong: Option<usize>,
}

impl Truth {
    pub fn of(graph: &Explicit) -> Truth {
        let mut truth = Truth::default();
        let mut seen = HashMap::from([(0, 0)]);
        let mut queue = VecDeque::from([0]);
        while let Some(node) = queue.pop_front() {
            let depth = seen[&node];
            truth.states += 1;
            truth.depth = truth.depth.max(depth as u64);
            if let Some(finding) = graph.verdicts[node as usize] {
                truth.note(finding, depth);
            }
            for arrow in &graph.arrows[node as usize] {
                truth.transitions += 1;
                match arrow.to {
                    Err(finding) => truth.note(finding, depth + 1),
                    Ok(to) => {
                        seen.entry(to).or_insert_with(|| {
                            queue.push_back(to);
                            depth + 1
                        });
                    }
                }
            }
        }
        truth
    }

    fn note(&mut self, finding: Finding, length: usize) {
        let shortest = match finding.weight {
            Weight::Weak => &mut self.weak,
            Weight::Strong => &mut self.strong,
        };
        *shortest = Some(shortest.map_or(length, |known| known.min(length)));
    }

    /// The nodes of circles that no edge leaves but optional ones, and that are livelocks.
    pub fn livelocked(graph: &Explicit) -> HashSet<u32> {
        let nodes = || 0..graph.arrows.len() as u32;
        let steps = |node: u32| {
            let arrows = graph.arrows[node as usize].iter();
            let needed =
                arrows.filter(move |arrow| !graph.optional.contains(&(node, arrow.choice)));
            needed.map(|arrow| arrow.to)
        };
        // By node, what can be reached from it in one step or more; None: an end or an error.
        let behind = |start: u32| {
            let mut seen = HashSet::new();
            let mut waiting = vec![start];
            while let Some(node) = waiting.pop() {
                let _ = steps(node).next()?;
                for to in steps(node) {
                    if seen.insert(to.ok()?) {
                        waiting.push(to.ok()?);
                    }
                }
            }
            Some(seen)
        };
        let closed: HashMap<u32, HashSet<u32>> = nodes()
            .filter_map(|node| Some((node, behind(node)?)))
            .collect();
        let is_livelock = |node: &u32| {
            let circle = &closed[node];
            let leads_back = |other: &u32| closed[other].contains(node);
            circle.iter().all(leads_back) && circle.is_disjoint(&graph.endless_by_design)
        };
        closed.keys().copied().filter(is_livelock).collect()
    }

    pub fn reachable(graph: &Explicit) -> HashSet<u32> {
        let mut seen = HashSet::from([0]);
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            let arrows = &graph.arrows[node as usize];
            waiting.extend(
                arrows
                    .iter()
                    .filter_map(|arrow| arrow.to.ok())
                    .filter(|&to| seen.insert(to)),
            );
        }
        seen
    }
}

/// Walks a trail and checks that the finding is there; the node where it ends.
pub fn check_trail(graph: &mut Explicit, found: &Found) -> u32 {
    let mut replay = Replay::start(graph).expect("these graphs start without an error");
    let mut ended_by = None;
    for &choice in &found.choices {
        assert_eq!(ended_by, None, "the trail goes on after its end");
        let edge = replay.step(graph, choice).expect("the choice exists");
        if let EdgeKind::Finding(finding) = edge.kind {
            ended_by = Some(finding);
        }
    }
    let node = Explicit::node(replay.state());
    if found.finding != LIVELOCK {
        let verdict = ended_by.or(graph.verdicts[node as usize]);
        assert_eq!(verdict, Some(found.finding));
    }
    node
}

pub fn stop_at(weight: Weight) -> Options {
    Options {
        stop_at: weight,
        ..Options::default()
    }
}

pub fn limited(limits: Limits) -> Options {
    Options {
        limits,
        stop_at: Weight::Strong,
        ..Options::default()
    }
}

/// An outcome without what the clock says, and without what it decides: when the peak of the
/// memory is looked for.
pub fn timeless(mut outcome: Outcome) -> String {
    outcome.stats.seconds = 0.0;
    outcome.stats.store_bytes = 0;
    format!("{outcome:?}")
}
