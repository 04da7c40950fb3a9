//! What was found, in words and in formats that other programs read: a verdict as text, JSON or SARIF, the
//! warnings of a lint, the judgement of a rule, and a run of tests as lines, JSON, JUnit, SARIF, annotations and
//! pages. It prints nothing and knows no arguments of a command line.
//!
//! ```no_run
//! use trailhound_checker::Check;
//! use trailhound_report::{Detail, json, plain_text};
//!
//! let verdict = Check::rust_file("bank.rs").run();
//! println!("{}", plain_text(&verdict, Detail::default()));
//! std::fs::write("verdict.json", json(&verdict)).unwrap();
//! ```
//!
//! Texts have marks for styles in them, because they also have text of the checked program in them, which a
//! terminal must not obey: [`style::render`] turns marks into control sequences, [`style::plain`] drops them.

#![forbid(unsafe_code)]

mod advice;
mod detail;
pub mod flow;
mod json;
pub mod lint;
mod listing;
mod sarif;
mod stack;
pub mod style;
pub mod test_run;
mod text;
mod threads;

pub use detail::Detail;
pub use json::{json, plain as plain_json};
pub use sarif::sarif;
pub use text::{plain_text, text};
