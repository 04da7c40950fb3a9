//! How a pointer is packed into 64 bits: an object number above, a byte offset below,
//! so that pointer arithmetic, comparison and casts to integers work as compiled code
//! expects. The object number is a space and an index in it. Bit 63 is never set. Offsets are
//! counted from a number that depends on the object, so that the low half of a pointer, which old programs
//! keep in an `int`, is zero for null only and differs from object to object as far as 32 bits allow.

use std::fmt;

/// A thread by its number in its process, which a fork leaves as it is: threads of several processes can have
/// the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadNumber(pub u32);

impl ThreadNumber {
    /// The thread that runs `main`.
    pub const MAIN: ThreadNumber = ThreadNumber(0);

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

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
    /// Memory that processes share: the same objects in all processes.
    pub const MAPPED: Space = Space(3);
    /// The spaces from here on belong to threads, two for each.
    pub const FIRST_THREAD: u32 = 4;

    /// What thread `thread` allocated on the heap.
    pub fn heap(thread: ThreadNumber) -> Space {
        Space(Self::FIRST_THREAD + 2 * thread.0)
    }

    /// The locals of thread `thread` whose address is taken.
    pub fn stack(thread: ThreadNumber) -> Space {
        Space(Self::FIRST_THREAD + 2 * thread.0 + 1)
    }

    /// The thread that allocates in this space.
    pub fn thread(self) -> Option<ThreadNumber> {
        let above = self.0.checked_sub(Self::FIRST_THREAD)?;
        Some(ThreadNumber(above / 2))
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
    pub const MOST_BYTES: u32 = 2 << 30;
    /// Every object begins at a multiple of this.
    pub const ALIGNMENT: u32 = 1 << 12;
    /// The low half of the address of every object's first byte has this bit; the bits from
    /// `ALIGNMENT` up to it tell objects apart.
    const START: u32 = 1 << 30;
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
    ///
    /// The 18 bits that differ are the index, and the number of the space from above: its last
    /// four bits come first. All objects of one space differ, and so do all in the first 16 spaces
    /// with an index below 2^14, in the first 256 below 2^10, and in the first 4,096 below 2^6.
    #[inline(always)]
    pub fn first_low_half(self) -> u32 {
        (u32::from(self.0 != 0) * Self::START) | self.differing_bits()
    }

    #[inline(always)]
    fn differing_bits(self) -> u32 {
        let [index_shift, space_shift] = Self::LOW_HALF_SHIFTS;
        let mixed = self.0 << index_shift ^ self.0 << space_shift ^ self.0;
        mixed & Self::LOW_HALF_MASK
    }

    /// What of the number, shifted by these and by 0, is combined into the low half.
    pub(crate) const LOW_HALF_SHIFTS: [u32; 2] = [12, 8];
    pub(crate) const LOW_HALF_MASK: u32 = Self::START - Self::ALIGNMENT;

    /// Whether it begins at a multiple of `align`, a power of two.
    pub fn is_aligned_to(self, align: u32) -> bool {
        self.at(0).0 & u64::from(align.wrapping_sub(1)) == 0
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

    /// The same where the object is known not to be null.
    #[inline(always)]
    pub fn offset_in_object(self) -> u32 {
        let first = ObjectId::START | self.object().differing_bits();
        (self.0 as u32).wrapping_sub(first)
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
        let thread = ThreadNumber(ObjectId::MAX_THREADS - 1);
        let object = ObjectId::new(Space::heap(thread), 77);
        let address = object.at(12);
        assert_eq!((address.object(), address.offset()), (object, 12));
        assert_eq!(object.space().thread(), Some(thread));
        assert!(object.space().is_heap() && !object.space().is_stack());
        assert!(Space::stack(ThreadNumber::MAIN).is_stack());
        assert_eq!(address.0 >> 63, 0);
        assert_eq!(Space::STATIC.thread(), None);
    }

    /// The low halves of the first byte of so many objects in so many spaces.
    fn low_halves(spaces: u32, indices: u32) -> Vec<u32> {
        let objects = (1..=spaces).flat_map(|space| {
            (0..indices).map(move |index| ObjectId::new(Space(space), index).at(0).0 as u32)
        });
        let mut halves: Vec<u32> = objects.collect();
        halves.sort_unstable();
        halves
    }

    #[test]
    fn low_halves_differ() {
        for (spaces, indices) in [(1, 1 << 18), (15, 1 << 14), (255, 1 << 10), (4095, 1 << 6)] {
            let halves = low_halves(spaces, indices);
            let distinct = halves.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(distinct, "{spaces} spaces");
            assert!(halves.iter().all(|half| half % ObjectId::ALIGNMENT == 0));
        }
    }

    #[test]
    fn objects_lie_within_their_number() {
        for object in [1, 77, 1 << 18, (1 << 31) - 1].map(ObjectId) {
            let end = object.at(ObjectId::MOST_BYTES);
            assert_eq!((end.object(), end.offset()), (object, ObjectId::MOST_BYTES));
            let before = Address(object.at(0).0 - (1 << 30));
            assert_eq!(before.signed_parts(), (object, -(1 << 30)));
        }
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
