//! C and C++ through clang, without its optimiser: every access that the source makes stays.
//! Promoting locals to registers is left to those who lower the IR.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use trailhound_host::{Budget, Scratch};

use crate::cache::{IrCache, Key};
use crate::compiled::IrModule;
use crate::compiler;
use crate::compiler::read_ir;
use crate::cpp::{Library, StandardLibrary};
use crate::error::FrontendError;
use crate::flags::doubtful_for_clang;
use crate::input::{Input, Language};
use crate::preprocessed;
use crate::request::Request;
use crate::surroundings::Surroundings;

const HEADER: &str = include_str!("../annotations/trailhound.h");

const LIBCXX_HINT: &str = "hint: -stdlib=libc++ needs clang and the headers of libc++, version 19 or later \
                    (Debian and Ubuntu: apt-get install clang-19 libc++-19-dev, and TRAILHOUND_CLANG=clang-19)\n";

/// The first version whose libc++ is supported.
const COMPILES_LIBCXX: u32 = 19;

const RANGES_HINT: &str = "hint: clang before version 16 cannot compile the ranges of libstdc++: \
                    set TRAILHOUND_CLANG to a newer one (Debian and Ubuntu: apt-get install clang-19)\n";

/// The first version that instantiates constraints as late as the ranges of libstdc++ want it.
const COMPILES_RANGES: u32 = 16;

const NARROW_HINT: &str = "hint: -m32 needs the headers for 32-bit programs \
                    (Debian and Ubuntu: apt-get install g++-multilib)\n";

/// The versions whose IR the reader knows, as distributions name them.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=22;

/// A clang, and a directory for what it writes and for the header `trailhound.h`.
pub(crate) struct Clang {
    program: OsString,
    scratch: Scratch,
    library: Library,
}

impl Clang {
    /// The clang of the surroundings, ready for files of these languages.
    pub fn find(
        surroundings: &Surroundings,
        languages: &[Language],
    ) -> Result<Self, FrontendError> {
        let program = surroundings
            .clang
            .clone()
            .or_else(on_search_path)
            .ok_or_else(|| FrontendError::CompilerMissing {
                what: "clang, which compiles C and C++,".to_string(),
                hint: compiler::CLANG_HINT.to_string(),
            })?;
        let scratch = compiler::scratch()?;
        let header = scratch.path().join("trailhound.h");
        fs::write(&header, HEADER).map_err(|cause| FrontendError::io(&header, cause))?;
        let library = Library::below(scratch.path());
        if languages.contains(&Language::Cpp) {
            library.write_headers()?;
        }
        Ok(Clang {
            program,
            scratch,
            library,
        })
    }

    /// What the C++ library has outside of its headers.
    pub fn runtime(
        &self,
        input: &Input,
        request: &Request,
        surroundings: &Surroundings,
    ) -> Result<IrModule, FrontendError> {
        let projects = input
            .unit
            .iter()
            .flat_map(|unit| unit.flags.iter().cloned());
        let defines = request.defines.iter().map(|define| format!("-D{define}"));
        let given = request.compiler_flags.iter().cloned();
        let flags: Vec<String> = projects.chain(defines).chain(given).collect();
        self.library
            .runtime(&self.program, &flags, surroundings, request)
    }

    /// Compiles a file, unless the cache has what becomes of it.
    pub fn compile(
        &self,
        input: &Input,
        request: &Request,
        surroundings: &Surroundings,
    ) -> Result<IrModule, FrontendError> {
        let projects = input.unit.iter().flat_map(|unit| &unit.flags);
        let flags: Vec<String> = projects.chain(&request.compiler_flags).cloned().collect();
        // Other flags may bring files that the preprocessor does not read.
        let directory = surroundings.cache.as_deref();
        let directory = directory.filter(|_| doubtful_for_clang(&flags).is_none());
        let cache = IrCache::open(directory, "clang");
        let keyed = match cache {
            Some(cache) => match self.key(input, request) {
                // What is wrong is said when it is compiled; a file may also be old C.
                Err(FrontendError::CompileFailed { .. }) => None,
                key => Some((cache, key?)),
            },
            None => None,
        };
        let known = keyed.as_ref().and_then(|(cache, key)| cache.load(key));
        let text = match known {
            Some(text) => text,
            None => {
                request.watch.compiling(&input.name());
                let (text, dialect) = self.translate(input, request)?;
                if let (Some((cache, key)), Dialect::Usual) = (&keyed, dialect) {
                    cache.store_by_key_alone(key, &text);
                }
                text
            }
        };
        Ok(IrModule {
            name: input.name(),
            text,
            language: input.language,
        })
    }

    /// All that decides what becomes of a file: the compiler, how and where it is called, what it makes
    /// of that with its configuration and the environment, and what the preprocessor makes of the file,
    /// which has all headers in it.
    fn key(&self, input: &Input, request: &Request) -> Result<Key, FrontendError> {
        let mut command = self.command(input, request, None);
        let scratch = self.scratch.path().to_string_lossy().into_owned();
        let arguments: Vec<String> = command
            .get_args()
            .map(|argument| argument.to_string_lossy().replace(&scratch, ""))
            .collect();
        let whereabouts = match &input.unit {
            Some(unit) => Some(unit.directory.clone()),
            None => env::current_dir().ok(),
        };
        // It says its version, and how it calls itself.
        command.args(["-E", "-v"]);
        self.name_file(&mut command, input);
        let heard = Arc::new(Mutex::new(String::new()));
        let hear = {
            let heard = Arc::clone(&heard);
            move |line: &[u8]| {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                heard.push_str(&String::from_utf8_lossy(line));
            }
        };
        let text = compiler::run_heard(&mut command, compiler::CLANG_HINT, &request.budget, hear)?;
        let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        let [text, heard] = [&text, &*heard].map(|said| said.replace(&scratch, ""));
        let program = &self.program;
        // Columns of the file itself are not in what the preprocessor leaves of it.
        let source =
            fs::read(&input.path).map_err(|cause| FrontendError::io(&input.path, cause))?;
        Ok(Key::of(&(
            (program, compiler::state_of(program), heard, arguments),
            (input.name(), whereabouts, source, text),
        )))
    }

    /// The IR of a file.
    fn translate(
        &self,
        input: &Input,
        request: &Request,
    ) -> Result<(String, Dialect), FrontendError> {
        let output = tempfile::Builder::new()
            .suffix(".ll")
            .tempfile_in(self.scratch.path())
            .map_err(|cause| FrontendError::io(self.scratch.path(), cause))?;
        let output = output.path();
        let mut dialect = Dialect::Usual;
        match self.run(input, request, output, None) {
            // Old C lets a function be used before it is declared. When that does not help
            // either, the first message is the one that speaks of the program.
            Err(first @ FrontendError::CompileFailed { .. }) if input.language == Language::C => {
                self.run(input, request, output, Some("-std=gnu89"))
                    .map_err(|_| first)?;
                dialect = Dialect::Old;
            }
            other => other?,
        }
        let text = read_ir(output)?;
        if request.opt_level.is_none() && text.contains("@llvm.coro.") {
            // Coroutines are taken apart by passes, of which level 0 runs no others.
            let request = Request {
                opt_level: Some(0),
                ..request.clone()
            };
            self.run(input, &request, output, None)?;
            return Ok((read_ir(output)?, dialect));
        }
        Ok((text, dialect))
    }

    fn run(
        &self,
        input: &Input,
        request: &Request,
        output: &Path,
        standard: Option<&str>,
    ) -> Result<(), FrontendError> {
        let mut command = self.command(input, request, standard);
        command.args(["-S", "-emit-llvm", "-o"]).arg(output);
        self.name_file(&mut command, input);
        self.run_compiler(&mut command, input, request).map(drop)
    }

    /// Clang does not know that a header is missing because a whole library is, or that it is itself
    /// too old for one.
    fn run_compiler(
        &self,
        command: &mut Command,
        input: &Input,
        request: &Request,
    ) -> Result<String, FrontendError> {
        compiler::run(command, compiler::CLANG_HINT, &request.budget).map_err(|error| match error {
            FrontendError::CompileFailed {
                compiler,
                mut output,
            } => {
                let hint = self.hint(&output, library_of(input, request), &request.budget);
                output.push_str(hint.unwrap_or_default());
                FrontendError::CompileFailed { compiler, output }
            }
            other => other,
        })
    }

    fn hint(
        &self,
        output: &str,
        library: StandardLibrary,
        budget: &Budget,
    ) -> Option<&'static str> {
        let mut of_32_bits = ["gnu/stubs-32.h", "asm/errno.h"].iter();
        if of_32_bits.any(|header| output.contains(&format!("'{header}' file not found"))) {
            return Some(NARROW_HINT);
        }
        let in_ranges = || output.contains("/ranges:") || output.contains("/bits/ranges_");
        match library {
            StandardLibrary::Libcxx => {
                let is_absent = output.contains("file not found");
                (is_absent || self.version(budget)? < COMPILES_LIBCXX).then_some(LIBCXX_HINT)
            }
            StandardLibrary::Libstdcxx => {
                (in_ranges() && self.version(budget)? < COMPILES_RANGES).then_some(RANGES_HINT)
            }
        }
    }

    fn version(&self, budget: &Budget) -> Option<u32> {
        let mut command = Command::new(&self.program);
        let version =
            compiler::run(command.arg("-dumpversion"), compiler::CLANG_HINT, budget).ok()?;
        version.split('.').next()?.parse().ok()
    }

    /// Everything but what to make of the file, and the file.
    fn command(&self, input: &Input, request: &Request, standard: Option<&str>) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["-g", "-pthread", "-w"]);
        match request.opt_level {
            // Level 1 marks nothing `optnone`; without passes it still changes nothing.
            None => command.args(["-O1", "-Xclang", "-disable-llvm-passes"]),
            // Position-independent code keeps distances between addresses in its tables, which
            // mean nothing where every object is a world of its own.
            Some(level) => command.args([&format!("-O{level}"), "-fno-pic", "-fno-pie"]),
        };
        // Library calls stay calls of the functions that the source names, instead of what
        // headers and distributions make of them in optimised and hardened builds.
        command.args([
            "-D__NO_INLINE__=1",
            "-D__NO_CTYPE=1",
            "-U_FORTIFY_SOURCE",
            "-fno-stack-protector",
        ]);
        command.arg("-D__TRAILHOUND__=1");
        if input.language == Language::Cpp {
            // Flowing off the end of a function is an error only where the result is used.
            command.args(["-std=gnu++20", "-fno-strict-return"]);
            command.args(self.library.flags(library_of(input, request)));
        }
        command.args(standard);
        let others = input.unit.iter().flat_map(|unit| &unit.flags);
        let others = others.chain(&request.compiler_flags);
        command.args(preprocessed::flags(&input.path, others));
        if let Some(unit) = &input.unit {
            command.args(&unit.flags);
            command.current_dir(&unit.directory);
        }
        command.args(request.defines.iter().map(|define| format!("-D{define}")));
        for directory in &request.include_dirs {
            command.arg("-I").arg(match &input.unit {
                // The compiler is called elsewhere.
                Some(_) => std::path::absolute(directory).unwrap_or(directory.clone()),
                None => directory.clone(),
            });
        }
        command.args(&request.compiler_flags);
        command
    }

    fn name_file(&self, command: &mut Command, input: &Input) {
        // Last, so that a header of the user's own comes first.
        command.arg("-I").arg(self.scratch.path());
        command.arg("--").arg(match &input.unit {
            Some(unit) => &unit.file,
            None => &input.path,
        });
    }
}

/// The C that a file could be compiled as.
#[derive(Clone, Copy)]
enum Dialect {
    Usual,
    /// The preprocessor may see other lines of it, and the key does not tell.
    Old,
}

fn library_of(input: &Input, request: &Request) -> StandardLibrary {
    let projects = input.unit.iter().flat_map(|unit| &unit.flags);
    StandardLibrary::of(projects.chain(&request.compiler_flags))
}

/// Plain `clang`, or else the newest that carries a version in its name.
fn on_search_path() -> Option<OsString> {
    let directories: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    std::iter::once("clang".to_string())
        .chain(VERSIONS.rev().map(|version| format!("clang-{version}")))
        .find(|name| {
            directories
                .iter()
                .any(|directory| directory.join(name).is_file())
        })
        .map(OsString::from)
}
