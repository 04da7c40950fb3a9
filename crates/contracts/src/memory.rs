//! Functions that give and end blocks of memory, copy them, and print.

use crate::named::Named;
use crate::role::Role;
use crate::row::{has, number, row};

/// What is known of the address of a new block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    Unknown,
    /// It is a multiple of this.
    Bytes(u32),
    /// It is a multiple of what this argument says.
    Argument(usize),
}

/// What a function that gives a new block promises of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    pub alignment: Alignment,
    /// Failing is part of its contract: it returns null then.
    pub may_fail: bool,
}

/// What malloc's blocks are aligned to.
const MALLOC_ALIGNMENT: u32 = 16;

/// Returns a new block.
pub fn allocation<'a>(function: impl Into<Named<'a>>) -> Option<Allocation> {
    let row = row(function.into()).filter(|row| row.has(Role::Allocates))?;
    let of_argument = row.number(Role::Alignment).map(Alignment::Argument);
    let alignment = match row.has(Role::Aligned) {
        true => Alignment::Bytes(MALLOC_ALIGNMENT),
        false => of_argument.unwrap_or(Alignment::Unknown),
    };
    Some(Allocation {
        alignment,
        may_fail: row.has(Role::MayFail),
    })
}

/// Returns a block with what was in the one of the first argument, which ends.
pub fn reallocates<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Reallocates)
}

/// Ends the block of the first argument.
pub fn frees<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Frees)
}

/// The argument at which it stores the address of a new block.
pub fn stores_block<'a>(function: impl Into<Named<'a>>) -> Option<usize> {
    number(function.into(), Role::StoresBlock)
}

/// Copies to the first argument from the second as many bytes as the third says, and returns the
/// first.
pub fn copies<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Copies)
}

/// The argument of a function that prints which tells what the others are. By `%n` it may say
/// that one of them is written, which its row does not tell of.
pub fn format_argument<'a>(function: impl Into<Named<'a>>) -> Option<usize> {
    number(function.into(), Role::Format)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argument::Use;
    use crate::uses::contract;

    /// Each of these was missing in one of the lists that the table has replaced.
    #[test]
    fn allocators_of_all_languages_are_known() {
        for name in [
            "malloc",
            "valloc",
            "trailhound_new",
            "trailhound_make_array",
            "_Znwm",
            "_ZnamSt11align_val_t",
            "_ZnwmRKSt9nothrow_t",
            "__rust_alloc_zeroed",
        ] {
            assert!(allocation(name).is_some(), "{name}");
        }
        assert!(reallocates("reallocarray") && frees("cfree") && frees("trailhound_delete_array"));
        assert!(frees("_ZdlPvmSt11align_val_t") && frees("_ZdaPv"));
    }

    #[test]
    fn names_that_end_or_begin_like_an_allocator_are_none() {
        let path = "program::my__rust_alloc";
        let own = Named {
            symbol: "_RNv",
            path,
        };
        assert_eq!(allocation(own), None);
        assert_eq!(allocation("_Znwm_of_mine"), None);
        let path = "__rustc::__rust_alloc";
        let rust = allocation(Named {
            symbol: "_RNv",
            path,
        });
        assert_eq!(
            rust.map(|made| made.alignment),
            Some(Alignment::Argument(1))
        );
    }

    #[test]
    fn what_only_new_without_exceptions_may_fail() {
        let may_fail = |name: &str| allocation(name).map(|made| made.may_fail);
        assert_eq!(may_fail("_ZnwmRKSt9nothrow_t"), Some(true));
        assert_eq!(may_fail("_Znwm"), Some(false));
    }

    #[test]
    fn the_format_is_read_and_stands_before_what_it_tells_of() {
        for (name, argument) in [("printf", 0), ("dprintf", 1), ("__snprintf_chk", 4)] {
            assert_eq!(format_argument(name), Some(argument));
            assert_eq!(contract(name).of_argument(argument), Use::Reads, "{name}");
        }
    }
}
