//! From source files to a program that the machine can run.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use trailhound_frontend::{Compiled, FrontendError, IrModule, Request, Trust, compile};
use trailhound_llvm::{GlobalKind, Linkage, Module, ReadError};
use trailhound_machine::load_keeping;
use trailhound_program::{DataModel, LinkError, Locals, Program};
use trailhound_trail::{ProgramRequest, VariableNames};

use crate::harness::{TestsError, panicking_tests};
use crate::session::Session;
use crate::verdict::Verdict;

/// A program that was compiled and linked.
#[derive(Clone)]
pub struct Prepared {
    pub program: Program,
    pub names: Arc<VariableNames>,
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

/// Compiles and links the program.
pub fn prepare(request: &ProgramRequest, session: &Session) -> Result<Prepared, PrepareError> {
    prepare_with(request, &[], session)
}

/// The same for work that judges the text of a program and knows the 64-bit layout alone.
pub fn prepare_wide(request: &ProgramRequest, session: &Session) -> Result<Prepared, PrepareError> {
    let prepared = prepare(request, session)?;
    if let Some(global) = (prepared.program.globals.iter()).find(|global| global.refused.is_some())
    {
        let symbol = global.name.clone();
        let what = global.refused.clone().unwrap_or_default();
        return Err(PrepareError::Link(LinkError::Constant { symbol, what }));
    }
    match prepared.program.model() {
        DataModel::Ilp32 => Err(PrepareError::Narrow),
        DataModel::Lp64 => Ok(prepared),
    }
}

/// The same with functions that properties may call.
pub fn prepare_with(
    request: &ProgramRequest,
    property_functions: &[String],
    session: &Session,
) -> Result<Prepared, PrepareError> {
    prepare_as(request, property_functions, Locals::InRegisters, session)
}

/// The same with the locals of the user's functions in a place.
pub fn prepare_as(
    request: &ProgramRequest,
    property_functions: &[String],
    locals: Locals,
    session: &Session,
) -> Result<Prepared, PrepareError> {
    let compiled = compiled(request, session)?;
    linked(compiled, request, property_functions, locals)
}

/// Compiles the program.
pub fn compiled(request: &ProgramRequest, session: &Session) -> Result<Compiled, PrepareError> {
    let compiled = compile(&Request {
        inputs: request.files.clone(),
        defines: request.defines.clone(),
        include_dirs: request.include_dirs.clone(),
        compiler_flags: request.compiler_flags.clone(),
        opt_level: request.opt_level,
        kept_functions: trailhound_machine::modelled_paths().collect(),
        project: request.project.clone(),
        whole_project: request.whole_project,
        cargo_flags: request.cargo_flags.clone(),
        of_tests: request.of_tests,
        target_directory: None,
        trust: match request.trust_flags {
            true => Trust::All,
            false => Trust::Harmless,
        },
        keep_ir: None,
        budget: session.budget(),
        watch: session.watch(),
    });
    session.compiled();
    Ok(compiled?)
}

/// Links a program that was compiled.
pub fn linked(
    compiled: Compiled,
    request: &ProgramRequest,
    property_functions: &[String],
    locals: Locals,
) -> Result<Prepared, PrepareError> {
    let started = Instant::now();
    let mut modules = read(compiled.modules)?;
    link_needed(&mut modules, read(compiled.on_demand)?);
    modules.extend(read(compiled.runtime)?);
    let functions: Vec<&str> = property_functions.iter().map(String::as_str).collect();
    let mut program = load_keeping(&mut modules, &functions, locals)?;
    let name = request.program_name();
    program.panicking_tests = panicking_tests(&program, &name, &request.arguments)?;
    let names = Arc::new(VariableNames::read(&modules, &program));
    Ok(Prepared {
        program,
        names,
        is_optimised: request.opt_level.is_some(),
        compile_seconds: compiled.seconds,
        link_seconds: started.elapsed().as_secs_f64(),
    })
}

/// Links a program of tests that is compiled. Which of its tests run is not said yet.
pub fn prepare_tests(module: IrModule) -> Result<Prepared, PrepareError> {
    let started = Instant::now();
    let mut modules = read([module])?;
    let program = load_keeping(&mut modules, &[], Locals::InRegisters)?;
    let names = Arc::new(VariableNames::read(&modules, &program));
    Ok(Prepared {
        program,
        names,
        is_optimised: false,
        compile_seconds: 0.0,
        link_seconds: started.elapsed().as_secs_f64(),
    })
}

/// The verdict when there is no program to check.
pub fn not_prepared(error: PrepareError, session: &Session) -> Verdict {
    if session.interrupted() {
        return Verdict::undecided("interrupted before the search began");
    }
    match error {
        PrepareError::Frontend(FrontendError::Stopped(stop)) => {
            Verdict::undecided(session.reason(stop))
        }
        PrepareError::Frontend(FrontendError::CompileFailed { compiler, output }) => Verdict {
            compiler_output: Some(output.trim_end().to_owned()),
            ..Verdict::unsupported(format!("the program does not compile with {compiler}"))
        },
        other => Verdict::unsupported(other.to_string()),
    }
}

fn read(modules: impl IntoIterator<Item = IrModule>) -> Result<Vec<Module>, PrepareError> {
    let modules = modules.into_iter();
    modules
        .map(|module| Module::read(module.text, &module.name).map_err(PrepareError::Read))
        .collect()
}

/// Adds those of `candidates` that define something that is still missing, and then what these
/// are missing, as a linker does with a library. Files with another `main` are left out.
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
