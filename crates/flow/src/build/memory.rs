//! What a task knows of memory that nobody else can touch: its own local objects, and the
//! globals that only the first task uses. Cells that are not here are not known.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::value::{Lost, ObjectNumber, Value};

/// An object that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Object(ObjectNumber),
    Global(u32),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// By place and offset: the bytes that the value has, and the value.
    cells: BTreeMap<(Place, i32), (u32, Value)>,
    /// Objects that others may know: they are followed no longer.
    escaped: BTreeSet<ObjectNumber>,
    /// Globals of which what is not here is no longer what it was at the start.
    changed: BTreeSet<u32>,
}

impl Memory {
    pub fn has_escaped(&self, object: ObjectNumber) -> bool {
        self.escaped.contains(&object)
    }

    fn touching(&self, place: Place, bytes: &Range<i32>) -> Vec<((Place, i32), (u32, Value))> {
        // No cell is wider than sixteen bytes.
        let near = (place, bytes.start.saturating_sub(16))..(place, bytes.end);
        self.cells
            .range(near)
            .filter(|&(&(_, offset), &(size, _))| offset + size as i32 > bytes.start)
            .map(|(&at, &cell)| (at, cell))
            .collect()
    }

    /// Whether bytes of a global are what they were at the start.
    pub fn is_initial(&self, global: u32, offset: i32, size: u32) -> bool {
        let bytes = offset..offset.saturating_add(size as i32);
        !self.changed.contains(&global) && self.touching(Place::Global(global), &bytes).is_empty()
    }

    /// The value of so many bytes. A part of an address is as good as the address to whoever
    /// puts it together again.
    pub fn load(&self, place: Place, offset: i32, size: u32, lost: &mut Lost) -> Value {
        if let Some(&(known, value)) = self.cells.get(&(place, offset))
            && known == size
        {
            return value;
        }
        let touched = self.touching(place, &(offset..offset.saturating_add(size as i32)));
        lost.extend(touched.iter().map(|(_, (_, value))| *value));
        Value::Unknown
    }

    pub fn store(&mut self, place: Place, offset: i32, size: u32, value: Value, lost: &mut Lost) {
        if let Place::Object(object) = place
            && self.has_escaped(object)
        {
            lost.push(value);
            return;
        }
        self.remove(place, &(offset..offset.saturating_add(size as i32)));
        match (value, place) {
            (Value::Unknown, Place::Global(global)) => drop(self.changed.insert(global)),
            (Value::Unknown, Place::Object(_)) => {}
            _ => drop(self.cells.insert((place, offset), (size, value))),
        }
    }

    /// Something else is written there.
    pub fn forget(&mut self, place: Place, bytes: Range<i32>) {
        if let Place::Global(global) = place {
            self.changed.insert(global);
        }
        self.remove(place, &bytes);
    }

    fn remove(&mut self, place: Place, bytes: &Range<i32>) {
        for (at, _) in self.touching(place, bytes) {
            if let Place::Global(global) = place
                && !(bytes.start <= at.1 && at.1 < bytes.end)
            {
                self.changed.insert(global);
            }
            self.cells.remove(&at);
        }
    }

    pub fn forget_all(&mut self, place: Place) {
        self.forget(place, i32::MIN..i32::MAX);
    }

    /// The cells that lie in a range, by their distance from its start.
    pub fn copy_out(
        &self,
        place: Place,
        bytes: Range<i32>,
        lost: &mut Lost,
    ) -> Vec<(i32, u32, Value)> {
        let mut found = Vec::new();
        for ((_, offset), (size, value)) in self.touching(place, &bytes) {
            if offset >= bytes.start && offset + size as i32 <= bytes.end {
                found.push((offset - bytes.start, size, value));
            } else {
                lost.push(value);
            }
        }
        found
    }

    /// All values in an object.
    pub fn contents(&self, place: Place) -> impl Iterator<Item = Value> + '_ {
        self.cells
            .range((place, i32::MIN)..=(place, i32::MAX))
            .map(|(_, &(_, value))| value)
    }

    /// Others may know the object from now on, and what it points to.
    pub fn escape(&mut self, object: ObjectNumber, lost: &mut Lost) {
        if self.escaped.insert(object) {
            let place = Place::Object(object);
            lost.extend(self.contents(place).filter(|value| value.is_address()));
            self.forget_all(place);
        }
    }

    /// Whether no cell overlaps these bytes, and the object is followed.
    fn is_free(&self, (place, offset): (Place, i32), size: u32) -> bool {
        let escaped = matches!(place, Place::Object(object) if self.has_escaped(object));
        !escaped
            && self
                .touching(place, &(offset..offset + size as i32))
                .is_empty()
    }

    /// What holds of both. True: something is no longer known.
    pub fn join(&mut self, other: &Memory, lost: &mut Lost) -> bool {
        let before = (self.cells.len(), self.escaped.len());
        let mut changed = false;
        let stale = &mut self.changed;
        let known = stale.len();
        stale.extend(&other.changed);
        // What one of them has and the other does not is not what it was at the start.
        for (&(place, offset), _) in self.cells.iter().chain(&other.cells) {
            if let Place::Global(global) = place {
                let both = self.cells.contains_key(&(place, offset))
                    && other.cells.contains_key(&(place, offset));
                if !both {
                    stale.insert(global);
                }
            }
        }
        changed |= stale.len() != known;
        self.cells.retain(|at, (size, value)| {
            let joined = match other.cells.get(at) {
                Some(&(known, theirs)) if known == *size => value.join(theirs, lost),
                Some(&(_, theirs)) => {
                    lost.extend(
                        [*value, theirs]
                            .into_iter()
                            .filter(|value| value.is_address()),
                    );
                    Value::Any
                }
                None => value.join(Value::Unknown, lost),
            };
            changed |= joined != *value;
            *value = joined;
            if let (Value::Unknown, Place::Global(global)) = (joined, at.0) {
                self.changed.insert(global);
            }
            joined != Value::Unknown
        });
        for (at, (size, theirs)) in &other.cells {
            if !self.cells.contains_key(at) && (theirs.is_address() || *theirs == Value::Any) {
                // Here it was unknown what is there.
                match Value::Unknown.join(*theirs, lost) {
                    Value::Unknown => {}
                    joined if self.is_free(*at, *size) => {
                        self.cells.insert(*at, (*size, joined));
                        changed = true;
                    }
                    _ => lost.push(*theirs),
                }
            }
        }
        let new: Vec<ObjectNumber> = other.escaped.difference(&self.escaped).copied().collect();
        for object in new {
            self.escape(object, lost);
        }
        changed || before != (self.cells.len(), self.escaped.len())
    }
}
