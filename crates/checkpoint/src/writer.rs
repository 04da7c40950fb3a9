//! Writes sections, block by block.

use std::io::{self, Write};

use crate::format::{BLOCK, BLOCK_HEAD, END, MAGIC, Tag, VERSION};
use crc32fast::Hasher;

/// Writes numbers in little-endian order. The first error is kept until the end, and what comes after it is lost.
pub struct Writer<'a> {
    out: &'a mut dyn Write,
    tag: Tag,
    /// The block to come, with room for its head.
    block: Vec<u8>,
    number: u32,
    failed: io::Result<()>,
}

impl<'a> Writer<'a> {
    pub fn new(out: &'a mut dyn Write) -> Writer<'a> {
        let mut failed = out.write_all(&MAGIC);
        if failed.is_ok() {
            failed = out.write_all(&VERSION.to_le_bytes());
        }
        let mut block = Vec::with_capacity(BLOCK + BLOCK_HEAD);
        block.resize(BLOCK_HEAD, 0);
        Writer {
            out,
            tag: END,
            block,
            number: 0,
            failed,
        }
    }

    /// Begins a section.
    pub fn section(&mut self, tag: Tag) {
        self.flush();
        self.tag = tag;
    }

    pub fn u8(&mut self, number: u8) {
        self.bytes(&[number]);
    }

    pub fn bool(&mut self, is_true: bool) {
        self.u8(is_true.into());
    }

    pub fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    pub fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// How many items come.
    pub fn length(&mut self, length: usize) {
        self.u64(length as u64);
    }

    /// A number that may be missing.
    pub fn option(&mut self, number: Option<u64>) {
        self.bool(number.is_some());
        self.u64(number.unwrap_or(0));
    }

    pub fn text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes(text.as_bytes());
    }

    /// How many numbers there are, and the numbers.
    pub fn u32s(&mut self, numbers: impl ExactSizeIterator<Item = u32>) {
        self.length(numbers.len());
        numbers.for_each(|number| self.u32(number));
    }

    pub fn u64s(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.length(numbers.len());
        numbers.for_each(|number| self.u64(number));
    }

    /// These bytes alone.
    #[inline]
    pub fn bytes(&mut self, mut bytes: &[u8]) {
        while self.block.len() + bytes.len() > BLOCK + BLOCK_HEAD {
            let room = BLOCK + BLOCK_HEAD - self.block.len();
            let (fits, rest) = bytes.split_at(room);
            self.block.extend_from_slice(fits);
            self.flush();
            bytes = rest;
        }
        self.block.extend_from_slice(bytes);
    }

    /// Ends the file; the first error that there was.
    pub fn finish(mut self) -> io::Result<()> {
        self.section(END);
        self.write_block();
        self.failed?;
        self.out.flush()
    }

    fn flush(&mut self) {
        if self.block.len() > BLOCK_HEAD {
            self.write_block();
        }
    }

    #[cold]
    fn write_block(&mut self) {
        let length = (self.block.len() - BLOCK_HEAD) as u32;
        self.block[..4].copy_from_slice(&self.tag);
        self.block[4..8].copy_from_slice(&self.number.to_le_bytes());
        self.block[8..12].copy_from_slice(&length.to_le_bytes());
        let mut sum = Hasher::new();
        sum.update(&self.block[..12]);
        sum.update(&self.block[BLOCK_HEAD..]);
        let sum = sum.finalize();
        self.block[12..16].copy_from_slice(&sum.to_le_bytes());
        if self.failed.is_ok() {
            self.failed = self.out.write_all(&self.block);
        }
        self.block.truncate(BLOCK_HEAD);
        self.number += 1;
    }
}
