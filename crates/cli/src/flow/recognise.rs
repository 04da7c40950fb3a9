//! Which events of a property a step of the real program is: told from what the machine
//! observes of locks, accesses and marks, and from the calls that threads stand before.

use trailhound_flow::action::{Action, Argument, Object};
use trailhound_flow::automaton::Symbol;
use trailhound_flow::matching::{is_function, symbol_of};
use trailhound_flow::property::{ActionPattern, Property};
use trailhound_machine::{LockMode, Naming, ProgramGraph, What, parts_of};
use trailhound_program::{Address, Callee, FunctionId, Mark, Op, Passed, Pc, Program, Space};
use trailhound_trail::VariableNames;

/// The place before calls that a property names; no place of `--via` has so high a number.
const CALLED: u32 = 1 << 20;

/// Recognises the events of one property in the steps of one program.
pub struct Recogniser<'a> {
    property: &'a Property,
    names: &'a VariableNames,
    program: &'a Program,
}

/// Why events of a property cannot be recognised.
pub fn obstacle(program: &Program, property: &Property) -> Option<String> {
    for function in called(property) {
        let functions = program.functions.iter();
        let mut meant = functions
            .filter(|f| is_function(&f.display, function))
            .peekable();
        // What nobody calls is not there at all.
        let is_called = meant.peek().is_some();
        if is_called && !meant.any(|f| f.body.is_some()) {
            return Some(format!("calls of `{function}`, which has no body"));
        }
    }
    let patterns = property.events.iter().flat_map(|event| &event.patterns);
    let ends = |action: &ActionPattern| matches!(action, ActionPattern::Start | ActionPattern::End);
    patterns
        .map(|pattern| &pattern.action)
        .any(ends)
        .then(|| "starts and ends of threads".to_owned())
}

fn called(property: &Property) -> impl Iterator<Item = &str> {
    let patterns = property.events.iter().flat_map(|event| &event.patterns);
    patterns.filter_map(|pattern| match &pattern.action {
        ActionPattern::Call { function, .. } => Some(function.as_str()),
        _ => None,
    })
}

/// Marks the calls that a property names, and those through pointers, which may be the same, so
/// that threads stop before them.
pub fn mark(program: &mut Program, property: &Property) {
    let wanted: Vec<bool> = program
        .functions
        .iter()
        .map(|function| called(property).any(|name| is_function(&function.display, name)))
        .collect();
    if !wanted.contains(&true) {
        return;
    }
    let mut marks = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        for (pc, op) in body.code.iter().enumerate() {
            let Op::Call { call } = op else { continue };
            let may_be_meant = match body.calls[*call as usize].callee {
                Callee::Direct(callee) => wanted[callee.index()],
                Callee::Indirect(_) => true,
            };
            if may_be_meant {
                marks.push(Mark {
                    function: FunctionId(number as u32),
                    pc: pc as Pc,
                    place: CALLED,
                    goal: false,
                });
            }
        }
    }
    program.mark(&marks);
}

impl<'a> Recogniser<'a> {
    pub fn new(property: &'a Property, names: &'a VariableNames, program: &'a Program) -> Self {
        Recogniser {
            property,
            names,
            program,
        }
    }

    /// The symbols that the property sees in a step, in order. `task` is what the thread that
    /// takes it is called.
    pub fn symbols(
        &self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        choice: u32,
        task: &str,
    ) -> Vec<Symbol> {
        let mut actions: Vec<Action> = Vec::new();
        let (thread, value) = parts_of(choice);
        graph.machine.look_at(state);
        actions.extend(self.call(graph, thread));
        graph.machine.observer.active = true;
        graph.machine.observer.events.clear();
        graph.machine.step(state, thread, value, &mut Vec::new());
        graph.machine.observer.active = false;
        let events = std::mem::take(&mut graph.machine.observer.events);
        actions.extend(
            events
                .into_iter()
                .filter_map(|event| self.action(event.what)),
        );
        let rule = &self.property.rule;
        let events = &self.property.events;
        let symbols = actions
            .iter()
            .filter_map(|action| symbol_of(action, task, rule, events));
        symbols.collect()
    }

    fn action(&self, what: What) -> Option<Action> {
        Some(match what {
            What::Read { address, .. } => Action::Read(self.object(address)),
            What::Write {
                address,
                bits,
                after,
                ..
            } => Action::Write {
                object: self.object(address),
                value: Some(signed(after, bits)),
            },
            What::Lock {
                address,
                mode: LockMode::Exclusive,
            } => Action::Lock(self.object(address)),
            What::Unlock { address } => Action::Unlock(self.object(address)),
            What::Mark { name } => Action::Mark(name),
            What::Call { .. } | What::Lock { .. } => return None,
        })
    }

    /// The part of a global at an address. What is not named cannot be meant.
    fn object(&self, address: u64) -> Option<Object> {
        let address = Address(address);
        let nameless = || Object("an object without a name".to_owned());
        let named = match address.object().space() == Space::STATIC {
            true => self.names.part(address.object().index(), address.offset()),
            false => None,
        };
        Some(named.map_or_else(nameless, Object))
    }

    /// The call that a thread stands before, if the property names it.
    fn call(&self, graph: &mut ProgramGraph<'_>, thread: u32) -> Option<Action> {
        let thread = graph.machine.thread_at(thread);
        let top = thread.frames.last()?;
        let body = self.program.functions[top.function.index()].body.as_ref()?;
        let stands_before = matches!(body.code[top.pc as usize], Op::Place { place: CALLED, .. });
        let Op::Call { call } = *body.code.get(top.pc as usize + 1)? else {
            return None;
        };
        if !stands_before {
            return None;
        }
        let site = &body.calls[call as usize];
        let callee = match site.callee {
            Callee::Direct(callee) => callee,
            Callee::Indirect(register) => {
                let value = Address(thread.registers[(top.base + register) as usize]);
                let is_function = value.object().space() == Space::FUNCTION;
                is_function.then(|| FunctionId(value.object().index()))?
            }
        };
        let arguments = site.arguments.iter().map(|argument| match argument {
            Passed::Register(register) => {
                let value = thread.registers[(top.base + *register) as usize];
                self.argument(value)
            }
            Passed::ByValue { .. } => Argument::Unknown,
        });
        Some(Action::Call {
            function: self.program.functions[callee.index()].display.clone(),
            arguments: arguments.collect(),
        })
    }

    fn argument(&self, value: u64) -> Argument {
        let address = Address(value);
        let is_global = address.object().space() == Space::STATIC
            && (address.object().index() as usize) < self.program.globals.len();
        let named = is_global
            .then(|| self.names.part(address.object().index(), address.offset()))
            .flatten();
        match named {
            Some(name) => Argument::Object(Object(name)),
            None => Argument::Constant(value as i64),
        }
    }
}

/// The number that so many bits hold.
fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}
