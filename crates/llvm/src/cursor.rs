//! A place in the text and the tokens that can stand there. Knows the lexical rules of
//! LLVM IR (names, strings, comments), not its grammar.

use std::borrow::Cow;

use memchr::memchr;

use crate::ReadError;

/// Every method that reads a token skips white space and comments before it, and leaves
/// the cursor directly behind it.
#[derive(Clone)]
pub(crate) struct Cursor<'t> {
    module: &'t str,
    text: &'t str,
    at: usize,
    end: usize,
}

const fn word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.'
}

const fn name_byte(byte: u8) -> bool {
    word_byte(byte) || byte == b'$' || byte == b'-'
}

impl<'t> Cursor<'t> {
    pub fn new(module: &'t str, text: &'t str, at: usize, end: usize) -> Cursor<'t> {
        Cursor {
            module,
            text,
            at,
            end,
        }
    }

    /// The same text, elsewhere.
    pub fn moved(&self, at: usize, end: usize) -> Cursor<'t> {
        Cursor {
            at,
            end,
            ..self.clone()
        }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn end(&self) -> usize {
        self.end
    }

    /// The text from `start` to the cursor.
    pub fn since(&self, start: usize) -> &'t str {
        &self.text[start..self.at]
    }

    pub fn error(&self, expected: impl Into<String>) -> ReadError {
        ReadError::new(self.module, self.text, self.at, expected.into())
    }

    /// An error about the token that was read from `start` on.
    pub fn error_at(&self, start: usize, expected: impl Into<String>) -> ReadError {
        ReadError::new(self.module, self.text, start, expected.into())
    }

    fn byte(&self, at: usize) -> u8 {
        if at < self.end {
            self.text.as_bytes()[at]
        } else {
            0
        }
    }

    /// The byte under the cursor, 0 at the end.
    pub fn here(&self) -> u8 {
        self.byte(self.at)
    }

    pub fn skip_space(&mut self) {
        loop {
            match self.here() {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b';' => self.skip_line(),
                _ => return,
            }
        }
    }

    pub fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at..self.end];
        self.at = memchr(b'\n', rest).map_or(self.end, |length| self.at + length + 1);
    }

    /// The first byte of the next token, 0 at the end.
    pub fn ahead(&mut self) -> u8 {
        self.skip_space();
        self.here()
    }

    /// The byte directly behind the first byte of the next token.
    pub fn second(&mut self) -> u8 {
        self.skip_space();
        self.byte(self.at + 1)
    }

    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.ahead() == byte;
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, byte: u8) -> Result<(), ReadError> {
        if self.eat(byte) {
            Ok(())
        } else {
            Err(self.error(format!("`{}`", byte as char)))
        }
    }

    /// Takes a comma if an operand follows it, and not a metadata attachment.
    pub fn eat_comma(&mut self) -> bool {
        let start = self.at;
        if self.eat(b',') && self.ahead() != b'!' {
            return true;
        }
        self.at = start;
        false
    }

    /// A keyword; empty if none stands here.
    pub fn word(&mut self) -> &'t str {
        self.skip_space();
        let start = self.at;
        while word_byte(self.here()) {
            self.at += 1;
        }
        self.since(start)
    }

    pub fn peek_word(&mut self) -> &'t str {
        self.skip_space();
        let start = self.at;
        let word = self.word();
        self.at = start;
        word
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), ReadError> {
        if self.eat_word(word) {
            Ok(())
        } else {
            Err(self.error(format!("`{word}`")))
        }
    }

    pub fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, ReadError> {
        self.skip_space();
        let start = self.at;
        while self.here().is_ascii_digit() {
            self.at += 1;
        }
        self.since(start)
            .parse()
            .map_err(|_| self.error_at(start, what))
    }

    /// `(N)`
    pub fn number_in_parens<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, ReadError> {
        self.expect(b'(')?;
        let number = self.number(what)?;
        self.expect(b')')?;
        Ok(number)
    }

    /// What stands between quotes, escapes as written. A quote inside is always escaped.
    fn quoted(&mut self) -> Result<&'t str, ReadError> {
        self.expect(b'"')?;
        let start = self.at;
        match memchr(b'"', &self.text.as_bytes()[start..self.end]) {
            Some(length) => {
                self.at = start + length + 1;
                Ok(&self.text[start..start + length])
            }
            None => Err(self.error_at(start, "a closing quote")),
        }
    }

    /// A quoted string, decoded.
    pub fn bytes(&mut self) -> Result<Cow<'t, [u8]>, ReadError> {
        self.quoted().map(decode)
    }

    /// A quoted string that is text.
    pub fn string(&mut self) -> Result<Cow<'t, str>, ReadError> {
        self.skip_space();
        let start = self.at;
        let text = match self.bytes()? {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).ok(),
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).ok(),
        };
        text.ok_or_else(|| self.error_at(start, "UTF-8"))
    }

    /// A name behind its sigil, or a label: plain, numbered or quoted.
    pub fn name(&mut self) -> Result<Cow<'t, str>, ReadError> {
        if self.here() == b'"' {
            return self.string();
        }
        let start = self.at;
        while name_byte(self.here()) {
            self.at += 1;
        }
        if start == self.at {
            return Err(self.error("a name"));
        }
        Ok(Cow::Borrowed(self.since(start)))
    }

    /// `name:` at the start of a block.
    pub fn label(&mut self) -> Result<Option<Cow<'t, str>>, ReadError> {
        self.skip_space();
        let start = self.at;
        if name_byte(self.here()) || self.here() == b'"' {
            let name = self.name()?;
            if self.here() == b':' {
                self.at += 1;
                return Ok(Some(name));
            }
        }
        self.at = start;
        Ok(None)
    }

    /// Skips from an opening bracket behind the closing one.
    pub fn skip_group(&mut self) -> Result<(), ReadError> {
        self.skip_space();
        let start = self.at;
        let mut depth = 0usize;
        loop {
            match self.here() {
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
                b'"' => {
                    self.quoted()?;
                    continue;
                }
                0 => return Err(self.error_at(start, "a closing bracket")),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips to the next comma or closing bracket outside brackets and quotes, or to the
    /// end.
    pub fn skip_item(&mut self) -> Result<(), ReadError> {
        loop {
            match self.here() {
                b',' | b')' | b']' | b'}' | b'>' | 0 => return Ok(()),
                b'(' | b'[' | b'{' | b'<' => self.skip_group()?,
                b'"' => drop(self.quoted()?),
                _ => self.at += 1,
            }
        }
    }
}

/// Decodes `\\` and `\XX`.
fn decode(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    let Some(first) = memchr(b'\\', bytes) else {
        return Cow::Borrowed(bytes);
    };
    let digit = |at: usize| {
        let byte = *bytes.get(at)?;
        (byte as char).to_digit(16)
    };
    let mut decoded = Vec::with_capacity(bytes.len());
    decoded.extend_from_slice(&bytes[..first]);
    let mut at = first;
    while at < bytes.len() {
        match (bytes[at], digit(at + 1), digit(at + 2)) {
            (b'\\', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            (b'\\', ..) if bytes.get(at + 1) == Some(&b'\\') => {
                decoded.push(b'\\');
                at += 2;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    Cow::Owned(decoded)
}

/// The end of the line that `at` stands in.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length)
}
