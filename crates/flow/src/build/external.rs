//! Calls of functions that the program does not define: threads, locks, marks, the end of
//! the program. What is not known here may do anything to what it is given.

use std::rc::Rc;

use trailhound_analysis::{function_of, global_of};
use trailhound_contracts::{
    Alignment, Contract, Joining, allocation, calls_back, contract, creates_thread, ends_thread,
    fails, formats, frees, joining, leaves_the_graph, locking, marks, never_returns, raises,
    reallocates, returns_zero,
};
use trailhound_program::{CallSite, Function, FunctionId, Op};

use super::BuildError;
use super::allocators::allocates;
use super::reach::{Reach, Touch};
use super::value::Value;
use super::walk::{Current, Effect, Relation, Repeats, Step, Target, Walk};
use crate::action::Action;

/// The bytes by which the address of a new block can be divided, as far as is known.
fn alignment(function: &Function, arguments: &[Value]) -> u32 {
    let argument = match allocation(function).map(|made| made.alignment) {
        Some(Alignment::Bytes(bytes)) => return bytes,
        Some(Alignment::Argument(argument)) => arguments.get(argument),
        Some(Alignment::Unknown) | None => None,
    };
    argument
        .and_then(|align| align.constant())
        .and_then(|align| u32::try_from(align).ok())
        .filter(|align| align.is_power_of_two())
        .unwrap_or(1)
}

impl<'a> Walk<'a> {
    pub fn external(
        &mut self,
        at: &mut Current<'a>,
        site: &CallSite,
        callee: FunctionId,
        arguments: &[Value],
        actions: Vec<Action>,
    ) -> Result<bool, BuildError> {
        let function = &self.program.functions[callee.index()];
        let symbol = function.name.as_str();
        let first = arguments.first().copied().unwrap_or(Value::Unknown);
        for register in site.d..site.d + site.results {
            at.set(register, Value::Unknown);
        }
        let contract = contract(function);
        if let Some((locking, argument)) = locking(function) {
            let lock = arguments.get(argument).copied().unwrap_or(Value::Unknown);
            // Until when it waits is told by another argument.
            let mut others = arguments.to_vec();
            if let Some(lock) = others.get_mut(argument) {
                *lock = Value::Constant(0);
            }
            let touches = self.touched_by_call(at, symbol, contract, &others);
            let goes_on = self.lock_call(at, site, actions, locking, lock);
            let is_seen = self.then_touches(at, touches);
            return Ok(goes_on && !is_seen);
        }
        if leaves_the_graph(function) || ends_thread(function) && self.has_cleanup_handlers() {
            return Err(BuildError::Unsupported(symbol.to_owned()));
        }
        if let Some(entry) = creates_thread(function) {
            return self.create(at, site, (symbol, entry), arguments, actions);
        }
        if joining(function) == Some(Joining::Thread) {
            return Ok(self.join(at, arguments, actions));
        }
        if marks(function) {
            let Some(name) = self.text(first, arguments.get(1).copied()) else {
                let what = "th_mark with a name that the text does not tell";
                return Err(BuildError::Unsupported(what.to_owned()));
            };
            let mut seen = actions;
            seen.push(Action::Mark(name));
            return Ok(self.see(at, seen));
        }
        if ends_thread(function) {
            self.lose_reachable(at, arguments);
            let mut actions = actions;
            actions.push(Action::End);
            self.ends(at, actions, Target::End);
            return Ok(false);
        }
        if fails(function) {
            self.outcome(at, actions, Effect::None, Target::Nowhere);
            return Ok(false);
        }
        if let Some(argument) = calls_back(function) {
            return self.call_back(at, arguments.get(argument).copied(), actions);
        }
        if raises(function) {
            self.lose_reachable(at, arguments);
            self.raise_from_call(at, site, actions.clone());
        }
        if never_returns(function) {
            if !raises(function) {
                self.ends(at, actions, Target::Exit);
            }
            return Ok(false);
        }
        let mut touches = Vec::new();
        if allocates(function) {
            let align = alignment(function, arguments);
            let block = self.block(at, align);
            self.begin_object(at, site.d, block);
        } else if frees(function) {
            if let Value::Object { object, offset: 0 } = first {
                Rc::make_mut(&mut at.state.memory).renew(object);
            }
        } else if reallocates(function) {
            self.reallocate(at, site, first);
        } else if formats(function) {
            return self.format(at, site, callee, arguments, actions);
        } else if contract == Contract::Anything {
            self.unknown(at, site, arguments, actions);
            return Ok(false);
        } else {
            touches = self.touched_by_call(at, symbol, contract, arguments);
        }
        let is_by_library = self.program.is_of_library(at.function);
        if returns_zero(function, is_by_library) && site.results > 0 {
            at.set(site.d, Value::Constant(0));
        }
        if at.outcomes.is_empty() && touches.is_empty() {
            return Ok(self.see(at, actions));
        }
        self.go(at, at.pc + 1, actions, Effect::None);
        self.last_then(at, touches);
        Ok(false)
    }

    fn join(&mut self, at: &mut Current<'a>, arguments: &[Value], actions: Vec<Action>) -> bool {
        let effect = match arguments.first() {
            Some(&Value::Thread(task)) => Effect::Join(task),
            _ => Effect::None,
        };
        // Where the result of the thread goes.
        let result = arguments.get(1).copied().unwrap_or(Value::Unknown);
        if result.is_address() {
            self.poke(at, result, 64, Value::Unknown);
        }
        let touches = self.seen(at, result, 8, Touch::Write);
        if effect == Effect::None && touches.is_empty() {
            return self.see(at, actions);
        }
        self.go(at, at.pc + 1, actions, effect);
        self.last_then(at, touches);
        false
    }

    /// Handlers of C's `pthread_cleanup_push`, which run where a thread ends in the midst.
    fn has_cleanup_handlers(&self) -> bool {
        let mut functions = self.program.functions.iter();
        functions.any(|function| function.name == "__pthread_register_cancel")
    }

    /// The machine prints by the program's own formatting.
    fn format(
        &mut self,
        at: &mut Current<'a>,
        site: &CallSite,
        callee: FunctionId,
        arguments: &[Value],
        actions: Vec<Action>,
    ) -> Result<bool, BuildError> {
        let mut entered = self.call_graph.entered.iter().copied();
        let named = |&function: &FunctionId| {
            let display = &self.program.functions[function.index()].display;
            display == "core::fmt::write" && self.body(function).is_some()
        };
        let write = entered.find(named);
        // A writer of the machine's own comes first.
        let mut passed = vec![Value::Foreign, Value::Foreign];
        // Panics are told with what the machine has put together.
        if self.program.functions[callee.index()]
            .display
            .ends_with("print")
        {
            passed.extend(arguments);
        }

        if let Some(write) = write
            && self.must_follow(at, write, &passed)
        {
            if self.stands_at_call(at) {
                return Ok(false);
            }
            let entry = self.enter(at, write, &passed);
            self.outcome(at, actions, Effect::None, Target::Point(entry));
            return Ok(false);
        }
        self.use_arguments(at, callee, arguments);
        if write.is_some_and(|write| self.facts.of_function(write).raises) {
            self.raise_from_call(at, site, actions.clone());
            self.go(at, at.pc + 1, actions, Effect::None);
            return Ok(false);
        }
        Ok(self.see(at, actions))
    }

    fn reallocate(&mut self, at: &mut Current<'a>, site: &CallSite, before: Value) {
        let copied = match self.reach(at, before) {
            Reach::Local(place, 0) => {
                self.note_load(at, place, i32::MIN..i32::MAX);
                at.state.memory.cells(place).to_vec()
            }
            _ => Vec::new(),
        };
        if copied.is_empty() {
            self.lose_reachable(at, &[before]);
        }
        let block = self.block(at, 1);
        self.begin_object(at, site.d, block);
        let to = at.get(site.d);
        for cell in copied {
            let address = to.offset_by(i64::from(cell.offset));
            self.poke(at, address, (cell.size * 8) as u8, cell.value);
        }
    }

    /// The task or the program ends here, but for functions that run at the end: any of them,
    /// in any order.
    pub fn ends(&mut self, at: &mut Current<'a>, mut actions: Vec<Action>, target: Target) {
        actions.retain(|action| self.interest.wants(action));
        for number in 0..self.at_end.len() {
            let function = self.at_end[number];
            let entry = self.enter_ending(at, target, function);
            self.outcome(at, actions.clone(), Effect::None, Target::Point(entry));
            self.then_call(at, function);
        }
        self.outcome(at, actions, Effect::None, target);
    }

    /// The text that an address leads to and that cannot change: so long, or up to its NUL.
    pub fn text(&self, address: Value, length: Option<Value>) -> Option<String> {
        let (global, offset) = global_of(address.constant()?)?;
        let global = self.program.globals.get(global as usize)?;
        let global = Some(global).filter(|global| global.constant)?;
        let bytes = global.bytes.get(offset as usize..)?;
        let end = match length {
            Some(length) => usize::try_from(length.constant()?).ok()?,
            None => bytes.iter().position(|&byte| byte == 0)?,
        };
        String::from_utf8(bytes.get(..end)?.to_vec()).ok()
    }

    fn create(
        &mut self,
        at: &mut Current<'a>,
        site: &CallSite,
        (symbol, entry): (&str, usize),
        arguments: &[Value],
        actions: Vec<Action>,
    ) -> Result<bool, BuildError> {
        let argument = arguments.get(entry + 1).copied().unwrap_or(Value::Unknown);
        let handle = arguments.first().copied().unwrap_or(Value::Unknown);
        let entries = self.handed_functions(at, arguments.get(entry).copied());
        if entries.is_empty() {
            return Err(BuildError::UnknownEntry(symbol.to_owned()));
        }
        at.set(site.d, Value::Constant(0));
        let before = at.state.clone();
        for &function in &entries {
            at.state = before.clone();
            let (task, relation) = self.task_at(at, function);
            let (argument, memory) = match relation {
                Relation::Below => self.pass(at, argument),
                // Its own objects could not be told from those of the task that starts it.
                Relation::Above => self.pass_unknown(at, argument),
            };
            let start = self.enter_root(task, 0, &[argument], Rc::new(memory));
            self.tasks[task as usize].start = start;
            let known = match entries.len() {
                1 => Value::Thread(task),
                _ => Value::Unknown,
            };
            self.poke(at, handle, 64, known);
            Rc::make_mut(&mut at.state.memory).start(task);
            let touches = self.seen(at, handle, 8, Touch::Write);
            self.go(at, at.pc + 1, actions.clone(), Effect::Create(task));
            self.last_then(at, touches);
        }
        Ok(false)
    }

    fn call_back(
        &mut self,
        at: &mut Current<'a>,
        function: Option<Value>,
        actions: Vec<Action>,
    ) -> Result<bool, BuildError> {
        let functions = self.handed_functions(at, function);
        if self.stands_at_call(at) {
            return Ok(false);
        }
        // Another thread may have done it before.
        self.go(at, at.pc + 1, actions.clone(), Effect::None);
        for function in functions {
            let entry = self.enter(at, function, &[]);
            self.outcome(at, actions.clone(), Effect::None, Target::Point(entry));
            self.then_call(at, function);
        }
        Ok(false)
    }

    /// The functions with a body that a value may mean which is handed to a call: for a new thread to
    /// start with, or to be called back.
    fn handed_functions(&self, at: &Current<'a>, handed: Option<Value>) -> Vec<FunctionId> {
        let known = handed.and_then(Value::constant).and_then(function_of);
        let mut functions = match (known, at.body.code[at.pc as usize]) {
            (Some(function), _) => vec![function],
            (None, Op::Call { call }) => self.call_graph.targets(at.function, call).to_vec(),
            (None, _) => Vec::new(),
        };
        functions.retain(|&function| self.body(function).is_some());
        functions
    }

    /// The last outcome is a call of a function by the library.
    fn then_call(&self, at: &mut Current<'a>, function: FunctionId) {
        let call = self.call_of(function);
        let seen = self.interest.wants(&call).then_some(Step {
            action: call,
            repeats: Repeats::Never,
        });
        self.last_then(at, seen.into_iter().collect());
    }

    /// What comes behind all that the call does. True: it is seen, and a point follows.
    fn then_touches(&mut self, at: &mut Current<'a>, touches: Vec<Step>) -> bool {
        if touches.is_empty() {
            return false;
        }
        if at.outcomes.is_empty() {
            at.pc -= 1;
            self.go(at, at.pc + 1, Vec::new(), Effect::None);
        }
        for outcome in &mut at.outcomes {
            outcome.then.extend(touches.iter().cloned());
        }
        true
    }
}
