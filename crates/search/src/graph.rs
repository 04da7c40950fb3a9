//! What an engine sees of the thing it explores: states, numbered choices, findings.
//! It does not know threads, memory or source lines.

use std::ops::ControlFlow;

use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_host::Stop;

use crate::selection::Selection;

/// A directed graph of states.
///
/// A state is a vector of words. Words beyond its end are 0, so trailing zeros never
/// matter: an engine may hand a state back longer or shorter than it received it.
///
/// Methods with a default only save time. All that bears on an answer must be written: a graph around another one that
/// forgets to pass a method on does not compile. A graph that has no such thing says so with [`without!`](crate::without).
pub trait Graph {
    /// The state before the first choice; `Err` when an error happens before it.
    fn initial(&mut self) -> Result<Vec<u32>, Finding>;

    /// The first edge of `state` whose choice is at least `from`.
    ///
    /// `changes` is cleared and filled with the slots that the edge writes, each with its
    /// new word; where a slot occurs twice the last word counts. A slot may lie beyond
    /// the end of `state`: the state grows.
    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge>;

    /// Judges a state by itself, before its edges are known: a race, a circle of waiting
    /// threads. Asked once for each state that `dfs` and `bfs` store, and by `iddfs` and
    /// `random` every time they come by.
    fn meet(&mut self, state: &[u32]) -> Option<Finding>;

    /// Judges a state by its number of edges: a deadlock. Asked as often as `meet`, after
    /// the edges were enumerated.
    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding>;

    /// The choices of all edges of a state that was met last, in order, where that can be told
    /// without taking them. False: it cannot. In rare cases one of them is no edge after all.
    fn choices(&mut self, _state: &[u32], _choices: &mut Vec<u32>) -> bool {
        false
    }

    /// Looks at one state of a circle: each of its states leads to each other, and none to
    /// anything else but by optional steps. [`Graph::judge_circle`] follows the last one;
    /// `Break` if the others do not matter.
    fn visit_circle(&mut self, state: &[u32]) -> ControlFlow<()>;

    /// Whether it is an error to stay in the circle whose states were visited.
    fn judge_circle(&mut self) -> Option<Finding>;

    /// Whether there are steps that need not be taken although nothing else can be done:
    /// they are no way out of a circle.
    fn has_optional_steps(&self) -> bool;

    /// Whether this step is one of those.
    fn is_optional(&mut self, state: &[u32], choice: u32) -> bool;

    /// Whether `meet` and `inspect` can ever answer. If not, a search need not look at the
    /// states that are left once it has met an error on an edge.
    fn judges_states(&self) -> bool {
        true
    }

    /// Begins to learn which steps are independent of each other, for a search that asks
    /// [`Graph::select`] before it follows the edges of a state. False: all of them count.
    fn begin_reduction(&mut self) -> bool;

    /// The same as `successor`, of these agents alone.
    fn successor_of(
        &mut self,
        state: &[u32],
        mut from: u32,
        agents: Agents,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        loop {
            let edge = self.successor(state, from, changes)?;
            let is_given_up = matches!(edge.kind, EdgeKind::Abandoned(_));
            if is_given_up || agents.contains(self.mover(edge.choice)) {
                return Some(edge);
            }
            from = edge.choice.checked_add(1)?;
        }
    }

    /// Agents whose edges are enough from this state, for all that is known: nothing if the state
    /// is an end by itself. What is known grows with every look at a state; an answer is final if
    /// [`Graph::knowledge`] is. Of several answers the one that adds the fewest to `followed`.
    fn select(&mut self, state: &[u32], followed: Agents) -> Agents;

    /// The agent who takes the step of a choice.
    fn mover(&self, choice: u32) -> u32;

    /// A number that grows with what `select` knows.
    fn knowledge(&self) -> u64;

    /// How much was selected so far.
    fn selection(&self) -> Selection;

    /// Prepares for [`Graph::has_news`].
    fn date_knowledge(&mut self);

    /// Whether what bears on the answer to `select` for this state has grown between `since` and
    /// the last time that knowledge was dated.
    fn has_news(&self, state: &[u32], since: u64) -> bool;

    /// The search has stored the state behind the edge that was generated last, and will know
    /// it again.
    fn remember(&mut self) {}

    /// Whether the state behind the edge that was generated last was one to remember: then a
    /// search need not look for it in its store. A graph may be forgetful.
    fn remembers(&self) -> bool {
        false
    }

    /// An exhaustive search has followed so many edges, as were asked for last, and its states take so many
    /// bytes: something else may be done meanwhile. Gives the number of edges after which to ask again;
    /// `Break` ends the search. The first time is at the beginning.
    fn pause(&mut self, _edges: u64, _bytes: usize) -> ControlFlow<(), u64> {
        ControlFlow::Continue(u64::MAX)
    }

    /// The bytes that grow inside the graph: interned leaves, caches. A graph around another one
    /// passes this on, as all that follows.
    fn bytes(&self) -> usize;

    /// Why the graph was given up, if it was: what it has said since then is worth nothing, and
    /// each further edge is an [`EdgeKind::Abandoned`].
    fn stopped(&self) -> Option<Stop>;
}

/// The methods of a [`Graph`] that has no such thing: `meetings`, states that are wrong by themselves; `circles` that
/// are judged; a `reduction` of independent steps.
#[macro_export]
macro_rules! without {
    ($($what:ident),+) => {
        $($crate::without! { @$what })+
    };
    (@meetings) => {
        fn meet(&mut self, _state: &[u32]) -> Option<$crate::Finding> {
            None
        }
    };
    (@circles) => {
        fn visit_circle(&mut self, _state: &[u32]) -> ::std::ops::ControlFlow<()> {
            ::std::ops::ControlFlow::Break(())
        }
        fn judge_circle(&mut self) -> Option<$crate::Finding> {
            None
        }
        fn has_optional_steps(&self) -> bool {
            false
        }
        fn is_optional(&mut self, _state: &[u32], _choice: u32) -> bool {
            false
        }
    };
    (@reduction) => {
        fn begin_reduction(&mut self) -> bool {
            false
        }
        fn select(&mut self, _state: &[u32], _followed: $crate::Agents) -> $crate::Agents {
            $crate::Agents::ALL
        }
        fn mover(&self, _choice: u32) -> u32 {
            0
        }
        fn knowledge(&self) -> u64 {
            0
        }
        fn selection(&self) -> $crate::Selection {
            $crate::Selection::default()
        }
        fn date_knowledge(&mut self) {}
        fn has_news(&self, _state: &[u32], _since: u64) -> bool {
            true
        }
    };
}

/// A set of agents, those who take the steps of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agents(u64);

impl Agents {
    pub const NONE: Agents = Agents(0);
    /// Those included that no set can name.
    pub const ALL: Agents = Agents(u64::MAX);

    /// Those whose bit is set.
    pub fn of(bits: u64) -> Agents {
        Agents(bits)
    }

    pub fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn save(self, out: &mut Writer<'_>) {
        out.u64(self.0);
    }

    pub(crate) fn load(input: &mut Reader<'_>) -> Result<Agents, Damage> {
        input.u64().map(Agents)
    }

    #[inline]
    pub fn contains(self, agent: u32) -> bool {
        self == Agents::ALL || agent < u64::BITS && self.0 >> agent & 1 == 1
    }

    pub fn covers(self, others: Agents) -> bool {
        self.0 & others.0 == others.0
    }

    pub fn with(self, others: Agents) -> Agents {
        Agents(self.0 | others.0)
    }
}

/// One step out of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub choice: u32,
    pub kind: EdgeKind,
    /// The step changed nothing that another thread can see.
    pub stutters: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    Step,
    /// The step itself ended in an error; there is no state behind it.
    Finding(Finding),
    /// The time or the memory for the step was used up: what comes of it is not known.
    Abandoned(Stop),
}

impl Edge {
    /// The edge that a graph gives when it was given up; no other one comes after it.
    pub fn abandoned(stop: Stop) -> Edge {
        Edge {
            choice: u32::MAX,
            kind: EdgeKind::Abandoned(stop),
            stutters: false,
        }
    }
}

/// An error, known to the engine by its weight only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    pub weight: Weight,
    /// The graph's own number for it.
    pub id: u32,
}

/// How much an error says. A search may be told to go on past a weak one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    Weak,
    Strong,
}
