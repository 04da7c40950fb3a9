//! Texts as tokens, in the way that most languages have them: words with their signs in front,
//! numbers, strings, spaces and single characters.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Space,
    Number,
    /// Letters and digits; those with a sign in front (`%x`, `@f`, `!7`) are other words.
    Word(Option<char>),
    Quoted,
    Sign,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub text: String,
}

/// The tokens of a text, which are the whole of it.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = token(first, rest);
        tokens.push(Token {
            kind,
            text: rest[..length].to_owned(),
        });
        rest = &rest[length..];
    }
    tokens
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '.'
}

fn token(first: char, rest: &str) -> (Kind, usize) {
    let length = |from: usize, inside: fn(char) -> bool| {
        let end = rest[from..].find(|c| !inside(c));
        end.map_or(rest.len(), |end| from + end)
    };
    match first {
        ' ' | '\t' | '\n' | '\r' => (Kind::Space, length(0, |c| c.is_ascii_whitespace())),
        '0'..='9' => (Kind::Number, length(0, is_word)),
        '"' => match rest[1..].find('"') {
            Some(end) => (Kind::Quoted, end + 2),
            None => (Kind::Sign, 1),
        },
        '%' | '@' | '!' | '#' | '$' if rest[1..].starts_with(is_word) => {
            (Kind::Word(Some(first)), length(1, is_word))
        }
        first if is_word(first) => (Kind::Word(None), length(0, is_word)),
        other => (Kind::Sign, other.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_whole_text() {
        let text = "%x = add i32 %y, 12 ; \"a b\" é \"";
        let tokens = tokens(text);
        let whole: String = tokens.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(whole, text);
        assert_eq!(tokens[0].kind, Kind::Word(Some('%')));
        assert!(tokens.iter().any(|t| t.kind == Kind::Quoted));
        assert!(
            tokens
                .iter()
                .any(|t| (t.kind, &*t.text) == (Kind::Number, "12"))
        );
    }
}
