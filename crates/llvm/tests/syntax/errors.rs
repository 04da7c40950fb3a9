use trailhound_llvm::{Constant, MetadataId, Module, Operation, ReadError};

fn module_error(text: &str) -> ReadError {
    Module::read(text.to_string(), "test.ll").unwrap_err()
}

fn body_error(line: &str) -> ReadError {
    let text = format!("declare void @g()\ndefine void @f() {{\n  {line}\n  ret void\n}}\n");
    let mut module = Module::read(text, "test.ll").unwrap();
    let function = module.find("f").unwrap();
    module.body(function).unwrap_err()
}

/// What is LLVM IR but not known to the reader ends its block, and the rest is read.
#[test]
fn unknown_instructions_end_their_block() {
    for (line, named) in [
        ("callbr void asm \"\", \"\"() to label %b []", "callbr"),
        ("%x = catchpad within %y []", "catchpad"),
        (
            "%x = atomicrmw fmaximum ptr null, float 0.0 seq_cst",
            "atomicrmw fmaximum",
        ),
        (
            "%x = load <vscale x 4 x i32>, ptr null",
            "vector of unknown length",
        ),
        ("%x = load target(\"spirv.x\"), ptr null", "type target"),
        (
            "%x = load i32, ptr addrspace(257) null",
            "address space 257",
        ),
    ] {
        let text = format!(
            "define i32 @f(i1 %c) {{\na:\n  br i1 %c, label %b, label %d\nb:\n  {line}, !dbg !7\n  \
             %z = frobnicate %x\n  br label %d\nd:\n  %p = phi i32 [ 1, %a ], [ 2, %b ]\n  ret i32 %p\n}}\n"
        );
        let mut module = Module::read(text, "test.ll").unwrap();
        let function = module.find("f").unwrap();
        let body = module.body(function).unwrap();
        let cut = &body.blocks[1].instructions;
        assert_eq!(cut.len(), 1, "{line}");
        assert_eq!(cut[0].location, Some(MetadataId(7)), "{line}");
        let Operation::Unread { what } = &cut[0].operation else {
            panic!("{line}: {:?}", cut[0].operation);
        };
        assert!(what.contains(named), "{line}: {what}");
        let Operation::Phi { incoming, .. } = &body.blocks[2].instructions[0].operation else {
            panic!("a phi");
        };
        assert_eq!(incoming.len(), 1, "{line}");
    }
}

#[test]
fn unknown_constants_are_kept_by_name() {
    let text = "@v = global i1 fcmp olt (double 0.0, double 1.0)\n\
                @w = global i32 frob (double 0.0, double 1.0)\n";
    let mut module = Module::read(text.to_string(), "test.ll").unwrap();
    let value = module.initializer(module.find("v").unwrap());
    assert!(matches!(value, Ok(Some(Constant::Unread { what, .. })) if what == "constant fcmp"));
    assert!(module.initializer(module.find("w").unwrap()).is_err());
}

#[test]
fn what_is_not_supported_is_named() {
    for (line, named) in [
        ("%x = frobnicate i32 1", "frobnicate"),
        ("call frob void @g()", "frob"),
        ("%x = add i32 %y, 1", "%y"),
        ("call void @nobody()", "@nobody"),
        ("br label %nowhere", "%nowhere"),
        ("#dbg_dance(i32 0)", "dbg_dance"),
        ("call void @g(), frob 3", "frob"),
        ("%x = call void @g()", "%x"),
    ] {
        let error = body_error(line);
        let message = error.to_string();
        assert!(message.contains(named), "{line}: {message}");
        assert_eq!((error.line, &*error.module), (3, "test.ll"), "{line}");
    }
}

#[test]
fn broken_modules_are_errors() {
    for text in [
        "frobnicate",
        "@x = frob i32 0",
        "@x = global i32 0, frob",
        "@x = external global i32\n@x = external global i32",
        "@x = external global %nobody",
        "%a = type { %a }",
        "%a = type { i32 }\n%a = type { i32 }",
        "define void @f() {",
        "define void @f() { ret void }",
        "declare void @f() frob",
        "declare void @f(i32 frob)",
        "@a = alias i32 (), ptr @nobody",
        "@x = external global i9999999999",
        "@x = global i32 0\0\n@y = global i32 0",
    ] {
        module_error(text);
    }
}

#[test]
fn names_are_defined_once() {
    assert_eq!(body_error("%x = add i32 1, 1\n  %x = add i32 1, 1").line, 4);
}

#[test]
fn only_functions_with_a_body_have_one() {
    let text = "@x = global i32 0\ndeclare void @f()\n";
    let mut module = Module::read(text.to_string(), "test.ll").unwrap();
    for id in module.global_ids() {
        assert!(module.body(id).is_err());
    }
}

/// Cut or damaged anywhere, a text is read or refused, but nothing panics.
#[test]
fn damaged_texts_do_no_harm() {
    let text = r#"
%t = type { i32, %t*, <2 x float>, [3 x { i8 }] }
@s = private constant [4 x i8] c"é\0A\00", section "é", align 1, !dbg !0
@t = global %t { i32 -1, %t* getelementptr (%t, %t* @t, i32 1), <2 x float> <float 1.5e+00, float 0x3FF0000000000000>, [3 x { i8 }] zeroinitializer }
@a = alias i32 (i32, ...), bitcast (i32 ()* @f to i32 (i32, ...)*)
define i32 @f(i32 noundef %0, ptr byval(%t) %p) #0 personality ptr @s !dbg !1 {
  %2 = call i32 (i32, ...) @a(i32 7, double -1.0) [ "x"(i32 0) ], !dbg !2
    #dbg_declare(ptr %p, !3, !DIExpression(), !2)
  switch i32 %2, label %3 [ i32 1, label %3 ]

3:                                                ; preds = %1
  %4 = phi i32 [ %2, %1 ], [ 0, %1 ]
  %5 = extractvalue { i32, i8 } undef, 1
  %6 = shufflevector <2 x i8> undef, <2 x i8> poison, <2 x i32> <i32 1, i32 undef>
  ret i32 %4, !dbg !2
}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DISubprogram(name: "é\22", scope: !1, line: 3)
!2 = !DILocation(line: 1, column: 2, scope: !1)
"#;
    let read_all = |text: String| {
        let Ok(mut module) = Module::read(text, "test.ll") else {
            return;
        };
        for id in module.global_ids() {
            let _ = module.body(id);
            let _ = module.initializer(id);
        }
        for number in 0..4 {
            let id = trailhound_llvm::MetadataId(number);
            module.location(id);
            module.subprogram_of(id);
            module.global_variable(id);
        }
    };
    for at in 0..text.len() {
        read_all(String::from_utf8_lossy(&text.as_bytes()[..at]).into_owned());
        for byte in b"\"({[<,:%@!#\\; 9xi-\n}" {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = *byte;
            read_all(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}
