//! The names of a function: what the table is asked with.

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

/// Whether a symbol is one of Rust's, in the newer or the older form.
pub fn is_rust(symbol: &str) -> bool {
    let has_hash = |rest: &str| {
        let hash = rest.strip_suffix('E').and_then(|rest| rest.rfind("17h"));
        hash.is_some_and(|at| rest.len() == at + "17h".len() + 16 + "E".len())
    };
    symbol.starts_with("_R") || symbol.strip_prefix("_ZN").is_some_and(has_hash)
}
