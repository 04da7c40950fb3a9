//! The atomic operations of a program that are weaker than `seq_cst` and not trusted. Where the
//! order is an argument, as in the member functions of `std::atomic`, the call counts, with what
//! is known of its arguments; what is not known may be any order.

use crate::code::{Callee, FunctionId, LandingPad, Op, Passed, Pc, Reg};
use crate::constants::compare;
use crate::function::Body;
use crate::memory_order::{ExchangeOrder, Order, Stronger};
use crate::numbers::{cut, evaluate, extend};
use crate::operands::definitions;
use crate::tries::Tries;
use crate::trust::{Standing, Trust};
use crate::{Location, LocationId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// A weak atomic operation or fence of code that answers for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakOperation {
    pub function: FunctionId,
    pub pc: Pc,
    pub location: LocationId,
}

impl Op {
    /// An atomic access or a fence between threads that is weaker than `seq_cst`.
    pub fn is_weak(&self) -> bool {
        match self {
            Op::Load { order, .. }
            | Op::Store { order, .. }
            | Op::LoadMany { order, .. }
            | Op::StoreMany { order, .. }
            | Op::ReadModifyWrite { order, .. } => order.is_weak(),
            Op::CompareExchange { order, .. } | Op::WideCompareExchange { order, .. } => {
                order.is_weak()
            }
            _ => false,
        }
    }

    /// An atomic access with a stronger order, and what that is called; None: it has it.
    pub fn made(&self, stronger: Stronger) -> Option<(Op, Order)> {
        let mut made = *self;
        let called = match &mut made {
            Op::Load { order, .. } | Op::LoadMany { order, .. } => {
                *order = order.stronger(stronger, Order::Acquire);
                *order
            }
            Op::Store { order, .. } | Op::StoreMany { order, .. } => {
                *order = order.stronger(stronger, Order::Release);
                *order
            }
            Op::ReadModifyWrite { order, .. } => {
                *order = order.stronger(stronger, Order::AcqRel);
                *order
            }
            Op::CompareExchange { order, .. } | Op::WideCompareExchange { order, .. } => {
                let success = order.success().stronger(stronger, Order::AcqRel);
                let failure = order.failure().stronger(stronger, Order::Acquire);
                *order = ExchangeOrder::new(success, failure, order.fails_spuriously());
                success
            }
            _ => return None,
        };
        (made != *self).then_some((made, called))
    }
}

impl Program {
    /// Atomic accesses weaker than `seq_cst` that are not trusted, and tries to lock, in the order of
    /// their files and lines. A fence alone weakens nothing.
    pub fn weak_operations(&self, trust: &Trust) -> Vec<WeakOperation> {
        let mut walk = Walk {
            program: self,
            trust,
            known: FxHashMap::default(),
            neutral: vec![None; self.functions.len()],
            met: FxHashSet::default(),
        };
        let tries = Tries {
            program: self,
            trust,
        };
        let mut found = Vec::new();
        for (function, body) in bodies(self) {
            for pc in 0..body.code.len() as Pc {
                if walk.is_weak_at(function, body, pc) || tries.at(function, body, pc) {
                    found.push(WeakOperation {
                        function,
                        pc,
                        location: body.locations[pc as usize],
                    });
                }
            }
        }
        found.extend(walk.uncalled());
        found.sort_by_key(|operation| {
            let place = self.place_of(operation);
            let place = place.map(|at| (&self.source.file(at.file).path, at.line, at.column));
            (place.is_none(), place)
        });
        found
    }

    /// Where the user finds an operation: in the own code, if it was inlined there.
    pub fn place_of(&self, operation: &WeakOperation) -> Option<&Location> {
        let source = &self.source;
        let place = source.user_location(operation.location);
        let place = place.or_else(|| source.inline_chain(operation.location).last());
        place.map(|(_, location)| location)
    }
}

fn bodies(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    let numbered = (0..).map(FunctionId).zip(&program.functions);
    numbered.filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
}

/// What is known of a register.
type Known = Option<u64>;

/// What a call of a neutral function comes to.
#[derive(Clone, Copy, Default)]
struct Outcome {
    is_weak: bool,
    returned: Known,
}

struct Walk<'a> {
    program: &'a Program,
    trust: &'a Trust,
    /// By function and arguments.
    known: FxHashMap<(FunctionId, Vec<Known>), Outcome>,
    neutral: Vec<Option<bool>>,
    /// Neutral functions that some call was followed into.
    met: FxHashSet<FunctionId>,
}

impl<'a> Walk<'a> {
    /// The operation, or the call of a neutral function, is weak, and judged here.
    fn is_weak_at(&mut self, function: FunctionId, body: &Body, pc: Pc) -> bool {
        let op = &body.code[pc as usize];
        let callee = match *op {
            Op::Call { call } => match self.neutral_callee(body, call) {
                Some(callee) => Some((callee, call)),
                None => return false,
            },
            _ if op.is_weak() => None,
            _ => return false,
        };
        let standing = self.trust.at(self.program, function, pc);
        if standing == Standing::Neutral {
            return false;
        }
        let is_weak = match callee {
            None => true,
            Some((callee, call)) => {
                let registers = entry(body, &[]);
                let arguments = arguments(body, call, &registers);
                self.outcome(callee, arguments).is_weak
            }
        };
        is_weak && standing == Standing::Judged
    }

    fn neutral_callee(&mut self, body: &Body, call: u32) -> Option<FunctionId> {
        let Callee::Direct(callee) = body.calls[call as usize].callee else {
            return None;
        };
        self.program.functions[callee.index()].body.as_ref()?;
        self.is_neutral(callee).then_some(callee)
    }

    fn is_neutral(&mut self, function: FunctionId) -> bool {
        let known = &mut self.neutral[function.index()];
        *known.get_or_insert_with(|| self.trust.is_neutral(self.program, function))
    }

    fn outcome(&mut self, function: FunctionId, arguments: Vec<Known>) -> Outcome {
        if self.program.functions[function.index()]
            .name
            .starts_with("__atomic_")
        {
            return of_library(&self.program.functions[function.index()].name, &arguments);
        }
        let key = (function, arguments);
        if let Some(&outcome) = self.known.get(&key) {
            return outcome;
        }
        // A recursion finds nothing known here, and nothing weak: the outer call finds that.
        self.known.insert(key.clone(), Outcome::default());
        self.met.insert(function);
        let outcome = self.run(function, &key.1);
        self.known.insert(key, outcome);
        outcome
    }

    /// Follows all ways through a neutral function that its arguments leave open.
    fn run(&mut self, function: FunctionId, arguments: &[Known]) -> Outcome {
        let body = self.program.functions[function.index()].body.as_ref();
        let body = body.expect("a neutral function has a body");
        let mut states: FxHashMap<Pc, Vec<Known>> = FxHashMap::default();
        let mut waiting = vec![0];
        states.insert(0, entry(body, arguments));
        let mut is_weak = false;
        let mut returned: Option<Known> = None;
        while let Some(pc) = waiting.pop() {
            let mut registers = states[&pc].clone();
            let op = &body.code[pc as usize];
            is_weak |= op.is_weak() && self.is_neutral_at(function, pc);
            if let Op::Return { a, count } = *op {
                let value = (count == 1).then(|| registers[a as usize]).flatten();
                returned = Some(joined(returned.unwrap_or(value), value));
            }
            is_weak |= self.execute(body, op, &mut registers);
            let pad = landing_pad(body, op);
            for next in successors(body, pc, op, &registers) {
                let mut registers = registers.clone();
                if let Some(pad) = pad.filter(|pad| pad.target == next) {
                    let d = pad.d as usize;
                    registers[d..d + 2].fill(None);
                }
                match states.get_mut(&next) {
                    None => {
                        states.insert(next, registers);
                        waiting.push(next);
                    }
                    Some(before) => {
                        let mut has_changed = false;
                        for (old, &new) in before.iter_mut().zip(&registers) {
                            let both = joined(*old, new);
                            has_changed |= both != *old;
                            *old = both;
                        }
                        if has_changed {
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        Outcome {
            is_weak,
            returned: returned.flatten(),
        }
    }

    fn is_neutral_at(&self, function: FunctionId, pc: Pc) -> bool {
        self.trust.at(self.program, function, pc) == Standing::Neutral
    }

    /// Sets what the operation defines; whether it is a call that comes to a weak operation.
    fn execute(&mut self, body: &Body, op: &Op, registers: &mut [Known]) -> bool {
        let value = |register: Reg, registers: &[Known]| registers[register as usize];
        let mut is_weak = false;
        let computed = match *op {
            Op::Move { a, .. } | Op::Freeze { a, .. } => value(a, registers),
            Op::Truncate { w, a, .. } => value(a, registers).map(|bits| cut(bits, w)),
            Op::SignExtend { from, to, a, .. } => {
                value(a, registers).map(|bits| cut(extend(bits, from) as u64, to))
            }
            Op::Int { op, w, a, b, .. } => both(value(a, registers), value(b, registers))
                .and_then(|(a, b)| evaluate(op, w, a, b)),
            Op::Compare {
                predicate, w, a, b, ..
            } => both(value(a, registers), value(b, registers))
                .map(|(a, b)| compare(predicate, w.into(), a.into(), b.into()).into()),
            Op::Select {
                condition, a, b, ..
            } => match value(condition, registers) {
                Some(0) => value(b, registers),
                Some(_) => value(a, registers),
                None => joined(value(a, registers), value(b, registers)),
            },
            Op::Call { call } => match self.neutral_callee(body, call) {
                Some(callee) => {
                    let arguments = arguments(body, call, registers);
                    let outcome = self.outcome(callee, arguments);
                    is_weak = outcome.is_weak;
                    outcome.returned
                }
                None => None,
            },
            _ => None,
        };
        let mut count = 0;
        definitions(op, body, |register| {
            registers[register as usize] = match count {
                0 => computed,
                _ => None,
            };
            count += 1;
        });
        is_weak
    }

    /// Weak operations of neutral functions that only pointers lead to.
    fn uncalled(&mut self) -> Vec<WeakOperation> {
        let mut found = Vec::new();
        for (function, body) in bodies(self.program) {
            if self.met.contains(&function) || !self.is_neutral(function) {
                continue;
            }
            for (pc, op) in (0..).zip(&body.code) {
                if op.is_weak() && self.is_neutral_at(function, pc) {
                    found.push(WeakOperation {
                        function,
                        pc,
                        location: body.locations[pc as usize],
                    });
                }
            }
        }
        found
    }
}

/// A function that compilers call for atomics that the processor does not have: its last arguments
/// are orders.
fn of_library(name: &str, arguments: &[Known]) -> Outcome {
    const SEQ_CST: u64 = 5;
    let orders = match name.contains("compare_exchange") {
        true => 2,
        false => 1,
    };
    let mut orders = arguments.iter().rev().take(orders);
    Outcome {
        is_weak: orders.any(|&order| order != Some(SEQ_CST)),
        returned: None,
    }
}

fn both(a: Known, b: Known) -> Option<(u64, u64)> {
    Some((a?, b?))
}

fn joined(a: Known, b: Known) -> Known {
    if a == b { a } else { None }
}

/// The registers of a new frame.
fn entry(body: &Body, arguments: &[Known]) -> Vec<Known> {
    let mut registers: Vec<Known> = body.constants.iter().copied().map(Some).collect();
    registers.extend(arguments.iter().take(body.parameters as usize));
    registers.resize(body.registers as usize, None);
    registers
}

fn arguments(body: &Body, call: u32, registers: &[Known]) -> Vec<Known> {
    let passed = body.calls[call as usize].arguments.iter();
    passed
        .map(|passed| match *passed {
            Passed::Register(register) => registers[register as usize],
            Passed::ByValue { .. } => None,
        })
        .collect()
}

/// Where a call goes when it raises an exception.
fn landing_pad<'b>(body: &'b Body, op: &Op) -> Option<&'b LandingPad> {
    let Op::Call { call } = *op else { return None };
    let pad = body.calls[call as usize].landing_pad?;
    Some(&body.landing_pads[pad as usize])
}

fn successors(body: &Body, pc: Pc, op: &Op, registers: &[Known]) -> Vec<Pc> {
    let chosen = |taken: Option<bool>, target: Pc| match taken {
        Some(true) => vec![target],
        Some(false) => vec![pc + 1],
        None => vec![pc + 1, target],
    };
    let value = |register: Reg| registers[register as usize];
    match *op {
        Op::Jump { target } => vec![target],
        Op::Branch { condition, target } => chosen(value(condition).map(|c| c != 0), target),
        Op::BranchUnless { condition, target } => chosen(value(condition).map(|c| c == 0), target),
        Op::CompareBranch {
            predicate,
            w,
            a,
            b,
            target,
        } => {
            let holds = both(value(a), value(b))
                .map(|(a, b)| compare(predicate, w.into(), a.into(), b.into()));
            chosen(holds, target)
        }
        Op::Switch { v, table } => {
            let table = &body.switches[table as usize];
            match value(v) {
                Some(bits) => {
                    let case = table.cases.iter().find(|case| case.0 == bits);
                    vec![case.map_or(table.default, |case| case.1)]
                }
                None => {
                    let targets = table.cases.iter().map(|case| case.1);
                    targets.chain([table.default]).collect()
                }
            }
        }
        Op::IndirectJump { .. } => body.indirect_targets.clone(),
        Op::Call { .. } => {
            let pad = landing_pad(body, op).map(|pad| pad.target);
            [pc + 1].into_iter().chain(pad).collect()
        }
        Op::Return { .. } | Op::Resume { .. } | Op::Unreachable | Op::Trap => Vec::new(),
        Op::Unsupported { .. } => Vec::new(),
        _ => vec![pc + 1],
    }
}
