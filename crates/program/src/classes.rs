//! Classes of the values that a data choice may take: values that the function cannot tell apart, because
//! it only compares them with constants, switches on them or looks at a few of their bits. One value
//! of each class stands for all of them.
//!
//! Two executions that differ in the chosen value alone go the same way as long as everything that
//! looks at the value gets the same answer. So every use is followed: copies, changes of width, phis and
//! selections hand the value on; comparisons with constants and masks of few bits answer; any other use
//! means that there are no classes. What a comparison or a mask gives is the same for all values of
//! a class, and may be used in any way.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Callee, FunctionId, IntOp, Op, Reg, ValueClasses};
use crate::draft::{Draft, End};
use crate::operands;

/// More classes than this are as good as none.
const MOST_CLASSES: usize = 256;

/// Bits of the value that masks may look at in all.
const MOST_MASKED: u32 = 8;

/// Registers, with what they hold of the value, that are followed.
const MOST_VIEWS: usize = 1024;

/// Finds the classes of what calls of data choices return.
pub fn find(draft: &mut Draft, is_choice: &dyn Fn(FunctionId) -> bool) {
    let is_choice = |call: u32| {
        let site = &draft.body.calls[call as usize];
        let direct = matches!(site.callee, Callee::Direct(id) if is_choice(id));
        direct && site.results == 1
    };
    let calls: Vec<u32> = draft
        .blocks
        .iter()
        .flat_map(|block| {
            let steps = block.steps.iter().filter_map(|step| match step.op {
                Op::Call { call } => Some(call),
                _ => None,
            });
            let end = match block.end {
                End::Invoke { call, .. } => Some(call),
                _ => None,
            };
            steps.chain(end)
        })
        .filter(|&call| is_choice(call))
        .collect();
    if calls.is_empty() {
        return;
    }
    let uses = Uses::of(draft);
    for call in calls {
        let d = draft.body.calls[call as usize].d;
        let width = draft.width(d);
        let values = Answers::about(draft, &uses, d, width).and_then(Answers::representatives);
        draft.body.calls[call as usize].classes =
            values.map(|values| ValueClasses { width, values });
    }
}

/// What a register holds of the value: its `low` bits, extended to `width` bits by its sign or by
/// zeros; zeros above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct View {
    low: u8,
    width: u8,
    signed: bool,
}

impl View {
    /// Its lowest `bits` bits.
    fn narrowed(self, bits: u8) -> View {
        if bits >= self.width {
            self
        } else if bits > self.low {
            View {
                width: bits,
                ..self
            }
        } else {
            View {
                low: bits,
                width: bits,
                signed: false,
            }
        }
    }

    fn sign_extended(self, from: u8, to: u8) -> View {
        let part = self.narrowed(from);
        let sign_is_of_value = part.width == from && (part.low == from || part.signed);
        match sign_is_of_value {
            true => View {
                width: to,
                signed: true,
                ..part
            },
            // The sign is a zero.
            false => part,
        }
    }

    /// The bits of the value that decide the bits of `mask`.
    fn bits_behind(self, mask: u64) -> u64 {
        let own = mask & ones(self.low);
        let extension = mask & ones(self.width) & !ones(self.low);
        match self.signed && extension != 0 {
            true => own | 1 << (self.low - 1),
            false => own,
        }
    }
}

fn ones(bits: u8) -> u64 {
    match bits {
        0 => 0,
        bits => u64::MAX >> (64 - bits.min(64)),
    }
}

/// Where registers are used.
struct Uses {
    /// By block and step; the step after the last is the end of the block.
    steps: FxHashMap<Reg, Vec<(usize, usize)>>,
    phis: FxHashMap<Reg, Vec<Reg>>,
}

impl Uses {
    fn of(draft: &Draft) -> Uses {
        let mut uses = Uses {
            steps: FxHashMap::default(),
            phis: FxHashMap::default(),
        };
        for (number, block) in draft.blocks.iter().enumerate() {
            for phi in &block.phis {
                for &(_, reg) in &phi.incoming {
                    uses.phis.entry(reg).or_default().push(phi.d);
                }
            }
            for (n, step) in block.steps.iter().enumerate() {
                operands::uses(&step.op, &draft.body, |reg| {
                    uses.steps.entry(reg).or_default().push((number, n));
                });
            }
            draft.end_operands(&block.end, |reg, role| {
                if !role.is_def() {
                    for reg in reg..reg + role.len() {
                        let end = (number, block.steps.len());
                        uses.steps.entry(reg).or_default().push(end);
                    }
                }
            });
        }
        uses
    }
}

/// What the function asks about the value.
#[derive(Debug, Default)]
struct Answers {
    /// Its `low` bits are compared with these bits.
    compared: BTreeSet<(u8, u64)>,
    /// These bits are looked at.
    masked: u64,
}

impl Answers {
    /// None if the value is used in another way.
    fn about(draft: &Draft, uses: &Uses, choice: Reg, width: u8) -> Option<Answers> {
        if width == 0 || width > 64 {
            return None;
        }
        let mut answers = Answers::default();
        let mut seen = FxHashSet::default();
        let whole = View {
            low: width,
            width,
            signed: false,
        };
        let mut next = vec![(choice, whole)];
        while let Some((reg, view)) = next.pop() {
            if !seen.insert((reg, view)) {
                continue;
            }
            if seen.len() > MOST_VIEWS {
                return None;
            }
            let phis = uses.phis.get(&reg).into_iter().flatten();
            next.extend(phis.map(|&phi| (phi, view)));
            for &(block, step) in uses.steps.get(&reg).into_iter().flatten() {
                let block = &draft.blocks[block];
                match block.steps.get(step) {
                    Some(step) => {
                        let passed_on = answers.step(draft, &step.op, reg, view)?;
                        next.extend(passed_on);
                    }
                    None => answers.end(draft, &block.end, reg, view)?,
                }
            }
        }
        (answers.masked.count_ones() <= MOST_MASKED).then_some(answers)
    }

    /// The register that an operation hands the value on to, if it does. None: not understood.
    fn step(
        &mut self,
        draft: &Draft,
        op: &Op,
        reg: Reg,
        view: View,
    ) -> Option<Option<(Reg, View)>> {
        let constant = |a: Reg, b: Reg| draft.constant_value(if a == reg { b } else { a });
        match *op {
            Op::Move { d, .. } | Op::Freeze { d, .. } => Some(Some((d, view))),
            Op::Truncate { w, d, .. } => {
                let narrow = view.narrowed(w);
                if narrow.width as u32 <= MOST_MASKED {
                    self.masked |= narrow.bits_behind(ones(w));
                    return Some(None);
                }
                Some(Some((d, narrow)))
            }
            Op::SignExtend { from, to, d, .. } => Some(Some((d, view.sign_extended(from, to)))),
            Op::Select {
                d, condition, a, b, ..
            } if condition != reg && (a == reg || b == reg) => Some(Some((d, view))),
            Op::Int {
                op: IntOp::And,
                w,
                a,
                b,
                ..
            } => {
                self.masked |= view.narrowed(w).bits_behind(constant(a, b)?);
                (self.masked.count_ones() <= MOST_MASKED).then_some(None)
            }
            Op::Compare { w, a, b, .. } => {
                self.compare(view.narrowed(w), constant(a, b)?);
                Some(None)
            }
            _ => None,
        }
    }

    fn end(&mut self, draft: &Draft, end: &End, reg: Reg, view: View) -> Option<()> {
        match *end {
            End::Compare { w, a, b, .. } => {
                let other = if a == reg { b } else { a };
                self.compare(view.narrowed(w), draft.constant_value(other)?);
                Some(())
            }
            End::Switch { table, .. } => {
                for &(case, _) in &draft.body.switches[table as usize].cases {
                    self.compare(view, case);
                }
                Some(())
            }
            _ => None,
        }
    }

    /// A view keeps the low bits as they are. So where it is equal to a constant, the value's low bits
    /// are the constant's; and on each side of the sign it is in the order of the value, whether
    /// the comparison is signed or not.
    fn compare(&mut self, view: View, constant: u64) {
        self.compared.insert((view.low, constant & ones(view.low)));
    }

    /// One value of each class, in order. None if there are too many, or if different parts of the value
    /// are compared.
    fn representatives(mut self) -> Option<Vec<u64>> {
        let domain = self.compared.iter().map(|&(low, _)| low).max();
        let Some(domain) = domain else {
            return self.in_segments(&[0], u64::MAX);
        };
        let sign = 1 << (domain - 1);
        let mut starts = BTreeSet::from([0, sign]);
        for &(low, constant) in &self.compared {
            if low == domain {
                starts.insert(constant);
                starts.extend((constant < ones(domain)).then_some(constant + 1));
            } else if (low as u32) <= MOST_MASKED {
                self.masked |= ones(low);
            } else {
                return None;
            }
        }
        let starts: Vec<u64> = starts.into_iter().collect();
        self.in_segments(&starts, ones(domain))
    }

    /// The least value of each segment for each pattern of the masked bits. Bits above `last` are not
    /// compared.
    fn in_segments(&self, starts: &[u64], last: u64) -> Option<Vec<u64>> {
        if self.masked.count_ones() > MOST_MASKED {
            return None;
        }
        let mut values = BTreeSet::new();
        for (n, &start) in starts.iter().enumerate() {
            let end = starts.get(n + 1).map_or(last, |next| next - 1);
            for pattern in subsets(self.masked) {
                let least = least_with(start, self.masked & last, pattern & last);
                let least = least.filter(|&value| value <= end);
                values.extend(least.map(|value| value | pattern & !last));
            }
        }
        (values.len() <= MOST_CLASSES).then(|| values.into_iter().collect())
    }
}

/// All patterns of the bits of a mask.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let next = move |&pattern: &u64| {
        let next = pattern.wrapping_sub(mask) & mask;
        (next != 0).then_some(next)
    };
    std::iter::successors(Some(0), next)
}

/// The least value from `start` on whose bits of `mask` are those of `pattern`.
fn least_with(start: u64, mask: u64, pattern: u64) -> Option<u64> {
    if start & mask == pattern {
        return Some(start);
    }
    // It has the upper bits of `start`, then a one instead of a zero, then as few ones as may be.
    let fits = |bit: &u32| {
        let upper = !(u64::MAX >> (63 - bit));
        let one = 1 << bit;
        let raised = start & upper | one;
        start & one == 0 && raised & mask & (upper | one) == pattern & (upper | one)
    };
    let bit = (0..64u32).find(fits)?;
    let upper = !(u64::MAX >> (63 - bit));
    Some(start & upper | 1 << bit | pattern & !(upper | 1 << bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_with_a_pattern_is_found() {
        for mask in 0..64u64 {
            let patterns = (0..64).filter(|pattern| pattern & !mask == 0);
            for pattern in patterns {
                for start in 0..64 {
                    let expected = (start..=128).find(|value| value & mask == pattern);
                    assert_eq!(least_with(start, mask, pattern), expected);
                }
            }
        }
        assert_eq!(least_with(u64::MAX, 1, 0), None);
    }

    /// What a view shows of a value.
    fn shown(view: View, value: u64) -> u64 {
        let low = value & ones(view.low);
        let negative = view.signed && low >> (view.low - 1) & 1 == 1;
        match negative {
            true => (low | !ones(view.low)) & ones(view.width),
            false => low,
        }
    }

    #[test]
    fn views_are_what_casts_give() {
        let whole = View {
            low: 6,
            width: 6,
            signed: false,
        };
        let casts = [(3, 5), (3, 9), (5, 8), (6, 9), (6, 7), (8, 12), (9, 12)];
        for first in casts {
            for second in casts {
                for cut in 1..=12 {
                    for value in 0..64u64 {
                        let mut real = value;
                        let mut view = whole;
                        for (from, to) in [first, second] {
                            let low = real & ones(from);
                            let negative = low >> (from - 1) & 1 == 1;
                            real = if negative { low | !ones(from) } else { low } & ones(to);
                            view = view.sign_extended(from, to);
                        }
                        assert_eq!(shown(view.narrowed(cut), value), real & ones(cut));
                        let decided = view.bits_behind(ones(cut));
                        for other in 0..64u64 {
                            if other & decided == value & decided {
                                let same = shown(view.narrowed(cut), other);
                                assert_eq!(same, real & ones(cut));
                            }
                        }
                    }
                }
            }
        }
    }
}
