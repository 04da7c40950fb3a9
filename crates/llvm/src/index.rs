//! The first scan: where each top-level entity of the file begins and ends. Looks at the
//! start of every line outside function bodies, and at nothing else.

use memchr::memmem::Finder;
use rustc_hash::FxHashMap;

use crate::ReadError;
use crate::cursor::{Cursor, line_end};
use crate::module::MetadataId;
use crate::type_table::TypeTable;

/// Where a global stands in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub start: usize,
    /// The end of its line, which for a function is the line of its header.
    pub end: usize,
    pub kind: SpanKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpanKind {
    /// A variable or an alias
    Symbol,
    Declaration,
    Definition {
        body_end: usize,
    },
}

#[derive(Default)]
pub(crate) struct Index {
    pub globals: Vec<Span>,
    /// Where the node of a number begins, behind its `=`.
    pub metadata: FxHashMap<MetadataId, usize>,
    pub source_filename: Option<String>,
    pub target_triple: Option<String>,
    pub data_layout: Option<String>,
    pub has_module_asm: bool,
}

impl Index {
    pub fn of(text: &str, module: &str, types: &mut TypeTable) -> Result<Index, ReadError> {
        let mut index = Index::default();
        let body_end = Finder::new("\n}");
        let mut at = 0;
        while at < text.len() {
            let end = line_end(text, at);
            let mut line = Cursor::new(module, text, at, end);
            let mut next = end + 1;
            let kind = match line.ahead() {
                b'!' => {
                    index.metadata(&mut line)?;
                    None
                }
                b'%' => {
                    announce_type(&mut line, types)?;
                    None
                }
                b'@' => Some(SpanKind::Symbol),
                // Nothing or a comment, a summary, a comdat
                0 | b'^' | b'$' => None,
                _ => match line.peek_word() {
                    "declare" => Some(SpanKind::Declaration),
                    "define" => {
                        if !text[..end].trim_end().ends_with('{') {
                            return Err(line.error("a function header that ends in `{`"));
                        }
                        let Some(length) = body_end.find(&text.as_bytes()[end..]) else {
                            return Err(line.error("a function that is closed by `}`"));
                        };
                        let body_end = end + length + 1;
                        next = line_end(text, body_end) + 1;
                        Some(SpanKind::Definition { body_end })
                    }
                    _ => {
                        index.setting(&mut line)?;
                        None
                    }
                },
            };
            if let Some(kind) = kind {
                let start = line.at();
                index.globals.push(Span { start, end, kind });
            }
            at = next;
        }
        Ok(index)
    }

    /// `!7 = ...`; nodes with names, such as `!llvm.module.flags`, hold nothing of use.
    fn metadata(&mut self, line: &mut Cursor<'_>) -> Result<(), ReadError> {
        line.expect(b'!')?;
        if !line.here().is_ascii_digit() {
            return Ok(());
        }
        let id = MetadataId(line.number("a metadata number")?);
        line.expect(b'=')?;
        line.skip_space();
        self.metadata.insert(id, line.at());
        Ok(())
    }

    fn setting(&mut self, line: &mut Cursor<'_>) -> Result<(), ReadError> {
        let start = line.at();
        let value = |line: &mut Cursor<'_>| {
            line.expect(b'=')?;
            Ok(Some(line.string()?.into_owned()))
        };
        match line.word() {
            "source_filename" => self.source_filename = value(line)?,
            "target" if line.eat_word("triple") => self.target_triple = value(line)?,
            "target" if line.eat_word("datalayout") => self.data_layout = value(line)?,
            "module" => {
                line.expect_word("asm")?;
                self.has_module_asm = true;
            }
            "attributes" | "uselistorder" | "uselistorder_bb" => {}
            _ => return Err(line.error_at(start, "a top-level entity")),
        }
        Ok(())
    }
}

/// `%name = type ...`
fn announce_type(line: &mut Cursor<'_>, types: &mut TypeTable) -> Result<(), ReadError> {
    line.expect(b'%')?;
    let name = line.name()?;
    line.expect(b'=')?;
    line.expect_word("type")?;
    if !types.announce(&name, line.at(), line.end()) {
        return Err(line.error("a type name that is not yet taken"));
    }
    Ok(())
}
