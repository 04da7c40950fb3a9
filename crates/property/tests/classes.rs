//! What is said about a property before it is checked: whether violations are finite, and
//! whether reductions that leave out steps keep the verdict.

use trailhound_property::{Ltl, Strength};

fn violations(text: &str) -> Strength {
    let property = Ltl::parse(text).unwrap_or_else(|error| panic!("{error}"));
    property.violations().expect("small").strength()
}

#[test]
fn violations_of_safety_properties_are_finite() {
    for safety in [
        "G p",
        "G (p -> X q)",
        "p W q",
        "q R p",
        "G (open -> (busy W closed))",
        "X X p",
        "G (p -> G q)",
        "p && X !q",
    ] {
        assert_eq!(violations(safety), Strength::Terminal, "{safety}");
    }
}

#[test]
fn violations_of_liveness_properties_need_a_cycle() {
    for (liveness, strength) in [
        ("F p", Strength::Weak),
        ("G (p -> F q)", Strength::Weak),
        ("p U q", Strength::Weak),
        ("G F p", Strength::Weak),
        ("F G p", Strength::General),
        ("G F p -> G F q", Strength::General),
    ] {
        assert_eq!(violations(liveness), strength, "{liveness}");
    }
}

#[test]
fn what_always_holds_has_no_violations() {
    for valid in [
        "true",
        "p || !p",
        "G p -> F p",
        "F G p -> G F p",
        "G F p || F G !p",
    ] {
        assert_eq!(violations(valid), Strength::Empty, "{valid}");
    }
}

#[test]
fn formulas_without_next_do_not_see_repetitions() {
    for (text, expected) in [
        ("G (p -> F q)", true),
        ("p U (q R !p)", true),
        ("G (p -> X q)", false),
        ("X p", false),
        // The next state makes no difference here, and that is seen.
        ("X G F p", true),
        ("F G X p", true),
    ] {
        let property = Ltl::parse(text).expect("a formula");
        assert_eq!(property.is_stutter_invariant(), expected, "{text}");
    }
}

#[test]
fn only_the_propositions_that_matter_are_asked_for() {
    let property = Ltl::parse("G (p -> F q)").expect("a formula");
    let violations = property.violations().expect("small");
    let start = violations.initial();
    assert_eq!(violations.asked(start), 0b11);
    let waiting = violations.states().find(|state| *state != start);
    assert_eq!(violations.asked(waiting.expect("two states")), 0b10);
    // Without p there is one way from the start, with p and not q there are two.
    assert_eq!(violations.enabled(start, 0b00).count(), 1);
    assert_eq!(violations.enabled(start, 0b01).count(), 2);
    assert_eq!(violations.enabled(start, 0b11).count(), 1);
}

#[test]
fn ten_assumptions_of_fairness_are_no_burden() {
    let fair: Vec<String> = (0..10).map(|number| format!("G F p{number}")).collect();
    let text = format!("({}) -> G (request -> F grant)", fair.join(" && "));
    let property = Ltl::parse(&text).expect("a formula");
    let violations = property.violations().expect("small");
    // One state before the request that is never granted, and one for each assumption.
    assert_eq!(violations.states().len(), 11);
}

#[test]
fn too_large_an_automaton_is_refused() {
    let many: Vec<String> = (0..40)
        .map(|number| format!("(F p{number} U G q)"))
        .collect();
    let property = Ltl::parse(&many.join(" && ")).expect("a formula");
    let error = property.automaton().expect_err("2^40 states");
    assert!(
        error.to_string().contains("state the property in parts"),
        "{error}"
    );
}
