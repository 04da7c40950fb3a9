//! Property files: what they mean, and how their errors point at the place.

use trailhound_flow::property::{
    ActionPattern, ArgumentPattern, ConstraintName, Pattern, Property,
};

const VALVE: &str = "\
# Who holds the mutex may open the valve.
events
  acquire = lock(m)
  release = unlock(&pool.lock) in worker#1   # one task
  open    = call(open_valve, 3, _, &x)
  put     = write(x)    put1 = write(x, 1)
  begin   = start in worker
  here    = mark(\"a name\")
  any     = open | put1 | read(fork[2])

property for all executions
  (acquire release)*

constraints
  task main
  task worker#1
  variable turn
  lock fork[2]
  context reply
    (begin here)*
  context turns over any automaton
    start idle
    idle: begin -> busy
    busy: here, any -> idle
    accept idle busy
";

fn parse(text: &str) -> Property {
    Property::parse(text, "valve.prop").unwrap_or_else(|error| panic!("{error}"))
}

fn message(text: &str) -> String {
    let error = Property::parse(text, "valve.prop").expect_err("it is wrong");
    error.to_string()
}

#[test]
fn events_are_read() {
    let property = parse(VALVE);
    let names: Vec<&str> = property.events.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "acquire", "release", "open", "put", "put1", "begin", "here", "any"
        ]
    );
    let only = |event: usize| property.events[event].patterns[0].clone();
    let pattern = |action, task: Option<&str>| Pattern {
        action,
        task: task.map(str::to_owned),
    };
    assert_eq!(only(0), pattern(ActionPattern::Lock("m".into()), None));
    assert_eq!(
        only(1),
        pattern(ActionPattern::Unlock("pool.lock".into()), Some("worker#1"))
    );
    let arguments = vec![
        ArgumentPattern::Constant(3),
        ArgumentPattern::Any,
        ArgumentPattern::Object("x".into()),
    ];
    let call = ActionPattern::Call {
        function: "open_valve".into(),
        arguments,
    };
    assert_eq!(only(2), pattern(call, None));
    let write = |value| ActionPattern::Write {
        object: "x".into(),
        value,
    };
    assert_eq!(only(3), pattern(write(None), None));
    assert_eq!(only(4), pattern(write(Some(1)), None));
    assert_eq!(only(5), pattern(ActionPattern::Start, Some("worker")));
    assert_eq!(only(6), pattern(ActionPattern::Mark("a name".into()), None));
    assert_eq!(property.events[7].patterns.len(), 3);
    assert_eq!(
        property.events[7].patterns[2],
        pattern(ActionPattern::Read("fork[2]".into()), None)
    );
}

#[test]
fn rules_become_minimal_automata() {
    let rule = parse(VALVE).rule;
    assert_eq!(rule.alphabet, [0, 1]);
    assert_eq!(rule.automaton.len(), 3);
    assert!(rule.automaton.trap().is_some());
    assert!(rule.automaton.accepts(&[0, 1, 0, 1]));
    assert!(!rule.automaton.accepts(&[0, 0]));
}

#[test]
fn no_execution_is_the_complement() {
    let text = "events a = lock(m) b = unlock(m)\nproperty for no execution\n .* a a .*";
    let rule = parse(&format!("{text} | b")).rule;
    assert_eq!(rule.alphabet, [0, 1]);
    assert!(rule.automaton.accepts(&[0, 1, 0]));
    assert!(!rule.automaton.accepts(&[0, 0, 1]));
    assert!(!rule.automaton.accepts(&[1]));
}

#[test]
fn sets_and_the_alphabet() {
    let text = "events a = lock(m) b = unlock(m) c = read(x)\nproperty for all executions over c\n";
    let rule = parse(&format!("{text} [^a]* a+ [a b]?")).rule;
    assert_eq!(rule.alphabet, [2, 0, 1]);
    let (c, a, b) = (0, 1, 2);
    assert!(rule.automaton.accepts(&[c, b, a, a, b]));
    assert!(!rule.automaton.accepts(&[a, c]));
    assert!(!rule.automaton.accepts(&[]));
}

#[test]
fn constraints_are_read() {
    let property = parse(VALVE);
    let constraints = property.constraints.expect("there is a section");
    let names: Vec<String> = constraints.iter().map(ToString::to_string).collect();
    assert_eq!(
        names,
        [
            "task main",
            "task worker#1",
            "variable turn",
            "lock fork[2]",
            "context reply",
            "context turns"
        ]
    );
    let ConstraintName::Context { rule, .. } = &constraints[5] else {
        panic!("a context");
    };
    assert_eq!(rule.alphabet, [7, 5, 6]);
    assert!(rule.automaton.accepts(&[1, 2, 1, 0]));
    assert!(!rule.automaton.accepts(&[2]));
    let without = "events a = start property for all executions a*";
    assert!(parse(without).constraints.is_none());
}

#[test]
fn errors_point_at_the_place() {
    let text = "events\n  acquire = lock(m)\nproperty for all executions\n  (aquire)*\n";
    let expected = "\
no event is called `aquire`; did you mean `acquire`?
 --> valve.prop:4:4
  |
4 |   (aquire)*
  |    ^^^^^^";
    assert_eq!(message(text), expected);
}

#[test]
fn every_error_says_what_is_expected() {
    let cases = [
        (
            "event a = lock(m)",
            "no section is called `event`; did you mean `events`?",
        ),
        (
            "events a = lok(m)",
            "no action is called `lok`; did you mean `lock`?",
        ),
        ("events a = lock(m", "expected `)`, and the file ends here"),
        (
            "events a = lock()",
            "expected the name of a global variable, found `)`",
        ),
        ("events a = write(x, y)", "expected a number, found `y`"),
        (
            "events a = mark(x)",
            "expected the name of a mark in quotes, found `x`",
        ),
        (
            "events lock = lock(m)",
            "`lock` belongs to the format and cannot name an event",
        ),
        ("events a = start a = end", "the event `a` is defined twice"),
        (
            "events a = b b = start",
            "`b` must be defined before it is used",
        ),
        (
            "events a = start",
            "expected `property for all executions` or `property for no execution`, and the file ends here",
        ),
        (
            "events a = start property for each",
            "expected `all executions` or `no execution`, found `each`",
        ),
        (
            "events a = start property for all executions (a",
            "expected `)`, and the file ends here",
        ),
        (
            "events a = start property for all executions\nconstraints",
            "expected an event, `(`, `[` or `.`, found `constraints`; that word belongs to the format and names no event",
        ),
        (
            "events a = start property for all executions a\nproperty",
            "a file has one property",
        ),
        (
            "events a = start property for all executions a constraints tsk main",
            "no kind of constraint is called `tsk`; did you mean `task`?",
        ),
        (
            "events a = start property for all executions automaton start s s: a -> t s: a -> s accept s",
            "`s` has two transitions for `a`: the automaton must be deterministic",
        ),
        (
            "events a = start property for all executions automaton start s s: a -> t accept u",
            "no state is called `u`; did you mean `s`?",
        ),
    ];
    for (text, expected) in cases {
        let shown = message(text);
        assert_eq!(shown.lines().next(), Some(expected), "{text}");
    }
}

#[test]
fn changed_property_files_are_read_or_refused() {
    const FLAGS: &str = "events\n a = call(f) b = write(x, -1) c = a | b\nproperty no execution over a b c\n  (a|b c?)+ [-a]* {} \n";
    trailhound_mutants::each(3_000, &[VALVE, FLAGS], |text| {
        match Property::parse(text, "mutant.prop") {
            Ok(_) => {}
            Err(error) => assert!(error.to_string().contains('^'), "{error}"),
        }
    });
}
