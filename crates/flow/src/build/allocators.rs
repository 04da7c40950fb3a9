//! Functions that make and end blocks of memory.

use trailhound_contracts::{allocation, frees, reallocates};
use trailhound_program::Function;

/// Functions that give a new block, and nothing else in its place.
pub fn allocates(function: &Function) -> bool {
    allocation(function).is_some_and(|made| !made.may_fail)
}

/// Functions whose contract is all that matters, also where the program defines them.
pub fn is_allocator(function: &Function) -> bool {
    allocates(function) || reallocates(function) || frees(function)
}
