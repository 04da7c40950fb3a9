//! What the parts of a program's variables are called, by their types.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_llvm::{GlobalKind, MetadataId, Module};
use trailhound_machine::{Machine, Naming};
use trailhound_program::{Address, FunctionId, Program, Space};

use crate::places::own_crate;
use crate::type_reader::TypeReader;
use crate::types::Type;

/// The types of variables that the user's code declares, as far as they are known.
#[derive(Debug, Default)]
pub struct VariableNames {
    /// For each global its name and its type.
    pub(crate) globals: Vec<Option<(String, Arc<Type>)>>,
    /// By function and number of the variable in it.
    pub(crate) locals: FxHashMap<(FunctionId, u32), Arc<Type>>,
    /// What pointers lead to, by number.
    pub(crate) pointees: Vec<Arc<Type>>,
    /// The classes of C++ among these, by the global that is their virtual table.
    classes: FxHashMap<u32, u32>,
    /// What all these types are called.
    pub(crate) types: CalledTypes,
}

/// The names of the types of variables, and of what pointers lead to.
#[derive(Debug, Default)]
pub(crate) struct CalledTypes {
    pub globals: Vec<Option<Arc<str>>>,
    pub locals: FxHashMap<(FunctionId, u32), Arc<str>>,
    pub pointees: Vec<Arc<str>>,
}

impl VariableNames {
    /// Reads the types from the modules that the program was linked from.
    pub fn read(modules: &[Module], program: &Program) -> VariableNames {
        let mut names = VariableNames::default();
        let linked: FxHashSet<&str> = program
            .globals
            .iter()
            .map(|global| global.name.as_str())
            .collect();
        let locals = local_types(program);
        let tables = virtual_tables(program);
        let mut by_symbol: FxHashMap<&str, Option<Arc<Type>>> = FxHashMap::default();
        let mut called: FxHashMap<&str, Arc<str>> = FxHashMap::default();
        for (number, module) in modules.iter().enumerate() {
            let mut reader = TypeReader::new(module, names.pointees.len());
            for (name, ty) in global_types(module) {
                if !linked.contains(name) {
                    continue;
                }
                called.entry(name).or_insert_with(|| reader.name(ty));
                let ty = reader.read(ty);
                // Two files may have a static variable of one name: then neither has a type.
                by_symbol
                    .entry(name)
                    .and_modify(|known| *known = known.take().filter(|known| **known == *ty))
                    .or_insert(Some(ty));
            }
            for &(local, ty) in locals.get(&(number as u32)).into_iter().flatten() {
                names.types.locals.insert(local, reader.name(ty));
                names.locals.insert(local, reader.read(ty));
            }
            let classes = match tables.is_empty() {
                true => Vec::new(),
                false => defined_classes(module),
            };
            for (symbol, class) in classes {
                if let Some(&table) = tables.get(symbol)
                    && let Some(number) = reader.users_class(class)
                {
                    names.classes.insert(table, number);
                }
            }
            for (ty, name) in reader.pointees() {
                names.pointees.push(ty);
                names.types.pointees.push(name);
            }
        }
        let globals = program.globals.iter();
        let globals = globals.map(|global| called.get(global.name.as_str()).cloned());
        names.types.globals = globals.collect();
        let own_crate = own_crate(program).unwrap_or_default();
        let globals = program.globals.iter().map(|global| {
            let ty = by_symbol.get(global.name.as_str())?.clone()?;
            let display = &global.display;
            let name = display.strip_prefix(&own_crate).unwrap_or(display);
            Some((name.to_owned(), ty))
        });
        names.globals = globals.collect();
        names
    }

    /// What a pointer to `declared` leads to: an object of C++ says itself of what class it is.
    pub(crate) fn pointee_at(
        &self,
        machine: &mut Machine<'_>,
        target: Address,
        declared: u32,
    ) -> u32 {
        let declared_type = self.pointees.get(declared as usize);
        if !declared_type.is_some_and(|ty| ty.is_polymorphic()) {
            return declared;
        }
        let table = machine.peek_pointer(target.0).map(Address);
        let table = table.filter(|table| {
            table.object().space() == Space::STATIC && table.offset() == FIRST_METHOD
        });
        let class = table.and_then(|table| self.classes.get(&table.object().index()));
        class.copied().unwrap_or(declared)
    }

    /// A value that is read or written at an offset of a global, as its type says.
    pub fn value(&self, global: u32, offset: u32, bits: u32, value: u64) -> Option<String> {
        let (_, ty) = self.globals.get(global as usize)?.as_ref()?;
        ty.part(offset, &mut String::new()).value(bits, value)
    }
}

impl Naming for VariableNames {
    fn part(&self, global: u32, offset: u32) -> Option<String> {
        let (name, ty) = self.globals.get(global as usize)?.as_ref()?;
        let mut name = name.clone();
        ty.part(offset, &mut name);
        Some(name)
    }

    fn local_part(&self, function: FunctionId, variable: u32, offset: u32) -> Option<String> {
        let ty = self.locals.get(&(function, variable))?;
        let mut name = String::new();
        ty.part(offset, &mut name);
        Some(name)
    }
}

/// Where the methods begin in the table of a whole object.
const FIRST_METHOD: u32 = 16;

/// The globals that are virtual tables, by the symbols of their classes.
fn virtual_tables(program: &Program) -> FxHashMap<&str, u32> {
    let globals = program.globals.iter().zip(0..);
    globals
        .filter_map(|(global, index)| Some((global.name.strip_prefix("_ZTV")?, index)))
        .collect()
}

/// The classes that a module of C++ defines, by their symbols.
fn defined_classes(module: &Module) -> Vec<(&str, MetadataId)> {
    let nodes = (0..).map_while(|number| {
        let id = MetadataId(number);
        Some((id, module.metadata_text(id)?))
    });
    let mut classes = Vec::new();
    for (id, text) in nodes {
        if let Some((_, rest)) = text.split_once("identifier: \"_ZTS")
            && let Some((symbol, _)) = rest.split_once('"')
            && !text.contains("DIFlagFwdDecl")
        {
            classes.push((symbol, id));
        }
    }
    classes
}

/// Variables of a module with the nodes of their types.
fn global_types(module: &Module) -> impl Iterator<Item = (&str, MetadataId)> {
    module.globals().iter().filter_map(|global| {
        let GlobalKind::Variable {
            constant: false, ..
        } = global.kind
        else {
            return None;
        };
        let variable = module.global_variable(global.debug?)?;
        Some((global.name.as_str(), variable.ty?))
    })
}

/// A local variable and the node of its type.
type LocalType = ((FunctionId, u32), MetadataId);

/// The variables in memory of the user's own functions, by module.
fn local_types(program: &Program) -> FxHashMap<u32, Vec<LocalType>> {
    let mut found: FxHashMap<u32, Vec<LocalType>> = FxHashMap::default();
    let source = &program.source;
    for (number, function) in program.functions.iter().enumerate() {
        let defined = function.location.and_then(|id| source.location(id));
        let own = defined.is_some_and(|location| !source.file(location.file).library);
        let Some(body) = function.body.as_ref().filter(|_| own) else {
            continue;
        };
        for (variable, alloca) in body.allocas.iter().enumerate() {
            if let Some((module, ty)) = alloca.variable.as_ref().and_then(|known| known.ty) {
                let local = (FunctionId(number as u32), variable as u32);
                found.entry(module).or_default().push((local, ty));
            }
        }
    }
    found
}
