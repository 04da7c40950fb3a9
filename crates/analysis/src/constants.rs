//! What constants mean: addresses of globals and functions, and functions that always return the same.

use trailhound_program::{Address, Body, FunctionId, Op, Space};

/// The global and offset of an address in one.
pub fn global_of(bits: u64) -> Option<(u32, u32)> {
    let address = Address(bits);
    (bits >> 63 == 0 && address.object().space() == Space::STATIC)
        .then(|| (address.object().index(), address.offset()))
}

/// The function whose address this is.
pub fn function_of(bits: u64) -> Option<FunctionId> {
    let address = Address(bits);
    (bits >> 63 == 0 && address.object().space() == Space::FUNCTION && address.offset() == 0)
        .then(|| FunctionId(address.object().index()))
}

/// What a function returns whenever it does: some only say what the platform is like.
pub fn constant_result(body: &Body) -> Option<u64> {
    let mut returned = body.code.iter().filter_map(|op| match *op {
        Op::Return { a, count: 1 } => Some(body.constants.get(a as usize).copied()),
        Op::Return { .. } => Some(None),
        _ => None,
    });
    let first = returned.next()??;
    returned.all(|other| other == Some(first)).then_some(first)
}
