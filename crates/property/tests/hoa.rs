//! Automata in files: every form that is read means what the format says, judged on all short
//! words; what is written reads back as the same; what is not supported is said.

use trailhound_property::{Automaton, Lasso, Ltl, Strength};

/// All words over two propositions with a stem of two letters at most and a cycle of one or
/// two.
fn words() -> Vec<Lasso> {
    let mut parts = vec![vec![]];
    for one in 0..4 {
        parts.push(vec![one]);
        parts.extend((0..4).map(|two| vec![one, two]));
    }
    let pairs = parts
        .iter()
        .flat_map(|stem| parts.iter().map(move |cycle| (stem, cycle)));
    pairs
        .filter(|(_, cycle)| !cycle.is_empty())
        .map(|(stem, cycle)| Lasso::new(stem, cycle))
        .collect()
}

fn automaton(header: &str, body: &str) -> Automaton {
    let text = format!("HOA: v1\nAP: 2 \"a\" \"b\"\n{header}\n--BODY--\n{body}\n--END--\n");
    Automaton::from_hoa(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Proposition 0 is `a` and proposition 1 is `b`, whichever the formula names first.
fn assert_means(automaton: &Automaton, formula: &str) {
    let formula = Ltl::parse(&format!("(a || b || true) && ({formula})")).expect("a formula");
    for word in words() {
        assert_eq!(
            automaton.accepts(&word),
            word.satisfies(formula.formula()),
            "{formula} on {word:?}"
        );
    }
}

#[test]
fn acceptance_on_transitions() {
    let header = "States: 1\nStart: 0\nacc-name: Buchi\nAcceptance: 1 Inf(0)";
    let read = automaton(header, "State: 0\n[0] 0 {0}\n[!0] 0");
    assert_means(&read, "G F a");
    assert_eq!(read.strength(), Strength::General);
}

#[test]
fn acceptance_on_states() {
    let header = "States: 2 Start: 0 Acceptance: 1 Inf(0)";
    let read = automaton(
        header,
        "State: 0 \"waiting\"\n[0&!1] 0 [1] 1\nState: 1 {0}\n[t] 1",
    );
    assert_means(&read, "a U b");
    assert_eq!(read.strength(), Strength::Terminal);
    assert!(!read.accepts_all(read.initial()));
    let last = read.states().find(|state| *state != read.initial());
    assert!(read.accepts_all(last.expect("two states")));
}

#[test]
fn several_acceptance_sets() {
    let header = "Start: 0 acc-name: generalized-Buchi 2 Acceptance: 2 Inf(0)&Inf(1)";
    let body = "State: 0 [!0&!1] 0 [0&!1] 0 {0} [!0&1] 0 {1} [0&1] 0 {0 1}";
    assert_means(&automaton(header, body), "G F a && G F b");
    let either = "Start: 0 Acceptance: 2 Inf(0) | Inf(1)";
    assert_means(&automaton(either, body), "G F a || G F b");
}

#[test]
fn every_run_accepted_or_none() {
    let body = "State: 0 [0] 0";
    let safety = automaton("States: 1 Start: 0 acc-name: all Acceptance: 0 t", body);
    assert_means(&safety, "G a");
    let violations = safety.complement().expect("deterministic");
    assert_means(&violations, "F !a");
    assert_eq!(violations.strength(), Strength::Terminal);
    let none = automaton("States: 1 Start: 0 Acceptance: 0 f", body);
    assert_eq!(none.strength(), Strength::Empty);
    assert_means(&none, "false");
}

#[test]
fn labels_on_states_without_labels_and_with_names() {
    let header = "States: 1 Start: 0 Acceptance: 0 t";
    assert_means(&automaton(header, "State: [0 | !1] 0  0"), "G (a || !b)");
    // One edge for each valuation, from none to both.
    let implicit = "State: 0 1 0 1 0  State: 1 {0} 1 1 1 1";
    let header_two = "States: 2 Start: 0 Acceptance: 1 Inf(0)";
    assert_means(&automaton(header_two, implicit), "F !a");
    let alias = "Alias: @x 0 & 1 Alias: @y !@x States: 1 Start: 0 Acceptance: 0 t";
    assert_means(
        &automaton(alias, "State: 0 [@y | (f & t)] 0"),
        "G !(a && b)",
    );
}

#[test]
fn several_starts_and_comments() {
    let header = "States: 2 /* one /* or */ the other */ Start: 0 Start: 1 Acceptance: 0 t";
    let body = "State: 0 [0] 0 State: 1 [1] 1";
    assert_means(&automaton(header, body), "G a || G b");
}

#[test]
fn no_start_accepts_nothing() {
    let read = automaton("States: 1 Acceptance: 0 t", "State: 0 [t] 0");
    assert_eq!(read.strength(), Strength::Empty);
}

#[test]
fn what_is_written_reads_back_as_the_same() {
    for text in [
        "G (a -> F b)",
        "a U b",
        "G F a && G F b",
        "F G a -> X b",
        "false",
        "true",
        "G (a -> X (b || X b))",
    ] {
        let property = Ltl::parse(&format!("(a || b || true) && ({text})")).expect("a formula");
        for written in [
            property.automaton().expect("small"),
            property.violations().expect("small"),
        ] {
            let read = Automaton::from_hoa(&written.to_hoa()).expect("our own format");
            assert_eq!(read.propositions(), ["a", "b"]);
            assert_eq!(read.name(), written.name());
            let invariant = property.is_stutter_invariant();
            assert_eq!(written.is_stutter_invariant(), invariant);
            assert_eq!(read.is_stutter_invariant(), invariant);
            assert_eq!(read.states().len(), written.states().len(), "{text}");
            for word in words() {
                assert_eq!(read.accepts(&word), written.accepts(&word), "{text}");
            }
        }
    }
}

#[test]
fn the_text_that_is_written() {
    let violations = Ltl::parse("G (name == 'x' -> F b)")
        .expect("a formula")
        .violations()
        .expect("small");
    assert_eq!(
        violations.to_hoa(),
        "HOA: v1\n\
         tool: \"trailhound\"\n\
         name: \"!G ((name == 120) -> F b)\"\n\
         States: 2\n\
         Start: 0\n\
         AP: 2 \"name == 120\" \"b\"\n\
         acc-name: Buchi\n\
         Acceptance: 1 Inf(0)\n\
         properties: trans-labels explicit-labels trans-acc stutter-invariant\n\
         --BODY--\n\
         State: 0\n\
         [t] 0\n\
         [0 & !1] 1\n\
         State: 1\n\
         [!1] 1 {0}\n\
         --END--\n"
    );
}

#[test]
fn propositions_of_a_file_are_expressions() {
    let text = "HOA: v1 Start: 0 AP: 2 \"x == 1 && y\" \"at(a.c:3)\" Acceptance: 0 t --BODY-- State: 0 [0&!1] 0 --END--";
    let read = Automaton::from_hoa(text).expect("an automaton");
    let expressions = read.expressions().expect("expressions");
    assert_eq!(expressions[0].to_string(), "(x == 1) && y");
    let broken = Automaton::from_hoa(&text.replace("== 1", "= 1")).expect("an automaton");
    assert!(broken.expressions().is_err());
}

/// Text and the message.
const MISTAKES: [(&str, &str); 17] = [
    ("", "an automaton file starts with `HOA: v1`"),
    ("never { }", "an automaton file starts with `HOA: v1`"),
    ("HOA: v2", "only version `v1`"),
    (
        "HOA: v1 Start: 0 --BODY-- --END--",
        "the header has no `Acceptance:`",
    ),
    (
        "HOA: v1 Acceptance: 1 Fin(0) --BODY-- --END--",
        "only Büchi and generalised Büchi",
    ),
    (
        "HOA: v1 Acceptance: 1 Inf(!0) --BODY-- --END--",
        "only Büchi and generalised Büchi",
    ),
    (
        "HOA: v1 Acceptance: 1 Inf(1) --BODY-- --END--",
        "an acceptance set must be less than 1",
    ),
    (
        "HOA: v1 Start: 0&1 Acceptance: 0 t --BODY-- --END--",
        "alternating automata",
    ),
    (
        "HOA: v1 AP: 2 \"a\" Acceptance: 0 t --BODY-- --END--",
        "expected 2 propositions",
    ),
    (
        "HOA: v1 AP: 65 \"a\" Acceptance: 0 t --BODY-- --END--",
        "an automaton can have 64",
    ),
    (
        "HOA: v1 Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--",
        "the number of a proposition must be less than 0",
    ),
    (
        "HOA: v1 States: 1 Acceptance: 0 t --BODY-- State: 0 [t] 1 --END--",
        "the number of a state must be less than 1",
    ),
    (
        "HOA: v1 States: 1 Start: 1 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--",
        "there are 1 states",
    ),
    (
        "HOA: v1 AP: 1 \"a\" Acceptance: 0 t --BODY-- State: 0 0 --END--",
        "a state without labels",
    ),
    (
        "HOA: v1 Acceptance: 0 t --BODY-- State: 0 [@x] 0 --END--",
        "`@x` has not been defined",
    ),
    (
        "HOA: v1 Acceptance: 0 t --BODY-- State: 0 [t] 0",
        "expected `State:` or `--END--`",
    ),
    (
        "HOA: v1 Acceptance: 0 t Magic: 1 --BODY-- --END--",
        "the header `Magic:` is not known",
    ),
];

#[test]
fn what_is_not_supported_is_said() {
    for (text, message) in MISTAKES {
        let error = Automaton::from_hoa(text).expect_err(text);
        assert!(error.message().starts_with(message), "{text}: {error}");
    }
}

#[test]
fn a_mistake_is_shown_in_its_line() {
    let text = "HOA: v1\nStart: 0\nAcceptance: 1 Fin(0)\n--BODY--\n--END--\n";
    assert_eq!(
        Automaton::from_hoa(text).expect_err("Fin").to_string(),
        "only Büchi and generalised Büchi acceptance are supported\n  \
           in line 3:\n  \
           Acceptance: 1 Fin(0)\n  \
           \u{20}             ^^^"
    );
}

#[test]
fn no_label_overflows_the_stack() {
    let file = |label: &str| {
        format!(
            "HOA: v1 AP: 1 \"a\" Start: 0 Acceptance: 0 t --BODY-- State: 0 [{label}] 0 --END--"
        )
    };
    for label in [
        vec!["0"; 100_000].join("&"),
        vec!["0"; 100_000].join("|"),
        "(".repeat(100_000),
        "!".repeat(100_000),
    ] {
        assert!(Automaton::from_hoa(&file(&label)).is_err());
    }
    assert!(Automaton::from_hoa(&file(&vec!["0"; 1000].join("&"))).is_ok());
}
