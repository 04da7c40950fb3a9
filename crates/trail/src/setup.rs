//! What a trail must remember besides its choices: how the program was compiled and with
//! which options it was checked.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize};
use trailhound_machine as machine;
use trailhound_program::{FunctionId, Pc};
use trailhound_property::{Ltl, Never, Requirement, Requirements, SourceError};

/// The input of the compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramSetup {
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
    /// What the program gets after its name.
    pub arguments: Vec<String>,
    /// The user says that flags from files are to be taken, whatever they are: no file can say so.
    #[serde(skip)]
    pub trust_flags: bool,
}

impl ProgramSetup {
    /// The program of a package that was asked for by name.
    fn chosen(&self) -> Option<OsString> {
        let names = ["--bin", "--example", "--test"];
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    #[default]
    Shared,
    Line,
    Instruction,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Races {
    #[default]
    Report,
    Error,
    Off,
}

impl From<Races> for machine::Races {
    fn from(races: Races) -> machine::Races {
        match races {
            Races::Report => machine::Races::Weak,
            Races::Error => machine::Races::Error,
            Races::Off => machine::Races::Off,
        }
    }
}

/// The options that decide what the program can do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MachineSetup {
    pub granularity: Granularity,
    pub races: Races,
    pub spurious_wakeups: bool,
    pub leaks: bool,
    pub exit_status: bool,
    pub allow_thread_panics: bool,
    pub share_everything: bool,
    /// Stop at all shared memory, that of Rust's runtime included.
    #[serde(default)]
    pub no_reduction: bool,
    /// Bytes that a pipe holds, if not as many as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipe_capacity: Option<u32>,
    /// To pass a place is a step of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub step_at_places: bool,
    /// What data choices too wide to enumerate try.
    pub values: Vec<i64>,
    /// The user said what they try.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub values_given: bool,
    /// What the search shall reach.
    #[serde(default, skip_serializing_if = "GoalSetup::is_empty")]
    pub goals: GoalSetup,
    /// The operations of the place for one thread only, found in the program.
    #[serde(skip)]
    pub exclusive: Vec<(FunctionId, Pc)>,
    /// What shall hold.
    #[serde(default, skip_serializing_if = "PropertySetup::is_empty")]
    pub properties: PropertySetup,
    /// What the properties ask of states, in terms of the program.
    #[serde(skip)]
    pub propositions: Vec<machine::Proposition>,
}

/// Properties as the user wrote them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PropertySetup {
    /// Expressions that hold in every state.
    pub always: Vec<String>,
    /// Temporal formulas that hold of every execution.
    #[serde(deserialize_with = "one_or_many")]
    pub ltl: Vec<String>,
    /// Automata that accept no execution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub automata: Vec<AutomatonSetup>,
    /// Functions of the program that expressions may call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<String>,
    /// A rule of sequences of events, for `trailhound flow`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<AutomatonSetup>,
    /// Only executions count that are weakly fair to all threads.
    pub fair: bool,
}

impl PropertySetup {
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
        for AutomatonSetup { file, text } in &self.automata {
            let read = Never::from_hoa(file, text);
            let located = |error| AutomatonError::InFile(file.clone(), error);
            list.push(Requirement::Never(read.map_err(located)?));
        }
        Ok(Requirements::new(list, self.always.len()))
    }
}

/// An automaton as its file had it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonSetup {
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
pub struct GoalSetup {
    /// To come to one of these is the error to find.
    pub targets: Vec<String>,
    /// Only one thread may be here at a time.
    pub mutex: Option<String>,
    /// To be passed in this order on the way.
    pub via: Vec<String>,
}

impl GoalSetup {
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.mutex.is_none() && self.via.is_empty()
    }
}

impl MachineSetup {
    pub fn options(&self, program: &ProgramSetup) -> machine::Options {
        let mut arguments = vec![program.program_name()];
        arguments.extend(program.arguments.iter().cloned());
        let usual = machine::Options::default();
        machine::Options {
            pipe_capacity: self.pipe_capacity.unwrap_or(usual.pipe_capacity),
            granularity: match self.granularity {
                Granularity::Shared => machine::Granularity::Shared,
                Granularity::Line => machine::Granularity::Line,
                Granularity::Instruction => machine::Granularity::Instruction,
            },
            spurious_wakeups: self.spurious_wakeups,
            leaks: self.leaks,
            exit_status: self.exit_status,
            thread_panics_allowed: self.allow_thread_panics,
            share_everything: self.share_everything || self.no_reduction,
            pass_accounts: !self.no_reduction,
            wide_values: self.values.clone(),
            values_by_class: !self.values_given,
            step_at_places: self.step_at_places,
            arguments,
            exclusive: self.exclusive.clone(),
            propositions: self.propositions.clone(),
            goals_only: !self.goals.targets.is_empty() || self.goals.mutex.is_some(),
            ..usual
        }
    }
}
