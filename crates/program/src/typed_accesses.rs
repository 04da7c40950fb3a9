//! Which accesses go through a pointer variable of the user's, by the debug information: what lies at the
//! address is then known, whatever block it is. For people only; nothing that is executed depends on it.

use crate::debug::Locations;
use crate::layout::Layout;
use crate::promote::constant_offset;
use crate::source::{LocationId, TypedAccess, TypedAccesses};
use rustc_hash::FxHashMap;
use trailhound_llvm::{Body, CastOp, LocalId, MetadataId, Module, Operation, Value};

/// A function body with the module that it is in.
pub struct Surroundings<'a> {
    pub number: usize,
    pub module: &'a Module,
    pub layout: &'a mut Layout,
    pub locations: &'a mut Locations,
}

/// Adds the accesses of a function.
pub fn note(found: &mut TypedAccesses, around: Surroundings<'_>, body: &Body) {
    let mut variables: FxHashMap<MetadataId, Option<MetadataId>> = FxHashMap::default();
    let (module, locations) = (around.module, around.locations);
    let mut users_type = |id: MetadataId| {
        *variables.entry(id).or_insert_with(|| {
            let file = module.file_of_local(id)?;
            match locations.is_library(&file) {
                true => None,
                false => module.local_variable(id)?.ty,
            }
        })
    };
    let mut variables_in_memory: FxHashMap<LocalId, MetadataId> = FxHashMap::default();
    for declare in &body.declares {
        if let Some(ty) = users_type(declare.variable) {
            variables_in_memory.insert(declare.address, ty);
        }
    }
    let mut typed: FxHashMap<LocalId, (MetadataId, i64)> = FxHashMap::default();
    for pointer in &body.pointers {
        if let Some(ty) = users_type(pointer.variable) {
            typed.entry(pointer.value).or_insert((ty, 0));
        }
    }
    if variables_in_memory.is_empty() && typed.is_empty() {
        return;
    }
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        let mut derived = None;
        let accessed = match &instruction.operation {
            Operation::Load { pointer, .. } => {
                derived = local(pointer).and_then(|at| Some((*variables_in_memory.get(&at)?, 0)));
                local(pointer)
            }
            Operation::Store { pointer, .. }
            | Operation::CmpXchg { pointer, .. }
            | Operation::AtomicRmw { pointer, .. } => local(pointer),
            Operation::Gep {
                element,
                base,
                indices,
                ..
            } => {
                let known = local(base).and_then(|base| typed.get(&base).copied());
                let types = module.types();
                derived = known.and_then(|(ty, start)| {
                    let further = constant_offset(*element, indices, types, around.layout)?;
                    Some((ty, start.checked_add(further)?))
                });
                None
            }
            Operation::Cast {
                op: CastOp::BitCast,
                value,
                ..
            } => {
                derived = local(value).and_then(|value| typed.get(&value).copied());
                None
            }
            // A lock, as a rule.
            Operation::Call(call) | Operation::Invoke { call, .. } => {
                let values = call.arguments.iter();
                let mut known = values
                    .filter_map(|argument| local(&argument.value))
                    .filter(|value| typed.contains_key(value));
                known.next().filter(|_| known.next().is_none())
            }
            _ => None,
        };
        if let (Some(result), Some(derived)) = (instruction.result, derived) {
            typed.entry(result).or_insert(derived);
        }
        let place = locations.location((around.number, module), instruction.location);
        if let Some((ty, offset)) = accessed.and_then(|pointer| typed.get(&pointer).copied())
            && let Ok(offset) = u32::try_from(offset)
            && place != LocationId::UNKNOWN
        {
            let access = TypedAccess {
                pointer: (around.number as u32, ty),
                offset,
            };
            found
                .entry(place)
                .and_modify(|known| *known = known.filter(|known| *known == access))
                .or_insert(Some(access));
        }
    }
}

fn local(value: &Value) -> Option<LocalId> {
    match value {
        Value::Local(local) => Some(*local),
        _ => None,
    }
}
