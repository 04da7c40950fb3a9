//! Single operations, as far as addresses go through them: arithmetic and memory.

use super::*;

impl<'p> PointsTo<'p> {
    /// What the result of an operation may point at.
    pub(super) fn computed(&mut self, place: Place, body: &Body, registers: &Registers) -> Points {
        let get = |register: Reg| registers[register as usize];
        let plain = Offset::exactly(0);
        match body.code[place.pc as usize] {
            Op::Move { a, .. } | Op::Freeze { a, .. } => get(a),
            Op::Select { a, b, .. } => self.book.union(get(a), get(b)),
            Op::AddOffset { a, offset, .. } => self.place(get(a), offset),
            Op::AddScaled {
                a, index, scale, ..
            } => {
                let by = body.constants.get(index as usize).copied();
                self.book.moved(get(a), |at| match by {
                    Some(by) => at.plus((by as i64).wrapping_mul(i64::from(scale))),
                    None => at.moved(scale),
                })
            }
            Op::Int {
                op, w: 64, a, b, ..
            } => self.integer(body, op, (a, get(a)), (b, get(b))),
            Op::ThreadLocal { global, .. } => self.book.one(Object::ThreadLocal(global), plain),
            Op::Alloca { .. } => {
                let Place { context, pc } = place;
                self.book.one(Object::Local { context, pc }, plain)
            }
            _ => Points::NOWHERE,
        }
    }

    /// An address and a number that are added, or the like.
    fn integer(&mut self, body: &Body, op: IntOp, a: (Reg, Points), b: (Reg, Points)) -> Points {
        let (base, other) = match a.1 {
            Points::NOWHERE => (b.1, a),
            points => (points, b),
        };
        let constant = body.constants.get(other.0 as usize).copied();
        let constant = constant.filter(|_| other.1 == Points::NOWHERE);
        let by = |sign: i64| {
            move |at: Offset| match constant {
                Some(by) => at.plus((by as i64).wrapping_mul(sign)),
                None => Offset::ANYWHERE,
            }
        };
        match op {
            IntOp::Add => self.book.moved(base, by(1)),
            IntOp::Sub if b.1 == Points::NOWHERE => self.book.moved(base, by(-1)),
            IntOp::And | IntOp::Or | IntOp::Xor => base,
            _ => Points::NOWHERE,
        }
    }

    /// Executes an operation on memory. False: it is none.
    pub(super) fn access(&mut self, at: Place, body: &Body, registers: &mut Registers) -> bool {
        let Place { context: id, pc } = at;
        let get = |register: Reg| registers[register as usize];
        let plain = Offset::exactly(0);
        match body.code[pc as usize] {
            Op::Load {
                w, d, p, offset, ..
            } => {
                let from = self.place(get(p), offset);
                self.note(id, pc, from);
                registers[d as usize] = self.load_part(id, from, plain, w);
            }
            Op::Store {
                w, v, p, offset, ..
            } => {
                let to = self.place(get(p), offset);
                self.note(id, pc, to);
                if w == 64 {
                    self.store(to, plain, get(v));
                }
            }
            Op::LoadMany {
                d,
                p,
                offset,
                shape,
                ..
            } => {
                let from = self.place(get(p), offset);
                self.note(id, pc, from);
                for (index, part) in body.shapes[shape as usize].parts.iter().enumerate() {
                    let at = Offset::exactly(part.offset as i32);
                    registers[d as usize + index] = self.load_part(id, from, at, part.w);
                }
            }
            Op::StoreMany {
                v,
                p,
                offset,
                shape,
                ..
            } => {
                let to = self.place(get(p), offset);
                self.note(id, pc, to);
                for (index, part) in body.shapes[shape as usize].parts.iter().enumerate() {
                    let at = Offset::exactly(part.offset as i32);
                    self.store(to, at, registers[v as usize + index]);
                }
            }
            Op::CompareExchange { w, d, p, new, .. } => {
                let at = get(p);
                self.note(id, pc, at);
                if w == 64 {
                    self.store(at, plain, get(new));
                }
                registers[d as usize + 1] = Points::NOWHERE;
                registers[d as usize] = self.load_part(id, at, plain, w);
            }
            Op::ReadModifyWrite { op, w, d, p, v, .. } => {
                let at = get(p);
                self.note(id, pc, at);
                if w == 64 && op == RmwOp::Xchg {
                    self.store(at, plain, get(v));
                }
                registers[d as usize] = self.load_part(id, at, plain, w);
            }
            Op::CopyMemory { to, from, n, .. } => {
                let size = body.constants.get(n as usize).copied();
                self.note(id, pc, get(to));
                self.copy(id, get(to), get(from), size);
            }
            Op::SetMemory { to, .. } => self.note(id, pc, get(to)),
            _ => return false,
        }
        true
    }

    /// What is loaded in so many bits: only whole addresses are followed.
    fn load_part(&mut self, reader: ContextId, from: Points, offset: Offset, w: u8) -> Points {
        match w {
            64 => self.load(reader, from, offset),
            _ => Points::NOWHERE,
        }
    }

    fn place(&mut self, points: Points, offset: i32) -> Points {
        match offset {
            0 => points,
            offset => self.book.moved(points, |at| at.plus(i64::from(offset))),
        }
    }

    fn places(&self, points: Points, offset: Offset) -> SmallVec<[AbstractAddress; 4]> {
        let by = i64::from(offset.exact().unwrap_or(0));
        let addresses = self.book.addresses(points).iter();
        addresses
            .map(|address| AbstractAddress {
                offset: address.offset.plus(by),
                ..*address
            })
            .collect()
    }

    fn load(&mut self, reader: ContextId, points: Points, offset: Offset) -> Points {
        let mut found = Points::NOWHERE;
        for address in self.places(points, offset) {
            let here = self
                .memory
                .load(self.program, &mut self.book, reader, address);
            found = self.book.union(found, here);
        }
        found
    }

    pub(super) fn store(&mut self, points: Points, offset: Offset, value: Points) {
        for address in self.places(points, offset) {
            self.memory.store(&mut self.book, address, value);
        }
    }

    pub(super) fn copy(&mut self, reader: ContextId, to: Points, from: Points, size: Option<u64>) {
        let plain = Offset::exactly(0);
        let size = size.and_then(|size| u32::try_from(size).ok());
        for from in self.places(from, plain) {
            for to in self.places(to, plain) {
                if from.object != to.object {
                    self.memory
                        .copy(self.program, &mut self.book, reader, to, from, size);
                }
            }
        }
    }
}
