//! Calls and invokes, landing pads, inline assembly.

use super::callees::{callee_global, callee_name};
use super::{Context, Lowering, Reg, Registers, Unsupported, names};
use crate::code::{
    CallSite, Callee, Catch, LandingPad, Op, Passed, Pushed, Signature, Slot, Table,
};
use crate::constants::Evaluated;
use crate::draft::{BlockIndex, End};
use crate::target::DataModel;
use trailhound_llvm as llvm;
use trailhound_llvm::{BlockId, CastOp, Clause, Constant, Operation, Type, Value};

impl Lowering<'_, '_> {
    pub(super) fn call(&mut self, call: &llvm::Call) -> Result<Registers, Unsupported> {
        if let llvm::Callee::InlineAsm(assembly) = &call.callee {
            return self.inline_assembly(assembly, call);
        }
        if let Some(name) = callee_name(self.context.module, call)
            && let Some(intrinsic) = name.strip_prefix("llvm.")
        {
            return self.intrinsic(intrinsic, call);
        }
        if callee_name(self.context.module, call) == Some("syscall")
            && let Some(registers) = self.system_call(call)?
        {
            return Ok(registers);
        }
        if let Some(argument) = self.returned_argument(call) {
            return self.operand(&argument.value, argument.ty);
        }
        let (number, registers) = self.call_site(call, None)?;
        self.emit(Op::Call { call: number });
        Ok(registers)
    }

    /// The one argument of a function of the C++ library that does nothing but return it: `std::move`
    /// and the like. Clang has no such calls since version 15.
    fn returned_argument<'c>(&self, call: &'c llvm::Call) -> Option<&'c llvm::Argument> {
        let name = callee_name(self.context.module, call)?;
        let is_pointer = |ty| matches!(self.context.types.get(ty), Type::Ptr);
        match &call.arguments[..] {
            [one] if names::returns_its_argument(name) => {
                (is_pointer(one.ty) && is_pointer(call.result)).then_some(one)
            }
            _ => None,
        }
    }

    pub(super) fn invoke(
        &mut self,
        call: &llvm::Call,
        normal: BlockId,
        unwind: BlockId,
    ) -> Result<Registers, Unsupported> {
        self.end(End::Jump(normal.0));
        let is_intrinsic =
            callee_name(self.context.module, call).is_some_and(|name| name.starts_with("llvm."));
        if is_intrinsic || matches!(call.callee, llvm::Callee::InlineAsm(_)) {
            return self.call(call);
        }
        let landing_pad = self.landing_pad(unwind.0)?;
        let (number, registers) = self.call_site(call, Some(landing_pad))?;
        self.end(End::Invoke {
            call: number,
            normal: normal.0,
            unwind: unwind.0,
        });
        Ok(registers)
    }

    fn call_site(
        &mut self,
        call: &llvm::Call,
        landing_pad: Option<u32>,
    ) -> Result<(u32, Registers), Unsupported> {
        let (callee, slot) = match &call.callee {
            llvm::Callee::Value(value) => (self.callee(value)?, self.slot(value)),
            llvm::Callee::InlineAsm(_) => {
                return Err(Unsupported::Assembly("invoke of inline assembly".into()));
            }
        };
        let mut signature = Signature::default();
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            if let Type::Metadata = self.context.types.get(argument.ty) {
                continue;
            }
            let leaves = self.known_leaves(argument.ty)?;
            if let Callee::Indirect(_) = callee {
                let widths = leaves.iter().map(|leaf| leaf.w);
                signature.parameters.extend(widths);
            }
            let registers = self.operand(&argument.value, argument.ty)?;
            match argument.byval {
                Some(ty) => {
                    let (size, align) = self.context.layout.size_align(self.context.types, ty);
                    let size = u32::try_from(size).map_err(|_| "byval argument of 4 GiB")?;
                    let pointer = registers[0];
                    arguments.push(Passed::ByValue {
                        pointer,
                        size,
                        align: align as u32,
                    });
                }
                None => arguments.extend(registers.iter().map(|&r| Passed::Register(r))),
            }
        }
        let fixed = call.variadic.then(|| self.fixed_count(call));
        let pushed = match (self.model(), call.variadic) {
            (DataModel::Ilp32, true) => self.pushed(call),
            _ => Vec::new(),
        };
        let leaves = self.known_leaves(call.result)?;
        let widths: Vec<u8> = leaves.iter().map(|leaf| leaf.w).collect();
        signature.results.clone_from(&widths);
        let results = widths.len() as u32;
        let d = if results == 0 {
            0
        } else {
            self.draft.fresh_run(&widths)
        };
        self.draft.body.calls.push(CallSite {
            callee,
            arguments,
            fixed,
            d,
            pushed,
            results,
            result_bits: widths.first().copied().unwrap_or(64),
            landing_pad,
            slot,
            signature,
            classes: None,
        });
        let number = self.draft.body.calls.len() as u32 - 1;
        Ok((number, (d..d + results).collect()))
    }

    /// How many argument registers belong to the parameters that the callee's type names;
    /// all of them if the callee is not known before it runs.
    fn fixed_count(&mut self, call: &llvm::Call) -> u32 {
        let named = match &call.callee {
            llvm::Callee::Value(value) => callee_global(value),
            llvm::Callee::InlineAsm(_) => None,
        };
        let ty = named.and_then(|global| match self.context.module.global(global).kind {
            llvm::GlobalKind::Function { ty, .. } => Some(ty),
            _ => None,
        });
        let named = match ty.map(|ty| self.context.types.get(ty)) {
            Some(Type::Function { params, .. }) => params.len(),
            _ => call.arguments.len(),
        };
        let mut count = 0;
        for argument in call.arguments.iter().take(named) {
            count += match argument.byval {
                Some(_) => 1,
                None => self.leaves(argument.ty).len() as u32,
            };
        }
        count
    }

    /// How the arguments of a call lie on the stack of a 32-bit program.
    fn pushed(&mut self, call: &llvm::Call) -> Vec<Pushed> {
        let mut pushed = Vec::new();
        for argument in &call.arguments {
            let leaves = self.leaves(argument.ty);
            pushed.extend(leaves.iter().map(|leaf| match leaf.stored {
                _ if leaf.is_short() => Pushed::Pointer,
                33.. => Pushed::EightBytes,
                _ => Pushed::FourBytes,
            }));
        }
        pushed
    }

    fn callee(&mut self, value: &Value) -> Result<Callee, Unsupported> {
        if let Some(global) = callee_global(value) {
            let module = self.context.module_number;
            if let Some(id) = self.context.symbols.callee(module, global)? {
                return Ok(Callee::Direct(id));
            }
        }
        Ok(Callee::Indirect(self.pointer(value)?))
    }

    /// Where a callee was read, if that is known.
    fn slot(&mut self, callee: &Value) -> Option<Slot> {
        let definitions = &self.definitions;
        let definition = |value: &Value| {
            let Value::Local(local) = value else {
                return None;
            };
            definitions[local.index()].map(|instruction| &instruction.operation)
        };
        // Up to clang 14 pointers have types, and casts stand between a table and its test.
        let uncast = |mut value| {
            while let Some(Operation::Cast {
                op: CastOp::BitCast,
                value: inside,
                ..
            }) = definition(value)
            {
                value = inside;
            }
            value
        };
        let class_of = |table: &Value| {
            let mut tests = self.class_tests.iter();
            let (_, class) = tests.find(|(tested, _)| uncast(tested) == table)?;
            // Pointers to members are tested for what they point at, which is no class.
            let class = class.strip_prefix("_ZTS");
            class.filter(|name| !name.contains('.')).map(str::to_owned)
        };
        let Some(Operation::Load {
            pointer, invariant, ..
        }) = definition(uncast(callee))
        else {
            return None;
        };
        let Context { types, layout, .. } = &mut self.context;
        let (mut table, mut offset) = (uncast(pointer), 0i64);
        let class = loop {
            // What is tested begins where the virtual functions of the class do.
            let class = class_of(table);
            match definition(table) {
                _ if class.is_some() => break class,
                Some(Operation::Gep {
                    element,
                    base,
                    indices,
                    ..
                }) => {
                    let Some(inside) =
                        crate::promote::constant_offset(*element, indices, types, layout)
                    else {
                        return Some(Slot {
                            offset: 0,
                            table: Table::Array,
                        });
                    };
                    offset += inside;
                    table = uncast(base);
                }
                // One of several places, at whatever offsets.
                Some(Operation::Phi { .. } | Operation::Select { .. }) => return None,
                _ => break None,
            }
        };
        Some(Slot {
            offset: u32::try_from(offset).ok()?,
            table: match class {
                Some(class) => Table::Class(class),
                None if *invariant => Table::Invariant,
                None => Table::Any,
            },
        })
    }

    /// The registers that receive the exception at the landing pad in `block`.
    pub(super) fn pad(&mut self, block: BlockIndex) -> Reg {
        if let Some(&d) = self.pads.get(&block) {
            return d;
        }
        let d = self.draft.fresh_run(&[64, 32]);
        self.pads.insert(block, d);
        d
    }

    fn landing_pad(&mut self, block: BlockIndex) -> Result<u32, Unsupported> {
        let body = self.body;
        let instructions = &body.blocks[block as usize].instructions;
        let pad = instructions.iter().find_map(|i| match &i.operation {
            Operation::LandingPad {
                cleanup, clauses, ..
            } => Some((*cleanup, clauses)),
            _ => None,
        });
        let (cleanup, clauses) = pad.ok_or("invoke without a landing pad")?;
        let (mut catches, mut filters) = (Vec::new(), Vec::new());
        for clause in clauses {
            match clause {
                Clause::Catch(constant) => catches.push(match self.address(constant)? {
                    0 => Catch::All,
                    address => Catch::Type(address),
                }),
                Clause::Filter(Constant::Aggregate { elements, .. }) => {
                    let types: Result<Vec<u64>, _> = elements
                        .iter()
                        .map(|element| self.address(element))
                        .collect();
                    filters.push(types?);
                }
                Clause::Filter(_) => filters.push(Vec::new()),
            }
        }
        let d = self.pad(block);
        let pads = &mut self.draft.body.landing_pads;
        pads.push(LandingPad {
            target: block,
            cleanup,
            catches,
            filters,
            d,
        });
        Ok(pads.len() as u32 - 1)
    }

    fn address(&mut self, constant: &Constant) -> Result<u64, Unsupported> {
        match self.evaluator().scalar(constant)? {
            Evaluated::Bits(bits) => Ok(bits as u64),
            _ => Err("type info without an address".into()),
        }
    }
}
