//! The engines, one file each. An engine knows [`Graph`], [`Guide`] and the store, and no
//! other engine.

mod arrivals;
mod astar;
mod beam;
mod best_first;
mod bfs;
mod cycles;
mod dfs;
mod directed;
mod frontier;
mod greedy;
mod iddfs;
mod lasso;
#[cfg(test)]
mod lassos;
mod lossy;
mod name;
mod path;
mod random;
mod reduced;
mod sampling;
mod sketch;
mod start;

pub use astar::{astar, weighted_astar};
pub use beam::beam;
pub use best_first::best_first;
pub use bfs::{bfs, bfs_kept};
pub use cycles::Cycles;
pub use dfs::{dfs, dfs_kept};
pub use greedy::greedy;
pub use iddfs::iddfs;
pub use lasso::{Conditions, Lasso, lasso};
pub use lossy::lossy;
pub use name::{Engine, UnknownEngine};
pub use random::random;
pub use sampling::{Sample, Sampler, Schedule};
pub use sketch::Sketch;
pub(crate) use start::{count_edges, start};

use crate::graph::Graph;
use crate::guide::Guide;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::watch::Monitor;

/// Explores `graph` with the engine of the caller's choice. The guide is asked by directed
/// engines only.
pub fn run<G: Graph>(
    engine: Engine,
    graph: &mut G,
    guide: &mut dyn Guide<G>,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    match engine {
        Engine::Dfs => dfs(graph, options, monitor),
        Engine::Bfs => bfs(graph, options, monitor),
        Engine::Iddfs => iddfs(graph, options, monitor),
        Engine::BestFirst => best_first(graph, guide, options, monitor),
        Engine::Greedy => greedy(graph, guide, options, monitor),
        Engine::Beam { width } => beam(width, graph, guide, options, monitor),
        Engine::Astar => astar(graph, guide, options, monitor),
        Engine::WeightedAstar { thousandths } => {
            weighted_astar(thousandths, graph, guide, options, monitor)
        }
        Engine::Random => random(graph, options, monitor),
    }
}
