//! Calls of functions of which nothing is known. They may use all that they can reach, call back
//! every function whose address is taken, in any order and any number of times, leave by an
//! exception, and end the program.

use trailhound_program::{CallSite, FunctionId, Op};

use super::library::any_of;
use super::value::Value;
use super::walk::{Current, Effect, PointId, Repeats, Step, Target, Walk};
use crate::action::{Action, Argument};

impl<'a> Walk<'a> {
    pub fn unknown(
        &mut self,
        at: &mut Current<'a>,
        site: &CallSite,
        arguments: &[Value],
        mut actions: Vec<Action>,
    ) {
        if self.stands_at_call(at) {
            return;
        }
        actions.retain(|action| self.interest.wants(action));
        let reaches = self.reachable(at, arguments).iter().any(|value| {
            let global = value.global();
            global.is_some_and(|global| self.interest.in_global(global))
        });
        self.lose_reachable(at, arguments);
        self.ends(at, actions.clone(), Target::Exit);
        self.raise_from_call(at, site, actions.clone());
        self.within_unknown(at, at.point, actions, reaches);
    }

    /// A function that was called back has returned.
    pub fn back_in_unknown(&mut self, at: &mut Current<'a>, caller: PointId) {
        self.within_unknown(at, caller, Vec::new(), false);
    }

    /// What the function may do next that was called at a point: call back, or return.
    fn within_unknown(
        &mut self,
        at: &mut Current<'a>,
        caller: PointId,
        actions: Vec<Action>,
        reaches: bool,
    ) {
        let functions = self.called_back(caller);
        let mut then = match reaches || self.anything_wanted() {
            true => self.all_accesses(),
            false => Vec::new(),
        };
        let mut entered = Vec::new();
        for function in functions {
            let call = self.call_of(function);
            let is_wanted = self.interest.wants(&call);
            let summary = self.facts.of_function(function);
            if self.body(function).is_some() && summary.relevant {
                entered.push((function, is_wanted.then_some(call)));
                continue;
            }
            then.extend(is_wanted.then_some(call));
            self.found.escaped.extend(&summary.leaks);
            summary
                .mentions
                .iter()
                .for_each(|&global| self.disturb(at, global));
        }
        let then = any_of(then);
        let back = self.return_to(at, caller, &[], &[]);
        self.outcome(at, actions.clone(), Effect::None, Target::Point(back));
        self.last_then(at, then.clone());
        for (function, call) in entered {
            let entry = self.enter_called_back(at, caller, function);
            self.outcome(at, actions.clone(), Effect::None, Target::Point(entry));
            let call = call.map(|action| Step {
                action,
                repeats: Repeats::Never,
            });
            self.last_then(at, then.iter().cloned().chain(call).collect());
        }
    }

    /// The functions that the call at a point may call back.
    fn called_back(&self, caller: PointId) -> Vec<FunctionId> {
        let key = &self.points[caller as usize].key;
        let function = self.contexts[key.context as usize].function;
        let body = self.body(function).expect("only bodies are entered");
        let Op::Call { call } = body.code[key.pc as usize] else {
            return Vec::new();
        };
        self.call_graph.targets(function, call).to_vec()
    }

    /// A call by a library, whose arguments the text does not tell.
    pub fn call_of(&self, function: FunctionId) -> Action {
        let callee = &self.program.functions[function.index()];
        let count = callee.body.as_ref().map_or(0, |body| body.parameters);
        Action::Call {
            function: callee.display.clone(),
            arguments: vec![Argument::Unknown; count as usize],
        }
    }

    /// Everything that can be done to variables and locks.
    fn all_accesses(&self) -> Vec<Action> {
        let write = Action::Write {
            object: None,
            value: None,
        };
        let all = [
            Action::Read(None),
            write,
            Action::Lock(None),
            Action::Unlock(None),
        ];
        all.into_iter()
            .filter(|action| self.interest.wants(action))
            .collect()
    }

    /// What follows what the last outcome does.
    pub fn last_then(&self, at: &mut Current<'a>, then: Vec<Step>) {
        if let Some(outcome) = at.outcomes.last_mut() {
            outcome.then = then;
        }
    }
}
