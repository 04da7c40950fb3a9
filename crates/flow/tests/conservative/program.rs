//! A program that is compiled and linked, and its trace flow graph with everything in it
//! that the concrete search can see, too.

use std::path::Path;

use trailhound_distance::Externals;
use trailhound_flow::action::Action;
use trailhound_flow::build::{BuildOptions, build};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::{Naming, entered_by_models, has_models, load};
use trailhound_program::{Address, Program, Space};
use trailhound_trail::{GlobalNames, GlobalTypes, Pointers};

pub struct Loaded {
    pub program: Program,
    pub graph: TraceFlowGraph,
    names: GlobalNames,
}

/// Variables that are only there to be looked at by the machine begin like this.
const HIDDEN: &str = "h_";

impl Loaded {
    /// None: there is no compiler.
    pub fn compile(file: &Path) -> Option<Loaded> {
        let helpers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../helpers/c");
        let compiled = compile(&Request {
            inputs: vec![file.to_owned()],
            include_dirs: vec![helpers],
            ..Request::default()
        });
        let compiled = match compiled {
            Ok(compiled) => compiled,
            Err(error) if error.to_string().contains("not found") => return None,
            Err(error) => panic!("{error}"),
        };
        let modules: Vec<Module> = compiled
            .modules
            .into_iter()
            .map(|module| Module::read(module.text, &module.name).expect("readable IR"))
            .collect();
        let types = GlobalTypes::read(&modules, Pointers::Opaque);
        let program = load(modules).expect("the program can be linked");
        let names = types.of_program(&program);
        let models = has_models(&program);
        let externals = Externals {
            models: &|function| models[function.index()],
            entered: entered_by_models(&program),
        };
        let graph = build(
            &program,
            &BuildOptions {
                interest: &is_watched,
                names: &|global, offset| names.part(global, offset),
                externals: &externals,
                threads: 4,
                turns: 8,
            },
        );
        let graph = graph.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Some(Loaded {
            program,
            graph,
            names,
        })
    }

    /// The name of what lies at an address, if it is one of the variables that are watched.
    pub fn name(&self, address: u64) -> Option<String> {
        let address = Address(address);
        let object = address.object();
        let global = self.program.globals.get(object.index() as usize);
        if object.space() != Space::STATIC || global.is_none_or(|global| global.constant) {
            return None;
        }
        let name = self.names.part(object.index(), address.offset())?;
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
