//! Reads and writes: what they touch, what is known of it, and what is to be seen. A read
//! of a variable that is asked about is split by the values that the variable is given, so
//! that a test lies where the value is read and not where it is looked at.

use std::rc::Rc;

use smallvec::SmallVec;
use trailhound_program::numbers::{cut, extend};
use trailhound_program::{Op, Reg};

use super::knowledge::MOST_VALUES;
use super::memory::Place;
use super::reach::{Reach, Touch};
use super::state::Case;
use super::value::{Lost, Value};
use super::walk::{Current, Effect, Walk};
use crate::action::{Action, Object};

/// More names for one access than this are not told apart.
const MOST_PARTS: usize = 16;

impl<'a> Walk<'a> {
    pub fn access(&mut self, at: &mut Current<'a>, op: Op) -> bool {
        match op {
            Op::Load {
                w, d, p, offset, ..
            } => self.load(at, w, d, p, offset),
            Op::Store {
                w, v, p, offset, ..
            } => self.store(at, w, v, p, offset),
            Op::CompareExchange {
                w,
                d,
                p,
                expected,
                new,
                ..
            } => self.compare_exchange(at, w, d, p, (expected, new)),
            Op::ReadModifyWrite { op, w, d, p, v, .. } => {
                self.read_modify_write(at, (op, w), d, p, v)
            }
            Op::LoadMany {
                d,
                p,
                offset,
                shape,
                ..
            } => {
                let body = at.body;
                let shape = &body.shapes[shape as usize];
                let base = at.get(p).offset_by(i64::from(offset));
                let mut lost = Lost::new();
                for (register, part) in (d..).zip(&shape.parts) {
                    let address = base.offset_by(i64::from(part.offset));
                    let value = self.peek(at, address, part.w, &mut lost);
                    at.set(register, value);
                }
                self.lose_at(at, lost);
                self.touch(at, base, shape.size, Touch::Read)
            }
            Op::StoreMany {
                v,
                p,
                offset,
                shape,
                ..
            } => {
                let body = at.body;
                let shape = &body.shapes[shape as usize];
                let base = at.get(p).offset_by(i64::from(offset));
                for (register, part) in (v..).zip(&shape.parts) {
                    let address = base.offset_by(i64::from(part.offset));
                    let value = at.get(register);
                    self.poke(at, address, part.w, value);
                }
                self.touch(at, base, shape.size, Touch::Write)
            }
            Op::CopyMemory { to, from, n, .. } => self.copy(at, to, from, n),
            Op::SetMemory { to, n, .. } => {
                let (base, size) = (at.get(to), at.get(n).constant());
                self.overwrite(at, base, size);
                let size = size.map_or(u32::MAX, |size| size.min(u64::from(u32::MAX)) as u32);
                self.touch(at, base, size, Touch::Write)
            }
            _ => {
                // Wide exchanges: both at once, and nothing is known of the result.
                let Op::WideCompareExchange { p, .. } = op else {
                    unreachable!("only accesses come here");
                };
                let base = at.get(p);
                self.overwrite(at, base, Some(16));
                self.obscure(at, &op);
                self.touch(at, base, 16, Touch::Write)
            }
        }
    }

    /// What is known of the value at an address.
    pub fn peek(&mut self, at: &Current<'a>, address: Value, w: u8, lost: &mut Lost) -> Value {
        let size = u32::from(w).div_ceil(8);
        match self.reach(at, address) {
            Reach::Local(place, offset) => {
                self.note_load(at, place, offset..offset.saturating_add(size as i32));
                at.state.memory.load(place, offset, size, lost)
            }
            Reach::Global { global, offset } => {
                if at.task != 0 {
                    self.found.shared.insert(global);
                }
                let constant = self.program.globals[global as usize].constant;
                if constant
                    || !self.assumed.written.contains(&global)
                        && !self.assumed.escaped.contains(&global)
                {
                    return self.initial(global, offset, w);
                }
                let own = self.is_own(at, global);
                if own && at.state.memory.is_initial(global, offset as i32, size) {
                    return self.initial(global, offset, w);
                }
                match own {
                    true => at
                        .state
                        .memory
                        .load(Place::Global(global), offset as i32, size, lost),
                    false => Value::Unknown,
                }
            }
            Reach::Within(global) | Reach::Perhaps(global) => {
                if at.task != 0 {
                    self.found.shared.insert(global);
                }
                lost.extend(at.state.memory.contents(Place::Global(global)));
                Value::Unknown
            }
            Reach::PerhapsLocal(object) => {
                let place = Place::Object(object);
                self.note_load(at, place, i32::MIN..i32::MAX);
                lost.extend(at.state.memory.contents(place).filter(|v| v.is_address()));
                Value::Unknown
            }
            Reach::Foreign | Reach::Anything => Value::Unknown,
        }
    }

    /// What a part of a global is before the first step.
    pub fn initial(&self, global: u32, offset: u32, w: u8) -> Value {
        let bytes = &self.program.globals[global as usize].bytes;
        let size = usize::from(w).div_ceil(8);
        let external = self.program.globals[global as usize].external;
        match bytes.get(offset as usize..offset as usize + size) {
            Some(bytes) if !external && size <= 8 => {
                let mut word = [0; 8];
                word[..size].copy_from_slice(bytes);
                Value::Constant(cut(u64::from_le_bytes(word), w))
            }
            _ => Value::Unknown,
        }
    }

    /// Writes a value, as far as memory is known.
    pub fn poke(&mut self, at: &mut Current<'a>, address: Value, w: u8, value: Value) {
        let size = u32::from(w).div_ceil(8);
        let mut lost = Lost::new();
        match self.reach(at, address) {
            Reach::Local(place, offset) => {
                let end = offset.saturating_add(size as i32);
                let others_read = self.note_store(at, place, offset..end);
                let memory = Rc::make_mut(&mut at.state.memory);
                match others_read {
                    true => {
                        memory.forget(place, offset..end);
                        lost.push(value);
                    }
                    false => memory.store(place, offset, size, value, &mut lost),
                }
            }
            Reach::Global { global, offset } => {
                self.found.written.insert(global);
                if at.task != 0 {
                    self.found.shared.insert(global);
                }
                match self.is_own(at, global) {
                    true => Rc::make_mut(&mut at.state.memory).store(
                        Place::Global(global),
                        offset as i32,
                        size,
                        value,
                        &mut lost,
                    ),
                    false => lost.push(value),
                }
            }
            Reach::Within(global) | Reach::Perhaps(global) => {
                self.disturb(at, global);
                lost.push(value);
            }
            Reach::PerhapsLocal(_) => {
                self.obscure_contents(at, &[address], false);
                lost.push(value);
            }
            Reach::Foreign | Reach::Anything => lost.push(value),
        }
        self.lose_at(at, lost);
    }

    /// The parts of a global that an access to an unknown part of it may mean, and whether it
    /// may also be one that is not asked about. None: too many.
    pub fn parts_within(&self, global: u32) -> Option<(Vec<(u32, Object)>, bool)> {
        let parts = self.interest.parts(global);
        let wanted: Vec<(u32, Object)> = parts
            .iter()
            .filter(|part| part.wanted)
            .map(|part| (part.offset, part.object.clone()))
            .collect();
        (wanted.len() <= MOST_PARTS).then_some((wanted.clone(), wanted.len() < parts.len()))
    }

    /// The named objects that an access may mean; an entry without a name is one that is not
    /// asked about, and None is any of them.
    pub fn meant(
        &self,
        at: &Current<'a>,
        address: Value,
    ) -> Option<Vec<Option<(u32, u32, Object)>>> {
        Some(match self.reach(at, address) {
            Reach::Global { global, .. } if self.interest.hides(global) => vec![None],
            Reach::Global { global, offset } => {
                let object = self.interest.object(global, offset);
                vec![Some((global, offset, object))]
            }
            Reach::Within(global) if self.interest.in_global(global) => {
                let (parts, others) = self.parts_within(global)?;
                let parts = parts
                    .into_iter()
                    .map(|(offset, object)| Some((global, offset, object)));
                parts.chain(others.then_some(None)).collect()
            }
            Reach::Perhaps(_) | Reach::PerhapsLocal(_) | Reach::Anything
                if self.anything_wanted() =>
            {
                return None;
            }
            Reach::Perhaps(global) if self.interest.in_global(global) => {
                let (parts, _) = self.parts_within(global)?;
                let parts = parts
                    .into_iter()
                    .map(|(offset, object)| Some((global, offset, object)));
                parts.chain([None]).collect()
            }
            _ => vec![None],
        })
    }

    fn load(&mut self, at: &mut Current<'a>, w: u8, d: Reg, p: Reg, offset: i32) -> bool {
        let address = at.get(p).offset_by(i64::from(offset));
        let mut lost = Lost::new();
        let value = self.peek(at, address, w, &mut lost);
        self.lose_at(at, lost);
        at.set(d, value);
        let next = at.pc + 1;
        let Some(meant) = self.meant(at, address) else {
            let read = Action::Read(None);
            return self.see(at, vec![read]);
        };
        if let [None] = meant[..] {
            at.pc = next;
            return true;
        }
        let mut visible = Vec::new();
        for meant in meant {
            match meant {
                None => visible.push((Vec::new(), value)),
                Some((global, offset, object)) => {
                    visible.extend(self.reads(at, (global, offset, w), &object, value));
                }
            }
        }
        if let [(actions, value)] = &visible[..]
            && actions.is_empty()
        {
            at.set(d, *value);
            at.pc = next;
            return true;
        }
        let before = at.state.clone();
        let several = visible.len() > 1;
        for (actions, value) in visible {
            at.state = before.clone();
            at.set(d, value);
            if several {
                at.state
                    .begin_case(Case { pc: at.pc, value }, [d].into_iter());
            }
            self.go(at, next, actions, Effect::None);
        }
        false
    }

    /// What may be seen of a read of a named part, each with the value that it gives.
    pub fn reads(
        &mut self,
        at: &Current<'a>,
        (global, offset, w): (u32, u32, u8),
        object: &Object,
        known: Value,
    ) -> Vec<(Vec<Action>, Value)> {
        let mut read = vec![Action::Read(Some(object.clone()))];
        read.retain(|action| self.interest.wants(action));
        let test = |bits: u64, equal: bool| Action::Test {
            object: object.clone(),
            value: extend(bits, w),
            equal,
        };
        if !self.interest.wants(&test(0, true))
            || !self.is_variable(global, offset, w)
            || self.program.globals[global as usize].constant
        {
            return vec![(read, known)];
        }
        if let Value::Constant(bits) = known {
            read.push(test(bits, true));
            return vec![(read, known)];
        }
        if known.is_address() || matches!(known, Value::Thread(_)) {
            return vec![(read, known)];
        }
        let _ = at;
        let values = self.values_of(global, offset, w);
        let variable = self.variable_number(global, offset, w);
        let mut alternatives: Vec<(Vec<Action>, Value)> = Vec::new();
        for &bits in &values {
            let mut actions = read.clone();
            actions.push(test(bits, true));
            alternatives.push((actions, Value::Constant(bits)));
        }
        let mut actions = read;
        actions.extend(values.iter().map(|&bits| test(bits, false)));
        alternatives.push((actions, Value::Other(variable)));
        alternatives
    }

    /// The values that a part is known to be given, its first one included.
    fn values_of(&mut self, global: u32, offset: u32, w: u8) -> Vec<u64> {
        let initial = self.initial(global, offset, w).constant();
        let found = self.found.values.entry((global, offset, w)).or_default();
        found.extend(initial);
        let known = self.assumed.values.get(&(global, offset, w));
        known
            .map(|values| values.iter().copied().collect())
            .unwrap_or_default()
    }

    /// A variable by its place in what is assumed.
    fn variable_number(&self, global: u32, offset: u32, w: u8) -> u32 {
        let mut keys = self.assumed.values.keys();
        let number = keys.position(|key| *key == (global, offset, w));
        number.map_or(u32::MAX, |number| number as u32)
    }

    pub fn variable_values(&self, variable: u32) -> SmallVec<[u64; MOST_VALUES]> {
        let values = self.assumed.values.values().nth(variable as usize);
        values.into_iter().flatten().copied().collect()
    }

    /// Goes on after something that was seen as one of these; nothing if it is not asked about.
    pub fn see(&mut self, at: &mut Current<'a>, mut actions: Vec<Action>) -> bool {
        actions.retain(|action| self.interest.wants(action));
        let next = at.pc + 1;
        if actions.is_empty() {
            at.pc = next;
            return true;
        }
        self.go(at, next, actions, Effect::None);
        false
    }

    fn store(&mut self, at: &mut Current<'a>, w: u8, v: Reg, p: Reg, offset: i32) -> bool {
        let address = at.get(p).offset_by(i64::from(offset));
        let value = at.get(v);
        self.poke(at, address, w, value);
        let Some(meant) = self.meant(at, address) else {
            let write = Action::Write {
                object: None,
                value: None,
            };
            return self.see(at, vec![write]);
        };
        let next = at.pc + 1;
        let alternatives: Vec<Vec<Action>> = meant
            .into_iter()
            .map(|meant| match meant {
                None => Vec::new(),
                Some((global, offset, object)) => {
                    let mut actions = self.writes((global, offset, w), &object, value);
                    actions.retain(|action| self.interest.wants(action));
                    actions
                }
            })
            .collect();
        if alternatives.iter().all(Vec::is_empty) {
            at.pc = next;
            return true;
        }
        for actions in alternatives {
            self.go(at, next, actions, Effect::None);
        }
        false
    }

    pub fn writes(
        &mut self,
        (global, offset, w): (u32, u32, u8),
        object: &Object,
        value: Value,
    ) -> Vec<Action> {
        let bits = value.constant();
        if let Some(bits) = bits
            && self.interest.in_global(global)
        {
            let known = self.found.values.entry((global, offset, w)).or_default();
            known.insert(bits);
        }
        let mut writes = vec![Action::Write {
            object: Some(object.clone()),
            value: bits.map(|bits| extend(bits, w)),
        }];
        // Whatever else is there in part is something else now.
        let others = self.interest.touched(global, offset, w).into_iter();
        writes.extend(others.filter(|other| other != object).map(|other| {
            let object = Some(other);
            Action::Write {
                object,
                value: None,
            }
        }));
        writes
    }

    /// Whether what is read there is one variable, and is always read and written as a whole.
    pub fn is_variable(&self, global: u32, offset: u32, w: u8) -> bool {
        let all = (global, offset, 0)..=(global, offset, u8::MAX);
        let mut accesses = self.assumed.values.range(all);
        accesses.all(|(key, _)| key.2 == w)
            && self.interest.is_one(global, offset, w)
            && self.interest.touched(global, offset, w).len() < 2
    }
}
