//! Abstract addresses: an object and a part of it. An object is a global, a function, a local
//! variable or a heap block by the place that makes it. It does not know what lies there.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use trailhound_program::Pc;

/// The number of a context that a function is called in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContextId(pub u32);

/// The number of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectNumber(pub u32);

/// What an object is, one for all that the same place makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    Global(u32),
    Function(u32),
    ThreadLocal(u32),
    /// A local variable of a function in a context.
    Local {
        context: ContextId,
        pc: Pc,
    },
    /// What a call allocates.
    Block {
        context: ContextId,
        pc: Pc,
    },
}

/// Where in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset {
    at: i32,
    /// 0: exactly there. Else in an element of this size, whichever.
    stride: u32,
}

impl Offset {
    pub const ANYWHERE: Offset = Offset { at: 0, stride: 1 };

    pub fn exactly(at: i32) -> Offset {
        Offset { at, stride: 0 }
    }

    /// The offset, if it is known.
    pub fn exact(self) -> Option<i32> {
        (self.stride == 0).then_some(self.at)
    }

    /// The place in an element, and the size of an element.
    pub fn in_element(self) -> Option<(u32, u32)> {
        (self.stride > 1).then_some((self.at as u32, self.stride))
    }

    fn with(at: i64, stride: u32) -> Offset {
        match stride {
            0 => match i32::try_from(at) {
                Ok(at) => Offset { at, stride },
                Err(_) => Offset::ANYWHERE,
            },
            stride => Offset {
                at: at.rem_euclid(i64::from(stride)) as i32,
                stride,
            },
        }
    }

    pub fn plus(self, bytes: i64) -> Offset {
        Offset::with(i64::from(self.at).saturating_add(bytes), self.stride)
    }

    /// Any number of elements further on.
    pub fn moved(self, scale: i32) -> Offset {
        let stride = common(self.stride, scale.unsigned_abs());
        Offset::with(i64::from(self.at), stride)
    }

    /// One that stands for both.
    fn joined(self, other: Offset) -> Offset {
        let apart = self.at.abs_diff(other.at);
        let stride = common(common(self.stride, other.stride), apart);
        Offset::with(i64::from(self.at), stride)
    }

    /// All that the other may be.
    fn covers(self, other: Offset) -> bool {
        self.stride > 0 && other.stride.is_multiple_of(self.stride) && self.meets(other)
    }

    /// The two may be the same place.
    pub fn meets(self, other: Offset) -> bool {
        match common(self.stride, other.stride) {
            0 => self.at == other.at,
            stride => (i64::from(self.at) - i64::from(other.at)) % i64::from(stride) == 0,
        }
    }
}

fn common(a: u32, b: u32) -> u32 {
    match (a, b) {
        (a, 0) => a,
        (a, b) => common(b, a % b),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbstractAddress {
    pub object: ObjectNumber,
    pub offset: Offset,
}

impl AbstractAddress {
    pub fn meets(self, other: AbstractAddress) -> bool {
        self.object == other.object && self.offset.meets(other.offset)
    }
}

/// What a register may point at, sorted; integers point at nothing.
pub type Addresses = SmallVec<[AbstractAddress; 2]>;

/// The number of a set of addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(pub u32);

impl Points {
    pub const NOWHERE: Points = Points(0);
}

/// A set that would grow beyond this says nothing any more and stays as it is.
const MOST_ADDRESSES: usize = 24;
/// Parts of one object that are told apart in one set.
const MOST_PARTS: usize = 3;

/// All objects and sets of addresses, each once.
#[derive(Default)]
pub struct AddressBook {
    objects: Vec<Object>,
    object_numbers: FxHashMap<Object, ObjectNumber>,
    sets: Vec<Addresses>,
    set_numbers: FxHashMap<Addresses, Points>,
    unions: FxHashMap<(Points, Points), Points>,
}

impl AddressBook {
    pub fn new() -> AddressBook {
        let mut book = AddressBook::default();
        book.number_of(Addresses::new());
        book
    }

    pub fn object(&self, number: ObjectNumber) -> Object {
        self.objects[number.0 as usize]
    }

    pub fn objects(&self) -> impl Iterator<Item = ObjectNumber> + use<> {
        (0..self.objects.len() as u32).map(ObjectNumber)
    }

    pub fn number(&mut self, object: Object) -> ObjectNumber {
        let next = ObjectNumber(self.objects.len() as u32);
        *self.object_numbers.entry(object).or_insert_with(|| {
            self.objects.push(object);
            next
        })
    }

    pub fn addresses(&self, points: Points) -> &[AbstractAddress] {
        &self.sets[points.0 as usize]
    }

    fn number_of(&mut self, set: Addresses) -> Points {
        if let Some(&known) = self.set_numbers.get(&set) {
            return known;
        }
        let number = Points(self.sets.len() as u32);
        self.sets.push(set.clone());
        self.set_numbers.insert(set, number);
        number
    }

    /// The set of these addresses, made smaller where it would be too large. Whatever is made
    /// smaller stands for all that it was: sets only grow.
    pub fn set(&mut self, mut addresses: Addresses) -> Points {
        addresses.sort_unstable();
        addresses.dedup();
        if addresses.len() < 2 {
            return self.number_of(addresses);
        }
        let mut fewer = Addresses::new();
        for parts in addresses.chunk_by(|a, b| a.object == b.object) {
            let is_covered = |part: &AbstractAddress| {
                let mut others = parts.iter().filter(|other| *other != part);
                others.any(|other| other.offset.covers(part.offset))
            };
            let own: Addresses = parts.iter().filter(|p| !is_covered(p)).copied().collect();
            if own.len() <= MOST_PARTS {
                fewer.extend_from_slice(&own);
                continue;
            }
            let offset = own
                .iter()
                .map(|part| part.offset)
                .reduce(Offset::joined)
                .unwrap_or(Offset::ANYWHERE);
            fewer.push(AbstractAddress { offset, ..parts[0] });
        }
        self.number_of(fewer)
    }

    pub fn one(&mut self, object: Object, offset: Offset) -> Points {
        let object = self.number(object);
        let address = AbstractAddress { object, offset };
        self.number_of(SmallVec::from_slice(&[address]))
    }

    /// The first set with the second added, as long as it is not too large.
    pub fn union(&mut self, a: Points, b: Points) -> Points {
        if a == b || b == Points::NOWHERE || self.addresses(a).len() >= MOST_ADDRESSES {
            return a;
        }
        if a == Points::NOWHERE {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let both = self.addresses(a).iter().chain(self.addresses(b));
        let both: Addresses = both.copied().collect();
        let union = self.set(both);
        self.unions.insert((a, b), union);
        union
    }

    /// All addresses changed in the same way.
    pub fn moved(&mut self, points: Points, change: impl Fn(Offset) -> Offset) -> Points {
        if points == Points::NOWHERE {
            return points;
        }
        let old = self.addresses(points).iter();
        let moved = old.map(|address| AbstractAddress {
            offset: change(address.offset),
            ..*address
        });
        let moved: Addresses = moved.collect();
        self.set(moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_meets_what_lies_in_its_array() {
        let field = Offset::exactly(8).moved(48).plus(4);
        assert_eq!(field.in_element(), Some((12, 48)));
        assert!(field.meets(Offset::exactly(60)));
        assert!(!field.meets(Offset::exactly(56)));
        assert!(field.meets(Offset::ANYWHERE));
        assert!(Offset::exactly(4).meets(Offset::exactly(4)));
    }

    #[test]
    fn many_parts_of_one_object_become_elements() {
        let mut book = AddressBook::new();
        let mut all = Points::NOWHERE;
        for index in 0..10 {
            let one = book.one(Object::Global(3), Offset::exactly(16 * index + 8));
            all = book.union(all, one);
        }
        let elements = book.addresses(all);
        assert_eq!(elements.len(), 1);
        assert_eq!(elements[0].offset.in_element(), Some((8, 16)));
    }
}
