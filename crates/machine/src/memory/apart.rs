//! Copies between places that must have no byte in common.

use crate::error::{ErrorKind, Fault};

/// Refuses a copy whose target and source, each an address and a size, have bytes in common.
pub fn check_apart(to: (u64, u64), from: (u64, u64)) -> Result<(), Fault> {
    let ends_before = |a: (u64, u64), b: (u64, u64)| a.0.saturating_add(a.1) <= b.0;
    if to.1 == 0 || from.1 == 0 || ends_before(to, from) || ends_before(from, to) {
        return Ok(());
    }
    let message = "target and source of the copy overlap";
    Err(Fault::error(ErrorKind::OverlappingCopy, message))
}
