//! The programs of the GMC² paper's experiments have the verdicts that their page tells of.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn ask(arguments: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root.join("bench/programs/gmc2"))
        .args(arguments.split(' '))
        .args(["--format", "json"])
        .output()
        .expect("trailhound runs");
    serde_json::from_slice(&output.stdout).expect("an answer")
}

#[test]
fn philosophers_deadlock_unless_one_is_different() {
    for count in [4, 16, 100] {
        let answer = ask(&format!("sample philosophers.c -DN={count}"));
        assert_eq!(answer["error"]["kind"], "deadlock", "{count}");
    }
    assert_eq!(
        ask("sample philosophers.c -DN=16 -DFIXED")["verdict"],
        "sampled"
    );
    assert_eq!(ask("check philosophers.c -DN=6 -DFIXED")["verdict"], "ok");
}

#[test]
fn the_attack_is_found_and_lowes_protocol_is_not_attacked() {
    let sample = "sample needham_schroeder.c --sampler pct:1 --epsilon 0.00002";
    let answer = ask(sample);
    assert_eq!(answer["error"]["kind"], "assertion", "{answer}");
    let answer = ask(&format!("{sample} -DLOWE --max-time 5s"));
    assert!(answer["error"].is_null(), "{answer}");
}

#[test]
fn rules_of_the_advisory_hold_or_not() {
    for (rule, verdict) in [
        ("safe_1", "ok"),
        ("best_1", "ok"),
        ("best_2", "error"),
        ("unnecessary_1", "error"),
        ("crossing_1", "error"),
        ("crossing_2", "error"),
        ("optimal_1", "ok"),
        ("optimal_2", "error"),
    ] {
        let answer = ask(&format!("check tcas.c --property-fn {rule}"));
        assert_eq!(answer["verdict"], verdict, "{rule}");
    }
}
