//! Bytes outside of memory, as words of leaves.

use std::collections::VecDeque;

/// None was never written.
pub type Bytes = VecDeque<Option<u8>>;

/// Their number, the bytes, eight in a word, and a bit for each that was written.
pub fn encode_bytes(bytes: &Bytes, words: &mut Vec<u64>) {
    words.push(bytes.len() as u64);
    let all: Vec<Option<u8>> = bytes.iter().copied().collect();
    words.extend(all.chunks(8).map(|chunk| {
        let bytes = chunk.iter().rev();
        bytes.fold(0, |word, byte| word << 8 | byte.unwrap_or(0) as u64)
    }));
    words.extend(all.chunks(64).map(|chunk| {
        let bytes = chunk.iter().rev();
        bytes.fold(0, |word, byte| word << 1 | byte.is_some() as u64)
    }));
}

pub fn decode_bytes(next: &mut impl FnMut() -> u64) -> Bytes {
    let length = next() as usize;
    let bytes: Vec<u64> = (0..length.div_ceil(8)).map(|_| next()).collect();
    let written: Vec<u64> = (0..length.div_ceil(64)).map(|_| next()).collect();
    let byte = |n: usize| {
        (written[n / 64] >> (n % 64) & 1 == 1).then_some((bytes[n / 8] >> (8 * (n % 8))) as u8)
    };
    (0..length).map(byte).collect()
}
