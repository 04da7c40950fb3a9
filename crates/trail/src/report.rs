//! A trail told in full: the error, what each thread is about when it happens, and every
//! step on the way. Data only; the names of its fields are part of the JSON interface.

use serde::Serialize;

use trailhound_machine::{ChangedFile, ThreadId};
use trailhound_program::{LocationId, ObjectId};

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub error: ErrorReport,
    pub threads: Vec<ThreadReport>,
    /// Heap blocks that the user's code allocated.
    pub blocks: Vec<Block>,
    /// The part before the first choice comes first, as step 0, if there is something to say.
    pub steps: Vec<Step>,
    pub context_switches: usize,
    /// What the program asked of its empty environment on the way, and where.
    #[serde(skip)]
    pub absences: Vec<(String, Place)>,
    /// Files that the program has changed on the way.
    #[serde(skip)]
    pub files: Vec<ChangedFile>,
    #[serde(skip)]
    pub standings: Standings,
    /// The step with which the part begins that is repeated for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<usize>,
}

/// Where a heap block comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Block {
    pub name: String,
    /// How the program gets there, from a variable: `forks[2]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub thread: ThreadId,
    /// `main`, `thread 2`, `process 3`, for people.
    #[serde(skip)]
    pub title: String,
    pub place: Place,
    /// Where it was freed, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freed: Option<Freed>,
}

/// Who freed a heap block, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Freed {
    pub thread: ThreadId,
    /// `main`, `thread 2`, `process 3`, for people.
    #[serde(skip)]
    pub title: String,
    pub place: Place,
}

#[derive(Clone, Debug, Serialize)]
pub struct ErrorReport {
    pub kind: String,
    pub message: String,
    /// The innermost place in the user's own code.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The thread that fails, or one of those that wait or race.
    pub thread: ThreadId,
    pub stack: Vec<StackFrame>,
    /// Threads that wait for each other in a circle, each for the next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub circle: Vec<ThreadId>,
    /// The two accesses of a data race.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub race: Vec<RaceSide>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
    /// The source text of the line, if the file is there.
    pub text: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct RaceSide {
    pub thread: ThreadId,
    /// `main`, `thread 2`, `process 3`, for people.
    #[serde(skip)]
    pub title: String,
    pub access: &'static str,
    pub atomic: bool,
    pub size: u32,
    pub name: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    pub stack: Vec<StackFrame>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ThreadReport {
    pub thread: ThreadId,
    /// `main`, `thread 2`, `process 3`, for people.
    #[serde(skip)]
    pub title: String,
    /// "main", or the function that it started with.
    pub name: String,
    /// `ready`, `blocked`, `finished`, or `failed`.
    pub status: &'static str,
    /// What it waits for, as the end of a sentence that begins with "waits for".
    pub waits_for: Option<String>,
    /// The thread that must act first, where that is known.
    pub waits_for_thread: Option<ThreadId>,
    pub holds: Vec<Holding>,
    #[serde(flatten)]
    pub place: Option<Place>,
    pub stack: Vec<StackFrame>,
}

/// How the threads stand along the trail.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// For each of the first steps, the threads that stand differently after it. The last steps
    /// are missing if the trail is very long, or if it takes too long to find out.
    pub changes: Vec<Vec<Standing>>,
    /// All threads in the end.
    pub last: Vec<Standing>,
}

/// How a thread stands after a step; the fields are those of [`ThreadReport`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub thread: ThreadId,
    pub status: &'static str,
    pub waits_for: Option<String>,
    pub waits_for_thread: Option<ThreadId>,
    /// The lock that it waits for, called as in `holds`.
    pub waits_for_lock: Option<String>,
    pub holds: Vec<Holding>,
    pub place: Option<Place>,
}

/// A lock that a thread holds, and where it took it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Holding {
    pub name: String,
    pub since: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// From 1; 0 is what happens before the first choice.
    pub step: usize,
    pub thread: ThreadId,
    /// `main`, `thread 2`, `process 3`, for people.
    #[serde(skip)]
    pub title: String,
    pub thread_name: String,
    /// Where the step begins, in the user's own code.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The library function called from there in which the step begins.
    pub library: Option<String>,
    pub events: Vec<EventReport>,
    /// Events that are not in the list because there are too many.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_events: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Something that a step did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventReport {
    /// `read`, `write`, `lock`, `unlock`, `busy`, `call`, `mark`, `wake`, `end`, `error`.
    pub kind: &'static str,
    /// For people.
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    pub place: Option<Place>,
    /// It happened in library code, which this function was the entrance to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The heap block that it is about.
    #[serde(skip)]
    pub(crate) block: Option<ObjectId>,
    /// It is part of the error, wherever it happened.
    #[serde(skip)]
    pub(crate) is_essential: bool,
}

/// A call on a thread's stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StackFrame {
    pub function: String,
    pub file: Option<String>,
    pub line: u32,
    pub column: u32,
    /// Not the user's own code.
    pub library: bool,
    #[serde(skip)]
    pub(crate) location: LocationId,
}
