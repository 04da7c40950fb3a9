//! The part of the C++ library that is not in its headers, as source of our own that is
//! compiled with the user's clang against the user's headers, and kept in the cache.
//! What the machine implements itself is not known here.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::cache::{Cache, Key, Made};
use crate::compiler;
use crate::error::FrontendError;
use crate::input::Language;
use crate::surroundings::Surroundings;
use crate::{IrModule, read_ir};

/// Headers that come before the library's own of the same name.
const HEADERS: &[(&str, &str)] = &[
    (
        "bits/atomic_wait.h",
        include_str!("include/bits/atomic_wait.h"),
    ),
    (
        "bits/atomic_timed_wait.h",
        include_str!("include/bits/atomic_timed_wait.h"),
    ),
];

const SOURCES: &[(&str, &str)] = &[
    ("runtime.cpp", include_str!("runtime/runtime.cpp")),
    ("types.cpp", include_str!("runtime/types.cpp")),
    ("memory.cpp", include_str!("runtime/memory.cpp")),
    ("exceptions.cpp", include_str!("runtime/exceptions.cpp")),
    ("errors.cpp", include_str!("runtime/errors.cpp")),
    ("containers.cpp", include_str!("runtime/containers.cpp")),
    ("threads.cpp", include_str!("runtime/threads.cpp")),
    ("locale.cpp", include_str!("runtime/locale.cpp")),
    ("streams.cpp", include_str!("runtime/streams.cpp")),
];

/// Where debug information says that our files are: among the libraries.
const SHOWN_AS: &str = "/usr/lib/trailhound";

/// Our part of the C++ library, written out below a scratch directory.
pub(crate) struct Library {
    directory: PathBuf,
}

impl Library {
    pub fn write(scratch: &Path) -> Result<Self, FrontendError> {
        let directory = scratch.join("cpp");
        let files = [("include", HEADERS), ("runtime", SOURCES)];
        for (folder, files) in files {
            for (name, text) in files {
                let path = directory.join(folder).join(name);
                let parent = path.parent().unwrap_or(&directory);
                fs::create_dir_all(parent).map_err(|cause| FrontendError::io(parent, cause))?;
                fs::write(&path, text).map_err(|cause| FrontendError::io(&path, cause))?;
            }
        }
        Ok(Library { directory })
    }

    /// What every C++ file is compiled with, before the user's own flags.
    pub fn flags(&self) -> Vec<OsString> {
        let mut include = OsString::from("-isystem");
        include.push(self.directory.join("include"));
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
            // Whoever deletes says how large he believes the object to be.
            "-fsized-deallocation".into(),
        ]
    }

    /// Compiles the runtime, unless the cache has it.
    pub fn runtime(
        &self,
        clang: &OsString,
        user_flags: &[String],
        surroundings: &Surroundings,
    ) -> Result<IrModule, FrontendError> {
        let flags: Vec<&String> = user_flags.iter().filter(|flag| bears_on(flag)).collect();
        let cache = surroundings
            .cache
            .as_deref()
            .and_then(|directory| Cache::open(directory, "cpp"));
        let key = Key::of(&(SOURCES, HEADERS, clang, compiler::state_of(clang), &flags));
        let known = cache.as_ref().and_then(|cache| cache.load(&key));
        let text = match known {
            Some(text) => text,
            None => {
                let start = SystemTime::now();
                let text = self.compile(clang, &flags)?;
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

    fn compile(&self, clang: &OsString, flags: &[&String]) -> Result<String, FrontendError> {
        let output = self.directory.join("runtime.ll");
        let mut command = Command::new(clang);
        command.args(["-S", "-emit-llvm", "-gline-tables-only", "-pthread", "-w"]);
        command.args(["-O1", "-Xclang", "-disable-llvm-passes"]);
        command.args(["-fno-pic", "-fno-pie", "-fno-stack-protector"]);
        command.args(["-U_FORTIFY_SOURCE", "-D__NO_CTYPE=1", "-std=c++20"]);
        // A rule of its own for each file that was read, as the cache wants to see them.
        command.args(["-MD", "-MP", "-MF"]);
        command.arg(self.directory.join("runtime.d"));
        command.args(self.flags());
        command.args(flags);
        command.arg("-o").arg(&output);
        command
            .arg("--")
            .arg(self.directory.join("runtime/runtime.cpp"));
        compiler::run(&mut command, crate::clang::HINT)?;
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
    ]
    .iter()
    .any(|prefix| flag.starts_with(prefix))
}
