use trailhound_llvm::{
    BinaryOp, CastOp, Constant, FloatPredicate, IntPredicate, LocalId, MetadataId, Operation,
    Ordering, RmwOp, Type, Value,
};

use crate::{body, instruction, operation};

#[test]
fn arithmetic() {
    for (line, expected) in [
        ("add nuw nsw i32 %i, 1", BinaryOp::Add),
        ("sub i32 %i, %i", BinaryOp::Sub),
        ("mul nsw i32 %i, 3", BinaryOp::Mul),
        ("udiv exact i32 %i, 3", BinaryOp::UDiv),
        ("sdiv i32 %i, 3", BinaryOp::SDiv),
        ("urem i32 %i, 3", BinaryOp::URem),
        ("srem i32 %i, 3", BinaryOp::SRem),
        ("shl i32 %i, 3", BinaryOp::Shl),
        ("lshr exact i32 %i, 3", BinaryOp::LShr),
        ("ashr i32 %i, 3", BinaryOp::AShr),
        ("and i32 %i, 3", BinaryOp::And),
        ("or disjoint i32 %i, 3", BinaryOp::Or),
        ("xor <4 x i32> %v, splat (i32 -1)", BinaryOp::Xor),
        ("fadd fast double %d, %d", BinaryOp::FAdd),
        ("fsub reassoc nsz double %d, 1.0", BinaryOp::FSub),
        (
            "fmul nnan ninf arcp contract afn double %d, %d",
            BinaryOp::FMul,
        ),
        ("fdiv float %s, %s", BinaryOp::FDiv),
        ("frem float %s, %s", BinaryOp::FRem),
    ] {
        match operation(&format!("%x = {line}, !dbg !3")) {
            Operation::Binary { op, .. } => assert_eq!(op, expected),
            other => panic!("{line}: {other:?}"),
        }
    }
    let (negated, ty) = instruction("%x = fneg fast double %d");
    assert!(matches!(negated.operation, Operation::FNeg { .. }));
    assert_eq!(ty, Some(Type::Double));
    assert!(matches!(
        operation("%x = freeze token none"),
        Operation::Freeze {
            value: Value::Constant(Constant::Null(_)),
            ..
        }
    ));
    assert!(matches!(
        operation("%x = freeze i32 %i"),
        Operation::Freeze { .. }
    ));
}

#[test]
fn locations_and_results() {
    let (add, ty) = instruction("%x = add i32 %i, 1, !dbg !42, !prof !{!\"x\", i32 3}, !srcloc !4");
    assert_eq!(add.location, Some(MetadataId(42)));
    assert_eq!(add.result, Some(LocalId(8)));
    assert_eq!(ty, Some(Type::Int(32)));
    let (store, ty) = instruction("store i32 1, ptr %p, align 4");
    assert_eq!((store.location, store.result, ty), (None, None, None));
}

#[test]
fn comparisons() {
    for (word, expected) in [
        ("eq", IntPredicate::Eq),
        ("ne", IntPredicate::Ne),
        ("ugt", IntPredicate::Ugt),
        ("uge", IntPredicate::Uge),
        ("ult", IntPredicate::Ult),
        ("ule", IntPredicate::Ule),
        ("sgt", IntPredicate::Sgt),
        ("sge", IntPredicate::Sge),
        ("slt", IntPredicate::Slt),
        ("samesign sle", IntPredicate::Sle),
    ] {
        let (icmp, ty) = instruction(&format!("%x = icmp {word} i32 %i, 0"));
        assert!(
            matches!(icmp.operation, Operation::Icmp { predicate, .. } if predicate == expected)
        );
        assert_eq!(ty, Some(Type::Int(1)));
    }
    let (_, ty) = instruction("%x = icmp eq <4 x i32> %v, zeroinitializer");
    assert!(matches!(ty, Some(Type::Vector { len: 4, .. })));
    let fcmp = operation("%x = fcmp fast une double %d, 0.0");
    assert!(matches!(
        fcmp,
        Operation::Fcmp {
            predicate: FloatPredicate::Une,
            ..
        }
    ));
}

#[test]
fn casts() {
    for (line, op, to) in [
        ("trunc nuw nsw i32 %i to i8", CastOp::Trunc, Type::Int(8)),
        ("zext nneg i32 %i to i64", CastOp::ZExt, Type::Int(64)),
        ("sext i32 %i to i128", CastOp::SExt, Type::Int(128)),
        ("fptrunc double %d to float", CastOp::FpTrunc, Type::Float),
        ("fpext float %s to double", CastOp::FpExt, Type::Double),
        ("fptoui double %d to i32", CastOp::FpToUi, Type::Int(32)),
        ("fptosi double %d to i32", CastOp::FpToSi, Type::Int(32)),
        (
            "uitofp nneg i32 %i to x86_fp80",
            CastOp::UiToFp,
            Type::X86Fp80,
        ),
        ("sitofp i32 %i to float", CastOp::SiToFp, Type::Float),
        ("ptrtoint ptr %p to i64", CastOp::PtrToInt, Type::Int(64)),
        ("inttoptr i64 %l to i8*", CastOp::IntToPtr, Type::Ptr),
        ("bitcast double %d to i64", CastOp::BitCast, Type::Int(64)),
    ] {
        let (cast, ty) = instruction(&format!("%x = {line}"));
        assert!(matches!(cast.operation, Operation::Cast { op: found, .. } if found == op));
        assert_eq!(ty, Some(to), "{line}");
    }
}

#[test]
fn allocas() {
    for (line, has_count, align) in [
        ("alloca i32", false, None),
        ("alloca i32, align 4", false, Some(4)),
        ("alloca [3 x i8], i64 %l, align 16, !dbg !3", true, Some(16)),
        ("alloca i8, i32 1", true, None),
        ("alloca i8, align 1, addrspace(0)", false, Some(1)),
    ] {
        let (alloca, ty) = instruction(&format!("%x = {line}"));
        let Operation::Alloca {
            count,
            align: found,
            ..
        } = alloca.operation
        else {
            panic!("{line}")
        };
        assert_eq!((count.is_some(), found), (has_count, align), "{line}");
        assert_eq!(ty, Some(Type::Ptr));
    }
}

#[test]
fn loads_and_stores() {
    for (line, atomic, volatile) in [
        ("load i32, ptr %p, align 4, !range !{i32 0}", None, false),
        ("load volatile i32, i32* @g, align 4", None, true),
        (
            "load atomic i32, ptr %p acquire, align 4",
            Some(Ordering::Acquire),
            false,
        ),
        (
            "load atomic volatile i32, ptr %p syncscope(\"singlethread\") seq_cst, align 4",
            Some(Ordering::Monotonic),
            true,
        ),
        (
            "load atomic i32, ptr %p unordered, align 4",
            Some(Ordering::Unordered),
            false,
        ),
        (
            "load atomic i32, ptr %p monotonic, align 4",
            Some(Ordering::Monotonic),
            false,
        ),
    ] {
        match operation(&format!("%x = {line}")) {
            Operation::Load {
                atomic: a,
                volatile: v,
                ..
            } => assert_eq!((a, v), (atomic, volatile)),
            other => panic!("{other:?}"),
        }
    }
    let store = operation("store atomic volatile i32 %i, i32* @g release, align 4, !dbg !1");
    assert!(matches!(
        store,
        Operation::Store {
            atomic: Some(Ordering::Release),
            volatile: true,
            ..
        }
    ));
}

#[test]
fn atomics() {
    let (exchange, ty) = instruction(
        "%x = cmpxchg weak volatile ptr %p, i32 %i, i32 1 syncscope(\"x\") acq_rel monotonic, align 4",
    );
    assert!(matches!(
        exchange.operation,
        Operation::CmpXchg {
            success: Ordering::AcqRel,
            failure: Ordering::Monotonic,
            weak: true,
            ..
        }
    ));
    let own =
        operation("%x = cmpxchg ptr %p, i32 %i, i32 1 syncscope(\"singlethread\") seq_cst seq_cst");
    assert!(matches!(
        own,
        Operation::CmpXchg {
            success: Ordering::Monotonic,
            failure: Ordering::Monotonic,
            weak: false,
            ..
        }
    ));
    assert!(matches!(ty, Some(Type::Struct { fields, .. }) if fields.len() == 2));
    for (word, expected) in [
        ("xchg", RmwOp::Xchg),
        ("add", RmwOp::Add),
        ("sub", RmwOp::Sub),
        ("and", RmwOp::And),
        ("nand", RmwOp::Nand),
        ("or", RmwOp::Or),
        ("xor", RmwOp::Xor),
        ("max", RmwOp::Max),
        ("min", RmwOp::Min),
        ("umax", RmwOp::UMax),
        ("umin", RmwOp::UMin),
        ("uinc_wrap", RmwOp::UIncWrap),
        ("udec_wrap", RmwOp::UDecWrap),
        ("usub_cond", RmwOp::USubCond),
        ("usub_sat", RmwOp::USubSat),
    ] {
        let line = format!("%x = atomicrmw volatile {word} ptr %p, i32 1 seq_cst, align 4");
        assert!(matches!(operation(&line), Operation::AtomicRmw { op, .. } if op == expected));
    }
    for (word, expected) in [
        ("fadd", RmwOp::FAdd),
        ("fsub", RmwOp::FSub),
        ("fmax", RmwOp::FMax),
        ("fmin", RmwOp::FMin),
    ] {
        let line = format!("%x = atomicrmw {word} ptr %p, float %s monotonic");
        assert!(matches!(
            operation(&line),
            Operation::AtomicRmw { op, ordering: Ordering::Monotonic, .. } if op == expected
        ));
    }
    for (line, ordering) in [
        ("fence syncscope(\"x\") acquire", Ordering::Acquire),
        ("fence seq_cst", Ordering::SeqCst),
        (
            "fence syncscope(\"singlethread\") seq_cst",
            Ordering::Monotonic,
        ),
    ] {
        assert_eq!(operation(line), Operation::Fence { ordering });
    }
}

#[test]
fn addresses() {
    let (gep, ty) = instruction(
        "%x = getelementptr inbounds nuw { i32, [2 x i8] }, ptr %p, i64 %l, i32 1, i64 0, !dbg !1",
    );
    assert!(matches!(gep.operation, Operation::Gep { indices, .. } if indices.len() == 3));
    assert_eq!(ty, Some(Type::Ptr));
    let (_, ty) = instruction("%x = getelementptr i8, i8* %p, <4 x i32> %v");
    assert!(matches!(ty, Some(Type::Vector { len: 4, .. })));
}

#[test]
fn aggregates() {
    let (extract, ty) = instruction("%x = extractvalue { i32, [2 x i8] } %t, 1, 0, !dbg !1");
    assert!(matches!(extract.operation, Operation::ExtractValue { path, .. } if path == [1, 0]));
    assert_eq!(ty, Some(Type::Int(8)));
    let (insert, ty) = instruction("%x = insertvalue { i32, [2 x i8] } poison, i32 %i, 0");
    assert!(matches!(insert.operation, Operation::InsertValue { path, .. } if path == [0]));
    assert!(matches!(ty, Some(Type::Struct { .. })));
}

#[test]
fn vectors() {
    let (_, ty) = instruction("%x = extractelement <4 x i32> %v, i64 2");
    assert_eq!(ty, Some(Type::Int(32)));
    let (_, ty) = instruction("%x = insertelement <4 x i32> %v, i32 %i, i32 0");
    assert!(matches!(ty, Some(Type::Vector { len: 4, .. })));
    for (mask, expected) in [
        ("<2 x i32> <i32 5, i32 poison>", vec![Some(5), None]),
        ("<3 x i32> zeroinitializer", vec![Some(0); 3]),
        ("<2 x i32> undef", vec![None; 2]),
        ("<2 x i32> splat (i32 3)", vec![Some(3); 2]),
    ] {
        let line = format!("%x = shufflevector <4 x i32> %v, <4 x i32> undef, {mask}");
        let (shuffle, ty) = instruction(&line);
        let len = expected.len() as u32;
        assert!(matches!(ty, Some(Type::Vector { len: found, .. }) if found == len));
        assert!(matches!(
            shuffle.operation,
            Operation::ShuffleVector { mask, .. } if mask == expected
        ));
    }
}

#[test]
fn selects_and_variadic_arguments() {
    let (_, ty) = instruction("%x = select fast i1 %b, double %d, double 0.0");
    assert_eq!(ty, Some(Type::Double));
    let (va_arg, ty) = instruction("%x = va_arg ptr %p, i32");
    assert!(matches!(va_arg.operation, Operation::VaArg { .. }));
    assert_eq!(ty, Some(Type::Int(32)));
}

#[test]
fn values_are_found_before_they_are_defined() {
    let (_, body) = body(
        "  br label %loop\n\
         loop:\n\
         \x20 %\"a b\" = phi i32 [ 0, %0 ], [ %later, %loop ]\n\
         \x20 %later = add i32 %\"a b\", 1\n\
         \x20 br label %loop\n\
         end:",
    );
    let Operation::Phi { incoming, .. } = &body.blocks[1].instructions[0].operation else {
        panic!()
    };
    assert!(matches!(
        &incoming[0].0,
        Value::Constant(Constant::Int { .. })
    ));
    assert_eq!(incoming[1].0, Value::Local(LocalId(9)));
    assert_eq!(incoming[0].1.index(), 0);
    assert_eq!(incoming[1].1.index(), 1);
}
