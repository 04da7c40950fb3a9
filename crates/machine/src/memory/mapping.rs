//! Memory that processes share: objects in a space of their own, which every process sees
//! at the same addresses, and for each process the set of those that it has mapped. An
//! object ends when no process has it any more. Names and files are not known here.

use super::heap::References;
use super::processes::{clear_unit, copy_unit};
use super::{Flags, Memory};
use crate::error::{ErrorKind, Fault};
use crate::leaves::LeafId;
use crate::process_id::ProcessId;
use crate::snapshot::Slot;
use crate::snapshot::{SlotKind, Snapshot, Unit};
use trailhound_program::{ObjectId, Space};

/// Mappings that one process can make; each process numbers its own, so that the numbers do not
/// depend on the order in which processes map.
const PER_PROCESS: u32 = 64;

/// The shared mappings that a process has, sorted; one that it has mapped twice is there twice.
#[derive(Debug, Default)]
pub(super) struct Mappings {
    pub unit: Unit,
    list: Vec<u64>,
}

impl Mappings {
    fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self.unit.refresh(snapshot, SlotKind::Mappings) {
            self.list.clear();
            if !leaf.is_nothing() {
                self.list.extend_from_slice(snapshot.leaves.get(leaf));
            }
        }
    }

    /// The leaf of the live content.
    fn intern(&mut self, snapshot: &mut Snapshot) {
        self.unit.leaf = match self.list.is_empty() {
            true => LeafId::NOTHING,
            false => snapshot.leaves.intern(&self.list),
        };
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        self.intern(snapshot);
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }
}

impl Memory<'_> {
    fn mappings_of(&mut self, process: ProcessId) -> &mut Mappings {
        if self.mappings.len() <= process.index() {
            self.mappings
                .resize_with(process.index() + 1, Mappings::default);
        }
        let mappings = &mut self.mappings[process.index()];
        mappings.load(&mut self.snapshot);
        mappings
    }

    /// The unit of the first process's mappings.
    pub(super) fn mappings_unit(&mut self) -> &mut Unit {
        if self.mappings.is_empty() {
            self.mappings.push(Mappings::default());
        }
        &mut self.mappings[0].unit
    }

    /// A new object that processes can share: zeros. No process has it mapped yet.
    pub fn new_mapping(
        &mut self,
        size: u64,
        references: &mut dyn References,
    ) -> Result<ObjectId, Fault> {
        let first = self.process.0 * PER_PROCESS;
        let mut free = Vec::new();
        for index in first..first + PER_PROCESS {
            let id = ObjectId::new(Space::MAPPED, index);
            if self.header(id).is_none() {
                free.push(id);
            }
        }
        self.snapshot.looked_everywhere = true;
        self.log.everything();
        let referenced = references.referenced(self, &free);
        let unused = free.into_iter().zip(referenced).find(|(_, used)| !used);
        let Some((id, _)) = unused else {
            return Err(Fault::unsupported(format!(
                "more than {PER_PROCESS} shared mappings of one process"
            )));
        };
        let flags = Flags::ZEROED.with(Flags::SHARED).with(Flags::MAPPED);
        self.create(id, size, flags)
    }

    /// The running process has the mapping from now on, or once more.
    pub fn attach(&mut self, id: ObjectId) {
        let epoch = self.snapshot.epoch;
        let mappings = self.mappings_of(self.process);
        let place = mappings.list.partition_point(|&other| other < id.0.into());
        mappings.list.insert(place, id.0.into());
        mappings.unit.write(epoch);
    }

    /// The running process gives a mapping up once; false if it does not have it. What no process has
    /// ends, unless it is `kept`.
    pub fn detach(&mut self, id: ObjectId, kept: bool) -> bool {
        let epoch = self.snapshot.epoch;
        let mappings = self.mappings_of(self.process);
        let Ok(place) = mappings.list.binary_search(&id.0.into()) else {
            return false;
        };
        mappings.list.remove(place);
        mappings.unit.write(epoch);
        if !kept && !self.is_mapped_anywhere(id) {
            self.destroy(id);
        }
        true
    }

    /// Whether a process has the mapping.
    pub fn is_mapped_anywhere(&mut self, id: ObjectId) -> bool {
        // Elsewhere there may be processes that no step has met yet.
        self.snapshot.looked_everywhere = true;
        self.log.everything();
        (0..self.mappings.len() as u32)
            .map(ProcessId)
            .any(|process| self.mappings_of(process).list.contains(&id.0.into()))
    }

    /// What the running process has mapped.
    pub fn mapped(&mut self) -> Vec<ObjectId> {
        let list = &self.mappings_of(self.process).list;
        list.iter().map(|&id| ObjectId(id as u32)).collect()
    }

    pub(super) fn check_mapped(&mut self, id: ObjectId) -> Result<(), Fault> {
        if self.mappings_of(self.process).list.contains(&id.0.into()) {
            return Ok(());
        }
        let message = format!("{} is not mapped in this process", self.describe(id));
        Err(Fault::error(ErrorKind::UseAfterFree, message))
    }

    pub(super) fn copy_mappings(&mut self, from: ProcessId, to: ProcessId) {
        self.mappings_of(from);
        self.mappings_of(to);
        let mut copy = std::mem::take(&mut self.mappings[to.index()]);
        let mappings = &mut self.mappings[from.index()];
        if mappings.unit.written == self.snapshot.epoch {
            mappings.intern(&mut self.snapshot);
        }
        let kind = SlotKind::Mappings;
        copy_unit(&mut self.snapshot, &mappings.unit, &mut copy.unit, kind);
        self.mappings[to.index()] = copy;
    }

    /// The running process has none any more; its objects have been given up before.
    pub(super) fn drop_mappings(&mut self) {
        let process = self.process;
        self.mappings_of(process);
        clear_unit(&mut self.snapshot, &mut self.mappings[process.index()].unit);
    }
}
