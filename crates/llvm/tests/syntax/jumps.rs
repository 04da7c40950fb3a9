use trailhound_llvm::{BlockId, Callee, Clause, Constant, LocalId, Operation, Type, Value};

use crate::{body, body_in, instruction, operation};

fn call(line: &str) -> trailhound_llvm::Call {
    match operation(line) {
        Operation::Call(call) => call,
        other => panic!("{other:?}"),
    }
}

#[test]
fn calls() {
    let plain = call("%x = tail call fastcc noundef i32 @callee(i32 noundef 1) #7, !dbg !1");
    assert!(!plain.variadic);
    assert_eq!(plain.arguments.len(), 1);
    let variadic = call("%x = call i32 (i32, ...) @callee(i32 1, double 2.0)");
    assert!(variadic.variadic);
    assert_eq!(variadic.arguments.len(), 2);
    let (_, ty) = instruction("%x = call i32 (i32, ...) @callee(i32 1)");
    assert_eq!(ty, Some(Type::Int(32)));
    let pointer = call("musttail call void %p(ptr byval({ i32, i8 }) align 8 %p, metadata !\"x\")");
    assert!(matches!(pointer.callee, Callee::Value(Value::Local(_))));
    assert!(pointer.arguments[0].byval.is_some());
    assert_eq!(
        pointer.arguments[1].value,
        Value::Metadata(Some("x".to_owned()))
    );
    let cast = call("call void bitcast (i32 (i32, ...)* @callee to void ()*)() nounwind");
    assert!(matches!(
        cast.callee,
        Callee::Value(Value::Constant(Constant::Cast { .. }))
    ));
    let bundle = call("call void @callee(i1 true) [ \"align\"(ptr %p, i64 8) ], !dbg !1");
    assert_eq!(bundle.arguments.len(), 1);
    let returns_pointer = call("%x = notail call nsz i8* (i8*)* @callee(i32 1)");
    assert!(!returns_pointer.variadic);
}

#[test]
fn inline_assembly() {
    let call = call(r#"call void asm sideeffect alignstack "a\0A", "~{memory}"() #7"#);
    let Callee::InlineAsm(assembly) = call.callee else {
        panic!()
    };
    assert_eq!(
        (&*assembly.template, &*assembly.constraints, assembly.intel),
        ("a\n", "~{memory}", false)
    );
}

#[test]
fn branches() {
    let (_, body) = body(
        "  br i1 %b, label %a, label %\"c d\", !dbg !1\n\
         a:\n\
         \x20 switch i32 %i, label %\"c d\" [\n\
         \x20   i32 -1, label %a\n\
         \x20   i32 7, label %e\n\
         \x20 ], !dbg !3\n\
         \"c d\":\n\
         \x20 indirectbr ptr %p, [label %a, label %e]\n\
         e:                                ; preds = %a\n\
         \x20 unreachable\n\
         f:",
    );
    let terminators: Vec<_> = body
        .blocks
        .iter()
        .map(|block| &block.instructions.last().unwrap().operation)
        .collect();
    assert!(matches!(
        terminators[0],
        Operation::CondBr {
            then: BlockId(1),
            otherwise: BlockId(2),
            ..
        }
    ));
    let Operation::Switch { default, cases, .. } = terminators[1] else {
        panic!()
    };
    assert_eq!(*default, BlockId(2));
    let targets: Vec<_> = cases.iter().map(|case| case.1).collect();
    assert_eq!(targets, [BlockId(1), BlockId(3)]);
    assert!(matches!(
        terminators[2],
        Operation::IndirectBr { targets, .. } if targets == &[BlockId(1), BlockId(3)]
    ));
    assert_eq!(*terminators[3], Operation::Unreachable);
    assert_eq!(*terminators[4], Operation::Ret(None));
    let names: Vec<_> = body.blocks.iter().map(|block| &*block.name).collect();
    assert_eq!(names, ["0", "a", "c d", "e", "f"]);
}

#[test]
fn exceptions() {
    let (_, body) = body(
        "  %r = invoke noundef i32 @callee(i32 1) #3\n\
         \x20         to label %ok unwind label %pad, !dbg !1\n\
         pad:\n\
         \x20 %e = landingpad { ptr, i32 }\n\
         \x20         cleanup\n\
         \x20         catch ptr @g\n\
         \x20         catch i8* bitcast (i8** @g to i8*)\n\
         \x20         catch ptr null\n\
         \x20         filter [1 x ptr] [ptr @g], !dbg !2\n\
         \x20 resume { ptr, i32 } %e\n\
         ok:",
    );
    let Operation::Invoke {
        call,
        normal,
        unwind,
    } = &body.blocks[0].instructions[0].operation
    else {
        panic!()
    };
    assert_eq!(
        (normal.index(), unwind.index(), call.arguments.len()),
        (2, 1, 1)
    );
    let Operation::LandingPad {
        cleanup, clauses, ..
    } = &body.blocks[1].instructions[0].operation
    else {
        panic!()
    };
    assert!(cleanup);
    assert_eq!(clauses.len(), 4);
    assert!(matches!(clauses[2], Clause::Catch(Constant::Null(_))));
    assert!(matches!(
        clauses[3],
        Clause::Filter(Constant::Aggregate { .. })
    ));
}

#[test]
fn unnamed_values_and_blocks_share_one_count() {
    let (module, body) = body_in(
        "define i32 @f(i32, i32 %named, i8 %1) {\n\
         \x20 %3 = add i32 %0, 1\n\
         \x20 br label %4\n\
         \n\
         4:                                                ; preds = %2, %4\n\
         \x20 %5 = phi i32 [ %3, %2 ], [ %6, %4 ]\n\
         \x20 %6 = add i32 %5, %named\n\
         \x20 br label %4\n\
         }\n",
    );
    assert_eq!(body.parameters.len(), 3);
    assert_eq!(body.local_types.len(), 6);
    assert_eq!(*module.ty(body.local_types[2]), Type::Int(8));
    assert_eq!(body.blocks[0].name, "2");
    let Operation::Phi { incoming, .. } = &body.blocks[1].instructions[0].operation else {
        panic!()
    };
    assert_eq!(incoming[0], (Value::Local(LocalId(3)), BlockId(0)));
    assert_eq!(incoming[1], (Value::Local(LocalId(5)), BlockId(1)));
}

#[test]
fn use_list_orders_are_no_instructions() {
    let (_, body) = body("  ret void\n\n  uselistorder i32 %i, { 1, 0 }\n\nnext:");
    assert_eq!(body.blocks[0].instructions.len(), 1);
}
