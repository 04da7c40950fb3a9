//! The engines, one file each. An engine knows [`Graph`] and the store, and no other
//! engine.

mod bfs;
mod dfs;
mod iddfs;
mod path;
mod random;

pub use bfs::bfs;
pub use dfs::dfs;
pub use iddfs::iddfs;
pub use random::random;

use std::fmt;
use std::str::FromStr;

use crate::graph::Graph;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::store::{Live, StateId, Store};
use crate::watch::Monitor;

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Dfs,
    Bfs,
    Iddfs,
    Random,
}

impl Engine {
    pub const ALL: [Engine; 4] = [Engine::Dfs, Engine::Bfs, Engine::Iddfs, Engine::Random];

    pub fn name(self) -> &'static str {
        match self {
            Engine::Dfs => "dfs",
            Engine::Bfs => "bfs",
            Engine::Iddfs => "iddfs",
            Engine::Random => "random",
        }
    }
}

/// Explores `graph` with the engine of the caller's choice.
pub fn run<G: Graph>(
    engine: Engine,
    graph: &mut G,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    match engine {
        Engine::Dfs => dfs(graph, options, monitor),
        Engine::Bfs => bfs(graph, options, monitor),
        Engine::Iddfs => iddfs(graph, options, monitor),
        Engine::Random => random(graph, options, monitor),
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine(pub String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        engine.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let names = Engine::ALL.map(Engine::name).join(", ");
        write!(out, "no engine is called `{}`; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownEngine {}

/// Stores the initial state and puts `live` there.
fn start(initial: &[u32], store: &mut Store, live: &mut Live) -> StateId {
    let changes: Vec<(u32, u32)> = (0..).zip(initial.iter().copied()).collect();
    let (state, _) = store.insert(live, &changes);
    live.advance();
    state
}

/// The number of edges of a state.
fn count_edges(graph: &mut impl Graph, state: &[u32], changes: &mut Vec<(u32, u32)>) -> u32 {
    let mut count = 0;
    let mut from = Some(0);
    while let Some(edge) = from.and_then(|from| graph.successor(state, from, changes)) {
        count += 1;
        from = edge.choice.checked_add(1);
    }
    count
}
