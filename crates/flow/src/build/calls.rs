//! Calls of functions of the program: followed, passed over, or seen; returns, and
//! exceptions on their way up.

use std::rc::Rc;

use smallvec::SmallVec;
use trailhound_analysis::{function_of, global_of};
use trailhound_contracts::{fails, is_rust, raises, starts_rust};
use trailhound_program::{CallSite, Callee, Catch, FunctionId, LocationId, Op, Passed, Pc, Reg};

use super::allocators::is_allocator;
use super::facts::may_mean;
use super::memory::Place;
use super::state::Case;
use super::value::{Lost, Value};
use super::walk::{ContextId, Current, Effect, PointId, Target, Walk};
use super::{BuildError, ThreadPanics};
use crate::action::{Action, Argument, Object};

impl<'a> Walk<'a> {
    pub fn call(&mut self, at: &mut Current<'a>, number: u32) -> Result<bool, BuildError> {
        let site = &at.body.calls[number as usize];
        let targets: Vec<FunctionId> = match site.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(register) => match at.get(register).constant().and_then(function_of) {
                Some(function) => vec![function],
                None if self.runs_hooks(at) || self.facts.is_hookless(at.function) => Vec::new(),
                None => {
                    let targets = self.call_graph.targets(at.function, number).iter();
                    let may = |f: &FunctionId| may_mean(self.call_graph, at.function, site, *f);
                    targets.copied().filter(may).collect()
                }
            },
        };
        let arguments = self.arguments(at, site);
        if targets.is_empty() {
            self.outcome(at, Vec::new(), Effect::None, Target::Nowhere);
        }
        if let [callee] = targets[..] {
            return self.call_one(at, site, callee, &arguments);
        }
        let before = at.state.clone();
        for callee in targets {
            at.state = before.clone();
            if self.stands_at_call(at) {
                return Ok(false);
            }
            let pc = at.pc;
            if self.call_one(at, site, callee, &arguments)? {
                at.pc = pc;
                self.go(at, pc + 1, Vec::new(), Effect::None);
            }
        }
        Ok(false)
    }

    /// The calls of hooks that run at the start of threads in Rust, in a program that has none:
    /// by their type they could be anything that a thread starts with.
    fn runs_hooks(&self, at: &Current<'a>) -> bool {
        const RUNS: &str = "std::thread::spawnhook::ChildSpawnHooks";
        const ADDS: &str = "std::thread::spawnhook::add_spawn_hook";
        let source = &self.program.source;
        let mut inlined = source
            .inline_chain(at.location())
            .map(|(_, location)| &source.function(location.function).display);
        let runs = inlined.any(|name| name.contains(RUNS))
            || self.program.functions[at.function.index()]
                .display
                .contains(RUNS);
        let adds = |display: &String| display.starts_with(ADDS);
        runs && !self
            .program
            .functions
            .iter()
            .any(|function| adds(&function.display))
            && !source
                .functions
                .iter()
                .any(|function| adds(&function.display))
    }

    fn arguments(&self, at: &Current<'a>, site: &CallSite) -> SmallVec<[Value; 8]> {
        let values = site.arguments.iter().map(|passed| match *passed {
            Passed::Register(register) => at.get(register),
            // The callee has a copy of its own.
            Passed::ByValue { .. } => Value::Foreign,
        });
        values.collect()
    }

    /// The caller's registers are found at the point of the call: there must be one. True:
    /// there was none, and the walk goes on there.
    pub fn stands_at_call(&mut self, at: &mut Current<'a>) -> bool {
        if self.points[at.point as usize].key.pc == at.pc {
            return false;
        }
        let pc = at.pc;
        at.outcomes.clear();
        self.go(at, pc, Vec::new(), Effect::None);
        true
    }

    fn call_one(
        &mut self,
        at: &mut Current<'a>,
        site: &CallSite,
        callee: FunctionId,
        arguments: &[Value],
    ) -> Result<bool, BuildError> {
        let function = &self.program.functions[callee.index()];
        let mut actions = vec![Action::Call {
            function: function.display.clone(),
            arguments: arguments
                .iter()
                .map(|&value| self.argument(value))
                .collect(),
        }];
        actions.retain(|action| self.interest.wants(action));
        if let Some(goes_on) = self.meeting(at, (site, callee), arguments, &actions) {
            return Ok(goes_on);
        }
        let allocator = is_allocator(function) && !self.facts.of_function(callee).relevant;
        if self.facts.fails(callee) {
            self.outcome(at, actions, Effect::None, Target::Nowhere);
            return Ok(false);
        }
        if allocator {
            // One that the program has written itself may do more than that.
            let summary = self.facts.of_function(callee);
            self.found.escaped.extend(&summary.leaks);
            summary
                .mentions
                .iter()
                .for_each(|&global| self.disturb(at, global));
            if summary.raises {
                self.raise_from_call(at, site, actions.clone());
            }
        }
        let Some(body) = self.body(callee).filter(|_| !allocator) else {
            return self.external(at, site, callee, arguments, actions);
        };
        let by_value: Lost = self.passed_by_value(at, site);
        self.lose_at(at, by_value);
        let summary = self.facts.of_function(callee);
        // A function of C with such a name that the program has written itself may return.
        let panics = fails(function) && is_rust(&function.name);
        if (panics || raises(function)) && !summary.relevant {
            // A panic or an exception, on its way up with what it was given.
            if function.display.starts_with("std::") || raises(function) {
                let lost: Lost = self.reachable(at, arguments).into_iter().collect();
                self.lose_at(at, lost);
            }
            self.raise_from_call(at, site, actions);
            return Ok(false);
        }
        let follows = !self.rendezvous.parts(callee)
            && (self.must_follow(at, callee, arguments) || self.may_follow(at, callee, arguments));
        if !follows {
            let unsure = self.unsure(callee);
            let effect = self.parting(at, summary, arguments);
            self.pass_over(at, (site, callee), summary, arguments);
            if summary.raises {
                self.raise_from_call(at, site, actions.clone());
            }
            if summary.exits {
                self.ends(at, actions.clone(), Target::Exit);
            }
            let seen = !actions.is_empty() || !unsure.is_empty() || effect != Effect::None;
            if !seen && at.outcomes.is_empty() {
                at.pc += 1;
                return Ok(true);
            }
            self.go(at, at.pc + 1, actions, Effect::None);
            at.outcomes.iter_mut().for_each(|outcome| {
                outcome.effect = effect;
                outcome.then.splice(0..0, unsure.iter().cloned());
            });
            return Ok(false);
        }
        if self.stands_at_call(at) {
            return Ok(false);
        }
        let mut parameters: SmallVec<[Value; 8]> = SmallVec::from_slice(arguments);
        if body.variadic {
            // What is passed beyond the named parameters lies in memory that is not followed.
            let rest = arguments.iter().skip(body.parameters as usize);
            let lost: Lost = rest.copied().filter(|value| value.is_address()).collect();
            self.lose_at(at, lost);
            parameters.truncate(body.parameters as usize);
        }
        let entry = self.enter(at, callee, &parameters);
        self.outcome(at, actions, Effect::None, Target::Point(entry));
        Ok(false)
    }

    fn passed_by_value(&self, at: &Current<'a>, site: &CallSite) -> Lost {
        let pointers = site.arguments.iter().filter_map(|passed| match *passed {
            Passed::ByValue { pointer, .. } => Some(at.get(pointer)),
            Passed::Register(_) => None,
        });
        pointers.flat_map(|value| self.behind(at, value)).collect()
    }

    /// The addresses that lie in what an address leads to.
    pub fn behind(&self, at: &Current<'a>, value: Value) -> Vec<Value> {
        let place = match value.object() {
            Some(object) => Place::Object(object),
            None => match value.global() {
                Some(global) => Place::Global(global),
                None => return Vec::new(),
            },
        };
        let contents = at.state.memory.contents(place);
        contents.filter(|value| value.is_address()).collect()
    }

    /// Everything that can be reached from some values.
    pub fn reachable(&self, at: &Current<'a>, from: &[Value]) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        let mut waiting: Vec<Value> = from.iter().copied().filter(|v| v.is_address()).collect();
        while let Some(value) = waiting.pop() {
            if !found.contains(&value) {
                found.push(value);
                waiting.extend(self.behind(at, value));
            }
        }
        found
    }

    pub fn argument(&self, value: Value) -> Argument {
        let Value::Constant(bits) = value else {
            return Argument::Unknown;
        };
        if let Some((global, offset)) = global_of(bits)
            && let Some(variable) = self.program.globals.get(global as usize)
        {
            return match variable.constant {
                true => Argument::Unknown,
                false => Argument::Object(self.interest.object(global, offset)),
            };
        }
        if let Some(function) = function_of(bits)
            && let Some(function) = self.program.functions.get(function.index())
        {
            return Argument::Object(Object(function.display.clone()));
        }
        // The width is not told at a call; what looks negative in 32 bits is.
        Argument::Constant(match u32::try_from(bits) {
            Ok(short) => i64::from(short as i32),
            Err(_) => bits as i64,
        })
    }

    pub fn returns(&mut self, at: &mut Current<'a>, a: Reg, count: u32) {
        let context = &self.contexts[at.context as usize];
        let callers = context.callers.clone();
        if let Some(number) = context.root {
            // The task that joins this one gets what it returns.
            let given: Vec<Value> = (a..a + count).map(|register| at.get(register)).collect();
            let lost: Lost = self.reachable(at, &given).into_iter().collect();
            self.lose_at(at, lost);
            self.root_returns(at, number);
            return;
        }
        if let Some(target) = context.ending {
            self.ends(at, Vec::new(), target);
            return;
        }
        self.contexts[at.context as usize].leaves.insert(at.point);
        self.end_locals(at, at.context);
        let results: SmallVec<[Value; 4]> =
            (a..a + count).map(|register| at.get(register)).collect();
        let found: SmallVec<[Case; 2]> = at
            .state
            .following
            .iter()
            .filter(|following| (a..a + count).any(|r| following.registers.contains(&r)))
            .map(|following| following.case)
            .collect();
        let is_called_back = self.contexts[at.context as usize].is_called_back;
        for caller in callers {
            if is_called_back {
                self.back_in_unknown(at, caller);
                continue;
            }
            let target = self.return_to(at, caller, &results, &found);
            let effect = self.returns_alone(at, caller);
            self.outcome(at, Vec::new(), effect, Target::Point(target));
        }
    }

    /// The locals of a function are no more.
    fn end_locals(&mut self, at: &mut Current<'a>, context: ContextId) {
        for &object in &self.contexts[context as usize].objects {
            Rc::make_mut(&mut at.state.memory).renew(object);
        }
    }

    /// The point behind the call of a caller.
    pub fn return_to(
        &mut self,
        at: &Current<'a>,
        caller: PointId,
        results: &[Value],
        cases: &[Case],
    ) -> PointId {
        let mut back = self.at_caller(at, caller);
        let Op::Call { call } = back.body.code[back.pc as usize] else {
            return self.jump_back(&back);
        };
        let site = &back.body.calls[call as usize];
        for number in 0..site.results {
            let value = results
                .get(number as usize)
                .copied()
                .unwrap_or(Value::Unknown);
            back.set(site.d + number, value);
        }
        for case in cases {
            let case = Case {
                pc: back.pc,
                value: case.value,
            };
            let registers = site.d..site.d + site.results;
            back.state.begin_case(case, registers);
        }
        self.jump_back(&back)
    }

    fn jump_back(&mut self, back: &Current<'a>) -> PointId {
        let state = back.state.clone();
        self.jump(back, back.pc + 1, state)
    }

    /// The caller as it was when it called, with the memory of now.
    fn at_caller(&mut self, at: &Current<'a>, caller: PointId) -> Current<'a> {
        let mut back = self.current(caller);
        back.task = at.task;
        back.state.memory = at.state.memory.clone();
        back
    }

    fn root_returns(&mut self, at: &mut Current<'a>, number: u32) {
        let functions = self.tasks[at.task as usize].functions.len() as u32;
        if number + 1 < functions {
            let memory = at.state.memory.clone();
            let next = self.enter_root(at.task, number + 1, &[], memory);
            let target = next.map_or(Target::Nowhere, Target::Point);
            self.outcome(at, Vec::new(), Effect::None, target);
            return;
        }
        let target = match at.task {
            0 => Target::Exit,
            _ => Target::End,
        };
        self.ends(at, vec![Action::End], target);
    }

    /// An exception leaves the call at which the task stands.
    pub fn raise_from_call(&mut self, at: &mut Current<'a>, site: &CallSite, actions: Vec<Action>) {
        let before = at.state.clone();
        let escapes = match self.caught(at, site) {
            None => true,
            Some((target, escapes)) => {
                self.go(at, target, actions.clone(), Effect::None);
                escapes
            }
        };
        at.state = before;
        if escapes {
            self.raise(at, actions);
        }
    }

    /// Where an exception out of a call goes on, with the registers set; and whether it may
    /// also go past.
    fn caught(&mut self, at: &mut Current<'a>, site: &CallSite) -> Option<(Pc, bool)> {
        if self.is_rust_start(at.function) {
            return None;
        }
        let pad = &at.body.landing_pads[site.landing_pad? as usize];
        if !pad.cleanup && pad.catches.is_empty() && pad.filters.is_empty() {
            return None;
        }
        if !pad.catches.is_empty() && self.is_librarys_own(at) {
            self.has_thread_panics = true;
            if self.options.panics == ThreadPanics::Fail {
                return None;
            }
        }
        at.set(pad.d, Value::Unknown);
        at.set(pad.d + 1, Value::Unknown);
        let all = pad.cleanup || pad.catches.contains(&Catch::All);
        Some((pad.target, !all))
    }

    /// The library's part of Rust's `main`. A panic that comes up to it has failed the program.
    fn is_rust_start(&self, function: FunctionId) -> bool {
        let display = &self.program.functions[function.index()].display;
        starts_rust(display)
    }

    /// Whether no code of the user's is on the way here: who catches a panic there is the start of
    /// a thread. Line 0 stands for code that the compiler adds.
    fn is_librarys_own(&self, at: &Current<'a>) -> bool {
        let source = &self.program.source;
        let is_users = |id: LocationId| {
            let mut inlined = source.inline_chain(id).map(|(_, location)| location);
            inlined.any(|location| location.line != 0 && !source.file(location.file).library)
        };
        let chain = self.contexts[at.context as usize].chain.iter();
        let mut functions = chain.map(|function| &self.program.functions[function.index()]);
        let display = &self.program.functions[at.function.index()].display;
        let is_rust = display.trim_start_matches('<').starts_with("std::");
        is_rust
            && !is_users(at.location())
            && !functions.any(|function| function.location.is_some_and(is_users))
    }

    /// An exception leaves the function: up to all callers that catch it.
    pub fn raise(&mut self, at: &mut Current<'a>, actions: Vec<Action>) {
        let mut seen = vec![at.context];
        let mut next = 0;
        while let Some(&context) = seen.get(next) {
            next += 1;
            self.contexts[context as usize].leaves.insert(at.point);
            self.end_locals(at, context);
            let around = &self.contexts[context as usize];
            if around.root.is_some() || around.ending.is_some() {
                // It is not caught: the program fails.
                self.outcome(at, actions.clone(), Effect::None, Target::Nowhere);
            }
            for caller in self.contexts[context as usize].callers.clone() {
                let mut back = self.at_caller(at, caller);
                let Op::Call { call } = back.body.code[back.pc as usize] else {
                    continue;
                };
                let body = back.body;
                let escapes = match self.caught(&mut back, &body.calls[call as usize]) {
                    None => true,
                    Some((pad, escapes)) => {
                        let state = back.state.clone();
                        let target = Target::Point(self.jump(&back, pad, state));
                        self.outcome(at, actions.clone(), Effect::None, target);
                        escapes
                    }
                };
                if escapes && !seen.contains(&back.context) {
                    seen.push(back.context);
                }
            }
        }
    }
}
