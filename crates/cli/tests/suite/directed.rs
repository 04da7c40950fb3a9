//! Directed search from outside: engines, guides and granularities, the portfolio, and what
//! the report says of them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/steam")
        .join(name)
}

fn command(file: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailhound"));
    command
        .arg("check")
        .arg(example(file))
        .args(["--max-memory", "900M", "--max-time", "60s"])
        .args(arguments)
        .stdin(Stdio::null());
    command
}

fn check(file: &str, arguments: &[&str]) -> Value {
    let output = command(file, arguments)
        .args(["--format", "json"])
        .output()
        .expect("trailhound starts");
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|cause| panic!("no JSON: {cause}: {text}"))
}

const ENGINES: [&str; 9] = [
    "dfs",
    "bfs",
    "iddfs",
    "best-first",
    "greedy",
    "beam",
    "astar",
    "wastar:3",
    "random",
];

#[test]
fn every_engine_goes_with_every_granularity() {
    for engine in ENGINES {
        for granularity in ["shared", "line", "instruction"] {
            for more in [&[][..], &["--no-reduction"]] {
                let mut arguments = vec!["--search", engine, "--granularity", granularity];
                arguments.extend(more);
                let answer = check("philo.c", &[&arguments[..], &["-DN=2"]].concat());
                assert_eq!(answer["error"]["kind"], "deadlock", "{arguments:?}");
            }
        }
    }
}

#[test]
fn engines_that_visit_everything_agree_that_nothing_is_wrong() {
    for engine in ENGINES {
        // Random walks do not end by themselves.
        let limit = ["--max-states", "10000"];
        let answer = check(
            "philo.c",
            &[&["-DN=4", "-DFIXED", "--search", engine], &limit[..]].concat(),
        );
        let expected = match engine {
            "random" => "undecided",
            _ => "ok",
        };
        assert_eq!(answer["verdict"], expected, "{engine}");
    }
    let answer = check("philo.c", &["-DN=4", "-DFIXED", "--search", "beam:2"]);
    assert_eq!(answer["verdict"], "undecided");
    let reason = answer["reason"].as_str().expect("a reason");
    assert!(reason.contains("beam"), "{reason}");
}

#[test]
fn assertions_are_goals_that_nobody_has_to_name() {
    let two_stages = "../../bench/programs/distance/twostage.c";
    let answer = check(two_stages, &["-DN=10", "-DR=1", "--no-cache"]);
    assert_eq!(answer["error"]["kind"], "assertion", "{answer}");
    let (search, guide) = (&answer["search"], &answer["guide"]);
    assert_eq!(
        (search.as_str(), guide.as_str()),
        (Some("greedy"), Some("pfsm"))
    );
    // The look whether the program is small has 400 states more.
    let states = answer["stats"]["states_stored"].as_u64();
    assert!(states.is_some_and(|states| states <= 600), "{answer}");
}

#[test]
fn many_philosophers_in_c_and_rust() {
    for file in ["philo.c", "philo.rs"] {
        for guide in ["lnb", "pl1"] {
            let answer = check(
                file,
                &["-DN=60", "--search", "best-first", "--guide", guide],
            );
            assert_eq!(answer["error"]["kind"], "deadlock", "{file} {guide}");
            assert_eq!(
                (&answer["search"], &answer["guide"]),
                (&"best-first".into(), &guide.into())
            );
            assert!(answer["stats"]["states_expanded"].as_u64() < Some(300));
        }
    }
}

#[test]
fn auto_exhausts_what_is_small_and_bounds_preemptions_in_what_is_large() {
    let small = check("philo.c", &["-DN=4", "-DFIXED"]);
    assert_eq!(
        (&small["verdict"], &small["search"]),
        (&"ok".into(), &"dfs".into())
    );
    assert!(small.get("runs").is_none());

    let options = ["-DN=60", "--all-orders"];
    let large = check("philo.c", &options);
    assert_eq!(large["error"]["kind"], "deadlock");
    assert_eq!(large["preemptions"], 1);
    let runs = large["runs"].as_array().expect("several searches");
    assert_eq!(runs[0]["states_stored"], 2000);
    assert_eq!(runs[1]["preemptions"], 0);
    let last = runs.last().expect("one");
    assert_eq!(
        (&last["preemptions"], &last["end"]),
        (&large["preemptions"], &"found".into())
    );

    let told = command("philo.c", &options).output().expect("it starts");
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("dfs, at most 1 preemption: "), "{told}");
    assert!(
        told.contains("tried before: dfs (2,000 states), dfs with at most 0 preemptions"),
        "{told}"
    );
}

#[test]
fn auto_within_limits_is_undecided() {
    let options = ["-DN=9", "-DFIXED", "--all-orders", "--max-states", "2000"];
    let answer = check("philo.c", &options);
    assert_eq!(answer["verdict"], "undecided");
    let reason = answer["reason"].as_str().expect("a reason");
    assert!(reason.contains("--max-states"), "{reason}");
}

#[test]
fn a_guide_without_effect_is_reported() {
    let arguments = ["-DN=3", "--search", "best-first", "--guide", "none+rw"];
    let answer = check("philo.c", &arguments);
    assert_eq!(
        answer["guide_without_effect"],
        serde_json::json!(["none", "rw"])
    );
    let told = command("philo.c", &arguments).output().expect("it starts");
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(
        told.contains("the guide rw ranks all states of this program alike"),
        "{told}"
    );

    let answer = check(
        "philo.c",
        &["-DN=3", "--search", "best-first", "--guide", "pl1"],
    );
    assert!(answer.get("guide_without_effect").is_none());
}

#[test]
fn a_guide_for_an_engine_that_asks_none_is_refused() {
    let output = command("philo.c", &["--search", "dfs", "--guide", "pl1"])
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("--search dfs"), "{told}");
}

#[test]
fn a_long_trail_is_shortened_along_itself_and_replays() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("trail.json");
    let file = file.to_str().expect("a plain name");
    let arguments = ["-DN=6", "--search", "dfs"];
    let long = check("cashit.c", &[&arguments[..], &["--no-shorten"]].concat());
    let short = check("cashit.c", &[&arguments[..], &["--trail", file]].concat());
    let steps = |answer: &Value| answer["trail"]["steps"].as_u64().expect("steps");
    assert!(long["trail"].get("shortened_from").is_none());
    assert_eq!(
        short["trail"]["shortened_from"].as_u64(),
        Some(steps(&long))
    );
    assert!(steps(&short) < steps(&long));

    let replayed = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["replay", file, "--quiet"])
        .output()
        .expect("trailhound starts");
    assert_eq!(replayed.status.code(), Some(1));
}
