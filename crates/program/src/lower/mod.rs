//! Lowers one LLVM function body to a [`Draft`]: every value becomes a list of registers,
//! one for each scalar in it. This file has the walk over blocks and the values; the
//! instructions are lowered by subject in the files beside it.

mod arithmetic;
mod assembly;
mod bitfields;
mod callees;
mod calls;
mod casts;
mod control;
mod intrinsics;
mod memory;
pub(crate) mod names;
mod system_calls;
mod variables;
mod vectors;

use crate::blocks::BlockGraph;
use crate::code::Op;
use crate::constants::{Evaluated, Evaluator};
use crate::debug::Locations;
use crate::draft::{BlockIndex, Draft, End, Phi, Step, UNDEFINED};
use crate::layout::{Layout, Leaf, Scalar};
use crate::options::Locals;
use crate::promote::Promotion;
use crate::source::LocationId;
use crate::symbols::Symbols;
use crate::target::DataModel;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;
use trailhound_llvm as llvm;
use trailhound_llvm::{LocalId, Operation, Type, TypeId, Types, Value};

/// The registers of one value.
pub type Registers = SmallVec<[crate::code::Reg; 2]>;
pub use crate::code::Reg;

use crate::unknown::UnknownConstruct as Unsupported;

/// What the lowering of a function needs from its module and the program.
pub struct Context<'a, 'o> {
    pub module_number: usize,
    pub module: &'a llvm::Module,
    pub types: &'a Types,
    pub layout: &'a mut Layout,
    pub symbols: &'a mut Symbols<'o>,
    pub locations: &'a mut Locations,
    pub locals: Locals,
}

pub struct Lowering<'a, 'o> {
    context: Context<'a, 'o>,
    body: &'a llvm::Body,
    draft: Draft,
    values: Vec<Option<Registers>>,
    promotion: Promotion,
    /// Loads whose value is only carried along when a bit-field is written.
    neighbours: FxHashSet<LocalId>,
    /// The register of each promoted variable at the end of each block, as far as asked for.
    current: Vec<FxHashMap<u32, Reg>>,
    /// Phis of promoted variables whose incoming values are not known yet.
    unfilled: Vec<(BlockIndex, usize, u32)>,
    predecessors: Vec<Vec<BlockIndex>>,
    /// The instruction that defines each value; parameters have none.
    definitions: Vec<Option<&'a llvm::Instruction>>,
    /// What the program says of pointers to tables of methods: the class of each.
    class_tests: Vec<(&'a Value, &'a str)>,
    /// The exception registers of landing pads, by block.
    pads: FxHashMap<BlockIndex, Reg>,
    block: BlockIndex,
    location: LocationId,
}

/// Lowers a function body. `variadic` and `result` come from its type.
pub fn lower(
    context: Context<'_, '_>,
    body: &llvm::Body,
    blocks: BlockGraph,
    result: TypeId,
    variadic: bool,
) -> Draft {
    let BlockGraph {
        order,
        predecessors,
    } = blocks;
    let module = context.module;
    let is_lifetime = |call: &llvm::Call| {
        callees::callee_name(module, call).is_some_and(|name| name.starts_with("llvm.lifetime."))
    };
    let promotion = match context.locals {
        // What was written behind a setjmp is still there after a jump back to it.
        Locals::InRegisters if !callees::calls_setjmp(module, body) => {
            Promotion::of(body, &order, context.types, context.layout, is_lifetime)
        }
        Locals::InRegisters | Locals::InMemory => Promotion::default(),
    };
    let neighbours = bitfields::loads_of_neighbours(body, context.types);
    let mut lowering = Lowering {
        context,
        body,
        draft: Draft::new(),
        values: vec![None; body.local_types.len()],
        promotion,
        neighbours,
        current: vec![FxHashMap::default(); body.blocks.len()],
        unfilled: Vec::new(),
        predecessors,
        definitions: definitions(body),
        class_tests: callees::class_tests(module, body),
        pads: FxHashMap::default(),
        block: 0,
        location: LocationId::UNKNOWN,
    };
    lowering.draft.body.variadic = variadic;
    let results: Vec<u8> = lowering.leaves(result).iter().map(|leaf| leaf.w).collect();
    lowering.draft.body.results = results.len() as u32;
    lowering.draft.body.signature.results = results;
    lowering.run(&order);
    lowering.draft
}

fn definitions(body: &llvm::Body) -> Vec<Option<&llvm::Instruction>> {
    let mut definitions = vec![None; body.local_types.len()];
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        if let Some(result) = instruction.result {
            definitions[result.index()] = Some(instruction);
        }
    }
    definitions
}

impl<'a, 'o> Lowering<'a, 'o> {
    fn run(&mut self, order: &[BlockIndex]) {
        self.draft
            .blocks
            .resize_with(self.body.blocks.len(), Default::default);
        let mut leaves: Vec<Leaf> = Vec::new();
        for parameter in &self.body.parameters {
            leaves.extend(self.leaves(parameter.ty).iter());
        }
        let widths: Vec<u8> = leaves.iter().map(|leaf| leaf.w).collect();
        self.draft.body.parameters = widths.len() as u32;
        let mut next = self.draft.parameters(&widths);
        self.draft.body.signature.parameters = widths;
        for (i, parameter) in self.body.parameters.iter().enumerate() {
            let count = self.leaves(parameter.ty).len() as Reg;
            self.values[i] = Some((next..next + count).collect());
            next += count;
        }
        for &block in order {
            self.block = block;
            let instructions = &self.body.blocks[block as usize].instructions;
            for instruction in instructions {
                let module = (self.context.module_number, self.context.module);
                self.location = self
                    .context
                    .locations
                    .location(module, instruction.location);
                self.instruction(instruction);
            }
        }
        self.fill_phis(order);
        self.fill_variables();
    }

    fn instruction(&mut self, instruction: &'a llvm::Instruction) {
        let outcome = self.operation(&instruction.operation, instruction.result);
        let registers = match outcome {
            Ok(registers) => registers,
            Err(what) => {
                let what = self.draft.unsupported(what);
                self.emit(Op::Unsupported { what });
                let count = instruction
                    .result
                    .map_or(0, |r| self.leaves(self.body.local_types[r.index()]).len());
                SmallVec::from_elem(UNDEFINED, count)
            }
        };
        // A phi has bound its result already.
        if let Some(result) = instruction.result
            && !matches!(instruction.operation, Operation::Phi { .. })
        {
            self.values[result.index()] = Some(registers);
        }
    }

    fn operation(
        &mut self,
        operation: &'a Operation,
        result: Option<LocalId>,
    ) -> Result<Registers, Unsupported> {
        match operation {
            Operation::Binary { op, ty, a, b } => self.binary(*op, *ty, a, b),
            Operation::FNeg { ty, value } => self.float_negate(*ty, value),
            Operation::Icmp {
                predicate,
                ty,
                a,
                b,
            } => self.compare(*predicate, *ty, a, b),
            Operation::Fcmp {
                predicate,
                ty,
                a,
                b,
            } => self.float_compare(*predicate, *ty, a, b),
            Operation::Select {
                condition_ty,
                condition,
                ty,
                a,
                b,
            } => self.select(*condition_ty, condition, *ty, a, b),
            Operation::Cast {
                op,
                from,
                value,
                to,
            } => {
                if let Some(result) = result
                    && self.promotion.is_promoted(result)
                {
                    return Ok(SmallVec::new());
                }
                self.cast(*op, *from, value, *to)
            }
            Operation::Freeze { ty, value } => {
                let registers = self.operand(value, *ty)?;
                Ok(registers.iter().map(|&a| self.freeze(a)).collect())
            }
            Operation::Alloca { .. }
            | Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Fence { .. }
            | Operation::CmpXchg { .. }
            | Operation::AtomicRmw { .. } => self.memory_operation(operation, result),
            Operation::Gep {
                element,
                base_ty,
                base,
                indices,
            } => {
                if let Some(result) = result
                    && self.promotion.is_promoted(result)
                {
                    return Ok(SmallVec::new());
                }
                self.element_address(*element, *base_ty, base, indices)
            }
            Operation::Phi { ty, .. } => Ok(self.phi(*ty, result)),
            Operation::Call(call) => self.call(call),
            Operation::Invoke {
                call,
                normal,
                unwind,
            } => self.invoke(call, *normal, *unwind),
            Operation::LandingPad { ty, .. } => self.landing(*ty),
            Operation::ExtractValue { .. }
            | Operation::InsertValue { .. }
            | Operation::ExtractElement { .. }
            | Operation::InsertElement { .. }
            | Operation::ShuffleVector { .. } => self.aggregate_operation(operation),
            Operation::VaArg { .. } => Err("va_arg instruction".into()),
            Operation::Unread { what } => Err(what.clone().into()),
            Operation::Resume { .. }
            | Operation::Ret(_)
            | Operation::Br(_)
            | Operation::CondBr { .. }
            | Operation::Switch { .. }
            | Operation::IndirectBr { .. }
            | Operation::Unreachable => {
                self.terminator(operation)?;
                Ok(SmallVec::new())
            }
        }
    }

    /// Adds the phis of a value; what comes in is filled in when all blocks are known.
    fn phi(&mut self, ty: TypeId, result: Option<LocalId>) -> Registers {
        let registers = self.phi_registers(ty);
        for &d in &registers {
            let phi = Phi {
                d,
                incoming: Vec::new(),
            };
            self.draft.blocks[self.block as usize].phis.push(phi);
        }
        if let Some(result) = result {
            self.values[result.index()] = Some(registers);
        }
        SmallVec::new()
    }

    /// The exception and its selector, where an unwinding call lands.
    fn landing(&mut self, ty: TypeId) -> Result<Registers, Unsupported> {
        if self.leaves(ty).len() != 2 {
            return Err("landing pad of an unusual type".into());
        }
        let d = self.pad(self.block);
        self.draft.blocks[self.block as usize].pad = Some(d);
        Ok(SmallVec::from_slice(&[d, d + 1]))
    }

    fn emit(&mut self, op: Op) {
        let location = self.location;
        self.draft.blocks[self.block as usize]
            .steps
            .push(Step { op, location });
    }

    fn end(&mut self, end: End) {
        let block = &mut self.draft.blocks[self.block as usize];
        block.end = end;
        block.end_location = self.location;
    }

    fn model(&self) -> DataModel {
        self.context.layout.model()
    }

    fn leaves(&mut self, ty: TypeId) -> Rc<[Leaf]> {
        self.context.layout.leaves(self.context.types, ty)
    }

    /// The leaves of a value that the machine can compute with or move.
    fn known_leaves(&mut self, ty: TypeId) -> Result<Rc<[Leaf]>, Unsupported> {
        let leaves = self.leaves(ty);
        if leaves.iter().any(|leaf| leaf.scalar == Scalar::Foreign) {
            return Err(format!("value of type {}", self.type_name(ty)).into());
        }
        if self.context.layout.is_too_big(self.context.types, ty) {
            return Err("aggregate value of thousands of elements".into());
        }
        Ok(leaves)
    }

    fn type_name(&self, ty: TypeId) -> String {
        match self.context.types.get(ty) {
            Type::X86Fp80 => "long double (x86_fp80)".into(),
            Type::Half => "half".into(),
            Type::BFloat => "bfloat".into(),
            Type::Fp128 => "fp128".into(),
            Type::Vector { element, .. } | Type::Array { element, .. } => self.type_name(*element),
            other => format!("{other:?}"),
        }
    }

    /// Position and type of a part of an aggregate, counted in registers.
    fn inside(&mut self, mut ty: TypeId, path: &[u32]) -> (usize, TypeId) {
        let mut first = 0;
        for &index in path {
            for before in 0..index {
                let field = crate::constants::element_type(self.context.types, ty, before.into());
                first += self.leaves(field).len();
            }
            ty = crate::constants::element_type(self.context.types, ty, index.into());
        }
        (first, ty)
    }

    /// The element type of a vector, or the type itself, and the number of elements.
    fn lanes(&self, ty: TypeId) -> (TypeId, usize) {
        match *self.context.types.get(ty) {
            Type::Vector { len, element } => (element, len as usize),
            _ => (ty, 1),
        }
    }

    /// The registers of a value of type `ty`.
    fn operand(&mut self, value: &Value, ty: TypeId) -> Result<Registers, Unsupported> {
        match value {
            Value::Local(local) => Ok(match &self.values[local.index()] {
                Some(registers) => registers.clone(),
                // Only code that never runs uses a value that no path defines.
                None => SmallVec::from_elem(UNDEFINED, self.leaves(ty).len()),
            }),
            Value::Constant(constant) => self.constant(constant, ty),
            Value::Metadata(_) => Err("metadata as a value".into()),
        }
    }

    fn constant(
        &mut self,
        constant: &llvm::Constant,
        ty: TypeId,
    ) -> Result<Registers, Unsupported> {
        let mut values = Vec::new();
        self.evaluator().registers(constant, ty, &mut values)?;
        let leaves = self.leaves(ty);
        debug_assert_eq!(values.len(), leaves.len());
        let place = |(value, leaf): (Evaluated, &Leaf)| {
            let register = self.materialise(value);
            self.within(register, leaf.w)
        };
        Ok(values.into_iter().zip(leaves.iter()).map(place).collect())
    }

    /// The register of a value of `w` bits, with zeros above them also where the value is undefined.
    fn within(&mut self, register: Reg, w: u8) -> Reg {
        if register != UNDEFINED || w == 64 {
            return register;
        }
        let d = self.draft.fresh(w);
        self.emit(Op::Move { d, a: register });
        d
    }

    fn evaluator(&mut self) -> Evaluator<'_, 'o> {
        Evaluator {
            module: self.context.module_number,
            types: self.context.types,
            layout: self.context.layout,
            symbols: self.context.symbols,
        }
    }

    fn materialise(&mut self, value: Evaluated) -> Reg {
        match value {
            Evaluated::Bits(bits) => self.draft.constant(bits as u64),
            Evaluated::Undefined => UNDEFINED,
            Evaluated::Block { function, block } => self.draft.block_address(function, &block),
            Evaluated::ThreadLocal { global, offset } => {
                let d = self.draft.fresh(64);
                self.emit(Op::ThreadLocal { d, global });
                self.add_offset(d, offset)
            }
        }
    }

    /// The register of a scalar of at most 64 bits.
    fn single(&mut self, value: &Value, ty: TypeId) -> Result<Reg, Unsupported> {
        let registers = self.operand(value, ty)?;
        match registers[..] {
            [register] => Ok(register),
            _ => Err(format!("scalar of type {}", self.type_name(ty)).into()),
        }
    }

    /// The value as an integer constant, if it is one.
    fn constant_bits(&mut self, value: &Value, ty: TypeId) -> Option<u64> {
        match value {
            Value::Constant(_) => {
                let register = self.single(value, ty).ok()?;
                self.draft.constant_value(register)
            }
            _ => None,
        }
    }

    /// An arbitrary but fixed value where nothing was written: zero if that is known here.
    fn freeze(&mut self, a: Reg) -> Reg {
        if a == UNDEFINED {
            return self.draft.constant(0);
        }
        if self.draft.constant_value(a).is_some() {
            return a;
        }
        let d = self.draft.fresh(self.draft.width(a));
        self.emit(Op::Freeze { d, a });
        d
    }

    /// The first of registers in a row that hold these values: themselves if they stand so.
    fn in_a_row(&mut self, registers: &[Reg]) -> Reg {
        let Some(&first) = registers.first() else {
            return 0;
        };
        if registers.len() == 1 {
            return first;
        }
        let (start, len) = self.draft.registers[first as usize].run;
        let in_place = registers
            .iter()
            .enumerate()
            .all(|(i, &r)| r == first + i as Reg);
        if in_place && first + registers.len() as Reg <= start + len {
            return first;
        }
        let constants: Option<Vec<u64>> = registers
            .iter()
            .map(|&r| self.draft.constant_value(r))
            .collect();
        if let Some(constants) = constants {
            return self.draft.constant_run(&constants);
        }
        let widths: Vec<u8> = registers.iter().map(|&r| self.draft.width(r)).collect();
        let d = self.draft.fresh_run(&widths);
        for (i, &a) in registers.iter().enumerate() {
            self.emit(Op::Move { d: d + i as Reg, a });
        }
        d
    }

    /// Fresh registers for a value; wide integers get theirs in a row.
    fn phi_registers(&mut self, ty: TypeId) -> Registers {
        let leaves = self.leaves(ty);
        if let Type::Int(65..) = self.context.types.get(ty) {
            let widths: Vec<u8> = leaves.iter().map(|leaf| leaf.w).collect();
            let first = self.draft.fresh_run(&widths);
            return (first..first + widths.len() as Reg).collect();
        }
        leaves.iter().map(|leaf| self.draft.fresh(leaf.w)).collect()
    }
}
