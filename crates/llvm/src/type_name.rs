//! Types as they are written, for messages.

use crate::interned_types::Types;
use crate::module::{Type, TypeId};

/// Parts inside more types than this are left out.
const SHOWN_DEPTH: u32 = 3;
/// Further fields than these are left out.
const SHOWN_FIELDS: usize = 6;

impl Types {
    /// The type as it is written, shortened if it is large.
    pub fn name(&self, id: TypeId) -> String {
        self.name_within(id, SHOWN_DEPTH)
    }

    fn name_within(&self, id: TypeId, depth: u32) -> String {
        let Some(deeper) = depth.checked_sub(1) else {
            return "…".into();
        };
        let list = |types: &[TypeId]| {
            let shown = types.iter().take(SHOWN_FIELDS);
            let mut names: Vec<String> = shown.map(|ty| self.name_within(*ty, deeper)).collect();
            if types.len() > SHOWN_FIELDS {
                names.push("…".into());
            }
            names.join(", ")
        };
        match self.get(id) {
            Type::Void => "void".into(),
            Type::Int(width) => format!("i{width}"),
            Type::Half => "half".into(),
            Type::BFloat => "bfloat".into(),
            Type::Float => "float".into(),
            Type::Double => "double".into(),
            Type::X86Fp80 => "x86_fp80".into(),
            Type::Fp128 => "fp128".into(),
            Type::Ptr => "ptr".into(),
            Type::Label => "label".into(),
            Type::Token => "token".into(),
            Type::Metadata => "metadata".into(),
            Type::Array { len, element } => {
                format!("[{len} x {}]", self.name_within(*element, deeper))
            }
            Type::Vector { len, element } => {
                format!("<{len} x {}>", self.name_within(*element, deeper))
            }
            Type::Struct { fields, packed } => match (fields.is_empty(), packed) {
                (true, _) => "{}".into(),
                (false, false) => format!("{{ {} }}", list(fields)),
                (false, true) => format!("<{{ {} }}>", list(fields)),
            },
            Type::Opaque(name) => format!("%{name}"),
            Type::Function {
                result,
                params,
                variadic,
            } => {
                let result = self.name_within(*result, deeper);
                let dots = match (variadic, params.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                };
                format!("{result} ({}{dots})", list(params))
            }
        }
    }
}
