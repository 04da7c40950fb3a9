//! The label of a transition: a conjunction of literals as two bit masks, so that asking
//! whether a valuation satisfies it takes two AND operations and no branch.

use std::fmt;

use crate::formula::PropositionId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Label {
    /// The propositions that must be true.
    pub must: u64,
    /// The propositions that must be false.
    pub must_not: u64,
}

impl Label {
    /// The label that every valuation satisfies.
    pub const ANY: Label = Label {
        must: 0,
        must_not: 0,
    };

    pub fn literal(proposition: PropositionId, positive: bool) -> Label {
        let bit = proposition.bit();
        Label {
            must: if positive { bit } else { 0 },
            must_not: if positive { 0 } else { bit },
        }
    }

    #[inline]
    pub fn matches(self, valuation: u64) -> bool {
        (self.must & !valuation) | (self.must_not & valuation) == 0
    }

    /// The propositions that the label asks for.
    pub fn propositions(self) -> u64 {
        self.must | self.must_not
    }

    /// What satisfies both, if anything does.
    pub fn and(self, other: Label) -> Option<Label> {
        let both = Label {
            must: self.must | other.must,
            must_not: self.must_not | other.must_not,
        };
        (both.must & both.must_not == 0).then_some(both)
    }

    /// Whether every valuation that satisfies this label satisfies `other`.
    pub fn implies(self, other: Label) -> bool {
        other.must & !self.must == 0 && other.must_not & !self.must_not == 0
    }

    /// Whether every valuation that satisfies this label satisfies one of `others`.
    pub fn is_covered_by(self, others: &[Label]) -> bool {
        if others.iter().any(|other| self.implies(*other)) {
            return true;
        }
        let overlapping: Vec<Label> = others
            .iter()
            .copied()
            .filter(|other| self.and(*other).is_some())
            .collect();
        let Some(first) = overlapping.first() else {
            return false;
        };
        let open = first.propositions() & !self.propositions();
        let proposition = PropositionId(open.trailing_zeros() as u8);
        [true, false].into_iter().all(|value| {
            self.and(Label::literal(proposition, value))
                .is_none_or(|half| half.is_covered_by(&overlapping))
        })
    }

    /// The valuations of this label that do not satisfy `other`, if one label can say so.
    pub(crate) fn without(self, other: Label) -> Option<Label> {
        self.and(other)?;
        let must = other.must & !self.must;
        let must_not = other.must_not & !self.must_not;
        if must.count_ones() + must_not.count_ones() != 1 {
            return None;
        }
        Some(Label {
            must: self.must | must_not,
            must_not: self.must_not | must,
        })
    }

    /// Labels that match what this one matches and `other` does not, each valuation once.
    pub(crate) fn parts_without(self, other: Label) -> Vec<Label> {
        if self.and(other).is_none() {
            return vec![self];
        }
        let mut parts = Vec::new();
        let mut shared = self;
        let mut open = other.propositions() & !self.propositions();
        while open != 0 {
            let proposition = PropositionId(open.trailing_zeros() as u8);
            open &= open - 1;
            let wanted = other.must & proposition.bit() != 0;
            parts.extend(shared.and(Label::literal(proposition, !wanted)));
            shared = shared
                .and(Label::literal(proposition, wanted))
                .expect("the proposition is open");
        }
        parts
    }

    /// One label for two, if they differ in the sign of one literal and nothing else.
    pub(crate) fn merged(self, other: Label) -> Option<Label> {
        let must = self.must ^ other.must;
        let must_not = self.must_not ^ other.must_not;
        (must == must_not && must.count_ones() == 1).then_some(Label {
            must: self.must & !must,
            must_not: self.must_not & !must,
        })
    }

    /// The label as text, each proposition written by `name`.
    pub fn display<'a>(
        self,
        and: &'a str,
        name: impl Fn(PropositionId) -> String + 'a,
    ) -> impl fmt::Display + 'a {
        fmt::from_fn(move |out| {
            if self == Label::ANY {
                return write!(out, "true");
            }
            let mut joint = "";
            for index in 0..64u8 {
                let id = PropositionId(index);
                if self.propositions() & id.bit() != 0 {
                    let sign = if self.must_not & id.bit() != 0 {
                        "!"
                    } else {
                        ""
                    };
                    write!(out, "{joint}{sign}{}", name(id))?;
                    joint = and;
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(must: u64, must_not: u64) -> Label {
        Label { must, must_not }
    }

    #[test]
    fn operations_agree_with_enumerated_valuations() {
        let all: Vec<Label> = (0..8u64)
            .flat_map(|must| (0..8u64).map(move |must_not| label(must, must_not)))
            .filter(|label| label.must & label.must_not == 0)
            .collect();
        let set = |label: Label| (0..8u64).filter(move |valuation| label.matches(*valuation));
        for &a in &all {
            for &b in &all {
                let both: Vec<u64> = set(a).filter(|v| b.matches(*v)).collect();
                match a.and(b) {
                    Some(and) => assert!(set(and).eq(both.iter().copied())),
                    None => assert!(both.is_empty()),
                }
                assert_eq!(a.implies(b), set(a).all(|v| b.matches(v)));
                if let Some(rest) = a.without(b) {
                    assert!(set(rest).eq(set(a).filter(|v| !b.matches(*v))));
                }
                let parts = a.parts_without(b);
                for valuation in 0..8u64 {
                    let count = parts.iter().filter(|part| part.matches(valuation)).count();
                    let expected = a.matches(valuation) && !b.matches(valuation);
                    assert_eq!(count, usize::from(expected));
                }
                if let Some(merged) = a.merged(b) {
                    assert!(set(merged).all(|v| a.matches(v) || b.matches(v)));
                    assert!(set(a).chain(set(b)).all(|v| merged.matches(v)));
                }
                for &c in all.iter().step_by(5) {
                    assert_eq!(
                        a.is_covered_by(&[b, c]),
                        set(a).all(|v| b.matches(v) || c.matches(v))
                    );
                }
            }
        }
    }
}
