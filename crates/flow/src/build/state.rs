//! What is known at one place of a task: the registers of the function that runs, memory,
//! and which case of a value that was read is being followed.

use std::rc::Rc;

use smallvec::SmallVec;
use trailhound_program::{Body, Op, Reg, definitions, uses};

use super::memory::Memory;
use super::value::{Lost, Value};

/// A case that is followed apart from its siblings, as long as it matters: the value that
/// an operation found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Case {
    pub pc: u32,
    pub value: Value,
}

/// A case and the registers that are what they are because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Following {
    pub case: Case,
    pub registers: SmallVec<[Reg; 4]>,
}

/// More cases at a time would only multiply.
const MOST_CASES: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Without those that hold the function's constants.
    registers: Vec<Value>,
    pub memory: Rc<Memory>,
    pub following: SmallVec<[Following; 2]>,
}

impl State {
    /// At the start of a function.
    pub fn at_entry(body: &Body, arguments: &[Value], memory: Rc<Memory>) -> State {
        let count = (body.registers - body.first_parameter()) as usize;
        let mut registers = vec![Value::Unknown; count];
        let parameters = arguments.iter().take(body.parameters as usize);
        for (register, &argument) in registers.iter_mut().zip(parameters) {
            *register = argument;
        }
        State {
            registers,
            memory,
            following: SmallVec::new(),
        }
    }

    pub fn get(&self, body: &Body, register: Reg) -> Value {
        match body.constants.get(register as usize) {
            Some(&constant) => Value::Constant(constant),
            None => self.registers[(register - body.first_parameter()) as usize],
        }
    }

    pub fn set(&mut self, body: &Body, register: Reg, value: Value) {
        self.registers[(register - body.first_parameter()) as usize] = value;
    }

    /// Before an operation is carried out: which results depend on the case followed.
    pub fn follow(&mut self, body: &Body, op: &Op) {
        for following in &mut self.following {
            let mut depends = false;
            uses(op, body, |used| {
                depends |= following.registers.contains(&used)
            });
            definitions(op, body, |d| {
                following.registers.retain(|register| *register != d);
                if depends {
                    following.registers.push(d);
                }
            });
        }
    }

    /// A value was found in `register` that is worth a case of its own.
    pub fn begin_case(&mut self, case: Case, registers: impl Iterator<Item = Reg>) {
        self.following.retain(|f| f.case.pc != case.pc);
        if self.following.len() == MOST_CASES {
            self.following.remove(0);
        }
        let registers = registers.collect();
        self.following.push(Following { case, registers });
    }

    /// One of several results of an operation, by its number.
    pub fn begin_case_of(&mut self, pc: u32, number: usize, registers: impl Iterator<Item = Reg>) {
        let value = Value::Constant(number as u64);
        self.begin_case(Case { pc, value }, registers);
    }

    /// A constant that may be a truth value is put into a register: what `&&`, `||` or a
    /// function that returns a truth value has come to. The paths that lead to either must not
    /// meet before it is asked for.
    pub fn begin_decision(&mut self, register: Reg, truth: u64) {
        // No operation has such a number.
        let pc = u32::MAX - register;
        let value = Value::Constant(truth);
        self.begin_case(Case { pc, value }, [register].into_iter());
    }

    pub fn cases(&self) -> SmallVec<[Case; 2]> {
        self.following
            .iter()
            .map(|following| following.case)
            .collect()
    }

    /// Forgets what is never read again, and cases that nothing depends on any more.
    pub fn keep(&mut self, body: &Body, live: &[Reg]) {
        let first = body.first_parameter();
        let mut live = live.iter().peekable();
        for (number, value) in self.registers.iter_mut().enumerate() {
            match live.peek() {
                Some(&&register) if register - first == number as u32 => drop(live.next()),
                _ => *value = Value::Unknown,
            }
        }
    }

    pub fn end_cases(&mut self, live: &[Reg]) {
        self.following.retain(|following| {
            following
                .registers
                .retain(|register| live.binary_search(register).is_ok());
            !following.registers.is_empty()
        });
    }

    /// Whether a register is known in both, and not the same.
    pub fn moves_on(&self, other: &State) -> bool {
        let pairs = self.registers.iter().zip(&other.registers);
        pairs.into_iter().any(|pair| match pair {
            (Value::Constant(a), Value::Constant(b)) => a != b,
            (
                Value::Object {
                    object: a,
                    offset: x,
                },
                Value::Object {
                    object: b,
                    offset: y,
                },
            ) => a == b && x != y,
            _ => false,
        })
    }

    /// What holds of both; they follow the same cases. True: something has changed.
    pub fn join(&mut self, other: &State, lost: &mut Lost) -> bool {
        let mut changed = false;
        for (value, &theirs) in self.registers.iter_mut().zip(&other.registers) {
            let joined = value.join(theirs, lost);
            changed |= joined != *value;
            *value = joined;
        }
        if !Rc::ptr_eq(&self.memory, &other.memory) && self.memory != other.memory {
            changed |= Rc::make_mut(&mut self.memory).join(&other.memory, lost);
        }
        for (following, theirs) in self.following.iter_mut().zip(&other.following) {
            for register in &theirs.registers {
                if !following.registers.contains(register) {
                    following.registers.push(*register);
                    changed = true;
                }
            }
        }
        changed
    }
}
