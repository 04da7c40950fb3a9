//! Changed expressions, formulas and automata are read or refused, with an error that can be
//! shown, and what is read can be translated or is too large.

use trailhound_property::{Automaton, Expr, Ltl, Never};

const EXPRESSIONS: [&str; 8] = [
    "queue.len <= 4 && items[2].next->value != 0x1F",
    "(a + b * 3 - 1) % 7 == -2 || !done",
    "at(src/queue.rs:42) -> blocked(t1)",
    "in(close, t2) && alive(t1) && !at(fn:push)",
    "x << 3 | y & 255 ^ ~z",
    "'c' == name[0] && rate < 2.5e3",
    "f(count, 3) > 1",
    "std::queue::LEN == 1 ? a : b",
];

const FORMULAS: [&str; 7] = [
    "G (request -> F granted)",
    "[] (at(a.c:3) -> X !(x == 1)) && <> done",
    "(a U b) R (c W d) M true",
    "G F (x > 1) -> F G (y == 0)",
    "!(p <-> q) || X X X r",
    "G ((a && !b) -> (b U (c || G d)))",
    "F (in(f, t1) && F (in(g, t2)))",
];

const AUTOMATA: [&str; 2] = [
    "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a == 1\" \"b\"\nAlias: @x 0 & !1\nacc-name: generalized-Buchi 2\n\
     Acceptance: 2 Inf(0) & Inf(1)\nproperties: trans-labels explicit-labels\n--BODY--\n\
     State: 0 \"s\" {0}\n[@x | (t & !0)] 1 {1}\n/* c */ State: [1] 1 {0 1}\n0 1\n--END--\n",
    "HOA: v1\ntool: \"x\" \"1.0\"\nname: \"never\"\nStates: 3\nStart: 2\nAP: 1 \"x > 1\"\nacc-name: Buchi\n\
     Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 0 {0}\n[!0] 1\nState: 1 {0}\n[t] 1\nState: 2\n[0] 0\n[!0] 2\n--END--\n",
];

#[test]
fn changed_expressions_are_read_or_refused() {
    trailhound_mutants::each(5_000, &EXPRESSIONS, |text| match Expr::parse(text) {
        Ok(expr) => assert_eq!(Expr::parse(&expr.to_string()), Ok(expr)),
        Err(error) => assert!(error.to_string().contains('^')),
    });
}

#[test]
fn changed_formulas_are_read_or_refused() {
    trailhound_mutants::each(3_000, &FORMULAS, |text| match Ltl::parse(text) {
        Ok(formula) => drop(formula.violations()),
        Err(error) => assert!(error.to_string().contains('^')),
    });
}

#[test]
fn changed_automata_are_read_or_refused() {
    trailhound_mutants::each(5_000, &AUTOMATA, |text| {
        match Automaton::from_hoa(text) {
            Ok(automaton) => {
                drop(Automaton::from_hoa(&automaton.to_hoa()).expect("our own format"))
            }
            Err(error) => assert!(error.to_string().contains('^')),
        }
        let _ = Never::from_hoa("mutant.hoa", text);
    });
}

/// Depth and length have limits, which are named.
#[test]
fn deep_and_long_texts_are_refused() {
    trailhound_mutants::on_a_main_stack(|| {
        let deep = |open: &str, close: &str| {
            format!("{}x == 1{}", open.repeat(100_000), close.repeat(100_000))
        };
        for text in [
            deep("(", ")"),
            deep("!", ""),
            deep("x == 1 && ", ""),
            deep("x == 1 -> ", ""),
            deep("a[", "]"),
            deep("-", ""),
        ] {
            assert!(Expr::parse(&text).is_err());
            assert!(Ltl::parse(&text).is_err());
        }
        assert!(Ltl::parse(&deep("G ", "")).is_err());
        for label in [deep("(", ")"), deep("!", ""), "0 & ".repeat(100_000)] {
            let label = label.replace("x == 1", "0");
            let text = AUTOMATA[0].replace("@x | (t & !0)", &label);
            assert!(Automaton::from_hoa(&text).is_err());
        }
    });
}
