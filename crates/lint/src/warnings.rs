//! From the call graph of a program to all warnings about it.

use trailhound_analysis::CallGraph;

use crate::check_then_act::checks_then_acts;
use crate::double_locks::double_locks;
use crate::guards::unguarded;
use crate::orders::lock_orders;
use crate::points::follow;
use crate::scene::Scene;
use crate::shape::{Loops, Sharing};
use crate::walk::walk;
use crate::warning::Warning;

/// All warnings about a program.
pub fn warnings(call_graph: &CallGraph<'_>) -> Vec<Warning> {
    let points = follow(call_graph);
    let sharing = Sharing::new(&points);
    let loops = Loops::default();
    let facts = walk(&points, &sharing, &loops);
    let scene = Scene {
        points: &points,
        loops: &loops,
        facts: &facts,
    };
    let mut found = lock_orders(&scene);
    found.extend(double_locks(&scene));
    found.extend(unguarded(&scene));
    found.extend(checks_then_acts(&scene));
    found
}
