//! Temporal formulas and random executions from outside.

use std::fs;

use crate::scene::{SERVER, Scene, text};

#[test]
fn formulas_hold_where_they_should() {
    let scene = Scene::new(SERVER);
    // The formula, and whether it holds of every fair execution, and of every execution.
    let formulas = [
        ("G (request && !over -> F granted)", true, false),
        ("F over", true, false),
        ("!over U granted || G !granted", true, true),
        ("G !over", false, false),
        ("F G granted", false, false),
        ("F G (over -> !granted)", true, true),
        ("G (over -> granted)", false, false),
        ("over R !alive(t5)", true, true),
        ("G F blocked(t0)", false, false),
    ];
    for (formula, when_fair, always) in formulas {
        for (fair, holds) in [(true, when_fair), (false, always)] {
            for granularity in ["shared", "instruction"] {
                let mut arguments = vec!["check", "program.c", "-q", "--ltl", formula];
                arguments.extend(["--granularity", granularity]);
                arguments.extend(fair.then_some("--fair"));
                let output = scene.run(&arguments);
                let expected = if holds { 0 } else { 1 };
                let code = output.status.code();
                assert_eq!(code, Some(expected), "{arguments:?}: {}", text(&output));
            }
        }
    }
}

#[test]
fn a_lasso_is_told_saved_and_replayed() {
    let scene = Scene::new(SERVER);
    let formula = ["--ltl", "G (request && !over -> F granted)"];
    let check = [
        &["check", "program.c", "--trail", "lasso.json"],
        &formula[..],
    ]
    .concat();
    let (code, answer) = scene.ask(&check);
    assert_eq!(code, 1);
    assert_eq!(answer["error"]["kind"], "temporal");
    let steps = answer["trail"]["steps"].as_u64().expect("a number");
    let cycle = answer["trail"]["cycle"].as_u64().expect("a cycle");
    assert!(cycle >= 1 && cycle <= steps, "{cycle} {steps}");
    let replayed = scene.run(&["replay", "lasso.json"]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed));
    assert!(
        text(&replayed).contains("again and again"),
        "{}",
        text(&replayed)
    );
    // With the cycle in another place it is none.
    let saved = fs::read_to_string(scene.folder.path().join("lasso.json")).expect("a trail");
    let moved = saved.replace(
        &format!("\"cycle_start\":{}", cycle - 1),
        "\"cycle_start\":0",
    );
    assert_ne!(saved, moved);
    fs::write(scene.folder.path().join("wrong.json"), moved).expect("a file");
    assert_eq!(scene.run(&["replay", "wrong.json"]).status.code(), Some(2));
}

#[test]
fn a_formula_with_x_is_checked_without_reductions() {
    let scene = Scene::new(SERVER);
    let (_, answer) = scene.ask(&["check", "program.c", "--ltl", "G (request -> X request)"]);
    assert_eq!(answer["verdict"], "ok");
    assert_eq!(answer["granularity"], "instruction");
    let (_, answer) = scene.ask(&[
        "check",
        "program.c",
        "--ltl",
        "G (request -> F over)",
        "--fair",
    ]);
    assert_eq!(answer["verdict"], "ok");
    assert_eq!(answer["granularity"], "shared");
}

/// Two threads that can deadlock.
const LOCKS: &str = r#"
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int done;
static void *worker(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    done++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    done++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(thread, 0);
    return 0;
}
"#;

#[test]
fn an_answer_to_a_formula_claims_no_more_than_the_formula() {
    let scene = Scene::new(LOCKS);
    let output = scene.run(&["check", "program.c", "--ltl", "G (done < 3)"]);
    assert_eq!(output.status.code(), Some(0));
    let told = text(&output);
    assert!(
        told.contains("ok: `G (done < 3)` holds of every execution"),
        "{told}"
    );
    assert!(!told.contains("no error"), "{told}");
    // A deadlock is an execution that stays where it is.
    let (code, _) = scene.ask(&["check", "program.c", "--ltl", "F (done == 2)", "--fair"]);
    assert_eq!(code, 1);
    let (_, answer) = scene.ask(&["sample", "program.c"]);
    assert_eq!(answer["error"]["kind"], "deadlock");
}

/// Every search that can be named answers as the one by components does.
#[test]
fn formulas_are_decided_alike_by_all_searches() {
    let scene = Scene::new(SERVER);
    let formulas = [
        ("G (request && !over -> F granted)", 0, 1),
        ("F over", 0, 1),
        ("!over U granted || G !granted", 0, 0),
        ("G !over", 1, 1),
        ("F G granted", 1, 1),
        ("G F blocked(t0)", 1, 1),
    ];
    let searches: [&[&str]; 6] = [
        &["--search", "dfs"],
        &["--search", "bfs"],
        &["--guide", "mb"],
        &["--search", "greedy", "--guide", "lnb"],
        &["--search", "wastar:2", "--guide", "pba"],
        &["--search", "best-first", "--guide", "efca"],
    ];
    for (formula, when_fair, always) in formulas {
        for (fair, expected) in [(true, when_fair), (false, always)] {
            for search in searches {
                let mut arguments = vec!["check", "program.c", "-q", "--ltl", formula];
                arguments.extend(search);
                arguments.extend(fair.then_some("--fair"));
                let output = scene.run(&arguments);
                let code = output.status.code();
                assert_eq!(code, Some(expected), "{arguments:?}: {}", text(&output));
            }
        }
    }
}

/// Philosophers who take both forks in the same order: they can all wait for each other.
const PHILOSOPHERS: &str = r#"
#include <pthread.h>
static pthread_mutex_t forks[8];
static void *dine(void *seat) {
    long left = (long)seat, right = (left + 1) % 8;
    for (;;) {
        pthread_mutex_lock(&forks[left]);
        pthread_mutex_lock(&forks[right]);
        pthread_mutex_unlock(&forks[right]);
        pthread_mutex_unlock(&forks[left]);
    }
    return 0;
}
int main(void) {
    pthread_t threads[8];
    for (long i = 0; i < 8; i++)
        pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, dine, (void *)i);
    for (long i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
}
"#;

#[test]
fn a_guide_leads_a_formula_as_it_leads_an_invariant() {
    let scene = Scene::new(PHILOSOPHERS);
    let blocked: Vec<String> = (1..=8)
        .map(|thread| format!("blocked(t{thread})"))
        .collect();
    let some_go_on = format!("!({})", blocked.join(" && "));
    let always = format!("G {some_go_on}");
    let again = format!("G F {some_go_on}");
    let states = |property: &[&str]| {
        let mut arguments = vec![
            "check",
            "program.c",
            "--search",
            "best-first",
            "--guide",
            "mb",
        ];
        arguments.extend(property);
        let (code, answer) = scene.ask(&arguments);
        assert_eq!(code, 1, "{answer}");
        assert_eq!(answer["search"], "best-first");
        answer["stats"]["states_stored"].as_u64().expect("a number")
    };
    let as_invariant = states(&["--always", &some_go_on]);
    let as_formula = states(&["--ltl", &always]);
    assert!(
        as_formula <= 3 * as_invariant,
        "{as_formula} {as_invariant}"
    );
    // The cycle is that all stay where they are.
    let as_lasso = states(&["--ltl", &again]);
    assert!(as_lasso <= 3 * as_invariant, "{as_lasso} {as_invariant}");
}

#[test]
fn searches_that_find_no_cycles_are_refused_for_formulas() {
    let scene = Scene::new(LOCKS);
    for search in ["random", "iddfs"] {
        let output = scene.run(&[
            "check",
            "program.c",
            "--ltl",
            "G (done < 3)",
            "--search",
            search,
        ]);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output);
        assert!(told.contains("looks for no cycles"), "{told}");
    }
}
