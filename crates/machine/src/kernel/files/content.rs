//! What is in files, in blocks. Bytes that were never written stay so.

use super::node::{Block, Node, NodeKind};
use crate::machine::Machine;
use crate::snapshot::KernelPart;

/// Bytes of a block.
pub const BLOCK: u64 = 256;

/// The blocks that so many bytes from an offset on lie in, each with the part of it that they are.
fn pieces(offset: u64, count: u64) -> impl Iterator<Item = (u32, usize, usize)> {
    let end = offset + count;
    (offset / BLOCK..end.div_ceil(BLOCK)).map(move |index| {
        let start = offset.max(index * BLOCK) - index * BLOCK;
        let stop = end.min((index + 1) * BLOCK) - index * BLOCK;
        (index as u32, start as usize, stop as usize)
    })
}

impl Machine<'_> {
    /// How many bytes a file has.
    pub(crate) fn file_size(&mut self, node: u32) -> u64 {
        match self.node(node).kind {
            NodeKind::File { size } => size,
            _ => 0,
        }
    }

    fn block(&mut self, node: u32, index: u32) -> &Block {
        let kept = self.kernel.files.block(node, index);
        kept.load(&mut self.memory.snapshot, KernelPart::Block(node, index));
        &kept.content
    }

    fn block_mut(&mut self, node: u32, index: u32) -> &mut Block {
        self.block(node, index);
        let epoch = self.memory.snapshot.epoch;
        let files = &mut self.kernel.files;
        files.note_change(KernelPart::Block(node, index), epoch);
        &mut files.block(node, index).content
    }

    /// At most so many bytes from an offset on.
    pub(crate) fn file_bytes(&mut self, node: u32, offset: u64, most: u64) -> Vec<Option<u8>> {
        let count = self.file_size(node).saturating_sub(offset).min(most);
        let mut bytes = Vec::with_capacity(count as usize);
        for (index, start, end) in pieces(offset, count) {
            let block = &self.block(node, index).0;
            bytes.extend((start..end).map(|at| block.get(at).copied().unwrap_or(Some(0))));
        }
        bytes
    }

    /// Writes bytes at an offset; a file that ends before it gets zeros up to there.
    pub(crate) fn write_file(&mut self, node: u32, offset: u64, bytes: &[Option<u8>]) {
        let mut rest = bytes;
        for (index, start, end) in pieces(offset, bytes.len() as u64) {
            let (now, later) = rest.split_at(end - start);
            rest = later;
            let block = &mut self.block_mut(node, index).0;
            if block.len() < end {
                block.resize(end, Some(0));
            }
            for (at, byte) in (start..end).zip(now) {
                block[at] = *byte;
            }
            trim(block);
        }
        let end = offset + bytes.len() as u64;
        if !bytes.is_empty() && self.file_size(node) < end {
            self.set_size(node, end);
        }
    }

    fn set_size(&mut self, node: u32, new: u64) {
        if let Node {
            kind: NodeKind::File { size },
            ..
        } = self.node_mut(node)
        {
            *size = new;
        }
    }

    /// Cuts a file off, or makes it longer with zeros.
    pub(crate) fn resize_file(&mut self, node: u32, size: u64) {
        let old = self.file_size(node);
        let cut = if size < old {
            (size / BLOCK) as u32
        } else {
            u32::MAX
        };
        for index in self.kernel.files.known_blocks(node, cut) {
            let kept = size.saturating_sub(u64::from(index) * BLOCK) as usize;
            if self.block(node, index).0.len() > kept {
                let block = &mut self.block_mut(node, index).0;
                block.truncate(kept);
                trim(block);
            }
        }
        if old != size {
            self.set_size(node, size);
        }
    }
}

fn trim(block: &mut crate::kernel::bytes::Bytes) {
    while block.back() == Some(&Some(0)) {
        block.pop_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_range_once() {
        let found: Vec<_> = pieces(250, 300).collect();
        assert_eq!(found, [(0, 250, 256), (1, 0, 256), (2, 0, 38)]);
        assert_eq!(pieces(256, 0).count(), 0);
        assert_eq!(pieces(256, 256).collect::<Vec<_>>(), [(1, 0, 256)]);
    }
}
