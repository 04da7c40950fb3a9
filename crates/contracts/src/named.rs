//! The names of a function: what the table is asked with.

use crate::rust::is_rust;

/// A function by its symbol and, for functions of Rust, by its path as it is displayed.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    pub symbol: &'a str,
    /// Counts only if the symbol is one of Rust's: a namespace of C++ is no crate.
    pub path: &'a str,
}

impl<'a> Named<'a> {
    /// The path of a function of Rust, or nothing.
    pub(crate) fn rust_path(self) -> Option<&'a str> {
        is_rust(self.symbol).then_some(self.path)
    }
}

impl<'a> From<&'a str> for Named<'a> {
    fn from(symbol: &'a str) -> Named<'a> {
        Named { symbol, path: "" }
    }
}

impl<'a> From<&'a String> for Named<'a> {
    fn from(symbol: &'a String) -> Named<'a> {
        Named::from(symbol.as_str())
    }
}
