//! What is called, as far as the module says it.

use trailhound_contracts::returns_twice;
use trailhound_llvm as llvm;
use trailhound_llvm::{Constant, GlobalId, Operation, Value};

/// The global that a callee is, seen through casts.
pub(super) fn callee_global(value: &Value) -> Option<GlobalId> {
    let Value::Constant(constant) = value else {
        return None;
    };
    let mut constant = constant;
    loop {
        match constant {
            Constant::Global(global) => return Some(*global),
            Constant::Cast { value, .. } => constant = value,
            _ => return None,
        }
    }
}

/// The name of the global that is called.
pub(super) fn callee_name<'m>(module: &'m llvm::Module, call: &llvm::Call) -> Option<&'m str> {
    match &call.callee {
        llvm::Callee::Value(value) => Some(&module.global(callee_global(value)?).name),
        llvm::Callee::InlineAsm(_) => None,
    }
}

/// Whether a function calls setjmp or one of its kin.
pub(super) fn calls_setjmp(module: &llvm::Module, body: &llvm::Body) -> bool {
    let blocks = body.blocks.iter();
    let mut operations = blocks.flat_map(|block| &block.instructions);
    operations.any(|instruction| match &instruction.operation {
        Operation::Call(call) | Operation::Invoke { call, .. } => {
            callee_name(module, call).is_some_and(returns_twice)
        }
        _ => false,
    })
}

/// The pointers to tables of virtual functions and their classes: clang lets the program say
/// so where it reads one of them.
pub(super) fn class_tests<'b>(
    module: &llvm::Module,
    body: &'b llvm::Body,
) -> Vec<(&'b Value, &'b str)> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let calls = instructions.filter_map(|i| match &i.operation {
        Operation::Call(call) => Some(call),
        _ => None,
    });
    let tests = calls.filter_map(|call| match &call.arguments[..] {
        [tested, class] => match &class.value {
            Value::Metadata(Some(class)) => Some((call, &tested.value, class.as_str())),
            _ => None,
        },
        _ => None,
    });
    let of_types = tests.filter(|(call, ..)| {
        let name = callee_name(module, call);
        matches!(name, Some("llvm.type.test" | "llvm.public.type.test"))
    });
    of_types.map(|(_, tested, class)| (tested, class)).collect()
}
