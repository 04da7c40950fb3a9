//! An error in a text that the user wrote, shown with a caret under the place.
//! Used by the parsers here and where names are resolved; knows no grammar.

use std::fmt;

/// A range of bytes in a property's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    text: String,
    span: Span,
    message: String,
    hint: Option<String>,
}

impl SourceError {
    pub fn new(text: &str, span: Span, message: impl Into<String>) -> Self {
        SourceError {
            text: text.to_string(),
            span,
            message: message.into(),
            hint: None,
        }
    }

    /// Adds a line that says what to write instead.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub fn span(&self) -> Span {
        self.span
    }

    /// The line of the text that the error is in, from 1.
    pub fn line(&self) -> usize {
        let start = self.span.start.min(self.text.len());
        self.text[..start].matches('\n').count() + 1
    }

    /// The same error in a text in which its own stands in quotation marks.
    pub fn within(self, text: &str) -> Self {
        let quoted = format!("\"{}\"", self.text);
        let start = text.find(&quoted).map_or(0, |at| at + 1);
        SourceError {
            text: text.to_string(),
            span: Span::new(start + self.span.start, start + self.span.end),
            ..self
        }
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.span.start.min(self.text.len());
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = self.text[start..]
            .find('\n')
            .map_or(self.text.len(), |at| start + at);
        let line = &self.text[line_start..line_end];
        let end = self.span.end.clamp(start, line_end);
        // Tabs stay tabs, so that the caret stands under its column on any terminal.
        let margin: String = self.text[line_start..start]
            .chars()
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let carets = "^".repeat(self.text[start..end].chars().count().max(1));
        writeln!(out, "{}", self.message)?;
        if line_start > 0 {
            let number = self.text[..line_start].matches('\n').count() + 1;
            writeln!(out, "  in line {number}:")?;
        }
        writeln!(out, "  {line}")?;
        write!(out, "  {margin}{carets}")?;
        if let Some(hint) = &self.hint {
            write!(out, "\n  {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SourceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_place() {
        let error = SourceError::new("a == ü == b", Span::new(8, 10), "no").with_hint("yes");
        assert_eq!(error.to_string(), "no\n  a == ü == b\n         ^^\n  yes");
    }

    #[test]
    fn only_the_line_in_question_is_shown() {
        let error = SourceError::new("first\n\tsecond\nthird", Span::new(7, 10), "no");
        assert_eq!(error.to_string(), "no\n  in line 2:\n  \tsecond\n  \t^^^");
    }

    #[test]
    fn the_end_of_the_text_can_be_pointed_at() {
        let error = SourceError::new("G", Span::new(1, 1), "no");
        assert_eq!(error.to_string(), "no\n  G\n   ^");
    }
}
