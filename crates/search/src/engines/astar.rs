//! A*: the steps behind a state and the rank before it count together. With weight, the
//! rank counts more than the steps.

use super::directed::{Order, Plan, explore};
use crate::graph::Graph;
use crate::guide::Guide;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::watch::Monitor;

/// Explores `graph` by A*; the length of a path is its number of steps.
///
/// A state that is met again by a shorter way is expanded again, so the guide need not be
/// consistent. If its ranks are lower bounds the trail is a shortest one; with another
/// guide the search ends with the first error that is met. The trail to a livelock leads
/// there but need not be the shortest.
pub fn astar<G: Graph>(
    graph: &mut G,
    guide: &mut dyn Guide<G>,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    weighted_astar(ONE, graph, guide, options, monitor)
}

/// A weight of one, in thousandths.
const ONE: u32 = 1000;

/// A* with the guide's rank multiplied by a weight, which is given in thousandths.
pub fn weighted_astar<G: Graph>(
    thousandths: u32,
    graph: &mut G,
    guide: &mut dyn Guide<G>,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let plan = Plan {
        order: Order::Ranked {
            step: i64::from(ONE),
            rank: i64::from(thousandths),
        },
        width: None,
        reopens: true,
    };
    explore(plan, graph, guide, options, monitor)
}
