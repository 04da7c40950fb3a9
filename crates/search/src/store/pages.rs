//! Asks the system for large pages. A store is read at random places, and with small
//! pages nearly every look into it also misses the translation of its address: large
//! ones make a search of millions of states almost twice as fast.

/// Less memory than this is not worth a large page.
#[cfg(target_os = "linux")]
const WORTH_IT: usize = 4 << 20;

/// Prefers large pages for `memory`, which best has not been written yet.
#[cfg(target_os = "linux")]
pub(super) fn prefer_large<T>(memory: &Vec<T>) {
    let bytes = memory.capacity() * size_of::<T>();
    if bytes < WORTH_IT {
        return;
    }
    const SMALL_PAGE: usize = 4096;
    let start = memory.as_ptr().addr();
    let first = start.next_multiple_of(SMALL_PAGE);
    let end = (start + bytes) / SMALL_PAGE * SMALL_PAGE;
    // SAFETY: the pages lie within memory that the vector owns, and this advice changes
    // nothing that a program can read. If the system does not take it, nothing is lost.
    unsafe {
        libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_large<T>(_: &Vec<T>) {}
