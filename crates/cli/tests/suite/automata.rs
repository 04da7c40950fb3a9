//! Automata from files, and several properties in one run, from outside.

use std::fs;

use crate::scene::{SERVER, Scene, text};

/// Accepts what has granted and over at the same time: a bad start.
const BOTH: &str = r#"HOA: v1
States: 2
Start: 0
AP: 2 "granted" "over == 1"
Acceptance: 1 Inf(0)
properties: stutter-invariant
--BODY--
State: 0
[!0 | !1] 0
[0 & 1] 1
State: 1 {0}
[t] 1
--END--
"#;

/// Accepts what never comes to its end, for one can guess that it does not.
const NEVER_OVER: &str = r#"HOA: v1
States: 1
Start: 0
AP: 1 "over"
Acceptance: 1 Inf(0)
properties: stutter-invariant
--BODY--
State: 0 {0}
[!0] 0
--END--
"#;

fn scene_with(automaton: &str) -> Scene {
    let scene = Scene::new(SERVER);
    fs::write(scene.folder.path().join("bad.hoa"), automaton).expect("a file");
    scene
}

#[test]
fn a_bad_start_is_a_finite_trail() {
    let scene = scene_with(BOTH);
    let check = ["program.c", "--automaton", "bad.hoa", "--trail", "t.json"];
    for command in ["check", "sample"] {
        let (code, answer) = scene.ask(&[&[command], &check[..]].concat());
        assert_eq!(code, 1);
        assert_eq!(answer["error"]["kind"], "temporal");
        assert_eq!(
            answer["error"]["message"],
            "`bad.hoa` accepts the execution"
        );
        assert!(answer["trail"]["cycle"].is_null(), "{answer}");
        // The automaton is in the trail.
        let away = scene.folder.path().join("away.hoa");
        fs::rename(scene.folder.path().join("bad.hoa"), &away).expect("renamed");
        assert_eq!(scene.run(&["replay", "t.json"]).status.code(), Some(1));
        fs::rename(&away, scene.folder.path().join("bad.hoa")).expect("renamed");
    }
    // A trail that ends before the violation is none.
    let saved = fs::read_to_string(scene.folder.path().join("t.json")).expect("a trail");
    let start = saved.find("\"choices\":[").expect("choices") + "\"choices\":[".len();
    let end = saved[start..].find("]]").expect("an end") + start;
    let last = saved[start..end].rfind(",[").expect("two choices") + start;
    let cut = saved[..last].to_owned() + &saved[end + 1..];
    fs::write(scene.folder.path().join("cut.json"), cut).expect("a file");
    assert_eq!(scene.run(&["replay", "cut.json"]).status.code(), Some(2));
}

#[test]
fn an_automaton_judges_infinite_executions() {
    let scene = scene_with(NEVER_OVER);
    let (code, answer) = scene.ask(&["check", "program.c", "--automaton", "bad.hoa"]);
    assert_eq!(code, 1);
    assert!(answer["trail"]["cycle"].is_number(), "{answer}");
    let fair = scene.run(&["check", "program.c", "--automaton", "bad.hoa", "--fair"]);
    assert_eq!(fair.status.code(), Some(0), "{}", text(&fair));
    let told = text(&fair);
    assert!(
        told.contains("`bad.hoa` accepts no fair execution"),
        "{told}"
    );
}

#[test]
fn without_the_promise_of_stutter_invariance_nothing_is_reduced() {
    let scene = scene_with(&BOTH.replace("properties: stutter-invariant\n", ""));
    let (code, answer) = scene.ask(&["check", "program.c", "--automaton", "bad.hoa"]);
    assert_eq!(code, 1);
    assert_eq!(answer["granularity"], "instruction");
}

#[test]
fn errors_in_an_automaton_name_file_and_line() {
    for (changed, to, expected) in [
        ("over == 1", "ovr == 1", "bad.hoa:4: "),
        ("over == 1", "over == ==", "bad.hoa:4: "),
        ("[t] 1", "[t 1", "bad.hoa:12: "),
        ("States: 2", "States: two", "bad.hoa:2: "),
    ] {
        let scene = scene_with(&BOTH.replace(changed, to));
        let output = scene.run(&["check", "program.c", "--automaton", "bad.hoa"]);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output);
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn several_properties_are_checked_in_one_run() {
    let scene = scene_with(BOTH);
    let good = ["--ltl", "F over", "--ltl", "G (granted -> F !granted)"];
    let good = [
        &good[..],
        &["--always", "over < 2", "--always", "granted < 2"],
    ]
    .concat();
    let check = |more: &[&str]| {
        let arguments = [&["check", "program.c", "--fair"], &good[..], more].concat();
        let (code, answer) = scene.ask(&arguments);
        (
            code,
            answer["error"]["message"].as_str().unwrap_or("").to_owned(),
        )
    };
    assert_eq!(check(&[]), (0, String::new()));
    let broken = |text: &str| (1, text.to_owned());
    let invariant = check(&["--always", "granted == 0"]);
    assert_eq!(invariant, broken("`granted == 0` does not hold"));
    let formula = check(&["--ltl", "F G granted"]);
    assert_eq!(formula, broken("`F G granted` does not hold"));
    let automaton = check(&["--automaton", "bad.hoa"]);
    assert_eq!(automaton, broken("`bad.hoa` accepts the execution"));
}
