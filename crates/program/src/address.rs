//! How a pointer is packed into 64 bits: an object number above, a byte offset below,
//! so that pointer arithmetic, comparison and casts to integers work as compiled code
//! expects. The object number is a space and an index in it. Bit 63 is never set. Offsets of objects
//! are counted from a fixed number on, so that the low half of a pointer, which old programs keep in an
//! `int`, is not zero where the pointer is not null.

/// Which family of objects a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space(pub u32);

impl Space {
    /// Null and small integers.
    pub const NULL: Space = Space(0);
    /// Global variables, in the order of [`crate::Program::globals`].
    pub const STATIC: Space = Space(1);
    /// Functions; the offset of a block address is its program counter plus one.
    pub const FUNCTION: Space = Space(2);
    /// Memory that processes share: the same objects, whoever looks.
    pub const MAPPED: Space = Space(3);
    /// The spaces from here on belong to threads, two for each.
    pub const FIRST_THREAD: u32 = 4;

    /// What thread `thread` allocated on the heap.
    pub fn heap(thread: u32) -> Space {
        Space(Self::FIRST_THREAD + 2 * thread)
    }

    /// The locals of thread `thread` whose address is taken.
    pub fn stack(thread: u32) -> Space {
        Space(Self::FIRST_THREAD + 2 * thread + 1)
    }

    /// The thread that allocates in this space.
    pub fn thread(self) -> Option<u32> {
        self.0.checked_sub(Self::FIRST_THREAD).map(|n| n / 2)
    }

    pub fn is_heap(self) -> bool {
        self.0 >= Self::FIRST_THREAD && (self.0 - Self::FIRST_THREAD).is_multiple_of(2)
    }

    pub fn is_stack(self) -> bool {
        self.0 >= Self::FIRST_THREAD && !self.is_heap()
    }
}

/// An object: one global, one heap block, one local variable, one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

impl ObjectId {
    pub const INDEX_BITS: u32 = 18;
    /// Objects that one space can hold.
    pub const PER_SPACE: u32 = 1 << Self::INDEX_BITS;
    /// Bytes that one object can have: all their addresses have its number above.
    pub const MOST_BYTES: u32 = 3 << 30;
    /// 13 bits of space: null, statics, functions, shared mappings, and two for each thread.
    pub const MAX_THREADS: u32 = 4094;

    pub fn new(space: Space, index: u32) -> ObjectId {
        debug_assert!(index < Self::PER_SPACE);
        ObjectId(space.0 << Self::INDEX_BITS | index)
    }

    #[inline(always)]
    pub fn space(self) -> Space {
        Space(self.0 >> Self::INDEX_BITS)
    }

    #[inline(always)]
    pub fn index(self) -> u32 {
        self.0 & (Self::PER_SPACE - 1)
    }

    /// The low half of the address of its first byte: 0 for null and small integers.
    #[inline(always)]
    fn first_low_half(self) -> u32 {
        ((self.0 != 0) as u32) << 30
    }

    #[inline(always)]
    pub fn at(self, offset: u32) -> Address {
        let start = (self.0 as u64) << 32 | self.first_low_half() as u64;
        Address(start.wrapping_add(offset as u64))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub u64);

impl Address {
    pub const NULL: Address = Address(0);

    #[inline(always)]
    pub fn object(self) -> ObjectId {
        ObjectId((self.0 >> 32) as u32)
    }

    #[inline(always)]
    pub fn offset(self) -> u32 {
        (self.0 as u32).wrapping_sub(self.object().first_low_half())
    }

    /// The object that pointer arithmetic started from, and how far it has gone, as long as that is
    /// less than 1 GiB back or 2 GiB ahead.
    pub fn signed_parts(self) -> (ObjectId, i32) {
        match i32::try_from(self.0 as i64) {
            // Near null, on either side.
            Ok(offset) => (ObjectId(0), offset),
            Err(_) => (self.object(), self.offset() as i32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_and_unpacks() {
        let object = ObjectId::new(Space::heap(ObjectId::MAX_THREADS - 1), 77);
        let address = object.at(12);
        assert_eq!((address.object(), address.offset()), (object, 12));
        assert_eq!(object.space().thread(), Some(ObjectId::MAX_THREADS - 1));
        assert!(object.space().is_heap() && !object.space().is_stack());
        assert!(Space::stack(0).is_stack());
        assert_eq!(address.0 >> 63, 0);
        assert_eq!(Space::STATIC.thread(), None);
    }

    #[test]
    fn low_halves_are_zero_for_null_only() {
        assert_eq!(ObjectId(0).at(0), Address::NULL);
        assert_eq!(ObjectId(0).at(7), Address(7));
        let object = ObjectId::new(Space::STATIC, 0);
        assert_ne!(object.at(0).0 as u32, 0);
        assert_eq!(object.at(0).0 % 4096, 0);
        let before = Address(object.at(0).0 - 8);
        assert_eq!(before.signed_parts(), (object, -8));
        assert_eq!(Address(-1i64 as u64).signed_parts(), (ObjectId(0), -1));
        let last = object.at(ObjectId::MOST_BYTES - 1);
        assert_eq!(last.object(), object);
        assert_eq!(last.offset(), ObjectId::MOST_BYTES - 1);
    }
}
