//! One leaf for all that is in flight.

use super::state::{Cell, Kind, Message, Record, Uses, Value, Weak};
use super::views::{Sparse, ThreadViews, View};
use crate::thread_id::ThreadId;

impl Weak {
    /// Words from which `decode` makes the same again.
    pub fn encode(&self) -> Vec<u64> {
        let mut words = vec![
            self.threads.len() as u64 | (self.cells.len() as u64) << 16,
            self.locks.len() as u64 | (self.records.len() as u64) << 32,
        ];
        for views in &self.threads {
            let alive = u64::from(views.alive) << 63;
            words.push(u64::from(views.number.0) | u64::from(views.identity) << 32 | alive);
            words.push(ThreadId::to_word(views.joins));
            put_view(&mut words, &views.current);
            put_view(&mut words, &views.acquirable);
            put_view(&mut words, &views.released);
        }
        for cell in &self.cells {
            words.push(cell.address);
            let library = u64::from(cell.is_library) << 31;
            words.push(u64::from(cell.size) | library | (cell.messages.len() as u64) << 32);
            for message in &cell.messages {
                put_message(&mut words, message);
            }
        }
        for (lock, view) in &self.locks {
            words.push(*lock);
            put_view(&mut words, view);
        }
        put_view(&mut words, &self.fence);
        for record in &self.records {
            let kind = record.kind as u64;
            words.push(record.start);
            words.push(record.end);
            words.push(kind | u64::from(record.identity) << 8 | u64::from(record.epoch) << 32);
        }
        words
    }

    pub fn decode(words: &[u64], uses: Uses) -> Weak {
        let mut weak = Weak {
            uses,
            ..Weak::default()
        };
        let mut words = Words(words);
        let (first, second) = (words.next(), words.next());
        for _ in 0..first & 0xffff {
            let word = words.next();
            weak.threads.push(ThreadViews {
                number: ThreadId(word as u32),
                identity: (word >> 32) as u32 & (u32::MAX >> 1),
                alive: word >> 63 == 1,
                joins: ThreadId::of_word(words.next() as u32),
                current: words.view(),
                acquirable: words.view(),
                released: words.view(),
            });
        }
        for _ in 0..first >> 16 {
            let (address, lengths) = (words.next(), words.next());
            let count = lengths >> 32;
            weak.cells.push(Cell {
                address,
                size: lengths as u32 & (u32::MAX >> 1),
                is_library: lengths >> 31 & 1 == 1,
                messages: (0..count).map(|_| words.message()).collect(),
            });
        }
        for _ in 0..second as u32 {
            let lock = words.next();
            weak.locks.push((lock, words.view()));
        }
        weak.fence = words.view();
        for _ in 0..second >> 32 {
            let (start, end, rest) = (words.next(), words.next(), words.next());
            weak.records.push(Record {
                start,
                end,
                kind: KINDS[(rest & 0xff) as usize],
                identity: (rest >> 8) as u32 & 0xff_ffff,
                epoch: (rest >> 32) as u32,
            });
        }
        weak
    }
}

const KINDS: [Kind; 4] = [Kind::Read, Kind::Write, Kind::AtomicRead, Kind::AtomicWrite];

const ATTACHED: u64 = 1 << 16;
const SC: u64 = 1 << 17;
const IN_SECTION: u64 = 1 << 18;

fn put_message(words: &mut Vec<u64>, message: &Message) {
    let attached = if message.attached { ATTACHED } else { 0 };
    let sc = if message.sc { SC } else { 0 };
    let in_section = if message.in_section { IN_SECTION } else { 0 };
    words.push(u64::from(message.value.undefined) | attached | sc | in_section);
    words.push(message.value.bits as u64);
    words.push((message.value.bits >> 64) as u64);
    put_view(words, &message.view);
    put_lengths(
        words,
        [&message.before, &message.read_by, &Sparse::default()],
    );
}

fn put_view(words: &mut Vec<u64>, view: &View) {
    put_lengths(words, [&view.at, &view.clock, &view.sc]);
}

fn put_lengths(words: &mut Vec<u64>, all: [&Sparse; 3]) {
    let [a, b, c] = all.map(|sparse| sparse.len() as u64);
    words.push(a | b << 20 | c << 40);
    for sparse in all {
        for &(key, value) in sparse.entries() {
            words.push(key);
            words.push(value.into());
        }
    }
}

struct Words<'a>(&'a [u64]);

impl Words<'_> {
    fn next(&mut self) -> u64 {
        let word = self.0[0];
        self.0 = &self.0[1..];
        word
    }

    fn sparses(&mut self) -> [Sparse; 3] {
        let lengths = self.next();
        [0, 20, 40].map(|shift| {
            let length = lengths >> shift & 0xf_ffff;
            let entries = (0..length).map(|_| (self.next(), self.next() as u32));
            Sparse::from_entries(entries.collect())
        })
    }

    fn view(&mut self) -> View {
        let [at, clock, sc] = self.sparses();
        View { at, clock, sc }
    }

    fn message(&mut self) -> Message {
        let flags = self.next();
        let value = Value {
            bits: u128::from(self.next()) | u128::from(self.next()) << 64,
            undefined: flags as u16,
        };
        let view = self.view();
        let [before, read_by, _] = self.sparses();
        Message {
            value,
            view,
            attached: flags & ATTACHED != 0,
            sc: flags & SC != 0,
            in_section: flags & IN_SECTION != 0,
            before,
            read_by,
        }
    }
}
