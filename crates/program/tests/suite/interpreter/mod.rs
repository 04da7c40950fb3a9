//! A small sequential interpreter of compact code, for tests: it runs what the lowering
//! made and, on the way, destroys every register that liveness calls dead.

mod arithmetic;
mod external;

use arithmetic::*;
use std::collections::HashMap;
use trailhound_program::*;

/// Written into registers that hold nothing, so that a wrong read shows.
const GARBAGE: u64 = 0xdead_beef_0bad_cafe;

struct Frame {
    function: FunctionId,
    pc: Pc,
    registers: Vec<u64>,
    varargs: Vec<u64>,
}

pub struct Interpreter<'p> {
    program: &'p Program,
    memory: HashMap<u32, Vec<u8>>,
    liveness: HashMap<u32, Liveness>,
    frames: Vec<Frame>,
    next_object: u32,
    pub output: String,
    pub steps: u64,
}

enum Ended {
    Exit(u64),
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut memory = HashMap::new();
        for (i, global) in program.globals.iter().enumerate() {
            memory.insert(
                ObjectId::new(Space::STATIC, i as u32).0,
                global.bytes.clone(),
            );
        }
        Interpreter {
            program,
            memory,
            liveness: HashMap::new(),
            frames: Vec::new(),
            next_object: 0,
            output: String::new(),
            steps: 0,
        }
    }

    /// Runs `main` with one argument; the exit code.
    pub fn run(&mut self) -> u64 {
        let main = self.program.main;
        let count = self.body(main).parameters as usize;
        self.enter(main, [1, 0, 0][..count].to_vec(), Vec::new());
        loop {
            if let Some(Ended::Exit(code)) = self.step() {
                return code;
            }
        }
    }

    /// Calls a function and returns its first result.
    pub fn call(&mut self, name: &str, arguments: &[u64]) -> u64 {
        let id = self
            .program
            .functions
            .iter()
            .position(|f| f.name == name)
            .expect("a function");
        self.enter(FunctionId(id as u32), arguments.to_vec(), Vec::new());
        loop {
            if let Some(Ended::Exit(code)) = self.step() {
                return code;
            }
        }
    }

    fn body(&self, id: FunctionId) -> &'p Body {
        let function = &self.program.functions[id.index()];
        function
            .body
            .as_ref()
            .unwrap_or_else(|| panic!("{} has no body", function.name))
    }

    fn allocate(&mut self, size: usize) -> u64 {
        let object = ObjectId::new(Space::heap(ThreadNumber::MAIN), self.next_object);
        self.next_object += 1;
        self.memory.insert(object.0, vec![0xaa; size]);
        object.at(0).0
    }

    fn enter(&mut self, function: FunctionId, arguments: Vec<u64>, varargs: Vec<u64>) {
        let body = self.body(function);
        let mut registers = body.constants.clone();
        registers.extend(arguments);
        registers.resize(body.registers as usize, GARBAGE);
        self.frames.push(Frame {
            function,
            pc: 0,
            registers,
            varargs,
        });
    }

    fn bytes(&mut self, address: u64, size: usize) -> &mut [u8] {
        let address = Address(address);
        let offset = address.offset() as usize;
        let bytes = self.memory.get_mut(&address.object().0);
        let bytes = bytes.unwrap_or_else(|| panic!("bad pointer {:#x}", address.0));
        &mut bytes[offset..offset + size]
    }

    fn load(&mut self, address: u64, w: u8) -> u64 {
        let mut word = [0; 8];
        let size = usize::from(w.div_ceil(8));
        word[..size].copy_from_slice(self.bytes(address, size));
        cut(u64::from_le_bytes(word), w)
    }

    fn store(&mut self, address: u64, w: u8, value: u64) {
        let size = usize::from(w.div_ceil(8));
        self.bytes(address, size)
            .copy_from_slice(&value.to_le_bytes()[..size]);
    }

    fn string(&mut self, address: u64) -> String {
        let mut text = String::new();
        for i in 0.. {
            match self.load(address + i, 8) {
                0 => break,
                byte => text.push(byte as u8 as char),
            }
        }
        text
    }

    /// Destroys all registers but those in `live`.
    fn keep_only(&mut self, live: &[Reg]) {
        let frame = self.frames.last_mut().expect("a frame");
        let first = self.program.functions[frame.function.index()]
            .body
            .as_ref()
            .map_or(0, Body::first_parameter);
        let mut live = live.iter().peekable();
        for reg in first..frame.registers.len() as Reg {
            if live.next_if_eq(&&reg).is_none() {
                frame.registers[reg as usize] = GARBAGE;
            }
        }
    }

    fn liveness(&mut self, id: FunctionId) -> &Liveness {
        let body = self.body(id);
        self.liveness
            .entry(id.0)
            .or_insert_with(|| Liveness::of(body))
    }

    fn step(&mut self) -> Option<Ended> {
        self.steps += 1;
        let (function, pc) = {
            let frame = self.frames.last().expect("a frame");
            (frame.function, frame.pc)
        };
        // Not at every operation: the tests would take too long.
        if self.steps.is_multiple_of(7) {
            let live = self.liveness(function).before(pc);
            self.keep_only(&live);
        }
        let body = self.body(function);
        let op = body.code[pc as usize];
        self.frames.last_mut().expect("a frame").pc += 1;
        self.execute(op, body)
    }

    fn get(&self, reg: Reg) -> u64 {
        self.frames.last().expect("a frame").registers[reg as usize]
    }

    fn pair(&self, reg: Reg) -> u128 {
        u128::from(self.get(reg)) | u128::from(self.get(reg + 1)) << 64
    }

    fn set(&mut self, reg: Reg, value: u64) {
        self.frames.last_mut().expect("a frame").registers[reg as usize] = value;
    }

    fn set_pair(&mut self, reg: Reg, value: u128) {
        self.set(reg, value as u64);
        self.set(reg + 1, (value >> 64) as u64);
    }

    fn jump(&mut self, target: Pc) {
        self.frames.last_mut().expect("a frame").pc = target;
    }

    fn execute(&mut self, op: Op, body: &'p Body) -> Option<Ended> {
        match op {
            Op::Move { d, a } | Op::Freeze { d, a } => self.set(d, self.get(a)),
            Op::Undefined { d, .. } => self.set(d, GARBAGE),
            Op::Int { op, w, d, a, b } => self.set(d, int(op, w, self.get(a), self.get(b))),
            Op::IntUnary { op, w, d, a } => {
                self.set(d, int_unary(op, w, self.get(a).into()) as u64)
            }
            Op::WideUnary { op, w, d, a } => self.set_pair(d, int_unary(op, w, self.pair(a))),
            Op::Overflow { op, w, d, a, b } => {
                let (value, flag) = overflow(op, w, self.get(a).into(), self.get(b).into());
                self.set(d, value as u64);
                self.set(d + 1, flag.into());
            }
            Op::WideOverflow { op, w, d, a, b } => {
                let (value, flag) = overflow(op, w, self.pair(a), self.pair(b));
                self.set_pair(d, value);
                self.set(d + 2, flag.into());
            }
            Op::FunnelLeft { w, d, a, b, c } => {
                self.set(d, funnel(w, self.get(a), self.get(b), self.get(c), true));
            }
            Op::FunnelRight { w, d, a, b, c } => {
                self.set(d, funnel(w, self.get(a), self.get(b), self.get(c), false));
            }
            Op::Compare {
                predicate,
                w,
                d,
                a,
                b,
            } => {
                let holds = compare(predicate, w, self.get(a).into(), self.get(b).into());
                self.set(d, holds.into());
            }
            Op::WideCompare {
                predicate,
                w,
                d,
                a,
                b,
            } => {
                let holds = compare(predicate, w, self.pair(a), self.pair(b));
                self.set(d, holds.into());
            }
            Op::Truncate { w, d, a } => self.set(d, cut(self.get(a), w)),
            Op::SignExtend { from, to, d, a } => {
                self.set(d, cut(signed(self.get(a).into(), from) as u64, to));
            }
            Op::Wide { op, w, d, a, b } => {
                self.set_pair(d, wide(op, w, self.pair(a), self.pair(b)))
            }
            Op::WideSignExtend { from, to, d, a } => {
                let value = if from > 64 {
                    self.pair(a)
                } else {
                    self.get(a).into()
                };
                self.set_pair(d, cut_wide(signed(value, from) as u128, to));
            }
            Op::WideTruncate { w, d, a } => {
                let value = cut_wide(self.pair(a), w);
                self.set(d, value as u64);
                if w > 64 {
                    self.set(d + 1, (value >> 64) as u64);
                }
            }
            Op::Float { op, p, d, a, b } => self.set(d, float(op, p, self.get(a), self.get(b))),
            Op::FloatUnary { op, p, d, a } => self.set(d, float_unary(op, p, self.get(a))),
            Op::FloatCompare {
                predicate,
                p,
                d,
                a,
                b,
            } => {
                self.set(
                    d,
                    float_compare(predicate, p, self.get(a), self.get(b)).into(),
                );
            }
            Op::FloatExtend { d, a } => {
                self.set(d, f64::from(f32::from_bits(self.get(a) as u32)).to_bits());
            }
            Op::FloatTruncate { d, a } => {
                self.set(d, u64::from((f64::from_bits(self.get(a)) as f32).to_bits()));
            }
            Op::FloatToInt {
                p, signed, w, d, a, ..
            } => {
                let value = read_float(p, self.get(a));
                let bits = if signed {
                    value as i64 as u64
                } else {
                    value as u64
                };
                self.set(d, cut(bits, w));
            }
            Op::IntToFloat {
                p,
                signed: is_signed,
                w,
                d,
                a,
            } => {
                let value = match is_signed {
                    true => signed(self.get(a).into(), w) as f64,
                    false => self.get(a) as f64,
                };
                self.set(d, write_float(p, value));
            }
            Op::Select { d, condition, a, b } => {
                self.set(d, self.get(if self.get(condition) == 1 { a } else { b }));
            }
            Op::AddScaled { d, a, index, scale } => {
                let distance = self.get(index).wrapping_mul(i64::from(scale) as u64);
                self.set(d, self.get(a).wrapping_add(distance));
            }
            Op::AddOffset { d, a, offset } => {
                self.set(d, self.get(a).wrapping_add(i64::from(offset) as u64));
            }
            Op::Load {
                w, d, p, offset, ..
            } => {
                let value = self.load(self.get(p).wrapping_add(i64::from(offset) as u64), w);
                self.set(d, value);
            }
            Op::Store {
                w, v, p, offset, ..
            } => {
                let address = self.get(p).wrapping_add(i64::from(offset) as u64);
                self.store(address, w, self.get(v));
            }
            Op::LoadMany {
                d,
                p,
                offset,
                shape,
                ..
            } => {
                let base = self.get(p).wrapping_add(i64::from(offset) as u64);
                for (i, part) in body.shapes[shape as usize].parts.iter().enumerate() {
                    let value = self.load(base + u64::from(part.offset), part.w);
                    self.set(d + i as Reg, value);
                }
            }
            Op::StoreMany {
                v,
                p,
                offset,
                shape,
                ..
            } => {
                let base = self.get(p).wrapping_add(i64::from(offset) as u64);
                for (i, part) in body.shapes[shape as usize].parts.iter().enumerate() {
                    self.store(
                        base + u64::from(part.offset),
                        part.w,
                        self.get(v + i as Reg),
                    );
                }
            }
            Op::CompareExchange {
                w,
                d,
                p,
                expected,
                new,
                ..
            } => {
                let (p, expected, new) = (self.get(p), self.get(expected), self.get(new));
                let old = self.load(p, w);
                if old == expected {
                    self.store(p, w, new);
                }
                self.set(d, old);
                self.set(d + 1, (old == expected).into());
            }
            Op::ReadModifyWrite { op, w, d, p, v, .. } => {
                let (p, v) = (self.get(p), self.get(v));
                let old = self.load(p, w);
                let new = match op {
                    RmwOp::Xchg => v,
                    RmwOp::Add => int(IntOp::Add, w, old, v),
                    RmwOp::Sub => int(IntOp::Sub, w, old, v),
                    other => panic!("rmw {other:?}"),
                };
                self.store(p, w, new);
                self.set(d, old);
            }
            Op::CopyMemory { to, from, n, .. } => {
                self.copy(self.get(to), self.get(from), self.get(n))
            }
            Op::SetMemory { to, byte, n } => {
                let byte = self.get(byte) as u8;
                let n = self.get(n) as usize;
                if n > 0 {
                    self.bytes(self.get(to), n).fill(byte);
                }
            }
            Op::Alloca { d, alloca } => {
                let alloca = &body.allocas[alloca as usize];
                let count = alloca.count.map_or(1, |count| self.get(count));
                let address = self.allocate((alloca.size * count) as usize);
                self.set(d, address);
            }
            Op::StackSave { d } => self.set(d, 0),
            Op::Fence { .. }
            | Op::LifetimeStart { .. }
            | Op::LifetimeEnd { .. }
            | Op::StackRestore { .. }
            | Op::Place { .. }
            | Op::Nop => {}
            Op::VaStart { p } => self.va_start(self.get(p)),
            Op::VaCopy { to, from } => self.copy(self.get(to), self.get(from), 24),
            Op::Jump { target } => self.jump(target),
            Op::Branch { condition, target } => {
                if self.get(condition) == 1 {
                    self.jump(target);
                }
            }
            Op::BranchUnless { condition, target } => {
                if self.get(condition) == 0 {
                    self.jump(target);
                }
            }
            Op::CompareBranch {
                predicate,
                w,
                a,
                b,
                target,
            } => {
                if compare(predicate, w, self.get(a).into(), self.get(b).into()) {
                    self.jump(target);
                }
            }
            Op::Switch { v, table } => {
                let value = self.get(v);
                let table = &body.switches[table as usize];
                let case = table.cases.binary_search_by_key(&value, |(case, _)| *case);
                self.jump(case.map_or(table.default, |i| table.cases[i].1));
            }
            Op::IndirectJump { a } => self.jump(Address(self.get(a)).offset() - 1),
            Op::Call { call } => return self.call_site(&body.calls[call as usize]),
            Op::Return { a, count } => {
                let values: Vec<u64> = (a..a + count).map(|r| self.get(r)).collect();
                return self.leave(&values);
            }
            Op::Resume { a } => self.unwind(self.get(a)),
            other => panic!("cannot run {other:?}"),
        }
        None
    }

    fn copy(&mut self, to: u64, from: u64, n: u64) {
        if n > 0 {
            let bytes = self.bytes(from, n as usize).to_vec();
            self.bytes(to, n as usize).copy_from_slice(&bytes);
        }
    }

    fn leave(&mut self, values: &[u64]) -> Option<Ended> {
        self.frames.pop();
        let Some(frame) = self.frames.last() else {
            return Some(Ended::Exit(values.first().copied().unwrap_or(0)));
        };
        let body = self.body(frame.function);
        let Op::Call { call } = body.code[frame.pc as usize - 1] else {
            panic!("no call")
        };
        let d = body.calls[call as usize].d;
        for (i, &value) in values.iter().enumerate() {
            self.set(d + i as Reg, value);
        }
        None
    }

    /// Unwinds to the nearest landing pad; every one of them catches here.
    fn unwind(&mut self, exception: u64) {
        loop {
            self.frames.pop();
            let frame = self.frames.last().expect("a landing pad");
            let body = self.body(frame.function);
            let Op::Call { call } = body.code[frame.pc as usize - 1] else {
                panic!("no call")
            };
            if let Some(pad) = body.calls[call as usize].landing_pad {
                let pad = &body.landing_pads[pad as usize];
                self.set(pad.d, exception);
                self.set(pad.d + 1, 1);
                self.jump(pad.target);
                return;
            }
        }
    }

    fn va_start(&mut self, p: u64) {
        let arguments = self.frames.last().expect("a frame").varargs.clone();
        let area = self.allocate(arguments.len() * 8);
        for (i, value) in arguments.iter().enumerate() {
            self.store(area + 8 * i as u64, 64, *value);
        }
        self.store(p, 32, 48);
        self.store(p + 4, 32, 304);
        self.store(p + 8, 64, area);
        self.store(p + 16, 64, 0);
    }

    fn call_site(&mut self, site: &'p CallSite) -> Option<Ended> {
        let callee = match site.callee {
            Callee::Direct(id) => id,
            Callee::Indirect(reg) => FunctionId(Address(self.get(reg)).object().index()),
        };
        let mut arguments = Vec::new();
        for passed in &site.arguments {
            arguments.push(match *passed {
                Passed::Register(reg) => self.get(reg),
                Passed::ByValue { pointer, size, .. } => {
                    let copy = self.allocate(size as usize);
                    self.copy(copy, self.get(pointer), size.into());
                    copy
                }
            });
        }
        let (function, pc) = {
            let frame = self.frames.last().expect("a frame");
            (frame.function, frame.pc - 1)
        };
        let live = self.liveness(function).after_call(pc);
        self.keep_only(&live);
        let target = &self.program.functions[callee.index()];
        let Some(body) = &target.body else {
            return self.external(&target.name, &arguments, site);
        };
        let varargs = arguments.split_off(arguments.len().min(body.parameters as usize));
        self.enter(callee, arguments, varargs);
        None
    }
}
