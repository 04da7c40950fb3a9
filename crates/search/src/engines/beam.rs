//! Beam search: best-first with a bounded queue. What does not fit is dropped, so memory
//! for the queue is fixed, and nothing is decided but what is met.

use super::directed::{Order, Plan, explore};
use crate::graph::Graph;
use crate::guide::Guide;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::watch::Monitor;

/// Explores `graph` best first, with at most `width` states that wait. The visited states
/// are all stored, those that were dropped included: none is met twice.
pub fn beam<G: Graph>(
    width: usize,
    graph: &mut G,
    guide: &mut dyn Guide<G>,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let plan = Plan {
        order: Order::Ranked { step: 0, rank: 1 },
        width: Some(width),
        reopens: false,
    };
    explore(plan, graph, guide, options, monitor)
}
