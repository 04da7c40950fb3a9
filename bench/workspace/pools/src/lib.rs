//! What is lent and given back: permits, objects, threads.

pub mod objects;
pub mod permits;
pub mod workers;
