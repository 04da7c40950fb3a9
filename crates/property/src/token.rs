//! The tokens of properties: names, numbers and operators, read on demand at a position.
//! Whether `G` is an operator or a variable is the parser's business.

use crate::source_error::{SourceError, Span};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TokenKind {
    /// A name, with its path: `turn`, `queue::STATE`.
    Name(String),
    Integer(i128),
    Float(f64),
    Symbol(&'static str),
    End,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

impl Token {
    pub fn is(&self, symbol: &str) -> bool {
        matches!(self.kind, TokenKind::Symbol(own) if own == symbol)
    }

    /// How error messages call it.
    pub fn described(&self, text: &str) -> String {
        match self.kind {
            TokenKind::End => "the end".to_string(),
            _ => format!("`{}`", &text[self.span.start..self.span.end]),
        }
    }
}

/// Longer symbols come first, so that the first match is the longest.
const SYMBOLS: [&str; 39] = [
    "<->", "<=>", "->", "=>", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "<>", "[]", "::",
    "(", ")", "[", "]", "{", "}", ",", ".", ":", "!", "~", "&", "|", "^", "<", ">", "+", "-", "*",
    "/", "%", "=", "@", "?",
];

/// The token that starts at or after byte `from`.
pub(crate) fn token_at(text: &str, from: usize) -> Result<Token, SourceError> {
    let rest = &text[from..];
    let start = from + (rest.len() - rest.trim_start().len());
    let rest = &text[start..];
    let Some(first) = rest.chars().next() else {
        return Ok(Token {
            kind: TokenKind::End,
            span: Span::new(text.len(), text.len()),
        });
    };
    if first.is_alphabetic() || first == '_' {
        return Ok(name(text, start));
    }
    if first.is_ascii_digit() {
        return number(text, start);
    }
    if first == '\'' {
        return character(text, start);
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok(Token {
            kind: TokenKind::Symbol(symbol),
            span: Span::new(start, start + symbol.len()),
        }),
        None => Err(SourceError::new(
            text,
            Span::new(start, start + first.len_utf8()),
            format!("`{first}` has no meaning in a property"),
        )),
    }
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn name(text: &str, start: usize) -> Token {
    let word_end = |from: usize| {
        text[from..]
            .find(|c| !is_name_part(c))
            .map_or(text.len(), |at| from + at)
    };
    let mut end = word_end(start);
    while let Some(after) = text[end..].strip_prefix("::") {
        if !after.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            break;
        }
        end = word_end(end + 2);
    }
    Token {
        kind: TokenKind::Name(text[start..end].to_string()),
        span: Span::new(start, end),
    }
}

fn number(text: &str, start: usize) -> Result<Token, SourceError> {
    let part_end = |from: usize| {
        text[from..]
            .find(|c| !is_name_part(c))
            .map_or(text.len(), |at| from + at)
    };
    let mut end = part_end(start);
    let is_hexadecimal = text[start..].starts_with("0x") || text[start..].starts_with("0X");
    let mut is_float = false;
    let fraction = text[end..].strip_prefix('.');
    if !is_hexadecimal
        && fraction.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        is_float = true;
        end = part_end(end + 1);
    }
    if !is_hexadecimal && text[start..end].ends_with(['e', 'E']) {
        let sign = text[end..].starts_with(['+', '-']);
        let digits = end + usize::from(sign);
        if text[digits..].starts_with(|c: char| c.is_ascii_digit()) {
            end = part_end(digits);
        }
    }
    is_float |= !is_hexadecimal && text[start..end].contains(['e', 'E']);
    let span = Span::new(start, end);
    let digits = text[start..end].replace('_', "");
    let kind = if is_float {
        let number: Option<f64> = digits.parse().ok();
        number.filter(|n| n.is_finite()).map(TokenKind::Float)
    } else {
        integer(&digits).map(TokenKind::Integer)
    };
    match kind {
        Some(kind) => Ok(Token { kind, span }),
        None => Err(SourceError::new(
            text,
            span,
            format!("`{}` is not a number", &text[start..end]),
        )),
    }
}

fn integer(digits: &str) -> Option<i128> {
    let lower = digits.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            return i128::from_str_radix(rest, radix).ok();
        }
    }
    lower.parse().ok()
}

fn character(text: &str, start: usize) -> Result<Token, SourceError> {
    let mut rest = text[start + 1..].chars();
    let value = match rest.next() {
        Some('\\') => match rest.next() {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('0') => Some('\0'),
            Some(c @ ('\\' | '\'' | '"')) => Some(c),
            _ => None,
        },
        other => other,
    };
    let closed = rest.next() == Some('\'');
    let end = text.len() - rest.as_str().len();
    match value {
        Some(c) if closed => Ok(Token {
            kind: TokenKind::Integer(i128::from(u32::from(c))),
            span: Span::new(start, end),
        }),
        _ => Err(SourceError::new(
            text,
            Span::new(start, start + 1),
            "a character is written as 'a' or '\\n'",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let mut position = 0;
        let mut found = Vec::new();
        loop {
            let token = token_at(text, position).expect("tokens");
            position = token.span.end;
            if token.kind == TokenKind::End {
                return found;
            }
            found.push(token.kind);
        }
    }

    #[test]
    fn numbers_in_all_their_forms() {
        use TokenKind::{Float, Integer};
        assert_eq!(
            kinds("0 1_000 0xfF 0b101 0o17 1.5 2e3 2.5e-1 'a' '\\n'"),
            vec![
                Integer(0),
                Integer(1000),
                Integer(255),
                Integer(5),
                Integer(15),
                Float(1.5),
                Float(2000.0),
                Float(0.25),
                Integer(97),
                Integer(10)
            ]
        );
    }

    #[test]
    fn the_longest_symbol_wins() {
        use TokenKind::Symbol;
        assert_eq!(
            kinds("<-> -> <> < - <= []"),
            ["<->", "->", "<>", "<", "-", "<=", "[]"]
                .map(Symbol)
                .to_vec()
        );
    }

    #[test]
    fn a_path_is_one_name() {
        assert_eq!(
            kinds("queue::X"),
            vec![TokenKind::Name("queue::X".to_string())]
        );
    }

    #[test]
    fn nonsense_is_refused_where_it_stands() {
        for (text, start) in [("a # b", 2), ("12ab", 0), ("x == 'ab'", 5), ("a \"b\"", 2)] {
            let mut position = 0;
            let error = loop {
                match token_at(text, position) {
                    Ok(token) => position = token.span.end,
                    Err(error) => break error,
                }
            };
            assert_eq!(error.span().start, start, "{text}");
        }
    }
}
