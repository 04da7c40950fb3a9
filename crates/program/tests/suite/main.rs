//! The lowering as seen from outside: small modules, and programs run against native ones.

#[path = "../../../cli/tests/compilers/mod.rs"]
mod compilers;
mod interpreter;
mod lowering;
mod native;
mod verify;
mod weak;
