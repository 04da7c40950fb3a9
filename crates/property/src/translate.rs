//! From formulas to automata: negation normal form, rewriting, tableau, reduction,
//! degeneralisation, reduction. Knows nothing of what propositions say.

#[cfg(test)]
mod checks;
pub(crate) mod rewrite;
pub(crate) mod tableau;
pub(crate) mod terms;

use crate::automaton::degeneralise::degeneralised;
use crate::automaton::generalised::Generalised;
use crate::automaton::reduce::reduced;
use crate::formula::Formula;
use rewrite::rewritten;
use tableau::tableau;
use terms::Terms;

pub use tableau::TooLarge;

/// With this many acceptance sets at most, every order of waiting for them is tried.
const MAX_PERMUTED: u32 = 3;

/// The Büchi automaton of the words that satisfy the formula.
pub(crate) fn buchi(formula: &Formula) -> Result<Generalised, TooLarge> {
    let mut terms = Terms::new();
    let term = terms.of(formula);
    let term = rewritten(&mut terms, term);
    let generalised = reduced(&tableau(&terms, term)?);
    TooLarge::check_copies(&generalised)?;
    Ok(smallest_buchi(&generalised))
}

/// The smallest Büchi automaton found for a generalised one.
pub(crate) fn smallest_buchi(generalised: &Generalised) -> Generalised {
    let candidates = orders(generalised.sets)
        .into_iter()
        .map(|order| reduced(&degeneralised(generalised, &order)));
    candidates
        .min_by_key(|automaton| (automaton.states(), automaton.transitions()))
        .expect("there is one order at least")
}

fn orders(sets: u32) -> Vec<Vec<u32>> {
    if sets > MAX_PERMUTED {
        return vec![(0..sets).collect()];
    }
    let mut orders = vec![Vec::new()];
    for set in 0..sets {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<u32>| {
                (0..=order.len()).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, set);
                    longer
                })
            })
            .collect();
    }
    orders
}

/// The formula without what rewriting can take out of it.
pub(crate) fn simplified(formula: &Formula) -> Formula {
    let mut terms = Terms::new();
    let term = terms.of(formula);
    let term = rewritten(&mut terms, term);
    terms.formula(term)
}
