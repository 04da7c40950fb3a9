//! What a task knows of memory that it can tell the content of: its own objects, those that it
//! was handed and that is not written, and the globals that only the first task uses. Cells that
//! are not here are not known.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use trailhound_program::numbers::cut;

use super::ids::TaskIndex;
use super::value::{Lost, ObjectNumber, Value};

/// An object that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Object(ObjectNumber),
    Global(u32),
}

/// So many bytes at an offset, and their value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub offset: i32,
    pub size: u32,
    pub value: Value,
}

impl Cell {
    fn end(&self) -> i32 {
        self.offset.saturating_add(self.size as i32)
    }

    pub fn touches(&self, bytes: &Range<i32>) -> bool {
        self.offset < bytes.end && self.end() > bytes.start
    }
}

fn bits_in(bytes: u32) -> u8 {
    bytes.saturating_mul(8).min(64) as u8
}

/// What has come of the latest call at which threads meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// There was none.
    #[default]
    None,
    /// No rendezvous yet.
    Open,
    Met,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// By place, the cells in the order of their offsets; they do not overlap.
    places: BTreeMap<Place, Rc<Vec<Cell>>>,
    /// Objects that others may know: they are followed no longer.
    escaped: Rc<BTreeSet<ObjectNumber>>,
    /// Objects that other tasks were given, whose content stays as it is.
    published: Rc<BTreeSet<ObjectNumber>>,
    /// Locks in objects that were used, by their offsets.
    locks: Rc<BTreeSet<(ObjectNumber, i32)>>,
    /// Globals of which what is not here is no longer what it was at the start.
    changed: BTreeSet<u32>,
    /// The tasks that were started on the path here: before, objects are the task's own that are
    /// not afterwards, so paths that differ in it are not joined.
    started: Rc<BTreeSet<TaskIndex>>,
    /// Paths that differ in it are not joined either: the one who was met and the one who was not
    /// find different results.
    pub meeting: Meeting,
}

impl Memory {
    pub fn started(&self) -> &Rc<BTreeSet<TaskIndex>> {
        &self.started
    }

    pub fn use_lock(&mut self, object: ObjectNumber, offset: i32) {
        if !self.locks.contains(&(object, offset)) {
            Rc::make_mut(&mut self.locks).insert((object, offset));
        }
    }

    /// Whether a lock that was used begins in these bytes.
    pub fn locks_in(&self, object: ObjectNumber, bytes: &Range<i32>) -> bool {
        let locks = self.locks.range((object, bytes.start)..(object, bytes.end));
        bytes.start < bytes.end && locks.count() > 0
    }

    pub fn start(&mut self, task: TaskIndex) {
        if !self.started.contains(&task) {
            Rc::make_mut(&mut self.started).insert(task);
        }
    }

    pub fn has_escaped(&self, object: ObjectNumber) -> bool {
        self.escaped.contains(&object)
    }

    pub fn is_published(&self, object: ObjectNumber) -> bool {
        self.published.contains(&object)
    }

    pub fn cells(&self, place: Place) -> &[Cell] {
        self.places.get(&place).map_or(&[], |cells| cells)
    }

    fn touching(&self, place: Place, bytes: Range<i32>) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.cells(place).iter().copied();
        cells.filter(move |cell| cell.touches(&bytes))
    }

    /// Whether bytes of a global are what they were at the start.
    pub fn is_initial(&self, global: u32, offset: i32, size: u32) -> bool {
        let bytes = offset..offset.saturating_add(size as i32);
        !self.changed.contains(&global)
            && self.touching(Place::Global(global), bytes).next().is_none()
    }

    /// The value of so many bytes. A part of an address is as good as the address to one who
    /// puts it together again.
    pub fn load(&self, place: Place, offset: i32, size: u32, lost: &mut Lost) -> Value {
        let mut touched = self.touching(place, offset..offset.saturating_add(size as i32));
        let first = touched.next();
        if let Some(cell) = first
            && cell.offset == offset
            && cell.size == size
        {
            return cell.value;
        }
        let touched: Vec<Cell> = first.into_iter().chain(touched).collect();
        lost.extend(touched.iter().map(|cell| cell.value));
        match touched.first() {
            // The low bytes are those of the first cell.
            Some(cell) if cell.offset == offset => {
                let (bits, known) = cell.value.low_bits().unwrap_or_default();
                let known = known & cut(u32::MAX.into(), bits_in(cell.size)) as u32;
                Value::partly(bits, known, bits_in(size))
            }
            _ => Value::Unknown,
        }
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
            _ => self.insert(
                place,
                Cell {
                    offset,
                    size,
                    value,
                },
            ),
        }
    }

    fn insert(&mut self, place: Place, cell: Cell) {
        let cells = Rc::make_mut(self.places.entry(place).or_default());
        let at = cells.partition_point(|known| known.offset < cell.offset);
        cells.insert(at, cell);
    }

    /// Something else is written there.
    pub fn forget(&mut self, place: Place, bytes: Range<i32>) {
        if let Place::Global(global) = place {
            self.changed.insert(global);
        }
        self.remove(place, &bytes);
    }

    fn remove(&mut self, place: Place, bytes: &Range<i32>) {
        let Some(cells) = self.places.get_mut(&place) else {
            return;
        };
        if !cells.iter().any(|cell| cell.touches(bytes)) {
            return;
        }
        let changed = &mut self.changed;
        let cells = Rc::make_mut(cells);
        cells.retain(|cell| {
            let goes = cell.touches(bytes);
            if let Place::Global(global) = place
                && goes
                && !(bytes.start <= cell.offset && cell.offset < bytes.end)
            {
                changed.insert(global);
            }
            !goes
        });
        if cells.is_empty() {
            self.places.remove(&place);
        }
    }

    pub fn forget_all(&mut self, place: Place) {
        self.forget(place, i32::MIN..i32::MAX);
    }

    /// Something else may be written anywhere in it, or not.
    pub fn blur(&mut self, place: Place, lost: &mut Lost) {
        let blurred = |cell: &Cell, lost: &mut Lost| Cell {
            value: cell.value.join(Value::Unknown, lost),
            ..*cell
        };
        let cells: Vec<Cell> = self
            .cells(place)
            .iter()
            .map(|cell| blurred(cell, lost))
            .collect();
        self.forget_all(place);
        for cell in cells
            .into_iter()
            .filter(|cell| cell.value != Value::Unknown)
        {
            self.insert(place, cell);
        }
    }

    /// The object is no more, or a new one that is not known elsewhere yet.
    pub fn renew(&mut self, object: ObjectNumber) {
        self.forget_all(Place::Object(object));
        if self.has_escaped(object) {
            Rc::make_mut(&mut self.escaped).remove(&object);
        }
        if self.is_published(object) {
            Rc::make_mut(&mut self.published).remove(&object);
        }
        if self.locks_in(object, &(i32::MIN..i32::MAX)) {
            Rc::make_mut(&mut self.locks).retain(|(other, _)| *other != object);
        }
    }

    /// The cells that lie in a range, by their distance from its start.
    pub fn copy_out(&self, place: Place, bytes: Range<i32>, lost: &mut Lost) -> Vec<Cell> {
        let mut found = Vec::new();
        for cell in self.touching(place, bytes.clone()) {
            if cell.offset >= bytes.start && cell.end() <= bytes.end {
                found.push(Cell {
                    offset: cell.offset - bytes.start,
                    ..cell
                });
            } else {
                lost.push(cell.value);
            }
        }
        found
    }

    /// All values in an object.
    pub fn contents(&self, place: Place) -> impl Iterator<Item = Value> + '_ {
        self.cells(place).iter().map(|cell| cell.value)
    }

    /// Others may know the object from now on, and what it points to.
    pub fn escape(&mut self, object: ObjectNumber, lost: &mut Lost) {
        if !self.has_escaped(object) {
            Rc::make_mut(&mut self.escaped).insert(object);
            let place = Place::Object(object);
            lost.extend(self.contents(place).filter(|value| value.is_address()));
            self.forget_all(place);
        }
    }

    /// Another task gets to know these objects; gives what it knows when it starts.
    pub fn publish(&mut self, objects: &BTreeSet<ObjectNumber>) -> Memory {
        if !objects.is_subset(&self.published) {
            Rc::make_mut(&mut self.published).extend(objects);
        }
        let place = |&object: &ObjectNumber| Place::Object(object);
        let known = objects.iter().map(place).filter_map(|place| {
            let cells = self.places.get(&place)?;
            Some((place, cells.clone()))
        });
        Memory {
            places: known.collect(),
            escaped: self.escaped.clone(),
            published: Rc::new(objects.clone()),
            locks: self.locks.clone(),
            ..Memory::default()
        }
    }

    /// Objects that others were given and that have escaped on one path here.
    pub fn leaked(&self) -> impl Iterator<Item = ObjectNumber> + '_ {
        let published = self.published.iter().copied();
        published.filter(|&object| self.has_escaped(object))
    }

    /// Whether no cell overlaps these bytes, and the object is followed.
    fn is_free(&self, place: Place, cell: &Cell) -> bool {
        let escaped = matches!(place, Place::Object(object) if self.has_escaped(object));
        !escaped
            && self
                .touching(place, cell.offset..cell.end())
                .next()
                .is_none()
    }

    /// What holds of both. True: something is no longer known.
    pub fn join(&mut self, other: &Memory, lost: &mut Lost) -> bool {
        let mut changed = false;
        let known = self.changed.len();
        self.changed.extend(&other.changed);
        let places: BTreeSet<Place> = self
            .places
            .keys()
            .chain(other.places.keys())
            .copied()
            .collect();
        for place in places {
            if let (Some(mine), Some(theirs)) = (self.places.get(&place), other.places.get(&place))
                && Rc::ptr_eq(mine, theirs)
            {
                continue;
            }
            changed |= self.join_place(place, other.cells(place), lost);
        }
        changed |= self.changed.len() != known;
        if !Rc::ptr_eq(&self.published, &other.published)
            && !other.published.is_subset(&self.published)
        {
            Rc::make_mut(&mut self.published).extend(other.published.iter());
            changed = true;
        }
        if !Rc::ptr_eq(&self.locks, &other.locks) && !other.locks.is_subset(&self.locks) {
            Rc::make_mut(&mut self.locks).extend(other.locks.iter());
            changed = true;
        }
        if !Rc::ptr_eq(&self.escaped, &other.escaped) {
            let new: Vec<ObjectNumber> = other.escaped.difference(&self.escaped).copied().collect();
            changed |= !new.is_empty();
            for object in new {
                self.escape(object, lost);
            }
        }
        changed
    }

    fn join_place(&mut self, place: Place, theirs: &[Cell], lost: &mut Lost) -> bool {
        let mine = self.cells(place);
        let at = |cells: &[Cell], offset: i32| -> Option<Cell> {
            let found = cells.binary_search_by_key(&offset, |cell| cell.offset);
            found.ok().map(|found| cells[found])
        };
        if let Place::Global(global) = place {
            // What one of them has and the other does not is not what it was at the start.
            let both = mine.len() == theirs.len()
                && mine.iter().zip(theirs).all(|(a, b)| a.offset == b.offset);
            if !both {
                self.changed.insert(global);
            }
        }
        let mine = self.cells(place);
        let mut changed = false;
        let mut forgotten = false;
        let mut joined: Vec<Cell> = Vec::with_capacity(mine.len());
        for cell in mine {
            let value = match at(theirs, cell.offset) {
                Some(other) if other.size == cell.size => cell.value.join(other.value, lost),
                Some(other) => {
                    let values = [cell.value, other.value].into_iter();
                    lost.extend(values.filter(|value| value.is_address()));
                    Value::Any
                }
                None => cell.value.join(Value::Unknown, lost),
            };
            changed |= value != cell.value;
            match value {
                Value::Unknown => forgotten = true,
                _ => joined.push(Cell { value, ..*cell }),
            }
        }
        if let Place::Global(global) = place
            && forgotten
        {
            self.changed.insert(global);
        }
        if changed {
            match joined.is_empty() {
                true => drop(self.places.remove(&place)),
                false => drop(self.places.insert(place, Rc::new(joined))),
            }
        }
        for cell in theirs {
            let known = at(self.cells(place), cell.offset).is_some();
            if !known && (cell.value.is_address() || cell.value == Value::Any) {
                // Here it was unknown what is there.
                match Value::Unknown.join(cell.value, lost) {
                    Value::Unknown => {}
                    value if self.is_free(place, cell) => {
                        self.insert(place, Cell { value, ..*cell });
                        changed = true;
                    }
                    _ => lost.push(cell.value),
                }
            }
        }
        changed
    }
}
