//! Random texts: whatever is written, the answer is a property or an error that can be shown,
//! and a property that is printed reads as the same.

use crate::automaton::Automaton;
use crate::expr::Expr;
use crate::ltl::Ltl;
use crate::random::Random;

const PIECES: [&str; 64] = [
    "a",
    "b",
    "x.y",
    "G",
    "F",
    "X",
    "U",
    "R",
    "W",
    "M",
    "true",
    "false",
    "(",
    ")",
    "(",
    ")",
    "[",
    "]",
    "[]",
    "<>",
    "{",
    "}",
    "!",
    "~",
    "&&",
    "||",
    "&",
    "|",
    "^",
    "->",
    "<->",
    "==",
    "!=",
    "<",
    ">=",
    "<<",
    "+",
    "-",
    "*",
    "/",
    "%",
    ".",
    ",",
    "::",
    ":",
    "1",
    "0x1F",
    "2.5",
    "1e",
    "'c'",
    "'",
    "\"",
    "at(f.c:3)",
    "at(",
    "in(g, t1)",
    "blocked(t2)",
    "alive(",
    "f(",
    "→",
    "ü",
    "\n",
    "#",
    "=",
    "t1",
];

fn text(random: &mut Random, pieces: &[&str]) -> String {
    let count = random.below(14);
    let mut text = String::new();
    for _ in 0..count {
        text += pieces[random.below(pieces.len())];
        text += ["", " "][random.below(2)];
    }
    text
}

#[test]
fn any_text_is_a_property_or_an_error_that_can_be_shown() {
    let mut random = Random::new(3);
    let (mut formulas, mut expressions) = (0, 0);
    for _ in 0..200_000 {
        let text = text(&mut random, &PIECES);
        match Ltl::parse(&text) {
            Ok(property) => {
                formulas += 1;
                let printed = property.to_string();
                let again = Ltl::parse(&printed).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(again.formula(), property.formula(), "{text} as {printed}");
                assert_eq!(
                    again.propositions(),
                    property.propositions(),
                    "{text} as {printed}"
                );
            }
            Err(error) => assert!(error.to_string().contains('^'), "{text}"),
        }
        match Expr::parse(&text) {
            Ok(expr) => {
                expressions += 1;
                let printed = expr.to_string();
                let again = Expr::parse(&printed).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(again, expr, "{text} as {printed}");
            }
            Err(error) => assert!(error.to_string().contains('^'), "{text}"),
        }
    }
    assert!(
        formulas > 1000 && expressions > 1000,
        "{formulas} {expressions}"
    );
}

#[test]
fn any_change_to_a_file_is_an_automaton_or_an_error_that_can_be_shown() {
    let whole = "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"ü\"\nAlias: @x 0 & !1\n\
        Acceptance: 2 Inf(0) & Inf(1)\nproperties: stutter-invariant\n--BODY--\n\
        State: 0 \"s\" {0}\n[@x | (t & !0)] 1 {1}\n/* c */ State: [1] 1 {0 1}\n0 1\n--END--\n";
    let mut random = Random::new(4);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut characters: Vec<char> = whole.chars().collect();
        for _ in 0..1 + random.below(3) {
            let place = random.below(characters.len());
            let other = characters[random.below(characters.len())];
            match random.below(3) {
                0 => characters[place] = other,
                1 => characters.insert(place, other),
                _ => drop(characters.remove(place)),
            }
        }
        let text: String = characters.into_iter().collect();
        match Automaton::from_hoa(&text) {
            Ok(automaton) => {
                read += 1;
                Automaton::from_hoa(&automaton.to_hoa()).expect("our own format");
            }
            Err(error) => assert!(error.to_string().contains('^'), "{text}"),
        }
    }
    assert!(read > 1000, "{read}");
}
