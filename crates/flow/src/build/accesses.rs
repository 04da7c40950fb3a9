//! Reads and writes: what they touch, what is known of it, and what is to be seen. A read
//! of a variable that is asked about is split by the values that the variable is given, so
//! that a test lies where the value is read and not where it is looked at.

use std::rc::Rc;

use smallvec::SmallVec;
use trailhound_program::{Op, Reg, RmwOp};

use super::knowledge::MOST_VALUES;
use super::memory::Place;
use super::state::Case;
use super::value::{Lost, Value, cut, global_of, signed};
use super::walk::{Current, Effect, Walk};
use crate::action::{Action, Object};

/// What an address leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Global {
        global: u32,
        offset: u32,
    },
    /// Some part of this global.
    Within(u32),
    Local(Place, i32),
    /// Nothing that has a name.
    Foreign,
    /// Anything that has escaped.
    Anything,
}

/// More ways to name one access than this are not told apart.
const MOST_PARTS: usize = 16;

impl<'a> Walk<'a> {
    pub fn reach(&self, at: &Current<'a>, address: Value) -> Reach {
        match address {
            Value::Constant(bits) => match global_of(bits) {
                Some((global, _)) if global as usize >= self.program.globals.len() => {
                    Reach::Foreign
                }
                Some((global, _)) if self.program.globals[global as usize].thread_local => {
                    Reach::Foreign
                }
                Some((global, offset)) => Reach::Global { global, offset },
                None => Reach::Foreign,
            },
            Value::Within(global) => Reach::Within(global),
            Value::Object { object, offset } => match at.state.memory.has_escaped(object) {
                true => Reach::Foreign,
                false => Reach::Local(Place::Object(object), offset),
            },
            Value::Foreign => Reach::Foreign,
            _ => Reach::Anything,
        }
    }

    /// A variable that is asked about may be reached by any address.
    pub fn anything_wanted(&self) -> bool {
        let mut escaped = self.assumed.escaped.iter();
        escaped.any(|&global| self.interest.in_global(global))
    }

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
            } => self.compare_exchange(at, w, d, p, (expected, new)),
            Op::ReadModifyWrite { op, w, d, p, v } => self.read_modify_write(at, (op, w), d, p, v),
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
            Op::CopyMemory { to, from, n } => self.copy(at, to, from, n),
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
    fn peek(&mut self, at: &Current<'a>, address: Value, w: u8, lost: &mut Lost) -> Value {
        let size = u32::from(w).div_ceil(8);
        match self.reach(at, address) {
            Reach::Local(place, offset) => at.state.memory.load(place, offset, size, lost),
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
                match self.is_own(at, global) {
                    true => at
                        .state
                        .memory
                        .load(Place::Global(global), offset as i32, size, lost),
                    false => Value::Unknown,
                }
            }
            Reach::Within(global) => {
                if at.task != 0 {
                    self.found.shared.insert(global);
                }
                lost.extend(at.state.memory.contents(Place::Global(global)));
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
                Rc::make_mut(&mut at.state.memory).store(place, offset, size, value, &mut lost);
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
            Reach::Within(global) => {
                self.disturb(at, global);
                lost.push(value);
            }
            Reach::Foreign | Reach::Anything => lost.push(value),
        }
        self.lose_at(at, lost);
    }

    /// So many bytes are written with what is not followed.
    fn overwrite(&mut self, at: &mut Current<'a>, base: Value, size: Option<u64>) {
        let length = size.map_or(i32::MAX, |size| i32::try_from(size).unwrap_or(i32::MAX));
        match self.reach(at, base) {
            Reach::Local(place, offset) => {
                let end = offset.saturating_add(length);
                Rc::make_mut(&mut at.state.memory).forget(place, offset..end);
            }
            Reach::Global { global, .. } | Reach::Within(global) => self.disturb(at, global),
            Reach::Foreign | Reach::Anything => {}
        }
    }

    fn copy(&mut self, at: &mut Current<'a>, to: Reg, from: Reg, n: Reg) -> bool {
        let (to, from, size) = (at.get(to), at.get(from), at.get(n).constant());
        let mut lost = Lost::new();
        let length = size.map_or(i32::MAX, |size| i32::try_from(size).unwrap_or(i32::MAX));
        let copied = match self.reach(at, from) {
            Reach::Local(place, offset) => {
                let bytes = offset..offset.saturating_add(length);
                at.state.memory.copy_out(place, bytes, &mut lost)
            }
            Reach::Global { global, offset } if self.is_own(at, global) => {
                let bytes = offset as i32..(offset as i32).saturating_add(length);
                at.state
                    .memory
                    .copy_out(Place::Global(global), bytes, &mut lost)
            }
            Reach::Global { global, .. } | Reach::Within(global) => {
                lost.extend(at.state.memory.contents(Place::Global(global)));
                if at.task != 0 {
                    self.found.shared.insert(global);
                }
                Vec::new()
            }
            Reach::Foreign | Reach::Anything => Vec::new(),
        };
        self.overwrite(at, to, size);
        for (offset, size, value) in copied {
            self.poke(at, to.offset_by(i64::from(offset)), (size * 8) as u8, value);
        }
        self.lose_at(at, lost);
        let size = size.map_or(u32::MAX, |size| size.min(u64::from(u32::MAX)) as u32);
        let reads = self.seen(at, from, size, Touch::Read);
        let writes = self.seen(at, to, size, Touch::Write);
        let next = at.pc + 1;
        match (reads.len(), writes.len()) {
            (0, 0) => {
                at.pc = next;
                true
            }
            _ => {
                // Both in one step, under any of their names.
                let actions = reads.into_iter().chain(writes).flatten().collect();
                self.go(at, next, actions, Effect::None);
                false
            }
        }
    }

    /// The ways in which an access of several bytes is seen; empty if it is not.
    fn seen(&mut self, at: &Current<'a>, base: Value, size: u32, touch: Touch) -> Vec<Vec<Action>> {
        let wanted = match self.reach(at, base) {
            Reach::Global { global, offset } => {
                let parts = self.interest.parts(global);
                let end = offset.saturating_add(size);
                let mut parts = parts.iter().enumerate().filter(|(number, part)| {
                    let next = parts.get(number + 1).map_or(u32::MAX, |next| next.offset);
                    part.wanted && part.offset < end && next > offset
                });
                if let Some((_, part)) = parts.next() {
                    let object = part.object.clone();
                    return match parts.next() {
                        None => self.named_touch(object, touch),
                        Some(_) => self.unnamed_touch(touch),
                    };
                }
                false
            }
            Reach::Within(global) => self.interest.in_global(global),
            Reach::Anything => self.anything_wanted(),
            Reach::Local(..) | Reach::Foreign => false,
        };
        match wanted {
            true => self.unnamed_touch(touch),
            false => Vec::new(),
        }
    }

    fn named_touch(&self, object: Object, touch: Touch) -> Vec<Vec<Action>> {
        self.wanted_touch(touch.action(Some(object)))
    }

    fn unnamed_touch(&self, touch: Touch) -> Vec<Vec<Action>> {
        self.wanted_touch(touch.action(None))
    }

    fn wanted_touch(&self, action: Action) -> Vec<Vec<Action>> {
        match self.interest.wants(&action) {
            true => vec![vec![action]],
            false => Vec::new(),
        }
    }

    fn touch(&mut self, at: &mut Current<'a>, base: Value, size: u32, touch: Touch) -> bool {
        let seen = self.seen(at, base, size, touch);
        let next = at.pc + 1;
        if seen.is_empty() {
            at.pc = next;
            return true;
        }
        for actions in seen {
            self.go(at, next, actions, Effect::None);
        }
        false
    }

    /// The parts of a global that an access to an unknown part of it may mean, and whether it
    /// may also be one that nobody asks about. None: too many.
    pub fn parts_within(&self, global: u32) -> Option<(Vec<(u32, Object)>, bool)> {
        let parts = self.interest.parts(global);
        let wanted: Vec<(u32, Object)> = parts
            .iter()
            .filter(|part| part.wanted)
            .map(|part| (part.offset, part.object.clone()))
            .collect();
        (wanted.len() <= MOST_PARTS).then_some((wanted.clone(), wanted.len() < parts.len()))
    }

    /// The named objects that an access may mean; an entry without a name is one that nobody
    /// asks about, and None is any of them.
    fn meant(&self, at: &Current<'a>, address: Value) -> Option<Vec<Option<(u32, u32, Object)>>> {
        Some(match self.reach(at, address) {
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
            Reach::Anything if self.anything_wanted() => return None,
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

    /// The ways in which a read of a named part is seen, each with the value that it gives.
    fn reads(
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
            value: signed(bits, w),
            equal,
        };
        if !self.interest.wants(&test(0, true)) || self.program.globals[global as usize].constant {
            return vec![(read, known)];
        }
        if let Value::Constant(bits) = known {
            read.push(test(bits, true));
            return vec![(read, known)];
        }
        let _ = at;
        let values = self.values_of(global, offset, w);
        let variable = self.variable_number(global, offset, w);
        let mut ways: Vec<(Vec<Action>, Value)> = Vec::new();
        for &bits in &values {
            let mut actions = read.clone();
            actions.push(test(bits, true));
            ways.push((actions, Value::Constant(bits)));
        }
        let mut actions = read;
        actions.extend(values.iter().map(|&bits| test(bits, false)));
        ways.push((actions, Value::Other(variable)));
        ways
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

    /// Goes on after something that was seen as one of these; nothing if nobody asks.
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
        let ways: Vec<Vec<Action>> = meant
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
        if ways.iter().all(Vec::is_empty) {
            at.pc = next;
            return true;
        }
        for actions in ways {
            self.go(at, next, actions, Effect::None);
        }
        false
    }

    fn writes(
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
        vec![Action::Write {
            object: Some(object.clone()),
            value: bits.map(|bits| signed(bits, w)),
        }]
    }

    fn compare_exchange(
        &mut self,
        at: &mut Current<'a>,
        w: u8,
        d: Reg,
        p: Reg,
        (expected, new): (Reg, Reg),
    ) -> bool {
        let address = at.get(p);
        let (expected, new) = (at.get(expected), at.get(new));
        self.overwrite(at, address, Some(u64::from(w).div_ceil(8)));
        let mut lost = Lost::new();
        lost.push(new);
        self.lose_at(at, lost);
        let success = |old: Value| [(d, old), (d + 1, Value::Constant(1))];
        let failure = |old: Value| [(d, old), (d + 1, Value::Constant(0))];
        if let Some(lock) = self.lock_word(at) {
            return self.exchange_lock(
                at,
                lock,
                address,
                (success(expected), failure(Value::Unknown)),
            );
        }
        let Some(meant) = self.meant(at, address) else {
            at.set(d, Value::Unknown);
            at.set(d + 1, Value::Unknown);
            let write = Action::Write {
                object: None,
                value: None,
            };
            return self.see(at, vec![Action::Read(None), write]);
        };
        let mut ways = Vec::new();
        for meant in meant {
            let (mut done, mut not) = (Vec::new(), Vec::new());
            if let Some((global, offset, object)) = meant {
                let test = |equal| {
                    let bits = expected.constant();
                    bits.map(|bits| Action::Test {
                        object: object.clone(),
                        value: signed(bits, w),
                        equal,
                    })
                };
                let read = Action::Read(Some(object.clone()));
                done.push(read.clone());
                done.extend(test(true));
                done.extend(self.writes((global, offset, w), &object, new));
                not.push(read);
                not.extend(test(false));
            }
            ways.push((done, success(expected)));
            ways.push((not, failure(Value::Unknown)));
        }
        self.split(at, ways)
    }

    /// Goes on in each of several ways, which are followed apart if their results differ.
    pub fn split<const N: usize>(
        &mut self,
        at: &mut Current<'a>,
        ways: Vec<(Vec<Action>, [(Reg, Value); N])>,
    ) -> bool {
        let next = at.pc + 1;
        let before = at.state.clone();
        for (number, (mut actions, results)) in ways.into_iter().enumerate() {
            actions.retain(|action| self.interest.wants(action));
            at.state = before.clone();
            for (register, value) in results {
                at.set(register, value);
            }
            let registers = results.iter().map(|&(register, _)| register);
            at.state.begin_case_of(at.pc, number, registers);
            self.go(at, next, actions, Effect::None);
        }
        false
    }

    fn read_modify_write(
        &mut self,
        at: &mut Current<'a>,
        (op, w): (RmwOp, u8),
        d: Reg,
        p: Reg,
        v: Reg,
    ) -> bool {
        let address = at.get(p);
        let operand = at.get(v);
        self.overwrite(at, address, Some(u64::from(w).div_ceil(8)));
        let mut lost = Lost::new();
        lost.push(operand);
        self.lose_at(at, lost);
        at.set(d, Value::Unknown);
        if let Some(lock) = self.lock_word(at) {
            return self.change_lock(at, lock, address, op);
        }
        let Some(meant) = self.meant(at, address) else {
            let write = Action::Write {
                object: None,
                value: None,
            };
            return self.see(at, vec![Action::Read(None), write]);
        };
        let mut ways: Vec<(Vec<Action>, [(Reg, Value); 1])> = Vec::new();
        for meant in meant {
            let Some((global, offset, object)) = meant else {
                ways.push((Vec::new(), [(d, Value::Unknown)]));
                continue;
            };
            for (mut actions, old) in self.reads(at, (global, offset, w), &object, Value::Unknown) {
                let new = modified(op, w, old, operand);
                actions.extend(self.writes((global, offset, w), &object, new));
                ways.push((actions, [(d, old)]));
            }
        }
        if let [(actions, _)] = &ways[..] {
            let actions = actions.clone();
            return self.see(at, actions);
        }
        self.split(at, ways)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    Read,
    Write,
}

impl Touch {
    fn action(self, object: Option<Object>) -> Action {
        match self {
            Touch::Read => Action::Read(object),
            Touch::Write => Action::Write {
                object,
                value: None,
            },
        }
    }
}

/// What a variable is after it was changed.
fn modified(op: RmwOp, w: u8, old: Value, operand: Value) -> Value {
    let (Some(old), Some(operand)) = (old.constant(), operand.constant()) else {
        return match op {
            RmwOp::Xchg => operand,
            _ => Value::Unknown,
        };
    };
    let new = match op {
        RmwOp::Xchg => operand,
        RmwOp::Add => old.wrapping_add(operand),
        RmwOp::Sub => old.wrapping_sub(operand),
        RmwOp::And => old & operand,
        RmwOp::Or => old | operand,
        RmwOp::Xor => old ^ operand,
        _ => return Value::Unknown,
    };
    Value::Constant(cut(new, w))
}
