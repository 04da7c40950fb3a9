//! Changed trails are refused, or walked to an end that can be told.

use std::path::Path;
use std::sync::Arc;

use trailhound_llvm::Module;
use trailhound_machine::{Choice, Options, Races, ThreadId, load};
use trailhound_trail::{
    ExpectedError, MachineRequest, ProgramRequest, Promise, Reached, Trail, VariableNames, reach,
    replay_lap,
};

/// Main starts a thread that makes a choice among three values and fails for the last one.
const PROGRAM: &str = r#"
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @th_toss(i32)
declare void @abort()
define ptr @run(ptr %a) {
  %v = call i32 @th_toss(i32 3)
  store atomic i32 %v, ptr @x seq_cst, align 4
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @run, ptr null)
  %v = load atomic i32, ptr @x seq_cst, align 4
  %f = icmp eq i32 %v, 2
  br i1 %f, label %fail, label %good
fail:
  call void @abort()
  unreachable
good:
  %h = load i64, ptr %t
  %j = call i32 @pthread_join(i64 %h, ptr null)
  ret i32 0
}
"#;

/// The short sequences of choices of two threads with up to three values.
fn sequences() -> impl Iterator<Item = Vec<Choice>> {
    let all = |length: u32| {
        (0..6u32.pow(length)).map(move |number| {
            let digits = (0..length).map(|place| number / 6u32.pow(place) % 6);
            let choices = digits.map(|digit| Choice::new(ThreadId(digit % 2), digit / 2));
            choices.collect()
        })
    };
    (1..6).flat_map(all)
}

#[test]
fn changed_trails_are_refused_or_walked() {
    let module = Module::read(PROGRAM.to_owned(), "program.ll").expect("valid IR");
    let program = load(&mut vec![module]).expect("a program");
    let names = Arc::new(VariableNames::default());
    let options = Options::default();
    let walked = |trail: &Trail| {
        let (promise, stem) = match trail.cycle_start {
            Some(start) => (Promise::Circle, start.min(trail.choices.len())),
            None => (Promise::Error, trail.choices.len()),
        };
        let stem = &trail.choices[..stem];
        let reached = reach(&program, &options, Races::Report, stem, promise);
        reached.map(|Reached { problem, lap }| {
            replay_lap(&program, &names, &options, stem, &lap, &problem)
        })
    };
    let trail = |choices: &[Choice]| {
        let error = ExpectedError {
            kind: "abort".to_owned(),
            message: "abort".to_owned(),
        };
        let (program, machine) = (ProgramRequest::default(), MachineRequest::default());
        Trail::new(0, program, machine, error, choices.to_vec())
    };
    let choices = sequences()
        .find(|choices| walked(&trail(choices)).is_ok())
        .expect("a trail to the error");
    let valid = trail(&choices);
    // Numbers of threads that would be packed into the same choice as a thread and its value.
    for bits in 4..31 {
        let alias =
            |&Choice { thread, value }: &Choice| Choice::new(ThreadId(thread.0 | value << bits), 0);
        let alias = trail(&choices.iter().map(alias).collect::<Vec<_>>());
        walked(&alias).expect_err("there is no such thread");
    }
    let corpus = [
        serde_json::to_string(&valid).expect("JSON"),
        serde_json::to_string_pretty(&Trail {
            cycle_start: Some(1),
            ..valid
        })
        .expect("JSON"),
    ];
    trailhound_mutants::each(2_000, &corpus, |text| {
        match Trail::parse(text, Path::new("mutant.json")) {
            Ok(trail) => drop(walked(&trail)),
            Err(error) => assert!(error.to_string().contains("mutant.json")),
        }
    });
}
