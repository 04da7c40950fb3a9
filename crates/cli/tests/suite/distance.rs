//! Searches that are told where to go, from outside: targets, two threads in one place,
//! sequences, and warnings put to the test.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn subject(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bench/programs/distance")
        .join(name)
}

fn trailhound(arguments: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(arguments)
        .args(["--format", "json"])
        .output()
        .expect("trailhound runs");
    let code = output.status.code().expect("it ends by itself");
    let text = String::from_utf8_lossy(&output.stdout);
    let answer = serde_json::from_str(&text).unwrap_or_else(|cause| panic!("{cause}: {text}"));
    (code, answer)
}

fn check(name: &str, options: &[&str]) -> (i32, Value) {
    let path = subject(name);
    let path = path.to_str().expect("a path in UTF-8");
    let mut arguments = vec!["check", path, "--max-memory", "1GB"];
    arguments.extend(options);
    trailhound(&arguments)
}

#[test]
fn a_line_is_reached_and_walked_to_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let trail = folder.path().join("trail.json");
    let trail = trail.to_str().expect("a path in UTF-8");
    let (code, answer) = check(
        "twostage.c",
        &["--target", "twostage.c:28", "--trail", trail],
    );
    assert_eq!(code, 1);
    assert_eq!(answer["error"]["kind"], "target-reached");
    assert_eq!(answer["error"]["line"], 28);
    let (code, again) = trailhound(&["replay", trail]);
    assert_eq!(code, 1);
    assert_eq!(again["error"], answer["error"]);
    let (code, answer) = check(
        "twostage.c",
        &["--target", "fn:read_both", "--search", "bfs"],
    );
    assert_eq!(code, 1);
    assert_eq!(answer["error"]["kind"], "target-reached");
}

#[test]
fn places_that_are_not_there_are_said() {
    for place in ["twostage.c:999", "fn:nobody", "twostage.c", "fn:"] {
        let (code, answer) = check("twostage.c", &["--target", place]);
        assert_eq!(code, 2, "{place}");
        let reason = answer["reason"].as_str().expect("a reason");
        assert!(reason.contains(place), "{reason}");
    }
}

#[test]
fn a_place_that_no_schedule_reaches() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("never.c");
    let text = "int x; void never(void) {} int main(void) { if (x) never(); return 0; }";
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("a path in UTF-8");
    let (code, answer) = trailhound(&["check", path, "--target", "fn:never"]);
    assert_eq!((code, &answer["verdict"]), (0, &Value::from("ok")));
}

#[test]
fn two_threads_in_one_place() {
    let options = ["--mutex", "fn:critical", "-DM=2"];
    let (code, answer) = check("hyman.c", &options);
    assert_eq!(code, 1);
    assert_eq!(answer["error"]["kind"], "mutual-exclusion");
    // Guarded by a lock there is no such schedule.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("locked.c");
    let text = "#include <pthread.h>\n\
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;\n\
        void inside(void) { x++; }\n\
        void *run(void *p) { pthread_mutex_lock(&m); inside(); pthread_mutex_unlock(&m); return 0; }\n\
        int main(void) { pthread_t t, u; pthread_create(&t, 0, run, 0); pthread_create(&u, 0, run, 0);\n\
        pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("a path in UTF-8");
    let (code, answer) = trailhound(&["check", path, "--mutex", "fn:inside"]);
    assert_eq!((code, &answer["verdict"]), (0, &Value::from("ok")));
}

#[test]
fn a_sequence_leads_where_random_search_does_not() {
    let via = "twostage.c:19,twostage.c:34";
    for guide in ["fsm", "efsm:1", "efca", "pfsm"] {
        let options = [
            "-DN=10", "-DR=1", "--via", via, "--search", "greedy", "--guide", guide,
        ];
        let (code, answer) = check("twostage.c", &[&options[..], &["--no-shorten"]].concat());
        assert_eq!(code, 1, "{guide}");
        assert_eq!(answer["error"]["kind"], "assertion");
        let looked_at = answer["stats"]["transitions"].as_u64().expect("a number");
        assert!(looked_at < 335, "{guide}: {looked_at}");
        assert!(
            answer["analysis"]["functions"]
                .as_u64()
                .is_some_and(|n| n > 2)
        );
    }
}

#[test]
fn trials_are_the_searches_with_their_seeds() {
    let how = |rest: &[&str]| {
        let mut options = vec!["-DN=5", "-DR=1", "--via", "reorder.c:15,reorder.c:22"];
        options.extend(["--races", "off", "--no-shorten", "--no-sampling"]);
        options.extend(["--max-states", "20000", "--search", "greedy"]);
        options.extend(["--guide", "random"]);
        options.extend(rest);
        check("reorder.c", &options)
    };
    let (code, answer) = how(&["--seed", "2", "--trials", "3"]);
    assert_eq!(code, 1);
    let trials = answer["trials"].as_array().expect("a list");
    assert_eq!(trials.len(), 3);
    let states = |trial: &Value| trial["states"].as_u64().expect("a number");
    for (seed, trial) in (2..).zip(trials) {
        let (_, alone) = how(&["--seed", &format!("{seed}")]);
        assert_eq!(trial["seed"], seed);
        assert_eq!(trial["end"], "found");
        assert_eq!(trial["steps"], alone["trail"]["steps"]);
        let number = |name: &str| alone["stats"][name].as_u64().expect("a number");
        let looked_at = number("states_generated").max(number("transitions"));
        assert_eq!(states(trial), looked_at);
    }
    // They differ, and the trail is the best one's.
    let best = trials.iter().min_by_key(|trial| states(trial)).unwrap();
    assert!(trials.iter().any(|trial| states(trial) != states(best)));
    assert_eq!(answer["trail"]["steps"], best["steps"]);
}
