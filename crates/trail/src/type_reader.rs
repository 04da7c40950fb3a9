//! Reads types from the debug metadata of a module. What cannot be read is left opaque: names
//! then show an offset instead.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use trailhound_llvm::{MetadataId, Module, Node};

use crate::type_names::TypeNames;
use crate::types::{Encoding, Member, MemberNaming, Pointee, Type, VTABLE};

pub struct TypeReader<'m> {
    module: &'m Module,
    known: FxHashMap<MetadataId, Arc<Type>>,
    /// The numbers of types that pointers lead to, and those that are still to be read.
    numbers: FxHashMap<MetadataId, u32>,
    pending: Vec<MetadataId>,
    /// The number of the first of them.
    first: usize,
    names: TypeNames,
}

/// Types that pointers lead to are read up to this number.
const MOST_POINTEES: usize = 10_000;

/// Types inside types are read this deep: pointers are read apart, so nothing real is deeper.
const DEEPEST: usize = 24;

impl<'m> TypeReader<'m> {
    /// `first`: how many types that pointers lead to are known from other modules.
    pub fn new(module: &'m Module, first: usize) -> TypeReader<'m> {
        TypeReader {
            module,
            known: FxHashMap::default(),
            numbers: FxHashMap::default(),
            pending: Vec::new(),
            first,
            names: TypeNames::default(),
        }
    }

    /// What a type is called.
    pub fn name(&mut self, id: MetadataId) -> Arc<str> {
        self.names.name(self.module, id)
    }

    pub fn read(&mut self, id: MetadataId) -> Arc<Type> {
        self.ty(id, 0)
    }

    /// The types that the pointers in what was read lead to, with their names, in the order of
    /// their numbers.
    pub fn pointees(mut self) -> Vec<(Arc<Type>, Arc<str>)> {
        let mut read = Vec::new();
        while let Some(id) = self.pending.pop() {
            let number = self.numbers[&id];
            read.push((number, (self.ty(id, 0), self.name(id))));
        }
        read.sort_by_key(|(number, _)| *number);
        read.into_iter().map(|(_, named)| named).collect()
    }

    fn ty(&mut self, id: MetadataId, depth: usize) -> Arc<Type> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let read = if depth < DEEPEST {
            self.describe(id, depth)
        } else {
            None
        };
        let ty = read.unwrap_or_else(|| {
            Arc::new(Type::Opaque {
                size: self.node(id).map_or(0, |node| bytes(&node, "size")),
            })
        });
        self.known.insert(id, ty.clone());
        ty
    }

    fn node(&self, id: MetadataId) -> Option<Node<'m>> {
        self.module.node(id)
    }

    fn describe(&mut self, id: MetadataId, depth: usize) -> Option<Arc<Type>> {
        let node = self.node(id)?;
        let size = bytes(&node, "size");
        let base = node.reference("baseType");
        let ty = match node.field("tag").unwrap_or(node.name) {
            "DIBasicType" | "DW_TAG_base_type" => {
                let encoding = match node.field("encoding")? {
                    "DW_ATE_boolean" => Encoding::Boolean,
                    "DW_ATE_float" => Encoding::Float,
                    "DW_ATE_signed" | "DW_ATE_signed_char" => Encoding::Signed,
                    _ => Encoding::Unsigned,
                };
                Type::Number { encoding, size }
            }
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" => Type::Pointer {
                size: if size == 0 { 8 } else { size },
                target: Pointee(base.and_then(|base| self.pointee(base))),
            },
            "DW_TAG_typedef"
            | "DW_TAG_const_type"
            | "DW_TAG_volatile_type"
            | "DW_TAG_atomic_type" => {
                return Some(self.ty(base?, depth + 1));
            }
            "DW_TAG_enumeration_type" => Type::Enumeration {
                size,
                names: self.enumerators(&node),
            },
            "DW_TAG_array_type" => return self.array(&node, depth),
            "DW_TAG_structure_type" | "DW_TAG_union_type" | "DW_TAG_class_type" => {
                self.structure(&node, size, depth)?
            }
            _ => return None,
        };
        Some(Arc::new(ty))
    }

    /// The number of a class of the user's, as one that pointers lead to.
    pub fn users_class(&mut self, id: MetadataId) -> Option<u32> {
        let node = self.node(id)?;
        match self.is_library(&node) {
            true => None,
            false => self.pointee(id),
        }
    }

    /// The number of a type that a pointer leads to.
    fn pointee(&mut self, id: MetadataId) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&id) {
            return Some(number);
        }
        let number = self.first + self.numbers.len();
        if number >= MOST_POINTEES {
            return None;
        }
        self.numbers.insert(id, number as u32);
        self.pending.push(id);
        Some(number as u32)
    }

    fn enumerators(&self, node: &Node<'_>) -> Vec<(i64, String)> {
        let elements = self
            .elements(node)
            .into_iter()
            .filter_map(|id| self.node(id));
        elements
            .filter_map(|node| Some((node.field("value")?.parse().ok()?, node.text("name")?)))
            .collect()
    }

    fn elements(&self, node: &Node<'_>) -> Vec<MetadataId> {
        self.listed(node, "elements")
    }

    /// The nodes in a list that a node refers to.
    fn listed(&self, node: &Node<'_>, key: &str) -> Vec<MetadataId> {
        let list = node
            .reference(key)
            .and_then(|id| self.module.metadata_text(id))
            .unwrap_or_default();
        let list = list.trim_start_matches("!{").trim_end_matches('}');
        list.split(',')
            .filter_map(|item| item.trim().strip_prefix('!')?.parse().ok())
            .map(MetadataId)
            .collect()
    }

    fn array(&mut self, node: &Node<'_>, depth: usize) -> Option<Arc<Type>> {
        let mut ty = self.ty(node.reference("baseType")?, depth + 1);
        for dimension in self.elements(node).into_iter().rev() {
            let count = self.node(dimension)?.field("count")?.parse().ok()?;
            ty = Arc::new(Type::Array { element: ty, count });
        }
        Some(ty)
    }

    fn structure(&mut self, node: &Node<'_>, size: u32, depth: usize) -> Option<Type> {
        let mut members = Vec::new();
        for id in self.elements(node) {
            let member = self.node(id)?;
            let flags = member.field("flags").unwrap_or_default();
            match member.field("tag").unwrap_or(member.name) {
                // Which of several is there is known only from the value.
                "DW_TAG_variant_part" => return None,
                "DW_TAG_member" | "DW_TAG_inheritance" => {}
                _ => continue,
            }
            if flags.contains("DIFlagStaticMember") {
                continue;
            }
            // Several of them lie in one word.
            if flags.contains("DIFlagBitField") {
                return None;
            }
            let name = member.text("name").unwrap_or_default();
            // Names that start like this are internal to the library: pthread_mutex_t and the like.
            if name
                .strip_prefix("__")
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
            {
                return None;
            }
            let name = match name.starts_with("_vptr") {
                true => VTABLE.to_owned(),
                // The fields of a tuple.
                false => name.strip_prefix("__").unwrap_or(&name).to_owned(),
            };
            let base = member.reference("baseType")?;
            let ty = self.ty(base, depth + 1);
            members.push(Member {
                name,
                offset: bytes(&member, "offset"),
                ty,
                type_name: self.name(base),
            });
        }
        if node.text("name").as_deref() == Some("AtomicBool") && self.is_library(node) {
            // A byte to the compiler, true or false to its user.
            return Some(Type::Number {
                encoding: Encoding::Boolean,
                size,
            });
        }
        let naming = match self.is_library(node) {
            true => MemberNaming::Silent,
            false => MemberNaming::Named,
        };
        let mut ty = Type::Structure {
            size,
            members,
            naming,
        };
        if naming == MemberNaming::Silent
            && let Some(element) = self.element_of_vec(node)
        {
            ty.point_at(element);
        }
        (ty.size() > 0 && !ty.is_empty()).then_some(ty)
    }

    /// The pointer inside a `Vec` does not tell what it leads to: the parameter of the type does.
    fn element_of_vec(&mut self, node: &Node<'_>) -> Option<u32> {
        let name = node.text("name")?;
        (name.starts_with("Vec<") || name.starts_with("VecDeque<")).then_some(())?;
        let parameter = *self.listed(node, "templateParams").first()?;
        let element = self.node(parameter)?.reference("type")?;
        self.pointee(element)
    }

    /// Whether a type lives in the standard library of Rust or C++, or is a lock around the user's data.
    fn is_library(&self, node: &Node<'_>) -> bool {
        let scope = node.reference("scope");
        let outermost = scope.and_then(|scope| self.module.scopes(scope).last());
        let name = outermost.and_then(|namespace| namespace.text("name"));
        matches!(
            name.as_deref(),
            Some("core" | "std" | "alloc" | "lock_api" | "parking_lot" | "spin")
        )
    }
}

/// A number of bits, in bytes.
fn bytes(node: &Node<'_>, key: &str) -> u32 {
    node.number(key) / 8
}
