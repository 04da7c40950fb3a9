//! What is told of a checkpoint before it is read.

use std::io::Read;

use crate::damage::Damage;
use crate::format::Tag;
use crate::reader::Reader;
use crate::writer::Writer;

const MANIFEST: Tag = *b"mani";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Who wrote it.
    pub writer: String,
    /// What was searched, and how: equal if and only if the search is the same.
    pub program: String,
    pub options: String,
    /// The file that holds the search, and its length.
    pub file: String,
    pub bytes: u64,
    /// The search has come to its end.
    pub is_finished: bool,
}

impl Manifest {
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Writer::new(&mut bytes);
        out.section(MANIFEST);
        for text in [&self.writer, &self.program, &self.options, &self.file] {
            out.text(text);
        }
        out.u64(self.bytes);
        out.bool(self.is_finished);
        out.finish().expect("memory takes all");
        bytes
    }

    pub(crate) fn read(input: impl Read + Send) -> Result<Manifest, Damage> {
        let mut input = Reader::new(input)?;
        input.section(MANIFEST)?;
        let manifest = Manifest {
            writer: input.text()?,
            program: input.text()?,
            options: input.text()?,
            file: input.text()?,
            bytes: input.u64()?,
            is_finished: input.bool()?,
        };
        input.end()?;
        Ok(manifest)
    }
}
