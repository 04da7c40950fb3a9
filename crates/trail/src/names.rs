//! What the parts of a program's variables are called, by their types.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_llvm::{GlobalKind, MetadataId, Module};
use trailhound_machine::{Extent, Machine, Naming};
use trailhound_program::{Address, FunctionId, LocationId, Program, Space, TypedAccess};

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
    /// What accesses through pointers of known types tell, by their places: what the pointer leads to, and
    /// how far behind its beginning the access is.
    pub(crate) accesses: FxHashMap<LocationId, (u32, u32)>,
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
        let accesses = typed_accesses(program);
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
            for &(place, access) in accesses.get(&(number as u32)).into_iter().flatten() {
                let ty = reader.read(access.pointer.1);
                if let Some(pointee) = ty.first_pointee() {
                    names.accesses.insert(place, (pointee, access.offset));
                }
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

    /// The part of a global at an offset: `forks[2]`, `account.balance`.
    pub fn part(&self, global: u32, offset: u32) -> Option<String> {
        self.global_part(global, offset, Extent::Part)
    }

    /// A value that is read or written at an offset of a global, as its type says.
    pub fn value(&self, global: u32, offset: u32, bits: u32, value: u64) -> Option<String> {
        let (_, ty) = self.globals.get(global as usize)?.as_ref()?;
        ty.part(offset, &mut String::new()).value(bits, value)
    }
}

impl Naming for VariableNames {
    fn global_part(&self, global: u32, offset: u32, extent: Extent) -> Option<String> {
        let (name, ty) = self.globals.get(global as usize)?.as_ref()?;
        let mut name = name.clone();
        ty.named_part(offset, extent, &mut name);
        Some(name)
    }

    fn local_part(
        &self,
        variable: (FunctionId, u32),
        offset: u32,
        extent: Extent,
    ) -> Option<String> {
        let ty = self.locals.get(&variable)?;
        let mut name = String::new();
        ty.named_part(offset, extent, &mut name);
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

/// The accesses whose place tells what is accessed, by module.
fn typed_accesses(program: &Program) -> FxHashMap<u32, Vec<(LocationId, TypedAccess)>> {
    let mut found: FxHashMap<u32, Vec<(LocationId, TypedAccess)>> = FxHashMap::default();
    for (&place, access) in &program.typed_accesses {
        if let &Some(access) = access {
            let (module, _) = access.pointer;
            found.entry(module).or_default().push((place, access));
        }
    }
    // The numbers of types do not depend on the order of a table.
    for accesses in found.values_mut() {
        accesses.sort_by_key(|(place, _)| *place);
    }
    found
}

/// A local variable and the node of its type.
type LocalType = ((FunctionId, u32), MetadataId);

/// The variables in memory that the user's code declares, by module.
fn local_types(program: &Program) -> FxHashMap<u32, Vec<LocalType>> {
    let mut found: FxHashMap<u32, Vec<LocalType>> = FxHashMap::default();
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else {
            continue;
        };
        for (variable, alloca) in body.allocas.iter().enumerate() {
            // A user's function may be inlined into one of a library.
            let known = alloca.variable.as_ref().filter(|known| known.is_users);
            if let Some((module, ty)) = known.and_then(|known| known.ty) {
                let local = (FunctionId(number as u32), variable as u32);
                found.entry(module).or_default().push((local, ty));
            }
        }
    }
    found
}
