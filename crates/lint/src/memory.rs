//! What lies in memory, as far as it is addresses: for each part of each object everything
//! that is ever stored there. It knows no order of time.

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_analysis::{function_of, global_of};
use trailhound_program::Program;

use crate::address::{
    AbstractAddress, AddressBook, ContextId, Object, ObjectNumber, Offset, Points,
};

#[derive(Default)]
pub struct Memory {
    cells: FxHashMap<ObjectNumber, Vec<(Offset, Points)>>,
    /// Who has looked into an object.
    readers: FxHashMap<ObjectNumber, FxHashSet<ContextId>>,
    /// Objects that were given something since the readers were last asked for.
    changed: FxHashSet<ObjectNumber>,
}

/// Tables longer than this are not looked through for every element.
const LONGEST_TABLE: usize = 1 << 14;

impl Memory {
    /// What may lie at an address.
    pub fn load(
        &mut self,
        program: &Program,
        book: &mut AddressBook,
        reader: ContextId,
        address: AbstractAddress,
    ) -> Points {
        self.readers
            .entry(address.object)
            .or_default()
            .insert(reader);
        let mut found = Points::NOWHERE;
        if let Object::Global(global) = book.object(address.object) {
            found = initial(program, book, global, address.offset);
        }
        for index in 0..self.cells.get(&address.object).map_or(0, Vec::len) {
            let (offset, points) = self.cells[&address.object][index];
            if offset.meets(address.offset) {
                found = book.union(found, points);
            }
        }
        found
    }

    pub fn store(&mut self, book: &mut AddressBook, address: AbstractAddress, points: Points) {
        if points == Points::NOWHERE {
            return;
        }
        let cells = self.cells.entry(address.object).or_default();
        let cell = match cells.iter().position(|cell| cell.0 == address.offset) {
            Some(index) => &mut cells[index],
            None => {
                cells.push((address.offset, Points::NOWHERE));
                cells.last_mut().expect("just put there")
            }
        };
        let union = book.union(cell.1, points);
        if union != cell.1 {
            cell.1 = union;
            self.changed.insert(address.object);
        }
    }

    /// Everything behind one address may now lie behind the other as well.
    pub fn copy(
        &mut self,
        program: &Program,
        book: &mut AddressBook,
        reader: ContextId,
        to: AbstractAddress,
        from: AbstractAddress,
        size: Option<u32>,
    ) {
        self.readers.entry(from.object).or_default().insert(reader);
        let mut copied: Vec<(Offset, Points)> = Vec::new();
        if let (Object::Global(global), Some(start)) =
            (book.object(from.object), from.offset.exact())
        {
            let bytes = program.globals[global as usize].bytes.len();
            let end = size.map_or(bytes as i64, |size| i64::from(start) + i64::from(size));
            for at in (i64::from(start).max(0)..end.min(bytes as i64 - 7)).step_by(8) {
                let offset = Offset::exactly(at as i32);
                let points = initial(program, book, global, offset);
                copied.push((offset, points));
            }
        }
        copied.extend(self.cells.get(&from.object).into_iter().flatten());
        for (offset, points) in copied {
            let place = match (from.offset.exact(), offset.exact()) {
                (Some(start), Some(at)) => {
                    let apart = i64::from(at) - i64::from(start);
                    if apart < 0 || size.is_some_and(|size| apart >= i64::from(size)) {
                        continue;
                    }
                    to.offset.plus(apart)
                }
                _ => match (from.offset.in_element(), offset.in_element()) {
                    (Some((start, size)), Some((at, other))) if size == other => {
                        to.offset.plus(i64::from(at) - i64::from(start))
                    }
                    (Some((start, size)), None) if offset.exact().is_some() => {
                        let at = i64::from(offset.exact().unwrap_or(0));
                        let apart = (at - i64::from(start)).rem_euclid(i64::from(size));
                        to.offset.plus(apart)
                    }
                    _ => Offset::ANYWHERE,
                },
            };
            let to = AbstractAddress {
                offset: place,
                ..to
            };
            self.store(book, to, points);
        }
    }

    /// Who has looked at what has changed since.
    pub fn take_outdated(&mut self) -> Vec<ContextId> {
        let mut outdated = Vec::new();
        for object in std::mem::take(&mut self.changed) {
            outdated.extend(self.readers.get(&object).into_iter().flatten().copied());
        }
        outdated.sort_unstable();
        outdated.dedup();
        outdated
    }

    /// Everything that an object leads to.
    pub fn content(&self, object: ObjectNumber) -> impl Iterator<Item = Points> + '_ {
        let cells = self.cells.get(&object).into_iter().flatten();
        cells.map(|&(_, points)| points)
    }
}

/// What a word is the address of.
pub fn addressed(book: &mut AddressBook, word: u64) -> Points {
    if let Some((global, offset)) = global_of(word) {
        return book.one(Object::Global(global), Offset::exactly(offset as i32));
    }
    match function_of(word) {
        Some(function) => book.one(Object::Function(function.0), Offset::exactly(0)),
        None => Points::NOWHERE,
    }
}

/// What lies in a global from the start.
fn initial(program: &Program, book: &mut AddressBook, global: u32, offset: Offset) -> Points {
    let Some(global) = program.globals.get(global as usize) else {
        return Points::NOWHERE;
    };
    let word = |at: usize| {
        let bytes = global.bytes.get(at..at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    if let Some(at) = offset.exact() {
        let found = usize::try_from(at).ok().and_then(word);
        return found.map_or(Points::NOWHERE, |word| addressed(book, word));
    }
    let mut found = Points::NOWHERE;
    let (start, step) = offset.in_element().unwrap_or((0, 8));
    let end = global.bytes.len().min(LONGEST_TABLE);
    for at in (start as usize..end).step_by(step as usize) {
        if let Some(word) = word(at).filter(|&word| word >> 32 != 0) {
            let points = addressed(book, word);
            found = book.union(found, points);
        }
    }
    found
}
