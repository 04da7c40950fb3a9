//! Reads sections, block by block, each only if its sum is right.

use std::io::{self, ErrorKind, Read};

use crate::damage::Damage;
use crate::format::{BLOCK, BLOCK_HEAD, END, MAGIC, Tag, VERSION};
use crc32fast::Hasher;

pub struct Reader<'a> {
    input: Box<dyn Read + Send + 'a>,
    tag: Tag,
    block: Vec<u8>,
    /// What of the block has been read.
    at: usize,
    number: u32,
}

impl<'a> Reader<'a> {
    pub fn new(input: impl Read + Send + 'a) -> Result<Reader<'a>, Damage> {
        let mut reader = Reader {
            input: Box::new(input),
            tag: END,
            block: Vec::new(),
            at: 0,
            number: 0,
        };
        let mut head = [0; 12];
        let is_whole = reader.fill(&mut head);
        if is_whole.is_err() || head[..8] != MAGIC {
            return Err(match is_whole {
                Err(Damage::Io(error)) => Damage::Io(error),
                _ => Damage::Foreign,
            });
        }
        match number_at(&head, 8) {
            VERSION => Ok(reader),
            other => Err(Damage::Version(other)),
        }
    }

    /// Reads all that is left, to see that it is whole.
    pub fn verify(mut self) -> Result<(), Damage> {
        loop {
            self.next_block()?;
            if self.tag == END {
                return self.expect_nothing();
            }
        }
    }

    /// Goes on with a section, when all before it has been read.
    pub fn section(&mut self, tag: Tag) -> Result<(), Damage> {
        if self.at < self.block.len() {
            return Err(Damage::Content("a section is longer than expected"));
        }
        self.next_block()?;
        match self.tag == tag {
            true => Ok(()),
            false => Err(Damage::Content("a section is missing")),
        }
    }

    /// All sections have been read.
    pub fn end(&mut self) -> Result<(), Damage> {
        self.section(END)?;
        self.expect_nothing()
    }

    pub fn u8(&mut self) -> Result<u8, Damage> {
        Ok(self.array::<1>()?[0])
    }

    pub fn bool(&mut self) -> Result<bool, Damage> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damage::Content("neither yes nor no")),
        }
    }

    pub fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, Damage> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn length(&mut self) -> Result<usize, Damage> {
        let length = self.u64()?;
        usize::try_from(length).map_err(|_| Damage::Content("a length that no memory has"))
    }

    pub fn option(&mut self) -> Result<Option<u64>, Damage> {
        let is_there = self.bool()?;
        let number = self.u64()?;
        Ok(is_there.then_some(number))
    }

    pub fn text(&mut self) -> Result<String, Damage> {
        let bytes = self.items(Reader::u8)?;
        String::from_utf8(bytes).map_err(|_| Damage::Content("a text that is none"))
    }

    pub fn u32s(&mut self) -> Result<Vec<u32>, Damage> {
        self.items(Reader::u32)
    }

    pub fn u64s(&mut self) -> Result<Vec<u64>, Damage> {
        self.items(Reader::u64)
    }

    /// How many items there are, and the items.
    pub fn items<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Damage>,
    ) -> Result<Vec<T>, Damage> {
        let length = self.length()?;
        // A length that is wrong must not take all memory before that is noticed.
        let mut items = Vec::with_capacity(length.min(BLOCK));
        for _ in 0..length {
            items.push(item(self)?);
        }
        Ok(items)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let mut array = [0; N];
        if let Some(bytes) = self.block.get(self.at..self.at + N) {
            array.copy_from_slice(bytes);
            self.at += N;
            return Ok(array);
        }
        for byte in &mut array {
            while self.at == self.block.len() {
                let tag = self.tag;
                self.next_block()?;
                if self.tag != tag {
                    return Err(Damage::Content("a section is shorter than expected"));
                }
            }
            *byte = self.block[self.at];
            self.at += 1;
        }
        Ok(array)
    }

    fn next_block(&mut self) -> Result<(), Damage> {
        let mut head = [0; BLOCK_HEAD];
        self.fill(&mut head)?;
        let length = number_at(&head, 8) as usize;
        if length > BLOCK {
            return Err(Damage::Sum);
        }
        let mut block = std::mem::take(&mut self.block);
        block.resize(length, 0);
        self.fill(&mut block)?;
        let mut sum = Hasher::new();
        sum.update(&head[..12]);
        sum.update(&block);
        let sum = sum.finalize();
        if sum != number_at(&head, 12) || number_at(&head, 4) != self.number {
            return Err(Damage::Sum);
        }
        self.tag.copy_from_slice(&head[..4]);
        self.block = block;
        self.at = 0;
        self.number += 1;
        Ok(())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Damage> {
        let filled = self.input.read_exact(bytes);
        filled.map_err(|error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => Damage::Truncated,
            _ => Damage::Io(error),
        })
    }

    fn expect_nothing(&mut self) -> Result<(), Damage> {
        match self.fill(&mut [0]) {
            Err(Damage::Truncated) => Ok(()),
            Err(damage) => Err(damage),
            Ok(()) => Err(Damage::Content("something comes after its end")),
        }
    }
}

fn number_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Writer;

    const NUMBERS: u32 = 40_000;

    fn file() -> Vec<u8> {
        let mut file = Vec::new();
        let mut out = Writer::new(&mut file);
        out.section(*b"one.");
        out.u8(7);
        out.u32s((0..NUMBERS).map(|number| number * number));
        out.section(*b"two.");
        out.text("a text");
        out.option(None);
        out.option(Some(u64::MAX));
        out.finish().unwrap();
        file
    }

    fn read(file: &[u8]) -> Result<(), Damage> {
        let mut input = Reader::new(file)?;
        input.section(*b"one.")?;
        assert_eq!(input.u8()?, 7);
        let numbers = input.u32s()?;
        assert!((0..NUMBERS).map(|number| number * number).eq(numbers));
        input.section(*b"two.")?;
        assert_eq!(input.text()?, "a text");
        assert_eq!((input.option()?, input.option()?), (None, Some(u64::MAX)));
        input.end()
    }

    #[test]
    fn reads_what_was_written() {
        let file = file();
        read(&file).unwrap();
        Reader::new(&file[..]).unwrap().verify().unwrap();
    }

    #[test]
    fn a_file_that_was_cut_is_refused() {
        let file = file();
        for length in (0..file.len())
            .step_by(997)
            .chain(file.len() - 40..file.len())
        {
            let cut = &file[..length];
            let verified = Reader::new(cut).and_then(Reader::verify);
            let expected = match length {
                0..12 => matches!(verified, Err(Damage::Foreign)),
                _ => matches!(verified, Err(Damage::Truncated)),
            };
            assert!(expected, "{length}: {verified:?}");
            assert!(read(cut).is_err(), "{length}");
        }
        let longer = [&file[..], b"x"].concat();
        assert!(Reader::new(&longer[..]).unwrap().verify().is_err());
    }

    #[test]
    fn each_flipped_bit_is_noticed() {
        let file = file();
        let ends = (0..60).chain(file.len() - 60..file.len());
        for (turn, at) in ends.chain((60..file.len() - 60).step_by(331)).enumerate() {
            let mut flipped = file.clone();
            flipped[at] ^= 1 << (turn % 8);
            let verified = Reader::new(&flipped[..]).and_then(Reader::verify);
            assert!(verified.is_err(), "byte {at}");
        }
    }

    #[test]
    fn blocks_that_changed_places_are_noticed() {
        let file = file();
        let whole = BLOCK + BLOCK_HEAD;
        let (head, blocks) = file.split_at(12);
        let (first, rest) = blocks.split_at(whole);
        let (second, rest) = rest.split_at(whole);
        let swapped = [head, second, first, rest].concat();
        let verified = Reader::new(&swapped[..]).and_then(Reader::verify);
        assert!(matches!(verified, Err(Damage::Sum)), "{verified:?}");
    }

    #[test]
    fn another_version_and_other_files_are_refused() {
        let mut file = file();
        file[8] = 9;
        assert!(matches!(Reader::new(&file[..]), Err(Damage::Version(9))));
        let other = Reader::new(&b"something else altogether"[..]);
        assert!(matches!(other, Err(Damage::Foreign)));
    }

    #[test]
    fn what_is_read_must_be_what_was_written() {
        let file = file();
        let mut input = Reader::new(&file[..]).unwrap();
        assert!(matches!(input.section(*b"two."), Err(Damage::Content(_))));
        let mut input = Reader::new(&file[..]).unwrap();
        input.section(*b"one.").unwrap();
        assert!(matches!(input.section(*b"two."), Err(Damage::Content(_))));
        let numbers = input.items(Reader::u64);
        assert!(matches!(numbers, Err(Damage::Content(_))), "{numbers:?}");
    }
}
