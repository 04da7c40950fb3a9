//! `trailhound flow` on Rust programs whose threads meet at channels without a buffer: rules that
//! hold because they do, and next to each a program that breaks the rule by a small change.

use crate::judging;

const HOLDS: i32 = 0;
const VIOLATED: i32 = 1;

const EVENTS: &str = "use std::sync::mpsc::{channel, sync_channel};\n\
    use std::thread;\n\
    #[inline(never)] fn make(n: i32) { std::hint::black_box(n); }\n\
    #[inline(never)] fn take(n: i32) { std::hint::black_box(n); }\n\
    #[inline(never)] fn close() { std::hint::black_box(0); }\n";

/// The maker is at most one ahead of the taker, who takes nothing that was not made.
const CLOSE_BEHIND: &str = "(make (make take | take make)* (make | take)?)?";

/// The answer to a rule about a program whose functions are given: its exit code, and the text.
fn answer(functions: &str, rule: &str, more: &[&str]) -> (Option<i32>, String) {
    let rule = format!(
        "events\n  make = call(make)\n  take = call(take)\n  close = call(close)\n\
         property for all executions\n  {rule}\n"
    );
    judging::judge("program.rs", &format!("{EVENTS}{functions}"), &rule, more)
}

#[track_caller]
fn proves(functions: &str, rule: &str) {
    let (answer, told) = answer(functions, rule, &["--no-search"]);
    assert_eq!(answer, Some(HOLDS), "{told}");
}

#[track_caller]
fn refutes(functions: &str, rule: &str) {
    let (answer, told) = answer(functions, rule, &[]);
    assert_eq!(answer, Some(VIOLATED), "{told}");
}

#[test]
fn the_example_is_proved() {
    let program = include_str!("../../../../examples/flow/kitchen.rs");
    let rule = include_str!("../../../../examples/flow/kitchen.prop");
    let (answer, told) = judging::judge("kitchen.rs", program, rule, &["--no-search"]);
    assert_eq!(answer, Some(HOLDS), "{told}");
    assert!(told.contains("task main::closure"), "{told}");
}

fn three_in_turn(capacity: u32) -> String {
    format!(
        "fn main() {{\n\
           let (to, from) = sync_channel({capacity});\n\
           let maker = thread::spawn(move || for n in 0..3 {{ make(n); to.send(n).unwrap(); }});\n\
           for _ in 0..3 {{ take(from.recv().unwrap()); }}\n\
           maker.join().unwrap();\n\
         }}\n"
    )
}

#[test]
fn a_channel_with_a_buffer_is_no_meeting() {
    proves(&three_in_turn(0), CLOSE_BEHIND);
    refutes(&three_in_turn(1), CLOSE_BEHIND);
}

/// The taker goes on when the maker is gone, and knows it then; what comes after that is not
/// before.
#[test]
fn a_channel_ends_when_it_is_left() {
    let program = |last: &str| {
        format!(
            "fn main() {{\n\
               let (to, from) = sync_channel(0);\n\
               let maker = thread::spawn(move || {{\n\
                 for n in 0..2 {{ make(n); to.send(n).unwrap(); }}\n\
                 {last}\n\
               }});\n\
               for n in from {{ take(n); }}\n\
               close();\n\
               maker.join().unwrap();\n\
             }}\n"
        )
    };
    let rule = "[make take]* close?";
    proves(&program("make(2); drop(to);"), rule);
    refutes(&program("drop(to); make(2);"), rule);
}

#[test]
fn whoever_waits_for_a_while_may_meet_nobody() {
    let program = |receives: &str| {
        format!(
            "fn main() {{\n\
               let (to, from) = sync_channel(0);\n\
               let maker = thread::spawn(move || {{ make(1); let _ = to.send(1); }});\n\
               if from.{receives}.is_ok() {{ take(1); }}\n\
               close();\n\
               drop(from);\n\
               maker.join().unwrap();\n\
             }}\n"
        )
    };
    let never_alone = "(make (take close?)?)?";
    // The maker might fail before it makes anything: all states of the program tell.
    let (answer, told) = answer(&program("recv()"), never_alone, &[]);
    assert_eq!(answer, Some(HOLDS), "{told}");
    let for_a_while = "recv_timeout(std::time::Duration::from_millis(1))";
    refutes(&program(for_a_while), never_alone);
}

/// One of those who send has got the channel by another one: it may be the one who is met.
#[test]
fn a_channel_that_travels_is_met_by_anybody() {
    refutes(
        "fn main() {\n\
           let (to, from) = sync_channel(0);\n\
           let (give, get) = channel::<std::sync::mpsc::SyncSender<i32>>();\n\
           give.send(to.clone()).unwrap();\n\
           let stranger = thread::spawn(move || { let _ = get.recv().unwrap().send(7); });\n\
           let maker = thread::spawn(move || { make(1); let _ = to.send(1); });\n\
           take(from.recv().unwrap());\n\
           drop(from);\n\
           stranger.join().unwrap();\n\
           maker.join().unwrap();\n\
         }\n",
        "(make take?)?",
    );
}
