//! Minimal sets of constraints: enough for a conclusive answer, and no subset of them is. They
//! are looked for by leaving out one constraint after the other.

use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::search::SearchName;
use trailhound_flow::subject::Subject;

use super::measure::{MOST_CONCLUSIVE, Ran, run};

/// Leaves out constraints as long as the answer stays conclusive; None if it is not even
/// with all of them, or if a search came to a limit.
///
/// Locks are tried first and tasks last: what is known of values and of the order of a task
/// says more than who may be where.
pub fn minimal(
    graph: &TraceFlowGraph,
    property: &Property,
    mut constraints: Vec<Constraint>,
) -> Result<Option<Vec<Constraint>>, String> {
    constraints.sort_by_key(|constraint| match constraint {
        Constraint::Lock(_) => 0,
        Constraint::Variable(_) => 1,
        Constraint::Context { .. } => 2,
        Constraint::Task { .. } => 3,
    });
    if !is_conclusive(graph, property, &constraints)? {
        return Ok(None);
    }
    let mut at = 0;
    while at < constraints.len() {
        let left_out = constraints.remove(at);
        if !is_conclusive(graph, property, &constraints)? {
            constraints.insert(at, left_out);
            at += 1;
        }
    }
    constraints.reverse();
    Ok(Some(constraints))
}

/// No complete path violates the property.
pub fn is_conclusive(
    graph: &TraceFlowGraph,
    property: &Property,
    constraints: &[Constraint],
) -> Result<bool, String> {
    let subject = Subject::new(graph, property, constraints).map_err(|cause| cause.to_string())?;
    let answer = run(&subject, SearchName::USUAL, 1, MOST_CONCLUSIVE)?;
    Ok(matches!(answer, Ran::Conclusive(_)))
}
