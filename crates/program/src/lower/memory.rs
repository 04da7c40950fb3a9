//! Loads, stores, atomics, allocas and address arithmetic.

use super::{Lowering, Reg, Registers, Unsupported};
use crate::address::ObjectId;
use crate::code::{Alloca, IntOp, LocalVariable, Op, Part, Shape};
use crate::constants::element_type;
use crate::draft::UNDEFINED;
use crate::layout::{Leaf, Scalar};
use crate::memory_order::{ExchangeOrder, Order};
use smallvec::{SmallVec, smallvec};
use trailhound_llvm::{LocalId, Operation, RmwOp, Type, TypeId, Value};

impl Lowering<'_, '_> {
    pub(super) fn memory_operation(
        &mut self,
        operation: &Operation,
        result: Option<LocalId>,
    ) -> Result<Registers, Unsupported> {
        match operation {
            Operation::Alloca { ty, count, align } => {
                self.alloca(result, *ty, count.as_ref(), *align)
            }
            Operation::Load {
                ty,
                pointer,
                atomic,
                ..
            } => {
                let registers = self.load(*ty, pointer, Order::of_access(*atomic))?;
                match result {
                    Some(result) if self.neighbours.contains(&result) => {
                        Ok(registers.iter().map(|&a| self.freeze(a)).collect())
                    }
                    _ => Ok(registers),
                }
            }
            Operation::Store {
                ty,
                value,
                pointer,
                atomic,
                ..
            } => self.store(*ty, value, pointer, Order::of_access(*atomic)),
            Operation::Fence { ordering } => {
                let order = Order::from(*ordering);
                self.emit(Op::Fence { order });
                Ok(SmallVec::new())
            }
            Operation::CmpXchg {
                ty,
                pointer,
                expected,
                new,
                success,
                failure,
                weak,
            } => {
                let order = ExchangeOrder::new((*success).into(), (*failure).into(), *weak);
                self.compare_exchange(*ty, pointer, expected, new, order)
            }
            Operation::AtomicRmw {
                op,
                ty,
                pointer,
                value,
                ordering,
            } => self.read_modify_write(*op, *ty, pointer, value, (*ordering).into()),
            other => unreachable!("{other:?} is no operation on memory"),
        }
    }

    pub(super) fn alloca(
        &mut self,
        result: Option<LocalId>,
        ty: TypeId,
        count: Option<&(TypeId, Value)>,
        align: Option<u32>,
    ) -> Result<Registers, Unsupported> {
        let (size, natural) = self.context.layout.size_align(self.context.types, ty);
        if size > u64::from(ObjectId::MOST_BYTES) {
            return Err(format!("local variable of {size} bytes").into());
        }
        if let Some(result) = result
            && self.promotion.is_promoted(result)
        {
            self.forget_variables(result);
            return Ok(SmallVec::new());
        }
        let count = match count {
            Some((ty, value)) => match self.constant_bits(value, *ty) {
                Some(1) => None,
                _ => Some(self.single(value, *ty)?),
            },
            None => None,
        };
        let variable = result.and_then(|r| self.source_variable(r));
        let align = align.unwrap_or(natural as u32).max(1);
        if align > ObjectId::ALIGNMENT {
            return Err(format!("local variable at a multiple of {align} bytes").into());
        }
        self.draft.body.allocas.push(Alloca {
            size,
            count,
            align,
            variable,
        });
        let alloca = self.draft.body.allocas.len() as u32 - 1;
        let d = self.draft.fresh(64);
        self.emit(Op::Alloca { d, alloca });
        Ok(smallvec![d])
    }

    fn source_variable(&mut self, alloca: LocalId) -> Option<LocalVariable> {
        let declare = self
            .body
            .declares
            .iter()
            .find(|declare| declare.address == alloca)?;
        let module = self.context.module_number as u32;
        let variable = self.context.module.local_variable(declare.variable)?;
        let file = self.context.module.file_of_local(declare.variable);
        Some(LocalVariable {
            name: variable.name,
            ty: variable.ty.map(|ty| (module, ty)),
            is_users: file.is_some_and(|file| !self.context.locations.is_library(&file)),
        })
    }

    /// A promoted local begins or ends its life: it holds nothing.
    pub(super) fn forget_variables(&mut self, pointer: LocalId) {
        for variable in self.promotion.variables(pointer) {
            self.write_variable(variable, UNDEFINED);
        }
    }

    pub(super) fn load(
        &mut self,
        ty: TypeId,
        pointer: &Value,
        order: Order,
    ) -> Result<Registers, Unsupported> {
        let leaves = self.known_leaves(ty)?;
        if let Value::Local(local) = pointer
            && self.promotion.is_promoted(*local)
        {
            return Ok(leaves
                .iter()
                .map(|leaf| self.load_variable(*local, leaf))
                .collect());
        }
        let p = self.pointer(pointer)?;
        if let Some(bits) = self.packed_bits(ty) {
            let words = word_leaves(bits);
            let loaded = self.load_leaves(&words, p, order)?;
            return self.slice_bits(&loaded, &words, &leaves);
        }
        self.load_leaves(&leaves, p, order)
    }

    fn load_variable(&mut self, pointer: LocalId, leaf: &Leaf) -> Reg {
        let variable = self.promotion.variable(pointer, leaf);
        let a = self.read_variable(self.block, variable);
        if a == UNDEFINED || self.draft.width(a) <= leaf.w {
            return a;
        }
        let d = self.draft.fresh(leaf.w);
        self.emit(Op::Truncate { w: leaf.w, d, a });
        d
    }

    fn load_leaves(
        &mut self,
        leaves: &[Leaf],
        p: Reg,
        order: Order,
    ) -> Result<Registers, Unsupported> {
        match leaves {
            [] => Ok(SmallVec::new()),
            [leaf] => {
                let offset = offset_of(leaf)?;
                let d = self.draft.fresh(leaf.stored);
                self.emit(Op::Load {
                    w: leaf.stored,
                    order,
                    d,
                    p,
                    offset,
                });
                Ok(smallvec![self.loaded(leaf, d)])
            }
            _ => {
                let shape = self.shape(leaves)?;
                let widths: Vec<u8> = leaves.iter().map(|leaf| leaf.stored).collect();
                let d = self.draft.fresh_run(&widths);
                self.emit(Op::LoadMany {
                    order,
                    d,
                    p,
                    offset: 0,
                    shape,
                });
                let registers = leaves.iter().zip(d..);
                Ok(registers.map(|(leaf, d)| self.loaded(leaf, d)).collect())
            }
        }
    }

    /// What the register of a leaf holds when `d` is what lies in memory.
    fn loaded(&mut self, leaf: &Leaf, d: Reg) -> Reg {
        match leaf.is_short() {
            true => self.lengthen(d),
            false => d,
        }
    }

    /// What lies in memory when `a` is in the register of a leaf.
    fn stored(&mut self, leaf: &Leaf, a: Reg) -> Reg {
        match leaf.is_short() {
            true => self.shorten(a),
            false => a,
        }
    }

    /// The 32-bit form of the address in a register.
    pub(super) fn shorten(&mut self, a: Reg) -> Reg {
        if a == UNDEFINED {
            return a;
        }
        // What is constant stays an address for those who look for them.
        let d = self.draft.fresh(32);
        self.emit(Op::Shorten { d, a });
        d
    }

    /// The address whose 32-bit form is in a register.
    pub(super) fn lengthen(&mut self, a: Reg) -> Reg {
        if a == UNDEFINED {
            return a;
        }
        let d = self.draft.fresh(64);
        self.emit(Op::Lengthen { d, a });
        d
    }

    pub(super) fn store(
        &mut self,
        ty: TypeId,
        value: &Value,
        pointer: &Value,
        order: Order,
    ) -> Result<Registers, Unsupported> {
        let leaves = self.known_leaves(ty)?;
        let registers = self.operand(value, ty)?;
        if let Value::Local(local) = pointer
            && self.promotion.is_promoted(*local)
        {
            for (leaf, register) in leaves.iter().zip(registers) {
                self.write_variable(self.promotion.variable(*local, leaf), register);
            }
            return Ok(SmallVec::new());
        }
        let p = self.pointer(pointer)?;
        if let Some(bits) = self.packed_bits(ty) {
            let words = word_leaves(bits);
            let packed = self.slice_bits(&registers, &leaves, &words)?;
            self.store_leaves(&words, &packed, p, order)?;
        } else {
            self.store_leaves(&leaves, &registers, p, order)?;
        }
        Ok(SmallVec::new())
    }

    fn store_leaves(
        &mut self,
        leaves: &[Leaf],
        registers: &[Reg],
        p: Reg,
        order: Order,
    ) -> Result<(), Unsupported> {
        match leaves {
            [] => {}
            [leaf] => {
                let offset = offset_of(leaf)?;
                let v = self.stored(leaf, registers[0]);
                self.emit(Op::Store {
                    w: leaf.stored,
                    order,
                    v,
                    p,
                    offset,
                });
            }
            _ => {
                let shape = self.shape(leaves)?;
                let stored: Registers = leaves
                    .iter()
                    .zip(registers)
                    .map(|(leaf, &a)| self.stored(leaf, a))
                    .collect();
                let v = self.in_a_row(&stored);
                self.emit(Op::StoreMany {
                    order,
                    v,
                    p,
                    offset: 0,
                    shape,
                });
            }
        }
        Ok(())
    }

    /// The total width of a vector whose elements are not whole bytes: it lies packed.
    fn packed_bits(&self, ty: TypeId) -> Option<u32> {
        match *self.context.types.get(ty) {
            Type::Vector { len, element } => match *self.context.types.get(element) {
                Type::Int(w) if w % 8 != 0 => Some(w * len),
                _ => None,
            },
            _ => None,
        }
    }

    fn shape(&mut self, leaves: &[Leaf]) -> Result<u32, Unsupported> {
        let mut parts = Vec::with_capacity(leaves.len());
        let mut size = 0;
        for leaf in leaves {
            let offset = offset_of(leaf)? as u32;
            parts.push(Part {
                offset,
                w: leaf.stored,
            });
            size = size.max(offset + leaf.bytes());
        }
        let shape = Shape { size, parts };
        let shapes = &mut self.draft.body.shapes;
        let known = shapes.iter().position(|s| *s == shape);
        Ok(known.unwrap_or_else(|| {
            shapes.push(shape);
            shapes.len() - 1
        }) as u32)
    }

    pub(super) fn pointer(&mut self, value: &Value) -> Result<Reg, Unsupported> {
        match value {
            Value::Local(local) => match self.values[local.index()].as_deref() {
                Some([register]) => Ok(*register),
                Some(_) => Err("vector of pointers as an address".into()),
                None => Ok(UNDEFINED),
            },
            Value::Constant(constant) => {
                let mut evaluator = self.evaluator();
                let value = evaluator.scalar(constant)?;
                Ok(self.materialise(value))
            }
            Value::Metadata(_) => Err("metadata as an address".into()),
        }
    }

    pub(super) fn compare_exchange(
        &mut self,
        ty: TypeId,
        pointer: &Value,
        expected: &Value,
        new: &Value,
        order: ExchangeOrder,
    ) -> Result<Registers, Unsupported> {
        let leaves = self.known_leaves(ty)?;
        let p = self.pointer(pointer)?;
        let expected = self.operand(expected, ty)?;
        let new = self.operand(new, ty)?;
        match leaves[..] {
            [leaf] => {
                let expected = self.stored(&leaf, expected[0]);
                let new = self.stored(&leaf, new[0]);
                let d = self.draft.fresh_run(&[leaf.stored, 1]);
                self.emit(Op::CompareExchange {
                    w: leaf.stored,
                    order,
                    d,
                    p,
                    expected,
                    new,
                });
                Ok(smallvec![self.loaded(&leaf, d), d + 1])
            }
            [low, high] if (low.w, high.w) == (64, 64) => {
                let expected = self.in_a_row(&expected);
                let new = self.in_a_row(&new);
                let d = self.draft.fresh_run(&[64, 64, 1]);
                self.emit(Op::WideCompareExchange {
                    order,
                    d,
                    p,
                    expected,
                    new,
                });
                Ok(smallvec![d, d + 1, d + 2])
            }
            _ => Err(format!("cmpxchg of {}", self.type_name(ty)).into()),
        }
    }

    pub(super) fn read_modify_write(
        &mut self,
        op: RmwOp,
        ty: TypeId,
        pointer: &Value,
        value: &Value,
        order: Order,
    ) -> Result<Registers, Unsupported> {
        let leaves = self.known_leaves(ty)?;
        let p = self.pointer(pointer)?;
        let [leaf] = leaves[..] else {
            return Err(format!("atomicrmw of {}", self.type_name(ty)).into());
        };
        let v = self.single(value, ty)?;
        let v = self.stored(&leaf, v);
        let d = self.draft.fresh(leaf.stored);
        self.emit(Op::ReadModifyWrite {
            op,
            w: leaf.stored,
            order,
            d,
            p,
            v,
        });
        Ok(smallvec![self.loaded(&leaf, d)])
    }

    /// getelementptr, lane by lane if anything in it is a vector.
    pub(super) fn element_address(
        &mut self,
        element: TypeId,
        base_ty: TypeId,
        base: &Value,
        indices: &[(TypeId, Value)],
    ) -> Result<Registers, Unsupported> {
        let bases = self.operand(base, base_ty)?;
        let mut lists = Vec::with_capacity(indices.len());
        let mut lanes = bases.len();
        for (ty, index) in indices {
            let registers = self.operand(index, *ty)?;
            let (element, count) = self.lanes(*ty);
            let Type::Int(w) = *self.context.types.get(element) else {
                return Err("index that is no integer".into());
            };
            if registers.len() != count {
                return Err("index of more than 64 bits".into());
            }
            lanes = lanes.max(count);
            lists.push((registers, w));
        }
        let lane_of = |list: &[Reg], lane: usize| list[if list.len() == 1 { 0 } else { lane }];
        let mut addresses = SmallVec::new();
        for lane in 0..lanes {
            let mut ty = element;
            let mut offset = 0i64;
            let mut scaled: SmallVec<[(Reg, u8, i64); 2]> = SmallVec::new();
            for (position, (list, w)) in lists.iter().enumerate() {
                let index = lane_of(list, lane);
                let counted = (*w).min(self.model().pointer_bits());
                let constant = self.draft.constant_value(index).map(|bits| {
                    let unused = 64 - counted;
                    (bits as i64) << unused >> unused
                });
                let types = self.context.types;
                if position > 0 && matches!(types.get(ty), Type::Struct { .. }) {
                    let field = constant.ok_or("struct index that is no constant")? as u64;
                    offset += self.context.layout.offset(types, ty, field) as i64;
                    ty = element_type(types, ty, field);
                    continue;
                }
                if position > 0 {
                    ty = element_type(types, ty, 0);
                }
                let scale = self.context.layout.size(types, ty) as i64;
                match constant {
                    Some(index) => offset = offset.wrapping_add(index.wrapping_mul(scale)),
                    None => scaled.push((index, *w as u8, scale)),
                }
            }
            let mut address = lane_of(&bases, lane);
            // A constant base takes the constant distance at once; else it comes last, where
            // a load or store can take it in.
            if self.draft.constant_value(address).is_some() {
                address = self.add_offset(address, std::mem::take(&mut offset));
            }
            for (index, w, scale) in scaled {
                address = self.add_scaled(address, index, w, scale);
            }
            addresses.push(self.add_offset(address, offset));
        }
        Ok(addresses)
    }

    pub(super) fn add_scaled(&mut self, a: Reg, index: Reg, w: u8, scale: i64) -> Reg {
        if scale == 0 {
            return a;
        }
        // An index counts as many bits as an address has.
        let w = u32::from(w).min(self.model().pointer_bits()) as u8;
        let index = match w {
            64 => index,
            _ => {
                let d = self.draft.fresh(64);
                self.emit(Op::SignExtend {
                    from: w,
                    to: 64,
                    d,
                    a: index,
                });
                d
            }
        };
        let d = self.draft.fresh(64);
        match i32::try_from(scale) {
            Ok(scale) => self.emit(Op::AddScaled { d, a, index, scale }),
            Err(_) => {
                let (product, b) = (self.draft.fresh(64), self.draft.constant(scale as u64));
                self.emit(Op::Int {
                    op: IntOp::Mul,
                    w: 64,
                    d: product,
                    a: index,
                    b,
                });
                self.emit(Op::Int {
                    op: IntOp::Add,
                    w: 64,
                    d,
                    a,
                    b: product,
                });
            }
        }
        d
    }

    pub(super) fn add_offset(&mut self, a: Reg, offset: i64) -> Reg {
        if offset == 0 {
            return a;
        }
        if let Some(value) = self.draft.constant_value(a) {
            return self.draft.constant(value.wrapping_add(offset as u64));
        }
        let d = self.draft.fresh(64);
        match i32::try_from(offset) {
            Ok(offset) => self.emit(Op::AddOffset { d, a, offset }),
            Err(_) => {
                let b = self.draft.constant(offset as u64);
                self.emit(Op::Int {
                    op: IntOp::Add,
                    w: 64,
                    d,
                    a,
                    b,
                });
            }
        }
        d
    }
}

fn offset_of(leaf: &Leaf) -> Result<i32, Unsupported> {
    i32::try_from(leaf.offset).map_err(|_| "value of more than 2 GiB".into())
}

/// The words of an integer of `bits` bits.
pub(super) fn word_leaves(bits: u32) -> Vec<Leaf> {
    let word = |i: u32| {
        let w = (bits - i * 64).min(64) as u8;
        Leaf {
            offset: u64::from(i) * 8,
            w,
            stored: w,
            scalar: Scalar::Int,
        }
    };
    (0..bits.div_ceil(64)).map(word).collect()
}
