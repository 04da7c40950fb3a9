//! From a term to a generalised automaton, state by state as they are reached: a state is the
//! set of terms that hold from here on, a transition is one choice that keeps all of them for one
//! step (Couvreur's construction on transitions). Simplifies nothing but what is redundant
//! within one state.

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::terms::{FALSE, Term, TermId, Terms};
use crate::automaton::generalised::{Edge, Generalised, marks_of};
use crate::label::Label;

/// An automaton beyond these would make any product useless.
const MAX_TRANSITIONS: usize = 20_000;
const MAX_COPIED_TRANSITIONS: usize = 200_000;
const MAX_DISJUNCTS: usize = 4096;
const MAX_UNTILS: usize = 64;

/// The formula has an automaton that is too large to be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the automaton of the formula has more than {limit} {what}; state the property in parts")]
pub struct TooLarge {
    limit: usize,
    what: &'static str,
}

/// A disjunct of a term: what must hold now, what must hold from the next state on, and
/// which untils are put off by it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Disjunct {
    label: Label,
    next: Vec<TermId>,
    postponed: u64,
}

impl Disjunct {
    fn and(&self, other: &Disjunct) -> Option<Disjunct> {
        let label = self.label.and(other.label)?;
        let mut next = self.next.clone();
        next.extend_from_slice(&other.next);
        next.sort_unstable();
        next.dedup();
        Some(Disjunct {
            label,
            next,
            postponed: self.postponed | other.postponed,
        })
    }

    /// Whether `other` asks for all that this asks for, and puts off as much.
    fn is_easier_than(&self, other: &Disjunct) -> bool {
        other.label.implies(self.label)
            && self.postponed & !other.postponed == 0
            && self
                .next
                .iter()
                .all(|term| other.next.binary_search(term).is_ok())
    }
}

impl TooLarge {
    /// Refuses an automaton of which the copies for its acceptance sets would be too many.
    pub(super) fn check_copies(automaton: &Generalised) -> Result<(), TooLarge> {
        let copies = automaton.transitions() * automaton.sets.max(1) as usize;
        if copies > MAX_COPIED_TRANSITIONS {
            return Err(TooLarge {
                limit: MAX_COPIED_TRANSITIONS,
                what: "transitions",
            });
        }
        Ok(())
    }
}

struct Tableau<'t> {
    terms: &'t Terms,
    disjuncts: FxHashMap<TermId, Vec<Disjunct>>,
    untils: Vec<TermId>,
}

/// The automaton that accepts the words that satisfy the term.
pub(crate) fn tableau(terms: &Terms, id: TermId) -> Result<Generalised, TooLarge> {
    let mut tableau = Tableau {
        terms,
        disjuncts: FxHashMap::default(),
        untils: Vec::new(),
    };
    let start = tableau.obligations(id);
    let mut numbers = FxHashMap::default();
    numbers.insert(start.clone(), 0);
    let mut states = vec![start];
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    let mut transitions = 0;
    while edges.len() < states.len() {
        let obligations = states[edges.len()].clone();
        let mut own = Vec::new();
        for disjunct in tableau.disjuncts_of_all(&obligations)? {
            let next = tableau.without_implied(disjunct.next);
            let target = *numbers.entry(next).or_insert_with_key(|next| {
                states.push(next.clone());
                states.len() - 1
            });
            // Which sets there are is known at the end; until then, the marks are what is
            // postponed.
            own.push(Edge {
                target,
                label: disjunct.label,
                marks: disjunct.postponed,
            });
        }
        transitions += own.len();
        if transitions > MAX_TRANSITIONS {
            return Err(TooLarge {
                limit: MAX_TRANSITIONS,
                what: "transitions",
            });
        }
        edges.push(own);
    }
    let sets = u32::try_from(tableau.untils.len()).expect("at most MAX_UNTILS");
    for edge in edges.iter_mut().flatten() {
        edge.marks = marks_of(sets) & !edge.marks;
    }
    Ok(Generalised {
        initial: 0,
        edges,
        sets,
    })
}

impl Tableau<'_> {
    /// The set of terms that a term amounts to.
    fn obligations(&self, id: TermId) -> Vec<TermId> {
        match self.terms.node(id) {
            Term::True => Vec::new(),
            Term::And(operands) => operands.to_vec(),
            _ => vec![id],
        }
    }

    /// Leaves out what a `G` in the set asks for anyway: with `G F a`, `F a`. To satisfy `G a` for
    /// one step is to satisfy `a`, and again `G a`; so the disjuncts of the set stay the same.
    fn without_implied(&self, mut obligations: Vec<TermId>) -> Vec<TermId> {
        let always: Vec<TermId> = obligations
            .iter()
            .filter_map(|obligation| match self.terms.node(*obligation) {
                Term::Release(FALSE, inner) => Some(*inner),
                _ => None,
            })
            .collect();
        obligations.retain(|obligation| {
            !always.iter().any(|inner| match self.terms.node(*inner) {
                Term::And(operands) => operands.contains(obligation),
                _ => inner == obligation,
            })
        });
        obligations
    }

    fn disjuncts_of_all(&mut self, obligations: &[TermId]) -> Result<Vec<Disjunct>, TooLarge> {
        let mut disjuncts = vec![Disjunct {
            label: Label::ANY,
            next: Vec::new(),
            postponed: 0,
        }];
        for obligation in obligations {
            let own = self.disjuncts_of(*obligation)?;
            disjuncts = product(&disjuncts, &own)?;
        }
        Ok(disjuncts)
    }

    fn disjuncts_of(&mut self, id: TermId) -> Result<Vec<Disjunct>, TooLarge> {
        if let Some(known) = self.disjuncts.get(&id) {
            return Ok(known.clone());
        }
        let onward = |next: Vec<TermId>| Disjunct {
            label: Label::ANY,
            next,
            postponed: 0,
        };
        let disjuncts = match self.terms.node(id).clone() {
            Term::True => vec![onward(Vec::new())],
            Term::False => Vec::new(),
            Term::Literal(proposition, positive) => vec![Disjunct {
                label: Label::literal(proposition, positive),
                ..onward(Vec::new())
            }],
            Term::And(operands) => self.disjuncts_of_all(&operands)?,
            Term::Or(operands) => {
                let mut disjuncts = Vec::new();
                for operand in operands {
                    for disjunct in self.disjuncts_of(operand)? {
                        insert(&mut disjuncts, disjunct)?;
                    }
                }
                disjuncts
            }
            Term::Next(inner) => vec![onward(self.obligations(inner))],
            // a U b: b now, or a now and the same again, put off.
            Term::Until(left, right) => {
                let postponed = 1 << self.until_number(id)?;
                let again = Disjunct {
                    postponed,
                    ..onward(vec![id])
                };
                let mut disjuncts = self.disjuncts_of(right)?;
                for disjunct in product(&self.disjuncts_of(left)?, &[again])? {
                    insert(&mut disjuncts, disjunct)?;
                }
                disjuncts
            }
            // a R b: b now, and either a now or the same again.
            Term::Release(left, right) => {
                let mut release = self.disjuncts_of(left)?;
                insert(&mut release, onward(vec![id]))?;
                product(&self.disjuncts_of(right)?, &release)?
            }
        };
        self.disjuncts.insert(id, disjuncts.clone());
        Ok(disjuncts)
    }

    fn until_number(&mut self, id: TermId) -> Result<usize, TooLarge> {
        if let Some(number) = self.untils.iter().position(|until| *until == id) {
            return Ok(number);
        }
        if self.untils.len() == MAX_UNTILS {
            return Err(TooLarge {
                limit: MAX_UNTILS,
                what: "eventualities",
            });
        }
        self.untils.push(id);
        Ok(self.untils.len() - 1)
    }
}

fn product(left: &[Disjunct], right: &[Disjunct]) -> Result<Vec<Disjunct>, TooLarge> {
    let mut disjuncts = Vec::new();
    for one in left {
        for other in right {
            if let Some(both) = one.and(other) {
                insert(&mut disjuncts, both)?;
            }
        }
    }
    Ok(disjuncts)
}

/// Adds a disjunct, unless an easier one is there; takes out those that it is easier than.
fn insert(disjuncts: &mut Vec<Disjunct>, disjunct: Disjunct) -> Result<(), TooLarge> {
    if disjuncts
        .iter()
        .any(|other| other.is_easier_than(&disjunct))
    {
        return Ok(());
    }
    disjuncts.retain(|other| !disjunct.is_easier_than(other));
    if disjuncts.len() == MAX_DISJUNCTS {
        return Err(TooLarge {
            limit: MAX_DISJUNCTS,
            what: "transitions in one state",
        });
    }
    disjuncts.push(disjunct);
    Ok(())
}
