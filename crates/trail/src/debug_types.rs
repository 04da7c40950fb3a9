//! Reads the types of global variables from the debug metadata of modules. What cannot be
//! read is left opaque: names then show an offset instead.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use trailhound_llvm::{GlobalKind, MetadataId, Module};
use trailhound_machine::Naming;
use trailhound_program::Program;

use crate::places::own_crate;
use crate::types::{Encoding, Member, MemberNaming, Pointee, Type};

/// The types of a program's global variables, by symbol.
#[derive(Debug, Default)]
pub struct GlobalTypes {
    by_symbol: FxHashMap<String, Rc<Type>>,
    pointees: Vec<Rc<Type>>,
}

/// Whether to read what pointers lead to, which properties may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointers {
    Followed,
    Opaque,
}

impl GlobalTypes {
    pub fn read(modules: &[Module], pointers: Pointers) -> GlobalTypes {
        let mut pointees = Vec::new();
        let mut by_symbol: FxHashMap<String, Option<Rc<Type>>> = FxHashMap::default();
        for module in modules {
            let mut reader = Reader {
                module,
                known: FxHashMap::default(),
                pointers,
                pointees: FxHashMap::default(),
                pending: Vec::new(),
                first: pointees.len(),
            };
            for global in module.globals() {
                let GlobalKind::Variable {
                    constant: false, ..
                } = global.kind
                else {
                    continue;
                };
                let variable = global.debug.and_then(|id| module.global_variable(id));
                let Some(ty) = variable.and_then(|variable| variable.ty) else {
                    continue;
                };
                let ty = reader.ty(ty, 0);
                // Two files may have a static variable of one name: then neither has a type.
                by_symbol
                    .entry(global.name.clone())
                    .and_modify(|known| *known = known.take().filter(|known| **known == *ty))
                    .or_insert(Some(ty));
            }
            while let Some(id) = reader.pending.pop() {
                let ty = reader.ty(id, 0);
                let at = reader.pointees[&id] as usize;
                if pointees.len() <= at {
                    let unknown = Rc::new(Type::Opaque { size: 0 });
                    pointees.resize(at + 1, unknown);
                }
                pointees[at] = ty;
            }
        }
        let known = by_symbol
            .into_iter()
            .filter_map(|(symbol, ty)| Some((symbol, ty?)));
        GlobalTypes {
            by_symbol: known.collect(),
            pointees,
        }
    }

    /// The types by the number of the global.
    pub fn of_program(&self, program: &Program) -> GlobalNames {
        let own_crate = own_crate(program).unwrap_or_default();
        let globals = program.globals.iter().map(|global| {
            let ty = self.by_symbol.get(&global.name)?;
            let name = global
                .display
                .strip_prefix(&own_crate)
                .unwrap_or(&global.display);
            Some((name.to_owned(), ty.clone()))
        });
        GlobalNames {
            globals: globals.collect(),
            pointees: self.pointees.clone(),
        }
    }
}

/// For each global its name and its type, if it is known.
#[derive(Debug)]
pub struct GlobalNames {
    pub(crate) globals: Vec<Option<(String, Rc<Type>)>>,
    /// What pointers lead to, by number.
    pub(crate) pointees: Vec<Rc<Type>>,
}

impl GlobalNames {
    fn get(&self, global: u32) -> Option<&(String, Rc<Type>)> {
        self.globals.get(global as usize)?.as_ref()
    }

    /// A value that is read or written at an offset, as its type says.
    pub fn value(&self, global: u32, offset: u32, bits: u32, value: u64) -> Option<String> {
        let (_, ty) = self.get(global)?;
        ty.part(offset, &mut String::new()).value(bits, value)
    }
}

impl Naming for GlobalNames {
    fn part(&self, global: u32, offset: u32) -> Option<String> {
        let (name, ty) = self.get(global)?;
        let mut name = name.clone();
        ty.part(offset, &mut name);
        Some(name)
    }
}

struct Reader<'m> {
    module: &'m Module,
    known: FxHashMap<MetadataId, Rc<Type>>,
    pointers: Pointers,
    /// The numbers of types that pointers lead to, and those that are still to be read.
    pointees: FxHashMap<MetadataId, u32>,
    pending: Vec<MetadataId>,
    /// The number of the first of them.
    first: usize,
}

/// Types that pointers lead to are read up to this number.
const MOST_POINTEES: usize = 10_000;

/// Types inside types are read this deep: pointers are read apart, so nothing real is deeper.
const DEEPEST: usize = 24;

impl<'m> Reader<'m> {
    fn ty(&mut self, id: MetadataId, depth: usize) -> Rc<Type> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let read = if depth < DEEPEST {
            self.read(id, depth)
        } else {
            None
        };
        let ty = read.unwrap_or_else(|| {
            Rc::new(Type::Opaque {
                size: self.node(id).map_or(0, |node| node.bytes("size")),
            })
        });
        self.known.insert(id, ty.clone());
        ty
    }

    fn node(&self, id: MetadataId) -> Option<Node<'m>> {
        Node::parse(self.module.metadata_text(id)?)
    }

    fn read(&mut self, id: MetadataId, depth: usize) -> Option<Rc<Type>> {
        let node = self.node(id)?;
        let size = node.bytes("size");
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
        Some(Rc::new(ty))
    }

    /// The number of a type that a pointer leads to.
    fn pointee(&mut self, id: MetadataId) -> Option<u32> {
        if self.pointers == Pointers::Opaque {
            return None;
        }
        if let Some(&number) = self.pointees.get(&id) {
            return Some(number);
        }
        let number = self.first + self.pointees.len();
        if number >= MOST_POINTEES {
            return None;
        }
        self.pointees.insert(id, number as u32);
        self.pending.push(id);
        Some(number as u32)
    }

    fn enumerators(&self, node: &Node<'_>) -> Vec<(i64, String)> {
        let elements = self
            .elements(node)
            .into_iter()
            .filter_map(|id| self.node(id));
        elements
            .filter_map(|node| {
                Some((
                    node.field("value")?.parse().ok()?,
                    node.text("name")?.to_owned(),
                ))
            })
            .collect()
    }

    fn elements(&self, node: &Node<'_>) -> Vec<MetadataId> {
        let list = node
            .reference("elements")
            .and_then(|id| self.module.metadata_text(id))
            .unwrap_or_default();
        let list = list.trim_start_matches("!{").trim_end_matches('}');
        list.split(',')
            .filter_map(|item| reference(item.trim()))
            .collect()
    }

    fn array(&mut self, node: &Node<'_>, depth: usize) -> Option<Rc<Type>> {
        let mut ty = self.ty(node.reference("baseType")?, depth + 1);
        for dimension in self.elements(node).into_iter().rev() {
            let count = self.node(dimension)?.field("count")?.parse().ok()?;
            ty = Rc::new(Type::Array { element: ty, count });
        }
        Some(ty)
    }

    fn structure(&mut self, node: &Node<'_>, size: u32, depth: usize) -> Option<Type> {
        let mut members = Vec::new();
        for id in self.elements(node) {
            let member = self.node(id)?;
            match member.field("tag").unwrap_or(member.name) {
                "DISubprogram" => continue,
                "DW_TAG_member" | "DW_TAG_inheritance" => {}
                _ => return None,
            }
            // Several of them lie in one word.
            if member
                .field("flags")
                .is_some_and(|flags| flags.contains("DIFlagBitField"))
            {
                return None;
            }
            let name = member.text("name").unwrap_or_default();
            // Names that start like this are nobody's business: pthread_mutex_t and the like.
            if name
                .strip_prefix("__")
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
            {
                return None;
            }
            // The fields of a tuple.
            let name = name.strip_prefix("__").unwrap_or(name).to_owned();
            let ty = self.ty(member.reference("baseType")?, depth + 1);
            members.push(Member {
                name,
                offset: member.bytes("offset"),
                ty,
            });
        }
        let naming = if self.is_library(node) {
            MemberNaming::Silent
        } else {
            MemberNaming::Named
        };
        (!members.is_empty()).then_some(Type::Structure {
            size,
            members,
            naming,
        })
    }

    /// Whether a type lives in Rust's standard library.
    fn is_library(&self, node: &Node<'_>) -> bool {
        let mut scope = node.reference("scope").and_then(|id| self.node(id));
        let mut outermost = None;
        for _ in 0..DEEPEST {
            let Some(namespace) = scope.take() else { break };
            outermost = namespace.text("name");
            scope = namespace.reference("scope").and_then(|id| self.node(id));
        }
        matches!(outermost, Some("core" | "std" | "alloc"))
    }
}

fn reference(text: &str) -> Option<MetadataId> {
    Some(MetadataId(text.strip_prefix('!')?.parse().ok()?))
}

/// `!DIName(field: value, ...)`
struct Node<'t> {
    name: &'t str,
    fields: Vec<(&'t str, &'t str)>,
}

impl<'t> Node<'t> {
    fn parse(text: &'t str) -> Option<Node<'t>> {
        let text = text
            .trim()
            .trim_start_matches("distinct ")
            .strip_prefix('!')?;
        let (name, rest) = text.split_once('(')?;
        let rest = rest.strip_suffix(')')?;
        let mut fields = Vec::new();
        let (mut start, mut depth, mut quoted) = (0, 0, false);
        let mut add = |field: &'t str| {
            fields.extend(
                field
                    .split_once(':')
                    .map(|(key, value)| (key.trim(), value.trim())),
            )
        };
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'"' => quoted = !quoted,
                b'(' | b'{' if !quoted => depth += 1,
                b')' | b'}' if !quoted => depth -= 1,
                b',' if !quoted && depth == 0 => {
                    add(&rest[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        add(&rest[start..]);
        Some(Node { name, fields })
    }

    fn field(&self, key: &str) -> Option<&'t str> {
        self.fields
            .iter()
            .find(|(name, _)| *name == key)
            .map(|&(_, value)| value)
    }

    fn text(&self, key: &str) -> Option<&'t str> {
        Some(self.field(key)?.trim_matches('"'))
    }

    /// A number of bits, in bytes.
    fn bytes(&self, key: &str) -> u32 {
        let bits: u32 = self
            .field(key)
            .and_then(|value| value.parse().ok())
            .unwrap_or(0);
        bits / 8
    }

    fn reference(&self, key: &str) -> Option<MetadataId> {
        reference(self.field(key)?)
    }
}
