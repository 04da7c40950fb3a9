//! What a walk through a program's text leaves behind: points with what is done there, the
//! contexts of calls that they stand in, and tasks. It does not know how they are found.

use std::collections::BTreeSet;
use std::rc::Rc;

use smallvec::SmallVec;
use trailhound_program::{FunctionId, LocationId, Pc};

use super::ids::{ContextId, PointId, TaskIndex, Turn};
use super::memory::Meeting;
use super::sites::Site;
use super::state::{Case, State};
use super::value::ObjectNumber;
use crate::action::Action;

/// The calls that lead to an operation, innermost first, with the turns of loops around each.
pub type SitePath = Vec<(FunctionId, Pc, SmallVec<[Turn; 4]>)>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PointKey {
    pub context: ContextId,
    pub pc: Pc,
    pub turns: SmallVec<[Turn; 4]>,
    pub cases: SmallVec<[Case; 2]>,
    /// The tasks that were started before.
    pub started: Rc<BTreeSet<TaskIndex>>,
    pub meeting: Meeting,
}

/// How a step goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Point(PointId),
    /// The task ends.
    End,
    /// The program ends.
    Exit,
    /// Nothing follows: the program fails, or waits for ever.
    Nowhere,
}

/// What a step means for other tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    Create(TaskIndex),
    Join(TaskIndex),
    /// Two tasks meet at a channel: this one has called it at a point.
    Meet {
        call: PointId,
        sends: bool,
    },
    /// The last one on one side of a channel may be gone: of one among the objects of this number.
    Part(u32),
    /// The task has called a channel, and the other side is gone.
    FindNone {
        call: PointId,
    },
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub actions: Vec<Action>,
    /// What is done after that, when others may have had their turn.
    pub then: Vec<Step>,
    pub effect: Effect,
    pub location: LocationId,
    pub target: Target,
}

/// A part of what one operation does.
#[derive(Clone, Debug)]
pub struct Step {
    pub action: Action,
    pub repeats: Repeats,
}

/// How often a part is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    Never,
    /// Any number of times.
    Itself,
    /// Any number of times, in any order with the others of the operation.
    All,
}

pub struct Point {
    pub key: PointKey,
    pub state: State,
    pub outcomes: Vec<Outcome>,
    pub order: Rc<[u32]>,
    /// Counts the changes of the state.
    pub version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContextKey {
    /// The call at this point, followed on its own.
    Inlined(PointId, FunctionId),
    /// All calls of a function by a task that are not followed on their own.
    Merged(TaskIndex, FunctionId),
    /// The functions that a task begins with, one after the other.
    Root(TaskIndex, u32),
    /// A function that runs when a task ends, and the program with it or not.
    Ending(TaskIndex, Target, FunctionId),
    /// A function that is called back by one of which nothing is known, called at a point.
    CalledBack(PointId, FunctionId),
}

pub struct Context {
    pub task: TaskIndex,
    pub function: FunctionId,
    /// Points whose calls led here; none for the first functions of tasks.
    pub callers: Vec<PointId>,
    /// Points that return to the callers, or leave by an exception.
    pub leaves: BTreeSet<PointId>,
    /// The functions around it, outermost first, itself included.
    pub chain: Rc<[FunctionId]>,
    /// Its calls are followed on their own: it is entered by one path only.
    pub single: bool,
    /// An execution comes here at most once in the life of a task.
    pub once: bool,
    pub site: Site,
    pub root: Option<u32>,
    /// What follows when the functions that run at the end are done.
    pub ending: Option<Target>,
    /// It was called back, perhaps not for the last time.
    pub is_called_back: bool,
    /// The locals that it makes.
    pub objects: Vec<ObjectNumber>,
    /// How many points it has.
    pub points: u32,
    pub order: Rc<[u32]>,
}

/// A task as far as it is known.
pub struct TaskDraft {
    pub entry: FunctionId,
    /// The functions that run one after the other; the last is the entry.
    pub functions: Vec<FunctionId>,
    pub creator: Option<TaskIndex>,
    /// Where it is created: function and operation.
    pub place: Option<(FunctionId, Pc)>,
    /// The same, with the calls that lead there.
    pub site: Site,
    pub start: Option<PointId>,
    /// Started by itself or by one that it starts.
    pub recursive: bool,
}

/// What a task is to the one that starts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// A task of its own.
    Below,
    /// The same task, or one that has started it.
    Above,
}
