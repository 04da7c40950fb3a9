//! What went wrong in reading, and where. Does not know what was being read.

/// The text is not LLVM IR that this reader understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{module}:{line}: expected {expected} at `{text}`")]
pub struct ReadError {
    /// The name given to [`crate::Module::read`].
    pub module: String,
    /// From 1.
    pub line: usize,
    /// The line from the offending place on, shortened.
    pub text: String,
    pub expected: String,
    /// The text is LLVM IR, but of a kind that this reader does not know: its name.
    pub unsupported: Option<String>,
}

/// Long enough to recognise the place, short enough for one line of a terminal.
const SHOWN: usize = 100;

impl ReadError {
    /// The same place, with something of LLVM that this reader does not know.
    pub(crate) fn of_unknown(self, what: String) -> ReadError {
        ReadError {
            unsupported: Some(what),
            ..self
        }
    }

    pub(crate) fn new(module: &str, text: &str, at: usize, expected: String) -> ReadError {
        let line = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..at]).count();
        let rest = text.get(at..).unwrap_or_default();
        let rest = rest.lines().next().unwrap_or_default();
        let mut shown: String = rest.chars().take(SHOWN).collect();
        if shown.len() < rest.len() {
            shown.push('…');
        }
        ReadError {
            module: module.to_string(),
            line,
            text: shown,
            expected,
            unsupported: None,
        }
    }
}
