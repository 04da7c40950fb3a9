//! Gives names to mutexes that are no globals while the text is followed, and checks them afterwards.

use super::lock_names::Made;
use super::value::ObjectNumber;
use super::walk::{Current, Walk};
use crate::action::{Action, Object};

impl<'a> Walk<'a> {
    /// The name of the lock in an object that is followed, if it has one.
    pub fn lock_name(
        &mut self,
        at: &mut Current<'a>,
        object: ObjectNumber,
        offset: i32,
    ) -> Option<Object> {
        let made = *self.made.get(&object)?;
        if !made.once
            || self.is_of_channel(at, object)
            || self.assumed.leaked.contains(&object)
            || at.state.memory.has_escaped(object)
        {
            return None;
        }
        std::rc::Rc::make_mut(&mut at.state.memory).use_lock(object, offset);
        if let Some(name) = self.lock_names.names.get(&(object, offset)) {
            return Some(name.clone());
        }
        let place = self
            .place_made(&made)
            .unwrap_or_else(|| "library".to_owned());
        let name = (1..)
            .map(|number| match number {
                1 => Object(format!("heap({place})")),
                _ => Object(format!("heap({place})#{number}")),
            })
            .find(|name| !self.lock_names.names.values().any(|taken| taken == name))?;
        if !self.interest.wants(&Action::Lock(Some(name.clone()))) {
            return None;
        }
        self.lock_names.names.insert((object, offset), name.clone());
        Some(name)
    }

    /// The line of the user's code that makes an object, by way of calls.
    pub fn place_made(&self, made: &Made) -> Option<String> {
        let source = &self.program.source;
        let mut location = made.location;
        let mut point = made.point;
        loop {
            if let Some((_, found)) = source.user_location(location) {
                let path = &source.file(found.file).path;
                let file = path.rsplit('/').next().unwrap_or(path);
                return Some(format!("{file}:{}", found.line));
            }
            let context = self.points[point as usize].key.context;
            point = *self.contexts[context as usize].callers.first()?;
            let key = &self.points[point as usize].key;
            let function = self.contexts[key.context as usize].function;
            location = self.body(function)?.locations[key.pc as usize];
        }
    }

    /// After the walk: names are for locks of which there is one, and which are known wherever
    /// they are used.
    pub fn check_lock_names(&mut self, many: &[bool]) {
        for &(object, _) in self.lock_names.names.keys() {
            let several = many[self.made[&object].task as usize];
            if several || self.lock_names.lost.contains(&object) {
                self.found.leaked.insert(object);
            }
        }
    }
}
