//! Instructions, constants and types that LLVM would refuse, though they are written like
//! valid ones.

use trailhound_llvm::{Module, ReadError};

fn refused(line: &str) -> Option<ReadError> {
    let text = format!(
        "%opaque = type opaque\n@g = external global i32\ndeclare void @callee(i32)\n\
         define i32 @f(i32 %i, i64 %l, ptr %p, double %d, i1 %b, <4 x i32> %v, {{ i32, [2 x i8] }} %t) {{\n\
         \x20 {line}\n  ret i32 0\n}}\n"
    );
    let mut module = Module::read(text, "test.ll").expect("a module");
    let function = module.find("f").expect("a function f");
    module.body(function).err()
}

#[test]
fn operands_have_the_types_of_their_operations() {
    for line in [
        "%x = add i32 %i, %l",
        "%x = add i64 %i, 1",
        "%x = add double %d, %d",
        "%x = fadd i32 %i, %i",
        "%x = fneg i32 %i",
        "%x = icmp eq double %d, %d",
        "%x = icmp eq { i32, [2 x i8] } %t, %t",
        "%x = fcmp oeq i32 %i, %i",
        "%x = select i32 %i, i32 1, i32 2",
        "%x = select i1 %b, i32 1, i64 2",
        "%x = select <2 x i1> zeroinitializer, <4 x i32> %v, <4 x i32> %v",
        "%x = trunc i32 %i to i64",
        "%x = zext i32 %i to i32",
        "%x = bitcast i32 %i to i64",
        "%x = bitcast ptr %p to i64",
        "%x = ptrtoint i64 %l to i64",
        "%x = inttoptr i64 %l to i64",
        "%x = sitofp <4 x i32> %v to double",
        "%x = load i32, i64 %l",
        "%x = load %opaque, ptr %p",
        "%x = load void, ptr %p",
        "store i32 %l, ptr %p",
        "store i32 %i, i64 %l",
        "%x = alloca %opaque",
        "%x = alloca i32, double %d",
        "%x = alloca i32, align 3",
        "%x = freeze void undef",
        "br i32 %i, label %y",
        "ret i64 %l",
        "ret void",
        "%x = call i32 (i32) %p(i64 %l)",
        "%x = call i32 (i32) %p(i32 1, i32 2)",
        "%x = call i32 (i32, ...) %p()",
        "call void %l()",
        "switch double %d, label %y []",
        "switch i32 %i, label %y [ i64 1, label %y ]",
        "switch i32 %i, label %y [ i32 1, label %y i32 1, label %y ]",
        "indirectbr i64 %l, []",
        "%x = landingpad { ptr, i32 }",
        "%x = landingpad { ptr, i32 } catch i32 1",
        "%x = landingpad { ptr, i32 } filter ptr null",
    ] {
        let line = line.replace("%y", "%z");
        let body = format!("{line}\n  br label %z\nz:");
        let error = refused(&body).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(
            (&*error.module, error.line),
            ("test.ll", 5),
            "{line}: {error}"
        );
    }
}

#[test]
fn parts_are_those_of_their_types() {
    for line in [
        "%x = extractvalue { i32, [2 x i8] } %t, 2",
        "%x = extractvalue { i32, [2 x i8] } %t, 1, 2",
        "%x = extractvalue { i32, [2 x i8] } %t",
        "%x = extractvalue <4 x i32> %v, 1",
        "%x = insertvalue { i32, [2 x i8] } %t, i64 %l, 0",
        "%x = extractelement { i32, [2 x i8] } %t, i32 0",
        "%x = extractelement <4 x i32> %v, double %d",
        "%x = insertelement <4 x i32> %v, i64 %l, i32 0",
        "%x = shufflevector <4 x i32> %v, <2 x i32> undef, <2 x i32> <i32 0, i32 1>",
        "%x = shufflevector <4 x i32> %v, <4 x i32> %v, <2 x i32> <i32 0, i32 8>",
        "%x = getelementptr { i32, [2 x i8] }, ptr %p, i64 0, i32 2",
        "%x = getelementptr { i32, [2 x i8] }, ptr %p, i64 0, i32 %i",
        "%x = getelementptr { i32, [2 x i8] }, ptr %p, i64 0, i32 0, i32 0",
        "%x = getelementptr i32, ptr %p, double %d",
        "%x = getelementptr i32, i64 %l, i64 1",
        "%x = getelementptr %opaque, ptr %p, i64 1",
    ] {
        assert!(refused(line).is_some(), "{line}");
    }
}

#[test]
fn atomics_have_types_and_orderings_of_atomics() {
    for line in [
        "%x = load atomic i32, ptr %p release, align 4",
        "store atomic i32 %i, ptr %p acquire, align 4",
        "%x = load atomic i24, ptr %p acquire, align 4",
        "%x = load atomic [2 x i8], ptr %p acquire, align 2",
        "%x = cmpxchg ptr %p, i32 %i, i64 %l seq_cst seq_cst",
        "%x = cmpxchg ptr %p, double %d, double %d seq_cst seq_cst",
        "%x = cmpxchg ptr %p, i32 %i, i32 %i seq_cst release",
        "%x = atomicrmw add ptr %p, double %d seq_cst",
        "%x = atomicrmw fadd ptr %p, i32 %i seq_cst",
        "%x = atomicrmw add ptr %p, i32 %i unordered",
        "fence monotonic",
    ] {
        assert!(refused(line).is_some(), "{line}");
    }
}

#[test]
fn constants_are_of_their_types() {
    for constant in [
        "[4 x i8] c\"abcdefgh\"",
        "[4 x i8] c\"abc\"",
        "[4 x i16] c\"abcd\"",
        "[2 x i8] [i8 1]",
        "[2 x i8] [i8 1, i8 2, i8 3]",
        "[2 x i8] [i8 1, i16 2]",
        "{ i8, i8 } { i8 1 }",
        "{ i8, i8 } <{ i8 1, i8 2 }>",
        "<{ i8, i8 }> { i8 1, i8 2 }",
        "<2 x i8> <i8 1, i8 2, i8 3>",
        "<2 x i8> splat (i16 1)",
        "i32 null",
        "i32 true",
        "ptr 1",
        "i32 @x",
        "double 1.5e+00, 2",
        "float 0x1FFFFFFFFFFFFFFFF",
        "ptr getelementptr ({ i8, i8 }, ptr @x, i64 0, i32 2)",
        "i64 ptrtoint (i64 3 to i64)",
        "i32 ptrtoint (ptr @x to i64)",
        "i64 add (i64 1, i32 1)",
        "i1 icmp eq (i64 1, i32 1)",
    ] {
        let text = format!("@x = global {constant}\n");
        let accepted = Module::read(text, "test.ll").is_ok_and(|mut module| {
            let x = module.find("x").expect("a global x");
            module.initializer(x).is_ok()
        });
        assert!(!accepted, "{constant}");
    }
}

#[test]
fn types_hold_what_can_be_held() {
    for ty in [
        "[2 x void]",
        "{ label }",
        "<2 x [1 x i8]>",
        "<0 x i8>",
        "<4294967295 x i8>",
        "void ()",
        "void",
        "i0",
    ] {
        let text = format!("@x = external global {ty}\n");
        assert!(Module::read(text, "test.ll").is_err(), "{ty}");
    }
    assert!(Module::read("declare void @f(void)\n".into(), "test.ll").is_err());
    assert!(Module::read("declare i32 () @f()\n".into(), "test.ll").is_err());
}

/// Types and constants inside each other have a limit, which is named.
#[test]
fn nesting_has_a_limit() {
    let deep = |open: &str, inside: &str, close: &str| {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        format!("{open}{inside}{close}")
    };
    let named = (0..100_000).map(|n| format!("%t{n} = type {{ %t{} }}\n", n + 1));
    let named: String = named
        .chain(["%t100000 = type { i8 }\n".to_owned()])
        .collect();
    for text in [
        format!("@x = external global {}\n", deep("{ ", "i8", " }")),
        format!("@x = external global {}\n", deep("[1 x ", "i8", "]")),
        format!("declare {} @f()\n", deep("", "void", " (i32)")),
        format!("%t = type {}\n", deep("{ ", "i8", " }")),
        named,
    ] {
        let error = Module::read(text, "test.ll")
            .expect_err("too deep")
            .to_string();
        assert!(
            error.contains("each other") || error.contains("return"),
            "{error}"
        );
    }
    let text = format!("@x = global i64 {}\n", deep("add (i64 1, i64 ", "2", ")"));
    let mut module = Module::read(text, "test.ll").expect("read on demand");
    let error = module
        .initializer(trailhound_llvm::GlobalId(0))
        .expect_err("too deep");
    assert!(error.to_string().contains("each other"), "{error}");
}
