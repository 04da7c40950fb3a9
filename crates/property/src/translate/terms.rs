//! Formulas in negation normal form, each stored once: two formulas are the same term exactly
//! if their numbers are equal. Knows the rules of truth values; those of time are in
//! `rewrite`.

use rustc_hash::FxHashMap;

use crate::formula::{Connective, Formula, Modality, PropositionId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TermId(u32);

pub(crate) const TRUE: TermId = TermId(0);
pub(crate) const FALSE: TermId = TermId(1);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    True,
    False,
    Literal(PropositionId, bool),
    /// Sorted, without repetition, at least two, none of them an `And` or a constant.
    And(Box<[TermId]>),
    /// As `And`.
    Or(Box<[TermId]>),
    Next(TermId),
    /// `F b` is `true U b`.
    Until(TermId, TermId),
    /// `G b` is `false R b`.
    Release(TermId, TermId),
}

pub(crate) struct Terms {
    nodes: Vec<Term>,
    numbers: FxHashMap<Term, TermId>,
    negations: FxHashMap<TermId, TermId>,
}

impl Terms {
    pub fn new() -> Self {
        let mut terms = Terms {
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            negations: FxHashMap::default(),
        };
        assert_eq!(terms.intern(Term::True), TRUE);
        assert_eq!(terms.intern(Term::False), FALSE);
        terms
    }

    pub fn node(&self, id: TermId) -> &Term {
        &self.nodes[id.0 as usize]
    }

    fn intern(&mut self, term: Term) -> TermId {
        if let Some(id) = self.numbers.get(&term) {
            return *id;
        }
        let id = TermId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        self.nodes.push(term.clone());
        self.numbers.insert(term, id);
        id
    }

    pub fn literal(&mut self, proposition: PropositionId, positive: bool) -> TermId {
        self.intern(Term::Literal(proposition, positive))
    }

    pub fn and(&mut self, operands: impl IntoIterator<Item = TermId>) -> TermId {
        let mut flat = Vec::new();
        for operand in operands {
            match self.node(operand) {
                Term::True => {}
                Term::False => return FALSE,
                Term::And(inner) => flat.extend_from_slice(inner),
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        if self.has_opposites(&flat) {
            return FALSE;
        }
        match flat[..] {
            [] => TRUE,
            [single] => single,
            _ => self.intern(Term::And(flat.into())),
        }
    }

    pub fn or(&mut self, operands: impl IntoIterator<Item = TermId>) -> TermId {
        let mut flat = Vec::new();
        for operand in operands {
            match self.node(operand) {
                Term::False => {}
                Term::True => return TRUE,
                Term::Or(inner) => flat.extend_from_slice(inner),
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        if self.has_opposites(&flat) {
            return TRUE;
        }
        match flat[..] {
            [] => FALSE,
            [single] => single,
            _ => self.intern(Term::Or(flat.into())),
        }
    }

    fn has_opposites(&self, operands: &[TermId]) -> bool {
        let (mut positive, mut negative) = (0u64, 0u64);
        for operand in operands {
            match self.node(*operand) {
                Term::Literal(proposition, true) => positive |= proposition.bit(),
                Term::Literal(proposition, false) => negative |= proposition.bit(),
                _ => {}
            }
        }
        positive & negative != 0
    }

    pub fn next(&mut self, operand: TermId) -> TermId {
        match operand {
            TRUE | FALSE => operand,
            _ => self.intern(Term::Next(operand)),
        }
    }

    pub fn until(&mut self, left: TermId, right: TermId) -> TermId {
        if right == TRUE || right == FALSE || left == FALSE || left == right {
            return right;
        }
        self.intern(Term::Until(left, right))
    }

    pub fn release(&mut self, left: TermId, right: TermId) -> TermId {
        if right == TRUE || right == FALSE || left == TRUE || left == right {
            return right;
        }
        self.intern(Term::Release(left, right))
    }

    pub fn negate(&mut self, id: TermId) -> TermId {
        if let Some(known) = self.negations.get(&id) {
            return *known;
        }
        let negation = match self.node(id).clone() {
            Term::True => FALSE,
            Term::False => TRUE,
            Term::Literal(proposition, positive) => self.literal(proposition, !positive),
            Term::And(operands) => {
                let negated: Vec<_> = operands.iter().map(|&inner| self.negate(inner)).collect();
                self.or(negated)
            }
            Term::Or(operands) => {
                let negated: Vec<_> = operands.iter().map(|&inner| self.negate(inner)).collect();
                self.and(negated)
            }
            Term::Next(inner) => {
                let negated = self.negate(inner);
                self.next(negated)
            }
            Term::Until(left, right) => {
                let (left, right) = (self.negate(left), self.negate(right));
                self.release(left, right)
            }
            Term::Release(left, right) => {
                let (left, right) = (self.negate(left), self.negate(right));
                self.until(left, right)
            }
        };
        self.negations.insert(id, negation);
        negation
    }

    /// The negation normal form of a formula.
    pub fn of(&mut self, formula: &Formula) -> TermId {
        match formula {
            Formula::True => TRUE,
            Formula::False => FALSE,
            Formula::Proposition(id) => self.literal(*id, true),
            Formula::Not(inner) => {
                let inner = self.of(inner);
                self.negate(inner)
            }
            Formula::Unary(modality, inner) => {
                let inner = self.of(inner);
                match modality {
                    Modality::Next => self.next(inner),
                    Modality::Finally => self.until(TRUE, inner),
                    Modality::Globally => self.release(FALSE, inner),
                }
            }
            Formula::Binary(connective, left, right) => {
                let (left, right) = (self.of(left), self.of(right));
                self.connect(*connective, left, right)
            }
        }
    }

    fn connect(&mut self, connective: Connective, left: TermId, right: TermId) -> TermId {
        match connective {
            Connective::And => self.and([left, right]),
            Connective::Or => self.or([left, right]),
            Connective::Implies => {
                let not_left = self.negate(left);
                self.or([not_left, right])
            }
            Connective::Iff => {
                let (not_left, not_right) = (self.negate(left), self.negate(right));
                let both = self.and([left, right]);
                let neither = self.and([not_left, not_right]);
                self.or([both, neither])
            }
            Connective::Xor => {
                let not_right = self.negate(right);
                self.connect(Connective::Iff, left, not_right)
            }
            Connective::Until => self.until(left, right),
            Connective::Release => self.release(left, right),
            Connective::WeakUntil => {
                let either = self.or([left, right]);
                self.release(right, either)
            }
            Connective::StrongRelease => {
                let both = self.and([left, right]);
                self.until(right, both)
            }
        }
    }

    /// The term as a formula again.
    pub fn formula(&self, id: TermId) -> Formula {
        match self.node(id) {
            Term::True => Formula::True,
            Term::False => Formula::False,
            Term::Literal(proposition, true) => Formula::Proposition(*proposition),
            Term::Literal(proposition, false) => Formula::Proposition(*proposition).negated(),
            Term::And(operands) => self.joined(Connective::And, operands),
            Term::Or(operands) => self.joined(Connective::Or, operands),
            Term::Next(inner) => Formula::unary(Modality::Next, self.formula(*inner)),
            Term::Until(TRUE, right) => Formula::unary(Modality::Finally, self.formula(*right)),
            Term::Release(FALSE, right) => Formula::unary(Modality::Globally, self.formula(*right)),
            Term::Until(left, right) => {
                Formula::binary(Connective::Until, self.formula(*left), self.formula(*right))
            }
            Term::Release(left, right) => Formula::binary(
                Connective::Release,
                self.formula(*left),
                self.formula(*right),
            ),
        }
    }

    fn joined(&self, connective: Connective, operands: &[TermId]) -> Formula {
        let formulas = operands.iter().map(|operand| self.formula(*operand));
        formulas
            .reduce(|left, right| Formula::binary(connective, left, right))
            .expect("a conjunction has operands")
    }
}
