//! Addresses of 32 bits, as programs for i386 keep them in memory and make integers of them.
//! Registers hold an [`Address`] of 64 bits in every program; what is stored is translated, and
//! back when it is loaded. The translation depends on nothing but the number of an object and the
//! offset, and on the sizes of the global variables. Every object has room before and behind it
//! that belongs to no other, so that a pointer that leaves its object does not lead into another.

use crate::address::{Address, ObjectId, Space, ThreadNumber};

/// Below lie null and small integers.
const FUNCTIONS: u32 = 0x0100_0000;
const STATICS: u32 = 0x0800_0000;
const ARENAS: u32 = 0x2000_0000;
const MAPPINGS: u32 = 0xf000_0000;
const MAPPINGS_END: u32 = 0xff00_0000;

/// Room for each function: the addresses of its blocks are offsets.
const FUNCTION_SLOT: u32 = 1 << 12;
const FUNCTION_MARGIN: u32 = 16;
/// Room for each shared mapping.
const MAPPING_SLOT: u32 = 1 << 18;
const MAPPING_MARGIN: u32 = 1 << 12;
/// Room before each global variable.
const STATIC_MARGIN: u32 = 32;

/// Threads with arenas of the same size: the first, how many, and the bits of an index.
const ARENA_GROUPS: [(u32, u32, u32); 5] = [
    (0, 1, 18),
    (1, 7, 16),
    (8, 56, 13),
    (64, 448, 10),
    (512, 3582, 7),
];

/// The smallest slot of an arena, of class 0; each class has slots of double size.
const FIRST_SLOT_BITS: u32 = 7;
const MOST_MARGIN: u32 = 1 << 12;

/// The objects that the heap or the stack of one thread has: `bits` classes of slots. Half of all
/// indices are of class 0, a quarter of class 1, and so on; all classes take the same room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arena {
    start: u32,
    bits: u32,
    space: Space,
}

impl Arena {
    fn of(space: Space) -> Option<Arena> {
        let thread = space.thread()?.0;
        let mut start = ARENAS;
        for (first, count, bits) in ARENA_GROUPS {
            let size = bits << (bits + FIRST_SLOT_BITS - 1);
            if thread < first + count {
                let number = 2 * (thread - first) + u32::from(space.is_stack());
                let start = start + number * size;
                return Some(Arena { start, bits, space });
            }
            start += 2 * count * size;
        }
        None
    }

    fn at(short: u32) -> Option<(Arena, u32)> {
        let mut start = ARENAS;
        for (first, count, bits) in ARENA_GROUPS {
            let size = bits << (bits + FIRST_SLOT_BITS - 1);
            let rest = short.checked_sub(start)?;
            if rest < 2 * count * size {
                let (number, rest) = (rest / size, rest % size);
                let thread = ThreadNumber(first + number / 2);
                let space = match number % 2 {
                    0 => Space::heap(thread),
                    _ => Space::stack(thread),
                };
                let start = start + number * size;
                return Some((Arena { start, bits, space }, rest));
            }
            start += 2 * count * size;
        }
        None
    }

    fn class_bits(self) -> u32 {
        self.bits + FIRST_SLOT_BITS - 1
    }
}

/// The sizes of slots, by class.
fn slot(class: u32) -> u32 {
    1 << (class + FIRST_SLOT_BITS)
}

fn margin(class: u32) -> u32 {
    (slot(class) / 4).min(MOST_MARGIN)
}

/// A place among the objects of one class of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassedIndex {
    pub class: u32,
    pub rank: u32,
}

impl ClassedIndex {
    pub fn of(index: u32) -> ClassedIndex {
        let class = (index + 1).trailing_zeros();
        ClassedIndex {
            class,
            rank: (index + 1) >> (class + 1),
        }
    }

    pub fn index(self) -> u32 {
        ((2 * self.rank + 1) << self.class) - 1
    }
}

/// The classes whose slots take an object of this size and alignment, in the heap or on the stack
/// of a thread, and how many objects each can have.
pub fn classes_for(space: Space, size: u64, align: u32) -> impl Iterator<Item = (u32, u32)> {
    let bits = Arena::of(space).map_or(0, |arena| arena.bits);
    (0..bits)
        .filter(move |&class| {
            let fits = u64::from(slot(class) - 2 * margin(class)) >= size;
            fits && margin(class) >= align.min(MOST_MARGIN)
        })
        .map(move |class| (class, 1 << (bits - 1 - class)))
}

/// The first index from `from` on at which the stack has room for an object.
pub fn next_local(space: Space, from: u32, size: u64, align: u32) -> Option<u32> {
    let arena = Arena::of(space)?;
    let (class, _) = classes_for(space, size, align).next()?;
    let after = (from + 1).next_multiple_of(1 << class);
    (after < 1 << arena.bits).then_some(after - 1)
}

#[derive(Debug, thiserror::Error)]
#[error("more global variables than fit into 32-bit addresses")]
pub struct AddressSpaceFull;

/// The translation for one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShortAddresses {
    /// Where each global variable begins, in order.
    statics: Vec<u32>,
    /// Where the next one may begin.
    end: u32,
}

impl ShortAddresses {
    /// The next global variable gets its place.
    pub fn add_static(&mut self, size: u64, align: u64) -> Result<(), AddressSpaceFull> {
        let align = align.clamp(16, u64::from(MOST_MARGIN));
        let free = u64::from(self.end.max(STATICS) + STATIC_MARGIN);
        let start = free.next_multiple_of(align);
        let behind = size
            .checked_add(64 + (size / 4).min(4096))
            .ok_or(AddressSpaceFull)?;
        let end = start.checked_add(behind).ok_or(AddressSpaceFull)?;
        if end >= u64::from(ARENAS) {
            return Err(AddressSpaceFull);
        }
        self.statics.push(start as u32);
        self.end = end as u32;
        Ok(())
    }

    /// The short form of an address; None if it lies too far outside of its object.
    pub fn shorten(&self, address: u64) -> Option<u32> {
        let (object, offset) = Address(address).signed_parts();
        let space = object.space();
        let index = object.index();
        let (start, margin, room) = match space {
            Space::NULL => return Some(address as u32),
            Space::FUNCTION => {
                let start = FUNCTIONS.checked_add(index.checked_mul(FUNCTION_SLOT)?)?;
                (start < STATICS).then_some((start, FUNCTION_MARGIN, FUNCTION_SLOT))?
            }
            Space::STATIC => {
                let first = *self.statics.get(index as usize)?;
                let next = self.statics.get(index as usize + 1).copied();
                let next = next.map_or(self.end, |next| next - STATIC_MARGIN);
                let start = first - STATIC_MARGIN;
                (start, STATIC_MARGIN, next - start)
            }
            Space::MAPPED => {
                let start = MAPPINGS.checked_add(index.checked_mul(MAPPING_SLOT)?)?;
                (start < MAPPINGS_END).then_some((start, MAPPING_MARGIN, MAPPING_SLOT))?
            }
            _ => {
                let arena = Arena::of(space)?;
                let ClassedIndex { class, rank } = ClassedIndex::of(index);
                if class >= arena.bits || rank >= 1 << (arena.bits - 1 - class) {
                    return None;
                }
                let start = arena.start + (class << arena.class_bits()) + rank * slot(class);
                (start, margin(class), slot(class))
            }
        };
        let inside = i64::from(offset) + i64::from(margin);
        (0..i64::from(room))
            .contains(&inside)
            .then(|| start + inside as u32)
    }

    /// The address that a short one stands for. One that belongs to no object stays a number.
    pub fn lengthen(&self, short: u32) -> u64 {
        let known = match short {
            0..FUNCTIONS => None,
            FUNCTIONS..STATICS => {
                let rest = short - FUNCTIONS;
                let object = ObjectId::new(Space::FUNCTION, rest / FUNCTION_SLOT);
                Some((object, rest % FUNCTION_SLOT, FUNCTION_MARGIN))
            }
            STATICS..ARENAS => {
                let before = self
                    .statics
                    .partition_point(|&start| start - STATIC_MARGIN <= short);
                before
                    .checked_sub(1)
                    .filter(|_| short < self.end)
                    .map(|at| {
                        let object = ObjectId::new(Space::STATIC, at as u32);
                        (
                            object,
                            short - (self.statics[at] - STATIC_MARGIN),
                            STATIC_MARGIN,
                        )
                    })
            }
            MAPPINGS..MAPPINGS_END => {
                let rest = short - MAPPINGS;
                let object = ObjectId::new(Space::MAPPED, rest / MAPPING_SLOT);
                Some((object, rest % MAPPING_SLOT, MAPPING_MARGIN))
            }
            _ => Arena::at(short).map(|(arena, rest)| {
                let class = rest >> arena.class_bits();
                let rest = rest & ((1 << arena.class_bits()) - 1);
                let rank = rest / slot(class);
                let object = ObjectId::new(arena.space, ClassedIndex { class, rank }.index());
                (object, rest % slot(class), margin(class))
            }),
        };
        match known {
            Some((object, rest, margin)) => {
                let offset = i64::from(rest) - i64::from(margin);
                object.at(0).0.wrapping_add(offset as u64)
            }
            None => u64::from(short),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(short: &ShortAddresses, object: ObjectId, offset: i64) -> u32 {
        let address = object.at(0).0.wrapping_add(offset as u64);
        let narrow = short.shorten(address).expect("an address in 32 bits");
        assert_eq!(short.lengthen(narrow), address, "{object:?} {offset}");
        narrow
    }

    #[test]
    fn addresses_come_back_as_they_were() {
        let mut short = ShortAddresses::default();
        for size in [0, 4, 1, 4096, 1 << 20, 3] {
            short.add_static(size, 4).expect("room");
        }
        let mut seen = Vec::new();
        for index in 0..6 {
            seen.push(there_and_back(
                &short,
                ObjectId::new(Space::STATIC, index),
                0,
            ));
        }
        for thread in [0, 1, 7, 8, 63, 64, 511, 512, 4093].map(ThreadNumber) {
            for space in [Space::heap(thread), Space::stack(thread)] {
                let bits = Arena::of(space).expect("an arena").bits;
                for index in [0, 1, 2, 3, 62, 63, 64, 126, (1 << bits) - 4] {
                    let object = ObjectId::new(space, index);
                    for offset in [-32, -1, 1, 63, 95] {
                        there_and_back(&short, object, offset);
                    }
                    seen.push(there_and_back(&short, object, 0));
                }
            }
        }
        seen.push(there_and_back(&short, ObjectId::new(Space::FUNCTION, 9), 0));
        seen.push(there_and_back(&short, ObjectId::new(Space::MAPPED, 65), 0));
        for (n, a) in seen.iter().enumerate() {
            assert!(a % 16 == 0 && !seen[..n].contains(a));
        }
        for number in [0, 1, 4095, u32::MAX, u32::MAX - 1] {
            assert_eq!(short.lengthen(number), u64::from(number));
            assert_eq!(short.shorten(u64::from(number)), Some(number));
        }
        assert_eq!(short.shorten(u64::MAX), Some(u32::MAX));
    }

    #[test]
    fn every_short_address_has_one_meaning() {
        let mut short = ShortAddresses::default();
        short.add_static(100, 4).expect("room");
        for number in (0..=u32::MAX).step_by(4099) {
            let long = short.lengthen(number);
            assert_eq!(short.shorten(long), Some(number), "{number:#x} {long:#x}");
        }
    }

    #[test]
    fn what_leaves_its_room_has_no_short_form() {
        let short = ShortAddresses::default();
        let object = ObjectId::new(Space::heap(ThreadNumber::MAIN), 0);
        assert_eq!(short.shorten(object.at(96).0), None);
        assert_eq!(short.shorten(object.at(0).0.wrapping_sub(33)), None);
    }

    #[test]
    fn slots_are_wide_enough() {
        let space = Space::stack(ThreadNumber(3));
        assert_eq!(classes_for(space, 64, 16).next(), Some((0, 1 << 15)));
        assert_eq!(classes_for(space, 65, 16).next(), Some((1, 1 << 14)));
        assert_eq!(classes_for(space, 1, 64).next(), Some((1, 1 << 14)));
        assert_eq!(next_local(space, 0, 4, 4), Some(0));
        assert_eq!(next_local(space, 1, 4, 4), Some(1));
        assert_eq!(next_local(space, 1, 200, 4), Some(3));
        assert_eq!(next_local(space, 4, 200, 4), Some(7));
        assert_eq!(next_local(space, 0, 1 << 30, 4), None);
    }
}
