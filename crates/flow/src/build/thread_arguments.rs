//! What a thread is given when it starts. The objects that its argument leads to are known to
//! the one that starts it; the new thread knows the same of them, as long as no task writes there
//! any more and their address is not known elsewhere. That is taken for granted, and whatever
//! shows otherwise is noted (`Knowledge::rewritten`, `Knowledge::leaked`) and all is done again
//! without.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use super::memory::{Memory, Place};
use super::value::{Lost, ObjectNumber, Value};
use super::walk::{Current, TaskIndex, Walk};

impl<'a> Walk<'a> {
    /// A new task is started with a value: as it knows it, and what it knows of memory.
    pub fn pass(&mut self, at: &mut Current<'a>, argument: Value) -> (Value, Memory) {
        let objects = loop {
            let objects = self.objects_behind(at, argument);
            let mut lost = Lost::new();
            for &object in &objects {
                let address = Value::Object { object, offset: 0 };
                lost.extend(Some(address).filter(|_| self.assumed.leaked.contains(&object)));
                lost.extend(self.forget_rewritten(at, object));
            }
            if lost.is_empty() {
                break objects;
            }
            self.lose_at(at, lost);
        };
        let memory = Rc::make_mut(&mut at.state.memory).publish(&objects);
        (as_passed(argument), memory)
    }

    /// A task is started with a value, and nothing is known of where it leads.
    pub fn pass_unknown(&mut self, at: &mut Current<'a>, argument: Value) -> (Value, Memory) {
        let reached = self.objects_behind(at, argument).into_iter();
        let addresses = reached.map(|object| Value::Object { object, offset: 0 });
        let lost: Lost = addresses.collect();
        self.lose_at(at, lost);
        match argument {
            _ if argument.object().is_some() => (Value::Unknown, Memory::default()),
            _ => (as_passed(argument), Memory::default()),
        }
    }

    /// The objects that are followed and can be reached from a value, by way of others.
    fn objects_behind(&self, at: &Current<'a>, value: Value) -> BTreeSet<ObjectNumber> {
        let mut found = BTreeSet::new();
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            if let Some(object) = value.object()
                && !at.state.memory.has_escaped(object)
                && found.insert(object)
            {
                waiting.extend(at.state.memory.contents(Place::Object(object)));
            }
        }
        found
    }

    /// Takes out what will be written; gives the addresses among it.
    fn forget_rewritten(&self, at: &mut Current<'a>, object: ObjectNumber) -> Lost {
        let place = Place::Object(object);
        let mut lost = Lost::new();
        let written = (object, i32::MIN, i32::MIN)..=(object, i32::MAX, i32::MAX);
        for &(_, start, end) in self.assumed.rewritten.range(written) {
            let cells = at.state.memory.cells(place).iter();
            let mut touched = cells.filter(|cell| cell.touches(&(start..end))).peekable();
            if touched.peek().is_some() {
                lost.extend(touched.map(|cell| cell.value).filter(|v| v.is_address()));
                Rc::make_mut(&mut at.state.memory).forget(place, start..end);
            }
        }
        lost
    }

    /// Bytes of an object are read.
    pub fn note_load(&mut self, at: &Current<'a>, place: Place, bytes: Range<i32>) {
        if let Place::Object(object) = place
            && at.state.memory.is_published(object)
        {
            self.published
                .loads
                .insert((object, at.task, bytes.start, bytes.end));
        }
    }

    /// Bytes of an object are written. True: other tasks read them.
    pub fn note_store(&mut self, at: &Current<'a>, place: Place, bytes: Range<i32>) -> bool {
        if let Place::Object(object) = place
            && at.state.memory.locks_in(object, &bytes)
        {
            // A lock begins anew, whatever task holds it.
            self.found.leaked.insert(object);
        }
        self.note_change(at, place, bytes)
    }

    /// The same, of bytes that may be those of a lock that is taken or given back.
    pub fn note_change(&mut self, at: &Current<'a>, place: Place, bytes: Range<i32>) -> bool {
        let Place::Object(object) = place else {
            return false;
        };
        if !at.state.memory.is_published(object) {
            return false;
        }
        self.published
            .stores
            .insert((object, at.task, bytes.start, bytes.end));
        let written = (object, i32::MIN, i32::MIN)..=(object, i32::MAX, i32::MAX);
        let mut written = self.assumed.rewritten.range(written);
        written.any(|&(_, start, end)| start < bytes.end && end > bytes.start)
    }

    /// After the walk: what one task has written or told others cannot be what another relies on.
    pub fn check_thread_arguments(&mut self, many: &[bool]) {
        let made = &self.made;
        let disturbs = |object: ObjectNumber, one: TaskIndex, other: TaskIndex| {
            let own = made.get(&object).is_some_and(|made| made.task == one);
            one != other || many[one as usize] && !own
        };
        let (loads, stores) = (&self.published.loads, &self.published.stores);
        for &(object, task, start, end) in stores {
            let all =
                (object, 0, i32::MIN, i32::MIN)..=(object, TaskIndex::MAX, i32::MAX, i32::MAX);
            let mut read = loads.range(all).chain(stores.range(
                (object, 0, i32::MIN, i32::MIN)..=(object, TaskIndex::MAX, i32::MAX, i32::MAX),
            ));
            let conflict = read.any(|&(_, other, from, to)| {
                disturbs(object, task, other) && from < end && to > start
            });
            if conflict {
                self.found.rewritten.insert((object, start, end));
            }
        }
        for &(object, task) in &self.published.leaked {
            let mut touched = loads.iter().chain(stores);
            let conflict =
                touched.any(|&(other, by, ..)| other == object && disturbs(object, task, by));
            if conflict || many[task as usize] {
                self.found.leaked.insert(object);
            }
        }
    }
}

/// What does not depend on the task.
fn as_passed(value: Value) -> Value {
    match value {
        Value::Other(_) => Value::Unknown,
        value => value,
    }
}
