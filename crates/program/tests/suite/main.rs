//! The lowering as seen from outside: small modules, and programs run against native ones.

mod interpreter;
mod lowering;
mod native;
