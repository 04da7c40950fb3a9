//! From a program of the benchmark to its trace flow graph.

use std::path::Path;
use std::time::Instant;

use trailhound_analysis::{CallGraph, Pointers};
use trailhound_flow::action::Action;
use trailhound_flow::build::{BuildOptions, ThreadPanics, build};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::{entered_by_models, load, modelled_paths};
use trailhound_program::Program;
use trailhound_trail::VariableNames;

/// A program that graphs can be built of.
pub struct Loaded {
    program: Program,
    names: VariableNames,
}

pub struct Built {
    pub graph: TraceFlowGraph,
    pub seconds: f64,
}

impl Loaded {
    pub fn new(file: &Path, defines: Vec<String>) -> Result<Loaded, String> {
        let told = |cause: &dyn std::fmt::Display| format!("{}: {cause}", file.display());
        let compiled = compile(&Request {
            inputs: vec![file.to_owned()],
            defines,
            kept_functions: modelled_paths().collect(),
            ..Request::default()
        })
        .map_err(|cause| told(&cause))?;
        let texts = compiled.modules.into_iter().chain(compiled.runtime);
        let modules = texts.map(|module| Module::read(module.text, &module.name));
        let mut modules: Vec<Module> = modules
            .collect::<Result<_, _>>()
            .map_err(|cause| told(&cause))?;
        let program = load(&mut modules).map_err(|cause| told(&cause))?;
        Ok(Loaded {
            names: VariableNames::read(&modules, &program),
            program,
        })
    }

    /// The number of functions with a body: how much of a library came along.
    pub fn functions(&self) -> usize {
        let functions = self.program.functions.iter();
        functions.filter(|function| function.body.is_some()).count()
    }

    pub fn graph(&self, interest: &dyn Fn(&Action) -> bool) -> Result<Built, String> {
        let started = Instant::now();
        let entered = entered_by_models(&self.program);
        let call_graph = CallGraph::new(&self.program, entered, Pointers::Cast);
        let options = BuildOptions {
            interest,
            optional: &|_| false,
            names: &|global, offset| self.names.part(global, offset),
            panics: ThreadPanics::GoOn,
            threads: BuildOptions::THREADS,
            turns: BuildOptions::TURNS,
            meetings: true,
            max_operations: BuildOptions::OPERATIONS,
        };
        let graph = build(&call_graph, &options).map_err(|cause| cause.to_string())?;
        Ok(Built {
            graph,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}
