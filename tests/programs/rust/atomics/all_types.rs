//@ verdict: ok
//@ about: every atomic type and operation
use std::sync::atomic::{fence, Ordering::*, *};

fn main() {
    let byte = AtomicU8::new(250);
    assert_eq!(byte.fetch_add(10, SeqCst), 250);
    assert_eq!(byte.load(Acquire), 4);
    let short = AtomicI16::new(-5);
    assert_eq!(short.fetch_sub(1, Relaxed), -5);
    assert_eq!(short.fetch_max(3, AcqRel), -6);
    assert_eq!(short.fetch_min(-9, AcqRel), 3);
    assert_eq!(short.into_inner(), -9);
    let word = AtomicU32::new(0b1100);
    assert_eq!(word.fetch_and(0b1010, SeqCst), 0b1100);
    assert_eq!(word.fetch_or(0b0001, SeqCst), 0b1000);
    assert_eq!(word.fetch_xor(0b1111, SeqCst), 0b1001);
    assert_eq!(word.fetch_nand(0b0011, SeqCst), 0b0110);
    assert_eq!(word.swap(7, SeqCst), !0b0010);
    let long = AtomicI64::new(1);
    assert_eq!(long.compare_exchange(1, 1 << 40, SeqCst, Relaxed), Ok(1));
    assert_eq!(long.compare_exchange(1, 2, SeqCst, Relaxed), Err(1 << 40));
    assert_eq!(long.fetch_update(SeqCst, SeqCst, |n| n.checked_mul(2)), Ok(1 << 40));
    assert_eq!(long.load(SeqCst), 1 << 41);
    let flag = AtomicBool::new(false);
    assert!(!flag.fetch_or(true, SeqCst));
    assert!(flag.fetch_and(false, SeqCst));
    assert!(!flag.swap(true, SeqCst));
    let (mut one, mut two) = (1, 2);
    let pointer = AtomicPtr::new(&mut one);
    let old = pointer.swap(&mut two, SeqCst);
    assert_eq!(unsafe { (*old, *pointer.load(SeqCst)) }, (1, 2));
    let size = AtomicUsize::new(1);
    fence(SeqCst);
    compiler_fence(SeqCst);
    size.store(9, Release);
    assert_eq!(size.load(Acquire) + AtomicIsize::new(-2).into_inner().unsigned_abs(), 11);
    assert_eq!(AtomicU64::new(u64::MAX).fetch_add(1, SeqCst), u64::MAX);
}
