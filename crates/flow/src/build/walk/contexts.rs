//! Where a walk enters functions, and the contexts of calls in which it follows them.

use std::collections::BTreeSet;
use std::rc::Rc;

use trailhound_program::{FunctionId, Pc};

use super::Walk;
use crate::build::current::Current;
use crate::build::ids::{ANY_TURN, ContextId, PointId, TaskIndex};
use crate::build::memory::Memory;
use crate::build::points::{Context, ContextKey, Target};
use crate::build::sites::Site;
use crate::build::state::State;
use crate::build::value::Value;

/// Contexts beyond these are merged by function.
const MOST_CONTEXTS: usize = 20_000;
/// The same for functions of libraries.
const MANY_CONTEXTS: usize = 3_000;
const DEEPEST: usize = 200;

impl<'a> Walk<'a> {
    /// Starts function `number` of a task.
    pub fn enter_root(
        &mut self,
        task: TaskIndex,
        number: u32,
        arguments: &[Value],
        memory: Rc<Memory>,
    ) -> Option<PointId> {
        let function = self.tasks[task as usize].functions[number as usize];
        let body = self.body(function)?;
        let key = ContextKey::Root(task, number);
        let context = self.context(key, task, function, None);
        let state = State::at_entry(body, arguments, memory);
        let turns = self.first_turns(function, 0);
        Some(self.arrive(context, 0, turns, state))
    }

    /// Starts a function that runs at the end of a task.
    pub fn enter_ending(
        &mut self,
        at: &Current<'a>,
        target: Target,
        function: FunctionId,
    ) -> PointId {
        let body = self.body(function).expect("only bodies are entered");
        let key = ContextKey::Ending(at.task, target, function);
        let context = self.context(key, at.task, function, None);
        let state = State::at_entry(body, &[], at.state.memory.clone());
        let turns = self.first_turns(function, 0);
        self.arrive(context, 0, turns, state)
    }

    /// Follows a call into a function.
    pub fn enter(
        &mut self,
        at: &Current<'a>,
        function: FunctionId,
        arguments: &[Value],
    ) -> PointId {
        let caller = &self.contexts[at.context as usize];
        let merged = caller.chain.contains(&function)
            || caller.chain.len() >= DEEPEST
            || self.contexts.len() >= MANY_CONTEXTS && self.is_library(function)
            || self.contexts.len() >= MOST_CONTEXTS;
        let key = match merged {
            true => ContextKey::Merged(at.task, function),
            false => ContextKey::Inlined(at.point, function),
        };
        self.enter_context(key, at, at.point, function, arguments)
    }

    /// Follows a function that the one called at a point calls back.
    pub fn enter_called_back(
        &mut self,
        at: &Current<'a>,
        caller: PointId,
        function: FunctionId,
    ) -> PointId {
        let key = ContextKey::CalledBack(caller, function);
        self.enter_context(key, at, caller, function, &[])
    }

    fn enter_context(
        &mut self,
        key: ContextKey,
        at: &Current<'a>,
        caller: PointId,
        function: FunctionId,
        arguments: &[Value],
    ) -> PointId {
        let body = self.body(function).expect("only bodies are entered");
        let context = self.context(key, at.task, function, Some(caller));
        // What has returned before has returned to a state that is known only now.
        let version = self.points[caller as usize].version;
        if self.entered.insert((context, caller), version) != Some(version) {
            self.wait_for_leaves(context);
        }
        let state = State::at_entry(body, arguments, at.state.memory.clone());
        let turns = self.first_turns(function, 0);
        self.arrive(context, 0, turns, state)
    }

    fn wait_for_leaves(&mut self, context: ContextId) {
        let leaves = self.contexts[context as usize].leaves.iter();
        for point in leaves.copied().collect::<Vec<_>>() {
            self.wait(point);
        }
    }

    fn context(
        &mut self,
        key: ContextKey,
        task: TaskIndex,
        function: FunctionId,
        caller: Option<PointId>,
    ) -> ContextId {
        if let Some(&known) = self.context_numbers.get(&key) {
            let callers = &mut self.contexts[known as usize].callers;
            if let Some(caller) = caller.filter(|caller| !callers.contains(caller)) {
                callers.push(caller);
            }
            return known;
        }
        let id = self.contexts.len() as ContextId;
        let outer = caller.map(|caller| &self.points[caller as usize]);
        let mut context = Context {
            task,
            function,
            callers: caller.into_iter().collect(),
            leaves: BTreeSet::new(),
            chain: Rc::new([function]),
            single: true,
            once: true,
            site: Site::START,
            root: None,
            ending: None,
            is_called_back: false,
            objects: Vec::new(),
            points: 0,
            order: Rc::new([task, 0]),
        };
        match key {
            ContextKey::Root(_, number) => {
                context.root = Some(number);
                let around = self.tasks[task as usize].site;
                context.site = self.sites.inside(around, function, Pc::MAX - number, &[]);
                context.order = Rc::new([task, number]);
            }
            ContextKey::Ending(_, target, _) => {
                context.single = false;
                context.once = false;
                context.ending = Some(target);
                context.order = Rc::new([task, u32::MAX, u32::MAX, function.0]);
            }
            ContextKey::CalledBack(..) => {
                context.single = false;
                context.once = false;
                context.is_called_back = true;
                context.order = Rc::new([task, u32::MAX, function.0, id]);
            }
            ContextKey::Merged(..) => {
                context.single = false;
                context.once = false;
                context.order = Rc::new([task, u32::MAX, function.0]);
            }
            ContextKey::Inlined(..) => {
                let outer = outer.expect("a call has a caller");
                let around = &self.contexts[outer.key.context as usize];
                context.chain = around.chain.iter().copied().chain([function]).collect();
                context.single = around.single;
                context.once = around.once && !outer.key.turns.contains(&ANY_TURN);
                let (pc, turns) = (outer.key.pc, &outer.key.turns);
                context.site = self.sites.inside(around.site, function, pc, turns);
                context.order = outer.order.clone();
            }
        }
        self.contexts.push(context);
        self.context_numbers.insert(key, id);
        id
    }
}
