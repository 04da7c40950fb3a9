//! The operands of LLVM instructions. Knows where they stand, not what they mean.

use trailhound_llvm::{Call, Callee, Operation, Value};

/// Every operand of an instruction.
pub fn each_value(operation: &Operation, mut f: impl FnMut(&Value)) {
    let call = |call: &Call, f: &mut dyn FnMut(&Value)| {
        if let Callee::Value(value) = &call.callee {
            f(value);
        }
        call.arguments
            .iter()
            .for_each(|argument| f(&argument.value));
    };
    match operation {
        Operation::Binary { a, b, .. }
        | Operation::Icmp { a, b, .. }
        | Operation::Fcmp { a, b, .. }
        | Operation::ShuffleVector { a, b, .. } => {
            f(a);
            f(b);
        }
        Operation::FNeg { value, .. }
        | Operation::Cast { value, .. }
        | Operation::Freeze { value, .. }
        | Operation::Resume { value, .. }
        | Operation::Switch { value, .. } => f(value),
        Operation::Select {
            condition, a, b, ..
        } => {
            f(condition);
            f(a);
            f(b);
        }
        Operation::Alloca { count, .. } => count.iter().for_each(|(_, value)| f(value)),
        Operation::Load { pointer, .. } => f(pointer),
        Operation::Store { value, pointer, .. } | Operation::AtomicRmw { value, pointer, .. } => {
            f(value);
            f(pointer);
        }
        Operation::CmpXchg {
            pointer,
            expected,
            new,
            ..
        } => {
            f(pointer);
            f(expected);
            f(new);
        }
        Operation::Gep { base, indices, .. } => {
            f(base);
            indices.iter().for_each(|(_, index)| f(index));
        }
        Operation::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| f(value)),
        Operation::Call(c) | Operation::Invoke { call: c, .. } => call(c, &mut f),
        Operation::ExtractValue { aggregate, .. } => f(aggregate),
        Operation::InsertValue {
            aggregate, element, ..
        } => {
            f(aggregate);
            f(element);
        }
        Operation::ExtractElement { vector, index, .. } => {
            f(vector);
            f(index);
        }
        Operation::InsertElement {
            vector,
            element,
            index,
            ..
        } => {
            f(vector);
            f(element);
            f(index);
        }
        Operation::VaArg { list, .. } => f(list),
        Operation::Ret(value) => value.iter().for_each(|(_, value)| f(value)),
        Operation::CondBr { condition, .. } => f(condition),
        Operation::IndirectBr { address, .. } => f(address),
        Operation::Fence { .. }
        | Operation::LandingPad { .. }
        | Operation::Br(_)
        | Operation::Unread { .. }
        | Operation::Unreachable => {}
    }
}
