//! What the walk does where threads may meet at a channel, and the channels that it knows afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use trailhound_program::{CallSite, FunctionId, LocationId, Op, Passed};

use super::facts::Summary;
use super::memory::Meeting;
use super::rendezvous::{Call, Channel, Part};
use super::value::{ObjectNumber, Value};
use super::walk::{Current, Effect, PointId, Target, TaskIndex, Walk};
use crate::action::{Action, Object};

impl<'a> Walk<'a> {
    /// A call that may have to do with a meeting. None: it is like any other.
    pub fn meeting(
        &mut self,
        at: &mut Current<'a>,
        (site, callee): (&CallSite, FunctionId),
        arguments: &[Value],
        actions: &[Action],
    ) -> Option<bool> {
        let part = match self.rendezvous.part(callee)? {
            Part::Call(_) => {
                Rc::make_mut(&mut at.state.memory).meeting = Meeting::Open;
                return None;
            }
            Part::Parts => return None,
            part => part,
        };
        let Some((around, call)) = self.call_around(at) else {
            self.meetings.unknown = true;
            return None;
        };
        let sends = match (around, part) {
            (Call::Send, Part::Gives) | (Call::Receive, Part::Takes) => {
                self.outcome(at, Vec::new(), Effect::None, Target::Nowhere);
                return Some(false);
            }
            (Call::Send, Part::Waits) | (Call::TrySend, Part::Gives) => true,
            (Call::Receive, Part::Waits) | (Call::TryReceive, Part::Takes) => false,
            _ => {
                self.meetings.unknown = true;
                return None;
            }
        };
        Rc::make_mut(&mut at.state.memory).meeting = Meeting::Met;
        let location = self.called_from(at);
        let summary = self.facts.of_function(callee);
        self.pass_over(at, (site, callee), summary, arguments);
        self.go(
            at,
            at.pc + 1,
            actions.to_vec(),
            Effect::Meet { call, sends },
        );
        if let Some(outcome) = at.outcomes.last_mut() {
            outcome.location = location;
        }
        Some(false)
    }

    /// What it means for channels that a function is passed over which may leave one of them: it
    /// is one that it was given.
    pub fn parting(&mut self, at: &Current<'a>, summary: &Summary, arguments: &[Value]) -> Effect {
        // A task that calls a channel does not leave it before the call is over.
        let calls = |f: &FunctionId| matches!(self.rendezvous.part(*f), Some(Part::Call(_)));
        let chain = &self.contexts[at.context as usize].chain;
        if !summary.parts || chain.iter().any(calls) {
            return Effect::None;
        }
        let reached = self.reachable(at, arguments).into_iter();
        let objects: BTreeSet<ObjectNumber> = reached.filter_map(Value::object).collect();
        if objects.is_empty() {
            return Effect::None;
        }
        let known = self.meetings.left.iter().position(|left| *left == objects);
        let number = known.unwrap_or_else(|| {
            self.meetings.left.push(objects);
            self.meetings.left.len() - 1
        });
        Effect::Part(number as u32)
    }

    /// What it means that a function returns to its caller: one that waits without end and returns
    /// without a rendezvous was told that the other side is gone.
    pub fn returns_alone(&self, at: &Current<'a>, caller: PointId) -> Effect {
        let waits = matches!(
            self.rendezvous.part(at.function),
            Some(Part::Call(Call::Send | Call::Receive))
        );
        match waits && at.state.memory.meeting == Meeting::Open {
            true => Effect::FindNone { call: caller },
            false => Effect::None,
        }
    }

    /// The call of a channel that the operation belongs to, and the point where it was called.
    fn call_around(&self, at: &Current<'a>) -> Option<(Call, PointId)> {
        let mut context = &self.contexts[at.context as usize];
        loop {
            let [caller] = context.callers[..] else {
                return None;
            };
            if let Some(Part::Call(call)) = self.rendezvous.part(context.function) {
                return context.single.then_some((call, caller));
            }
            context = &self.contexts[self.points[caller as usize].key.context as usize];
        }
    }

    /// Whether an operation on an object is that of a channel on itself. What it does with its
    /// own lock is not needed: who meets whom is known without it.
    pub fn is_of_channel(&self, at: &Current<'a>, object: ObjectNumber) -> bool {
        let mut context = &self.contexts[at.context as usize];
        loop {
            let [caller] = context.callers[..] else {
                return false;
            };
            let part = self.rendezvous.part(context.function);
            if let Some(Part::Call(_) | Part::Parts) = part {
                let channel = self.given(caller).first().copied();
                return channel.and_then(Value::object) == Some(object);
            }
            context = &self.contexts[self.points[caller as usize].key.context as usize];
        }
    }

    /// The place in the user's code from which the library was called.
    fn called_from(&self, at: &Current<'a>) -> LocationId {
        let source = &self.program.source;
        let (mut location, mut context) = (at.location(), at.context);
        while source.user_location(location).is_none() {
            let Some(&caller) = self.contexts[context as usize].callers.first() else {
                break;
            };
            let key = &self.points[caller as usize].key;
            context = key.context;
            let body = self.body(self.contexts[context as usize].function);
            location = body.map_or(location, |body| body.locations[key.pc as usize]);
        }
        location
    }

    /// What a call of a channel was given, the channel first: as it is known when the walk is
    /// over.
    fn given(&self, call: PointId) -> Vec<Value> {
        let point = &self.points[call as usize];
        let context = &self.contexts[point.key.context as usize];
        let body = self
            .body(context.function)
            .expect("only bodies are entered");
        let Op::Call { call } = body.code[point.key.pc as usize] else {
            return Vec::new();
        };
        let site = &body.calls[call as usize];
        let values = site.arguments.iter().map(|passed| match *passed {
            Passed::Register(register) => point.state.get(body, register),
            Passed::ByValue { .. } => Value::Unknown,
        });
        // What is too large for registers is returned where the first argument leads.
        values.skip(usize::from(site.results == 0)).collect()
    }

    /// Whether a call waits without end: the last thing that it is given is the time
    /// when it ends, and this number of nanoseconds stands for none.
    pub fn waits_for_ever(&self, call: PointId) -> bool {
        const NONE: u64 = 1_000_000_000;
        self.given(call).last() == Some(&Value::Constant(NONE))
    }

    /// The name of the variable that tells whether one side of a channel is gone.
    pub fn channel_name(&self, (object, offset): Channel) -> Object {
        let place = self
            .made
            .get(&object)
            .and_then(|made| self.place_made(made));
        let place = place.unwrap_or_else(|| "library".to_owned());
        Object(format!("channel({place})#{}.{offset}", object.0))
    }

    /// After the walk: the channels of meetings, by where they were called. Those are left out
    /// at which it cannot be told who meets whom.
    pub fn channels(
        &self,
        meetings: &[(TaskIndex, PointId)],
        many: &[bool],
    ) -> BTreeMap<PointId, Channel> {
        let called: Vec<(TaskIndex, PointId, Value)> = meetings
            .iter()
            .map(|&(task, call)| {
                let channel = self.given(call).first().copied();
                (task, call, channel.unwrap_or(Value::Unknown))
            })
            .collect();
        let is_one = |object: ObjectNumber| {
            let made = self.made.get(&object);
            made.is_some_and(|made| made.once && !many[made.task as usize])
                && !self.meetings.lost.contains(&object)
        };
        let unsure: BTreeSet<ObjectNumber> = called
            .iter()
            .filter_map(|&(task, _, value)| match value {
                Value::Object { object, .. } => many[task as usize].then_some(object),
                value => value.object(),
            })
            .collect();
        let known = called
            .into_iter()
            .filter_map(|(_, call, value)| match value {
                Value::Object { object, offset } if is_one(object) && !unsure.contains(&object) => {
                    Some((call, (object, offset)))
                }
                _ => None,
            });
        match self.meetings.unknown {
            true => BTreeMap::new(),
            false => known.collect(),
        }
    }
}
