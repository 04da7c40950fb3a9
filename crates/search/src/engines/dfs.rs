//! Depth-first search: a state counts as visited when it is generated, one successor at
//! a time. Memory is the store and a few bytes for each step of the longest path.

use std::ops::ControlFlow;

use trailhound_checkpoint::{Damage, Reader, Tag};

use super::path::{Path, Step};
use super::reduced::reduced;
use super::start::{count_edges, start};
use crate::findings::Findings;
use crate::graph::{EdgeKind, Graph};
use crate::keeper::{Keeper, Unkept};
use crate::livelock::Livelock;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::store::{Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};

const SECTION: Tag = *b"dfs.";

/// Explores `graph` depth first, reduced if the graph knows which steps are independent.
///
/// With a limit on the depth, a state that was first met at the limit is not expanded
/// when it is met again nearer to the start; a search that was cut so never claims to be
/// exhaustive.
pub fn dfs<G: Graph>(graph: &mut G, options: &Options, monitor: &mut dyn Monitor) -> Outcome {
    dfs_kept(graph, options, monitor, &mut Unkept)
}

/// The same with checkpoints, from the last one on if there is one.
pub fn dfs_kept<G: Graph>(
    graph: &mut G,
    options: &Options,
    monitor: &mut dyn Monitor,
    keeper: &mut dyn Keeper<G>,
) -> Outcome {
    if options.limits.depth.is_none() && graph.begin_reduction() {
        return reduced(graph, options, monitor, keeper);
    }
    let livelock = options.livelocks.then(|| Livelock::new(graph));
    let mut search = Search {
        graph,
        keeper,
        resumable: None,
        store: Store::new(),
        path: Path::new(),
        deepest: options
            .limits
            .depth
            .map_or(usize::MAX, |depth| depth as usize),
        was_cut: false,
        livelock,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let end = search.run();
    let usage = search.usage();
    search.watch.finish(end, search.findings, usage)
}

struct Search<'a, G> {
    graph: &'a mut G,
    keeper: &'a mut dyn Keeper<G>,
    /// Where the search can be resumed, as long as it has not gone on.
    resumable: Option<Position>,
    store: Store,
    path: Path,
    deepest: usize,
    was_cut: bool,
    livelock: Option<Livelock>,
    findings: Findings,
    watch: Watch<'a>,
}

#[derive(Clone, Copy)]
enum Position {
    At(Place),
    /// Every state has been visited.
    Explored,
}

/// A state at the end of the path, between two of its edges.
#[derive(Clone, Copy)]
struct Place {
    state: StateId,
    /// The next choice to ask for.
    from: Option<u32>,
    /// How many edges came before it.
    edges_seen: u32,
}

impl<G: Graph> Search<'_, G> {
    fn run(&mut self) -> End {
        if let Some(input) = self.keeper.resume()
            && let Err(damage) = self.load(input)
        {
            self.keeper.refuse(damage);
            return End::Interrupted;
        }
        let end = match self.explore() {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) if self.was_cut => End::Limit(LimitKind::Depth),
            ControlFlow::Continue(()) => self.conclude(),
        };
        if end.is_open() {
            self.keep();
        }
        end
    }

    /// Keeps a checkpoint from which [`Search::load`] goes on.
    fn keep(&mut self) {
        let Search {
            store,
            path,
            livelock,
            findings,
            watch,
            ..
        } = self;
        let Some(position) = self.resumable else {
            return self.keeper.miss();
        };
        self.keeper.keep(self.graph, &mut |out| {
            out.section(SECTION);
            out.bool(matches!(position, Position::At(_)));
            if let Position::At(place) = position {
                place.state.save(out);
                out.option(place.from.map(u64::from));
                out.u32(place.edges_seen);
            }
            store.save(out);
            path.save(out);
            out.bool(self.was_cut);
            Livelock::save_option(livelock, out);
            findings.save(out);
            watch.save(out);
        });
    }

    fn load(&mut self, mut input: Reader<'_>) -> Result<(), Damage> {
        input.section(SECTION)?;
        self.resumable = Some(match input.bool()? {
            false => Position::Explored,
            true => Position::At(Place {
                state: StateId::load(&mut input)?,
                from: input.option()?.map(|from| from as u32),
                edges_seen: input.u32()?,
            }),
        });
        self.store = Store::restored(&mut input)?;
        self.path = Path::load(&mut input)?;
        self.was_cut = input.bool()?;
        Livelock::load_option(&mut self.livelock, &mut input)?;
        self.findings.load(&mut input)?;
        self.watch.load(&mut input)?;
        input.end()
    }

    /// Stores the initial state; none if there is none.
    fn begin(&mut self, live: &mut Live) -> ControlFlow<End, Option<Place>> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => {
                self.findings.record(finding, 0, Vec::new)?;
                return ControlFlow::Continue(None);
            }
        };
        let state = start(&initial, &mut self.store, live);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;
        self.meet(live)?;
        ControlFlow::Continue(Some(Place::before_edges_of(state)))
    }

    fn explore(&mut self) -> ControlFlow<End> {
        let mut live = Live::new();
        let mut changes = Vec::new();
        let mut at = match self.resumable.take() {
            Some(Position::Explored) => return ControlFlow::Continue(()),
            Some(Position::At(place)) => {
                self.store.load(&mut live, place.state);
                place
            }
            None => match self.begin(&mut live)? {
                Some(place) => place,
                None => return ControlFlow::Continue(()),
            },
        };
        loop {
            if self.watch.is_due() {
                self.pause(at)?;
            }
            let before = at;
            let edge = match at.from {
                Some(from) if self.path.len() < self.deepest => {
                    self.graph.successor(live.words(), from, &mut changes)
                }
                _ => None,
            };
            let Some(edge) = edge else {
                self.leave(&live, at.edges_seen, &mut changes)?;
                if at.edges_seen == 0 {
                    self.note_way_out(at.state);
                }
                let step = self.path.pop();
                self.go_back(at.state, step)?;
                let Some(step) = step else {
                    return ControlFlow::Continue(());
                };
                at = Place {
                    state: step.state,
                    from: step.choice.checked_add(1),
                    edges_seen: step.edges_seen,
                };
                self.store.load(&mut live, at.state);
                continue;
            };

            at.from = edge.choice.checked_add(1);
            at.edges_seen += 1;
            self.watch.stats.transitions += 1;
            match edge.kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => {
                    self.note_way_out(at.state);
                    let length = self.path.len() + 1;
                    let path = &self.path;
                    self.findings
                        .record(finding, length, || path.trail(&[edge.choice]))?;
                    continue;
                }
                EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
            }

            self.watch.stats.states_generated += 1;
            if self.livelock.is_none() && self.graph.remembers() {
                self.watch.stats.revisited += 1;
                continue;
            }
            let (target, is_new) = match self.watch.is_full() {
                false => self.store.insert(&mut live, &changes),
                true => (self.known(before, &mut live, &changes)?, false),
            };
            if is_new {
                self.watch.count_stored()?;
                self.graph.remember();
                self.path.push(Step {
                    state: at.state,
                    choice: edge.choice,
                    edges_seen: at.edges_seen,
                });
                live.advance();
                at = Place::before_edges_of(target);
                let depth = self.path.len() as u64;
                self.watch.stats.depth = self.watch.stats.depth.max(depth);
                self.meet(&live)?;
            } else {
                self.watch.stats.revisited += 1;
                if let Some(livelock) = &mut self.livelock {
                    livelock.note_edge(at.state, target);
                }
            }
        }
    }

    /// The state behind an edge of the last state that there may be; `Break` if it is one more.
    #[cold]
    fn known(
        &mut self,
        before: Place,
        live: &mut Live,
        changes: &[(u32, u32)],
    ) -> ControlFlow<End, StateId> {
        match self.store.find(live, changes) {
            Some(target) => ControlFlow::Continue(target),
            None => {
                self.resumable = Some(Position::At(before));
                ControlFlow::Break(self.watch.take_back())
            }
        }
    }

    /// Judges a state that has just been stored.
    #[inline]
    fn meet(&mut self, live: &Live) -> ControlFlow<End> {
        match self.graph.meet(live.words()) {
            Some(finding) => {
                let path = &self.path;
                self.findings
                    .record(finding, path.len(), || path.trail(&[]))
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// Judges a state whose edges have all been seen, or that is at the limit.
    #[inline]
    fn leave(
        &mut self,
        live: &Live,
        edges_seen: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> ControlFlow<End> {
        let at_limit = self.path.len() >= self.deepest;
        let edges = if at_limit {
            count_edges(self.graph, live.words(), changes)
        } else {
            edges_seen
        };
        if at_limit && edges > 0 {
            self.was_cut = true;
        } else {
            self.watch.stats.states_expanded += 1;
        }
        match self.graph.inspect(live.words(), edges) {
            Some(finding) => {
                let path = &self.path;
                self.findings
                    .record(finding, path.len(), || path.trail(&[]))
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// The current state leads to an end.
    #[inline]
    fn note_way_out(&mut self, state: StateId) {
        if let Some(livelock) = &mut self.livelock {
            livelock.note_way_out(state);
        }
    }

    /// Goes back from `state` by the step that led there, and judges the circle that ends there.
    #[inline]
    fn go_back(&mut self, state: StateId, step: Option<Step>) -> ControlFlow<End> {
        let Some(livelock) = &mut self.livelock else {
            return ControlFlow::Continue(());
        };
        let Some(circle) = livelock.leave(state, step.map(|step| step.state)) else {
            return ControlFlow::Continue(());
        };
        let Some(finding) = livelock.judge(self.graph, &self.store, &circle) else {
            return ControlFlow::Continue(());
        };
        let (path, last) = (&self.path, step.map(|step| step.choice));
        let length = path.len() + last.iter().len();
        self.findings
            .record(finding, length, || path.trail(last.as_slice()))
    }

    /// Every state has been visited: looks for livelocks that show only now.
    fn conclude(&mut self) -> End {
        self.resumable = Some(Position::Explored);
        let usage = self.usage();
        let Some(livelock) = &mut self.livelock else {
            return End::Exhausted;
        };
        livelock.conclude(
            self.graph,
            &mut self.store,
            &mut self.findings,
            &mut self.watch,
            usage,
        )
    }

    /// Does what is due between two edges.
    #[cold]
    fn pause(&mut self, at: Place) -> ControlFlow<End> {
        // What a graph has said since it was given up is worth nothing.
        let is_right = self.graph.stopped().is_none();
        self.resumable = is_right.then_some(Position::At(at));
        let usage = self.usage();
        self.watch.pause(self.graph, &usage)?;
        self.watch.check_limits(usage)?;
        if is_right && self.keeper.is_due() {
            self.keep();
        }
        self.resumable = None;
        ControlFlow::Continue(())
    }

    fn usage(&self) -> Usage {
        let livelock = self.livelock.as_ref().map_or(0, Livelock::bytes);
        Usage {
            store: self.store.bytes() + self.path.bytes() + livelock,
            graph: self.graph.bytes(),
            frontier: self.path.len() as u64,
            store_is_full: self.store.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}

impl Place {
    fn before_edges_of(state: StateId) -> Place {
        Place {
            state,
            from: Some(0),
            edges_seen: 0,
        }
    }
}
