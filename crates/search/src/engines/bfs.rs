//! Breadth-first search: level by level, so that the trail it returns is a shortest one.
//! Beside the store it keeps four bytes a state, the predecessor; choices are found again
//! when a trail is built.

use std::ops::ControlFlow;

use trailhound_checkpoint::{Damage, Reader, Tag};

use super::start::{count_edges, start};
use crate::findings::Findings;
use crate::graph::{Edge, EdgeKind, Graph};
use crate::keeper::{Keeper, Unkept};
use crate::livelock::Livelock;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::predecessors::Predecessors;
use crate::store::{Chunked, Live, StateId, Store};
use crate::watch::{Monitor, Usage, Watch};

const SECTION: Tag = *b"bfs.";

/// Explores `graph` breadth first.
///
/// A trail to a livelock is the shortest to where it was noticed.
pub fn bfs<G: Graph>(graph: &mut G, options: &Options, monitor: &mut dyn Monitor) -> Outcome {
    bfs_kept(graph, options, monitor, &mut Unkept)
}

/// The same with checkpoints, from the last one on if there is one.
pub fn bfs_kept<G: Graph>(
    graph: &mut G,
    options: &Options,
    monitor: &mut dyn Monitor,
    keeper: &mut dyn Keeper<G>,
) -> Outcome {
    let livelock = options.livelocks.then(|| Livelock::new(graph));
    let mut search = Search {
        graph,
        keeper,
        resumable: None,
        store: Store::new(),
        live: Live::new(),
        changes: Vec::new(),
        level: Chunked::new(),
        next_level: Chunked::new(),
        predecessors: Predecessors::new(),
        livelock,
        findings: Findings::new(options.stop_at),
        watch: Watch::new(&options.limits, monitor),
    };
    let deepest = options
        .limits
        .depth
        .map_or(usize::MAX, |depth| depth as usize);
    let end = search.run(deepest);
    let usage = search.usage();
    search.watch.finish(end, search.findings, usage)
}

struct Search<'a, G> {
    graph: &'a mut G,
    keeper: &'a mut dyn Keeper<G>,
    /// Where the search can be resumed, as long as it has not gone on.
    resumable: Option<Position>,
    store: Store,
    live: Live,
    changes: Vec<(u32, u32)>,
    level: Chunked<StateId>,
    next_level: Chunked<StateId>,
    predecessors: Predecessors,
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

/// A state, between two of its edges.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    /// Where in its level the state is.
    at: usize,
    /// The next choice to ask for.
    from: Option<u32>,
    /// How many edges came before it.
    edges: u32,
}

impl<G: Graph> Search<'_, G> {
    fn run(&mut self, deepest: usize) -> End {
        if let Some(input) = self.keeper.resume()
            && let Err(damage) = self.load(input)
        {
            self.keeper.refuse(damage);
            return End::Interrupted;
        }
        let end = match self.explore(deepest) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => self.conclude(),
        };
        if end.is_open() {
            self.keep();
        }
        end
    }

    /// Keeps a checkpoint from which [`Search::load`] goes on.
    fn keep(&mut self) {
        let Some(position) = self.resumable else {
            return self.keeper.miss();
        };
        let Search {
            store,
            level,
            next_level,
            predecessors,
            livelock,
            findings,
            watch,
            ..
        } = self;
        self.keeper.keep(self.graph, &mut |out| {
            out.section(SECTION);
            out.bool(matches!(position, Position::At(_)));
            if let Position::At(place) = position {
                out.length(place.depth);
                out.length(place.at);
                out.option(place.from.map(u64::from));
                out.u32(place.edges);
            }
            store.save(out);
            level.save(out, |out, state| state.save(out));
            next_level.save(out, |out, state| state.save(out));
            predecessors.save(out);
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
                depth: input.length()?,
                at: input.length()?,
                from: input.option()?.map(|from| from as u32),
                edges: input.u32()?,
            }),
        });
        self.store = Store::restored(&mut input)?;
        self.level = Chunked::load(&mut input, StateId::load)?;
        self.next_level = Chunked::load(&mut input, StateId::load)?;
        self.predecessors = Predecessors::load(&mut input)?;
        Livelock::load_option(&mut self.livelock, &mut input)?;
        self.findings.load(&mut input)?;
        self.watch.load(&mut input)?;
        input.end()
    }

    /// Stores the initial state; whether there is one.
    fn begin(&mut self) -> ControlFlow<End, bool> {
        let initial = match self.graph.initial() {
            Ok(initial) => initial,
            Err(finding) => {
                self.findings.record(finding, 0, Vec::new)?;
                return ControlFlow::Continue(false);
            }
        };
        let state = start(&initial, &mut self.store, &mut self.live);
        self.watch.stats.states_generated += 1;
        self.watch.count_stored()?;
        self.predecessors.set(state, None);
        self.level.push(state);
        ControlFlow::Continue(true)
    }

    fn explore(&mut self, deepest: usize) -> ControlFlow<End> {
        let mut place = match self.resumable.take() {
            Some(Position::Explored) => return ControlFlow::Continue(()),
            Some(Position::At(place)) => place,
            None if self.begin()? => Place::first_of(0),
            None => return ControlFlow::Continue(()),
        };
        while place.depth < deepest {
            // An error on an edge ends the search only with the level, for the states of
            // this level may be errors themselves, one step nearer.
            let mut verdict = ControlFlow::Continue(());
            while place.at < self.level.len() {
                let state = self.level.get(place.at);
                self.store.load(&mut self.live, state);
                if verdict.is_continue() {
                    verdict = self.expand(state, &mut place)?;
                }
                if !self.graph.judges_states() {
                    verdict?;
                }
                if verdict.is_continue() {
                    self.watch.stats.states_expanded += 1;
                } else {
                    place.edges = self.count_edges()?;
                }
                if place.edges == 0 {
                    self.note_end(state);
                }
                self.inspect(state, place.depth, place.edges)?;
                place = Place {
                    at: place.at + 1,
                    ..Place::first_of(place.depth)
                };
            }
            verdict?;
            self.level.clear();
            std::mem::swap(&mut self.level, &mut self.next_level);
            if self.level.len() == 0 {
                return ControlFlow::Continue(());
            }
            place = Place::first_of(place.depth + 1);
            self.watch.stats.depth = place.depth as u64;
        }
        self.inspect_the_deepest(deepest)
    }

    /// Follows the edges of a state and counts them. The outer `Break` ends the search at
    /// once, the inner one with this level.
    fn expand(&mut self, state: StateId, place: &mut Place) -> ControlFlow<End, ControlFlow<End>> {
        loop {
            if self.watch.is_due() {
                self.pause(*place)?;
            }
            let next = place.from.and_then(|from| {
                self.graph
                    .successor(self.live.words(), from, &mut self.changes)
            });
            let Some(edge) = next else {
                return ControlFlow::Continue(ControlFlow::Continue(()));
            };
            let before = *place;
            place.from = edge.choice.checked_add(1);
            place.edges += 1;
            self.watch.stats.transitions += 1;
            let verdict = self.follow(state, before, edge)?;
            if verdict.is_break() {
                return ControlFlow::Continue(verdict);
            }
        }
    }

    #[inline]
    fn follow(
        &mut self,
        state: StateId,
        before: Place,
        edge: Edge,
    ) -> ControlFlow<End, ControlFlow<End>> {
        let depth = before.depth;
        match edge.kind {
            EdgeKind::Step => {}
            EdgeKind::Finding(finding) => {
                self.note_end(state);
                let verdict = self.findings.record(finding, depth + 1, || {
                    self.predecessors
                        .trail(self.graph, &mut self.store, state, &[edge.choice])
                });
                return ControlFlow::Continue(verdict);
            }
            EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
        }
        self.watch.stats.states_generated += 1;
        let needs_target = self
            .livelock
            .as_ref()
            .is_some_and(|livelock| edge.stutters || !livelock.knows_where_it_leads(state));
        if !needs_target && self.graph.remembers() {
            self.watch.stats.revisited += 1;
            return ControlFlow::Continue(ControlFlow::Continue(()));
        }
        if self.watch.is_full() && !self.is_known(state) {
            self.resumable = Some(Position::At(before));
            return ControlFlow::Break(self.watch.take_back());
        }
        let (target, is_new) = self.store.insert(&mut self.live, &self.changes);
        let livelock = self.livelock.as_mut();
        if is_new || livelock.is_some_and(|livelock| livelock.is_first_visit(target)) {
            self.watch.count_stored()?;
            self.graph.remember();
            self.predecessors.set(target, Some(state));
            self.next_level.push(target);
            self.note_step(state, target);
        } else {
            self.watch.stats.revisited += 1;
            self.note_step(state, target);
            if edge.stutters {
                return ControlFlow::Continue(self.examine(state, depth, target, edge.choice));
            }
        }
        ControlFlow::Continue(ControlFlow::Continue(()))
    }

    /// Whether the state behind an edge of `state` has been met.
    #[cold]
    fn is_known(&mut self, state: StateId) -> bool {
        self.store.load(&mut self.live, state);
        let target = self.store.find(&mut self.live, &self.changes);
        let livelock = self.livelock.as_ref();
        target.is_some_and(|target| livelock.is_none_or(|livelock| !livelock.is_ahead(target)))
    }

    /// Looks for a livelock behind the edge `choice` from `state` to the known `target`.
    fn examine(
        &mut self,
        state: StateId,
        depth: usize,
        target: StateId,
        choice: u32,
    ) -> ControlFlow<End> {
        let Some(livelock) = &mut self.livelock else {
            return ControlFlow::Continue(());
        };
        let examined = livelock.examine(self.graph, &mut self.store, (choice, target));
        let Some((path, finding)) = examined else {
            return ControlFlow::Continue(());
        };
        self.findings.record(finding, depth + path.len(), || {
            self.predecessors
                .trail(self.graph, &mut self.store, state, &path)
        })
    }

    /// A step leads from `state` to `target`, and perhaps so to an end.
    #[inline]
    fn note_step(&mut self, state: StateId, target: StateId) {
        if let Some(livelock) = &mut self.livelock {
            match livelock.leads_to_end(target) {
                true => livelock.note_end(state, |state| self.predecessors.get(state)),
                false => livelock.note_step(state, target),
            }
        }
    }

    /// An end can be reached from `state`, and so from where it was reached.
    #[inline]
    fn note_end(&mut self, state: StateId) {
        if let Some(livelock) = &mut self.livelock {
            livelock.note_end(state, |state| self.predecessors.get(state));
        }
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

    fn inspect(&mut self, state: StateId, depth: usize, edges: u32) -> ControlFlow<End> {
        let met = self.graph.meet(self.live.words());
        match met.or_else(|| self.graph.inspect(self.live.words(), edges)) {
            Some(finding) => self.findings.record(finding, depth, || {
                self.predecessors
                    .trail(self.graph, &mut self.store, state, &[])
            }),
            None => ControlFlow::Continue(()),
        }
    }

    /// Judges the states at the limit of the depth without following their edges.
    fn inspect_the_deepest(&mut self, depth: usize) -> ControlFlow<End> {
        let mut was_cut = false;
        for at in 0..self.level.len() {
            let state = self.level.get(at);
            self.store.load(&mut self.live, state);
            let edges = self.count_edges()?;
            if edges > 0 {
                was_cut = true;
            } else {
                self.watch.stats.states_expanded += 1;
            }
            self.inspect(state, depth, edges)?;
        }
        if was_cut {
            return ControlFlow::Break(End::Limit(LimitKind::Depth));
        }
        ControlFlow::Continue(())
    }

    fn count_edges(&mut self) -> ControlFlow<End, u32> {
        let edges = count_edges(self.graph, self.live.words(), &mut self.changes);
        self.watch.count_unfollowed(edges);
        if self.watch.is_due() {
            self.check_limits()?;
        }
        ControlFlow::Continue(edges)
    }

    /// Does what is due between two edges.
    #[cold]
    fn pause(&mut self, place: Place) -> ControlFlow<End> {
        // What a graph has said since it was given up is worth nothing.
        let is_right = self.graph.stopped().is_none();
        self.resumable = is_right.then_some(Position::At(place));
        self.check_limits()?;
        if is_right && self.keeper.is_due() {
            self.keep();
        }
        self.resumable = None;
        ControlFlow::Continue(())
    }

    #[cold]
    fn check_limits(&mut self) -> ControlFlow<End> {
        let usage = self.usage();
        self.watch.check_limits(usage)
    }

    fn usage(&self) -> Usage {
        let frontier = self.level.bytes() + self.next_level.bytes();
        let livelock = self.livelock.as_ref().map_or(0, Livelock::bytes);
        Usage {
            store: self.store.bytes() + frontier + self.predecessors.bytes() + livelock,
            graph: self.graph.bytes(),
            frontier: (self.level.len() + self.next_level.len()) as u64,
            store_is_full: self.store.is_full(),
            stopped: self.graph.stopped(),
        }
    }
}

impl Place {
    /// Before the edges of the first state of a level.
    fn first_of(depth: usize) -> Place {
        Place {
            depth,
            at: 0,
            from: Some(0),
            edges: 0,
        }
    }
}
