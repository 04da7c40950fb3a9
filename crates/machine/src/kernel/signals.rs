//! What a process does with signals. None is ever delivered: a program sees what it has said of them.

use super::record::{Kept, Record};
use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::process_id::ProcessId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Snapshot};
use rustc_hash::FxHashMap;

/// How a process takes a signal: SIG_DFL, SIG_IGN or a function, and the flags that were given with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disposition {
    pub handler: u64,
    pub flags: u32,
}

/// By signal, sorted; those that were never set are not in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dispositions(Vec<(u32, Disposition)>);

impl Record for Dispositions {
    fn encode(&self) -> Vec<u64> {
        let mut words = vec![self.0.len() as u64];
        words.extend(self.0.iter().flat_map(|&(signal, disposition)| {
            let head = u64::from(signal) << 32 | u64::from(disposition.flags);
            [head, disposition.handler]
        }));
        words
    }

    fn decode(words: &[u64]) -> Dispositions {
        let pairs = words[1..].chunks_exact(2);
        let entries = pairs.map(|pair| {
            let (handler, flags) = (pair[1], pair[0] as u32);
            ((pair[0] >> 32) as u32, Disposition { handler, flags })
        });
        Dispositions(entries.collect())
    }
}

#[derive(Debug, Default)]
pub struct Signals(FxHashMap<ProcessId, Kept<Dispositions>>);

impl Signals {
    pub fn of(&mut self, process: ProcessId) -> &mut Kept<Dispositions> {
        let kept = self.0.entry(process);
        kept.or_insert_with(|| Kept::new(Dispositions::default()))
    }

    pub fn has_changed(&self, epoch: u32) -> bool {
        self.0.values().any(|kept| kept.unit.written == epoch)
    }

    /// What the running step has changed, on balance.
    pub fn balance(&self, snapshot: &Snapshot) -> u64 {
        let kept = self.0.iter();
        let parts =
            kept.map(|(&process, kept)| kept.balance(snapshot, KernelPart::Signals(process)));
        parts.fold(0, u64::wrapping_add)
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        for kept in self.0.values_mut() {
            kept.commit(snapshot, changes);
        }
    }
}

impl Machine<'_> {
    fn dispositions(&mut self, process: ProcessId) -> &mut Kept<Dispositions> {
        let kept = self.kernel.signals.of(process);
        kept.load(&mut self.memory.snapshot, KernelPart::Signals(process));
        kept
    }

    fn set_dispositions(&mut self, process: ProcessId, new: Dispositions) {
        let epoch = self.memory.snapshot.epoch;
        let kept = self.dispositions(process);
        if kept.content != new {
            kept.content = new;
            kept.unit.write(epoch);
        }
    }

    /// What the running process has said of a signal, if it has.
    pub(crate) fn disposition(&mut self, signal: u32) -> Option<Disposition> {
        let process = self.thread.process;
        let mut entries = self.dispositions(process).content.0.iter();
        entries.find(|entry| entry.0 == signal).map(|entry| entry.1)
    }

    pub(crate) fn set_disposition(&mut self, signal: u32, new: Disposition) {
        let process = self.thread.process;
        let mut all = self.dispositions(process).content.clone();
        all.0.retain(|entry| entry.0 != signal);
        all.0.push((signal, new));
        all.0.sort_unstable_by_key(|entry| entry.0);
        self.set_dispositions(process, all);
    }

    /// A new process does with signals what the running one does.
    pub(super) fn share_dispositions(&mut self, new: ProcessId) {
        let process = self.thread.process;
        let all = self.dispositions(process).content.clone();
        self.set_dispositions(new, all);
    }

    /// The running process ends.
    pub(super) fn reset_dispositions(&mut self) {
        let process = self.thread.process;
        self.set_dispositions(process, Dispositions::default());
    }
}
