//! Writes a module back as LLVM IR, from nothing but what the reader gives. Attributes,
//! flags and alignments of accesses are not kept, so the text is the weakest that means
//! the same.

use std::fmt::Write;

use trailhound_llvm::*;

pub struct Printer<'m> {
    pub module: &'m mut Module,
    text: String,
}

type Printed = Result<(), ReadError>;

pub fn print(module: &mut Module) -> Result<String, ReadError> {
    let mut printer = Printer {
        module,
        text: String::new(),
    };
    for id in printer.module.global_ids() {
        printer.global(id)?;
    }
    Ok(printer.text)
}

pub fn name(name: &str) -> String {
    let escaped: String = name
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | 0..0x20 | 0x7f.. => format!("\\{byte:02X}"),
            _ => (byte as char).to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

/// Calls that say nothing about what the program does, or whose arguments are not kept.
fn is_dropped(printer: &Printer, call: &Call) -> bool {
    let has_metadata = |argument: &Argument| matches!(argument.value, Value::Metadata(_));
    match &call.callee {
        Callee::Value(Value::Constant(Constant::Global(id))) => {
            let name = &printer.module.global(*id).name;
            name.starts_with("llvm.lifetime.") || call.arguments.iter().any(has_metadata)
        }
        _ => false,
    }
}

impl Printer<'_> {
    fn symbol(&self, id: GlobalId) -> String {
        format!("@{}", name(&self.module.global(id).name))
    }

    pub fn ty(&self, id: TypeId) -> String {
        let list = |types: &[TypeId]| {
            let types: Vec<_> = types.iter().map(|&ty| self.ty(ty)).collect();
            types.join(", ")
        };
        match self.module.ty(id) {
            Type::Void => "void".to_string(),
            Type::Int(width) => format!("i{width}"),
            Type::Half => "half".to_string(),
            Type::BFloat => "bfloat".to_string(),
            Type::Float => "float".to_string(),
            Type::Double => "double".to_string(),
            Type::X86Fp80 => "x86_fp80".to_string(),
            Type::Fp128 => "fp128".to_string(),
            Type::Ptr => "ptr".to_string(),
            Type::Label => "label".to_string(),
            Type::Token => "token".to_string(),
            Type::Metadata => "metadata".to_string(),
            Type::Array { len, element } => format!("[{len} x {}]", self.ty(*element)),
            Type::Vector { len, element } => format!("<{len} x {}>", self.ty(*element)),
            Type::Struct { fields, packed } if *packed => format!("<{{ {} }}>", list(fields)),
            Type::Struct { fields, .. } => format!("{{ {} }}", list(fields)),
            // Nobody needs to know what is in it.
            Type::Opaque(_) => "{}".to_string(),
            Type::Function {
                result,
                params,
                variadic,
            } => {
                let dots = match (variadic, params.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                };
                format!("{} ({}{dots})", self.ty(*result), list(params))
            }
        }
    }

    fn float(&self, ty: TypeId, bits: u128) -> String {
        match self.module.ty(ty) {
            Type::Half => format!("0xH{bits:04X}"),
            Type::BFloat => format!("0xR{bits:04X}"),
            Type::Float => {
                let float = f32::from_bits(bits as u32);
                let double = match float.is_nan() {
                    true => {
                        (bits as u64 >> 31 << 63) | 0x7ff << 52 | (bits as u64 & 0x7f_ffff) << 29
                    }
                    false => f64::from(float).to_bits(),
                };
                format!("0x{double:016X}")
            }
            Type::X86Fp80 => format!("0xK{bits:020X}"),
            Type::Fp128 => format!("0xL{:032X}", bits.rotate_left(64)),
            _ => format!("0x{bits:016X}"),
        }
    }

    pub fn typed(&self, constant: &Constant) -> String {
        let ty = match constant {
            Constant::Int { ty, .. }
            | Constant::Float { ty, .. }
            | Constant::Null(ty)
            | Constant::Undef(ty)
            | Constant::Poison(ty)
            | Constant::Zero(ty)
            | Constant::Unread { ty, .. }
            | Constant::Aggregate { ty, .. }
            | Constant::Bytes { ty, .. }
            | Constant::Binary { ty, .. }
            | Constant::Select { ty, .. } => self.ty(*ty),
            Constant::Cast { to, .. } => self.ty(*to),
            Constant::Global(_) | Constant::BlockAddress { .. } | Constant::Gep { .. } => {
                "ptr".to_string()
            }
            Constant::Icmp { .. } => "i1".to_string(),
            Constant::ExtractElement { ty, .. } => match self.module.ty(*ty) {
                Type::Vector { element, .. } => self.ty(*element),
                other => panic!("an element of {other:?}"),
            },
        };
        format!("{ty} {}", self.constant(constant))
    }

    fn constant(&self, constant: &Constant) -> String {
        match constant {
            Constant::Int { words, .. } => {
                let digits: Vec<_> = words
                    .iter()
                    .rev()
                    .map(|word| format!("{word:016X}"))
                    .collect();
                format!("u0x{}", digits.concat())
            }
            Constant::Float { ty, bits } => self.float(*ty, *bits),
            Constant::Null(_) => "null".to_string(),
            Constant::Undef(_) => "undef".to_string(),
            Constant::Poison(_) => "poison".to_string(),
            Constant::Unread { what, .. } => panic!("{what} was not read"),
            Constant::Zero(_) => "zeroinitializer".to_string(),
            Constant::Aggregate { ty, elements } => {
                let elements: Vec<_> = elements.iter().map(|each| self.typed(each)).collect();
                let elements = elements.join(", ");
                match self.module.ty(*ty) {
                    Type::Array { .. } => format!("[{elements}]"),
                    Type::Vector { .. } => format!("<{elements}>"),
                    Type::Struct { packed: true, .. } => format!("<{{{elements}}}>"),
                    _ => format!("{{{elements}}}"),
                }
            }
            Constant::Bytes { bytes, .. } => {
                let escaped: String = bytes.iter().map(|byte| format!("\\{byte:02X}")).collect();
                format!("c\"{escaped}\"")
            }
            Constant::Global(id) => self.symbol(*id),
            Constant::BlockAddress { function, block } => {
                let label = name(&format!("b{block}"));
                format!("blockaddress({}, %{label})", self.symbol(*function))
            }
            Constant::Binary { op, a, b, .. } => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} ({}, {})", self.typed(a), self.typed(b))
            }
            Constant::Icmp {
                predicate, a, b, ..
            } => {
                let predicate = format!("{predicate:?}").to_lowercase();
                format!("icmp {predicate} ({}, {})", self.typed(a), self.typed(b))
            }
            Constant::Select {
                condition, a, b, ..
            } => format!(
                "select ({}, {}, {})",
                self.typed(condition),
                self.typed(a),
                self.typed(b)
            ),
            Constant::ExtractElement { vector, index, .. } => {
                let (vector, index) = (self.typed(vector), self.typed(index));
                format!("extractelement ({vector}, {index})")
            }
            // Opaque pointers need no cast, and LLVM has no such expression any more.
            Constant::Cast {
                from, value, to, ..
            } if from == to => self.constant(value),
            Constant::Cast { op, value, to, .. } => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} ({} to {})", self.typed(value), self.ty(*to))
            }
            Constant::Gep {
                element,
                base,
                indices,
            } => {
                let indices: String = indices
                    .iter()
                    .map(|(_, index)| format!(", {}", self.typed(index)))
                    .collect();
                format!(
                    "getelementptr ({}, {}{indices})",
                    self.ty(*element),
                    self.typed(base)
                )
            }
        }
    }

    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Local(local) => format!("%l{}", local.0),
            Value::Constant(constant) => self.constant(constant),
            Value::Metadata(_) => panic!("metadata is not kept"),
        }
    }

    pub fn operand(&self, ty: TypeId, value: &Value) -> String {
        format!("{} {}", self.ty(ty), self.value(value))
    }

    fn global(&mut self, id: GlobalId) -> Printed {
        let global = self.module.global(id).clone();
        // These only keep symbols alive.
        if matches!(&*global.name, "llvm.used" | "llvm.compiler.used") {
            return Ok(());
        }
        let symbol = self.symbol(id);
        let linkage = match global.linkage {
            Linkage::Local => "internal ",
            Linkage::External => "",
            Linkage::Weak => "weak ",
            Linkage::ExternWeak => "extern_weak ",
            Linkage::Appending => "appending ",
        };
        match global.kind {
            GlobalKind::Variable {
                ty,
                constant,
                thread_local,
                align,
                ..
            } => {
                let value = self.module.initializer(id)?;
                let linkage = match (&value, linkage) {
                    (None, "") => "external ",
                    _ => linkage,
                };
                let storage = if thread_local { "thread_local " } else { "" };
                let kind = if constant { "constant" } else { "global" };
                let value = value.map_or_else(String::new, |value| self.constant(&value));
                let align = align.map_or_else(String::new, |align| format!(", align {align}"));
                let ty = self.ty(ty);
                writeln!(
                    self.text,
                    "{symbol} = {linkage}{storage}{kind} {ty} {value}{align}"
                )
                .unwrap();
            }
            GlobalKind::Alias { target } => {
                let target = self.typed(&target);
                writeln!(self.text, "{symbol} = {linkage}alias i8, {target}").unwrap();
            }
            GlobalKind::Function {
                ty,
                has_body,
                has_personality,
            } => {
                let Type::Function {
                    result,
                    params,
                    variadic,
                } = self.module.ty(ty).clone()
                else {
                    panic!("a function of another type")
                };
                let result = self.ty(result);
                let dots = match (variadic, params.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                };
                if !has_body {
                    let params: Vec<_> = params.iter().map(|&ty| self.ty(ty)).collect();
                    let params = params.join(", ");
                    writeln!(
                        self.text,
                        "declare {linkage}{result} {symbol}({params}{dots})"
                    )
                    .unwrap();
                    return Ok(());
                }
                let body = self.module.body(id)?;
                let params: Vec<_> = body
                    .parameters
                    .iter()
                    .enumerate()
                    .map(|(number, param)| {
                        format!(
                            "{}{} %l{number}",
                            self.ty(param.ty),
                            self.byval(param.byval)
                        )
                    })
                    .collect();
                let params = params.join(", ");
                let personality = if has_personality {
                    self.personality()
                } else {
                    String::new()
                };
                writeln!(
                    self.text,
                    "define {linkage}{result} {symbol}({params}{dots}){personality} {{"
                )
                .unwrap();
                self.body(&body);
                self.text.push_str("}\n");
            }
        }
        Ok(())
    }

    fn personality(&self) -> String {
        let names = [
            "__gxx_personality_v0",
            "rust_eh_personality",
            "__gcc_personality_v0",
        ];
        let found = names.iter().find_map(|name| self.module.find(name));
        let found = found.expect("a personality of a known name");
        format!(" personality ptr {}", self.symbol(found))
    }

    pub fn byval(&self, ty: Option<TypeId>) -> String {
        ty.map_or_else(String::new, |ty| format!(" byval({})", self.ty(ty)))
    }

    fn body(&mut self, body: &Body) {
        for block in &body.blocks {
            writeln!(self.text, "{}:", name(&format!("b{}", block.name))).unwrap();
            for instruction in &block.instructions {
                if let Operation::Call(call) = &instruction.operation
                    && is_dropped(self, call)
                {
                    continue;
                }
                if let Some(local) = instruction.result {
                    write!(self.text, "  %l{} =", local.0).unwrap();
                }
                let operation = self.operation(body, &instruction.operation);
                writeln!(self.text, "  {operation}").unwrap();
            }
        }
    }
}
