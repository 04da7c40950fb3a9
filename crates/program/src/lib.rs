//! From LLVM modules to the compact [`Program`] that the machine runs: linking, memory
//! layout, promotion of locals to registers, liveness, source lines. Knows nothing of
//! threads, schedules or external functions.

#![forbid(unsafe_code)]

mod address;
mod allocate;
mod bits;
mod blocks;
mod classes;
mod code;
mod constant_vectors;
mod constants;
mod cpp_names;
mod dead;
mod debug;
mod dice;
mod display;
mod dominance;
mod draft;
mod edges;
mod finish;
mod function;
mod layout;
mod link;
mod link_error;
mod liveness;
mod lower;
mod memory_order;
pub mod numbers;
mod operands;
mod operators;
mod options;
mod order;
mod places;
mod program;
mod promote;
mod short_addresses;
mod simplify;
mod source;
mod spin;
mod symbols;
mod target;
mod tries;
mod trust;
mod typed_accesses;
mod unknown;
mod values;
mod verify;
mod weak_operations;

pub use address::{Address, ObjectId, Space, ThreadNumber};
pub use code::*;
pub use constants::compare as compare_integers;
pub use debug::{display_name, is_rust_symbol};
pub use function::{Body, Function};
pub use link::link;
pub use link_error::LinkError;
pub use liveness::Liveness;
pub use memory_order::{ExchangeOrder, Order, Stronger};
pub use operands::{definitions, uses};
pub use options::{LinkOptions, Locals};
pub use places::Mark;
pub use program::{Global, Program};
pub use short_addresses::{ClassedIndex, ShortAddresses, classes_for, next_local};
pub use source::{
    File, FileId, Location, LocationId, Source, SourceFunction, SourceFunctionId, TypedAccess,
    TypedAccesses, without_dots,
};
pub use target::DataModel;
pub use tries::is_trying_method;
pub use trust::{Standing, Trust, is_glance};
pub use unknown::UnknownConstruct;
pub use weak_operations::WeakOperation;
