//! The table. A row tells first what is done with the arguments, one letter for each: `N` nothing,
//! `R` reads, `W` writes, `U` both, `A` both, also to all that the addresses found there lead to;
//! the last letter stands for all arguments that follow, and `*` for a function that may do
//! anything. Then come its roles (see `role.rs`), then the functions to which all this applies.

mod library;
mod own;
mod rust;
mod system;
mod threads;

pub(crate) const BY_SYMBOL: &[&str] = &[
    library::ROWS,
    system::ROWS,
    threads::ROWS,
    own::ROWS,
    rust::SYMBOLS,
];

pub(crate) const BY_PATH: &[&str] = &[rust::PATHS];
