//! What the user asks for, as it was written: which program, with which options, goals and
//! properties. A trail keeps it. Nothing in it depends on the content of the program.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize};
use trailhound_machine::{GivenFile, Granularity, MemoryModel, MemoryOptions, Races};
use trailhound_program::Trust;
use trailhound_property::{Ltl, Never, Requirement, Requirements, SourceError};

/// The input of the compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRequest {
    pub files: Vec<PathBuf>,
    /// The directory that `files` and `include_dirs` are relative to.
    pub directory: PathBuf,
    pub defines: Vec<String>,
    pub include_dirs: Vec<PathBuf>,
    pub compiler_flags: Vec<String>,
    pub opt_level: Option<u8>,
    /// The compile commands of the project that the files belong to.
    #[serde(default)]
    pub project: Option<PathBuf>,
    /// The rest of the project is linked as far as it is needed.
    #[serde(default)]
    pub whole_project: bool,
    /// Which program of a Cargo package it is.
    #[serde(default)]
    pub cargo_flags: Vec<String>,
    /// The tests of that program are meant, not the program.
    #[serde(default)]
    pub of_tests: bool,
    /// What the program gets after its name.
    pub arguments: Vec<String>,
    /// The user says that flags from files are to be taken, whatever they are: no file can say so.
    #[serde(skip)]
    pub trust_flags: bool,
}

impl ProgramRequest {
    /// Files that belong together, or a Cargo package, from the current directory.
    pub fn files(files: impl IntoIterator<Item = PathBuf>) -> ProgramRequest {
        ProgramRequest {
            files: files.into_iter().collect(),
            directory: std::env::current_dir().unwrap_or_default(),
            ..ProgramRequest::default()
        }
    }

    /// The program of a package that was asked for by name.
    fn chosen(&self) -> Option<OsString> {
        let names = ["--bin", "--example", "--test", "--bench"];
        let mut pairs = self.cargo_flags.windows(2);
        pairs.find_map(|pair| {
            names
                .contains(&pair[0].as_str())
                .then(|| OsString::from(&pair[1]))
        })
    }

    /// The first of `files`, or the program of the package, as the program's own name.
    pub fn program_name(&self) -> String {
        let file = self.files.first();
        let stem = match file.filter(|file| file.ends_with("Cargo.toml") || file.is_dir()) {
            Some(package) => self.chosen().or_else(|| {
                let absolute = self.directory.join(package);
                let directory = absolute.ancestors().find(|path| path.is_dir())?;
                Some(directory.file_name()?.to_os_string())
            }),
            None => file.and_then(|file| Some(file.file_stem()?.to_os_string())),
        };
        stem.map_or_else(
            || "program".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }
}

/// The options that decide what the program can do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MachineRequest {
    pub granularity: Granularity,
    pub races: Races,
    /// Trails say what they were found with.
    #[serde(default, skip_serializing_if = "MemoryRequest::is_usual")]
    pub memory: MemoryRequest,
    pub spurious_wakeups: bool,
    pub leaks: bool,
    pub exit_status: bool,
    pub allow_thread_panics: bool,
    /// Stop at all shared memory, that of Rust's runtime included.
    #[serde(default)]
    pub no_reduction: bool,
    /// Follow all orders of independent steps.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_orders: bool,
    /// Bytes that a pipe holds, if not as many as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipe_capacity: Option<u32>,
    /// Environment variables, each as `NAME=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<String>,
    /// What standard input has, if it has anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Vec<u8>>,
    /// What the file system has; none: there are no files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<GivenFile>,
    /// To pass a place is a step of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub step_at_places: bool,
    /// What data choices too wide to enumerate try, if the user says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<i64>>,
    /// What the search shall reach.
    #[serde(default, skip_serializing_if = "GoalRequest::is_empty")]
    pub goals: GoalRequest,
    /// What shall hold.
    #[serde(default, skip_serializing_if = "PropertyRequest::is_empty")]
    pub properties: PropertyRequest,
}

/// How memory behaves between threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryRequest {
    /// None: what the program needs. A trail has the model in which it was found; those of earlier
    /// versions have none and are sequentially consistent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<MemoryModel>,
    /// Writes of one location that are kept apart, if not as many as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<usize>,
    /// Races are looked for as under sequential consistency.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_records: bool,
    /// Updates that change nothing are told apart.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_merge: bool,
    /// Beginnings of the paths of functions and files whose atomics are believed to be right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trust: Vec<String>,
}

impl MemoryRequest {
    fn is_usual(&self) -> bool {
        *self == MemoryRequest::default()
    }

    pub fn trust(&self) -> Trust {
        Trust::in_prefixes(self.trust.clone())
    }

    /// The options of a machine, which are sequentially consistent unless a model is chosen.
    pub fn options(&self) -> MemoryOptions {
        let usual = MemoryOptions::default();
        MemoryOptions {
            model: self.model.unwrap_or_default(),
            history: self.history.unwrap_or(usual.history),
            records: !self.no_records,
            merges: !self.no_merge,
            trust: self.trust(),
        }
    }
}

/// Properties as the user wrote them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PropertyRequest {
    /// Expressions that hold in every state.
    pub always: Vec<String>,
    /// Temporal formulas that hold of every execution.
    #[serde(deserialize_with = "one_or_many")]
    pub ltl: Vec<String>,
    /// Automata that accept no execution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub automata: Vec<AutomatonText>,
    /// Functions of the program that expressions may call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<String>,
    /// A rule of sequences of events, for `trailhound flow`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<AutomatonText>,
    /// Only executions count that are weakly fair to all threads.
    pub fair: bool,
}

impl PropertyRequest {
    pub fn is_empty(&self) -> bool {
        self.always.is_empty() && !self.is_temporal() && self.sequence.is_none()
    }

    /// Whether something is asked of executions, not only of states.
    pub fn is_temporal(&self) -> bool {
        !self.ltl.is_empty() || !self.automata.is_empty()
    }

    /// The formulas and automata. The propositions of `always` have the first bits of a
    /// valuation.
    pub fn requirements(&self) -> Result<Requirements, AutomatonError> {
        let mut list = Vec::new();
        for text in &self.ltl {
            list.push(Requirement::Formula(Ltl::parse(text)?));
        }
        for AutomatonText { file, text } in &self.automata {
            let read = Never::from_hoa(file, text);
            let located = |error| AutomatonError::InFile(file.clone(), error);
            list.push(Requirement::Never(read.map_err(located)?));
        }
        Ok(Requirements::new(list, self.always.len()))
    }
}

/// An automaton as its file had it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonText {
    pub file: String,
    pub text: String,
}

#[derive(Debug, thiserror::Error)]
pub enum AutomatonError {
    #[error("{0}")]
    Formula(#[from] SourceError),
    #[error("{0}:{line}: {1}", line = .1.line())]
    InFile(String, SourceError),
}

/// Trails of earlier versions have one formula or none.
fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Many(Vec<String>),
        One(Option<String>),
    }
    Ok(match Written::deserialize(from)? {
        Written::Many(all) => all,
        Written::One(one) => one.into_iter().collect(),
    })
}

/// Places that the user named: FILE:LINE or fn:NAME.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GoalRequest {
    /// To come to one of these is the error to find.
    pub targets: Vec<String>,
    /// Only one thread may be here at a time.
    pub mutex: Option<String>,
    /// To be passed in this order on the way.
    pub via: Vec<String>,
}

impl GoalRequest {
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.mutex.is_none() && self.via.is_empty()
    }
}
