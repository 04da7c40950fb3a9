//! Casts between integers, floats and pointers, and bitcasts through the bits.

use super::arithmetic::Lane;
use super::memory::word_leaves;
use super::{Lowering, Reg, Registers, Unsupported};
use crate::code::{IntOp, Op, Precision};
use crate::layout::Leaf;
use crate::target::DataModel;
use smallvec::{SmallVec, smallvec};
use trailhound_llvm::{CastOp, TypeId, Value};

impl Lowering<'_, '_> {
    pub(super) fn cast(
        &mut self,
        op: CastOp,
        from: TypeId,
        value: &Value,
        to: TypeId,
    ) -> Result<Registers, Unsupported> {
        let source = self.known_leaves(from)?;
        let target = self.known_leaves(to)?;
        let registers = self.operand(value, from)?;
        if let CastOp::BitCast | CastOp::AddrSpaceCast = op {
            return self.slice_bits(&registers, &source, &target);
        }
        let (narrow, _) = self.lane(from)?;
        let (wide, _) = self.lane(to)?;
        let mut result = SmallVec::new();
        for lane in registers.chunks(narrow.words()) {
            result.extend(self.cast_lane(op, narrow, lane, wide)?);
        }
        Ok(result)
    }

    fn cast_lane(
        &mut self,
        op: CastOp,
        from: Lane,
        a: &[Reg],
        to: Lane,
    ) -> Result<Registers, Unsupported> {
        match (op, from, to) {
            (CastOp::SExt, Lane::Int(from), Lane::Int(to)) => self.sign_extend(from, a, to),
            (CastOp::PtrToInt, _, Lane::Int(to)) if self.model() == DataModel::Ilp32 => {
                let short = self.shorten(a[0]);
                Ok(self.resize(32, &[short], to))
            }
            (CastOp::IntToPtr, Lane::Int(from), _) if self.model() == DataModel::Ilp32 => {
                let short = self.resize(from, a, 32);
                Ok(smallvec![self.lengthen(short[0])])
            }
            (
                CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr,
                Lane::Int(from),
                Lane::Int(to),
            ) => Ok(self.resize(from, a, to)),
            (CastOp::FpToUi | CastOp::FpToSi, Lane::Float(p), Lane::Int(w)) => {
                self.float_to_int(p, op == CastOp::FpToSi, false, w, a[0])
            }
            (CastOp::UiToFp | CastOp::SiToFp, Lane::Int(w), Lane::Float(p)) => {
                if w > 128 {
                    return Err(format!("float from an integer of {w} bits").into());
                }
                let a = self.in_a_row(a);
                let d = self.float_register(p);
                let signed = op == CastOp::SiToFp;
                self.emit(Op::IntToFloat {
                    p,
                    signed,
                    w: w as u8,
                    d,
                    a,
                });
                Ok(smallvec![d])
            }
            (CastOp::FpExt, Lane::Float(Precision::Single), Lane::Float(Precision::Double)) => {
                let d = self.float_register(Precision::Double);
                self.emit(Op::FloatExtend { d, a: a[0] });
                Ok(smallvec![d])
            }
            (CastOp::FpTrunc, Lane::Float(Precision::Double), Lane::Float(Precision::Single)) => {
                let d = self.float_register(Precision::Single);
                self.emit(Op::FloatTruncate { d, a: a[0] });
                Ok(smallvec![d])
            }
            _ => Err(format!("cast {op:?}").into()),
        }
    }

    /// Zero extension and truncation.
    pub(super) fn resize(&mut self, from: u32, a: &[Reg], to: u32) -> Registers {
        let zero = self.draft.constant(0);
        let mut result = Registers::new();
        for (i, leaf) in word_leaves(to).iter().enumerate() {
            let Some(&word) = a.get(i) else {
                result.push(zero);
                continue;
            };
            let given = (from - 64 * i as u32).min(64) as u8;
            if given <= leaf.w {
                // The upper bits are zero already.
                result.push(self.within(word, given));
            } else {
                let d = self.draft.fresh(leaf.w);
                self.emit(Op::Truncate {
                    w: leaf.w,
                    d,
                    a: word,
                });
                result.push(d);
            }
        }
        result
    }

    pub(super) fn sign_extend(
        &mut self,
        from: u32,
        a: &[Reg],
        to: u32,
    ) -> Result<Registers, Unsupported> {
        match to {
            0..=64 => {
                let d = self.draft.fresh(to as u8);
                self.emit(Op::SignExtend {
                    from: from as u8,
                    to: to as u8,
                    d,
                    a: a[0],
                });
                Ok(smallvec![d])
            }
            65..=128 => {
                let a = self.in_a_row(a);
                let d = self.draft.fresh_run(&[64, to as u8 - 64]);
                self.emit(Op::WideSignExtend {
                    from: from as u8,
                    to: to as u8,
                    d,
                    a,
                });
                Ok(smallvec![d, d + 1])
            }
            _ => {
                let (mut words, sign) = self.signed_words(from, a);
                words.resize(to.div_ceil(64) as usize, sign);
                Ok(self.resize(to.next_multiple_of(64), &words, to))
            }
        }
    }

    pub(super) fn float_to_int(
        &mut self,
        p: Precision,
        signed: bool,
        saturate: bool,
        w: u32,
        a: Reg,
    ) -> Result<Registers, Unsupported> {
        if w > 128 {
            return Err(format!("float to an integer of {w} bits").into());
        }
        let widths: Vec<u8> = word_leaves(w).iter().map(|leaf| leaf.w).collect();
        let d = self.draft.fresh_run(&widths);
        self.emit(Op::FloatToInt {
            p,
            signed,
            saturate,
            w: w as u8,
            d,
            a,
        });
        Ok((d..d + widths.len() as Reg).collect())
    }

    /// The bits of `registers`, end to end, cut anew: a bitcast.
    pub(super) fn slice_bits(
        &mut self,
        registers: &[Reg],
        source: &[Leaf],
        target: &[Leaf],
    ) -> Result<Registers, Unsupported> {
        let widths = |leaves: &[Leaf]| leaves.iter().map(|l| u32::from(l.w)).collect::<Vec<_>>();
        let (source, target) = (widths(source), widths(target));
        if source == target {
            return Ok(registers.into());
        }
        if source.iter().sum::<u32>() != target.iter().sum::<u32>() {
            return Err("bitcast between different sizes".into());
        }
        let mut result = Registers::new();
        let (mut from, mut used) = (0, 0);
        for w in target {
            let mut filled = 0;
            let mut register = None;
            while filled < w {
                let take = (source[from] - used).min(w - filled);
                let piece = self.bits(registers[from], source[from], used, take);
                let piece = match filled {
                    0 => piece,
                    _ => {
                        let by = self.draft.constant(u64::from(filled));
                        self.int(IntOp::Shl, w as u8, piece, by)
                    }
                };
                register = Some(match register {
                    None => piece,
                    Some(so_far) => self.int(IntOp::Or, w as u8, so_far, piece),
                });
                filled += take;
                used += take;
                if used == source[from] {
                    (from, used) = (from + 1, 0);
                }
            }
            result.push(register.ok_or("bitcast of nothing")?);
        }
        Ok(result)
    }

    /// `take` bits of a register of `w` bits, from bit `start` on.
    fn bits(&mut self, a: Reg, w: u32, start: u32, take: u32) -> Reg {
        let mut register = a;
        if start > 0 {
            let by = self.draft.constant(u64::from(start));
            register = self.int(IntOp::LShr, w as u8, register, by);
        }
        if start + take < w {
            let d = self.draft.fresh(take as u8);
            self.emit(Op::Truncate {
                w: take as u8,
                d,
                a: register,
            });
            register = d;
        }
        register
    }
}
