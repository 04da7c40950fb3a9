//! How properties are read: what is one proposition, what binds tighter, and what is said when
//! it does not work out.

use trailhound_property::{BinaryOperator, Expr, ExprKind, Location, Ltl, Thread};

fn ltl(text: &str) -> Ltl {
    Ltl::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn expr(text: &str) -> Expr {
    Expr::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn propositions(text: &str) -> Vec<String> {
    ltl(text)
        .propositions()
        .iter()
        .map(Expr::to_string)
        .collect()
}

#[test]
fn a_comparison_a_name_and_a_call_are_one_proposition_each() {
    assert_eq!(
        propositions("G (turn == 1 && queue.len > 0 -> F at(file.c:42))"),
        ["turn == 1", "queue.len > 0", "at(file.c:42)"]
    );
    assert_eq!(
        propositions("G (a[i + 1].next.0 % 2 != f(x, -y) || !done U blocked(t2) & alive(t1))"),
        [
            "(a[i + 1].next.0 % 2) != f(x, -y)",
            "done",
            "blocked(t2)",
            "alive(t1)"
        ]
    );
}

#[test]
fn the_same_words_are_the_same_proposition() {
    assert_eq!(propositions("x==1 U (y && (x  ==  1))"), ["x == 1", "y"]);
    assert_eq!(
        ltl("x==1 U (y && (x  ==  1))").formula().to_string(),
        "p0 U (p1 && p0)"
    );
}

#[test]
fn operators_bind_as_in_other_tools() {
    for (text, expected) in [
        ("G request -> F grant", "(G p0) -> (F p1)"),
        ("G (request -> F grant)", "G (p0 -> (F p1))"),
        ("a -> b -> c", "p0 -> (p1 -> p2)"),
        ("a <-> b -> c", "p0 <-> (p1 -> p2)"),
        ("a || b && c U d", "p0 || (p1 && (p2 U p3))"),
        ("a U b U c", "p0 U (p1 U p2)"),
        ("a R b W c M d", "p0 R (p1 W (p2 M p3))"),
        ("! a U b", "(!p0) U p1"),
        ("!F G ! a", "!(F (G (!p0)))"),
        ("G x == 1 && y", "(G p0) && p1"),
        ("X X a U b", "(X (X p0)) U p1"),
        ("[] <> a", "G (F p0)"),
        ("[]<>a | ~b & c", "(G (F p0)) || ((!p1) && p2)"),
        ("a ^ b || c", "(p0 ^ p1) || p2"),
        ("F a ^ b", "(F p0) ^ p1"),
        ("a => b <=> c", "(p0 -> p1) <-> p2"),
        ("true U !false", "true U (!false)"),
    ] {
        // Compared by meaning of the brackets, not by how few are printed.
        let bracketed = ltl(expected).formula().to_string();
        assert_eq!(ltl(text).formula().to_string(), bracketed, "{text}");
    }
}

#[test]
fn braces_make_one_proposition_in_which_letters_are_names() {
    assert_eq!(
        propositions("G ({X == 1 && F} -> {G})"),
        ["(X == 1) && F", "G"]
    );
    // Letters within paths, fields, indices and arguments are names anyway.
    assert_eq!(
        propositions("F module::X == s.G || a[U] > f(R)"),
        ["module::X == s.G", "a[U] > f(R)"]
    );
    // In a state expression there are no temporal operators.
    assert_eq!(expr("G > X").to_string(), "G > X");
}

#[test]
fn places_are_taken_as_they_are_written() {
    let at = |text: &str| match expr(text).kind {
        ExprKind::At(location, thread) => (location, thread),
        other => panic!("{other:?}"),
    };
    let location = |file: &str, line, column| Location {
        file: file.to_string(),
        line,
        column,
    };
    assert_eq!(at("at(file.c:42)"), (location("file.c", 42, None), None));
    assert_eq!(
        at("at( src/my-file (1).rs:7:3 , t2)"),
        (location("src/my-file (1).rs", 7, Some(3)), Some(Thread(2)))
    );
    for (text, function, thread) in [
        ("in(main)", "main", None),
        ("in(<A<u8, t> as B>::run)", "<A<u8, t> as B>::run", None),
        ("in(f(int, char), t10)", "f(int, char)", Some(Thread(10))),
    ] {
        assert_eq!(
            expr(text).kind,
            ExprKind::In(function.to_string(), thread),
            "{text}"
        );
    }
}

#[test]
fn single_ampersands_join_truth_values_and_mask_bits() {
    assert_eq!(expr("a & b | ~c").to_string(), "(a && b) || (!c)");
    assert_eq!(expr("(flags & 4) != 0").to_string(), "(flags & 4) != 0");
    assert_eq!(
        expr("(flags | ~mask ^ 1) == f(a & b)").to_string(),
        "(flags | ((~mask) ^ 1)) == f(a & b)"
    );
    assert_eq!(expr("a == 1 & b == 2").to_string(), "(a == 1) && (b == 2)");
}

#[test]
fn arithmetic_binds_as_in_c_and_rust() {
    for (text, expected) in [
        ("a + b * c == d - e - f", "(a + (b * c)) == ((d - e) - f)"),
        ("a << 1 + 2 < b", "(a << (1 + 2)) < b"),
        ("-a.b[1] * *p == 0x1F", "((-a.b[1]) * (*p)) == 31"),
        ("(*p).next.0.1 == 1.5e3", "(*p).next.0.1 == 1500.0"),
        ("c == 'a'", "c == 97"),
        ("!a && (!b) == c", "(!a) && ((!b) == c)"),
        ("a -> b <-> c", "(a -> b) <-> c"),
    ] {
        assert_eq!(expr(text).to_string(), expected, "{text}");
    }
}

#[test]
fn what_is_printed_reads_as_the_same() {
    for text in [
        "G (turn == 1 && queue.len > 0 -> F at(file.c:42, t1))",
        "!(a U {b || X}) R F G (c ^ d <-> in(f, t3))",
        "(a W b) M X {!c} && {true}",
        "G ((flags & ~4) != 0 -> X s.G[2] < 1.5)",
    ] {
        let once = ltl(text);
        let twice = ltl(&once.to_string());
        assert_eq!(once.formula(), twice.formula(), "{once}");
        assert_eq!(once.propositions(), twice.propositions(), "{once}");
        for proposition in once.propositions() {
            assert_eq!(*proposition, expr(&proposition.to_string()));
        }
    }
}

#[test]
fn spans_point_at_the_parts() {
    let text = "G (a.b == 1 -> F c)";
    let property = ltl(text);
    let written = |expr: &Expr| text[expr.span.start..expr.span.end].to_string();
    let parts: Vec<String> = property.propositions().iter().map(written).collect();
    assert_eq!(parts, ["a.b == 1", "c"]);
    let ExprKind::Binary(BinaryOperator::Equal, left, _) = &property.propositions()[0].kind else {
        panic!("a comparison");
    };
    assert_eq!(written(left), "a.b");
}

/// Text, where the caret starts, and how the message begins.
const MISTAKES: [(&str, usize, &str); 27] = [
    ("", 0, "expected a proposition, found the end"),
    ("G", 1, "expected a proposition, found the end"),
    ("G (a -> F b", 2, "there is no `)` for this `(`"),
    ("a)", 1, "expected an operator or the end, found `)`"),
    ("a b", 2, "expected an operator or the end, found `b`"),
    ("GF a", 3, "expected an operator or the end, found `a`"),
    ("a = 1", 2, "expected an operator or the end, found `=`"),
    ("G (a = 1)", 5, "expected `)`, found `=`"),
    ("!a == 1", 0, "it is not clear what is negated here"),
    ("a < b < c", 6, "comparisons do not chain"),
    ("X == 1", 0, "`X` is a temporal operator here"),
    ("a && U", 5, "`U` is a temporal operator here"),
    ("a && U > 1", 5, "`U` is a temporal operator here"),
    ("G x + 1", 2, "this is a number"),
    ("G (flags & 4)", 11, "this is a number"),
    ("a && 1", 5, "this is a number"),
    ("-a", 0, "this is a number"),
    ("(F a) == 1", 0, "a temporal formula"),
    ("1 + (G a) == 2", 4, "a temporal formula"),
    ("a.", 2, "expected the name of a field"),
    ("a[1 == 2", 8, "expected `]`, found the end"),
    ("f(1 2)", 4, "expected `)`, found `2`"),
    ("at(main)", 3, "expected a file and a line"),
    ("at()", 3, "expected a place"),
    ("in(f", 2, "there is no `)` for this `(`"),
    ("blocked(thread)", 8, "`thread` is not a thread"),
    ("a # b", 2, "`#` has no meaning"),
];

#[test]
fn mistakes_are_shown_where_they_are() {
    for (text, start, message) in MISTAKES {
        let error = Ltl::parse(text).expect_err(text);
        assert_eq!(error.span().start, start, "{text}: {error}");
        assert!(error.message().starts_with(message), "{text}: {error}");
    }
}

#[test]
fn a_message_in_full() {
    assert_eq!(
        Ltl::parse("G (x < 1 -> X == 2)")
            .expect_err("X")
            .to_string(),
        "`X` is a temporal operator here and needs a formula beside it\n  \
           G (x < 1 -> X == 2)\n  \
           \u{20}           ^\n  \
           if `X` is a variable, put the proposition in braces: `{X == 1}`"
    );
}

#[test]
fn no_text_overflows_the_stack_or_the_valuation() {
    let deep = format!("{}a{}", "(".repeat(4000), ")".repeat(4000));
    assert!(Ltl::parse(&deep).is_err());
    assert!(Ltl::parse(&"!".repeat(5000)).is_err());
    assert!(Ltl::parse(&"G ".repeat(3000)).is_err());
    let long = vec!["a"; 2700].join("&&");
    assert_eq!(propositions(&long), ["a"]);
    assert!(Ltl::parse(&vec!["a"; 9000].join("&")).is_err());
    let many = |count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!("p{number}")).collect();
        names.join(" || ")
    };
    assert_eq!(propositions(&many(64)).len(), 64);
    let error = Ltl::parse(&many(65)).expect_err("too many");
    assert!(error.message().contains("64"), "{error}");
}
