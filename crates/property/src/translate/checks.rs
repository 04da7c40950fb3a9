//! The translation against direct evaluation: random formulas, random words, after each stage.

use super::rewrite::rewritten;
use super::tableau::tableau;
use super::terms::Terms;
use super::{orders, smallest_buchi};
use crate::automaton::Automaton;
use crate::automaton::degeneralise::degeneralised;
use crate::automaton::generalised::Generalised;
use crate::automaton::reduce::{
    Fill, bisimilar_joined, pruned, reduced, simulation_joined, with_idle_marks,
    without_dead_states,
};
use crate::formula::Formula;
use crate::random::Random;

const PROPOSITIONS: u8 = 3;

/// The automaton after each stage of the translation, with its name.
fn stages(formula: &Formula) -> Vec<(&'static str, Generalised)> {
    let mut terms = Terms::new();
    let plain = terms.of(formula);
    let raw = tableau(&terms, plain).expect("small");
    let simple = rewritten(&mut terms, plain);
    let automaton = tableau(&terms, simple).expect("small");
    let alive = without_dead_states(&automaton);
    let filled = with_idle_marks(&alive, Fill::All);
    let cleared = with_idle_marks(&alive, Fill::None);
    let whole = reduced(&automaton);
    let order = orders(whole.sets).pop().expect("an order");
    vec![
        ("tableau without rewriting", raw.clone()),
        ("reduced without rewriting", reduced(&raw)),
        ("tableau", automaton),
        ("without dead states", alive.clone()),
        ("bisimilar joined", bisimilar_joined(&alive)),
        ("simulation joined", simulation_joined(&alive)),
        ("simulation joined, filled", simulation_joined(&filled)),
        ("simulation joined, cleared", simulation_joined(&cleared)),
        ("pruned", pruned(&alive)),
        ("pruned, filled", pruned(&filled)),
        ("degeneralised without reduction", {
            let order: Vec<u32> = (0..raw.sets).collect();
            degeneralised(&raw, &order)
        }),
        ("degeneralised", degeneralised(&whole, &order)),
        ("disjoint", smallest_buchi(&whole).with_disjoint_labels()),
        ("smallest", smallest_buchi(&whole)),
        ("reduced", whole),
    ]
}

#[test]
fn every_stage_accepts_exactly_the_words_that_satisfy_the_formula() {
    let mut random = Random::new(20_051_105);
    let mut satisfied = 0;
    let (formulas, words) = (1500, 12);
    for _ in 0..formulas {
        let size = 2 + random.below(8);
        let formula = random.formula(size, PROPOSITIONS);
        let negation = formula.clone().negated();
        let positive = stages(&formula);
        let negative = stages(&negation);
        for _ in 0..words {
            let word = random.lasso(PROPOSITIONS);
            let expected = word.satisfies(&formula);
            satisfied += usize::from(expected);
            assert_ne!(expected, word.satisfies(&negation));
            for (stage, automaton) in &positive {
                let found = word.is_accepted_by(automaton);
                assert_eq!(found, expected, "{stage} of {formula} on {word:?}");
            }
            for (stage, automaton) in &negative {
                let found = word.is_accepted_by(automaton);
                assert_eq!(found, !expected, "{stage} of {negation} on {word:?}");
            }
        }
    }
    // The words must tell formulas apart, or the test says little.
    let all = formulas * words;
    assert!(
        satisfied > all / 4 && satisfied < all * 3 / 4,
        "{satisfied} of {all}"
    );
}

#[test]
fn normal_form_and_rewriting_keep_the_meaning() {
    let mut random = Random::new(7);
    let mut shorter = 0;
    for _ in 0..6000 {
        let size = 2 + random.below(12);
        let formula = random.formula(size, 2);
        let mut terms = Terms::new();
        let term = terms.of(&formula);
        let simple = rewritten(&mut terms, term);
        shorter += usize::from(simple != term);
        let (normal, simple) = (terms.formula(term), terms.formula(simple));
        for _ in 0..12 {
            let word = random.lasso(2);
            let expected = word.satisfies(&formula);
            assert_eq!(
                word.satisfies(&normal),
                expected,
                "{formula} and {normal} on {word:?}"
            );
            assert_eq!(
                word.satisfies(&simple),
                expected,
                "{formula} and {simple} on {word:?}"
            );
        }
    }
    assert!(
        shorter > 1000,
        "rewriting did something in {shorter} cases only"
    );
}

#[test]
fn reductions_never_add_states() {
    let mut random = Random::new(99);
    for _ in 0..300 {
        let formula = random.formula(8, PROPOSITIONS);
        let mut terms = Terms::new();
        let term = terms.of(&formula);
        let automaton = tableau(&terms, term).expect("small");
        assert!(
            reduced(&automaton).states() <= automaton.states(),
            "{formula}"
        );
    }
}

#[test]
fn a_valuation_leads_to_a_target_once() {
    let mut random = Random::new(12);
    for _ in 0..500 {
        let formula = random.formula(8, PROPOSITIONS);
        let built = super::buchi(&formula).expect("small");
        let automaton = Automaton::frozen(&built, String::new(), Vec::new());
        for state in automaton.states() {
            for valuation in 0..1 << PROPOSITIONS {
                let enabled = automaton.enabled(state, valuation);
                let mut targets: Vec<_> = enabled.map(|transition| transition.target).collect();
                let all = targets.len();
                targets.sort_unstable();
                targets.dedup();
                assert_eq!(targets.len(), all, "{formula}");
            }
        }
    }
}
