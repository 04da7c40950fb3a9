//! Follows the text of every task from its start, calls included, with what is known of
//! values: a point is an operation in the context of its calls, its turns of loops and the
//! case being followed. What the operations do is the subject of the neighbours.

mod contexts;

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use trailhound_analysis::CallGraph;
use trailhound_program::{Body, FunctionId, Pc, Program};

use super::facts::Facts;
use super::interest::Interest;
use super::knowledge::Knowledge;
use super::lock_names::{LockNames, Made};
use super::memory::{Memory, Place};
use super::published::Published;
use super::rendezvous::{Meetings, Rendezvous};
use super::shape::Shape;
use super::sites::{Site, Sites};
use super::state::State;
use super::value::{Lost, ObjectNumber};
use super::{BuildError, BuildOptions};
use crate::action::Action;

pub use super::current::Current;
pub use super::ids::*;
pub use super::points::*;

pub struct Walk<'a> {
    pub program: &'a Program,
    pub call_graph: &'a CallGraph<'a>,
    pub facts: &'a Facts<'a>,
    pub interest: &'a Interest<'a>,
    pub rendezvous: &'a Rendezvous,
    pub options: &'a BuildOptions<'a>,
    pub assumed: &'a Knowledge,
    pub found: Knowledge,
    pub sites: Sites,
    pub made: FxHashMap<ObjectNumber, Made>,
    pub lock_names: LockNames,
    pub published: Published,
    pub meetings: Meetings,
    /// Loops of the library in which nothing is done that matters, by function and head.
    pub idle_loops: FxHashMap<(FunctionId, u32), bool>,
    /// All is to be done again.
    stale: bool,
    /// A panic may end a thread other than the first.
    pub has_thread_panics: bool,
    /// The mutexes of the program may be of kinds that one thread can lock twice.
    pub odd_mutexes: bool,
    /// What runs at the end of tasks and may be seen.
    pub at_end: Vec<FunctionId>,
    pub tasks: Vec<TaskDraft>,
    pub points: Vec<Point>,
    pub contexts: Vec<Context>,
    /// By where they are created, whatever case is followed there.
    task_numbers: FxHashMap<(TaskIndex, SitePath, FunctionId), TaskIndex>,
    point_numbers: FxHashMap<PointKey, PointId>,
    context_numbers: FxHashMap<ContextKey, ContextId>,
    /// The state at the head of a loop in a turn, whatever case is followed.
    pub turns: FxHashMap<(ContextId, Pc, SmallVec<[Turn; 4]>), PointId>,
    pub shapes: FxHashMap<FunctionId, Rc<Shape>>,
    waiting: BTreeSet<(Rc<[u32]>, PointId)>,
    /// The state with which a point last entered a context.
    entered: FxHashMap<(ContextId, PointId), u32>,
}

/// With more points in one context the turns of its loops are not told apart.
const MOST_POINTS: u32 = 4_000;

impl<'a> Walk<'a> {
    pub fn new(
        call_graph: &'a CallGraph<'a>,
        facts: &'a Facts<'a>,
        (interest, rendezvous): (&'a Interest<'a>, &'a Rendezvous),
        options: &'a BuildOptions<'a>,
        assumed: &'a Knowledge,
    ) -> Walk<'a> {
        Walk {
            program: call_graph.program,
            call_graph,
            facts,
            interest,
            rendezvous,
            options,
            assumed,
            found: Knowledge::default(),
            sites: Sites::default(),
            made: FxHashMap::default(),
            lock_names: LockNames::default(),
            published: Published::default(),
            meetings: Meetings::default(),
            idle_loops: FxHashMap::default(),
            stale: false,
            has_thread_panics: false,
            odd_mutexes: false,
            at_end: Vec::new(),
            tasks: Vec::new(),
            points: Vec::new(),
            contexts: Vec::new(),
            task_numbers: FxHashMap::default(),
            point_numbers: FxHashMap::default(),
            context_numbers: FxHashMap::default(),
            turns: FxHashMap::default(),
            shapes: FxHashMap::default(),
            waiting: BTreeSet::new(),
            entered: FxHashMap::default(),
        }
    }

    pub fn run(&mut self) -> Result<(), BuildError> {
        let mut functions = self.program.constructors.clone();
        functions.push(self.program.main);
        self.tasks.push(TaskDraft {
            entry: self.program.main,
            functions,
            creator: None,
            place: None,
            site: Site::START,
            start: None,
            recursive: false,
        });
        let start = self.enter_root(0, 0, &[], Rc::new(Memory::default()));
        self.tasks[0].start = start;
        let mut operations = 0;
        while let Some((_, point)) = self.waiting.pop_first() {
            self.follow(point)?;
            operations += 1;
            if self.stale {
                break;
            }
            if operations > self.options.max_operations {
                return Err(BuildError::TooLarge);
            }
        }
        Ok(())
    }

    pub fn body(&self, function: FunctionId) -> Option<&'a Body> {
        self.call_graph.body(function)
    }

    pub fn shape(&mut self, function: FunctionId) -> Rc<Shape> {
        if let Some(known) = self.shapes.get(&function) {
            return known.clone();
        }
        let body = self.body(function).expect("only bodies are entered");
        let shape = Rc::new(Shape::of(body));
        self.shapes.insert(function, shape.clone());
        shape
    }

    /// Goes on at an operation of the same function, as one possible outcome.
    pub fn go(&mut self, at: &mut Current<'a>, pc: Pc, actions: Vec<Action>, effect: Effect) {
        let state = at.state.clone();
        let target = Target::Point(self.jump(at, pc, state));
        self.outcome(at, actions, effect, target);
    }

    pub fn outcome(
        &mut self,
        at: &mut Current<'a>,
        actions: Vec<Action>,
        effect: Effect,
        target: Target,
    ) {
        at.outcomes.push(Outcome {
            actions,
            then: Vec::new(),
            effect,
            location: at.location(),
            target,
        });
    }

    /// The point of an operation that follows one of the same function.
    pub fn jump(&mut self, from: &Current<'a>, pc: Pc, state: State) -> PointId {
        let turns = self.turns_after(from, pc, &state);
        self.arrive(from.context, pc, turns, state)
    }

    fn arrive(
        &mut self,
        context: ContextId,
        pc: Pc,
        turns: SmallVec<[Turn; 4]>,
        mut state: State,
    ) -> PointId {
        let function = self.contexts[context as usize].function;
        let body = self.body(function).expect("only bodies are entered");
        let shape = self.shape(function);
        let live = shape.live(pc);
        state.keep(body, &live);
        state.end_cases(&live);
        let key = PointKey {
            context,
            pc,
            turns,
            cases: state.cases(),
            started: state.memory.started().clone(),
            meeting: state.memory.meeting,
        };
        if let Some(&known) = self.point_numbers.get(&key) {
            let mut lost = Lost::new();
            let mut joined = self.points[known as usize].state.clone();
            let changed = joined.join(&state, &mut lost);
            if changed {
                let task = self.contexts[context as usize].task;
                self.lose(task, &mut joined, lost);
                for object in joined.memory.leaked() {
                    self.published.leaks(task, object);
                }
                self.points[known as usize].state = joined;
                self.points[known as usize].version += 1;
                self.wait(known);
            }
            return known;
        }
        self.contexts[context as usize].points += 1;
        if self.contexts[context as usize].points > MOST_POINTS {
            let told = shape.loops(pc).iter().zip(&key.turns);
            for (&head, _) in told.filter(|(_, turn)| **turn != ANY_TURN) {
                self.found.rolled.insert((function, shape.head_of(head)));
                self.stale = true;
            }
        }
        let id = self.points.len() as PointId;
        let mut order = self.contexts[context as usize].order.to_vec();
        for (&head, &turn) in shape.loops(pc).iter().zip(&key.turns) {
            order.extend([shape.head_position(head), u32::from(turn)]);
        }
        order.extend([shape.position(pc), pc]);
        if !shape.loops(pc).is_empty() {
            self.turns.insert((context, pc, key.turns.clone()), id);
        }
        self.points.push(Point {
            key: key.clone(),
            state,
            outcomes: Vec::new(),
            order: order.into(),
            version: 0,
        });
        self.point_numbers.insert(key, id);
        self.wait(id);
        id
    }

    fn wait(&mut self, point: PointId) {
        let order = self.points[point as usize].order.clone();
        self.waiting.insert((order, point));
    }

    /// A point with its state, before its operation.
    pub fn current(&mut self, point: PointId) -> Current<'a> {
        let Point { key, state, .. } = &self.points[point as usize];
        let (context, pc) = (key.context, key.pc);
        let (turns, state) = (key.turns.clone(), state.clone());
        let Context { task, function, .. } = self.contexts[context as usize];
        Current {
            point,
            context,
            task,
            function,
            body: self.body(function).expect("only bodies are entered"),
            shape: self.shape(function),
            pc,
            turns,
            state,
            outcomes: Vec::new(),
        }
    }

    fn follow(&mut self, id: PointId) -> Result<(), BuildError> {
        let mut at = self.current(id);
        while self.step(&mut at)? {
            if at.shape.begins_block(at.pc) {
                // Where a block begins, there is a point. The turns are those of the operation before.
                let next = at.pc;
                at.pc -= 1;
                self.go(&mut at, next, Vec::new(), Effect::None);
                break;
            }
        }
        self.points[id as usize].outcomes = at.outcomes;
        Ok(())
    }

    /// The local variable that an operation makes; None if it may make several that live together.
    pub fn local(&mut self, at: &Current<'a>, align: u32) -> Option<ObjectNumber> {
        let context = &self.contexts[at.context as usize];
        if !context.single || at.turns.contains(&ANY_TURN) {
            return None;
        }
        let object = self.object(at);
        let objects = &mut self.contexts[at.context as usize].objects;
        if !objects.contains(&object) {
            objects.push(object);
        }
        self.remember(at, object, align);
        Some(object)
    }

    /// The block of memory that an operation makes; None if it may make several.
    pub fn block(&mut self, at: &Current<'a>, align: u32) -> Option<ObjectNumber> {
        let context = &self.contexts[at.context as usize];
        if !context.once || at.turns.contains(&ANY_TURN) {
            return None;
        }
        let object = self.object(at);
        self.remember(at, object, align);
        Some(object)
    }

    fn remember(&mut self, at: &Current<'a>, object: ObjectNumber, align: u32) {
        let made = Made {
            task: at.task,
            point: at.point,
            location: at.location(),
            once: self.contexts[at.context as usize].once,
            align,
        };
        self.made.entry(object).or_insert(made);
    }

    fn object(&mut self, at: &Current<'a>) -> ObjectNumber {
        let around = self.contexts[at.context as usize].site;
        let site = self.sites.inside(around, at.function, at.pc, &at.turns);
        ObjectNumber(site.0)
    }

    /// Nothing is known any more of where these addresses are.
    pub fn lose(&mut self, task: TaskIndex, state: &mut State, mut lost: Lost) {
        while let Some(value) = lost.pop() {
            if let Some(global) = value.global()
                && self
                    .program
                    .globals
                    .get(global as usize)
                    .is_some_and(|g| !g.constant)
            {
                self.found.escaped.insert(global);
            }
            if let Some(object) = value.object() {
                if state.memory.is_published(object) {
                    self.published.leaks(task, object);
                }
                self.lock_names.lost.insert(object);
                self.meetings.lost.insert(object);
                if !state.memory.has_escaped(object) {
                    Rc::make_mut(&mut state.memory).escape(object, &mut lost);
                }
            }
        }
    }

    /// Whether the first task alone knows what is in a global.
    pub fn is_own(&self, at: &Current<'a>, global: u32) -> bool {
        at.task == 0
            && !self.assumed.shared.contains(&global)
            && !self.assumed.escaped.contains(&global)
    }

    /// A global is touched by more than its text shows.
    pub fn disturb(&mut self, at: &mut Current<'a>, global: u32) {
        self.found.written.insert(global);
        if at.task != 0 {
            self.found.shared.insert(global);
            return;
        }
        // What was there may still be there.
        let place = Place::Global(global);
        let contents = at.state.memory.contents(place);
        let lost: Lost = contents.filter(|value| value.is_address()).collect();
        Rc::make_mut(&mut at.state.memory).forget_all(place);
        self.lose_at(at, lost);
    }

    /// The task that a point creates, and how it is related to the one that it belongs to.
    pub fn task_at(&mut self, at: &Current<'a>, entry: FunctionId) -> (TaskIndex, Relation) {
        let path = self.site_path(at);
        if let Some(&known) = self.task_numbers.get(&(at.task, path.clone(), entry)) {
            let relation = match self.tasks[known as usize].creator == Some(at.task) {
                true => Relation::Below,
                false => Relation::Above,
            };
            return (known, relation);
        }
        let place = (at.function, at.pc);
        let mut above = Some(at.task);
        while let Some(task) = above {
            let draft = &mut self.tasks[task as usize];
            if draft.entry == entry && draft.place == Some(place) {
                draft.recursive = true;
                self.task_numbers.insert((at.task, path, entry), task);
                return (task, Relation::Above);
            }
            above = draft.creator;
        }
        let task = self.tasks.len() as TaskIndex;
        if task > self.options.threads {
            self.roll_loops(at);
        }
        let site = Site(self.object(at).0);
        self.tasks.push(TaskDraft {
            entry,
            functions: vec![entry],
            creator: Some(at.task),
            place: Some(place),
            site,
            start: None,
            recursive: false,
        });
        self.task_numbers.insert((at.task, path, entry), task);
        (task, Relation::Below)
    }

    /// An execution comes to such a path once, or else the path there is a cycle.
    fn site_path(&self, at: &Current<'a>) -> SitePath {
        let mut path = vec![(at.function, at.pc, at.turns.clone())];
        let mut context = &self.contexts[at.context as usize];
        while let (true, Some(&caller)) = (context.single, context.callers.first()) {
            let key = &self.points[caller as usize].key;
            context = &self.contexts[key.context as usize];
            path.push((context.function, key.pc, key.turns.clone()));
        }
        path
    }
}
