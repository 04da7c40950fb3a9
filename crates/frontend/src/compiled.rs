//! What the compilers wrote.

use crate::input::Language;

/// One compiled file.
#[derive(Debug, Clone)]
pub struct IrModule {
    /// The file that it comes from, as the request named it.
    pub name: String,
    pub text: String,
    pub language: Language,
}

/// The whole program, in the order of the request's inputs.
#[derive(Debug, Clone)]
pub struct Compiled {
    pub modules: Vec<IrModule>,
    /// The other files of the project, each to be linked only if it defines what others need.
    pub on_demand: Vec<IrModule>,
    /// What a C++ program needs besides: the library's part that is not in headers.
    pub runtime: Option<IrModule>,
    /// How long the front end took.
    pub seconds: f64,
}
