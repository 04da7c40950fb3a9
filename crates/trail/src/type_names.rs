//! The names of types, as the source has them.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use trailhound_llvm::{MetadataId, Module};

/// Pointers to pointers to pointers are enough.
const DEEPEST: usize = 8;

/// The names of the types of one module, each made once.
#[derive(Default)]
pub struct TypeNames {
    known: FxHashMap<MetadataId, Arc<str>>,
}

impl TypeNames {
    pub fn name(&mut self, module: &Module, id: MetadataId) -> Arc<str> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let name: Arc<str> = describe(module, id, 0).into();
        self.known.insert(id, name.clone());
        name
    }
}

fn describe(module: &Module, id: MetadataId, depth: usize) -> String {
    let Some(node) = module.node(id).filter(|_| depth < DEEPEST) else {
        return "…".to_owned();
    };
    if let Some(name) = node.text("name").filter(|name| !name.is_empty()) {
        return name;
    }
    let base = node.reference("baseType");
    let base = |empty: &str| match base {
        Some(base) => describe(module, base, depth + 1),
        None => empty.to_owned(),
    };
    match node.field("tag").unwrap_or(node.name) {
        "DW_TAG_pointer_type" => format!("{} *", base("void")),
        "DW_TAG_reference_type" => format!("{} &", base("void")),
        "DW_TAG_rvalue_reference_type" => format!("{} &&", base("void")),
        "DW_TAG_const_type" => format!("const {}", base("void")),
        "DW_TAG_volatile_type" => format!("volatile {}", base("void")),
        "DW_TAG_atomic_type" => format!("_Atomic {}", base("void")),
        "DW_TAG_array_type" => format!("{}[]", base("")),
        "DW_TAG_union_type" => "union".to_owned(),
        "DW_TAG_enumeration_type" => "enum".to_owned(),
        "DW_TAG_structure_type" | "DW_TAG_class_type" => "struct".to_owned(),
        _ if node.name == "DISubroutineType" => "function".to_owned(),
        _ => base("…"),
    }
}
