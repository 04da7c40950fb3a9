//! Writes instructions back as LLVM IR.

use trailhound_llvm::*;

use crate::printer::{Printer, name};

impl Printer<'_> {
    fn call(&self, call: &Call) -> String {
        let arguments: Vec<_> = call
            .arguments
            .iter()
            .map(|argument| {
                let ty = self.ty(argument.ty);
                format!(
                    "{ty}{} {}",
                    self.byval(argument.byval),
                    self.value(&argument.value)
                )
            })
            .collect();
        let arguments = arguments.join(", ");
        let variadic = if call.variadic { " (...)" } else { "" };
        let callee = match &call.callee {
            Callee::Value(value) => self.value(value),
            Callee::InlineAsm(assembly) => {
                let dialect = if assembly.intel { " inteldialect" } else { "" };
                let (template, constraints) = (&assembly.template, &assembly.constraints);
                format!(
                    "asm sideeffect{dialect} {}, {}",
                    name(template),
                    name(constraints)
                )
            }
        };
        format!("{}{variadic} {callee}({arguments})", self.ty(call.result))
    }

    /// Atomic accesses have the alignment of their size; others may have none.
    fn access(&self, ty: TypeId, atomic: Option<Ordering>) -> String {
        let Some(ordering) = atomic else {
            return ", align 1".to_string();
        };
        let ordering = word_of(ordering);
        let size = match self.module.ty(ty) {
            Type::Int(width) => width / 8,
            Type::Float => 4,
            _ => 8,
        };
        format!(" {ordering}, align {size}")
    }

    pub fn operation(&self, body: &Body, operation: &Operation) -> String {
        let block = |id: BlockId| name(&format!("b{}", body.blocks[id.index()].name));
        let label = |id: BlockId| format!("label %{}", block(id));
        let word = |op: &dyn std::fmt::Debug| format!("{op:?}").to_lowercase();
        let path =
            |path: &[u32]| -> String { path.iter().map(|index| format!(", {index}")).collect() };
        let pair = |ty: TypeId, a: &Value, b: &Value| {
            format!("{}, {}", self.operand(ty, a), self.value(b))
        };
        let is_volatile = |volatile: bool| if volatile { "volatile " } else { "" };
        let is_atomic = |atomic: &Option<Ordering>| if atomic.is_some() { "atomic " } else { "" };
        match operation {
            Operation::Binary { op, ty, a, b } => format!("{} {}", word(op), pair(*ty, a, b)),
            Operation::FNeg { ty, value } => format!("fneg {}", self.operand(*ty, value)),
            Operation::Icmp {
                predicate,
                ty,
                a,
                b,
            } => {
                format!("icmp {} {}", word(predicate), pair(*ty, a, b))
            }
            Operation::Fcmp {
                predicate,
                ty,
                a,
                b,
            } => {
                format!("fcmp {} {}", word(predicate), pair(*ty, a, b))
            }
            Operation::Select {
                condition_ty,
                condition,
                ty,
                a,
                b,
            } => format!(
                "select {}, {}, {}",
                self.operand(*condition_ty, condition),
                self.operand(*ty, a),
                self.operand(*ty, b)
            ),
            Operation::Cast {
                op,
                from,
                value,
                to,
            } => {
                format!(
                    "{} {} to {}",
                    word(op),
                    self.operand(*from, value),
                    self.ty(*to)
                )
            }
            Operation::Freeze { ty, value } => format!("freeze {}", self.operand(*ty, value)),
            Operation::Alloca { ty, count, align } => {
                let count = count.as_ref().map_or_else(String::new, |(ty, count)| {
                    format!(", {}", self.operand(*ty, count))
                });
                let align = align.map_or_else(String::new, |align| format!(", align {align}"));
                format!("alloca {}{count}{align}", self.ty(*ty))
            }
            Operation::Load {
                ty,
                pointer,
                atomic,
                volatile,
                ..
            } => format!(
                "load {}{}{}, ptr {}{}",
                is_atomic(atomic),
                is_volatile(*volatile),
                self.ty(*ty),
                self.value(pointer),
                self.access(*ty, *atomic)
            ),
            Operation::Store {
                ty,
                value,
                pointer,
                atomic,
                volatile,
            } => format!(
                "store {}{}{}, ptr {}{}",
                is_atomic(atomic),
                is_volatile(*volatile),
                self.operand(*ty, value),
                self.value(pointer),
                self.access(*ty, *atomic)
            ),
            // A fence for the compiler is read as one that orders nothing.
            Operation::Fence {
                ordering: Ordering::Monotonic,
            } => "fence syncscope(\"singlethread\") seq_cst".to_string(),
            Operation::Fence { ordering } => format!("fence {}", word_of(*ordering)),
            Operation::CmpXchg {
                ty,
                pointer,
                expected,
                new,
                success,
                failure,
                weak,
            } => format!(
                "cmpxchg {}ptr {}, {}, {} {} {}",
                if *weak { "weak " } else { "" },
                self.value(pointer),
                self.operand(*ty, expected),
                self.operand(*ty, new),
                word_of(*success),
                word_of(*failure)
            ),
            Operation::AtomicRmw {
                op,
                ty,
                pointer,
                value,
                ordering,
            } => format!(
                "atomicrmw {} ptr {}, {} {}",
                word(op),
                self.value(pointer),
                self.operand(*ty, value),
                word_of(*ordering)
            ),
            Operation::Gep {
                element,
                base_ty,
                base,
                indices,
            } => {
                let indices: String = indices
                    .iter()
                    .map(|(ty, index)| format!(", {}", self.operand(*ty, index)))
                    .collect();
                let base = self.operand(*base_ty, base);
                format!("getelementptr {}, {base}{indices}", self.ty(*element))
            }
            Operation::Phi { ty, incoming } => {
                let incoming: Vec<_> = incoming
                    .iter()
                    .map(|(value, from)| format!("[{}, %{}]", self.value(value), block(*from)))
                    .collect();
                format!("phi {} {}", self.ty(*ty), incoming.join(", "))
            }
            Operation::Call(call) => format!("call {}", self.call(call)),
            Operation::Invoke {
                call,
                normal,
                unwind,
            } => format!(
                "invoke {} to {} unwind {}",
                self.call(call),
                label(*normal),
                label(*unwind)
            ),
            Operation::LandingPad {
                ty,
                cleanup,
                clauses,
            } => {
                let cleanup = if *cleanup { " cleanup" } else { "" };
                let clauses: String = clauses
                    .iter()
                    .map(|clause| match clause {
                        Clause::Catch(constant) => format!(" catch {}", self.typed(constant)),
                        Clause::Filter(constant) => format!(" filter {}", self.typed(constant)),
                    })
                    .collect();
                format!("landingpad {}{cleanup}{clauses}", self.ty(*ty))
            }
            Operation::Resume { ty, value } => format!("resume {}", self.operand(*ty, value)),
            Operation::ExtractValue {
                aggregate_ty,
                aggregate,
                path: way,
            } => {
                format!(
                    "extractvalue {}{}",
                    self.operand(*aggregate_ty, aggregate),
                    path(way)
                )
            }
            Operation::InsertValue {
                aggregate_ty,
                aggregate,
                element_ty,
                element,
                path: way,
            } => {
                format!(
                    "insertvalue {}, {}{}",
                    self.operand(*aggregate_ty, aggregate),
                    self.operand(*element_ty, element),
                    path(way)
                )
            }
            Operation::ExtractElement {
                vector_ty,
                vector,
                index_ty,
                index,
            } => format!(
                "extractelement {}, {}",
                self.operand(*vector_ty, vector),
                self.operand(*index_ty, index)
            ),
            Operation::InsertElement {
                vector_ty,
                vector,
                element,
                index_ty,
                index,
            } => {
                let Type::Vector {
                    element: element_ty,
                    ..
                } = *self.module.ty(*vector_ty)
                else {
                    panic!("no vector")
                };
                format!(
                    "insertelement {}, {}, {}",
                    self.operand(*vector_ty, vector),
                    self.operand(element_ty, element),
                    self.operand(*index_ty, index)
                )
            }
            Operation::ShuffleVector {
                vector_ty,
                a,
                b,
                mask,
            } => {
                let lanes: Vec<_> = mask
                    .iter()
                    .map(|lane| lane.map_or("i32 poison".to_string(), |lane| format!("i32 {lane}")))
                    .collect();
                format!(
                    "shufflevector {}, {}, <{} x i32> <{}>",
                    self.operand(*vector_ty, a),
                    self.operand(*vector_ty, b),
                    mask.len(),
                    lanes.join(", ")
                )
            }
            Operation::VaArg { list, ty } => {
                format!("va_arg ptr {}, {}", self.value(list), self.ty(*ty))
            }
            Operation::Ret(None) => "ret void".to_string(),
            Operation::Ret(Some((ty, value))) => format!("ret {}", self.operand(*ty, value)),
            Operation::Br(target) => format!("br {}", label(*target)),
            Operation::CondBr {
                condition,
                then,
                otherwise,
            } => format!(
                "br i1 {}, {}, {}",
                self.value(condition),
                label(*then),
                label(*otherwise)
            ),
            Operation::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                let cases: String = cases
                    .iter()
                    .map(|(case, target)| format!(" {}, {}", self.typed(case), label(*target)))
                    .collect();
                format!(
                    "switch {}, {} [{cases} ]",
                    self.operand(*ty, value),
                    label(*default)
                )
            }
            Operation::IndirectBr { address, targets } => {
                let targets: Vec<_> = targets.iter().map(|&target| label(target)).collect();
                format!(
                    "indirectbr ptr {}, [{}]",
                    self.value(address),
                    targets.join(", ")
                )
            }
            Operation::Unreachable => "unreachable".to_string(),
            Operation::Unread { what } => panic!("{what} was not read"),
        }
    }
}

fn word_of(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Unordered => "unordered",
        Ordering::Monotonic => "monotonic",
        Ordering::Acquire => "acquire",
        Ordering::Release => "release",
        Ordering::AcqRel => "acq_rel",
        Ordering::SeqCst => "seq_cst",
    }
}
