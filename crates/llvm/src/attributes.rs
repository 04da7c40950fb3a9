//! What decorates the language: flags, attributes, calling conventions, operand bundles
//! and metadata attachments. They are checked against the words that exist and dropped,
//! but for the few that the data model keeps.

use crate::ReadError;
use crate::module::{MetadataId, TypeId};
use crate::parser::Parser;
use std::borrow::Cow;

/// What may stand behind the operands of an instruction.
#[derive(Default)]
pub(crate) struct Trailing {
    pub align: Option<u32>,
    pub location: Option<MetadataId>,
    /// `!invariant.load`
    pub invariant: bool,
}

impl<'t> Parser<'t> {
    /// `nsw`, `inbounds`, `fast` and the like, on instructions and constant expressions.
    pub fn flags(&mut self) -> Result<(), ReadError> {
        while is_flag(self.peek_word()) {
            let word = self.word();
            if word == "inrange" && self.here() == b'(' {
                // The bounds of `inrange(-16, 24)` only promise what is never reached.
                self.skip_group()?;
            }
        }
        Ok(())
    }

    /// Attributes of a parameter, an argument, a result or a function; gives the type of
    /// a `byval`.
    pub fn attributes(&mut self) -> Result<Option<TypeId>, ReadError> {
        let mut byval = None;
        loop {
            match self.ahead() {
                // Not `#dbg_value(...)`, which may follow a call.
                b'#' if self.second().is_ascii_digit() => {
                    self.expect(b'#')?;
                    self.number::<u32>("an attribute group")?;
                }
                b'"' => {
                    self.bytes()?;
                    if self.eat(b'=') {
                        self.bytes()?;
                    }
                }
                b'a'..=b'z' if is_attribute(self.peek_word()) => match self.word() {
                    "byval" => {
                        self.expect(b'(')?;
                        byval = Some(self.sized_type()?);
                        self.expect(b')')?;
                    }
                    "align" if self.ahead() != b'(' => drop(self.number::<u64>("an alignment")?),
                    _ if self.ahead() == b'(' => self.skip_group()?,
                    _ => {}
                },
                _ => return Ok(byval),
            }
        }
    }

    pub fn calling_convention(&mut self) -> Result<(), ReadError> {
        let word = self.peek_word();
        if word == "cc" {
            self.expect_word("cc")?;
            self.number::<u32>("a calling convention")?;
        } else if is_calling_convention(word) {
            self.word();
        }
        Ok(())
    }

    /// `[ "name"(...), ... ]` behind a call
    pub fn operand_bundles(&mut self) -> Result<(), ReadError> {
        if self.ahead() == b'[' {
            self.skip_group()?;
        }
        Ok(())
    }

    /// `, align 8, !dbg !7, ...` at the end of an instruction
    pub fn trailing(&mut self) -> Result<Trailing, ReadError> {
        let mut trailing = Trailing::default();
        while self.eat(b',') {
            if self.ahead() == b'!' {
                trailing.invariant |= self.attachment(&mut trailing.location)? == "invariant.load";
            } else if self.eat_word("addrspace") {
                self.address_space()?;
            } else {
                self.expect_word("align")?;
                trailing.align = Some(self.alignment()?);
            }
        }
        Ok(trailing)
    }

    /// A power of two, behind `align`
    pub fn alignment(&mut self) -> Result<u32, ReadError> {
        self.skip_space();
        let start = self.at();
        match self.number("an alignment")? {
            align if u32::is_power_of_two(align) => Ok(align),
            _ => Err(self.error_at(start, "a power of two")),
        }
    }

    /// `!name !7`: kept if the name is `dbg`. A global that stands for several merged
    /// variables has several; the first is kept. Gives the name.
    pub fn attachment(
        &mut self,
        debug: &mut Option<MetadataId>,
    ) -> Result<Cow<'t, str>, ReadError> {
        self.expect(b'!')?;
        let name = self.name()?;
        if name == "dbg" {
            let id = self.metadata_id()?;
            debug.get_or_insert(id);
        } else {
            self.skip_metadata()?;
        }
        Ok(name)
    }

    /// `!7`, `!"text"`, `!{...}`, `!DIExpression(...)` or a value
    pub fn skip_metadata(&mut self) -> Result<(), ReadError> {
        self.metadata_text().map(drop)
    }

    /// A metadata operand: what it says if it is a string.
    pub fn metadata_text(&mut self) -> Result<Option<String>, ReadError> {
        self.eat_word("distinct");
        if !self.eat(b'!') {
            return self.typed_value().map(|_| None);
        }
        match self.here() {
            b'"' => return self.string().map(|text| Some(text.into_owned())),
            b'{' => self.skip_group()?,
            _ => {
                self.name()?;
                if self.here() == b'(' {
                    self.skip_group()?;
                }
            }
        }
        Ok(None)
    }
}

fn is_flag(word: &str) -> bool {
    matches!(
        word,
        "nuw"
            | "nsw"
            | "exact"
            | "disjoint"
            | "nneg"
            | "samesign"
            | "inbounds"
            | "nusw"
            | "inrange"
            | "nnan"
            | "ninf"
            | "nsz"
            | "arcp"
            | "contract"
            | "afn"
            | "reassoc"
            | "fast"
    )
}

fn is_calling_convention(word: &str) -> bool {
    matches!(
        word,
        "ccc"
            | "fastcc"
            | "coldcc"
            | "ghccc"
            | "anyregcc"
            | "preserve_mostcc"
            | "preserve_allcc"
            | "preserve_nonecc"
            | "cxx_fast_tlscc"
            | "tailcc"
            | "swiftcc"
            | "swifttailcc"
            | "cfguard_checkcc"
            | "intel_ocl_bicc"
            | "x86_64_sysvcc"
            | "win64cc"
            | "x86_regcallcc"
            | "x86_vectorcallcc"
            | "x86_stdcallcc"
            | "x86_fastcallcc"
            | "x86_thiscallcc"
            | "x86_intrcc"
    )
}

fn is_attribute(word: &str) -> bool {
    is_value_attribute(word) || is_function_attribute(word)
}

/// Attributes of parameters, arguments and results
fn is_value_attribute(word: &str) -> bool {
    matches!(
        word,
        "noundef"
            | "align"
            | "alignstack"
            | "allocalign"
            | "allocptr"
            | "byref"
            | "byval"
            | "captures"
            | "dead_on_return"
            | "dead_on_unwind"
            | "dereferenceable"
            | "dereferenceable_or_null"
            | "elementtype"
            | "immarg"
            | "inalloca"
            | "initializes"
            | "inreg"
            | "nest"
            | "noalias"
            | "nocapture"
            | "noext"
            | "nofpclass"
            | "nofree"
            | "nonnull"
            | "preallocated"
            | "range"
            | "readnone"
            | "readonly"
            | "returned"
            | "signext"
            | "sret"
            | "swiftasync"
            | "swifterror"
            | "swiftself"
            | "writable"
            | "writeonly"
            | "zeroext"
    )
}

fn is_function_attribute(word: &str) -> bool {
    matches!(
        word,
        "allockind"
            | "allocsize"
            | "alwaysinline"
            | "argmemonly"
            | "builtin"
            | "cold"
            | "convergent"
            | "coro_elide_safe"
            | "coro_only_destroy_when_complete"
            | "disable_sanitizer_instrumentation"
            | "fn_ret_thunk_extern"
            | "hot"
            | "hybrid_patchable"
            | "inaccessiblemem_or_argmemonly"
            | "inaccessiblememonly"
            | "inlinehint"
            | "jumptable"
            | "memory"
            | "minsize"
            | "mustprogress"
            | "naked"
            | "nobuiltin"
            | "nocallback"
            | "nocf_check"
            | "nocreateundeforpoison"
            | "nodivergencesource"
            | "noduplicate"
            | "noimplicitfloat"
            | "noinline"
            | "nomerge"
            | "nonlazybind"
            | "noprofile"
            | "norecurse"
            | "noredzone"
            | "noreturn"
            | "nosanitize_bounds"
            | "nosanitize_coverage"
            | "nosync"
            | "nounwind"
            | "null_pointer_is_valid"
            | "optdebug"
            | "optforfuzzing"
            | "optnone"
            | "optsize"
            | "presplitcoroutine"
            | "returns_twice"
            | "safestack"
            | "sanitize_address"
            | "sanitize_alloc_token"
            | "sanitize_hwaddress"
            | "sanitize_memory"
            | "sanitize_memtag"
            | "sanitize_numerical_stability"
            | "sanitize_realtime"
            | "sanitize_realtime_blocking"
            | "sanitize_thread"
            | "sanitize_type"
            | "shadowcallstack"
            | "skipprofile"
            | "speculatable"
            | "speculative_load_hardening"
            | "ssp"
            | "sspreq"
            | "sspstrong"
            | "strictfp"
            | "uwtable"
            | "vscale_range"
            | "willreturn"
    )
}
