//! printf formats: how they are taken apart, and the text of integers and strings, byte
//! for byte as glibc writes it in the C locale. Knows nothing of memory or of where the
//! arguments come from; floats have a file of their own.

use super::directive::UnknownDirective;
use super::floats;
use super::style::{Length, Style};

/// A piece of a format.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece<'f> {
    Text(&'f [u8]),
    Directive(Directive),
}

/// A width or precision: written out, or the number of the argument that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    Fixed(usize),
    Argument(usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Directive {
    pub style: Style,
    pub width: Option<Count>,
    pub precision: Option<Count>,
    /// The argument to convert; None for those that take none.
    pub argument: Option<usize>,
}

/// Longer fields are refused rather than filled.
const LONGEST_FIELD: usize = 1 << 24;

struct Parser<'f> {
    format: &'f [u8],
    at: usize,
    /// Arguments that directives without a position have taken.
    taken: usize,
}

fn unknown(directive: &[u8]) -> UnknownDirective {
    UnknownDirective {
        function: "printf",
        directive: String::from_utf8_lossy(directive).into_owned(),
    }
}

/// Takes a format apart; the error names the directive that is not known.
pub fn parse(format: &[u8]) -> Result<Vec<Piece<'_>>, UnknownDirective> {
    let mut parser = Parser {
        format,
        at: 0,
        taken: 0,
    };
    let mut pieces = Vec::new();
    while parser.at < format.len() {
        let start = parser.at;
        if format[start] != b'%' {
            let length = format[start..]
                .iter()
                .position(|&byte| byte == b'%')
                .unwrap_or(format.len() - start);
            parser.at += length;
            pieces.push(Piece::Text(&format[start..parser.at]));
            continue;
        }
        parser.at += 1;
        match parser.directive() {
            Some(directive) if directive.style.conversion == b'%' => pieces.push(Piece::Text(b"%")),
            Some(directive) => pieces.push(Piece::Directive(directive)),
            None => {
                let end = (parser.at + 1).min(format.len());
                return Err(unknown(&format[start..end]));
            }
        }
    }
    Ok(pieces)
}

impl Parser<'_> {
    fn peek(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += found as usize;
        found
    }

    fn number(&mut self) -> Option<usize> {
        let start = self.at;
        let mut number = 0usize;
        while self.peek().is_ascii_digit() {
            number = number
                .saturating_mul(10)
                .saturating_add((self.peek() - b'0') as usize);
            self.at += 1;
        }
        (self.at > start && number <= LONGEST_FIELD).then_some(number)
    }

    /// `12$`
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        let position = self.number().filter(|&n| n > 0 && self.peek() == b'$');
        match position {
            Some(position) => {
                self.at += 1;
                Some(position - 1)
            }
            None => {
                self.at = start;
                None
            }
        }
    }

    fn next_argument(&mut self) -> usize {
        self.taken += 1;
        self.taken - 1
    }

    fn star(&mut self) -> Count {
        let position = self.position();
        Count::Argument(position.unwrap_or_else(|| self.next_argument()))
    }

    fn directive(&mut self) -> Option<Directive> {
        let position = self.position();
        let mut style = Style::default();
        loop {
            match self.peek() {
                b'-' => style.left = true,
                b'+' => style.plus = true,
                b' ' => style.space = true,
                b'#' => style.alternate = true,
                b'0' => style.zero = true,
                // Grouping and other digits: the C locale has neither.
                b'\'' | b'I' => {}
                _ => break,
            }
            self.at += 1;
        }
        let width = if self.eat(b'*') {
            Some(self.star())
        } else if self.peek().is_ascii_digit() {
            Some(Count::Fixed(self.number()?))
        } else {
            None
        };
        let precision = if !self.eat(b'.') {
            None
        } else if self.eat(b'*') {
            Some(self.star())
        } else if self.peek().is_ascii_digit() {
            Some(Count::Fixed(self.number()?))
        } else {
            Some(Count::Fixed(0))
        };
        style.length = self.length();
        style.conversion = self.peek();
        let wide = matches!(style.length, Length::Long | Length::LongLong)
            && matches!(style.conversion, b's' | b'c');
        if !b"%diouxXbBcspnmfFeEgGaA".contains(&style.conversion) || wide {
            return None;
        }
        self.at += 1;
        let argument = match style.conversion {
            b'%' | b'm' => None,
            _ => Some(position.unwrap_or_else(|| self.next_argument())),
        };
        Some(Directive {
            style,
            width,
            precision,
            argument,
        })
    }

    fn length(&mut self) -> Length {
        let length = match self.peek() {
            b'h' => Length::Short,
            b'l' | b'z' | b'Z' | b't' => Length::Long,
            b'q' | b'j' => Length::LongLong,
            b'L' => Length::LongDouble,
            _ => return Length::Int,
        };
        let first = self.peek();
        self.at += 1;
        match first {
            b'h' if self.eat(b'h') => Length::Byte,
            b'l' if self.eat(b'l') => Length::LongLong,
            _ => length,
        }
    }
}

impl Directive {
    /// One more than the highest number of an argument that it takes.
    pub fn arguments_used(&self) -> usize {
        let of_count = |count| match count {
            Some(Count::Argument(n)) => n + 1,
            _ => 0,
        };
        let own = self.argument.map_or(0, |n| n + 1);
        own.max(of_count(self.width)).max(of_count(self.precision))
    }
}

impl Style {
    pub fn is_float(&self) -> bool {
        b"fFeEgGaA".contains(&self.conversion)
    }

    /// A width given by an argument: a negative one asks for the left side.
    pub fn set_width(&mut self, width: i32) {
        self.left |= width < 0;
        self.width = width.unsigned_abs() as usize;
    }

    /// The text of any argument that is no string.
    pub fn scalar(&self, word: u64) -> Vec<u8> {
        match self.conversion {
            b'c' => self.pad(&[word as u8]),
            b'p' if word == 0 => self.pad(b"(nil)"),
            b'p' => Style {
                alternate: true,
                length: Length::Long,
                conversion: b'x',
                ..*self
            }
            .integer(word, true),
            b'd' | b'i' => self.integer(word, true),
            _ if self.is_float() => floats::text(self, f64::from_bits(word)),
            _ => self.integer(word, false),
        }
    }

    /// The text of a string that is cut to the precision already.
    pub fn string(&self, bytes: &[u8]) -> Vec<u8> {
        self.pad(bytes)
    }

    /// What glibc writes for a null string.
    pub fn null_string(&self) -> Vec<u8> {
        const NULL: &[u8] = b"(null)";
        let fits = self
            .precision
            .is_none_or(|precision| precision >= NULL.len());
        self.pad(if fits { NULL } else { b"" })
    }

    fn pad(&self, text: &[u8]) -> Vec<u8> {
        let missing = self.width.saturating_sub(text.len());
        let mut padded = Vec::with_capacity(self.width.max(text.len()));
        if !self.left {
            padded.resize(missing, b' ');
        }
        padded.extend_from_slice(text);
        if self.left {
            padded.resize(padded.len() + missing, b' ');
        }
        padded
    }

    pub fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        }
    }

    /// A prefix and digits, filled to the width with zeros between them or with blanks.
    pub fn number(&self, prefix: &str, digits: &str, zeros_allowed: bool) -> Vec<u8> {
        let length = prefix.len() + digits.len();
        if self.zero && !self.left && zeros_allowed {
            let zeros = "0".repeat(self.width.saturating_sub(length));
            return format!("{prefix}{zeros}{digits}").into_bytes();
        }
        self.pad(format!("{prefix}{digits}").as_bytes())
    }

    /// `signed` conversions show a sign; so does %p, which is never negative.
    fn integer(&self, word: u64, signed: bool) -> Vec<u8> {
        let decimal = matches!(self.conversion, b'd' | b'i');
        let value = match self.length {
            Length::Byte => word as i8 as i64,
            Length::Short => word as i16 as i64,
            Length::Int => word as i32 as i64,
            Length::Long | Length::LongLong | Length::LongDouble => word as i64,
        };
        let bits = match self.length {
            Length::Byte => 8,
            Length::Short => 16,
            Length::Int => 32,
            Length::Long | Length::LongLong | Length::LongDouble => 64,
        };
        let negative = decimal && value < 0;
        let magnitude = if decimal {
            value.unsigned_abs()
        } else {
            word & (u64::MAX >> (64 - bits))
        };
        let mut digits = match self.conversion {
            b'o' => format!("{magnitude:o}"),
            b'x' => format!("{magnitude:x}"),
            b'X' => format!("{magnitude:X}"),
            b'b' | b'B' => format!("{magnitude:b}"),
            _ => magnitude.to_string(),
        };
        if let Some(precision) = self.precision {
            if precision == 0 && magnitude == 0 {
                digits.clear();
            }
            digits.insert_str(0, &"0".repeat(precision.saturating_sub(digits.len())));
        }
        if self.alternate && self.conversion == b'o' && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let base = match self.conversion {
            b'x' if self.alternate && magnitude != 0 => "0x",
            b'X' if self.alternate && magnitude != 0 => "0X",
            b'b' if self.alternate && magnitude != 0 => "0b",
            b'B' if self.alternate && magnitude != 0 => "0B",
            _ => "",
        };
        let sign = if signed { self.sign(negative) } else { "" };
        self.number(&format!("{sign}{base}"), &digits, self.precision.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that a format with one directive makes of a word.
    fn text(format: &str, word: u64) -> String {
        let pieces = parse(format.as_bytes()).expect("known directives");
        let text = pieces.iter().flat_map(|piece| match piece {
            Piece::Text(text) => text.to_vec(),
            Piece::Directive(directive) => {
                let fixed = |count| match count {
                    Some(Count::Fixed(n)) => Some(n),
                    _ => None,
                };
                let (width, precision) = (fixed(directive.width), fixed(directive.precision));
                let style = Style {
                    width: width.unwrap_or(0),
                    precision,
                    ..directive.style
                };
                style.scalar(word)
            }
        });
        String::from_utf8(text.collect()).expect("ASCII")
    }

    /// As glibc 2.36 writes them.
    #[test]
    fn integers_look_as_in_c() {
        let cases: &[(&str, i64, &str)] = &[
            ("<%d>", -5, "<-5>"),
            ("<%+d>", 5, "<+5>"),
            ("<% 5d>", 42, "<   42>"),
            ("<%-5d>", 42, "<42   >"),
            ("<%05d>", -42, "<-0042>"),
            ("<%05.3d>", -42, "< -042>"),
            ("<%.0d>", 0, "<>"),
            ("<%#o>", 8, "<010>"),
            ("<%#.0o>", 0, "<0>"),
            ("<%#010x>", 255, "<0x000000ff>"),
            ("<%#X>", 0, "<0>"),
            ("<%hhd>", 300, "<44>"),
            ("<%hu>", -1, "<65535>"),
            ("<%u>", -1, "<4294967295>"),
            ("<%lu>", -1, "<18446744073709551615>"),
            ("<%p>", 0, "<(nil)>"),
            ("<%p>", 0xabc, "<0xabc>"),
            ("<%3c>", 'x' as i64, "<  x>"),
            ("<%%%d>", 1, "<%1>"),
        ];
        for &(format, value, expected) in cases {
            assert_eq!(text(format, value as u64), expected, "{format} of {value}");
        }
    }

    #[test]
    fn floats_look_as_in_c() {
        let cases: &[(&str, f64, &str)] = &[
            ("%f", 0.1, "0.100000"),
            ("%.0f", 2.5, "2"),
            ("%#.0f", 2.5, "2."),
            ("%.20f", 0.1, "0.10000000000000000555"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%.0e", 1e-300, "1e-300"),
            ("%g", 100000.0, "100000"),
            ("%g", 1000000.0, "1e+06"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001, "1e-05"),
            ("%#g", 1.0, "1.00000"),
            ("%a", 1.0, "0x1p+0"),
            ("%.1a", 1.97, "0x2.0p+0"),
            ("%010.2f", -2.71659, "-000002.72"),
            ("%08f", f64::INFINITY, "     inf"),
            ("%F", f64::NEG_INFINITY, "-INF"),
        ];
        for &(format, value, expected) in cases {
            assert_eq!(
                text(format, value.to_bits()),
                expected,
                "{format} of {value}"
            );
        }
    }

    #[test]
    fn arguments_are_counted() {
        let arguments = |format: &'static str| {
            let pieces = parse(format.as_bytes()).expect("known directives");
            let of = |piece: &Piece<'_>| match piece {
                Piece::Directive(directive) => Some(directive.argument),
                Piece::Text(_) => None,
            };
            pieces.iter().filter_map(of).collect::<Vec<_>>()
        };
        assert_eq!(arguments("%d %s"), [Some(0), Some(1)]);
        assert_eq!(
            arguments("%*d %.*s %m %c"),
            [Some(1), Some(3), None, Some(4)]
        );
        assert_eq!(arguments("%2$d %1$d"), [Some(1), Some(0)]);
        assert_eq!(parse(b"ok %y"), Err(unknown(b"%y")));
        assert_eq!(parse(b"%"), Err(unknown(b"%")));
    }
}
