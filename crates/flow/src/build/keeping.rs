//! What functions do with the addresses that they are given, those that they call included:
//! whether an address, or one that is found where it leads, is kept beyond the call, and whether
//! anything is written there. By their text alone, for calls that are passed over.

use trailhound_analysis::{CallGraph, Unwinding, block_starts, components, successors};
use trailhound_program::{Body, Callee, FunctionId, Op, Passed, Pc, Reg, Space, definitions, uses};

use super::allocators::allocates;
use super::keeping_by_name::{by_name, shows};
use super::origins::{
    ALL_PARAMETERS, BEHIND_PARAMETERS, ELSEWHERE, EVERYTHING, FIRST_OBJECT, OBJECTS, Origins,
    PARAMETERS, Uses, behind, parameter,
};

/// What functions do with their arguments.
pub struct Keeping {
    uses: Vec<Uses>,
}

impl Keeping {
    pub fn of(call_graph: &CallGraph<'_>) -> Keeping {
        let program = call_graph.program;
        let count = program.functions.len();
        let body = |id: u32| {
            let function = FunctionId(id);
            call_graph
                .body(function)
                .filter(|_| call_graph.reaches(function))
        };
        let successors = |id: u32| -> Vec<u32> {
            let Some(body) = body(id) else {
                return Vec::new();
            };
            let calls = 0..body.calls.len() as u32;
            calls
                .flat_map(|call| call_graph.targets(FunctionId(id), call))
                .map(|function| function.0)
                .collect()
        };
        let all: Vec<u32> = (0..count as u32).filter(|&id| body(id).is_some()).collect();
        let has_body = |id: u32| body(id).is_some();
        let components = components(&all, count, &successors, &has_body);
        let named = |id: u32, formatting: Uses| {
            let function = &program.functions[id as usize];
            by_name(function, formatting)
        };
        let under = |formatting: Uses| {
            let mut keeping = Keeping {
                uses: vec![Uses::default(); count],
            };
            for (id, uses) in (0..).zip(&mut keeping.uses) {
                *uses = named(id, formatting).unwrap_or(EVERYTHING);
            }
            // Callees first; what calls itself is looked at until nothing changes.
            for component in components.iter().rev() {
                for &member in component {
                    keeping.uses[member as usize] = named(member, formatting).unwrap_or_default();
                }
                let again = component.len() > 1 || successors(component[0]).contains(&component[0]);
                let mut changed = true;
                while changed {
                    changed = false;
                    for &member in component {
                        let within = Within {
                            call_graph,
                            keeping: &keeping,
                            id: FunctionId(member),
                            body: body(member).expect("only bodies are looked at"),
                        };
                        let found = named(member, formatting).unwrap_or_else(|| within.uses());
                        let known = &mut keeping.uses[member as usize];
                        changed |= found != *known && again;
                        *known = found;
                    }
                }
            }
            keeping
        };
        // The program's own functions that show its values are harmless, if they are when they are.
        let keeping = under(Uses::default());
        let showing = all
            .iter()
            .filter(|&&id| shows(&program.functions[id as usize]));
        let mut showing = showing.map(|&id| keeping.uses[id as usize]);
        let harm = parameter(0) | behind(parameter(0));
        match showing.any(|uses| (uses.kept | uses.written) & harm != 0) {
            true => under(EVERYTHING),
            false => keeping,
        }
    }

    /// Whether others may know the argument after the call.
    pub fn keeps(&self, function: FunctionId, argument: usize) -> bool {
        let uses = self.uses[function.index()];
        (uses.kept | uses.returned) & parameter(argument) != 0
    }

    /// Whether others may know an address that is found where the argument leads.
    pub fn keeps_behind(&self, function: FunctionId, argument: usize) -> bool {
        let uses = self.uses[function.index()];
        (uses.kept | uses.returned) & behind(parameter(argument)) != 0
    }

    /// Whether something may be written where the argument leads.
    pub fn writes(&self, function: FunctionId, argument: usize) -> bool {
        self.uses[function.index()].written & parameter(argument) != 0
    }

    /// Whether something may be written where an address leads that is found there.
    pub fn writes_behind(&self, function: FunctionId, argument: usize) -> bool {
        self.uses[function.index()].written & behind(parameter(argument)) != 0
    }

    /// Whether what is found behind the argument may be elsewhere behind it after the call.
    pub fn mixes(&self, function: FunctionId, argument: usize) -> bool {
        self.uses[function.index()].mixed & parameter(argument) != 0
    }

    /// Whether the function makes something that lives on.
    pub fn makes(&self, function: FunctionId) -> bool {
        self.uses[function.index()].makes
    }
}

/// A function while it is looked at.
struct Within<'a> {
    call_graph: &'a CallGraph<'a>,
    keeping: &'a Keeping,
    id: FunctionId,
    body: &'a Body,
}

#[derive(Clone, PartialEq)]
struct Found {
    uses: Uses,
    /// What lies in the objects that the function makes.
    contents: [Origins; OBJECTS as usize],
}

const ALL_OBJECTS: Origins = !(ALL_PARAMETERS | BEHIND_PARAMETERS | ELSEWHERE);

impl Found {
    /// What can be reached from values of these origins.
    fn reached(&self, mut origins: Origins) -> Origins {
        loop {
            let more = origins | self.loaded(origins);
            if more == origins {
                return origins;
            }
            origins = more;
        }
    }

    /// What is found where such a value leads.
    fn loaded(&self, origins: Origins) -> Origins {
        let mut loaded = origins & (BEHIND_PARAMETERS | ELSEWHERE) | behind(origins);
        for object in 0..OBJECTS {
            let own = 1 << (FIRST_OBJECT + object);
            if origins & own != 0 {
                loaded |= self.contents[object as usize];
                if self.uses.kept & own != 0 {
                    loaded |= ELSEWHERE;
                }
            }
        }
        loaded
    }

    fn keep(&mut self, origins: Origins) {
        self.uses.kept |= self.reached(origins);
    }

    fn store(&mut self, to: Origins, value: Origins) {
        self.uses.written |= to;
        for object in 0..OBJECTS {
            if to >> (FIRST_OBJECT + object) & 1 == 1 {
                self.contents[object as usize] |= value;
            }
        }
        let to = or_elsewhere(to);
        let mut kept = value & !ELSEWHERE;
        if to & !ALL_OBJECTS == 0 {
            return;
        }
        // What stays behind one and the same parameter is not known to more.
        let parameters = to & ALL_PARAMETERS | to >> PARAMETERS & ALL_PARAMETERS;
        if to & ELSEWHERE == 0 && parameters.is_power_of_two() && to & ALL_OBJECTS == 0 {
            self.uses.mixed |= (value >> PARAMETERS) & parameters;
            kept &= !behind(parameters);
        }
        self.keep(kept);
    }
}

impl Within<'_> {
    fn uses(&self) -> Uses {
        let count = (self.body.registers - self.body.first_parameter()) as usize;
        let mut found = Found {
            uses: Uses::default(),
            contents: [0; OBJECTS as usize],
        };
        loop {
            let before = found.clone();
            let mut entry = vec![0; count];
            let parameters = entry.iter_mut().take(self.body.parameters as usize);
            for (number, origin) in parameters.enumerate() {
                *origin = parameter(number);
            }
            self.flow(entry, &mut found);
            let kept = found.uses.kept;
            found.keep(kept);
            if found == before {
                break;
            }
        }
        let both = ALL_PARAMETERS | BEHIND_PARAMETERS;
        let returned = found.reached(found.uses.returned & ALL_OBJECTS) | found.uses.returned;
        let written = found.uses.written;
        let heap = self.blocks();
        Uses {
            kept: found.uses.kept & both,
            returned: returned & both,
            written: written & both,
            mixed: found.uses.mixed,
            makes: found.uses.makes || (found.uses.kept | returned) & heap != 0,
        }
    }

    /// The blocks of memory that the function makes itself.
    fn blocks(&self) -> Origins {
        let mut blocks = 0;
        for (pc, op) in (0..).zip(&self.body.code) {
            if let Op::Call { call } = *op
                && let Callee::Direct(callee) = self.body.calls[call as usize].callee
                && allocates(&self.call_graph.program.functions[callee.index()])
            {
                blocks |= self.object(pc);
            }
        }
        blocks
    }

    /// Follows where values come from through the function, to a fixed point.
    fn flow(&self, entry: Vec<Origins>, found: &mut Found) {
        let begins = block_starts(self.body, Unwinding::Included);
        let mut before: Vec<Option<Vec<Origins>>> = vec![None; begins.len()];
        before[0] = Some(entry);
        let mut waiting: Vec<Pc> = vec![0];
        while let Some(mut pc) = waiting.pop() {
            let mut registers = before[pc as usize].clone().expect("it was come to");
            let next = loop {
                let pad = self.pad(pc);
                if let Some((target, d)) = pad {
                    // An exception comes before there is a result.
                    let mut unwound = registers.clone();
                    self.set(&mut unwound, d, ELSEWHERE);
                    self.set(&mut unwound, d + 1, 0);
                    join(&mut before, target, &unwound, &mut waiting);
                }
                self.step(pc, &mut registers, found);
                let next = successors(self.body, pc, Unwinding::Included);
                if next[..] != [pc + 1] || begins[pc as usize + 1] {
                    let unwinds = move |to: &Pc| pad.is_some_and(|(target, _)| target == *to);
                    break next
                        .into_iter()
                        .filter(move |to| !unwinds(to) || *to == pc + 1);
                }
                pc += 1;
            };
            for to in next {
                join(&mut before, to, &registers, &mut waiting);
            }
        }
    }

    fn pad(&self, pc: Pc) -> Option<(Pc, Reg)> {
        let Op::Call { call } = self.body.code[pc as usize] else {
            return None;
        };
        let pad = self.body.calls[call as usize].landing_pad?;
        let pad = &self.body.landing_pads[pad as usize];
        Some((pad.target, pad.d))
    }

    fn get(&self, registers: &[Origins], register: Reg) -> Origins {
        match self.body.constants.get(register as usize) {
            Some(&constant) => {
                let space = trailhound_program::Address(constant).object().space();
                match space == Space::STATIC || space == Space::FUNCTION {
                    true => ELSEWHERE,
                    false => 0,
                }
            }
            None => registers[(register - self.body.first_parameter()) as usize],
        }
    }

    fn set(&self, registers: &mut [Origins], register: Reg, origins: Origins) {
        registers[(register - self.body.first_parameter()) as usize] = origins;
    }

    /// The object that an operation makes.
    fn object(&self, pc: Pc) -> Origins {
        1 << (FIRST_OBJECT + pc % OBJECTS)
    }

    fn step(&self, pc: Pc, registers: &mut [Origins], found: &mut Found) {
        let op = self.body.code[pc as usize];
        let mut used: Origins = 0;
        uses(&op, self.body, |register| {
            used |= self.get(registers, register)
        });
        let made = match op {
            Op::Load { p, .. } | Op::LoadMany { p, .. } => {
                found.loaded(or_elsewhere(self.get(registers, p)))
            }
            Op::Store { v, p, .. } => {
                found.store(self.get(registers, p), self.get(registers, v));
                0
            }
            Op::StoreMany { v, p, shape, .. } => {
                let parts = self.body.shapes[shape as usize].parts.len() as Reg;
                let values = (v..v + parts).fold(0, |all, v| all | self.get(registers, v));
                found.store(self.get(registers, p), values);
                0
            }
            Op::CompareExchange { p, .. }
            | Op::WideCompareExchange { p, .. }
            | Op::ReadModifyWrite { p, .. } => {
                let p = self.get(registers, p);
                found.store(p, used);
                found.loaded(or_elsewhere(p))
            }
            Op::CopyMemory { to, from, .. } | Op::VaCopy { to, from } => {
                let copied = found.loaded(or_elsewhere(self.get(registers, from)));
                found.store(self.get(registers, to), copied);
                0
            }
            Op::SetMemory { to, .. } => {
                found.uses.written |= self.get(registers, to);
                0
            }
            Op::Alloca { .. } => self.object(pc),
            Op::VaStart { p } => {
                found.keep(ALL_PARAMETERS | BEHIND_PARAMETERS | self.get(registers, p));
                0
            }
            Op::Return { .. } => {
                found.uses.returned |= used;
                0
            }
            Op::Resume { .. } | Op::IndirectJump { .. } | Op::Unsupported { .. } => {
                found.keep(used);
                0
            }
            Op::Call { call } => self.call(pc, call, registers, found),
            // What a comparison tells is not where something is.
            Op::Compare { .. } | Op::WideCompare { .. } | Op::FloatCompare { .. } => 0,
            _ => used,
        };
        definitions(&op, self.body, |d| self.set(registers, d, made));
    }

    /// Gives what the results may come from.
    fn call(&self, pc: Pc, call: u32, registers: &[Origins], found: &mut Found) -> Origins {
        let site = &self.body.calls[call as usize];
        let mut done = Uses::default();
        let mut made = ELSEWHERE;
        let function = |callee: FunctionId| &self.call_graph.program.functions[callee.index()];
        match (site.callee, self.call_graph.targets_id(self.id, call)) {
            (Callee::Direct(callee), _) => {
                done = self.keeping.uses[callee.index()];
                if allocates(function(callee)) {
                    made = self.object(pc);
                }
            }
            (Callee::Indirect(_), Some(set)) => {
                let targets = self.call_graph.set(set).iter();
                targets.for_each(|target| done.add(self.keeping.uses[target.index()]));
            }
            (Callee::Indirect(_), None) => done = EVERYTHING,
        }
        // Who makes something and hands it on, makes it.
        found.uses.makes |=
            done.makes && !matches!(site.callee, Callee::Direct(f) if allocates(function(f)));
        for (number, passed) in site.arguments.iter().enumerate() {
            let origins = match *passed {
                Passed::Register(register) => self.get(registers, register),
                Passed::ByValue { pointer, .. } => {
                    found.loaded(or_elsewhere(self.get(registers, pointer)))
                }
            };
            let one = parameter(number);
            let inside = found.reached(found.loaded(origins));
            if done.kept & one != 0 {
                found.keep(origins);
            }
            if done.kept & behind(one) != 0 {
                found.keep(inside & !ELSEWHERE);
            }
            let value = match done.mixed & one != 0 {
                true => inside | ELSEWHERE,
                false => ELSEWHERE,
            };
            if done.written & one != 0 {
                found.store(origins, value);
            }
            if done.written & behind(one) != 0 {
                found.store(inside, value);
            }
            if done.returned & one != 0 {
                made |= origins;
            }
            if done.returned & behind(one) != 0 {
                made |= inside;
            }
        }
        made
    }
}

/// An address of which nothing is known leads elsewhere.
fn or_elsewhere(origins: Origins) -> Origins {
    match origins {
        0 => ELSEWHERE,
        _ => origins,
    }
}

/// At a join, a value may come from where it does on either.
fn join(before: &mut [Option<Vec<Origins>>], pc: Pc, arriving: &[Origins], waiting: &mut Vec<Pc>) {
    let mut changed = false;
    match &mut before[pc as usize] {
        Some(known) => {
            for (known, new) in known.iter_mut().zip(arriving) {
                changed |= *new & !*known != 0;
                *known |= new;
            }
        }
        unknown => {
            *unknown = Some(arriving.to_vec());
            changed = true;
        }
    }
    if changed && !waiting.contains(&pc) {
        waiting.push(pc);
    }
}
