//! Every search of `trailhound flow` comes to the same answer, a limit on time is one for all of
//! them, and Ctrl-C gets what is known.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn flow(program: &str, property: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailhound"));
    command
        .current_dir(root())
        .args(["flow", "--max-memory", "2G", "--property", property])
        .arg(program)
        .args(more);
    command
}

fn told(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    String::from_utf8_lossy(&output.stdout).into_owned() + &errors
}

/// All names of the paper's algorithms, and State Propagation.
fn searches() -> Vec<String> {
    let weighted = [1, 2, 3, 5, 9].map(|weight| format!("wastar:{weight}"));
    let mut all: Vec<String> = ["bfs", "dfs", "best-first", "propagation"]
        .map(str::to_owned)
        .into();
    all.extend(weighted.clone());
    let mut first = vec!["bfs".to_owned(), "trap".to_owned()];
    first.extend(weighted.clone());
    first.extend(weighted.map(|weighted| format!("trap+{weighted}")));
    for first in first {
        all.extend(["dfs", "best-first"].map(|second| format!("{first}/{second}")));
    }
    all
}

#[test]
fn every_search_comes_to_the_same_answer() {
    let examples = [
        ("valve.c", "valve.prop", 0),
        ("valve.c", "valve_tasks.prop", 3),
        ("valve_hasty.c", "valve.prop", 3),
        ("handover.c", "handover.prop", 0),
    ];
    let searches = searches();
    assert_eq!(searches.len(), 33);
    for search in &searches {
        for (program, property, expected) in examples {
            let program = format!("examples/flow/{program}");
            let property = format!("examples/flow/{property}");
            let more = ["--no-search", "--format", "json", "--search", search];
            let output = flow(&program, &property, &more)
                .output()
                .expect("trailhound runs");
            let told = told(&output);
            assert_eq!(
                output.status.code(),
                Some(expected),
                "{search} {program} {property}: {told}"
            );
            let answer: serde_json::Value = serde_json::from_str(&told).expect("JSON");
            let path = answer["path"].as_array().map_or(0, Vec::len);
            assert_eq!(path > 0, expected == 3, "{search} {program}: {told}");
            if expected == 3 {
                let steps = answer["path"].as_array().into_iter().flatten();
                let broken = steps.filter(|step| step["violates"] == true);
                assert_eq!(broken.count(), 1, "{search} {program}: {told}");
            }
        }
    }
}

/// Which variables are tested is found out in turns: `phase` is tested only where `turn` is
/// written, which is not asked about before `turn` is known to be tested.
#[test]
fn variables_that_turn_out_to_be_tested_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("phases.c");
    let property = folder.path().join("phases.prop");
    let text = "#include <pthread.h>\n#include \"trailhound.h\"\nint turn, phase;\n\
        static void update(void) { if (phase == 1) turn = 1; }\n\
        static void *other(void *p) { phase = 2; update(); return p; }\n\
        static void *worker(void *p) { if (turn == 1) th_mark(\"went\"); return p; }\n\
        int main(void) { pthread_t s, t; pthread_create(&s, 0, other, 0);\n\
        pthread_create(&t, 0, worker, 0); pthread_join(s, 0); pthread_join(t, 0); }\n";
    std::fs::write(&program, text).expect("a file");
    let rule = "events\n  went = mark(\"went\")\nproperty for no execution\n  .* went .*\n";
    std::fs::write(&property, rule).expect("a file");
    let names = [&program, &property].map(|path| path.to_str().expect("a name"));
    let output = flow(names[0], names[1], &["--no-search", "--format", "json"])
        .output()
        .expect("trailhound runs");
    let told = told(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    for variable in ["variable turn", "variable phase"] {
        assert!(told.contains(variable), "{told}");
    }
}

/// Many threads that all do a lot: more tuples than a search can visit.
fn endless(folder: &Path) -> [String; 2] {
    let mut text = String::from("#include <pthread.h>\n#include \"trailhound.h\"\n");
    for thread in 0..9 {
        text += &format!("static void *w{thread}(void *p) {{ ");
        for step in 0..9 {
            text += &format!("th_mark(\"m{thread}_{step}\"); ");
        }
        text += "return p; }\n";
    }
    text += "int main(void) { pthread_t t[9];\n";
    for thread in 0..9 {
        text += &format!("pthread_create(&t[{thread}], 0, w{thread}, 0);\n");
    }
    text += "for (int i = 0; i < 9; i++) pthread_join(t[i], 0); }\n";
    // Every mark is an event that is followed by anything: only the end decides.
    let mut rule = String::from("events\n");
    let names = || (0..9).flat_map(|thread| (0..9).map(move |step| format!("m{thread}_{step}")));
    for name in names() {
        rule += &format!("  {name} = mark(\"{name}\")\n");
    }
    rule += "  never = mark(\"never\")\nproperty for no execution over ";
    rule += &names().collect::<Vec<_>>().join(" ");
    rule += "\n  .* never\nconstraints\n";
    for thread in 0..9 {
        rule += &format!("  task w{thread}\n");
    }
    let (program, property) = (folder.join("endless.c"), folder.join("endless.prop"));
    std::fs::write(&program, text).expect("a file");
    std::fs::write(&property, rule).expect("a file");
    [program, property].map(|path| path.to_str().expect("a name").to_owned())
}

#[test]
fn one_limit_on_time_is_for_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let [program, property] = endless(folder.path());
    for search in ["bfs", "trap+wastar:1/best-first", "propagation"] {
        let started = Instant::now();
        let more = ["--max-time", "2s", "--search", search];
        let output = flow(&program, &property, &more)
            .output()
            .expect("trailhound runs");
        let told = told(&output);
        assert_eq!(output.status.code(), Some(3), "{search}: {told}");
        assert!(told.contains("--max-time"), "{search}: {told}");
        let took = started.elapsed();
        assert!(took < Duration::from_secs(20), "{search}: {took:?}");
    }
}

#[test]
fn who_interrupts_gets_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let [program, property] = endless(folder.path());
    let child = flow(&program, &property, &["--max-time", "60s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("trailhound runs");
    std::thread::sleep(Duration::from_secs(3));
    let started = Instant::now();
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    let told = told(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("interrupted"), "{told}");
    let took = started.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}
