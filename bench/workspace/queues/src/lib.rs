//! Queues between threads and between tasks.

pub mod bounded;
pub mod ring;
pub mod tasks;
