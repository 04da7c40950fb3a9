//! The automata are small: states and transitions for the usual patterns, beside the states of
//! the never claim that Spin 6 writes for the same formula (acceptance on states; none where it
//! has no `X` or `W`). A row that grows is a loss; a row that shrinks is to be written down.

use trailhound_property::{Ltl, Strength};

struct Row {
    formula: &'static str,
    /// States and transitions of the automaton of the formula.
    own: (usize, usize),
    /// The same for its violations.
    violations: (usize, usize),
    strength: Strength,
    /// States of Spin's never claims for the formula and for its negation.
    spin: Option<(usize, usize)>,
}

const fn row(
    formula: &'static str,
    own: (usize, usize),
    violations: (usize, usize),
    strength: Strength,
    spin: Option<(usize, usize)>,
) -> Row {
    Row {
        formula,
        own,
        violations,
        strength,
        spin,
    }
}

use Strength::{General, Terminal, Weak};

#[rustfmt::skip]
const ROWS: [Row; 38] = [
    row("G p", (1, 1), (2, 3), Terminal, Some((1, 2))),
    row("F p", (2, 3), (1, 1), Weak, Some((2, 1))),
    row("p U q", (2, 3), (2, 3), Weak, Some((2, 2))),
    row("p W q", (2, 3), (2, 3), Terminal, None),
    row("p R q", (2, 3), (2, 3), Terminal, Some((2, 2))),
    row("G F p", (1, 2), (2, 3), Weak, Some((2, 2))),
    row("F G p", (2, 3), (1, 2), General, Some((2, 2))),
    row("G (p -> F q)", (2, 5), (2, 3), Weak, Some((4, 2))),
    row("G (p -> X q)", (2, 4), (3, 4), Terminal, None),
    row("G (p -> X X q)", (4, 8), (4, 5), Terminal, None),
    row("F p -> (!p U q)", (2, 3), (2, 3), Terminal, Some((4, 5))),
    row("G (q -> G !p)", (2, 3), (3, 6), Terminal, Some((2, 3))),
    row("G (q && !r -> (!p W r))", (2, 5), (3, 6), Terminal, None),
    row("G (q && !r && F r -> (!p U r))", (3, 7), (4, 8), Terminal, Some((7, 4))),
    row("G !q || F (q && F p)", (5, 11), (2, 3), Weak, Some((5, 3))),
    row("F r -> (!p U (p M r))", (4, 7), (4, 8), Weak, None),
    row("G (q && !r -> (!r W (p && !r)))", (2, 6), (3, 5), Terminal, None),
    row("F p -> (!p U (q && !p))", (2, 3), (2, 3), Terminal, Some((4, 5))),
    row("G (p -> q U r)", (2, 5), (3, 6), Weak, Some((4, 3))),
    row("G F p && G F q", (2, 6), (3, 5), Weak, Some((3, 3))),
    row("G F p -> G F q", (4, 7), (2, 4), General, Some((5, 3))),
    row("G F p && G F q && G F r", (3, 12), (4, 7), Weak, Some((4, 4))),
    row("(G F p && G F q) -> G F r", (5, 9), (3, 8), General, Some((6, 4))),
    row("F G p || F G q", (3, 5), (2, 6), General, Some((3, 3))),
    row("p U (q U r)", (3, 6), (3, 6), Weak, Some((3, 3))),
    row("p U (q && X (r U s))", (3, 5), (4, 11), Weak, None),
    row("!(F F p <-> F p)", (1, 0), (1, 1), Terminal, Some((2, 2))),
    row("!(G F p -> G F q)", (2, 4), (4, 7), General, Some((3, 5))),
    row("!(G F p <-> G F q)", (3, 7), (5, 11), General, Some((9, 8))),
    row("p U (q && X (r && F (s && X F (t && X F (u && X F v)))))", (7, 13), (8, 21), Weak, None),
    row("(G F p -> G F q) && (G F r -> G F s)", (11, 26), (5, 10), General, Some((15, 7))),
    row("G (p -> X (q || X (q || X q)))", (4, 10), (5, 6), Terminal, None),
    row("F (p && X X p)", (4, 5), (4, 6), Weak, None),
    row("X X X p", (5, 5), (5, 5), Terminal, None),
    row("(F p) U (G q)", (3, 7), (2, 4), General, Some((4, 6))),
    row("(G p) U q", (4, 6), (3, 6), Weak, Some((4, 4))),
    row("G (p || X q)", (2, 4), (3, 4), Terminal, None),
    row("G F (p && X X q)", (4, 8), (5, 11), Weak, None),
];

#[test]
fn automata_of_the_usual_patterns_stay_small() {
    let mut failed = String::new();
    for row in &ROWS {
        let property = Ltl::parse(row.formula).unwrap_or_else(|error| panic!("{error}"));
        let own = property.automaton().expect("small");
        let violations = property.violations().expect("small");
        let sizes = (
            (own.states().len(), own.transition_count()),
            (violations.states().len(), violations.transition_count()),
            violations.strength(),
        );
        if sizes != (row.own, row.violations, row.strength) {
            failed += &format!("{}: {sizes:?}\n", row.formula);
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn no_automaton_is_larger_than_spins() {
    for row in &ROWS {
        if let Some((own, violations)) = row.spin {
            assert!(row.own.0 <= own, "{}", row.formula);
            assert!(row.violations.0 <= violations, "{}", row.formula);
        }
    }
}
