//! Acceptance conditions of the HOA format that amount to generalised Büchi acceptance.

/// The condition: each clause is met if transitions of one of its sets are taken again and
/// again; all clauses must be met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    Never,
    /// Each clause is the mask of its sets; without clauses every run is accepted.
    All(Vec<u64>),
}

impl Condition {
    pub fn infinitely_often(set: u32) -> Condition {
        Condition::All(vec![1 << set])
    }

    pub fn and(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::All(mut left), Condition::All(right)) => {
                left.extend(right);
                left.sort_unstable();
                left.dedup();
                Condition::All(left)
            }
            _ => Condition::Never,
        }
    }

    /// The disjunction, distributed over the clauses: to meet one of two sets again and again
    /// is to meet their union again and again.
    pub fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Never, other) | (other, Condition::Never) => other,
            (Condition::All(left), Condition::All(right)) => {
                let mut clauses: Vec<u64> = left
                    .iter()
                    .flat_map(|one| right.iter().map(move |other| one | other))
                    .collect();
                clauses.sort_unstable();
                clauses.dedup();
                Condition::All(clauses)
            }
        }
    }
}
