//! Linear temporal logic over numbered propositions. Knows nothing of what the
//! propositions say, nor of automata.

use std::fmt;

/// The most propositions that one property can have: a valuation is one word.
pub const MAX_PROPOSITIONS: usize = 64;

/// The number of a proposition: the bit in a valuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropositionId(pub u8);

impl PropositionId {
    /// The valuation in which only this proposition is true.
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    True,
    False,
    Proposition(PropositionId),
    Not(Box<Formula>),
    Unary(Modality, Box<Formula>),
    Binary(Connective, Box<Formula>, Box<Formula>),
}

/// The temporal operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modality {
    /// `X`: in the next state.
    Next,
    /// `F`: now or later.
    Finally,
    /// `G`: now and always.
    Globally,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Connective {
    And,
    Or,
    Xor,
    Implies,
    Iff,
    /// `a U b`: `b` comes, and `a` holds until then.
    Until,
    /// `a R b`: `b` holds up to and including the first `a`, or forever.
    Release,
    /// `a W b`: as `U`, but `b` need not come.
    WeakUntil,
    /// `a M b`: as `R`, but `a` must come.
    StrongRelease,
}

impl Modality {
    pub fn symbol(self) -> &'static str {
        match self {
            Modality::Next => "X",
            Modality::Finally => "F",
            Modality::Globally => "G",
        }
    }
}

impl Connective {
    pub fn symbol(self) -> &'static str {
        match self {
            Connective::And => "&&",
            Connective::Or => "||",
            Connective::Xor => "^",
            Connective::Implies => "->",
            Connective::Iff => "<->",
            Connective::Until => "U",
            Connective::Release => "R",
            Connective::WeakUntil => "W",
            Connective::StrongRelease => "M",
        }
    }
}

impl Formula {
    pub fn negated(self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    pub fn unary(modality: Modality, operand: Formula) -> Formula {
        Formula::Unary(modality, Box::new(operand))
    }

    pub fn binary(connective: Connective, left: Formula, right: Formula) -> Formula {
        Formula::Binary(connective, Box::new(left), Box::new(right))
    }

    /// The formula with other numbers for its propositions.
    pub(crate) fn renumbered(self, number: &dyn Fn(PropositionId) -> PropositionId) -> Formula {
        let boxed = |inner: Box<Formula>| Box::new(inner.renumbered(number));
        match self {
            Formula::True | Formula::False => self,
            Formula::Proposition(id) => Formula::Proposition(number(id)),
            Formula::Not(inner) => Formula::Not(boxed(inner)),
            Formula::Unary(modality, inner) => Formula::Unary(modality, boxed(inner)),
            Formula::Binary(connective, left, right) => {
                Formula::Binary(connective, boxed(left), boxed(right))
            }
        }
    }

    /// Whether `X` occurs anywhere. A formula without it cannot tell a state from its
    /// repetition, so reductions that leave out or repeat invisible steps keep its verdict.
    pub fn has_next(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Proposition(_) => false,
            Formula::Not(inner) => inner.has_next(),
            Formula::Unary(modality, inner) => *modality == Modality::Next || inner.has_next(),
            Formula::Binary(_, left, right) => left.has_next() || right.has_next(),
        }
    }

    /// The formula as text, each proposition written by `name`.
    pub fn display<'a, N>(&'a self, name: N) -> impl fmt::Display + 'a
    where
        N: Fn(PropositionId) -> String + 'a,
    {
        fmt::from_fn(move |out| self.write(out, &name, false))
    }

    fn write(
        &self,
        out: &mut fmt::Formatter<'_>,
        name: &dyn Fn(PropositionId) -> String,
        is_operand: bool,
    ) -> fmt::Result {
        match self {
            Formula::True => write!(out, "true"),
            Formula::False => write!(out, "false"),
            Formula::Proposition(id) => {
                let name = name(*id);
                let is_plain = name
                    .chars()
                    .all(|c| c.is_alphanumeric() || "_:.".contains(c))
                    || name.starts_with('{');
                if is_operand && !is_plain {
                    write!(out, "({name})")
                } else {
                    write!(out, "{name}")
                }
            }
            Formula::Not(inner) => {
                write!(out, "!")?;
                inner.write(out, name, true)
            }
            Formula::Unary(modality, inner) => {
                write!(out, "{} ", modality.symbol())?;
                inner.write(out, name, true)
            }
            Formula::Binary(connective, left, right) => {
                if is_operand {
                    write!(out, "(")?;
                }
                left.write(out, name, true)?;
                write!(out, " {} ", connective.symbol())?;
                right.write(out, name, true)?;
                if is_operand {
                    write!(out, ")")?;
                }
                Ok(())
            }
        }
    }
}

/// With propositions written `p0`, `p1`, ….
impl fmt::Display for Formula {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(out, &|id| format!("p{}", id.0), false)
    }
}
