use trailhound_llvm::{BinaryOp, CastOp, Constant, IntPredicate, Type};

use crate::read;

fn constant(typed: &str) -> Constant {
    let mut module = read(&format!(
        "@x = global {typed}, align 8\n\
         @g = global [4 x i32] zeroinitializer\n\
         define void @f() {{\nentry:\n  ret void\n}}\n"
    ));
    let id = module.find("x").unwrap();
    match module.initializer(id) {
        Ok(constant) => constant.unwrap(),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn integers() {
    for (text, expected) in [
        ("i32 0", vec![0]),
        ("i32 -1", vec![0xffff_ffff]),
        ("i8 -128", vec![0x80]),
        ("i8 255", vec![0xff]),
        ("i1 true", vec![1]),
        ("i1 false", vec![0]),
        ("i64 -9223372036854775808", vec![1 << 63]),
        ("i64 18446744073709551615", vec![u64::MAX]),
        ("i128 -1", vec![u64::MAX, u64::MAX]),
        ("i128 18446744073709551616", vec![0, 1]),
        ("i128 -18446744073709551617", vec![u64::MAX, u64::MAX - 1]),
        ("i70 -1", vec![u64::MAX, 0x3f]),
        ("i32 u0xFf", vec![255]),
    ] {
        let Constant::Int { words, .. } = constant(text) else {
            panic!("{text}")
        };
        assert_eq!(words, expected, "{text}");
    }
}

#[test]
fn floating_point() {
    for (text, expected) in [
        ("double 1.500000e+00", u128::from(1.5f64.to_bits())),
        ("double -2.5e-03", u128::from((-2.5e-3f64).to_bits())),
        (
            "double 0x7FF0000000000000",
            u128::from(f64::INFINITY.to_bits()),
        ),
        ("float 1.000000e+00", u128::from(1f32.to_bits())),
        ("float -0.000000e+00", 1 << 31),
        ("float 0x3FF19999A0000000", u128::from(1.1f32.to_bits())),
        ("float 0x7FF8000020000000", 0x7fc0_0001),
        ("float 0x7FF0000020000000", 0x7f80_0001),
        ("half 0xH3C00", 0x3c00),
        ("bfloat 0xR3F80", 0x3f80),
        (
            "x86_fp80 0xK3FFFA000000000000000",
            0x3fff_a000_0000_0000_0000,
        ),
        ("fp128 0xL00000000000000003FFF000000000000", 0x3fff << 112),
    ] {
        let Constant::Float { bits, .. } = constant(text) else {
            panic!("{text}")
        };
        assert_eq!(bits, expected, "{text}");
    }
}

#[test]
fn words() {
    assert!(matches!(constant("ptr null"), Constant::Null(_)));
    assert!(matches!(constant("i32 undef"), Constant::Undef(_)));
    assert!(matches!(constant("i32 poison"), Constant::Poison(_)));
    assert!(matches!(
        constant("[2 x i8] zeroinitializer"),
        Constant::Zero(_)
    ));
    assert!(matches!(constant("ptr @g"), Constant::Global(_)));
    assert!(matches!(constant("ptr no_cfi @f"), Constant::Global(_)));
    assert!(matches!(
        constant("ptr dso_local_equivalent @f"),
        Constant::Global(_)
    ));
    assert!(matches!(
        constant("ptr ptrauth (ptr @f, i32 0, i64 5)"),
        Constant::Global(_)
    ));
    let Constant::BlockAddress { block, .. } = constant("ptr blockaddress(@f, %entry)") else {
        panic!()
    };
    assert_eq!(block, "entry");
}

#[test]
fn aggregates_are_trees() {
    for (text, count) in [
        ("[2 x i32] [i32 1, i32 2]", 2),
        ("{ i8, [1 x i8*] } { i8 1, [1 x i8*] [i8* null] }", 2),
        ("<{ i8, ptr, i8 }> <{ i8 1, ptr @g, i8 undef }>", 3),
        ("<2 x i1> <i1 true, i1 false>", 2),
        ("<4 x i32> splat (i32 7)", 4),
        ("{} {}", 0),
    ] {
        let Constant::Aggregate { elements, .. } = constant(text) else {
            panic!("{text}")
        };
        assert_eq!(elements.len(), count, "{text}");
    }
}

#[test]
fn strings_are_bytes() {
    let Constant::Bytes { bytes, .. } = constant(r#"[9 x i8] c"a, \22\0A\\\FF;\00""#) else {
        panic!()
    };
    assert_eq!(bytes, b"a, \"\n\\\xff;\0");
}

#[test]
fn address_expressions() {
    for text in [
        "ptr getelementptr inbounds ([4 x i32], ptr @g, i64 0, i64 1)",
        "ptr getelementptr inbounds nuw ([4 x i32], ptr @g, i64 0, i64 1)",
        "i32* getelementptr inbounds ([4 x i32], [4 x i32]* @g, i64 0, inrange i64 1)",
        "ptr getelementptr inrange(-16, 24) ([4 x i32], ptr @g, i64 0, i64 1)",
    ] {
        let Constant::Gep { base, indices, .. } = constant(text) else {
            panic!("{text}")
        };
        assert!(matches!(*base, Constant::Global(_)), "{text}");
        assert_eq!(indices.len(), 2, "{text}");
    }
}

#[test]
fn other_expressions() {
    let Constant::Cast { op, value, .. } =
        constant("i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)")
    else {
        panic!()
    };
    assert_eq!(op, CastOp::Trunc);
    let Constant::Cast { op, .. } = *value else {
        panic!()
    };
    assert_eq!(op, CastOp::PtrToInt);
    let Constant::Binary { op, .. } = constant("i64 sub nuw (i64 ptrtoint (ptr @g to i64), i64 3)")
    else {
        panic!()
    };
    assert_eq!(op, BinaryOp::Sub);
    let Constant::Icmp { predicate, .. } = constant("i1 icmp ne (i32* @g, i32* null)") else {
        panic!()
    };
    assert_eq!(predicate, IntPredicate::Ne);
    let select = "ptr select (i1 icmp eq (ptr @g, ptr null), ptr @f, ptr @g)";
    assert!(matches!(constant(select), Constant::Select { .. }));
    let lane =
        "i64 extractelement (<2 x i64> bitcast (<4 x i32> zeroinitializer to <2 x i64>), i32 1)";
    let Constant::ExtractElement { vector, .. } = constant(lane) else {
        panic!()
    };
    assert!(matches!(*vector, Constant::Cast { .. }));
}

#[test]
fn the_type_of_a_constant_is_kept() {
    let mut module = read("@x = global <2 x float> zeroinitializer\n");
    let id = module.find("x").unwrap();
    let Some(Constant::Zero(ty)) = module.initializer(id).unwrap() else {
        panic!()
    };
    assert!(matches!(module.ty(ty), Type::Vector { len: 2, .. }));
}
