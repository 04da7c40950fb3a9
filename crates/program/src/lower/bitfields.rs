//! Writes of bit-fields, which compilers make of a load, a mask and a store of the whole unit. The
//! neighbours of the field are carried along, written or not, and that is no use of their value.
//! It knows the pattern and nothing of how values that were never written are tracked.

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_llvm::{BinaryOp, Block, Body, LocalId, Operation, Type, Types, Value};

/// The loads that only fetch the neighbours of a field that is written.
pub(super) fn loads_of_neighbours(body: &Body, types: &Types) -> FxHashSet<LocalId> {
    let mut found = FxHashSet::default();
    let numbers = number_variables(body, types);
    for block in &body.blocks {
        in_block(block, &numbers, &mut found);
    }
    found
}

/// Variables that are numbers themselves: no fields are in them.
fn number_variables(body: &Body, types: &Types) -> FxHashSet<LocalId> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions
        .filter_map(|instruction| match &instruction.operation {
            Operation::Alloca { ty, .. } if matches!(types.get(*ty), Type::Int(_)) => {
                instruction.result
            }
            _ => None,
        })
        .collect()
}

fn in_block(block: &Block, numbers: &FxHashSet<LocalId>, found: &mut FxHashSet<LocalId>) {
    let made: FxHashMap<LocalId, &Operation> = block
        .instructions
        .iter()
        .filter_map(|instruction| Some((instruction.result?, &instruction.operation)))
        .collect();
    let operation = |value: &Value| match value {
        Value::Local(local) => made.get(local).copied(),
        _ => None,
    };
    // The operand that is masked by a constant, if there is one.
    let masked = |value: &Value| match operation(value) {
        Some(Operation::Binary {
            op: BinaryOp::And,
            a: Value::Local(kept),
            b: Value::Constant(_),
            ..
        }) => Some(*kept),
        _ => None,
    };
    for instruction in &block.instructions {
        let Operation::Store { value, pointer, .. } = &instruction.operation else {
            continue;
        };
        if matches!(pointer, Value::Local(local) if numbers.contains(local)) {
            continue;
        }
        let kept = match operation(value) {
            Some(Operation::Binary {
                op: BinaryOp::Or,
                a,
                ..
            }) => masked(a),
            _ => masked(value),
        };
        if let Some(kept) = kept
            && let Some(Operation::Load { pointer: from, .. }) = made.get(&kept)
            && from == pointer
        {
            found.insert(kept);
        }
    }
}
