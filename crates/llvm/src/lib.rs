//! Reads LLVM IR text. Knows LLVM's syntax and nothing else.

mod module;

pub use module::*;
