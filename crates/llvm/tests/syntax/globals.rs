use trailhound_llvm::{Constant, GlobalId, GlobalKind, Linkage, MetadataId, Type};

use crate::read;

#[test]
fn module_settings() {
    let module = read(
        "; ModuleID = 'x'\n\
         source_filename = \"a\\22b.c\"\n\
         target datalayout = \"e-m:e\"\n\
         target triple = \"x86_64-pc-linux-gnu\"\n\
         \n\
         module asm \".globl x\"\n\
         $any = comdat any\n\
         attributes #0 = { nounwind \"a\"=\"b\" }\n\
         !llvm.ident = !{!0}\n\
         !0 = !{!\"clang\"}\n\
         ^0 = module: (path: \"x\", hash: (0, 0, 0, 0, 0))\n\
         uselistorder ptr @x, { 1, 0 }\n",
    );
    assert_eq!(module.source_filename(), Some("a\"b.c"));
    assert_eq!(module.data_layout(), Some("e-m:e"));
    assert_eq!(module.target_triple(), Some("x86_64-pc-linux-gnu"));
    assert!(module.has_module_asm());
    assert!(!read("").has_module_asm());
}

#[test]
fn variables() {
    let module = read(
        "@a = dso_local global i32 0, align 4, !dbg !7, !dbg !9\n\
         @b = private unnamed_addr constant [2 x i8] c\",\\00\", section \".x, y\", comdat($any), align 1\n\
         @c = external thread_local(initialexec) global i8\n\
         @d = linkonce_odr hidden local_unnamed_addr global { i8, i8 } { i8 1, i8 2 }, comdat\n\
         @e = extern_weak global i32, align 4\n\
         @llvm.used = appending global [1 x ptr] [ptr @a], section \"llvm.metadata\"\n\
         @f = common addrspace(0) externally_initialized global i32 0, align 16, no_sanitize_address\n",
    );
    let linkages: Vec<_> = module
        .globals()
        .iter()
        .map(|global| global.linkage)
        .collect();
    assert_eq!(
        linkages,
        [
            Linkage::External,
            Linkage::Local,
            Linkage::External,
            Linkage::Weak,
            Linkage::ExternWeak,
            Linkage::Appending,
            Linkage::Weak,
        ]
    );
    let facts: Vec<_> = module
        .globals()
        .iter()
        .map(|global| match global.kind {
            GlobalKind::Variable {
                constant,
                thread_local,
                align,
                has_initializer,
                ..
            } => (constant, thread_local, align, has_initializer),
            _ => panic!(),
        })
        .collect();
    assert_eq!(
        facts,
        [
            (false, false, Some(4), true),
            (true, false, Some(1), true),
            (false, true, None, false),
            (false, false, None, true),
            (false, false, Some(4), false),
            (false, false, None, true),
            (false, false, Some(16), true),
        ]
    );
    assert_eq!(module.global(GlobalId(0)).debug, Some(MetadataId(7)));
}

#[test]
fn names_are_decoded() {
    let module = read(
        "@\"a b\\22\\C3\\A9\" = external global i8\n\
         @\"\\01sym\" = external global i8\n\
         @0 = external global i8\n\
         @-x$.1 = external global i8\n",
    );
    for name in ["a b\"é", "sym", "0", "-x$.1"] {
        let id = module.find(name).unwrap();
        assert_eq!(module.global(id).name, name);
    }
    assert_eq!(module.find("nobody"), None);
}

#[test]
fn functions() {
    let module = read(
        "define internal fastcc noundef zeroext range(i8 0, 3) i8 @a(ptr dead_on_unwind noalias \
         writable sret([24 x i8]) align 8 captures(none) dereferenceable(24) initializes((0, 8)) \
         %_0, i32 noundef) unnamed_addr #0 section \"s\" comdat align 16 gc \"g\" prefix i32 7 \
         personality i32 (...)* @p !dbg !5 {\n  ret i8 0\n}\n\
         declare !dbg !3 i32 @printf(i8* nocapture nofpclass(nan inf), ...) local_unnamed_addr \
         nounwind memory(none) \"x\"=\"y\"\n\
         declare i32 @p(...)\n\
         declare extern_weak cc 10 void @w()\n",
    );
    let function = |name: &str| module.global(module.find(name).unwrap());
    let facts = |name: &str| match function(name).kind {
        GlobalKind::Function {
            ty,
            has_body,
            has_personality,
        } => match module.ty(ty) {
            Type::Function {
                params, variadic, ..
            } => (params.len(), *variadic, has_body, has_personality),
            _ => panic!(),
        },
        _ => panic!(),
    };
    assert_eq!(facts("a"), (2, false, true, true));
    assert_eq!(facts("printf"), (1, true, false, false));
    assert_eq!(facts("p"), (0, true, false, false));
    assert_eq!(function("a").linkage, Linkage::Local);
    assert_eq!(function("a").debug, Some(MetadataId(5)));
    assert_eq!(function("printf").debug, Some(MetadataId(3)));
    assert_eq!(function("w").linkage, Linkage::ExternWeak);
}

#[test]
fn aliases() {
    let module = read(
        "@a = alias i32 (), ptr @f\n\
         @b = weak dso_local alias i32 (), i32 ()* @f\n\
         @c = alias i8, getelementptr inbounds ([2 x i8], ptr @x, i64 0, i64 1)\n\
         @d = alias void (i32), bitcast (i32 ()* @f to void (i32)*)\n\
         @e = dso_local ifunc i32 (), ptr @f, partition \"p\"\n\
         @x = global [2 x i8] zeroinitializer\n\
         declare i32 @f()\n",
    );
    let target = |name: &str| match &module.global(module.find(name).unwrap()).kind {
        GlobalKind::Alias { target } => target.clone(),
        _ => panic!(),
    };
    let function = module.find("f").unwrap();
    for name in ["a", "b", "e"] {
        assert_eq!(target(name), Constant::Global(function));
    }
    let is_ifunc = |name: &str| module.is_ifunc(module.find(name).unwrap());
    assert!(is_ifunc("e") && !is_ifunc("a"));
    assert!(matches!(target("c"), Constant::Gep { .. }));
    assert!(matches!(target("d"), Constant::Cast { .. }));
}

#[test]
fn only_variables_have_initializers() {
    let mut module =
        read("@x = external global i32\n@a = alias i32 (), ptr @f\ndeclare i32 @f()\n");
    for id in module.global_ids() {
        assert_eq!(module.initializer(id), Ok(None));
    }
}
