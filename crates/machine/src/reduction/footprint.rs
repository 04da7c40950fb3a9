//! What a step touches of the state that it shares with others, in order: bytes of memory, and
//! places that stand for the rest of the state. It does not know who asks.

use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::thread::ENDED;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashMap;
use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_program::ObjectId;

/// Places that are no memory lie above all addresses.
const PLACES: u64 = 1 << 63;

/// What a place above the addresses is about.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Kind {
    /// Whether a thread is there, and what others know of it.
    Life = 1,
    /// Whether a thread number is in use.
    Taken = 2,
    /// A slot of the state that is neither memory nor a thread.
    Slot = 3,
    /// Whether an object exists.
    Header = 4,
    /// Functions registered for the end, and keys.
    Registered = 5,
    /// How many threads are alive.
    Alive = 6,
    /// Whether the program has ended.
    End = 7,
    /// The order of SC accesses and fences under a weak memory model.
    ScOrder = 8,
    /// What atomic sections tell each other.
    Sections = 9,
    /// What properties ask of states.
    Visible = 10,
    /// That an ended thread is forgotten.
    Retirement = 11,
    /// That a thread is about to be joined. It has no value but 0.
    Joining = 12,
}

const fn place(kind: Kind, number: u64) -> u64 {
    PLACES | (kind as u64) << 40 | number
}

pub(crate) fn life(thread: ThreadId) -> u64 {
    place(Kind::Life, thread.0.into())
}

pub(crate) fn taken(thread: ThreadId) -> u64 {
    place(Kind::Taken, thread.0.into())
}

pub(crate) fn slot(slot: Slot) -> u64 {
    place(Kind::Slot, slot.0.into())
}

pub(crate) fn header(object: ObjectId) -> u64 {
    place(Kind::Header, object.0.into())
}

/// Who sleeps at an address.
pub(crate) fn waiters(address: u64) -> u64 {
    PLACES | 1 << 62 | address
}

pub(crate) fn is_waiters(start: u64) -> bool {
    start >> 62 == 3
}

pub(crate) const REGISTERED: u64 = place(Kind::Registered, 0);
pub(crate) const ALIVE: u64 = place(Kind::Alive, 0);
pub(crate) const END: u64 = place(Kind::End, 0);
pub(crate) const SC_ORDER: u64 = place(Kind::ScOrder, 0);
pub(crate) const SECTIONS: u64 = place(Kind::Sections, 0);
pub(crate) const VISIBLE: u64 = place(Kind::Visible, 0);

/// Where it is noted that a thread may later forget another one that has ended.
pub(crate) fn retirement(thread: ThreadId) -> u64 {
    place(Kind::Retirement, thread.0.into())
}

/// Read before the life of a thread where that is joined.
pub(crate) fn joining(thread: ThreadId) -> u64 {
    place(Kind::Joining, thread.0.into())
}

pub(crate) fn is_joining(start: u64) -> bool {
    start & !0xffff_ffff == place(Kind::Joining, 0)
}

/// The thread whose life a place is.
pub(crate) fn thread_of_life(start: u64) -> Option<ThreadId> {
    (start & !0xffff_ffff == place(Kind::Life, 0)).then_some(ThreadId(start as u32))
}

/// The object whose header a place is.
pub(crate) fn object_of_header(start: u64) -> Option<ObjectId> {
    (start & !0xffff_ffff == place(Kind::Header, 0)).then_some(ObjectId(start as u32))
}

/// Whether a place is bytes of memory.
pub(crate) fn is_memory(start: u64) -> bool {
    start < PLACES
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Access {
    Read,
    Write,
    /// A write whose order has no meaning.
    Silent,
}

/// One access of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Touch {
    pub start: u64,
    pub end: u64,
    pub access: Access,
    /// What was found or left there; `None` if that is not known, so that it may be anything.
    pub value: Option<u64>,
}

impl Touch {
    pub fn new(start: u64, size: u64, access: Access, value: Option<u64>) -> Touch {
        Touch {
            start,
            end: start.saturating_add(size),
            access,
            value,
        }
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        out.u64(self.start);
        out.u64(self.end);
        out.u8(match self.access {
            Access::Read => 0,
            Access::Write => 1,
            Access::Silent => 2,
        });
        out.option(self.value);
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Touch, Damage> {
        Ok(Touch {
            start: input.u64()?,
            end: input.u64()?,
            access: match input.u8()? {
                0 => Access::Read,
                1 => Access::Write,
                2 => Access::Silent,
                _ => return Err(Damage::Content("an access of no kind")),
            },
            value: input.option()?,
        })
    }

    /// A step that may have touched anything.
    pub fn everything() -> Touch {
        Touch {
            start: 0,
            end: u64::MAX,
            access: Access::Write,
            value: None,
        }
    }

    pub fn overlaps(&self, other: &Touch) -> bool {
        self.start < other.end && other.start < self.end
    }

    pub fn covers(&self, other: &Touch) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the order of the two accesses may matter. Threads that end leave the same number
    /// alive in any order.
    pub fn conflicts(&self, other: &Touch) -> bool {
        self.overlaps(other)
            && match (self.access, other.access) {
                (Access::Read, Access::Write) | (Access::Write, Access::Read) => true,
                (Access::Write, Access::Write) => self.start != ALIVE || other.start != ALIVE,
                _ => false,
            }
    }
}

/// All that a step does to others, as far as their order matters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Footprint {
    pub touches: Box<[Touch]>,
    /// Other threads whose leaf it changes, and the leaves that they get.
    pub foreign: Box<[(ThreadId, LeafId)]>,
    /// It ends the program, or in an error: no step follows.
    pub ends: bool,
    /// No other thread may run after it.
    pub excludes: bool,
    /// What it does depends on its thread's leaf and the touches alone; if it is blocked, it does nothing.
    pub is_pure: bool,
}

impl Footprint {
    /// What a touch is in the future of a thread. A write to the life of a thread that was seen to have ended
    /// cannot happen while that thread is alive.
    pub fn in_future(&self, at: usize) -> Touch {
        let touch = self.touches[at];
        let has_ended = |before: &Touch| {
            before.start == touch.start && before.value.is_some_and(|life| life & ENDED != 0)
        };
        match thread_of_life(touch.start) {
            Some(thread)
                if touch.access == Access::Write && self.touches[..at].iter().any(has_ended) =>
            {
                Touch::new(retirement(thread), 1, Access::Write, None)
            }
            _ => touch,
        }
    }

    /// Whether a touch is the look of a join at a thread that has ended.
    pub fn joins_at(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let touch = &self.touches[at];
        is_joining(self.touches[before].start)
            && touch.access == Access::Read
            && touch.value.is_some_and(|life| life & ENDED != 0)
    }

    /// It joins a thread, or fails to.
    pub fn joins(&self) -> bool {
        self.touches.iter().any(|touch| is_joining(touch.start))
    }
}

/// The number of a footprint.
pub(crate) type PrintId = u32;

/// Footprints, each stored once.
#[derive(Default)]
pub(crate) struct Footprints {
    all: Vec<std::sync::Arc<Footprint>>,
    numbers: FxHashMap<std::sync::Arc<Footprint>, PrintId>,
    touches: usize,
}

impl Footprint {
    fn save(&self, out: &mut Writer<'_>) {
        out.length(self.touches.len());
        self.touches.iter().for_each(|touch| touch.save(out));
        out.length(self.foreign.len());
        for &(thread, leaf) in &self.foreign {
            out.u32(thread.0);
            out.u32(leaf.0);
        }
        out.bool(self.ends);
        out.bool(self.excludes);
        out.bool(self.is_pure);
    }

    fn load(input: &mut Reader<'_>) -> Result<Footprint, Damage> {
        let foreign = |input: &mut Reader<'_>| Ok((ThreadId(input.u32()?), LeafId(input.u32()?)));
        Ok(Footprint {
            touches: input.items(Touch::load)?.into(),
            foreign: input.items(foreign)?.into(),
            ends: input.bool()?,
            excludes: input.bool()?,
            is_pure: input.bool()?,
        })
    }
}

impl Footprints {
    pub fn save(&self, out: &mut Writer<'_>) {
        out.length(self.all.len());
        self.all.iter().for_each(|print| print.save(out));
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Footprints, Damage> {
        let mut prints = Footprints::default();
        for print in input.items(Footprint::load)? {
            prints.number(print);
        }
        Ok(prints)
    }

    pub fn number(&mut self, print: Footprint) -> PrintId {
        if let Some(&known) = self.numbers.get(&print) {
            return known;
        }
        self.touches += print.touches.len();
        let print = std::sync::Arc::new(print);
        let number = self.all.len() as PrintId;
        self.all.push(print.clone());
        self.numbers.insert(print, number);
        number
    }

    #[inline]
    pub fn get(&self, number: PrintId) -> &Footprint {
        &self.all[number as usize]
    }

    pub fn bytes(&self) -> usize {
        self.all.len() * (size_of::<Footprint>() + 48) + self.touches * size_of::<Touch>()
    }
}
