//! The types of a module and the names of its structs, as far as they have been read.

use rustc_hash::FxHashMap;

use crate::interned_types::Types;
use crate::module::{Type, TypeId};

/// What is known of a named struct.
pub(crate) enum Named {
    /// Where the definition stands.
    Unread {
        start: usize,
        end: usize,
    },
    Reading,
    Read(TypeId),
}

/// The types of a module and the names of its structs.
pub(crate) struct TypeTable {
    pub types: Types,
    pub named: FxHashMap<String, Named>,
    /// A definition is being read: a pointee may be the struct that contains it.
    pub defining: bool,
    /// How many types and constants are being read inside each other.
    pub depth: u32,
    pub void: TypeId,
    pub bit: TypeId,
    pub pointer: TypeId,
    pub metadata: TypeId,
}

impl TypeTable {
    pub fn new() -> TypeTable {
        let mut types = Types::default();
        TypeTable {
            void: types.intern(Type::Void),
            bit: types.intern(Type::Int(1)),
            pointer: types.intern(Type::Ptr),
            metadata: types.intern(Type::Metadata),
            types,
            named: FxHashMap::default(),
            defining: false,
            depth: 0,
        }
    }

    /// Notes where `%name = type ...` stands; false if the name is taken.
    pub fn announce(&mut self, name: &str, start: usize, end: usize) -> bool {
        let unread = Named::Unread { start, end };
        self.named.insert(name.to_string(), unread).is_none()
    }

    pub fn names(&self) -> Vec<String> {
        self.named.keys().cloned().collect()
    }

    pub fn get(&self, id: TypeId) -> &Type {
        self.types.get(id)
    }

    /// `element`, or a vector of it as long as `shape` if that is a vector.
    pub fn shaped(&mut self, shape: TypeId, element: TypeId) -> TypeId {
        match *self.get(shape) {
            Type::Vector { len, .. } => self.types.intern(Type::Vector { len, element }),
            _ => element,
        }
    }

    /// What one index into a value of this type gives.
    pub fn element(&self, aggregate: TypeId, index: u32) -> Option<TypeId> {
        match self.get(aggregate) {
            Type::Struct { fields, .. } => fields.get(index as usize).copied(),
            Type::Array { len, element } if u64::from(index) < *len => Some(*element),
            _ => None,
        }
    }
}
