use trailhound_llvm::{GlobalKind, Module, Type, TypeId};

use crate::read;

fn variable_type(module: &Module, name: &str) -> TypeId {
    let global = module.global(module.find(name).unwrap());
    match global.kind {
        GlobalKind::Variable { ty, .. } => ty,
        _ => panic!("{name} is no variable"),
    }
}

#[test]
fn simple_types() {
    for (text, ty) in [
        ("i1", Type::Int(1)),
        ("i37", Type::Int(37)),
        ("i128", Type::Int(128)),
        ("half", Type::Half),
        ("bfloat", Type::BFloat),
        ("float", Type::Float),
        ("double", Type::Double),
        ("x86_fp80", Type::X86Fp80),
        ("fp128", Type::Fp128),
        ("ptr", Type::Ptr),
        ("ptr addrspace(0)", Type::Ptr),
        ("i32*", Type::Ptr),
        ("i8***", Type::Ptr),
        ("void (i8*, ...)*", Type::Ptr),
        ("void (i32 (i8)*)**", Type::Ptr),
        ("{ i32, [2 x i8*] }*", Type::Ptr),
    ] {
        let module = read(&format!("@x = external global {text}"));
        assert_eq!(*module.ty(variable_type(&module, "x")), ty, "{text}");
    }
}

#[test]
fn aggregates() {
    let module = read(
        "@a = external global [3 x [2 x i8]]\n\
         @v = external global <4 x float>\n\
         @s = external global { i8, ptr }\n\
         @k = external global <{ i8, ptr }>\n\
         @e = external global {}\n",
    );
    let Type::Array { len: 3, element } = *module.ty(variable_type(&module, "a")) else {
        panic!()
    };
    let Type::Array { len: 2, element } = *module.ty(element) else {
        panic!()
    };
    assert_eq!(*module.ty(element), Type::Int(8));
    let Type::Vector { len: 4, element } = *module.ty(variable_type(&module, "v")) else {
        panic!()
    };
    assert_eq!(*module.ty(element), Type::Float);
    for (name, count, is_packed) in [("s", 2, false), ("k", 2, true), ("e", 0, false)] {
        let Type::Struct { fields, packed } = module.ty(variable_type(&module, name)) else {
            panic!()
        };
        assert_eq!((fields.len(), *packed), (count, is_packed));
    }
}

#[test]
fn named_structs_are_the_structs_they_name() {
    let module = read(
        "@x = external global %outer\n\
         @y = external global { { i8 }, i32 }\n\
         %outer = type { %\"in ner\\22\", i32 }\n\
         %\"in ner\\22\" = type { i8 }\n",
    );
    assert_eq!(variable_type(&module, "x"), variable_type(&module, "y"));
}

#[test]
fn structs_contain_themselves_through_typed_pointers() {
    let module = read(
        "%node = type { %node*, %other*, void (%node, %other)*, [2 x %node]*, <{ %node }>* }\n\
         %other = type { %node, %node** }\n\
         @x = external global %other\n",
    );
    let Type::Struct { fields, .. } = module.ty(variable_type(&module, "x")) else {
        panic!()
    };
    let Type::Struct { fields, .. } = module.ty(fields[0]) else {
        panic!()
    };
    assert_eq!(fields.len(), 5);
    assert!(fields.iter().all(|&field| *module.ty(field) == Type::Ptr));
}

#[test]
fn opaque_structs_keep_their_name() {
    let module = read("%file = type opaque\n@x = external global %file\n");
    let ty = module.ty(variable_type(&module, "x"));
    assert_eq!(*ty, Type::Opaque("file".to_string()));
}
