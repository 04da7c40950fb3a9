//! The instructions of x86 that are known in assembly texts, by name.

use crate::code::IntOp;
use crate::memory_order::Order;

/// What an instruction does. Operands are counted as intel does: the destination is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// destination := destination op source
    Binary(IntOp),
    /// The same without a result: the flags alone.
    Compare,
    Test,
    Increment,
    Decrement,
    Not,
    Negate,
    Move,
    /// destination := source, wider, from so many bits if the name says it
    ExtendZero(Option<u8>),
    ExtendSign(Option<u8>),
    Exchange,
    ExchangeAdd,
    CompareExchange,
    /// Of two words of so many bits each, in rdx:rax and rcx:rbx.
    CompareExchangePair(u8),
    Bit(BitWork),
    Fence(Order),
    /// Waits a little, or does nothing.
    Wait,
    /// Of a processor without any features.
    ProcessorIdentity,
    TimeStamp,
}

/// What happens to a bit once it was copied to the carry flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitWork {
    Test,
    Set,
    Reset,
    Complement,
}

/// Names as intel writes them; in AT&T syntax a suffix may tell the width.
pub const TABLE: &[(&str, Work)] = &[
    ("add", Work::Binary(IntOp::Add)),
    ("sub", Work::Binary(IntOp::Sub)),
    ("and", Work::Binary(IntOp::And)),
    ("or", Work::Binary(IntOp::Or)),
    ("xor", Work::Binary(IntOp::Xor)),
    ("cmp", Work::Compare),
    ("test", Work::Test),
    ("inc", Work::Increment),
    ("dec", Work::Decrement),
    ("not", Work::Not),
    ("neg", Work::Negate),
    ("mov", Work::Move),
    ("movabs", Work::Move),
    ("movzx", Work::ExtendZero(None)),
    ("movsx", Work::ExtendSign(None)),
    ("movsxd", Work::ExtendSign(None)),
    ("movzb", Work::ExtendZero(Some(8))),
    ("movzw", Work::ExtendZero(Some(16))),
    ("movsb", Work::ExtendSign(Some(8))),
    ("movsw", Work::ExtendSign(Some(16))),
    ("movsl", Work::ExtendSign(Some(32))),
    ("xchg", Work::Exchange),
    ("xadd", Work::ExchangeAdd),
    ("cmpxchg", Work::CompareExchange),
    ("cmpxchg8b", Work::CompareExchangePair(32)),
    ("cmpxchg16b", Work::CompareExchangePair(64)),
    ("bt", Work::Bit(BitWork::Test)),
    ("bts", Work::Bit(BitWork::Set)),
    ("btr", Work::Bit(BitWork::Reset)),
    ("btc", Work::Bit(BitWork::Complement)),
    ("mfence", Work::Fence(Order::SeqCst)),
    // The halves of C11 that the kernels' mappings give them.
    ("lfence", Work::Fence(Order::Acquire)),
    ("sfence", Work::Fence(Order::Release)),
    ("nop", Work::Wait),
    ("pause", Work::Wait),
    ("rep", Work::Wait),
    ("cpuid", Work::ProcessorIdentity),
    ("rdtsc", Work::TimeStamp),
    // Of ARM, in headers that are read for every target.
    ("yield", Work::Wait),
    ("isb", Work::Wait),
];

/// The instruction of this name and the width that the name tells.
pub fn find(name: &str, dialect: super::syntax::Dialect) -> Option<(Work, Option<u8>)> {
    let exact = |name: &str| {
        let row = TABLE.iter().find(|(known, _)| *known == name);
        row.map(|(_, work)| *work)
    };
    if let Some(work) = exact(name) {
        return Some((work, None));
    }
    if dialect == super::syntax::Dialect::Intel {
        return None;
    }
    let (stem, suffix) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let width = match suffix {
        "b" => 8,
        "w" => 16,
        "l" => 32,
        "q" => 64,
        _ => return None,
    };
    exact(stem).map(|work| (work, Some(width)))
}
