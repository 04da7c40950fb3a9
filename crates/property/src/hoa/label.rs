//! Labels of the HOA format: Boolean expressions over propositions, taken apart into
//! conjunctions of literals.

use crate::formula::PropositionId;
use crate::label::Label;

/// A label as written.
#[derive(Debug, Clone)]
pub(super) enum LabelExpr {
    Constant(bool),
    Proposition(PropositionId),
    Not(Box<LabelExpr>),
    And(Box<LabelExpr>, Box<LabelExpr>),
    Or(Box<LabelExpr>, Box<LabelExpr>),
}

/// More conjunctions than this in one label are refused.
const MAX_CONJUNCTIONS: usize = 4096;

impl LabelExpr {
    /// Labels that together match the valuations for which the expression is `value`. None if
    /// they are too many.
    pub fn labels(&self, value: bool) -> Option<Vec<Label>> {
        match (self, value) {
            (LabelExpr::Constant(constant), _) => Some(if *constant == value {
                vec![Label::ANY]
            } else {
                Vec::new()
            }),
            (LabelExpr::Proposition(id), _) => Some(vec![Label::literal(*id, value)]),
            (LabelExpr::Not(inner), _) => inner.labels(!value),
            (LabelExpr::And(left, right), true) | (LabelExpr::Or(left, right), false) => {
                let right = right.labels(value)?;
                let mut both = Vec::new();
                for one in left.labels(value)? {
                    for other in &right {
                        if let Some(label) = one.and(*other) {
                            insert(&mut both, label)?;
                        }
                    }
                }
                Some(both)
            }
            (LabelExpr::Or(left, right), true) | (LabelExpr::And(left, right), false) => {
                let mut either = left.labels(value)?;
                for label in right.labels(value)? {
                    insert(&mut either, label)?;
                }
                Some(either)
            }
        }
    }
}

fn insert(labels: &mut Vec<Label>, label: Label) -> Option<()> {
    if labels.iter().any(|other| label.implies(*other)) {
        return Some(());
    }
    labels.retain(|other| !other.implies(label));
    labels.push(label);
    (labels.len() <= MAX_CONJUNCTIONS).then_some(())
}
