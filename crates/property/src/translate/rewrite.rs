//! Rewrites a term into an equivalent one that gives a smaller automaton: fewer untils, fewer
//! obligations at once, as after Etessami and Holzmann, and Somenzi and Bloem.
//! Every rule is an equivalence of infinite words; each is checked by random evaluation.

use rustc_hash::FxHashMap;

use super::terms::{FALSE, TRUE, Term, TermId, Terms};

/// How deep an implication between two terms is followed before giving up on it.
const IMPLICATION_DEPTH: usize = 12;

pub(crate) struct Rewriter<'t> {
    terms: &'t mut Terms,
    done: FxHashMap<TermId, TermId>,
    implications: FxHashMap<(TermId, TermId), bool>,
}

/// The rewritten term.
pub(crate) fn rewritten(terms: &mut Terms, id: TermId) -> TermId {
    let mut rewriter = Rewriter {
        terms,
        done: FxHashMap::default(),
        implications: FxHashMap::default(),
    };
    // One rule may open the way for another further up. Sizes shrink quickly, and the bound
    // keeps rules that could undo each other from running for ever.
    let mut current = id;
    for _ in 0..8 {
        let next = rewriter.rewrite(current);
        if next == current {
            break;
        }
        current = next;
        rewriter.done.clear();
    }
    current
}

impl Rewriter<'_> {
    fn rewrite(&mut self, id: TermId) -> TermId {
        if let Some(known) = self.done.get(&id) {
            return *known;
        }
        let result = match self.terms.node(id).clone() {
            Term::True | Term::False | Term::Literal(..) => id,
            Term::And(operands) => {
                let operands: Vec<_> = operands.iter().map(|&inner| self.rewrite(inner)).collect();
                self.and(operands)
            }
            Term::Or(operands) => {
                let operands: Vec<_> = operands.iter().map(|&inner| self.rewrite(inner)).collect();
                self.or(operands)
            }
            Term::Next(inner) => {
                let inner = self.rewrite(inner);
                self.next(inner)
            }
            Term::Until(left, right) => {
                let (left, right) = (self.rewrite(left), self.rewrite(right));
                self.until(left, right)
            }
            Term::Release(left, right) => {
                // a R b is the dual of !a U !b, and so are its rules.
                let (left, right) = (self.terms.negate(left), self.terms.negate(right));
                let (left, right) = (self.rewrite(left), self.rewrite(right));
                let dual = self.until(left, right);
                self.terms.negate(dual)
            }
        };
        self.done.insert(id, result);
        result
    }

    fn next(&mut self, inner: TermId) -> TermId {
        // What does not depend on any finite beginning is the same one step later.
        if self.is_eventual(inner) && self.is_universal(inner) {
            return inner;
        }
        self.terms.next(inner)
    }

    fn until(&mut self, left: TermId, right: TermId) -> TermId {
        // f is eventual: it holds now if it holds later.
        if self.is_eventual(right) || self.implies(left, right) {
            return right;
        }
        let not_right = self.terms.negate(right);
        let left = if self.implies(not_right, left) {
            TRUE
        } else {
            left
        };
        match (left, self.terms.node(right).clone()) {
            // F X a = X F a; a U X b with X a on the left likewise.
            (TRUE, Term::Next(inner)) => {
                let later = self.until(TRUE, inner);
                return self.next(later);
            }
            // F (a U b) = F b
            (TRUE, Term::Until(_, inner)) => return self.until(TRUE, inner),
            // F (a || b) = F a || F b where one of them is eventual, so that it is not waited for.
            (TRUE, Term::Or(operands)) => {
                let (eventual, rest): (Vec<_>, Vec<_>) = operands
                    .iter()
                    .partition(|&&operand| self.is_eventual(operand));
                if !eventual.is_empty() {
                    let rest = self.terms.or(rest);
                    let rest = self.until(TRUE, rest);
                    return self.or(eventual.into_iter().chain([rest]).collect());
                }
            }
            // F (a && b) = F a && b where b does not depend on any beginning.
            (TRUE, Term::And(operands)) => {
                let (fixed, rest): (Vec<_>, Vec<_>) = operands
                    .iter()
                    .partition(|&&operand| self.is_eventual(operand) && self.is_universal(operand));
                if !fixed.is_empty() {
                    let rest = self.terms.and(rest);
                    let rest = self.until(TRUE, rest);
                    return self.and(fixed.into_iter().chain([rest]).collect());
                }
            }
            // a U (b U c) = b U c if a implies b
            (_, Term::Until(inner, _)) if self.implies(left, inner) => return right,
            _ => {}
        }
        // X a U X b = X (a U b)
        if let (Term::Next(a), Term::Next(b)) = (self.terms.node(left), self.terms.node(right)) {
            let (a, b) = (*a, *b);
            let inner = self.until(a, b);
            return self.next(inner);
        }
        self.terms.until(left, right)
    }

    fn and(&mut self, operands: Vec<TermId>) -> TermId {
        let negated: Vec<_> = operands
            .into_iter()
            .map(|operand| self.terms.negate(operand))
            .collect();
        let dual = self.or(negated);
        self.terms.negate(dual)
    }

    fn or(&mut self, operands: Vec<TermId>) -> TermId {
        let joined = self.terms.or(operands);
        let Term::Or(operands) = self.terms.node(joined).clone() else {
            return joined;
        };
        let mut kept: Vec<TermId> = operands.into();
        // An operand that implies another adds nothing. Of two equivalent ones one stays,
        // because the one removed is no longer looked at.
        let mut index = 0;
        while index < kept.len() {
            let operand = kept[index];
            let absorbed =
                (0..kept.len()).any(|other| other != index && self.implies(operand, kept[other]));
            if absorbed {
                kept.remove(index);
            } else {
                index += 1;
            }
        }
        for index in 0..kept.len() {
            let negation = self.terms.negate(kept[index]);
            if (0..kept.len()).any(|other| other != index && self.implies(negation, kept[other])) {
                return TRUE;
            }
        }
        self.merge_disjuncts(kept)
    }

    /// a U b || a U c = a U (b || c), which has one until less; a R c || b R c = (a || b) R c;
    /// G a || a U b = a W b; X a || X b = X (a || b).
    fn merge_disjuncts(&mut self, operands: Vec<TermId>) -> TermId {
        let mut result: Vec<TermId> = Vec::new();
        'operands: for operand in operands {
            for earlier in &mut result {
                let merged = match (self.terms.node(*earlier), self.terms.node(operand)) {
                    (&Term::Until(a, b), &Term::Until(c, d)) if a == c => {
                        let either = self.or(vec![b, d]);
                        Some(self.until(a, either))
                    }
                    // Of releases of G, only those that need not be told apart: G F a || G F b.
                    (&Term::Release(a, b), &Term::Release(c, d)) if b == d => {
                        let either = self.or(vec![a, c]);
                        Some(self.terms.release(either, b))
                    }
                    (&Term::Release(FALSE, b), &Term::Release(FALSE, d))
                        if self.is_eventual(b) && self.is_eventual(d) =>
                    {
                        let either = self.or(vec![b, d]);
                        Some(self.terms.release(FALSE, either))
                    }
                    // G a || a U b = a W b
                    (&Term::Release(FALSE, a), &Term::Until(c, b))
                    | (&Term::Until(c, b), &Term::Release(FALSE, a))
                        if a == c =>
                    {
                        let either = self.or(vec![a, b]);
                        Some(self.terms.release(b, either))
                    }
                    (&Term::Next(a), &Term::Next(b)) => {
                        let either = self.or(vec![a, b]);
                        Some(self.next(either))
                    }
                    _ => None,
                };
                if let Some(merged) = merged {
                    *earlier = merged;
                    continue 'operands;
                }
            }
            result.push(operand);
        }
        self.terms.or(result)
    }

    /// Whether adding a beginning keeps the term true: `F a` and what is built from such.
    fn is_eventual(&self, id: TermId) -> bool {
        match self.terms.node(id) {
            Term::True | Term::False => true,
            Term::Literal(..) => false,
            Term::And(operands) | Term::Or(operands) => {
                operands.iter().all(|operand| self.is_eventual(*operand))
            }
            Term::Next(inner) => self.is_eventual(*inner),
            Term::Until(left, right) => *left == TRUE || self.is_eventual(*right),
            Term::Release(left, right) => self.is_eventual(*left) && self.is_eventual(*right),
        }
    }

    /// Whether leaving out a beginning keeps the term true: `G a` and what is built from such.
    fn is_universal(&self, id: TermId) -> bool {
        match self.terms.node(id) {
            Term::True | Term::False => true,
            Term::Literal(..) => false,
            Term::And(operands) | Term::Or(operands) => {
                operands.iter().all(|operand| self.is_universal(*operand))
            }
            Term::Next(inner) => self.is_universal(*inner),
            Term::Until(left, right) => self.is_universal(*left) && self.is_universal(*right),
            Term::Release(left, right) => *left == FALSE || self.is_universal(*right),
        }
    }

    /// Whether `left` is seen to imply `right`. "No" may mean that it was not seen.
    fn implies(&mut self, left: TermId, right: TermId) -> bool {
        self.implies_within(left, right, IMPLICATION_DEPTH)
    }

    fn implies_within(&mut self, left: TermId, right: TermId, depth: usize) -> bool {
        if left == right || left == FALSE || right == TRUE {
            return true;
        }
        if left == TRUE || right == FALSE || depth == 0 {
            return false;
        }
        if let Some(known) = self.implications.get(&(left, right)) {
            return *known;
        }
        let result = self.implies_by_shape(left, right, depth - 1);
        // A "no" out of lack of depth may be a "yes" for a shallower question.
        if result || depth == IMPLICATION_DEPTH {
            self.implications.insert((left, right), result);
        }
        result
    }

    fn implies_by_shape(&mut self, left: TermId, right: TermId, depth: usize) -> bool {
        let (l, r) = (
            self.terms.node(left).clone(),
            self.terms.node(right).clone(),
        );
        match (&l, &r) {
            (Term::Or(operands), _) => {
                return operands
                    .iter()
                    .all(|&one| self.implies_within(one, right, depth));
            }
            (_, Term::And(operands)) => {
                return operands
                    .iter()
                    .all(|&one| self.implies_within(left, one, depth));
            }
            (Term::And(operands), _)
                if operands
                    .iter()
                    .any(|&one| self.implies_within(one, right, depth)) =>
            {
                return true;
            }
            (_, Term::Or(operands))
                if operands
                    .iter()
                    .any(|&one| self.implies_within(left, one, depth)) =>
            {
                return true;
            }
            (Term::Next(a), Term::Next(b)) => return self.implies_within(*a, *b, depth),
            // a U b implies c U d if a implies c and b implies d; R likewise.
            (Term::Until(a, b), Term::Until(c, d)) | (Term::Release(a, b), Term::Release(c, d))
                if self.implies_within(*a, *c, depth) && self.implies_within(*b, *d, depth) =>
            {
                return true;
            }
            _ => {}
        }
        // a U b implies what both a and b imply; anything that implies b implies a U b.
        if let Term::Until(a, b) = l
            && self.implies_within(a, right, depth)
            && self.implies_within(b, right, depth)
        {
            return true;
        }
        if let Term::Until(_, b) = r
            && self.implies_within(left, b, depth)
        {
            return true;
        }
        // a R b implies b; what implies a and b implies a R b.
        if let Term::Release(_, b) = l
            && self.implies_within(b, right, depth)
        {
            return true;
        }
        if let Term::Release(a, b) = r
            && self.implies_within(left, a, depth)
            && self.implies_within(left, b, depth)
        {
            return true;
        }
        false
    }
}
