//! Programs for tests: compiled, linked, and their trace flow graphs.

use std::path::Path;

use trailhound_analysis::{CallGraph, Pointers};
use trailhound_flow::action::Action;
use trailhound_flow::build::{BuildError, BuildOptions, ThreadPanics, build, inlined_meetings};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_frontend::{Request, compile, flag_to_keep_calls};
use trailhound_llvm::Module;
use trailhound_machine::{entered_by_models, load, modelled_paths};
use trailhound_program::Program;
use trailhound_trail::VariableNames;

pub struct Source {
    pub program: Program,
    pub names: VariableNames,
}

impl Source {
    /// None: there is no compiler.
    pub fn compile(file: &Path) -> Option<Source> {
        let first = Source::compile_with(file, Vec::new())?;
        let meetings = inlined_meetings(&first.program).into_iter();
        let flags: Vec<String> = meetings.map(flag_to_keep_calls).collect();
        match flags.is_empty() {
            true => Some(first),
            false => Source::compile_with(file, flags),
        }
    }

    fn compile_with(file: &Path, compiler_flags: Vec<String>) -> Option<Source> {
        let annotations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../annotations/c");
        let compiled = compile(&Request {
            inputs: vec![file.to_owned()],
            include_dirs: vec![annotations],
            kept_functions: modelled_paths().collect(),
            compiler_flags,
            ..Request::default()
        });
        let compiled = match compiled {
            Ok(compiled) => compiled,
            Err(error) if error.to_string().contains("not found") => return None,
            Err(error) => panic!("{error}"),
        };
        let texts = compiled.modules.into_iter().chain(compiled.runtime);
        let mut modules: Vec<Module> = texts
            .map(|module| Module::read(module.text, &module.name).expect("readable IR"))
            .collect();
        let program = load(&mut modules).expect("the program can be linked");
        let names = VariableNames::read(&modules, &program);
        Some(Source { program, names })
    }

    /// The graph with what is of interest, and what is worth to be seen as well; so many threads
    /// of a loop are told apart, so many turns, and so many places looked at.
    pub fn graph(
        &self,
        interest: &dyn Fn(&Action) -> bool,
        optional: &dyn Fn(&Action) -> bool,
        (threads, turns, max_operations): (u32, u32, usize),
    ) -> Result<TraceFlowGraph, BuildError> {
        let entered = entered_by_models(&self.program);
        let call_graph = CallGraph::new(&self.program, entered, Pointers::Cast);
        let options = BuildOptions {
            interest,
            optional,
            names: &|global, offset| self.names.part(global, offset),
            panics: ThreadPanics::GoOn,
            threads,
            turns,
            meetings: true,
            max_operations,
        };
        build(&call_graph, &options)
    }
}
