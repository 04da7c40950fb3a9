//! The text of a property file, word by word, with the place of each word. It does not know
//! what the words mean.

use std::fmt;

/// What is wrong in a property file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SyntaxError {
    pub message: String,
    pub file: String,
    /// From 1.
    pub line: usize,
    pub column: usize,
    /// How many characters are meant.
    pub width: usize,
    pub text: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(out, "{}", self.message)?;
        writeln!(
            out,
            "{margin}--> {}:{}:{}",
            self.file, self.line, self.column
        )?;
        writeln!(out, "{margin} |")?;
        writeln!(out, "{number} | {}", self.text)?;
        // Tabs stay tabs, so that the mark stands below what it means.
        let before: String = self
            .text
            .chars()
            .take(self.column - 1)
            .map(|letter| if letter == '\t' { '\t' } else { ' ' })
            .collect();
        write!(out, "{margin} | {before}{}", "^".repeat(self.width.max(1)))
    }
}

/// A place in the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: usize,
    pub to: usize,
}

/// A piece of the text that means something, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub span: Span,
}

#[derive(Clone)]
pub struct Reader<'t> {
    text: &'t str,
    file: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str, file: &'t str) -> Reader<'t> {
        Reader { text, file, at: 0 }
    }

    pub fn error(&self, span: Span, message: impl Into<String>) -> SyntaxError {
        let start = self.text[..span.from].rfind('\n').map_or(0, |at| at + 1);
        let line_text = self.text[start..].lines().next().unwrap_or("");
        let width = self.text[span.from..span.to].chars().count();
        SyntaxError {
            message: message.into(),
            file: self.file.to_owned(),
            line: self.text[..start].matches('\n').count() + 1,
            column: self.text[start..span.from].chars().count() + 1,
            width,
            text: line_text.to_owned(),
        }
    }

    /// An error at the next word.
    pub fn expected(&mut self, what: &str) -> SyntaxError {
        self.skip();
        let span = self.next_span();
        let message = match &self.text[span.from..span.to] {
            "" => format!("expected {what}, and the file ends here"),
            found => format!("expected {what}, found `{found}`"),
        };
        self.error(span, message)
    }

    /// The place of the next word, whatever it is.
    pub fn next_span(&mut self) -> Span {
        self.skip();
        let mut ahead = self.clone();
        match ahead.word() {
            Some(word) => word.span,
            None => {
                let letter = self.rest().chars().next();
                Span {
                    from: self.at,
                    to: self.at + letter.map_or(0, char::len_utf8),
                }
            }
        }
    }

    /// Whether no line ends between two places.
    pub fn is_same_line(&self, from: usize, to: usize) -> bool {
        !self.text[from..to].contains('\n')
    }

    pub fn is_at_end(&mut self) -> bool {
        self.skip();
        self.rest().is_empty()
    }

    /// Takes a sign if it comes next.
    pub fn take(&mut self, sign: &str) -> bool {
        self.skip();
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.at += sign.len();
        }
        is_next
    }

    pub fn expect(&mut self, sign: &str) -> Result<(), SyntaxError> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    /// The next word without taking it: a name, of letters, digits and `_`, with `#1` where
    /// it is that of a task.
    pub fn peek(&mut self) -> Option<Word> {
        self.clone().word()
    }

    pub fn word(&mut self) -> Option<Word> {
        self.skip();
        let rest = self.rest();
        let first = rest.chars().next()?;
        if !first.is_alphabetic() && first != '_' {
            return None;
        }
        let mut end = rest
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .unwrap_or(rest.len());
        if let Some(number) = rest[end..].strip_prefix('#') {
            let digits = number
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(number.len());
            if digits > 0 {
                end += 1 + digits;
            }
        }
        Some(self.cut(end))
    }

    /// Takes this word if it comes next.
    pub fn take_word(&mut self, wanted: &str) -> bool {
        let is_next = self.peek().is_some_and(|word| word.text == wanted);
        if is_next {
            self.word();
        }
        is_next
    }

    /// The text up to a `,` or a closing parenthesis, or to the end of the line: the name of
    /// an object or a function, a number.
    pub fn argument(&mut self) -> Option<Word> {
        self.skip();
        let rest = self.rest();
        let end = rest.find([',', ')', '\n']).unwrap_or(rest.len());
        let text = rest[..end].trim_end();
        (!text.is_empty()).then(|| self.cut(text.len()))
    }

    /// The name of an object: up to a blank.
    pub fn object(&mut self) -> Option<Word> {
        self.skip();
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        (end > 0).then(|| self.cut(end))
    }

    /// A text in quotes.
    pub fn quoted(&mut self) -> Option<Word> {
        self.skip();
        let inside = self.rest().strip_prefix('"')?;
        let end = inside.find(['"', '\n'])?;
        if !inside[end..].starts_with('"') {
            return None;
        }
        let word = self.cut(end + 2);
        let text = word.text[1..end + 1].to_owned();
        Some(Word { text, ..word })
    }

    fn cut(&mut self, length: usize) -> Word {
        let span = Span {
            from: self.at,
            to: self.at + length,
        };
        self.at = span.to;
        let text = self.text[span.from..span.to].to_owned();
        Word { text, span }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Passes over blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }
}
