//! Pages for a browser: one for the trail of an error, and one that lists the tests of a run.
//! Each is one file that loads nothing. It knows how a verdict is shown, not how it was found.
//!
//! Everything that comes from the checked program goes through `escape` or `data`, and the
//! policy of the page allows no script but the page's own.

#![forbid(unsafe_code)]

mod data;
mod document;
mod escape;
mod index;
mod sources;
mod trail;

pub use index::{Test, TestRun, index};
pub use trail::page;
