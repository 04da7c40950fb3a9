//! From source files to a program that the machine can run.

use std::collections::HashSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use trailhound_frontend::{FrontendError, IrModule, Request, Trust, compile};
use trailhound_llvm::{GlobalKind, Linkage, Module, ReadError};
use trailhound_machine::load_keeping;
use trailhound_program::{DataModel, LinkError, Program};
use trailhound_trail::{ProgramSetup, PropertySetup, VariableNames};

use crate::guard;
use crate::harness::{TestsError, panicking_tests};

pub struct Prepared {
    pub program: Program,
    pub names: Rc<VariableNames>,
    /// The user has asked for an optimising compiler.
    pub is_optimised: bool,
    pub compile_seconds: f64,
    pub link_seconds: f64,
}

#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    #[error(transparent)]
    Frontend(#[from] FrontendError),
    #[error("the program has no `main` function; give the file that defines it along")]
    NoMain,
    #[error("`{symbol}` is defined in more than one file; leave one of them out")]
    Duplicate { symbol: String },
    #[error(
        "this LLVM IR cannot be read: {0}; try another version of the compiler (clang 14 to 22, rustc 1.95)"
    )]
    Read(ReadError),
    #[error(
        "32-bit programs are supported by `check`, `run`, `replay`, `sample` and `compare` only"
    )]
    Narrow,
    #[error("{0}, which is not supported")]
    Target(LinkError),
    #[error("{0}; this construct is not supported")]
    Link(LinkError),
    #[error(transparent)]
    Tests(#[from] TestsError),
}

impl From<LinkError> for PrepareError {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::NoMain => PrepareError::NoMain,
            LinkError::Duplicate { symbol } => PrepareError::Duplicate { symbol },
            LinkError::Read(error) => PrepareError::Read(error),
            target @ LinkError::Target { .. } => PrepareError::Target(target),
            other => PrepareError::Link(other),
        }
    }
}

/// Compiles and links `files`, in the way that `setup` says.
pub fn prepare(setup: &ProgramSetup, files: Vec<PathBuf>) -> Result<Prepared, PrepareError> {
    prepare_for(setup, files, &PropertySetup::default())
}

/// The same for commands that judge the text of a program and know the 64-bit layout alone.
pub fn prepare_wide(setup: &ProgramSetup, files: Vec<PathBuf>) -> Result<Prepared, PrepareError> {
    let prepared = prepare(setup, files)?;
    match prepared.program.model() {
        DataModel::Ilp32 => Err(PrepareError::Narrow),
        DataModel::Lp64 => Ok(prepared),
    }
}

/// The same with all that properties may ask for.
pub fn prepare_for(
    setup: &ProgramSetup,
    files: Vec<PathBuf>,
    properties: &PropertySetup,
) -> Result<Prepared, PrepareError> {
    let compiled = compile(&Request {
        inputs: files,
        defines: setup.defines.clone(),
        include_dirs: setup.include_dirs.clone(),
        compiler_flags: setup.compiler_flags.clone(),
        opt_level: setup.opt_level,
        kept_functions: trailhound_machine::modelled_paths().collect(),
        project: setup.project.clone(),
        whole_project: setup.whole_project,
        cargo_flags: setup.cargo_flags.clone(),
        trust: match setup.trust_flags {
            true => Trust::All,
            false => Trust::Harmless,
        },
        keep_ir: None,
        budget: guard::budget(),
    })
    .inspect_err(|error| {
        if let FrontendError::Stopped(stop) = error {
            guard::give_up(*stop);
        }
    })?;
    let started = Instant::now();
    let mut modules = read(compiled.modules)?;
    link_needed(&mut modules, read(compiled.on_demand)?);
    modules.extend(read(compiled.runtime)?);
    let functions: Vec<&str> = properties.functions.iter().map(String::as_str).collect();
    let mut program = load_keeping(&mut modules, &functions)?;
    program.panicking_tests = panicking_tests(&program, &setup.program_name(), &setup.arguments)?;
    let names = Rc::new(VariableNames::read(&modules, &program));
    Ok(Prepared {
        program,
        names,
        is_optimised: setup.opt_level.is_some(),
        compile_seconds: compiled.seconds,
        link_seconds: started.elapsed().as_secs_f64(),
    })
}

fn read(modules: impl IntoIterator<Item = IrModule>) -> Result<Vec<Module>, PrepareError> {
    let modules = modules.into_iter();
    modules
        .map(|module| Module::read(module.text, &module.name).map_err(PrepareError::Read))
        .collect()
}

/// Adds those of `candidates` that define something that is still missing, and then what these
/// are missing, as a linker does with a library. Another `main` is nobody's.
fn link_needed(modules: &mut Vec<Module>, mut candidates: Vec<Module>) {
    candidates.retain(|module| !globals(module, true).any(|name| name == "main"));
    loop {
        let defined: HashSet<&str> = modules.iter().flat_map(|m| globals(m, true)).collect();
        let missing: HashSet<&str> = modules
            .iter()
            .flat_map(|module| globals(module, false))
            .filter(|name| !defined.contains(name))
            .collect();
        let needed = candidates
            .iter()
            .position(|module| globals(module, true).any(|name| missing.contains(name)));
        match needed {
            Some(index) => modules.push(candidates.remove(index)),
            None => return,
        }
    }
}

/// Names that a module gives to others, or wants from them.
fn globals(module: &Module, defined: bool) -> impl Iterator<Item = &str> {
    let globals = module.globals().iter().filter(move |global| {
        let has_content = match global.kind {
            GlobalKind::Variable {
                has_initializer, ..
            } => has_initializer,
            GlobalKind::Function { has_body, .. } => has_body,
            GlobalKind::Alias { .. } => true,
        };
        has_content == defined && !matches!(global.linkage, Linkage::Local | Linkage::Appending)
    });
    globals.map(|global| global.name.as_str())
}

/// Values for data choices too wide to enumerate.
const MOST_VALUES: usize = 24;

/// What such choices try when nothing is said: around the constants that the program
/// compares with, the constants themselves before their neighbours, small ones first.
pub fn values_for(program: &Program) -> Vec<i64> {
    let mut constants = program.compared_constants.clone();
    constants.sort_by_key(|constant| constant.unsigned_abs());
    let neighbours = constants
        .iter()
        .flat_map(|constant| [constant.wrapping_sub(1), constant.wrapping_add(1)]);
    let mut values: Vec<i64> = Vec::new();
    for value in [0, 1, -1]
        .into_iter()
        .chain(constants.iter().copied())
        .chain(neighbours)
    {
        if !values.contains(&value) && values.len() < MOST_VALUES {
            values.push(value);
        }
    }
    values.sort_unstable();
    values
}
