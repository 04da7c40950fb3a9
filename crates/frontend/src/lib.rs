//! From source files to LLVM IR text: calls rustc or clang with the flags that keep a
//! program's every shared access in place, and hands over what they wrote.
//! It does not read the IR and does not link modules.

#![forbid(unsafe_code)]

mod cache;
mod clang;
mod compiled;
mod compiler;
mod cpp;
mod error;
mod flags;
mod input;
mod preprocessed;
mod project;
mod request;
mod rust;
mod surroundings;
mod unit;
mod watch;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

pub use compiled::{Compiled, IrModule};
pub use error::FrontendError;
pub use flags::{doubtful_for_cargo, doubtful_for_clang, doubtful_for_rustc, doubtful_variable};
pub use input::Language;
pub use request::{Request, Trust};
pub use rust::{BuildLock, TargetKind, TestTarget, TestTargets, flag_to_keep_calls};
pub use surroundings::Surroundings;
pub use watch::{News, Watch};

use compiler::read_ir;
use input::{Input, Inputs};
use project::Project;

/// Compiles `request` in the surroundings that the environment describes.
pub fn compile(request: &Request) -> Result<Compiled, FrontendError> {
    compile_in(request, &Surroundings::from_environment())
}

/// Compiles `request` with the given compilers and cache.
pub fn compile_in(
    request: &Request,
    surroundings: &Surroundings,
) -> Result<Compiled, FrontendError> {
    let start = Instant::now();
    let Parts {
        modules,
        on_demand,
        runtime,
    } = match Inputs::sort(&request.inputs)? {
        Inputs::Crate(root) => Parts {
            modules: vec![rust::compile(&root, request, surroundings)?],
            ..Parts::default()
        },
        Inputs::Files(files) => compile_files(&files, request, surroundings)?,
    };
    if let Some(destination) = &request.keep_ir {
        keep(&modules, destination)?;
    }
    Ok(Compiled {
        modules,
        on_demand,
        runtime,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Has Cargo compile the tests that `request.cargo_flags` select, in the package or workspace that
/// `request.inputs` names, or in that of the current directory.
pub fn compile_tests(request: &Request) -> Result<TestTargets, FrontendError> {
    let start = Instant::now();
    let targets = rust::compile_tests(request, &Surroundings::from_environment())?;
    Ok(TestTargets {
        seconds: start.elapsed().as_secs_f64(),
        ..targets
    })
}

impl TestTarget {
    /// The compiled module.
    pub fn module(&self) -> Result<IrModule, FrontendError> {
        Ok(IrModule {
            name: self.manifest.display().to_string(),
            text: read_ir(&self.ir)?,
            language: Language::Rust,
        })
    }
}

#[derive(Default)]
struct Parts {
    modules: Vec<IrModule>,
    on_demand: Vec<IrModule>,
    runtime: Option<IrModule>,
}

fn compile_files(
    files: &[Input],
    request: &Request,
    surroundings: &Surroundings,
) -> Result<Parts, FrontendError> {
    let mut files = files.to_vec();
    let mut others = Vec::new();
    if let Some(path) = &request.project {
        let project = Project::read(path)?;
        for file in &mut files {
            if file.language != Language::Ir {
                let unit = project.unit(&file.path).cloned();
                let missing = || FrontendError::NotInProject {
                    path: file.path.clone(),
                };
                file.unit = Some(unit.ok_or_else(missing)?);
            }
        }
        if request.whole_project {
            others = project.others(&files).filter_map(Input::of_unit).collect();
        }
        if request.trust == Trust::Harmless {
            let mut units = files.iter().chain(&others).filter_map(|f| f.unit.as_ref());
            units.try_for_each(|unit| project.check(unit))?;
        }
    }
    let all: Vec<&Input> = files.iter().chain(&others).collect();
    let languages: Vec<Language> = all.iter().map(|file| file.language).collect();
    let clang = match languages.iter().any(|&language| language != Language::Ir) {
        true => Some(clang::Clang::find(surroundings, &languages)?),
        false => None,
    };
    let compile = |file: &Input| match &clang {
        Some(clang) if file.language != Language::Ir => clang.compile(file, request, surroundings),
        _ => Ok(IrModule {
            name: file.name(),
            text: read_ir(&file.path)?,
            language: Language::Ir,
        }),
    };
    let mut modules = side_by_side(&all, compile)?;
    let on_demand = modules.split_off(files.len());
    let first_cpp = files
        .iter()
        .chain(&others)
        .find(|file| file.language == Language::Cpp);
    let runtime = match (&clang, first_cpp) {
        (Some(clang), Some(file)) => Some(clang.runtime(file, request, surroundings)?),
        _ => None,
    };
    Ok(Parts {
        modules,
        on_demand,
        runtime,
    })
}

/// Compiles files in as many threads as there are cores. Of those that fail, the first in the
/// order of the files is the one to hear of.
fn side_by_side(
    files: &[&Input],
    compile: impl Fn(&Input) -> Result<IrModule, FrontendError> + Sync,
) -> Result<Vec<IrModule>, FrontendError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            match files.get(number) {
                Some(file) => done.push((number, compile(file))),
                None => return done,
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(files.len()))
            .map(|_| scope.spawn(work))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("compiling does not panic"))
            .collect::<Vec<_>>()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, module)| module).collect()
}

fn keep(modules: &[IrModule], destination: &Path) -> Result<(), FrontendError> {
    if let [module] = modules
        && !destination.is_dir()
    {
        return fs::write(destination, &module.text)
            .map_err(|cause| FrontendError::io(destination, cause));
    }
    fs::create_dir_all(destination).map_err(|cause| FrontendError::io(destination, cause))?;
    for (number, module) in modules.iter().enumerate() {
        let stem = Path::new(&module.name).file_stem().unwrap_or_default();
        // Two directories may hold files of one name.
        let taken = modules[..number]
            .iter()
            .any(|earlier| Path::new(&earlier.name).file_stem() == Some(stem));
        let mut name = stem.to_os_string();
        if taken {
            name.push(format!(".{number}"));
        }
        name.push(".ll");
        let path = destination.join(name);
        fs::write(&path, &module.text).map_err(|cause| FrontendError::io(&path, cause))?;
    }
    Ok(())
}
