//! What an undecided verdict tells of the program, and what it says to try.

use crate::scene::{Scene, text};

/// Two threads that count for long under a lock.
const LONG: &str = r#"
#include <pthread.h>
#ifdef __TRAILHOUND_SMALL
#define TURNS 2
#else
#define TURNS 25000
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *count(void *arg) {
    for (int turn = 0; turn < TURNS; turn++) {
        pthread_mutex_lock(&lock);
        total++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, count, 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
    return 0;
}
"#;

const LIMITED: [&str; 5] = [
    "check",
    "program.c",
    "--max-states",
    "2000",
    "--no-sampling",
];

#[test]
fn the_loop_with_most_turns_and_the_object_of_most_steps_are_told() {
    let scene = Scene::new(LONG);
    let (code, answer) = scene.ask(&LIMITED);
    assert_eq!(
        (code, &answer["verdict"]),
        (3, &"undecided".into()),
        "{answer}"
    );
    let advice = &answer["advice"];
    assert_eq!(advice["turns"]["file"], "program.c", "{advice}");
    let line = advice["turns"]["line"].as_u64().expect("a line");
    assert!((11..=15).contains(&line), "{advice}");
    // How many there are depends on the speed of the machine.
    assert!(advice["turns"]["turns"].as_u64() > Some(100), "{advice}");
    // Reads and writes are as many as locks and unlocks.
    let object = &advice["object"]["name"];
    assert!(object == "lock" || object == "total", "{advice}");
    assert!(advice["steps"].as_u64() > Some(200), "{advice}");
    let suggestions = advice["suggestions"].as_array().expect("suggestions");
    assert_eq!(suggestions[0], "smaller-constants", "{advice}");
    assert!(suggestions.contains(&"few-preemptions".into()), "{advice}");
    assert!(suggestions.contains(&"sample".into()), "{advice}");
}

#[test]
fn the_words_name_the_line_and_the_ways_out() {
    let scene = Scene::new(LONG);
    let said = text(&scene.run(&LIMITED));
    for part in [
        "undecided: the limit on states (--max-states) was reached\n",
        "comes ",
        "fewer turns of the loop at program.c:1",
        "`__TRAILHOUND__` is defined when Trailhound compiles",
        "--preemptions 2",
        "`trailhound sample`",
    ] {
        assert!(said.contains(part), "no `{part}` in:\n{said}");
    }
}

#[test]
fn what_was_tried_is_not_advised() {
    let scene = Scene::new(LONG);
    let tried = [&LIMITED[..], &["--search", "dfs"]].concat();
    let (_, answer) = scene.ask(&tried);
    let suggestions = answer["advice"]["suggestions"].as_array().expect("advice");
    assert!(!suggestions.contains(&"depth-first".into()), "{answer}");
    assert!(!suggestions.contains(&"few-preemptions".into()), "{answer}");
}

#[test]
fn a_decided_verdict_needs_no_advice() {
    let scene = Scene::new(LONG);
    let (code, answer) = scene.ask(&["check", "program.c", "-D__TRAILHOUND_SMALL"]);
    assert_eq!(code, 0, "{answer}");
    assert!(answer["advice"].is_null(), "{answer}");
}

#[test]
fn cfgs_for_smaller_constants_are_set_without_warnings() {
    let scene = Scene::new("");
    let source = r#"
fn main() {
    assert!(cfg!(trailhound));
    assert!(!cfg!(miri) || option_env!("WANTED").is_some());
    assert!(cfg!(miri) || option_env!("WANTED").is_none());
}
"#;
    std::fs::write(scene.folder.path().join("program.rs"), source).expect("a file");
    for flags in [&[][..], &["-D", "miri", "-D", "WANTED"]] {
        let output = scene.run(&[&["check", "program.rs"][..], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        assert!(output.stderr.is_empty(), "{}", text(&output));
    }
}
