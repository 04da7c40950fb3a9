//! States as searches change them: by the words that differ.

/// A state behind changes.
pub fn changed(state: &[u32], changes: &[(u32, u32)]) -> Vec<u32> {
    let mut next = state.to_vec();
    for &(slot, word) in changes {
        if next.len() <= slot as usize {
            next.resize(slot as usize + 1, 0);
        }
        next[slot as usize] = word;
    }
    next
}
