//! What a user may ask of the machine: where threads switch and what counts. It does not
//! know how that is done.

use crate::kernel::GivenFile;
use crate::propositions::Proposition;
use crate::reduction::breakage::Breakage;
use serde::{Deserialize, Serialize};
use trailhound_program::{FunctionId, Pc, Trust};

/// Where a switch between threads may happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// Before lock operations and accesses to memory that another thread can reach.
    #[default]
    Shared,
    /// Between source lines.
    Line,
    /// Before every operation.
    Instruction,
}

impl Granularity {
    pub const ALL: [Granularity; 3] = [
        Granularity::Shared,
        Granularity::Line,
        Granularity::Instruction,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Granularity::Shared => "shared",
            Granularity::Line => "line",
            Granularity::Instruction => "instruction",
        }
    }
}

/// Which values an atomic load may read, and in which order writes are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryModel {
    /// Sequential consistency: each access reads what was written last.
    #[default]
    Sc,
    /// The model of C11, C++20 and Rust, by the memory orders of the program.
    C11,
    /// The store buffers of x86, for plain and volatile accesses too.
    Tso,
}

impl MemoryModel {
    pub const ALL: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::C11, MemoryModel::Tso];

    pub fn name(self) -> &'static str {
        match self {
            MemoryModel::Sc => "sc",
            MemoryModel::C11 => "c11",
            MemoryModel::Tso => "tso",
        }
    }
}

/// How memory behaves between threads. All but the model is for those weaker than `Sc`.
#[derive(Clone, Debug)]
pub struct MemoryOptions {
    pub model: MemoryModel,
    /// Writes of one location that are kept apart; an execution with more is cut.
    pub history: usize,
    /// Plain accesses are recorded, so that races are found by happens-before.
    pub records: bool,
    /// Updates that change nothing are not told apart.
    pub merges: bool,
    /// Whose atomic operations read the newest value.
    pub trust: Trust,
}

impl Default for MemoryOptions {
    fn default() -> Self {
        MemoryOptions {
            model: MemoryModel::Sc,
            history: 16,
            records: true,
            merges: true,
            trust: Trust::default(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Options {
    pub granularity: Granularity,
    pub memory: MemoryOptions,
    /// Condition variables may wake for no reason.
    pub spurious_wakeups: bool,
    /// Heap memory that is left at the end is an error.
    pub leaks: bool,
    /// A nonzero exit status is an error.
    pub exit_status: bool,
    /// A panic that ends a spawned thread is no error: join returns it.
    pub thread_panics_allowed: bool,
    /// Do not stop at bookkeeping of Rust's and C++'s libraries.
    pub pass_bookkeeping: bool,
    /// Follow only threads that the others cannot disturb, where an engine knows how.
    pub reduces: bool,
    /// For tests: a mistake in it.
    pub breakage: Option<Breakage>,
    /// Treat every object as visible to all threads.
    pub share_everything: bool,
    /// Values that a data choice too wide to enumerate tries.
    pub wide_values: Vec<i64>,
    /// Where the program hardly tells values apart, one of each class is tried instead.
    pub values_by_class: bool,
    /// argv, the program's name first.
    pub arguments: Vec<String>,
    /// What standard input has; None: nothing.
    pub input: Option<Vec<u8>>,
    /// What its file system has at the start; none: it has no files.
    pub files: Vec<GivenFile>,
    /// Frames that one thread may have.
    pub max_frames: usize,
    /// Operations of a place that only one thread may be in at a time.
    pub exclusive: Vec<(FunctionId, Pc)>,
    /// Only to come to a goal, or two threads in the exclusive place, are errors that count.
    pub goals_only: bool,
    /// Bytes that a pipe holds.
    pub pipe_capacity: u32,
    /// To pass a place is a step of its own: what is visible behind it comes with another one.
    pub step_at_places: bool,
    /// What properties ask of states; a write to a variable in them ends a step.
    pub propositions: Vec<Proposition>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            granularity: Granularity::Shared,
            memory: MemoryOptions::default(),
            spurious_wakeups: false,
            leaks: false,
            exit_status: false,
            thread_panics_allowed: false,
            pass_bookkeeping: true,
            reduces: false,
            breakage: None,
            share_everything: false,
            wide_values: Vec::new(),
            values_by_class: true,
            arguments: vec!["program".to_owned()],
            input: None,
            files: Vec::new(),
            max_frames: 20_000,
            exclusive: Vec::new(),
            goals_only: false,
            pipe_capacity: 65_536,
            step_at_places: false,
            propositions: Vec::new(),
        }
    }
}
