//! The file system of the checked program: what the user gave, kept in memory. Each node, each block
//! of a file and each open file description is a leaf of its own. It does not know the calls by
//! which programs use it.

mod changed;
mod content;
mod given;
mod node;
mod paths;

pub use changed::ChangedFile;
pub use given::GivenFile;
pub use node::{Block, Description, Node, NodeKind, ROOT, Streams};
pub use paths::{FileError, Found, Start};

use super::record::Kept;
use crate::error::Fault;
use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::process_id::ProcessId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Snapshot, Unit};
use content::BLOCK;
use given::Given;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Nodes and descriptions that one thread makes have numbers of their own, so that numbers do not
/// depend on the order of threads.
const PER_THREAD: u32 = 1 << 12;
/// The first of them; nodes that the user gave have lower numbers.
const FIRST_OF_THREADS: u32 = 1 << 30;

#[derive(Debug, Default)]
pub struct Files {
    given: Given,
    nodes: FxHashMap<u32, Kept<Node>>,
    blocks: BTreeMap<(u32, u32), Kept<Block>>,
    descriptions: FxHashMap<u32, Kept<Description>>,
    /// By process.
    streams: FxHashMap<ProcessId, Kept<Streams>>,
    /// What the step `changed_in` has changed.
    changed: Vec<KernelPart>,
    changed_in: u32,
}

impl Files {
    pub fn new(files: &[GivenFile]) -> Files {
        Files {
            given: Given::new(files),
            ..Files::default()
        }
    }

    /// The user gave files, so that there is a file system.
    pub fn exist(&self) -> bool {
        !self.given.is_empty()
    }

    pub fn unit_of(&mut self, part: KernelPart) -> Option<&mut Unit> {
        Some(match part {
            KernelPart::Node(number) => &mut self.node(number).unit,
            KernelPart::Block(node, index) => &mut self.block(node, index).unit,
            KernelPart::Description(number) => &mut self.description(number).unit,
            KernelPart::Streams(process) => &mut self.streams(process).unit,
            _ => return None,
        })
    }

    fn node(&mut self, number: u32) -> &mut Kept<Node> {
        let given = &self.given;
        let node = self.nodes.entry(number);
        node.or_insert_with(|| Kept::new(given.node(number)))
    }

    fn block(&mut self, node: u32, index: u32) -> &mut Kept<Block> {
        let given = &self.given;
        let block = self.blocks.entry((node, index));
        block.or_insert_with(|| Kept::new(given.block(node, index)))
    }

    fn description(&mut self, number: u32) -> &mut Kept<Description> {
        let description = self.descriptions.entry(number);
        description.or_insert_with(|| Kept::new(Description::default()))
    }

    fn streams(&mut self, process: ProcessId) -> &mut Kept<Streams> {
        let streams = self.streams.entry(process);
        streams.or_insert_with(|| Kept::new(Streams::default()))
    }

    /// The blocks of a file from this one on that may have something in them.
    fn known_blocks(&self, node: u32, first: u32) -> BTreeSet<u32> {
        let met = self.blocks.range((node, first)..=(node, u32::MAX));
        let given = self.given.content(node).map_or(0, <[u8]>::len);
        let given = first..(given as u64).div_ceil(BLOCK) as u32;
        met.map(|(&(_, index), _)| index).chain(given).collect()
    }

    fn note_change(&mut self, part: KernelPart, epoch: u32) {
        if self.changed_in != epoch {
            self.changed_in = epoch;
            self.changed.clear();
        }
        if self.unit_of(part).is_some_and(|unit| unit.write(epoch)) {
            self.changed.push(part);
        }
    }

    pub fn has_changed(&self, epoch: u32) -> bool {
        self.changed_in == epoch && !self.changed.is_empty()
    }

    /// Words of what the running step changed that may be pointers of the program.
    pub fn changed_words(&self, epoch: u32, visit: &mut impl FnMut(u64)) {
        use super::record::Record;
        if self.changed_in != epoch {
            return;
        }
        for part in &self.changed {
            match *part {
                KernelPart::Block(node, index) => {
                    let words = self.blocks[&(node, index)].content.encode();
                    words.into_iter().for_each(&mut *visit);
                }
                KernelPart::Streams(process) => {
                    let streams = &self.streams[&process].content;
                    streams.0.iter().copied().for_each(&mut *visit);
                }
                _ => {}
            }
        }
    }

    /// What the running step has changed, on balance.
    pub fn balance(&self, snapshot: &Snapshot) -> u64 {
        if self.changed_in != snapshot.epoch {
            return 0;
        }
        let parts = self.changed.iter().map(|&part| match part {
            KernelPart::Node(number) => self.nodes[&number].balance(snapshot, part),
            KernelPart::Block(node, index) => self.blocks[&(node, index)].balance(snapshot, part),
            KernelPart::Description(number) => self.descriptions[&number].balance(snapshot, part),
            KernelPart::Streams(process) => self.streams[&process].balance(snapshot, part),
            _ => 0,
        });
        parts.fold(0, u64::wrapping_add)
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.changed_in != snapshot.epoch {
            return;
        }
        for part in std::mem::take(&mut self.changed) {
            match part {
                KernelPart::Node(number) => self.node(number).commit(snapshot, changes),
                KernelPart::Block(node, index) => self.block(node, index).commit(snapshot, changes),
                KernelPart::Description(number) => {
                    self.description(number).commit(snapshot, changes)
                }
                KernelPart::Streams(process) => self.streams(process).commit(snapshot, changes),
                _ => {}
            }
        }
    }
}

impl Machine<'_> {
    pub(crate) fn node(&mut self, number: u32) -> &Node {
        let kept = self.kernel.files.node(number);
        kept.load(&mut self.memory.snapshot, KernelPart::Node(number));
        &kept.content
    }

    pub(crate) fn node_mut(&mut self, number: u32) -> &mut Node {
        self.node(number);
        let epoch = self.memory.snapshot.epoch;
        let files = &mut self.kernel.files;
        files.note_change(KernelPart::Node(number), epoch);
        &mut files.node(number).content
    }

    pub(crate) fn description(&mut self, number: u32) -> Description {
        let kept = self.kernel.files.description(number);
        kept.load(&mut self.memory.snapshot, KernelPart::Description(number));
        kept.content
    }

    pub(crate) fn description_mut(&mut self, number: u32) -> &mut Description {
        self.description(number);
        let epoch = self.memory.snapshot.epoch;
        let files = &mut self.kernel.files;
        files.note_change(KernelPart::Description(number), epoch);
        &mut files.description(number).content
    }

    /// The FILE pointers that a process has open.
    pub(crate) fn open_streams(&mut self, process: ProcessId) -> &[u64] {
        let kept = self.kernel.files.streams(process);
        kept.load(&mut self.memory.snapshot, KernelPart::Streams(process));
        &kept.content.0
    }

    pub(crate) fn open_streams_mut(&mut self, process: ProcessId) -> &mut Vec<u64> {
        self.open_streams(process);
        let epoch = self.memory.snapshot.epoch;
        let files = &mut self.kernel.files;
        files.note_change(KernelPart::Streams(process), epoch);
        &mut files.streams(process).content.0
    }

    /// The first number of the running thread's own that is free.
    fn free_number(
        &mut self,
        mut is_free: impl FnMut(&mut Self, u32) -> bool,
        what: &str,
    ) -> Result<u32, Fault> {
        let first = FIRST_OF_THREADS + self.current.0 * PER_THREAD;
        let mut numbers = first..first + PER_THREAD;
        let free = numbers.find(|&number| is_free(self, number));
        free.ok_or_else(|| Fault::unsupported(format!("more than {PER_THREAD} {what}")))
    }

    /// A new node, without a name.
    pub(crate) fn new_node(&mut self, node: Node) -> Result<u32, Fault> {
        let is_free = |m: &mut Self, number| m.node(number).kind == NodeKind::Absent;
        let number = self.free_number(is_free, "files of one thread")?;
        *self.node_mut(number) = node;
        Ok(number)
    }

    /// A new open file description, which one descriptor will stand for.
    pub(crate) fn new_description(&mut self, node: u32, flags: u32) -> Result<u32, Fault> {
        let is_free = |m: &mut Self, number| m.description(number).descriptors == 0;
        let number = self.free_number(is_free, "open files of one thread")?;
        *self.description_mut(number) = Description {
            node,
            flags,
            offset: 0,
            descriptors: 1,
        };
        self.node_mut(node).open += 1;
        Ok(number)
    }

    /// So many descriptors more or less stand for an open file description.
    pub(super) fn count_description(&mut self, number: u32, by: i32) {
        let description = self.description_mut(number);
        description.descriptors = description.descriptors.wrapping_add_signed(by);
        let Description {
            node, descriptors, ..
        } = *description;
        if descriptors == 0 {
            *self.description_mut(number) = Description::default();
            self.node_mut(node).open -= 1;
            self.end_if_unreachable(node);
        }
    }

    /// A node without a name that is not open ends.
    pub(crate) fn end_if_unreachable(&mut self, number: u32) {
        let node = self.node(number);
        if node.links == 0 && node.open == 0 {
            if let NodeKind::File { .. } = node.kind {
                self.resize_file(number, 0);
            }
            *self.node_mut(number) = Node::default();
        }
    }
}
