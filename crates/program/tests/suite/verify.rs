//! Bodies that LLVM would refuse: each is refused, with the line that is wrong.

use trailhound_llvm::Module;
use trailhound_program::{LinkError, LinkOptions, link};

const FRONT: &str = "\
declare i32 @__gxx_personality_v0(...)
declare void @g()
declare i32 @h(i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i64)
define i32 @main(i32 %n, ptr %p) personality ptr @__gxx_personality_v0 {
";

/// The line (of the body, from 1) and what is expected there; None if the body is valid.
fn refused(body: &str) -> Option<(usize, String)> {
    let text = format!("{FRONT}{body}\n}}\n");
    let outcome = match Module::read(text, "test.ll") {
        Ok(module) => link(&mut [module], &LinkOptions::default()).map(drop),
        Err(error) => Err(LinkError::Read(error)),
    };
    match outcome {
        Ok(()) => None,
        Err(LinkError::Read(error)) => Some((error.line - FRONT.lines().count(), error.expected)),
        Err(other) => panic!("{body}: {other}"),
    }
}

fn assert_refused(line: usize, words: &str, body: &str) {
    match refused(body) {
        Some((found, expected)) => {
            assert!(expected.contains(words), "{body}\n{expected}");
            assert_eq!(found, line, "{body}\n{expected}");
        }
        None => panic!("accepted:\n{body}"),
    }
}

#[test]
fn values_are_defined_before_their_uses() {
    let words = "defined before";
    assert_refused(
        1,
        words,
        "  %y = add i32 %x, 1\n  %x = add i32 1, 1\n  ret i32 %y",
    );
    let diamond = "  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  %x = add i32 %n, 1
  br label %end
b:
  br label %end
end:
";
    assert_refused(9, words, &format!("{diamond}  ret i32 %x"));
    assert_refused(
        9,
        words,
        &format!("{diamond}  %y = phi i32 [ %x, %b ], [ 1, %a ]\n  ret i32 %y"),
    );
    let merged = format!("{diamond}  %y = phi i32 [ %x, %a ], [ 1, %b ]\n  ret i32 %y");
    assert_eq!(refused(&merged), None);
    let dead = "  ret i32 0\ndead:\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  br label %dead";
    assert_eq!(refused(dead), None, "code that never runs");
}

#[test]
fn the_result_of_an_invoke_is_there_when_it_has_returned() {
    let invoke = "  %x = invoke i32 @h(i32 %n) to label %normal unwind label %pad
normal:
  ret i32 %x
pad:
  %e = landingpad { ptr, i32 } cleanup
";
    assert_eq!(refused(&format!("{invoke}  ret i32 1")), None);
    assert_refused(6, "defined before", &format!("{invoke}  ret i32 %x"));
}

#[test]
fn blocks_end_once_and_begin_with_their_phis() {
    assert_refused(1, "ends in a jump", "  %x = add i32 1, 1");
    assert_refused(1, "behind the end", "  ret i32 0\n  ret i32 1");
    assert_refused(2, "with an instruction", "  br label %a\na:");
    let late = "  br label %a\na:\n  %x = add i32 1, 1\n  %y = phi i32 [ 1, %0 ]\n  ret i32 %y";
    assert_refused(4, "start of its block", late);
}

#[test]
fn nothing_jumps_to_the_entry() {
    assert_refused(2, "entry block", "a:\n  br label %a");
    assert_refused(
        1,
        "entry block",
        "  %x = phi i32 [ 1, %a ]\n  br label %a\na:\n  ret i32 %x",
    );
}

#[test]
fn phis_have_one_value_for_each_predecessor() {
    let words = "for each block that leads here";
    for entries in [
        "[ 1, %a ]",
        "[ 1, %a ], [ 2, %b ], [ 3, %b ]",
        "[ 1, %a ], [ 2, %end ]",
    ] {
        let body = format!(
            "a:\n  %c = icmp eq i32 %n, 0\n  br i1 %c, label %b, label %end\nb:\n  br label %end\n\
             end:\n  %x = phi i32 {entries}\n  ret i32 %x"
        );
        assert_refused(7, words, &body);
    }
    let twice = |second: u32| {
        format!(
            "a:\n  switch i32 %n, label %end [ i32 1, label %end ]\nend:\n  \
             %x = phi i32 [ 1, %a ], [ {second}, %a ]\n  ret i32 %x"
        )
    };
    assert_eq!(refused(&twice(1)), None);
    assert_refused(4, words, &twice(2));
}

#[test]
fn exceptions_land_at_landing_pads() {
    let body = "  invoke void @g() to label %a unwind label %b\na:\n  ret i32 0\nb:\n";
    assert_refused(1, "unwinds to a landing pad", &format!("{body}  ret i32 1"));
    assert_refused(
        5,
        "only exceptions",
        &format!("{body}  %e = landingpad i32 cleanup\n  br label %b")
            .replace("label %a u", "label %b u"),
    );
    assert_refused(
        6,
        "type of the landing pads",
        &format!("{body}  %e = landingpad {{ ptr, i32 }} cleanup\n  resume i32 1"),
    );
}

#[test]
fn calls_agree_with_their_callees() {
    let words = "as many arguments";
    assert_refused(1, words, "  %x = call i32 @h(i32 1, i32 2)\n  ret i32 %x");
    assert_refused(1, words, "  %x = call i32 @h()\n  ret i32 %x");
    assert_refused(
        1,
        "function type",
        "  %x = call i32 (i32) @h(i64 1)\n  ret i32 %x",
    );
    assert_eq!(
        refused("  %x = call i32 %p(i32 1, i32 2)\n  ret i32 %x"),
        None
    );
    let words = "an intrinsic with the types";
    assert_refused(
        1,
        words,
        "  %x = call i32 @llvm.umax.i32(i32 1, i64 2)\n  ret i32 %x",
    );
    assert_refused(
        1,
        words,
        "  %x = call i32 @llvm.umin.i32(i32 1, i64 2)\n  ret i32 %x",
    );
}

#[test]
fn variables_have_an_end() {
    for length in ["68719476736", "1152921504606846976", "18446744073709551615"] {
        let text = format!(
            "@a = global [{length} x i8] zeroinitializer\n{FRONT}  store i8 1, ptr @a\n  ret i32 0\n}}\n"
        );
        let module = Module::read(text, "test.ll").expect("valid IR");
        let error = link(&mut [module], &LinkOptions::default()).expect_err("too large");
        assert!(error.to_string().contains("at most 2 GiB"), "{error}");
    }
}
