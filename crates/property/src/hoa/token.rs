//! The tokens of the HOA format.

use crate::source_error::{SourceError, Span};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `States:`, without the colon.
    Header(String),
    Word(String),
    /// `@name`, without the sign.
    Alias(String),
    Text(String),
    Number(u64),
    Symbol(char),
    /// `--BODY--`, without the dashes.
    Section(String),
    End,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, SourceError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if text[at..].starts_with("/*") {
            at = comment_end(text, at)?;
            continue;
        }
        let (kind, end) = token(text, at, c)?;
        found.push(Token {
            kind,
            span: Span::new(at, end),
        });
        at = end;
    }
    found.push(Token {
        kind: TokenKind::End,
        span: Span::new(at, at),
    });
    Ok(found)
}

/// Comments may be nested.
fn comment_end(text: &str, start: usize) -> Result<usize, SourceError> {
    let (mut at, mut depth) = (start, 0usize);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Ok(at);
            }
        } else if let Some(c) = rest.chars().next() {
            at += c.len_utf8();
        } else {
            let span = Span::new(start, start + 2);
            return Err(SourceError::new(text, span, "this comment does not end"));
        }
    }
}

fn token(text: &str, at: usize, first: char) -> Result<(TokenKind, usize), SourceError> {
    let rest = &text[at..];
    let word_end = |from: usize| {
        text[from..]
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')
            .map_or(text.len(), |length| from + length)
    };
    for section in ["BODY", "END", "ABORT"] {
        let written = format!("--{section}--");
        if rest.starts_with(&written) {
            return Ok((TokenKind::Section(section.to_string()), at + written.len()));
        }
    }
    match first {
        '"' => quoted(text, at),
        '@' => {
            let end = word_end(at + 1);
            Ok((TokenKind::Alias(text[at + 1..end].to_string()), end))
        }
        '0'..='9' => {
            let end = text[at..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(text.len(), |length| at + length);
            match text[at..end].parse() {
                Ok(number) => Ok((TokenKind::Number(number), end)),
                Err(_) => Err(SourceError::new(
                    text,
                    Span::new(at, end),
                    "this number is too large",
                )),
            }
        }
        c if c.is_ascii_alphabetic() || c == '_' => {
            let end = word_end(at);
            let word = text[at..end].to_string();
            if text[end..].starts_with(':') {
                Ok((TokenKind::Header(word), end + 1))
            } else {
                Ok((TokenKind::Word(word), end))
            }
        }
        '(' | ')' | '[' | ']' | '{' | '}' | '&' | '|' | '!' => {
            Ok((TokenKind::Symbol(first), at + 1))
        }
        _ => Err(SourceError::new(
            text,
            Span::new(at, at + first.len_utf8()),
            format!("`{first}` has no meaning in an automaton file"),
        )),
    }
}

fn quoted(text: &str, start: usize) -> Result<(TokenKind, usize), SourceError> {
    let mut value = String::new();
    let mut characters = text[start + 1..].char_indices();
    while let Some((offset, c)) = characters.next() {
        match c {
            '"' => return Ok((TokenKind::Text(value), start + 1 + offset + 1)),
            '\\' => value.extend(characters.next().map(|(_, c)| c)),
            _ => value.push(c),
        }
    }
    Err(SourceError::new(
        text,
        Span::new(start, start + 1),
        "this text has no closing quote",
    ))
}
