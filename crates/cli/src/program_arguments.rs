//! Which program is meant, and how it is compiled.

use std::path::PathBuf;

use clap::Args;
use trailhound_checker::ProgramRequest;

#[derive(Debug, Args)]
pub struct ProgramArguments {
    /// One Rust file (a crate root) or Cargo package, or any number of .c, .cpp and .ll files
    #[arg(required_unless_present = "entry", value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,
    /// Compile the files as a project does: its compile_commands.json, or the directory with it
    #[arg(short = 'p', long, value_name = "FILE", help_heading = "Compiling")]
    pub project: Option<PathBuf>,
    /// The file of the project with `main`; the other files are linked as far as they are needed
    #[arg(
        long,
        value_name = "FILE",
        requires = "project",
        help_heading = "Compiling"
    )]
    pub entry: Option<PathBuf>,
    /// Define a macro for C, a cfg and an environment variable for Rust
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Compiling")]
    pub defines: Vec<String>,
    /// Look for headers here
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiling")]
    pub include_dirs: Vec<PathBuf>,
    /// Pass a flag on to the compiler; -std=, -stdlib=, -f, -m and -U need no --cflag
    #[arg(
        long = "cflag",
        value_name = "FLAG",
        allow_hyphen_values = true,
        help_heading = "Compiling"
    )]
    pub compiler_flags: Vec<String>,
    /// Take all flags that the project's compile commands ask for, harmless or not
    #[arg(long, requires = "project", help_heading = "Compiling")]
    pub trust_flags: bool,
    /// Let the compiler optimise [default: every access of the source stays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3), help_heading = "Compiling")]
    pub opt_level: Option<u8>,
    #[command(flatten)]
    pub package: PackageArguments,
    /// What the program gets as its arguments
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

/// Which program of a Cargo package is meant, in Cargo's own words.
#[derive(Debug, Args)]
#[command(next_help_heading = "Packages")]
pub struct PackageArguments {
    /// The member of the workspace
    #[arg(long, value_name = "NAME")]
    pub package: Option<String>,
    /// A program of the package [default: its only one]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["example", "test"])]
    pub bin: Option<String>,
    /// An example of the package
    #[arg(long, value_name = "NAME", conflicts_with = "test")]
    pub example: Option<String>,
    /// A file in the package's tests/; a single test is named after `--`
    #[arg(long, value_name = "NAME", conflicts_with = "lib")]
    pub test: Option<String>,
    /// The unit tests of the package's library; a single one is named after `--`
    #[arg(long, conflicts_with_all = ["bin", "example"])]
    pub lib: bool,
    /// Features to switch on
    #[arg(long, value_name = "LIST")]
    pub features: Option<String>,
}

impl PackageArguments {
    fn flags(&self) -> Vec<String> {
        let given = [
            ("--package", &self.package),
            ("--bin", &self.bin),
            ("--example", &self.example),
            ("--test", &self.test),
            ("--features", &self.features),
        ];
        let lib = self.lib.then(|| "--lib".to_string());
        given
            .into_iter()
            .filter_map(|(flag, value)| Some([flag.to_string(), value.clone()?]))
            .flatten()
            .chain(lib)
            .collect()
    }

    /// What the harness of Rust's tests is told besides: one test at a time, and what it prints is
    /// not kept, for which the threads of the test would share memory with it.
    fn harness(&self, arguments: &[String]) -> Vec<String> {
        let told = |flag: &str| arguments.iter().any(|word| word.starts_with(flag));
        let tests = self.test.is_some() || self.lib;
        let ours = [
            ("--test-threads", "--test-threads=1"),
            ("--no-capture", "--no-capture"),
        ];
        ours.into_iter()
            .filter(|(flag, _)| tests && !told(flag))
            .map(|(_, word)| word.to_string())
            .collect()
    }
}

impl ProgramArguments {
    pub fn request(&self) -> ProgramRequest {
        ProgramRequest {
            files: self.entry.iter().chain(&self.files).cloned().collect(),
            project: self.project.clone(),
            whole_project: self.entry.is_some(),
            directory: std::env::current_dir().unwrap_or_default(),
            defines: self.defines.clone(),
            include_dirs: self.include_dirs.clone(),
            compiler_flags: self.compiler_flags.clone(),
            opt_level: self.opt_level,
            trust_flags: self.trust_flags,
            cargo_flags: self.package.flags(),
            of_tests: false,
            arguments: {
                let own = self.package.harness(&self.arguments);
                self.arguments.iter().cloned().chain(own).collect()
            },
        }
    }
}
