//! A program that is compiled and linked, and its trace flow graph with everything in it
//! that the concrete search can see, too.

use std::path::Path;

use trailhound_flow::action::Action;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_machine::Naming;
use trailhound_program::{Address, Space};

use crate::loading::Source;

pub struct Loaded {
    pub source: Source,
    pub graph: TraceFlowGraph,
}

/// Variables that are only there to be looked at by the machine begin like this.
const HIDDEN: &str = "h_";

impl Loaded {
    /// None: there is no compiler.
    pub fn compile(file: &Path) -> Option<Loaded> {
        let source = Source::compile(file)?;
        let graph = source.graph(&is_watched, 4, 8);
        let graph = graph.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Some(Loaded { source, graph })
    }

    /// The name of what lies at an address, if it is one of the variables that are watched.
    pub fn name(&self, address: u64) -> Option<String> {
        let address = Address(address);
        let object = address.object();
        let global = self.source.program.globals.get(object.index() as usize);
        if object.space() != Space::STATIC || global.is_none_or(|global| global.constant) {
            return None;
        }
        let name = self.source.names.part(object.index(), address.offset())?;
        is_variable(&name).then_some(name)
    }
}

/// Threads' handles are no variables of the program, and what begins with `h_` is hidden.
fn is_variable(name: &str) -> bool {
    !name.starts_with(HIDDEN) && !name.starts_with("handle")
}

fn is_watched(action: &Action) -> bool {
    match action {
        Action::Call { function, .. } => function.starts_with("seen"),
        Action::Mark(name) => !name.starts_with("seen"),
        Action::Lock(object) | Action::Unlock(object) | Action::Read(object) => {
            object.as_ref().is_none_or(|object| is_variable(&object.0))
        }
        Action::Write { object, .. } => object.as_ref().is_none_or(|object| is_variable(&object.0)),
        Action::Test { object, .. } => is_variable(&object.0),
        Action::Start | Action::End => false,
    }
}
