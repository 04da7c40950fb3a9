//! The types of a module, each stored once, with what follows from their parts.

use rustc_hash::FxHashMap;

use crate::module::{Type, TypeId};

/// The types of a module, each stored once.
#[derive(Debug, Default)]
pub struct Types {
    types: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
    facts: Vec<Facts>,
}

/// What is known of a type from its parts, which are interned before it.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// A value of it can lie in memory.
    sized: bool,
    /// How many types stand inside each other in it.
    depth: u32,
}

impl Types {
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.facts.push(self.facts_of(&ty));
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    fn facts_of(&self, ty: &Type) -> Facts {
        let facts = |part: &TypeId| self.facts[part.index()];
        let deepest = |parts: &[TypeId]| parts.iter().map(|part| facts(part).depth).max();
        match ty {
            Type::Array { element, .. } | Type::Vector { element, .. } => Facts {
                sized: facts(element).sized,
                depth: facts(element).depth + 1,
            },
            Type::Struct { fields, .. } => Facts {
                sized: fields.iter().all(|field| facts(field).sized),
                depth: deepest(fields).unwrap_or(0) + 1,
            },
            Type::Function { result, params, .. } => Facts {
                sized: false,
                depth: deepest(params).unwrap_or(0).max(facts(result).depth) + 1,
            },
            Type::Void | Type::Label | Type::Token | Type::Metadata | Type::Opaque(_) => Facts {
                sized: false,
                depth: 0,
            },
            Type::Int(_)
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X86Fp80
            | Type::Fp128
            | Type::Ptr => Facts {
                sized: true,
                depth: 0,
            },
        }
    }

    /// A value of this type can lie in memory.
    pub fn is_sized(&self, id: TypeId) -> bool {
        self.facts[id.index()].sized
    }

    /// How many types stand inside each other in this one.
    pub(crate) fn depth(&self, id: TypeId) -> u32 {
        self.facts[id.index()].depth
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}
