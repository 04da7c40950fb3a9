//! Reads LLVM IR text (`.ll`), as clang 14 to 22 and rustc write it, into plain data.
//!
//! [`Module::read`] indexes a file in one scan; function bodies, initialisers and debug
//! metadata are parsed when asked for. The crate knows the syntax of LLVM IR and nothing
//! of its meaning: layout, linking and execution are for others.

#![forbid(unsafe_code)]

mod attributes;
mod body;
mod constant;
mod control;
mod cursor;
mod debug;
mod error;
mod file;
mod header;
mod index;
mod instruction;
mod interned_types;
mod kinds;
mod memory;
pub mod module;
mod number;
mod operand;
mod parser;
mod type_name;
mod type_table;
mod types;

pub use debug::Node;
pub use error::ReadError;
pub use file::Module;
pub use interned_types::Types;
pub use module::*;
