//! Calls that are not followed, and which ones are: what may be seen of a call that is passed
//! over, and what is known no longer after it.

use std::rc::Rc;

use trailhound_analysis::constant_result;
use trailhound_program::{CallSite, FunctionId};

use super::facts::Summary;
use super::memory::Place;
use super::value::{Lost, Value};
use super::walk::{ANY_TURN, Current, Repeats, Step, Walk};
use crate::action::Action;

impl<'a> Walk<'a> {
    /// Whether a function may do something that was asked for, and should be followed.
    pub fn must_follow(&self, at: &Current<'a>, callee: FunctionId, arguments: &[Value]) -> bool {
        let summary = self.facts.of_function(callee);
        let wanted = |value: &Value| {
            value
                .global()
                .is_some_and(|global| self.interest.in_global(global))
        };
        let unescaped = |value: &Value| {
            let object = value.object();
            object.is_some_and(|object| !at.state.memory.has_escaped(object))
        };
        if summary.relevant {
            return true;
        }
        let does_something = summary.reads || summary.writes || summary.locks;
        let could = self.could_do(summary);
        let needs = |action: &Action| self.interest.wants(action);
        let reached = || self.reachable(at, arguments);
        let library = self.is_library(callee);
        could.iter().any(needs) && self.anything_wanted() && !library
            || does_something && reached().iter().any(wanted)
            || self.could_lock(summary) && !library && reached().iter().any(unescaped)
    }

    /// Whether a function may do something to a lock that has a name.
    fn could_lock(&self, summary: &Summary) -> bool {
        summary.locks && self.interest.welcomes(&Action::Lock(None))
    }

    /// What a function may do through addresses that its text does not show.
    fn could_do(&self, summary: &Summary) -> Vec<Action> {
        let write = Action::Write {
            object: None,
            value: None,
        };
        let may = [
            (summary.reads, Action::Read(None)),
            (summary.writes, write),
            (summary.locks, Action::Lock(None)),
            (summary.locks, Action::Unlock(None)),
        ];
        let wanted = may
            .into_iter()
            .filter(|(may, _)| *may)
            .map(|(_, action)| action);
        wanted
            .filter(|action| self.interest.welcomes(action))
            .collect()
    }

    /// What is seen of a call that is passed over, where anything may be reached by any address:
    /// all of it, any number of times.
    pub fn unsure(&self, callee: FunctionId) -> Vec<Step> {
        if !self.anything_wanted() {
            return Vec::new();
        }
        let actions = self.could_do(self.facts.of_function(callee)).into_iter();
        actions
            .filter(|action| self.interest.wants(action))
            .map(|action| Step {
                action,
                repeats: Repeats::All,
            })
            .collect()
    }

    pub fn is_library(&self, function: FunctionId) -> bool {
        self.program.is_of_library(function)
    }

    /// A function that does nothing worth seeing, but is worth to be followed: one that makes
    /// something which lives on, or would leave nothing known of what it is given.
    pub fn may_follow(&self, at: &Current<'a>, callee: FunctionId, arguments: &[Value]) -> bool {
        const LARGEST: usize = 150;
        const MOST: usize = 2_000;
        const DEEP: usize = 40;
        const LEAVES_CHANNEL: &str = "core::ptr::drop_in_place::<std::sync::mpsc::";
        let context = &self.contexts[at.context as usize];
        let small = || {
            let function = &self.program.functions[callee.index()];
            // Of these, a third is for the kind of channel that it is.
            let leaves = function.display.starts_with(LEAVES_CHANNEL);
            let body = function.body.as_ref();
            body.is_some_and(|body| body.code.len() <= LARGEST || leaves)
        };
        if !context.once
            || at.turns.contains(&ANY_TURN)
            || context.chain.contains(&callee)
            || context.chain.len() > DEEP
            || self.contexts.len() > MOST
            || !small()
        {
            return false;
        }
        let keeping = &self.facts.keeping;
        let locks = self.could_lock(self.facts.of_function(callee));
        let known = |value: &Value| {
            let object = value.object();
            object.is_some_and(|object| !at.state.memory.has_escaped(object))
        };
        let loses = |(number, argument): (usize, &Value)| {
            let keeps = keeping.keeps(callee, number);
            let touches = keeping.keeps_behind(callee, number)
                || keeping.writes(callee, number)
                || keeping.writes_behind(callee, number);
            keeps && known(argument)
                || touches && self.behind(at, *argument).iter().any(known)
                || locks && self.reachable(at, &[*argument]).iter().any(known)
        };
        keeping.makes(callee) || arguments.iter().enumerate().any(loses)
    }

    /// A call that does nothing worth seeing; what it may have changed is known no longer.
    pub fn pass_over(
        &mut self,
        at: &mut Current<'a>,
        (site, callee): (&CallSite, FunctionId),
        summary: &Summary,
        arguments: &[Value],
    ) {
        for register in site.d..site.d + site.results {
            at.set(register, Value::Unknown);
        }
        if let Some(constant) = self
            .body(callee)
            .and_then(constant_result)
            .filter(|_| site.results == 1)
        {
            at.set(site.d, Value::Constant(constant));
        }
        self.found.escaped.extend(&summary.leaks);
        for &global in &summary.mentions {
            self.disturb(at, global);
        }
        self.use_arguments(at, callee, arguments);
    }

    /// What a call that is passed over does with what it is given.
    pub fn use_arguments(&mut self, at: &mut Current<'a>, callee: FunctionId, arguments: &[Value]) {
        for (number, &argument) in arguments.iter().enumerate() {
            let keeping = &self.facts.keeping;
            let reached = self.reachable(at, &[argument]);
            for &address in &reached {
                if let Some(object) = address.object() {
                    if self.facts.of_function(callee).locks {
                        // Its locks cannot have names where not all that is done to them is seen.
                        self.lock_names.lost.insert(object);
                    }
                    self.note_load(at, Place::Object(object), i32::MIN..i32::MAX);
                }
            }
            if keeping.keeps(callee, number) {
                self.lose_at(at, reached.into_iter().collect());
                continue;
            }
            let writes = (
                keeping.writes(callee, number),
                keeping.writes_behind(callee, number),
            );
            let mixes = keeping.mixes(callee, number);
            let behind = self.behind(at, argument);
            let inside = self.reachable(at, &behind);
            if keeping.keeps_behind(callee, number) {
                self.lose_at(at, inside.iter().copied().collect());
            }
            if writes.0 {
                self.obscure_contents(at, &[argument], mixes);
            }
            if writes.1 {
                self.obscure_contents(at, &inside, mixes);
            }
        }
    }

    /// Something may have been written where these addresses lead; if it `mixes`, what is found
    /// in one place may now be in another.
    pub fn obscure_contents(&mut self, at: &mut Current<'a>, addresses: &[Value], mixes: bool) {
        for &address in addresses {
            match (address.object(), address.global()) {
                (Some(object), _) => {
                    let place = Place::Object(object);
                    self.note_store(at, place, i32::MIN..i32::MAX);
                    let mut lost = Lost::new();
                    if mixes {
                        let contents = at.state.memory.contents(place);
                        lost.extend(contents.filter(|value| value.is_address()));
                    }
                    Rc::make_mut(&mut at.state.memory).blur(place, &mut lost);
                    self.lose_at(at, lost);
                }
                (_, Some(global)) => self.disturb(at, global),
                _ => {}
            }
        }
    }
}
