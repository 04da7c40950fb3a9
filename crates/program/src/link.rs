//! Links modules to a program: starts from `main` and the constructors, and lowers what
//! they reach. Knows the order of the work, not how any part of it is done.

use crate::address::{Address, ObjectId, Space};
use crate::code::{FunctionId, Pc};
use crate::constants::{Evaluated, Evaluator, Patch};
use crate::debug::{self, Locations};
use crate::finish;
use crate::function::Function;
use crate::layout::Layout;
use crate::link_error::LinkError;
use crate::lower::{self, Context};
use crate::options::{LinkOptions, Locals};
use crate::program::{Global, Program};
use crate::source::{Source, TypedAccesses};
use crate::symbols::{Place, Symbols, function_address};
use crate::target::{DataModel, Target};
use crate::typed_accesses::{self, Surroundings};
use crate::verify::verify;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;
use trailhound_contracts::{chooses, is_rust, pastime};
use trailhound_llvm::{Constant, GlobalId, GlobalKind, Linkage, Module, ReadError, Type, TypeId};

struct Linker<'o> {
    modules: &'o mut [Module],
    layouts: Vec<Layout>,
    symbols: Symbols<'o>,
    locations: Locations,
    options: &'o LinkOptions<'o>,
    compared: BTreeSet<i64>,
    /// Where the blocks of functions with computed jumps begin.
    block_starts: FxHashMap<(FunctionId, String), Pc>,
    patches: Vec<(Holder, Patch)>,
    typed_accesses: TypedAccesses,
}

/// What a block address has to be written into.
enum Holder {
    Global(usize),
    /// The offset counts constants.
    Constants(FunctionId),
}

/// Links modules to one program that starts at `main`.
pub fn link(modules: &mut [Module], options: &LinkOptions) -> Result<Program, LinkError> {
    let targets = Target::of(modules)?;
    let mut layouts: Vec<Layout> = targets.into_iter().map(Layout::new).collect();
    let mut symbols = Symbols::bind(modules, options, |(m, g)| {
        alias(modules, &mut layouts, (m, g))
    })?;
    if layouts.first().map(Layout::model) == Some(DataModel::Ilp32) {
        symbols.use_short_addresses(sizes_of_globals(modules, &mut layouts));
    }
    let mut linker = Linker {
        modules,
        layouts,
        symbols,
        locations: Locations::default(),
        options,
        compared: BTreeSet::new(),
        block_starts: FxHashMap::default(),
        patches: Vec::new(),
        typed_accesses: TypedAccesses::default(),
    };
    let main = linker.main()?;
    let constructors = linker.listed("llvm.global_ctors")?;
    let destructors = linker.listed("llvm.global_dtors")?;
    linker.keep()?;
    linker.follow()?;
    linker.patch();
    let functions = linker.symbols.functions;
    let source = linker.locations.into_source();
    Ok(Program {
        has_test_harness: has_test_harness(&functions, &source),
        functions,
        globals: linker.symbols.globals,
        source,
        main,
        constructors,
        destructors,
        compared_constants: linker.compared.into_iter().collect(),
        short: linker.symbols.short,
        panicking_tests: Vec::new(),
        typed_accesses: linker.typed_accesses,
    })
}

fn has_test_harness(functions: &[Function], source: &Source) -> bool {
    let is_start = |name: &str| name.ends_with("test::test_main_static");
    functions.iter().any(|f| is_start(&f.display))
        || source.functions.iter().any(|f| is_start(&f.display))
}

/// Size and alignment of the variables of each module, by number.
fn sizes_of_globals(modules: &[Module], layouts: &mut [Layout]) -> Vec<Vec<(u64, u64)>> {
    let modules = modules.iter().zip(layouts);
    let size = |module: &Module, layout: &mut Layout, kind: &GlobalKind| match *kind {
        GlobalKind::Variable { ty, align, .. } => {
            let (size, natural) = layout.size_align(module.types(), ty);
            (size, align.map_or(natural, u64::from))
        }
        _ => (0, 1),
    };
    modules
        .map(|(module, layout)| {
            let globals = module.globals().iter();
            globals
                .map(|global| size(module, layout, &global.kind))
                .collect()
        })
        .collect()
}

/// The global that an alias stands for, and the offset into it.
fn alias(
    modules: &[Module],
    layouts: &mut [Layout],
    (m, g): Place,
) -> Result<(GlobalId, i64), LinkError> {
    let module = &modules[m];
    let GlobalKind::Alias { target } = &module.global(g).kind else {
        return Ok((g, 0));
    };
    if module.is_ifunc(g) {
        return Err(LinkError::Constant {
            symbol: module.global(g).name.clone(),
            what: "ifunc, a function that is chosen when the program is loaded".into(),
        });
    }
    let mut constant = target;
    let mut offset = 0i64;
    loop {
        match constant {
            Constant::Global(global) => return Ok((*global, offset)),
            Constant::Cast { value, .. } => constant = value,
            Constant::Gep {
                element,
                base,
                indices,
            } => {
                offset += gep_offset(module, &mut layouts[m], *element, indices).unwrap_or(0);
                constant = base;
            }
            _ => {
                let symbol = module.global(g).name.clone();
                return Err(LinkError::Constant {
                    symbol,
                    what: "alias of no global".into(),
                });
            }
        }
    }
}

fn gep_offset(
    module: &Module,
    layout: &mut Layout,
    element: TypeId,
    indices: &[(TypeId, Constant)],
) -> Option<i64> {
    let indices: Vec<_> = indices
        .iter()
        .map(|(t, c)| (*t, trailhound_llvm::Value::Constant(c.clone())))
        .collect();
    crate::promote::constant_offset(element, &indices, module.types(), layout)
}

impl<'o> Linker<'o> {
    fn main(&mut self) -> Result<FunctionId, LinkError> {
        for m in 0..self.modules.len() {
            let Some(g) = self.modules[m].find("main") else {
                continue;
            };
            let global = self.modules[m].global(g);
            let defined = matches!(global.kind, GlobalKind::Function { has_body: true, .. });
            if defined && global.linkage != Linkage::Local {
                let main = self
                    .symbols
                    .callee(m, g)
                    .map_err(|what| failed("main", what))?;
                return main.ok_or(LinkError::NoMain);
            }
        }
        Err(LinkError::NoMain)
    }

    /// The functions of `llvm.global_ctors` or `llvm.global_dtors`, lowest priority first.
    fn listed(&mut self, list: &str) -> Result<Vec<FunctionId>, LinkError> {
        let mut found: Vec<(u64, FunctionId)> = Vec::new();
        for m in 0..self.modules.len() {
            let Some(g) = self.modules[m].find(list) else {
                continue;
            };
            let Some(Constant::Aggregate { elements, .. }) = self.modules[m].initializer(g)? else {
                continue;
            };
            for element in &elements {
                let Constant::Aggregate {
                    elements: fields, ..
                } = element
                else {
                    continue;
                };
                let (Some(Constant::Int { words, .. }), Some(function)) =
                    (fields.first(), fields.get(1))
                else {
                    continue;
                };
                let value = self.evaluator(m).scalar(function);
                let address = match value.map_err(|what| failed(list, what))? {
                    Evaluated::Bits(bits) => bits as u64,
                    _ => 0,
                };
                let id = (0..self.symbols.functions.len() as u32)
                    .map(FunctionId)
                    .find(|id| function_address(*id) == address);
                found.extend(id.map(|id| (words[0], id)));
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }

    fn evaluator(&mut self, module: usize) -> Evaluator<'_, 'o> {
        Evaluator {
            module,
            types: self.modules[module].types(),
            layout: &mut self.layouts[module],
            symbols: &mut self.symbols,
        }
    }

    /// Marks the functions that models call as wanted.
    fn keep(&mut self) -> Result<(), LinkError> {
        if self.options.keep.is_empty() {
            return Ok(());
        }
        for m in 0..self.modules.len() {
            for g in 0..self.modules[m].globals().len() {
                let id = GlobalId(g as u32);
                let global = self.modules[m].global(id);
                if !matches!(global.kind, GlobalKind::Function { has_body: true, .. }) {
                    continue;
                }
                let name = global.name.clone();
                let display = debug::display_name(&name);
                if self
                    .options
                    .keep
                    .iter()
                    .any(|k| *k == name || display.starts_with(k))
                {
                    self.symbols
                        .callee(m, id)
                        .map_err(|what| failed(&name, what))?;
                }
            }
        }
        Ok(())
    }

    /// Lowers functions and fills globals until nothing new is mentioned.
    fn follow(&mut self) -> Result<(), LinkError> {
        let (mut functions, mut globals) = (0, 0);
        loop {
            if functions < self.symbols.wanted.len() {
                let id = self.symbols.wanted[functions];
                functions += 1;
                self.function(id)?;
            } else if globals < self.symbols.globals.len() {
                self.global(globals)?;
                globals += 1;
            } else {
                self.symbols.want_executed();
                if functions == self.symbols.wanted.len() {
                    return Ok(());
                }
            }
        }
    }

    fn function(&mut self, id: FunctionId) -> Result<(), LinkError> {
        let (m, g) = self.symbols.function_places[id.index()];
        let body = self.modules[m].body(g)?;
        let module = &self.modules[m];
        let GlobalKind::Function {
            ty,
            has_personality,
            ..
        } = module.global(g).kind
        else {
            unreachable!("only functions are wanted")
        };
        let blocks = verify(module, &body, has_personality)?;
        let Type::Function {
            result, variadic, ..
        } = *module.ty(ty)
        else {
            unreachable!("a function has a function type")
        };
        let debug = module.global(g).debug;
        let location = debug.and_then(|d| self.locations.definition((m, module), d));
        let locals = match location.is_some_and(|id| self.locations.is_users(id)) {
            true => self.options.locals,
            false => Locals::InRegisters,
        };
        let context = Context {
            locals,
            module_number: m,
            module,
            types: module.types(),
            layout: &mut self.layouts[m],
            symbols: &mut self.symbols,
            locations: &mut self.locations,
        };
        let draft = lower::lower(context, &body, blocks, result, variadic);
        let around = Surroundings {
            number: m,
            module,
            layout: &mut self.layouts[m],
            locations: &mut self.locations,
        };
        typed_accesses::note(&mut self.typed_accesses, around, &body);
        let symbols = &self.symbols;
        let pastime_of = |id: FunctionId| {
            let function = &symbols.functions[id.index()];
            // The program may have a function of that name itself; Rust's library always has.
            let is_own = || symbols.wanted.contains(&id) && !is_rust(&function.name);
            pastime(function).filter(|_| !is_own())
        };
        let is_choice = |id: FunctionId| chooses(&symbols.functions[id.index()].name);
        let finished = match self.options.remove_spins {
            true => finish::finish(draft, Some(&pastime_of), &is_choice),
            false => finish::finish(draft, None, &is_choice),
        };
        for (constant, function, block) in finished.block_addresses {
            let patch = Patch {
                offset: constant,
                function,
                block,
            };
            self.patches.push((Holder::Constants(id), patch));
        }
        if !finished.body.indirect_targets.is_empty() {
            for (block, start) in body.blocks.iter().zip(&finished.block_starts) {
                self.block_starts.insert((id, block.name.clone()), *start);
            }
        }
        self.note_comparisons(&finished.body);
        let function: &mut Function = &mut self.symbols.functions[id.index()];
        function.location = location;
        function.atomic = is_atomic(&function.name);
        function.body = Some(finished.body);
        Ok(())
    }

    fn global(&mut self, index: usize) -> Result<(), LinkError> {
        let (m, g) = self.symbols.global_places[index];
        let (initializer, mut refused) = match self.modules[m].initializer(g) {
            Ok(initializer) => (initializer, None),
            Err(ReadError {
                unsupported: Some(what),
                ..
            }) => (None, Some(what)),
            Err(error) => return Err(error.into()),
        };
        let module = &self.modules[m];
        let global = module.global(g);
        let GlobalKind::Variable { ty, align, .. } = global.kind else {
            return Ok(());
        };
        let display = match debug::display_name(&global.name) {
            mangled if mangled != global.name => Some(mangled),
            _ => global
                .debug
                .and_then(|d| module.global_variable(d))
                .map(|v| v.name),
        };
        let (size, natural) = self.layouts[m].size_align(module.types(), ty);
        if size > u64::from(ObjectId::MOST_BYTES) {
            let symbol = self.symbols.name((m, g)).to_owned();
            return Err(LinkError::TooLarge { symbol, size });
        }
        let align = align.unwrap_or(natural as u32).max(1);
        if align > ObjectId::ALIGNMENT {
            let symbol = self.symbols.name((m, g)).to_owned();
            return Err(LinkError::TooAligned { symbol, align });
        }
        let mut bytes = vec![0; size as usize];
        let mut patches = Vec::new();
        if let Some(constant) = initializer {
            let mut evaluator = self.evaluator(m);
            let written = evaluator.bytes(&constant, ty, &mut bytes, 0, &mut patches);
            if let Err(what) = written {
                refused = Some(what.to_string());
                patches.clear();
            }
        }
        self.patches
            .extend(patches.into_iter().map(|p| (Holder::Global(index), p)));
        if refused.is_some() {
            bytes.clear();
        }
        let slot: &mut Global = &mut self.symbols.globals[index];
        slot.bytes = bytes;
        slot.align = align;
        slot.refused = refused;
        if let Some(display) = display {
            slot.display = display;
        }
        Ok(())
    }

    fn note_comparisons(&mut self, body: &crate::function::Body) {
        use crate::code::Op;
        let constant = |reg: u32| body.constants.get(reg as usize).copied();
        let signed = |bits: u64, w: u8| {
            let unused = 64 - u32::from(w.clamp(1, 64));
            (bits as i64) << unused >> unused
        };
        for (op, location) in body.code.iter().zip(&body.locations) {
            if !self.locations.is_users(*location) {
                continue;
            }
            match *op {
                Op::Compare { w, a, b, .. } | Op::CompareBranch { w, a, b, .. } => {
                    let found = constant(a).or_else(|| constant(b));
                    let number = found.filter(|bits| !is_address(*bits));
                    self.compared.extend(number.map(|bits| signed(bits, w)));
                }
                Op::Switch { table, .. } => {
                    let cases = &body.switches[table as usize].cases;
                    // The width is lost; what looks negative in 32 bits is taken as such too.
                    for &(bits, _) in cases {
                        self.compared.insert(match u32::try_from(bits) {
                            Ok(short) => i64::from(short as i32),
                            Err(_) => bits as i64,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// Writes block addresses, now that all code has its place.
    fn patch(&mut self) {
        for (holder, patch) in std::mem::take(&mut self.patches) {
            let start = self
                .block_starts
                .get(&(patch.function, patch.block))
                .copied()
                .unwrap_or(0);
            let address = function_address(patch.function) + u64::from(start) + 1;
            match holder {
                Holder::Global(index) => {
                    let stored = match &self.symbols.short {
                        Some(short) => short.shorten(address).map(u64::from),
                        None => Some(address),
                    };
                    let size = self.symbols.short.as_ref().map_or(8, |_| 4);
                    let bytes = &mut self.symbols.globals[index].bytes;
                    bytes[patch.offset..patch.offset + size]
                        .copy_from_slice(&stored.unwrap_or(0).to_le_bytes()[..size]);
                }
                Holder::Constants(id) => {
                    if let Some(body) = &mut self.symbols.functions[id.index()].body {
                        body.constants[patch.offset] = address;
                    }
                }
            }
        }
    }
}

/// Whether a constant points into an object: negative numbers do not look like that.
fn is_address(bits: u64) -> bool {
    bits >> 63 == 0 && Address(bits).object().space() != Space::NULL
}

fn failed(symbol: &str, what: impl fmt::Display) -> LinkError {
    LinkError::Constant {
        symbol: symbol.to_string(),
        what: what.to_string(),
    }
}

/// `__VERIFIER_atomic_*` with a body runs as one step; `_begin` and `_end` are the machine's.
fn is_atomic(name: &str) -> bool {
    match name.strip_prefix("__VERIFIER_atomic_") {
        Some(rest) => rest != "begin" && rest != "end",
        None => false,
    }
}
