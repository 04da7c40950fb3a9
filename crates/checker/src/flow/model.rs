//! The trace flow graph of a prepared program, with all that a property and the constraints
//! that may be added to it ask about.

use std::time::Instant;

use trailhound_analysis::{CallGraph, Pointers};
use trailhound_flow::asked::{Asked, Scope};
use trailhound_flow::build::{BuildError, BuildOptions, ThreadPanics, build as build_graph};
use trailhound_flow::constraint::tested;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_machine::entered_by_models;

use crate::prepare::Prepared;

pub struct Model {
    pub graph: TraceFlowGraph,
    pub seconds: f64,
    pub notes: Vec<String>,
}

/// Graphs with more nodes are built again with less in them: the relation between nodes grows
/// with their square.
const MOST_NODES: usize = 6000;

/// What may be spent on a graph with more in it than was asked for: about a second.
const A_MOMENT: usize = 100_000;

/// Builds the graph. Where a graph that shows all mutexes and tests would be too large, those
/// that no constraint names are left out.
pub fn build(
    prepared: &Prepared,
    property: &Property,
    threads: u32,
    panics: ThreadPanics,
) -> Result<Model, BuildError> {
    let started = Instant::now();
    let program = &prepared.program;
    let names = &prepared.names;
    let call_graph = CallGraph::new(program, entered_by_models(program), Pointers::Cast);
    let required = Asked::new(property, Scope::Named);
    let graph_of = |asked: &Asked, max_operations: usize| {
        let options = BuildOptions {
            interest: &|action| required.asks_about(action),
            optional: &|action| asked.asks_about(action),
            names: &|global, offset| names.part(global, offset),
            panics,
            threads,
            turns: BuildOptions::TURNS,
            meetings: !prepared.is_optimised,
            max_operations,
        };
        match build_graph(&call_graph, &options) {
            Ok(graph) if graph.nodes.len() > MOST_NODES => Err(BuildError::TooLarge),
            result => result,
        }
    };
    let mut notes = Vec::new();
    let finish = |graph, notes| {
        Ok(Model {
            graph,
            seconds: started.elapsed().as_secs_f64(),
            notes,
        })
    };
    // Which variables are tested is known when the tests have been seen; then their writes
    // are needed as well, and may be in functions that test others.
    let everything = Asked::new(property, Scope::LocksAndTests);
    let mut variables = Vec::new();
    let found = loop {
        let graph = graph_of(&everything.clone().with_variables(&variables), A_MOMENT);
        let more: Vec<_> = match &graph {
            Ok(graph) => tested(graph),
            Err(_) => Vec::new(),
        };
        let new: Vec<_> = more
            .into_iter()
            .filter(|object| !variables.contains(object))
            .collect();
        if new.is_empty() {
            break graph;
        }
        variables.extend(new);
    };
    match found {
        Ok(graph) => return finish(graph, notes),
        Err(BuildError::TooLarge) => notes.push(
            "the program tests too many variables to think of constraints for them; name \
             those that matter"
                .to_owned(),
        ),
        Err(error) => return Err(error),
    }
    match graph_of(&Asked::new(property, Scope::Locks), A_MOMENT) {
        Err(BuildError::TooLarge) => {
            notes.push("it has too many mutexes, too".to_owned());
            let graph = graph_of(
                &Asked::new(property, Scope::Named),
                BuildOptions::OPERATIONS,
            );
            finish(graph?, notes)
        }
        Ok(graph) => finish(graph, notes),
        Err(error) => Err(error),
    }
}
