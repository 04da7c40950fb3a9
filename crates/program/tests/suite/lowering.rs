//! Facts about lowered code, from small modules written here.

use crate::interpreter::Interpreter;
use trailhound_llvm::Module;
use trailhound_program::*;

fn module(text: &str, name: &str) -> Module {
    Module::read(as_llvm_writes(text), name).unwrap_or_else(|error| panic!("{error}"))
}

/// The reader expects the line breaks that LLVM makes; the tests are easier to read without.
fn as_llvm_writes(text: &str) -> String {
    let mut lines = String::new();
    for line in text.lines().map(str::trim) {
        let is_definition = line.starts_with("define ");
        let (header, rest) = match line.split_once(" { ") {
            Some((header, rest)) if is_definition => (Some(header), rest),
            _ => (None, line),
        };
        if let Some(header) = header {
            lines.push_str(&format!("{header} {{\n"));
        }
        let count = |brace: char| rest.matches(brace).count();
        match rest.strip_suffix('}') {
            Some(last) if count('}') > count('{') => lines.push_str(&format!("{last}\n}}\n")),
            _ => lines.push_str(&format!("{rest}\n")),
        }
    }
    lines
}

pub fn program(text: &str) -> Program {
    link(&mut [module(text, "test.ll")], &LinkOptions::default()).expect("a program")
}

fn function(program: &Program, name: &str) -> FunctionId {
    let found = program.functions.iter().position(|f| f.name == name);
    FunctionId(found.unwrap_or_else(|| panic!("no {name}")) as u32)
}

fn body<'p>(program: &'p Program, name: &str) -> &'p Body {
    program.functions[function(program, name).index()]
        .body
        .as_ref()
        .expect("a body")
}

/// The disassembly without the lines in front of the code, numbers kept.
fn listing(program: &Program, name: &str) -> Vec<String> {
    let text = program.print_function(function(program, name));
    text.lines()
        .skip(2)
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

const MAIN: &str = "define i32 @main() { ret i32 0 }\n";

#[test]
fn a_program_needs_main() {
    let empty = module("define void @other() { ret void }", "a.ll");
    assert!(matches!(
        link(&mut [empty], &LinkOptions::default()),
        Err(LinkError::NoMain)
    ));
}

#[test]
fn a_strong_definition_beats_a_weak_one() {
    let a = "define weak i32 @value() { ret i32 1 }
        define i32 @main() { %r = call i32 @value() ret i32 %r }";
    let b = "define i32 @value() { ret i32 2 }";
    for order in [[a, b], [b, a]] {
        let mut modules = order.map(|text| module(text, "m.ll"));
        let program = link(&mut modules, &LinkOptions::default()).expect("a program");
        assert_eq!(Interpreter::new(&program).run(), 2);
    }
    let mut twice = [module(a, "a.ll"), module(b, "b.ll"), module(b, "c.ll")];
    match link(&mut twice, &LinkOptions::default()) {
        Err(LinkError::Duplicate { symbol }) => assert_eq!(symbol, "value"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn local_symbols_stay_apart() {
    let a = "define internal i32 @value() { ret i32 1 }
        declare i32 @other()
        define i32 @main() {
          %r = call i32 @value()
          %s = call i32 @other()
          %t = add i32 %r, %s
          ret i32 %t }";
    let b = "define internal i32 @value() { ret i32 10 }
        define i32 @other() { %r = call i32 @value() ret i32 %r }";
    let mut modules = [module(a, "a.ll"), module(b, "b.ll")];
    let program = link(&mut modules, &LinkOptions::default()).expect("a program");
    assert_eq!(Interpreter::new(&program).run(), 11);
}

#[test]
fn only_what_is_reachable_is_lowered() {
    let text = "@table = global [2 x ptr] [ptr @through_table, ptr @data]
        @data = global i32 7
        @unused = global i32 8
        define void @through_table() { ret void }
        define void @unreachable() { ret void }
        define void @kept() { call void @called_by_kept() ret void }
        define void @called_by_kept() { ret void }
        define void @replaced() { call void @unreachable() ret void }
        define i32 @main() { %p = load ptr, ptr @table call void @replaced() ret i32 0 }";
    let options = LinkOptions {
        replaced: &|symbol, _| symbol == "replaced",
        keep: &["kept"],
        ..LinkOptions::default()
    };
    let program = link(&mut [module(text, "a.ll")], &options).expect("a program");
    let with_body = |f: &&Function| f.body.is_some();
    let mut names: Vec<&str> = program
        .functions
        .iter()
        .filter(with_body)
        .map(|f| f.name.as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["called_by_kept", "kept", "main", "through_table"]);
    let globals: Vec<&str> = program.globals.iter().map(|g| g.name.as_str()).collect();
    assert_eq!(globals, ["table", "data"]);
    let data = ObjectId::new(Space::STATIC, 1).at(0);
    assert_eq!(program.globals[0].bytes[8..], data.0.to_le_bytes());
}

#[test]
fn a_weak_symbol_that_nobody_knows_is_null() {
    let text = "declare extern_weak i32 @gettid()
        define i32 @main() {
          %c = icmp eq ptr @gettid, null
          %r = zext i1 %c to i32
          ret i32 %r }";
    let unknown = program(text);
    assert_eq!(Interpreter::new(&unknown).run(), 1);
    let options = LinkOptions {
        known_externals: &|name| name == "gettid",
        ..LinkOptions::default()
    };
    let known = link(&mut [module(text, "a.ll")], &options).expect("a program");
    assert_eq!(Interpreter::new(&known).run(), 0);
}

#[test]
fn aliases_and_constant_expressions_are_evaluated() {
    let text = "@pair = global { i32, i32 } { i32 3, i32 4 }
        @second = alias i32, getelementptr ({ i32, i32 }, ptr @pair, i32 0, i32 1)
        @distance = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @pair, i64 6) to i64), \
                                    i64 ptrtoint (ptr @pair to i64))
        @bytes = constant [4 x i8] c\"ab\\00\\ff\"
        define i32 @main() {
          %a = load i32, ptr @second
          %b = load i64, ptr @distance
          %c = trunc i64 %b to i32
          %d = load i8, ptr getelementptr inbounds ([4 x i8], ptr @bytes, i64 0, i64 3)
          %e = zext i8 %d to i32
          %f = mul i32 %a, %c
          %g = add i32 %f, %e
          ret i32 %g }";
    assert_eq!(Interpreter::new(&program(text)).run(), 4 * 6 + 255);
}

#[test]
fn elements_of_constant_vectors_are_evaluated() {
    let cast = "bitcast (<4 x i32> <i32 1, i32 2, i32 3, i32 4> to <2 x i64>)";
    let text = format!(
        "define i32 @main() {{
          %a = trunc i64 extractelement (<2 x i64> {cast}, i32 1) to i32
          %b = lshr i64 extractelement (<2 x i64> {cast}, i32 0), 32
          %c = trunc i64 %b to i32
          %d = xor i32 extractelement (<2 x i32> <i32 5, i32 -1>, i32 1), -17
          %e = mul i32 %a, 100
          %f = mul i32 %c, 10
          %g = add i32 %e, %f
          %h = add i32 %g, %d
          ret i32 %h }}"
    );
    assert_eq!(Interpreter::new(&program(&text)).run(), 300 + 20 + 16);
}

#[test]
fn constructors_run_by_priority() {
    let text = "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] \
          [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, \
           { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
        define void @late() { ret void }
        define void @early() { ret void }
        define i32 @main() { ret i32 0 }";
    let program = program(text);
    let names: Vec<&str> = program
        .constructors
        .iter()
        .map(|id| program.functions[id.index()].name.as_str())
        .collect();
    assert_eq!(names, ["early", "late"]);
}

#[test]
fn a_circle_of_phis_is_a_parallel_copy() {
    let text = "define i32 @main() {
        entry: br label %loop
        loop:
          %a = phi i32 [ 1, %entry ], [ %b, %loop ]
          %b = phi i32 [ 2, %entry ], [ %c, %loop ]
          %c = phi i32 [ 3, %entry ], [ %a, %loop ]
          %i = phi i32 [ 0, %entry ], [ %n, %loop ]
          %n = add i32 %i, 1
          %more = icmp ult i32 %n, 5
          br i1 %more, label %loop, label %done
        done:
          %x = mul i32 %a, 100
          %y = mul i32 %b, 10
          %s = add i32 %x, %y
          %t = add i32 %s, %c
          ret i32 %t }";
    // (1,2,3) -> (2,3,1) -> (3,1,2) -> (1,2,3) -> (2,3,1)
    assert_eq!(Interpreter::new(&program(text)).run(), 231);
}

#[test]
fn locals_become_registers() {
    let text = format!(
        "{MAIN}
        define i32 @sum(i32 %n) {{
        entry:
          %i = alloca i32
          %s = alloca i32
          %pair = alloca {{ i32, i64 }}
          store i32 0, ptr %i
          store volatile i32 0, ptr %s
          br label %test
        test:
          %a = load i32, ptr %i
          %c = icmp slt i32 %a, %n
          br i1 %c, label %body, label %done
        body:
          %f = getelementptr {{ i32, i64 }}, ptr %pair, i32 0, i32 1
          %w = sext i32 %a to i64
          store i64 %w, ptr %f
          %v = load i64, ptr %f
          %t = trunc i64 %v to i32
          %b = load volatile i32, ptr %s
          %d = add i32 %b, %t
          store volatile i32 %d, ptr %s
          %e = add i32 %a, 1
          store i32 %e, ptr %i
          br label %test
        done:
          %r = load i32, ptr %s
          ret i32 %r }}"
    );
    let options = LinkOptions {
        keep: &["sum"],
        ..LinkOptions::default()
    };
    let program = link(&mut [module(&text, "a.ll")], &options).expect("a program");
    let touches_memory =
        |op: &Op| matches!(op, Op::Load { .. } | Op::Store { .. } | Op::Alloca { .. });
    assert!(!body(&program, "sum").code.iter().any(touches_memory));
    assert_eq!(Interpreter::new(&program).call("sum", &[10]), 45);
}

#[test]
fn a_local_whose_address_escapes_stays_in_memory() {
    let text = "declare void @see(ptr)
        define i32 @main() {
          %x = alloca i32
          %y = alloca i64
          store i32 1, ptr %x
          call void @see(ptr %x)
          store i64 5, ptr %y
          %half = load i32, ptr %y
          %r = load i32, ptr %x
          ret i32 %r }";
    let program = program(text);
    let count = |f: fn(&Op) -> bool| {
        body(&program, "main")
            .code
            .iter()
            .filter(|op| f(op))
            .count()
    };
    assert_eq!(count(|op| matches!(op, Op::Alloca { .. })), 2);
    assert_eq!(count(|op| matches!(op, Op::Store { .. })), 2);
    // The load of `half` is dead, but loads from memory stay.
    assert_eq!(count(|op| matches!(op, Op::Load { .. })), 2);
}

#[test]
fn a_local_that_may_be_read_unwritten_is_undefined() {
    let text = format!(
        "{MAIN}
        define i32 @maybe(i1 %c) {{
          %x = alloca i32
          br i1 %c, label %write, label %read
        write:
          store i32 5, ptr %x
          br label %read
        read:
          %r = load i32, ptr %x
          ret i32 %r }}"
    );
    let options = LinkOptions {
        keep: &["maybe"],
        ..LinkOptions::default()
    };
    let program = link(&mut [module(&text, "a.ll")], &options).expect("a program");
    let undefined = body(&program, "maybe")
        .code
        .iter()
        .any(|op| matches!(op, Op::Undefined { .. }));
    assert!(undefined);
    assert_eq!(Interpreter::new(&program).call("maybe", &[1]), 5);
}

#[test]
fn offsets_and_compares_are_folded() {
    let text = format!(
        "{MAIN}
        define i32 @field(ptr %p, i64 %i) {{
          %q = getelementptr {{ i64, [4 x i32] }}, ptr %p, i64 0, i32 1, i64 %i
          %v = load i32, ptr %q
          %c = icmp sgt i32 %v, 3
          %n = xor i1 %c, true
          br i1 %n, label %a, label %b
        a:
          ret i32 1
        b:
          store atomic i32 7, ptr %q seq_cst, align 4
          ret i32 2 }}"
    );
    let options = LinkOptions {
        keep: &["field"],
        ..LinkOptions::default()
    };
    let program = link(&mut [module(&text, "a.ll")], &options).expect("a program");
    let expected = [
        "0 r4 = add_scaled r4, r5 * 4",
        "1 r5 = load.32 r4 +8",
        "2 branch.sgt.32 r5, 3 -> 4",
        "3 return 1",
        "4 store.seq_cst.32 7, r4 +8",
        "5 return 2",
    ];
    assert_eq!(listing(&program, "field"), expected);
}

#[test]
fn exceptions_arrive_at_the_landing_pad() {
    let text = "declare void @throw_it(ptr)
        declare i32 @personality(...)
        define i32 @main() personality ptr @personality {
        entry:
          %x = alloca i32
          store i32 3, ptr %x
          invoke void @throw_it(ptr inttoptr (i64 20 to ptr)) to label %fine unwind label %pad
        fine:
          ret i32 0
        pad:
          %e = landingpad { ptr, i32 } cleanup catch ptr null
          %p = extractvalue { ptr, i32 } %e, 0
          %s = extractvalue { ptr, i32 } %e, 1
          %v = load i32, ptr %x
          %n = ptrtoint ptr %p to i32
          %t = add i32 %n, %v
          %u = mul i32 %s, 100
          %r = add i32 %t, %u
          ret i32 %r }";
    let program = program(text);
    let pad = &body(&program, "main").landing_pads[0];
    assert!(pad.cleanup);
    assert_eq!(pad.catches, [Catch::All]);
    assert_eq!(Interpreter::new(&program).run(), 123);
}

#[test]
fn liveness_knows_what_a_call_must_keep() {
    let text = format!(
        "{MAIN}
        declare i32 @get(i32)
        define i32 @keep(i32 %a, i32 %b, i32 %c) {{
          %x = call i32 @get(i32 %a)
          %y = call i32 @get(i32 %x)
          %s = add i32 %y, %b
          ret i32 %s }}"
    );
    let options = LinkOptions {
        keep: &["keep"],
        ..LinkOptions::default()
    };
    let program = link(&mut [module(&text, "a.ll")], &options).expect("a program");
    let body = body(&program, "keep");
    let liveness = Liveness::of(body);
    let (a, b) = (body.first_parameter(), body.first_parameter() + 1);
    assert_eq!(liveness.before(0), [a, b]);
    assert_eq!(liveness.after_call(0), [b]);
    assert_eq!(liveness.after_call(1), [b]);
}

#[test]
fn thread_locals_are_addressed_for_each_thread() {
    let text = "@x = thread_local global [2 x i32] [i32 1, i32 2]
        define i32 @main() {
          %v = load i32, ptr getelementptr (i8, ptr @x, i64 4)
          ret i32 %v }";
    let program = program(text);
    assert!(program.globals[0].thread_local);
    let code = listing(&program, "main");
    assert_eq!(
        code[..2],
        ["0 r0 = thread_local @x", "1 r0 = load.32 r0 +4"]
    );
}

#[test]
fn what_the_machine_does_not_know_is_named() {
    let text = "define i32 @main() {
          call void asm sideeffect \"\", \"~{memory}\"()
          %same = call i32 asm \"\", \"=r,0\"(i32 7)
          call void asm sideeffect \"mfence; pause\", \"\"()
          call void asm sideeffect \"vzeroall\", \"\"()
          %d = fadd x86_fp80 0xK3FFF8000000000000000, 0xK3FFF8000000000000000
          ret i32 %same }";
    let program = program(text);
    let body = body(&program, "main");
    assert_eq!(body.unsupported.len(), 2);
    assert_eq!(body.unsupported[0].to_string(), "inline assembly: vzeroall");
    assert!(
        body.unsupported[1].to_string().contains("x86_fp80"),
        "{}",
        body.unsupported[1]
    );
    assert_eq!(
        listing(&program, "main").last().map(String::as_str),
        Some("3 return 7")
    );
}

#[test]
fn vectors_are_taken_apart() {
    let text = "@v = global <4 x i32> <i32 1, i32 2, i32 3, i32 4>
        declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
        define i32 @main() {
          %v = load <4 x i32>, ptr @v
          %r = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
          %c = icmp sgt <4 x i32> %v, %r
          %bits = bitcast <4 x i1> %c to i4
          %wide = zext i4 %bits to i32
          %m = mul <4 x i32> %v, %r
          %i = and i32 %wide, 3
          %e = extractelement <4 x i32> %m, i32 %i
          %w = insertelement <4 x i32> %m, i32 100, i32 %e
          %s = select <4 x i1> %c, <4 x i32> %m, <4 x i32> zeroinitializer
          %t = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %s)
          %h = bitcast <4 x i32> %m to <2 x i64>
          %k = extractelement <2 x i64> %h, i32 1
          %l = lshr i64 %k, 32
          %n = trunc i64 %l to i32
          %u = mul i32 %wide, 1000
          %x = add i32 %u, %t
          %y = mul i32 %n, 100
          %z = add i32 %x, %y
          ret i32 %z }";
    // v = 1 2 3 4, r = 4 3 2 1: c = 0 0 1 1 = 0b1100; m = 4 6 6 4; s sums to 10; m[3] = 4.
    assert_eq!(Interpreter::new(&program(text)).run(), 12_000 + 400 + 10);
}

#[test]
fn spins_leave_no_counter() {
    let text = "@flag = global i32 0
        declare i32 @sched_yield()
        declare void @llvm.x86.sse2.pause()
        define i32 @main() {
        entry: br label %spin
        spin:
          %step = phi i32 [ 0, %entry ], [ %next, %again ]
          %v = load atomic i32, ptr @flag seq_cst, align 4
          %set = icmp ne i32 %v, 0
          br i1 %set, label %done, label %wait
        wait:
          %short = icmp ult i32 %step, 7
          br i1 %short, label %delay, label %yield
        delay:
          %square = mul i32 %step, %step
          br label %count
        count:
          %i = phi i32 [ 0, %delay ], [ %j, %pause ]
          %more = icmp ult i32 %i, %square
          br i1 %more, label %pause, label %again
        pause:
          call void @llvm.x86.sse2.pause()
          %j = add i32 %i, 1
          br label %count
        yield:
          %ignored = call i32 @sched_yield()
          br label %again
        again:
          %next = add i32 %step, 1
          br label %spin
        done:
          ret i32 0 }";
    let expected = [
        "0 r2 = load.seq_cst.32 @flag",
        "1 branch.eq.32 r2, 0 -> 0",
        "2 return 0",
    ];
    assert_eq!(listing(&program(text), "main"), expected);
    let options = LinkOptions {
        remove_spins: false,
        ..LinkOptions::default()
    };
    let plain = link(&mut [module(text, "a.ll")], &options).expect("a program");
    assert!(listing(&plain, "main").len() > 10);
}

#[test]
fn loops_that_may_be_endless_stay() {
    let endless = |step: u64, predicate: &str| {
        let text = format!(
            "define i32 @main(i32 %n, ptr %p) {{
            entry: br label %loop
            loop:
              %i = phi i32 [ 0, %entry ], [ %j, %loop ]
              %j = add i32 %i, {step}
              %more = icmp {predicate} i32 %j, %n
              br i1 %more, label %loop, label %done
            done: ret i32 0 }}"
        );
        listing(&program(&text), "main").len() > 1
    };
    assert!(!endless(1, "ult"));
    assert!(!endless(1, "ne"));
    assert!(!endless(3, "slt"));
    // Any number may be the bound: a step of two can pass it, and nothing is above the last.
    assert!(endless(2, "ne"));
    assert!(endless(1, "ule"));
    assert!(endless(0, "ne"));
}

#[test]
fn a_count_that_is_used_later_stays() {
    let text = "@flag = global i32 0
        define i32 @main() {
        entry: br label %spin
        spin:
          %n = phi i32 [ 0, %entry ], [ %m, %spin ]
          %m = add i32 %n, 1
          %v = load i32, ptr @flag
          %set = icmp ne i32 %v, 0
          br i1 %set, label %done, label %spin
        done:
          ret i32 %m }";
    let code = listing(&program(text), "main");
    assert!(code.iter().any(|line| line.contains("add.32")), "{code:?}");
}

#[test]
fn compared_constants_are_collected() {
    let text = "@x = global i32 0
        define i32 @main() {
          %v = load i32, ptr @x
          %c = icmp eq i32 %v, -17
          br i1 %c, label %a, label %b
        a: ret i32 1
        b: switch i32 %v, label %a [ i32 1000, label %c2 i32 -3, label %c2 ]
        c2: ret i32 2 }";
    assert_eq!(program(text).compared_constants, [-17, -3, 1000]);
}

#[test]
fn memory_orders_are_kept() {
    let text = format!(
        "{MAIN}
        define void @orders(ptr %p) {{
          %a = load atomic i32, ptr %p unordered, align 4
          %b = load atomic i32, ptr %p acquire, align 4
          store atomic i32 %a, ptr %p monotonic, align 4
          store atomic i32 %b, ptr %p release, align 4
          %c = cmpxchg weak ptr %p, i32 1, i32 2 acq_rel monotonic, align 4
          %d = atomicrmw add ptr %p, i32 3 syncscope(\"singlethread\") seq_cst, align 4
          fence acquire
          fence syncscope(\"singlethread\") seq_cst
          call void asm sideeffect \"mfence\", \"~{{memory}}\"()
          ret void }}"
    );
    let options = LinkOptions {
        keep: &["orders"],
        ..LinkOptions::default()
    };
    let program = link(&mut [module(&text, "a.ll")], &options).expect("a program");
    let listing = program.print_function(function(&program, "orders"));
    let names: Vec<&str> = listing
        .split_whitespace()
        .filter(|word| word.contains(['.']) || word.contains("fence"))
        .collect();
    let expected = [
        "load.relaxed.32",
        "load.acquire.32",
        "store.relaxed.32",
        "store.release.32",
        "compare_exchange.acq_rel.relaxed.32",
        "rmw.add.relaxed.32",
        "fence.acquire",
        "fence.relaxed",
        "fence.seq_cst",
    ];
    assert_eq!(names, expected, "{listing}");
}

#[test]
fn verifier_atomic_functions_are_one_step() {
    let text = "declare void @__VERIFIER_atomic_begin()
        define void @__VERIFIER_atomic_swap() { ret void }
        define i32 @main() {
          call void @__VERIFIER_atomic_begin() call void @__VERIFIER_atomic_swap() ret i32 0 }";
    let program = program(text);
    let atomic = |name: &str| program.functions[function(&program, name).index()].atomic;
    assert!(atomic("__VERIFIER_atomic_swap") && !atomic("__VERIFIER_atomic_begin"));
}

#[test]
fn what_only_returns_its_argument_is_not_called() {
    let text = "
        define internal ptr @_ZSt11__addressofIiEPT_RS0_(ptr %r) { ret ptr %r }
        define internal ptr @_ZSt4moveIPiS0_ET0_T_S2_S1_(ptr %a, ptr %b, ptr %c) { ret ptr %c }
        define ptr @one(ptr %p) { %q = call ptr @_ZSt11__addressofIiEPT_RS0_(ptr %p)
          ret ptr %q }
        define ptr @range(ptr %p) { %q = call ptr @_ZSt4moveIPiS0_ET0_T_S2_S1_(ptr %p, ptr %p, ptr %p)
          ret ptr %q }
        define i32 @main() { %x = alloca i32
          call ptr @one(ptr %x)
          call ptr @range(ptr %x)
          ret i32 0 }";
    let program = program(text);
    assert!(body(&program, "one").calls.is_empty());
    // The algorithm of that name is another function.
    assert_eq!(body(&program, "range").calls.len(), 1);
}
