//! Finds livelocks: circles of states that no step leaves. The graph judges whether it is
//! an error to stay in one. It does not know the engine.
//!
//! A depth-first search meets circles on its way, by Tarjan's algorithm. Others look for
//! circles in which all steps stutter while they go on. Such a set of states has as many
//! edges as states or more, and an engine enters it once; so one of its edges leads to a
//! state that is stored already. That is when to look. All other circles are looked for when
//! every state has been visited (`conclude.rs`): they lead to no end. Engines note on their way
//! which states do, so that fewer are left.

mod basins;
mod conclude;

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_checkpoint::{Damage, Reader, Writer};

use crate::graph::{EdgeKind, Finding, Graph};
use crate::outcome::End;
use crate::states::States;
use crate::store::{Chunked, Live, StateId, Store};

pub(crate) struct Livelock {
    /// States with a way out of stuttering, or examined.
    moving: States,
    /// States that lead to an end, or to a circle that was judged.
    ending: States,
    /// By the number of a state, a state that a step leads to from there; unless the state leads
    /// to an end. Not of a depth-first search.
    onward: Chunked<Option<StateId>>,
    /// Of a depth-first search: states of its path that reach earlier ones, the earliest of
    /// which is the second.
    lows: Vec<(StateId, StateId)>,
    /// Of a depth-first search: states that were left, and lead back to the path for all that
    /// is known.
    pending: Vec<StateId>,
    /// Some steps are no way out, and an engine does not know which.
    has_optional_steps: bool,
    /// States that were stored here, before the engine came to them.
    ahead: FxHashSet<StateId>,
    live: Live,
    changes: Vec<(u32, u32)>,
    /// Bytes of the examination that is going on.
    examining: usize,
}

/// What a way out of a circle is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WayOut {
    /// A step that others can see, or an end.
    Visible,
    /// An end.
    End,
}

/// States of which each leads to each other, and none to anything else.
pub(crate) struct Circle {
    pub states: Vec<StateId>,
    /// The choices that lead into it from where the examination began.
    path: Vec<u32>,
}

/// A state on the path of the examination, which is the path of Tarjan's algorithm.
struct Visit {
    state: StateId,
    /// The choice of the edge seen last; `None` before the first.
    choice: Option<u32>,
    /// An edge that counts was seen.
    goes_on: bool,
    order: u32,
    /// The earliest state known to be reached from here.
    low: u32,
}

enum Next {
    Reaches(StateId),
    Done,
    /// A way out, or the state is an end.
    Escapes,
}

impl Livelock {
    pub fn new(graph: &impl Graph) -> Livelock {
        Livelock {
            moving: States::default(),
            ending: States::default(),
            onward: Chunked::new(),
            lows: Vec::new(),
            pending: Vec::new(),
            has_optional_steps: graph.has_optional_steps(),
            ahead: FxHashSet::default(),
            live: Live::new(),
            changes: Vec::new(),
            examining: 0,
        }
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        self.moving.save(out);
        self.ending.save(out);
        self.onward
            .save(out, |out, state| StateId::save_option(state, out));
        out.length(self.lows.len());
        for (state, low) in &self.lows {
            state.save(out);
            low.save(out);
        }
        for states in [&self.pending, &self.ahead.iter().copied().collect()] {
            out.length(states.len());
            states.iter().for_each(|state| state.save(out));
        }
    }

    pub fn load(&mut self, input: &mut Reader<'_>) -> Result<(), Damage> {
        self.moving = States::load(input)?;
        self.ending = States::load(input)?;
        self.onward = Chunked::load(input, StateId::load_option)?;
        self.lows = input.items(|input| Ok((StateId::load(input)?, StateId::load(input)?)))?;
        self.pending = input.items(StateId::load)?;
        self.ahead = input.items(StateId::load)?.into_iter().collect();
        Ok(())
    }

    /// Saves what is noted, if livelocks are looked for.
    pub fn save_option(livelock: &Option<Livelock>, out: &mut Writer<'_>) {
        out.bool(livelock.is_some());
        if let Some(livelock) = livelock {
            livelock.save(out);
        }
    }

    pub fn load_option(
        livelock: &mut Option<Livelock>,
        input: &mut Reader<'_>,
    ) -> Result<(), Damage> {
        match (input.bool()?, livelock) {
            (true, Some(livelock)) => livelock.load(input),
            (false, None) => Ok(()),
            _ => Err(Damage::Content("livelocks")),
        }
    }

    pub fn bytes(&self) -> usize {
        let entry = size_of::<StateId>() + 1;
        let bits = self.moving.bytes() + self.ending.bytes();
        let path = self.lows.capacity() * size_of::<(StateId, StateId)>()
            + self.pending.capacity() * size_of::<StateId>();
        bits + self.onward.bytes() + path + self.ahead.capacity() * entry + self.examining
    }

    /// Whether a stored state is one that the engine has not come to.
    pub fn is_ahead(&self, state: StateId) -> bool {
        self.ahead.contains(&state)
    }

    /// Whether a stored state is new to the engine after all.
    #[inline]
    pub fn is_first_visit(&mut self, state: StateId) -> bool {
        !self.ahead.is_empty() && self.ahead.remove(&state)
    }

    /// Whether a state is known to lead to an end.
    #[inline]
    pub fn leads_to_end(&self, state: StateId) -> bool {
        self.ending.contains(state)
    }

    /// A search that is not depth-first has followed a step from `state` to `target`, which is
    /// not known to lead to an end.
    #[inline]
    pub fn note_step(&mut self, state: StateId, target: StateId) {
        if !self.has_optional_steps && !self.knows_where_it_leads(state) {
            self.onward.put(state.number(), Some(target), None);
        }
    }

    /// Whether nothing more is to be noted about where a state leads. States are numbered in
    /// the order in which they are met, so steps to later ones never go round.
    #[inline]
    pub fn knows_where_it_leads(&self, state: StateId) -> bool {
        self.ending.contains(state) || self.step_from(state).is_some_and(|next| next > state)
    }

    #[inline]
    fn step_from(&self, state: StateId) -> Option<StateId> {
        let is_noted = state.number() < self.onward.len();
        is_noted.then(|| self.onward.get(state.number())).flatten()
    }

    /// Notes that a state has no edge, or one to a state that leads to an end, and with it
    /// those from which it was reached: `parent` gives them, one after the other.
    #[inline]
    pub fn note_end(&mut self, state: StateId, parent: impl Fn(StateId) -> Option<StateId>) {
        let mut at = Some(state);
        while let Some(state) = at
            && !self.has_optional_steps
            && self.ending.insert(state)
        {
            at = parent(state);
        }
    }

    /// A depth-first search sees an edge from `state`, the last of its path, to one that it
    /// has met.
    #[inline]
    pub fn note_edge(&mut self, state: StateId, target: StateId) {
        if self.ending.contains(target) {
            self.note_way_out(state);
        } else if !self.has_optional_steps {
            self.lower(state, target);
        }
    }

    /// The last state of the path of a depth-first search leads to an end, and so does all
    /// that leads to the path.
    #[inline]
    pub fn note_way_out(&mut self, state: StateId) {
        if self.has_optional_steps {
            return;
        }
        self.ending.insert(state);
        self.lows.clear();
        for state in self.pending.drain(..) {
            self.ending.insert(state);
        }
    }

    /// A depth-first search goes back from `state` to `parent`. Gives the circle that `state`
    /// was the first of, if it was.
    ///
    /// This is Tarjan's algorithm without states that lead to an end. States are numbered in
    /// the order in which the search meets them.
    #[inline]
    pub fn leave(&mut self, state: StateId, parent: Option<StateId>) -> Option<Circle> {
        if self.has_optional_steps {
            return None;
        }
        let low = self.lows.pop_if(|(of, _)| *of == state);
        let low = low.map_or(state, |(_, low)| low);
        let mut circle = None;
        if !self.ending.contains(state) {
            if low == state {
                // A circle that is judged counts as an end.
                circle = Some(self.close(state));
            } else {
                self.pending.push(state);
            }
        }
        if let Some(parent) = parent {
            if self.ending.contains(state) || self.ending.contains(parent) {
                self.note_way_out(parent);
            } else {
                self.lower(parent, low);
            }
        }
        circle
    }

    /// The circle of the states that were left since `first` was met.
    fn close(&mut self, first: StateId) -> Circle {
        let earlier = self.pending.iter().rposition(|&left| left < first);
        let start = earlier.map_or(0, |at| at + 1);
        let mut states = self.pending.split_off(start);
        states.push(first);
        for &state in &states {
            self.ending.insert(state);
        }
        let path = Vec::new();
        Circle { states, path }
    }

    #[inline]
    fn lower(&mut self, state: StateId, low: StateId) {
        match self.lows.last_mut() {
            Some((of, known)) if *of == state => *known = low.min(*known),
            _ if low < state => self.lows.push((state, low)),
            _ => {}
        }
    }

    /// Looks for a circle of stuttering steps behind the edge `choice` to `target`: the choices that
    /// lead there from that edge on, and what the graph says of it.
    pub fn examine(
        &mut self,
        graph: &mut impl Graph,
        store: &mut Store,
        (choice, target): (u32, StateId),
    ) -> Option<(Vec<u32>, Finding)> {
        let undisturbed = &mut |_: usize| ControlFlow::Continue(());
        let circle = self.circle_behind(graph, store, target, WayOut::Visible, undisturbed);
        let mut circle = circle.continue_value().flatten()?;
        let finding = self.judge(graph, store, &circle)?;
        circle.path.insert(0, choice);
        Some((circle.path, finding))
    }

    /// The circle that `start` is in, if it is in one without an end.
    pub fn circle_with(
        graph: &mut impl Graph,
        store: &mut Store,
        start: StateId,
    ) -> Option<(Livelock, Circle)> {
        let mut livelock = Livelock::new(graph);
        let undisturbed = &mut |_: usize| ControlFlow::Continue(());
        let circle = livelock.circle_behind(graph, store, start, WayOut::End, undisturbed);
        let circle = circle.continue_value().flatten()?;
        let has_start = circle.states.contains(&start);
        has_start.then_some((livelock, circle))
    }

    pub fn judge(
        &mut self,
        graph: &mut impl Graph,
        store: &Store,
        circle: &Circle,
    ) -> Option<Finding> {
        for &state in &circle.states {
            store.load(&mut self.live, state);
            if graph.visit_circle(self.live.words()).is_break() {
                break;
            }
        }
        graph.judge_circle()
    }

    /// The circle behind `start` without a way out, if there is one that was not examined.
    ///
    /// Goes depth first, until the first way out or until the first strongly connected
    /// component is complete. The latter is a circle, for a component that is complete
    /// first leads nowhere else. In the former case all states on the path have a way out,
    /// and with them all that were left behind, since each of those leads back to the path.
    /// So all are settled, and no state is examined twice.
    fn circle_behind(
        &mut self,
        graph: &mut impl Graph,
        store: &mut Store,
        start: StateId,
        out: WayOut,
        pulse: &mut dyn FnMut(usize) -> ControlFlow<End>,
    ) -> ControlFlow<End, Option<Circle>> {
        if self.settled(out).contains(start) {
            return ControlFlow::Continue(None);
        }
        let mut order = FxHashMap::default();
        order.insert(start, 0);
        let mut path = vec![Visit::new(start, 0)];
        store.load(&mut self.live, start);
        let root = loop {
            let visit = path.last_mut().expect("the start completes a component");
            match self.next(graph, store, visit, out) {
                Next::Escapes => break None,
                Next::Reaches(state) => {
                    let number = order.len() as u32;
                    let known = *order.entry(state).or_insert(number);
                    if known < number {
                        visit.low = visit.low.min(known);
                    } else {
                        path.push(Visit::new(state, number));
                        self.live.advance();
                    }
                }
                Next::Done if visit.low == visit.order => break Some(visit.order),
                Next::Done => {
                    let low = visit.low;
                    path.pop();
                    let parent = path.last_mut().expect("the start reaches nothing earlier");
                    parent.low = parent.low.min(low);
                    store.load(&mut self.live, parent.state);
                }
            }
            self.examining = order.capacity() * size_of::<(StateId, u32, u8)>()
                + path.capacity() * size_of::<Visit>();
            pulse(self.bytes())?;
        };
        self.examining = 0;
        for &state in order.keys() {
            self.settled(out).insert(state);
        }
        let Some(root) = root else {
            return ControlFlow::Continue(None);
        };
        let (_, taken) = path.split_last().expect("the circle has a state");
        let path = taken.iter().filter_map(|visit| visit.choice).collect();
        order.retain(|_, number| *number >= root);
        let mut states: Vec<StateId> = order.into_keys().collect();
        states.sort_unstable();
        ControlFlow::Continue(Some(Circle { states, path }))
    }

    fn next(
        &mut self,
        graph: &mut impl Graph,
        store: &mut Store,
        visit: &mut Visit,
        out: WayOut,
    ) -> Next {
        let edge = loop {
            let from = match visit.choice {
                None => Some(0),
                Some(choice) => choice.checked_add(1),
            };
            let words = self.live.words();
            let Some(edge) = from.and_then(|from| graph.successor(words, from, &mut self.changes))
            else {
                return match visit.goes_on {
                    false => Next::Escapes,
                    true => Next::Done,
                };
            };
            visit.choice = Some(edge.choice);
            if !self.has_optional_steps || !graph.is_optional(words, edge.choice) {
                break edge;
            }
        };
        visit.goes_on = true;
        if edge.kind != EdgeKind::Step || out == WayOut::Visible && !edge.stutters {
            return Next::Escapes;
        }
        let (state, new) = store.insert(&mut self.live, &self.changes);
        if new {
            self.ahead.insert(state);
        }
        if self.settled(out).contains(state) {
            return Next::Escapes;
        }
        Next::Reaches(state)
    }

    fn settled(&mut self, out: WayOut) -> &mut States {
        match out {
            WayOut::Visible => &mut self.moving,
            WayOut::End => &mut self.ending,
        }
    }
}

impl Visit {
    fn new(state: StateId, order: u32) -> Visit {
        Visit {
            state,
            choice: None,
            goes_on: false,
            order,
            low: order,
        }
    }
}
