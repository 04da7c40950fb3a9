//! The part of the C++ library that is not in its headers, as source of our own that is
//! compiled with the user's clang against the user's headers, and kept in the cache.
//! What the machine implements itself is not known here.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use trailhound_host::Budget;

use crate::cache::{IrCache, Key, Made};
use crate::compiled::IrModule;
use crate::compiler;
use crate::compiler::read_ir;
use crate::error::FrontendError;
use crate::input::Language;
use crate::request::Request;
use crate::surroundings::Surroundings;

/// Which implementation of the C++ library a program is compiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum StandardLibrary {
    Libstdcxx,
    Libcxx,
}

impl StandardLibrary {
    /// The last word that the user or the project has said about it.
    pub fn of<'a>(flags: impl Iterator<Item = &'a String>) -> Self {
        match flags.filter(|flag| flag.starts_with("-stdlib=")).last() {
            Some(flag) if flag == "-stdlib=libc++" => StandardLibrary::Libcxx,
            _ => StandardLibrary::Libstdcxx,
        }
    }

    /// Where our headers are that come before the library's own of the same name.
    fn headers(self) -> &'static str {
        match self {
            StandardLibrary::Libstdcxx => "include",
            StandardLibrary::Libcxx => "include-libcxx",
        }
    }

    /// The unit that has all of the library's part outside of headers.
    fn runtime(self) -> &'static str {
        match self {
            StandardLibrary::Libstdcxx => "runtime/runtime.cpp",
            StandardLibrary::Libcxx => "runtime/libcxx.cpp",
        }
    }
}

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!($path))),*]
    };
}

/// What comes before the headers of the same name of the user's library.
const HEADERS: &[(&str, &str)] = files![
    "include/bits/atomic_wait.h",
    "include/bits/atomic_timed_wait.h",
    "include-libcxx/__atomic/atomic_sync.h",
    "include-libcxx/__thread/poll_with_backoff.h",
    "include-libcxx/__thread/this_thread.h",
    "include-libcxx/__thread/support/pthread.h",
    "include-libcxx/barrier",
];

/// The library's part outside of headers.
const RUNTIME: &[(&str, &str)] = files![
    "runtime/runtime.cpp",
    "runtime/types.cpp",
    "runtime/memory.cpp",
    "runtime/resources.cpp",
    "runtime/exceptions.cpp",
    "runtime/exception_ptr.cpp",
    "runtime/errors.cpp",
    "runtime/containers.cpp",
    "runtime/threads.cpp",
    "runtime/locale.cpp",
    "runtime/streams.cpp",
    "runtime/files.cpp",
    "runtime/libcxx.cpp",
    "runtime/libcxx/errors.cpp",
    "runtime/libcxx/strings.cpp",
    "runtime/libcxx/algorithms.cpp",
    "runtime/libcxx/threads.cpp",
    "runtime/libcxx/futures.cpp",
    "runtime/libcxx/locale.cpp",
    "runtime/libcxx/streams.cpp",
];

/// Variables by which clang finds other headers, or takes other flags.
const VARIABLES: [&str; 4] = [
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "CCC_ADD_ARGS",
];

/// Where debug information says that our files are: among the libraries.
const SHOWN_AS: &str = "/usr/lib/trailhound";

/// Our part of the C++ library, written out below a scratch directory where it is needed.
pub(crate) struct Library {
    directory: PathBuf,
}

impl Library {
    pub fn below(scratch: &Path) -> Self {
        Library {
            directory: scratch.join("cpp"),
        }
    }

    /// To be called before a C++ file is compiled.
    pub fn write_headers(&self) -> Result<(), FrontendError> {
        self.write(HEADERS)
    }

    fn write(&self, files: &[(&str, &str)]) -> Result<(), FrontendError> {
        for (name, text) in files {
            let path = self.directory.join(name);
            let parent = path.parent().unwrap_or(&self.directory);
            fs::create_dir_all(parent).map_err(|cause| FrontendError::io(parent, cause))?;
            fs::write(&path, text).map_err(|cause| FrontendError::io(&path, cause))?;
        }
        Ok(())
    }

    /// What every C++ file is compiled with, before the user's own flags.
    pub fn flags(&self, library: StandardLibrary) -> Vec<OsString> {
        let mut include = OsString::from("-isystem");
        include.push(self.directory.join(library.headers()));
        let mut shown = OsString::from("-fdebug-prefix-map=");
        shown.push(&self.directory);
        shown.push("=");
        shown.push(SHOWN_AS);
        vec![
            include,
            shown,
            // Semaphores as one operation of the machine's instead of loops of atomic ones.
            "-D_GLIBCXX_USE_POSIX_SEMAPHORE=1".into(),
            // Virtual calls say of what class they believe the object to be.
            "-Xclang".into(),
            "-fwhole-program-vtables".into(),
            // A delete expression passes the size that its type has.
            "-fsized-deallocation".into(),
        ]
    }

    /// Compiles the runtime, unless the cache has it.
    pub fn runtime(
        &self,
        clang: &OsString,
        user_flags: &[String],
        surroundings: &Surroundings,
        request: &Request,
    ) -> Result<IrModule, FrontendError> {
        let flags: Vec<&String> = user_flags.iter().filter(|flag| bears_on(flag)).collect();
        let cache = IrCache::open(surroundings.cache.as_deref(), "cpp");
        let library = StandardLibrary::of(user_flags.iter());
        let surrounding = VARIABLES.map(env::var_os);
        let key = Key::of(&(
            (HEADERS, RUNTIME),
            clang,
            compiler::state_of(clang),
            &flags,
            surrounding,
        ));
        let known = cache.as_ref().and_then(|cache| cache.load(&key));
        let text = match known {
            Some(text) => text,
            None => {
                let start = SystemTime::now();
                request.watch.compiling("the runtime of the C++ library");
                let text = self.compile(clang, library, &flags, &request.budget)?;
                if let Some(cache) = &cache {
                    let made = Made {
                        dep_info: &self.directory.join("runtime.d"),
                        since: start,
                        given: &[],
                        own: Some(&self.directory),
                    };
                    cache.store(&key, &text, &made);
                }
                text
            }
        };
        Ok(IrModule {
            name: "trailhound-cpp-runtime".to_string(),
            text,
            language: Language::Cpp,
        })
    }

    fn compile(
        &self,
        clang: &OsString,
        library: StandardLibrary,
        flags: &[&String],
        budget: &Budget,
    ) -> Result<String, FrontendError> {
        self.write(RUNTIME)?;
        let output = self.directory.join("runtime.ll");
        let mut command = Command::new(clang);
        command.args(["-S", "-emit-llvm", "-gline-tables-only", "-pthread", "-w"]);
        command.args(["-O1", "-Xclang", "-disable-llvm-passes"]);
        command.args(["-fno-pic", "-fno-pie", "-fno-stack-protector"]);
        command.args(["-U_FORTIFY_SOURCE", "-D__NO_CTYPE=1", "-std=c++20"]);
        // A rule of its own for each file that was read, as the cache wants to see them.
        command.args(["-MD", "-MP", "-MF"]);
        command.arg(self.directory.join("runtime.d"));
        command.args(self.flags(library));
        command.args(flags);
        command.arg("-o").arg(&output);
        command
            .arg("--")
            .arg(self.directory.join(library.runtime()));
        compiler::run(&mut command, compiler::CLANG_HINT, budget)?;
        read_ir(&output)
    }
}

/// Whether a flag of the user's decides which library there is or what its classes look like.
fn bears_on(flag: &str) -> bool {
    [
        "-stdlib=",
        "-D_GLIBCXX_",
        "-D_LIBCPP_",
        "-march=",
        "-mcx16",
        "--gcc-",
        "--sysroot=",
        "--target=",
        "-nostdinc++",
        "-fexperimental-library",
    ]
    .iter()
    .any(|prefix| flag.starts_with(prefix))
}
