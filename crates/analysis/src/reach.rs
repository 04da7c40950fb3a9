//! Which functions a call may enter. Rapid type analysis: only what is reached from the
//! program's start counts, and a virtual call can only mean methods of tables whose address
//! occurs in code or data that is reached. Other calls through pointers may enter every
//! function whose address occurs and, where the language is strict, whose parameters fit; so
//! may functions of which nothing is known. Conservative, never wrong.

use crate::classes::{Classes, is_virtual_table};
use crate::constants::function_of;
use rustc_hash::FxHashSet;
use trailhound_contracts::{
    Contract, calls_at_end, calls_back, contract, creates_thread, handed_function, is_rust,
    starts_rust,
};
use trailhound_program::{
    Address, Body, CallSite, Callee, Function, FunctionId, Global, Op, Passed, Program, Reg,
    Signature, Slot, Space, Table, uses,
};

/// What a call through a pointer tells of its callee.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Where the callee was read.
    slot: Option<Slot>,
    /// It was handed over as a value, which methods in tables never are.
    handed: bool,
    signature: Signature,
    fit: Fit,
}

/// Which functions calls through pointers are taken to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointers {
    /// All that a program can call, also as if they were of other types: for proofs and bounds.
    Cast,
    /// Those whose signature fits, as in most programs: for estimates.
    Typed,
}

/// How a function must fit a call through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fit {
    /// It takes and gives just what the call has.
    Exact,
    /// It may be given more than it takes.
    Enough,
    /// It may be given more than it takes, or be of any type if it may be cast.
    Any,
}

/// What a call enters.
pub enum Means {
    Direct(FunctionId),
    Through(Shape),
    /// Nothing now, but later this function, or any that fits.
    AtEnd(Result<FunctionId, Shape>),
    /// Nothing is known of the function: it may call back every function that has an address.
    Anything,
    /// A model that stays by itself.
    Nothing,
}

pub struct Reach<'p> {
    program: &'p Program,
    pub reached: Vec<bool>,
    waiting: Vec<FunctionId>,
    /// Functions whose address occurs.
    taken: Vec<FunctionId>,
    is_taken: Vec<bool>,
    /// Functions in tables of methods.
    methods: FxHashSet<FunctionId>,
    /// Addresses of globals that occur: where method tables begin.
    points: FxHashSet<(u32, u32)>,
    globals: Vec<bool>,
    pub sites: Vec<(FunctionId, u32)>,
    shapes: FxHashSet<Shape>,
    /// A function is called of which nothing is known.
    meets_unknown: bool,
    classes: Classes<'p>,
    /// `main` is the one that rustc writes to start a program.
    starts_rust: bool,
    /// Pointers are called as if they were of other types.
    casts: bool,
    /// No function is one of C++ or Rust.
    is_c: bool,
}

impl<'p> Reach<'p> {
    pub fn new(program: &'p Program, pointers: Pointers) -> Reach<'p> {
        Reach {
            program,
            reached: vec![false; program.functions.len()],
            waiting: Vec::new(),
            taken: Vec::new(),
            is_taken: vec![false; program.functions.len()],
            methods: FxHashSet::default(),
            points: FxHashSet::default(),
            globals: vec![false; program.globals.len()],
            sites: Vec::new(),
            shapes: FxHashSet::default(),
            meets_unknown: false,
            classes: Classes::new(program),
            starts_rust: is_started_by_rust(program),
            casts: pointers == Pointers::Cast,
            is_c: program.functions.iter().all(is_of_c),
        }
    }

    pub fn run(&mut self, entered: &[FunctionId]) {
        self.reach(self.program.main);
        for list in [&self.program.constructors, &self.program.destructors] {
            list.iter().for_each(|&f| self.reach(f));
        }
        entered.iter().for_each(|&f| self.reach(f));
        loop {
            while let Some(function) = self.waiting.pop() {
                self.read(function);
            }
            let shapes: Vec<Shape> = self.shapes.iter().cloned().collect();
            for shape in &shapes {
                for function in self.fitting(shape) {
                    self.reach(function);
                }
            }
            if self.meets_unknown {
                self.addressed().into_iter().for_each(|f| self.reach(f));
            }
            if self.waiting.is_empty() {
                return;
            }
        }
    }

    fn reach(&mut self, function: FunctionId) {
        if !std::mem::replace(&mut self.reached[function.index()], true) {
            self.waiting.push(function);
        }
    }

    fn read(&mut self, function: FunctionId) {
        let Some(body) = &self.program.functions[function.index()].body else {
            return;
        };
        let handed_over = self.only_handed_over(body);
        for (register, &constant) in (0..).zip(&body.constants) {
            if !handed_over.contains(&register) {
                self.mention(constant);
            }
        }
        for op in &body.code {
            match *op {
                Op::ThreadLocal { global, .. } => self.mention_global(global, 0),
                Op::Call { call } => {
                    self.sites.push((function, call));
                    match self.means(function, body, &body.calls[call as usize]) {
                        Means::Direct(callee) => self.reach(callee),
                        Means::Through(shape) => {
                            self.shapes.insert(shape);
                        }
                        Means::AtEnd(Ok(function)) => self.reach(function),
                        Means::AtEnd(Err(shape)) => {
                            self.shapes.insert(shape);
                        }
                        Means::Anything => self.meets_unknown = true,
                        Means::Nothing => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// Constants that do nothing but tell a new thread where to start: who has no other way to
    /// such a function cannot call it.
    fn only_handed_over(&self, body: &Body) -> Vec<Reg> {
        let entry = |op: &Op| -> Option<Reg> {
            let Op::Call { call } = *op else { return None };
            let site = &body.calls[call as usize];
            let Callee::Direct(callee) = site.callee else {
                return None;
            };
            let called = &self.program.functions[callee.index()];
            let argument = creates_thread(called).filter(|_| called.body.is_none())?;
            match site.arguments.get(argument) {
                Some(&Passed::Register(register)) => Some(register),
                _ => None,
            }
        };
        let mut found: Vec<Reg> = body.code.iter().filter_map(entry).collect();
        found.retain(|&register| {
            let used = |op: &Op| {
                let mut used = 0;
                uses(op, body, |reg| used += (reg == register) as u32);
                used > (entry(op) == Some(register)) as u32
            };
            constant_function(body, register).is_some() && !body.code.iter().any(used)
        });
        found
    }

    /// An address may occur here.
    fn mention(&mut self, word: u64) {
        let address = Address(word);
        let index = address.object().index();
        match address.object().space() {
            // No Rust program knows where its `main` is that rustc wrote; a number can look like it.
            Space::FUNCTION if FunctionId(index) == self.program.main && self.starts_rust => {}
            Space::FUNCTION
                if (index as usize) < self.program.functions.len()
                    && !std::mem::replace(&mut self.is_taken[index as usize], true) =>
            {
                self.taken.push(FunctionId(index));
            }
            Space::STATIC if (index as usize) < self.program.globals.len() => {
                self.mention_global(index, address.offset());
            }
            _ => {}
        }
    }

    fn mention_global(&mut self, global: u32, offset: u32) {
        self.points.insert((global, offset));
        if std::mem::replace(&mut self.globals[global as usize], true) {
            return;
        }
        let program = self.program;
        let global = &program.globals[global as usize];
        let is_table = is_method_table(global) || is_virtual_table(global);
        let words = (0..global.bytes.len()).map_while(|at| program.pointer_in(&global.bytes, at));
        for word in words {
            let object = Address(word).object();
            // The methods of a table are called through the table only.
            if !is_table || object.space() != Space::FUNCTION {
                self.mention(word);
            } else if (object.index() as usize) < program.functions.len()
                && !(self.starts_rust && FunctionId(object.index()) == program.main)
            {
                self.methods.insert(FunctionId(object.index()));
            }
        }
    }

    pub fn means(&self, caller: FunctionId, body: &Body, site: &CallSite) -> Means {
        let fit = match is_rust(&self.program.functions[caller.index()].name) {
            true => Fit::Exact,
            false if self.casts => Fit::Any,
            false => Fit::Enough,
        };
        let callee = match site.callee {
            Callee::Direct(callee) => callee,
            Callee::Indirect(_) => {
                let table = site.slot.as_ref().map(|slot| &slot.table);
                let is_virtual = matches!(table, Some(Table::Invariant | Table::Class(_)));
                return Means::Through(Shape {
                    slot: site.slot.clone(),
                    handed: false,
                    signature: site.signature.clone(),
                    fit: if is_virtual { Fit::Exact } else { fit },
                });
            }
        };
        let called = &self.program.functions[callee.index()];
        if called.body.is_some() {
            return Means::Direct(callee);
        }
        if contract(called) == Contract::Anything {
            return Means::Anything;
        }
        let now = creates_thread(called).or(calls_back(called));
        let function = |argument: usize| match site.arguments.get(argument) {
            Some(&Passed::Register(register)) => constant_function(body, register),
            _ => None,
        };
        if let Some(argument) = now {
            return match function(argument) {
                Some(function) => Means::Direct(function),
                None => Means::Through(called_by(called, fit)),
            };
        }
        match calls_at_end(called) {
            Some(argument) => {
                Means::AtEnd(function(argument).ok_or_else(|| called_by(called, fit)))
            }
            None => Means::Nothing,
        }
    }

    /// All functions whose address may be known.
    pub fn addressed(&self) -> Vec<FunctionId> {
        self.taken.iter().chain(&self.methods).copied().collect()
    }

    /// Whether a function may be called as if it were of another type. The library of C++ calls
    /// its own functions by their types.
    pub fn may_be_cast(&self, function: FunctionId) -> bool {
        let is_taken = self.is_taken[function.index()] && function != self.program.main;
        self.casts && (self.is_c || is_taken && !self.program.is_of_library(function))
    }

    /// The functions that a call of this shape may mean, models included, as far as known
    /// by now.
    pub fn fitting(&mut self, shape: &Shape) -> Vec<FunctionId> {
        let table = shape.slot.as_ref().map(|slot| &slot.table);
        let offset = shape.slot.as_ref().map_or(0, |slot| slot.offset);
        let program = self.program;
        let classes = &mut self.classes;
        let at = |is_table: &mut dyn FnMut(u32, u32) -> bool| -> Vec<FunctionId> {
            let fits = |&(global, begin): &&(u32, u32)| is_table(*global, *begin);
            let tables = self.points.iter().filter(fits);
            tables
                .filter_map(|&(global, begin)| method(program, global, begin, offset))
                .collect()
        };
        let mut found = match table {
            Some(Table::Invariant) => at(&mut |_, _| true),
            Some(Table::Class(class)) => at(&mut |global, begin| {
                is_virtual_table(&program.globals[global as usize])
                    && classes.may_show(global, begin, class)
            }),
            // Compilers forget to say that what they read from is a table.
            Some(Table::Any) => {
                let mut methods = at(&mut |global, _| {
                    let global = &program.globals[global as usize];
                    is_method_table(global) || is_virtual_table(global)
                });
                methods.extend(&self.taken);
                methods
            }
            None if shape.handed => self.taken.clone(),
            // Rust reads methods from tables at places that are known beforehand; pointers to
            // members of C++ are another matter.
            Some(Table::Array) if shape.fit == Fit::Exact => self.taken.clone(),
            None | Some(Table::Array) => self.addressed(),
        };
        let wanted = &shape.signature;
        found.retain(|&f| match (&program.functions[f.index()].body, shape.fit) {
            (None, _) => true,
            (_, Fit::Any) if self.may_be_cast(f) => true,
            (Some(body), Fit::Exact) if !body.variadic => body.signature == *wanted,
            (Some(body), _) => {
                let takes = body.parameters as usize;
                (takes <= wanted.parameters.len() || body.variadic)
                    && wanted.results.len() <= body.results as usize
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The function at a slot of a table that begins at this place of a constant.
fn method(program: &Program, global: u32, begin: u32, slot: u32) -> Option<FunctionId> {
    let global = &program.globals[global as usize];
    let at = begin.checked_add(slot)? as usize;
    let address = Address(program.pointer_in(&global.bytes, at)?);
    let is_function = address.object().space() == Space::FUNCTION && address.offset() == 0;
    (is_function && global.constant).then(|| FunctionId(address.object().index()))
}

/// A table of methods as rustc writes it: drop, size, alignment, methods. Only virtual calls
/// read from it.
fn is_method_table(global: &Global) -> bool {
    let named = ["anon.", "vtable."];
    let words: Vec<u64> = global
        .bytes
        .chunks_exact(8)
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .collect();
    let is_address = |word: u64| {
        let space = Address(word).object().space();
        space == Space::FUNCTION || space == Space::STATIC
    };
    global.constant
        && named.iter().any(|name| global.name.starts_with(name))
        && global.bytes.len().is_multiple_of(8)
        && words.len() >= 3
        && (words[0] == 0 || Address(words[0]).object().space() == Space::FUNCTION)
        && words[1] >> 32 == 0
        && words[2].is_power_of_two()
        && words[2] <= 1 << 29
        && words[3..].iter().all(|&word| word == 0 || is_address(word))
}

/// What functions must be like that are handed to this one, which calls them.
fn called_by(function: &Function, fit: Fit) -> Shape {
    let (parameters, mut results) = handed_function(function);
    if fit != Fit::Exact {
        results.clear();
    }
    Shape {
        slot: None,
        handed: true,
        signature: Signature {
            parameters,
            results,
        },
        fit,
    }
}

fn is_of_c(function: &Function) -> bool {
    let symbol = function.name.as_str();
    !symbol.starts_with("_Z") && !symbol.starts_with("_R")
}

fn is_started_by_rust(program: &Program) -> bool {
    let body = program
        .functions
        .get(program.main.index())
        .and_then(|main| main.body.as_ref());
    let mut calls = body.into_iter().flat_map(|body| &body.calls);
    calls.any(|call| match call.callee {
        Callee::Direct(callee) => starts_rust(&program.functions[callee.index()].display),
        Callee::Indirect(_) => false,
    })
}

/// The function whose address a register holds all the time.
fn constant_function(body: &Body, register: Reg) -> Option<FunctionId> {
    function_of(*body.constants.get(register as usize)?)
}
