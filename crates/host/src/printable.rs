//! Text of unknown origin, made harmless for a terminal: control characters and characters that
//! change the direction of text are shown as escapes, as in source code.

use std::borrow::Cow;
use std::fmt;

/// Whether a terminal may do something else than show the character.
fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200e}' | '\u{200f}' | '\u{061c}'       // marks of direction
            | '\u{202a}'..='\u{202e}'                  // embeddings and overrides
            | '\u{2066}'..='\u{2069}'                  // isolates
            | '\u{2028}' | '\u{2029}'                  // separators of lines
        )
}

/// The text with newlines and tabs as they are and everything else that is active escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| !matches!(c, '\n' | '\t'))
}

/// The same for text that belongs on one line.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\t')
}

/// JSON text in which active characters are written as JSON's own escapes. Those that JSON does
/// not allow in strings are taken for layout.
pub fn printable_json(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| is_active(c) && c >= '\u{7f}';
    if !text.chars().any(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_escaped(c) {
            true => shown += &format!("\\u{:04x}", u32::from(c)),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

fn escaped(text: &str, counts: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |c: char| is_active(c) && counts(c);
    if !text.chars().any(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_escaped(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Shows something on one line, whatever is in it.
pub struct Printable<T>(pub T);

impl<T: fmt::Display> fmt::Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable_line(&self.0.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_as_escapes() {
        assert_eq!(printable("a\tb\nc"), "a\tb\nc");
        assert_eq!(
            printable("\x1b[31mred\r\x07\x7f"),
            "\\u{1b}[31mred\\r\\u{7}\\u{7f}"
        );
        assert_eq!(printable("\u{9b}2J \u{202e}txt"), "\\u{9b}2J \\u{202e}txt");
        assert_eq!(printable_line("one\ntwo"), "one\\ntwo");
        assert_eq!(
            printable_json("[\"\u{9b}\u{202e}\"]\n"),
            "[\"\\u009b\\u202e\"]\n"
        );
        assert_eq!(printable("größer ✗ 日本"), "größer ✗ 日本");
    }
}
