//! Sizes, alignments and offsets of LLVM types on a target, and the registers that a value
//! of a type takes. Knows nothing of values.

use crate::target::{DataModel, Target};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use trailhound_llvm::{Type, TypeId, Types};

/// What a register of a value holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Integers and their 64-bit words.
    Int,
    Pointer,
    Float,
    Double,
    /// Part of a value that the machine cannot compute with: half, x86_fp80, ...
    Foreign,
}

/// One register of a value: where it lies in memory and how wide it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaf {
    pub offset: u64,
    pub w: u8,
    /// Bits in memory: those of a pointer may be fewer than in its register.
    pub stored: u8,
    pub scalar: Scalar,
}

impl Leaf {
    pub fn bytes(&self) -> u32 {
        u32::from(self.stored).div_ceil(8)
    }

    /// A pointer that lies in memory in its short form.
    pub fn is_short(&self) -> bool {
        self.stored < self.w
    }
}

/// A value of more registers is not taken apart: the machine would drown in it.
const MAX_LEAVES: u64 = 4096;

/// Sizes end here: no object is as large, and sums of two sizes are still numbers.
const LARGEST: u64 = 1 << 62;

/// The layout of the types of one module.
#[derive(Debug)]
pub struct Layout {
    target: Target,
    sizes: FxHashMap<TypeId, (u64, u64)>,
    counts: FxHashMap<TypeId, u64>,
    leaves: FxHashMap<TypeId, Rc<[Leaf]>>,
}

impl Layout {
    pub fn new(target: Target) -> Layout {
        Layout {
            target,
            sizes: FxHashMap::default(),
            counts: FxHashMap::default(),
            leaves: FxHashMap::default(),
        }
    }

    pub fn model(&self) -> DataModel {
        self.target.model
    }

    /// The distance of two neighbours in an array.
    pub fn size(&mut self, types: &Types, ty: TypeId) -> u64 {
        self.size_align(types, ty).0
    }

    pub fn size_align(&mut self, types: &Types, ty: TypeId) -> (u64, u64) {
        if let Some(&known) = self.sizes.get(&ty) {
            return known;
        }
        let (size, align) = self.compute_size_align(types, ty);
        let computed = (size.min(LARGEST), align);
        self.sizes.insert(ty, computed);
        computed
    }

    fn compute_size_align(&mut self, types: &Types, ty: TypeId) -> (u64, u64) {
        match types.get(ty) {
            Type::Int(w) => {
                let bytes = u64::from(w.div_ceil(8));
                let align = match bytes {
                    0..=4 => bytes.next_power_of_two(),
                    5..=8 => self.target.i64_align,
                    _ => self.target.wide_align,
                };
                (bytes.next_multiple_of(align), align)
            }
            Type::Half | Type::BFloat => (2, 2),
            Type::Float => (4, 4),
            Type::Double => (8, self.target.f64_align),
            Type::Ptr => {
                let bytes = u64::from(self.target.model.pointer_bits() / 8);
                (bytes, bytes)
            }
            Type::X86Fp80 => (
                10u64.next_multiple_of(self.target.f80_align),
                self.target.f80_align,
            ),
            Type::Fp128 => (16, 16),
            Type::Array { len, element } => {
                let (size, align) = self.size_align(types, *element);
                (size.saturating_mul(*len), align)
            }
            Type::Vector { len, element } => {
                let bits = match *types.get(*element) {
                    Type::Int(w) => u64::from(w),
                    _ => self.size(types, *element) * 8,
                };
                let bytes = (bits * u64::from(*len)).div_ceil(8).max(1);
                let align = bytes.next_power_of_two();
                (bytes.next_multiple_of(align), align)
            }
            Type::Struct { fields, packed } => {
                let (mut end, mut widest) = (0u64, 1);
                for field in fields {
                    let (size, align) = self.size_align(types, *field);
                    let align = if *packed { 1 } else { align };
                    end = (end.next_multiple_of(align) + size).min(LARGEST);
                    widest = widest.max(align);
                }
                (end.next_multiple_of(widest), widest)
            }
            Type::Void
            | Type::Label
            | Type::Token
            | Type::Metadata
            | Type::Opaque(_)
            | Type::Function { .. } => (0, 1),
        }
    }

    /// The offset of a field of a struct, or of an element of an array or vector.
    pub fn offset(&mut self, types: &Types, ty: TypeId, index: u64) -> u64 {
        match types.get(ty) {
            Type::Struct { fields, packed } => {
                let mut end = 0u64;
                for (i, field) in fields.iter().enumerate() {
                    let (size, align) = self.size_align(types, *field);
                    let start = end.next_multiple_of(if *packed { 1 } else { align });
                    if i as u64 == index {
                        return start;
                    }
                    end = (start + size).min(LARGEST);
                }
                end
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => self
                .size(types, *element)
                .saturating_mul(index)
                .min(LARGEST),
            _ => 0,
        }
    }

    /// The registers of a value, in order. Empty too if it has too many to take apart.
    pub fn leaves(&mut self, types: &Types, ty: TypeId) -> Rc<[Leaf]> {
        if let Some(known) = self.leaves.get(&ty) {
            return known.clone();
        }
        let mut leaves = Vec::new();
        if self.count(types, ty) <= MAX_LEAVES {
            self.collect(types, ty, 0, &mut leaves);
        }
        let leaves: Rc<[Leaf]> = leaves.into();
        self.leaves.insert(ty, leaves.clone());
        leaves
    }

    /// Whether a value of this type is too big for registers.
    pub fn is_too_big(&mut self, types: &Types, ty: TypeId) -> bool {
        self.count(types, ty) > MAX_LEAVES
    }

    fn count(&mut self, types: &Types, ty: TypeId) -> u64 {
        if let Some(&known) = self.counts.get(&ty) {
            return known;
        }
        let count = match types.get(ty) {
            Type::Int(w) => u64::from(w.div_ceil(64)),
            Type::Array { len, element } => self.count(types, *element).saturating_mul(*len),
            Type::Vector { len, element } => self.count(types, *element) * u64::from(*len),
            Type::Struct { fields, .. } => fields
                .iter()
                .fold(0, |sum, f| self.count(types, *f).saturating_add(sum)),
            _ => 1,
        };
        self.counts.insert(ty, count);
        count
    }

    fn collect(&mut self, types: &Types, ty: TypeId, offset: u64, leaves: &mut Vec<Leaf>) {
        if self.count(types, ty) == 0 {
            return;
        }
        let mut leaf = |w, scalar| {
            leaves.push(Leaf {
                offset,
                w,
                stored: w,
                scalar,
            })
        };
        match types.get(ty) {
            Type::Int(w @ 0..=64) => leaf(*w as u8, Scalar::Int),
            Type::Int(w) => {
                for word in 0..w.div_ceil(64) {
                    let w = (w - word * 64).min(64) as u8;
                    leaves.push(Leaf {
                        offset: offset + u64::from(word) * 8,
                        w,
                        stored: w,
                        scalar: Scalar::Int,
                    });
                }
            }
            Type::Ptr => leaves.push(Leaf {
                offset,
                w: 64,
                stored: self.target.model.pointer_bits() as u8,
                scalar: Scalar::Pointer,
            }),
            Type::Float => leaf(32, Scalar::Float),
            Type::Double => leaf(64, Scalar::Double),
            Type::Half | Type::BFloat => leaf(16, Scalar::Foreign),
            Type::X86Fp80 | Type::Fp128 => leaf(64, Scalar::Foreign),
            Type::Array { len, element } => {
                let step = self.size(types, *element);
                for i in 0..*len {
                    self.collect(types, *element, offset + i * step, leaves);
                }
            }
            Type::Vector { len, element } => {
                let step = self.size(types, *element);
                for i in 0..u64::from(*len) {
                    self.collect(types, *element, offset + i * step, leaves);
                }
            }
            Type::Struct { fields, .. } => {
                for (i, field) in fields.iter().enumerate() {
                    let start = self.offset(types, ty, i as u64);
                    self.collect(types, *field, offset + start, leaves);
                }
            }
            Type::Void
            | Type::Label
            | Type::Token
            | Type::Metadata
            | Type::Opaque(_)
            | Type::Function { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(data_layout: &str) -> Layout {
        Layout::new(Target::read(data_layout).expect("a known layout"))
    }

    #[test]
    fn lays_out_structs_as_the_abi_says() {
        let mut types = Types::default();
        let i8 = types.intern(Type::Int(8));
        let i32 = types.intern(Type::Int(32));
        let i128 = types.intern(Type::Int(128));
        let ptr = types.intern(Type::Ptr);
        let fields = vec![i8, i32, i8, ptr];
        let plain = types.intern(Type::Struct {
            fields: fields.clone(),
            packed: false,
        });
        let packed = types.intern(Type::Struct {
            fields,
            packed: true,
        });
        let wide = types.intern(Type::Struct {
            fields: vec![ptr, i128],
            packed: false,
        });
        let vector = types.intern(Type::Vector {
            len: 3,
            element: i32,
        });
        let mut new = layout("e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128");
        assert_eq!(new.size_align(&types, plain), (24, 8));
        assert_eq!(new.size_align(&types, packed), (14, 1));
        assert_eq!(new.offset(&types, packed, 3), 6);
        assert_eq!(new.size_align(&types, wide), (32, 16));
        assert_eq!(new.size_align(&types, vector), (16, 16));
        let mut old = layout("e-m:e-i64:64-f80:128-n8:16:32:64-S128");
        assert_eq!(old.size_align(&types, wide), (24, 8));
        let offsets: Vec<_> = old
            .leaves(&types, wide)
            .iter()
            .map(|l| (l.offset, l.w))
            .collect();
        assert_eq!(offsets, [(0, 64), (8, 64), (16, 64)]);
    }
}
