//! Choices as numbers: which thread runs, and the value of a data choice.

/// Bits of a choice that hold the thread. The value of a data choice lies above, so that
/// most choices are small numbers, which engines store in few bytes.
const THREAD_BITS: u32 = 12;

/// The number of a choice: a thread and the value it picks.
pub fn choice(thread: u32, value: u32) -> u32 {
    value << THREAD_BITS | thread
}

/// The thread and the value of a choice.
pub fn parts_of(choice: u32) -> (u32, u32) {
    (choice & ((1 << THREAD_BITS) - 1), choice >> THREAD_BITS)
}
