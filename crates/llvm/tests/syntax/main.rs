//! Small texts, one for each construct, and what is read from them.

mod constants;
mod debug;
mod errors;
mod globals;
mod instructions;
mod jumps;
mod rules;
mod types;

use trailhound_llvm::{Body, Instruction, Module, Operation, Type};

fn read(text: &str) -> Module {
    match Module::read(text.to_string(), "test.ll") {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

/// The body of the function `f` of a module.
fn body_in(text: &str) -> (Module, Body) {
    let mut module = read(text);
    let function = module.find("f").expect("a function f");
    match module.body(function) {
        Ok(body) => (module, body),
        Err(error) => panic!("{error}"),
    }
}

/// A body from the lines of a function with a parameter of every usual kind.
fn body(lines: &str) -> (Module, Body) {
    body_in(&format!(
        "@g = external global i32\n\
         declare i32 @callee(i32, ...)\n\
         declare i32 @__gxx_personality_v0(...)\n\
         define void @f(i32 %i, i64 %l, ptr %p, double %d, float %s, i1 %b, <4 x i32> %v, \
         {{ i32, [2 x i8] }} %t) personality ptr @__gxx_personality_v0 {{\n{lines}\n  ret void\n}}\n"
    ))
}

/// One instruction, and its result type if it has a result.
fn instruction(line: &str) -> (Instruction, Option<Type>) {
    let (module, body) = body(&format!("  {line}"));
    let instruction = body.blocks[0].instructions[0].clone();
    let ty = instruction
        .result
        .map(|local| module.ty(body.local_types[local.index()]).clone());
    (instruction, ty)
}

fn operation(line: &str) -> Operation {
    instruction(line).0.operation
}
