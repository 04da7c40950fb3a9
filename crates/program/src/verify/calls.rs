//! Direct calls: as many arguments as the function takes, and for `llvm.*` functions exactly
//! the types that they have. Of other functions only the number counts: C may call one through
//! a pointer of another type, which compilers write as a direct call.

use super::broken::Broken;
use crate::lower::names::{base_name, float_op, float_unary, int_op, int_unary, overflow_op};
use trailhound_llvm::{
    Body, Call, Callee, Constant, Global, GlobalKind, Module, Operation, Type, TypeId, Value,
};

pub(super) fn check<'b>(module: &Module, body: &'b Body) -> Result<(), Broken<'b>> {
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        let (Operation::Call(call) | Operation::Invoke { call, .. }) = &instruction.operation
        else {
            continue;
        };
        if let Some(expected) = broken_rule(module, call) {
            return Err(Broken {
                instruction,
                expected,
            });
        }
    }
    Ok(())
}

fn broken_rule(module: &Module, call: &Call) -> Option<&'static str> {
    // What is cast says by that that it is called in another way.
    let Callee::Value(Value::Constant(Constant::Global(callee))) = call.callee else {
        return None;
    };
    let Global { name, kind, .. } = module.global(callee);
    let GlobalKind::Function { ty, .. } = *kind else {
        return None;
    };
    let Type::Function {
        result,
        params,
        variadic,
    } = module.ty(ty)
    else {
        return None;
    };
    let count = call.arguments.len();
    if !variadic && params.len() != count || *variadic && params.len() > count {
        return Some("as many arguments as the function takes");
    }
    let intrinsic = name.strip_prefix("llvm.")?;
    let types = call.arguments.iter().map(|argument| argument.ty);
    let is_declared = *result == call.result && types.take(params.len()).eq(params.iter().copied());
    match is_declared && suits(module, base_name(intrinsic), *result, params) {
        true => None,
        false => Some("an intrinsic with the types that it has"),
    }
}

/// Whether the functions of this name have such a type, as far as they are known here.
fn suits(module: &Module, base: &str, result: TypeId, params: &[TypeId]) -> bool {
    let ty = |id: TypeId| module.ty(id);
    let lane = |id: TypeId| match *ty(id) {
        Type::Vector { element, .. } => element,
        _ => id,
    };
    let all = |count: usize| params.len() == count && params.iter().all(|param| *param == result);
    let ints = matches!(ty(lane(result)), Type::Int(_));
    let floats = !ints && !matches!(ty(lane(result)), Type::Ptr);
    if overflow_op(base).is_some() {
        let parts = |fields: &[TypeId]| match (fields, params) {
            ([value, flag], [a, b]) => a == value && b == value && *ty(lane(*flag)) == Type::Int(1),
            _ => false,
        };
        return matches!(ty(result), Type::Struct { fields, .. } if parts(fields));
    }
    match base {
        "ctlz" | "cttz" | "abs" => {
            ints && matches!(params, [a, b] if *a == result && *ty(*b) == Type::Int(1))
        }
        "ptrmask" => params.len() == 2 && params[0] == result,
        "powi" | "ldexp" => floats && params.len() == 2 && params[0] == result,
        "fshl" | "fshr" => ints && all(3),
        "fma" | "fmuladd" => floats && all(3),
        "memcpy" | "memcpy.inline" | "memmove" => matches!(params, [a, b, c, d]
            if [ty(*a), ty(*b)] == [&Type::Ptr; 2] && sizes(ty(*c), ty(*d))),
        "memset" | "memset.inline" => matches!(params, [a, b, c, d]
            if *ty(*a) == Type::Ptr && *ty(*b) == Type::Int(8) && sizes(ty(*c), ty(*d))),
        _ if int_unary(base).is_some() => ints && all(1),
        _ if int_op(base).is_some() => ints && all(2),
        _ if float_unary(base).is_some() => floats && all(1),
        _ if float_op(base).is_some() => floats && all(2),
        _ => true,
    }
}

/// The types of a length and of whether an access is volatile.
fn sizes(length: &Type, is_volatile: &Type) -> bool {
    matches!(length, Type::Int(_)) && *is_volatile == Type::Int(1)
}
