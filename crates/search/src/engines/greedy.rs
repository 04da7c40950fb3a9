//! Greedy depth-first search: from each state to its best successor, and back at the end of
//! a path, or where the guide sees no way to its goal. Visits everything in the end.

use super::directed::{Order, Plan, explore};
use crate::graph::Graph;
use crate::guide::Guide;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::watch::Monitor;

/// Explores `graph` depth first, the best successor of each state first.
pub fn greedy<G: Graph>(
    graph: &mut G,
    guide: &mut dyn Guide<G>,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let plan = Plan {
        order: Order::Deepening,
        width: None,
        reopens: false,
    };
    explore(plan, graph, guide, options, monitor)
}
