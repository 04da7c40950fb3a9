//! Plain accesses that some thread does not know of yet, as FastTrack keeps them: of each range the
//! last write, and the last reads of all threads since. An access that conflicts with one that did
//! not happen before is a data race.

use super::state::{Kind, Record, Weak};
use crate::thread_id::ThreadId;

impl Weak {
    /// The recorded access that races with one that a thread makes now.
    pub fn race(&self, thread: ThreadId, start: u64, end: u64, kind: Kind) -> Option<Record> {
        let views = self.thread(thread);
        let mut records = self.records.iter();
        let found = records.find(|record| {
            record.overlaps(start, end)
                && record.kind.conflicts(kind)
                && record.identity != views.identity
                && record.epoch > views.current.clock.get(record.identity.into())
        });
        found.copied()
    }

    /// Records an access that does not race.
    pub fn record(&mut self, thread: ThreadId, start: u64, end: u64, kind: Kind) {
        if self.threads.len() <= 1 {
            return;
        }
        let views = self.thread_mut(thread);
        let identity = views.identity;
        let epoch = views.current.clock.get(identity.into()) + 1;
        views.current.clock.set(identity.into(), epoch);
        self.cut(start, end, |record| {
            let is_own = record.identity == identity;
            let is_covered =
                record.kind == kind || (record.kind, kind) == (Kind::AtomicRead, Kind::AtomicWrite);
            kind == Kind::Write || is_own && is_covered
        });
        self.records.push(Record {
            start,
            end,
            kind,
            identity,
            epoch,
        });
    }

    /// What is known of a range is no longer of interest.
    pub fn forget_records(&mut self, start: u64, end: u64) {
        self.cut(start, end, |_| true);
    }

    /// Removes a range from records.
    fn cut(&mut self, start: u64, end: u64, is_meant: impl Fn(&Record) -> bool) {
        let mut rests = Vec::new();
        self.records.retain(|record| {
            if !record.overlaps(start, end) || !is_meant(record) {
                return true;
            }
            if record.start < start {
                rests.push(Record {
                    end: start,
                    ..*record
                });
            }
            if record.end > end {
                rests.push(Record {
                    start: end,
                    ..*record
                });
            }
            false
        });
        self.records.append(&mut rests);
    }

    /// The thread that made a recorded access, if it is still known.
    pub fn thread_of(&self, record: &Record) -> Option<ThreadId> {
        let mut threads = self.threads.iter();
        let found = threads.find(|views| views.identity == record.identity);
        found.map(|views| views.number)
    }

    /// Forgets what all threads know, and numbers epochs by what tells them apart.
    pub(super) fn rank_epochs(&mut self) {
        let records = std::mem::take(&mut self.records);
        let known_to_all = |record: &Record| {
            let mut living = self.threads.iter().filter(|views| views.alive);
            let identity = u64::from(record.identity);
            living.all(|views| {
                views.identity == record.identity
                    || views.current.clock.get(identity) >= record.epoch
            })
        };
        let mut records: Vec<Record> = records
            .into_iter()
            .filter(|record| !known_to_all(record))
            .collect();
        let mut identities: Vec<u32> = records.iter().map(|record| record.identity).collect();
        identities.sort_unstable();
        identities.dedup();
        self.each_view(|view| {
            let is_recorded = |key| identities.binary_search(&(key as u32)).is_ok();
            view.clock.retain(is_recorded);
        });
        for &identity in &identities {
            let mut epochs: Vec<u32> = records
                .iter()
                .filter(|record| record.identity == identity)
                .map(|record| record.epoch)
                .collect();
            epochs.sort_unstable();
            epochs.dedup();
            // Epochs without a clock between them are one.
            let mut clocks = Vec::new();
            self.each_view(|view| clocks.push(view.clock.get(identity.into())));
            clocks.sort_unstable();
            clocks.dedup();
            let class = |epoch: u32| clocks.partition_point(|&clock| clock < epoch);
            let mut classes: Vec<usize> = epochs.iter().map(|&epoch| class(epoch)).collect();
            classes.dedup();
            let rank = |epoch: u32| {
                let class = class(epoch);
                classes.partition_point(|&other| other < class) as u32 + 1
            };
            for record in records
                .iter_mut()
                .filter(|record| record.identity == identity)
            {
                record.epoch = rank(record.epoch);
            }
            self.each_view(|view| {
                view.clock.map(identity.into(), |clock| {
                    let known = epochs.partition_point(|&epoch| epoch <= clock);
                    known.checked_sub(1).map_or(0, |last| rank(epochs[last]))
                });
            });
        }
        self.records = joined(records);
    }
}

/// In order, neighbours that are alike as one, and without reads that a write of the same thread and
/// epoch says as well.
fn joined(mut records: Vec<Record>) -> Vec<Record> {
    let writes: Vec<Record> = records
        .iter()
        .filter(|record| record.kind == Kind::Write)
        .copied()
        .collect();
    records.retain(|record| {
        record.kind == Kind::Write
            || !writes.iter().any(|write| {
                (write.identity, write.epoch) == (record.identity, record.epoch)
                    && write.start <= record.start
                    && record.end <= write.end
            })
    });
    records.sort_unstable_by_key(|record| {
        (
            record.identity,
            record.kind,
            record.epoch,
            record.start,
            record.end,
        )
    });
    records.dedup_by(|next, record| {
        let alike =
            (next.identity, next.kind, next.epoch) == (record.identity, record.kind, record.epoch);
        let joins = alike && next.start <= record.end && next.start >> 32 == record.start >> 32;
        if joins {
            record.end = record.end.max(next.end);
        }
        joins
    });
    records
}
