//! <ctype.h> in the C locale. The tables behind glibc's macros are constants of the
//! runtime module, made from the same knowledge.

use super::Table;
use super::integers::is_space;
use crate::error::Fault;
use crate::models::{Arguments, Reply};

const UPPER: u16 = 1 << 8;
const LOWER: u16 = 1 << 9;
const ALPHA: u16 = 1 << 10;
const DIGIT: u16 = 1 << 11;
const HEXADECIMAL: u16 = 1 << 12;
const SPACE: u16 = 1 << 13;
const PRINTABLE: u16 = 1 << 14;
const GRAPHIC: u16 = 1 << 15;
const BLANK: u16 = 1;
const CONTROL: u16 = 1 << 1;
const PUNCTUATION: u16 = 1 << 2;
const ALPHANUMERIC: u16 = 1 << 3;

pub const MODELS: Table = &[
    ("isalnum", |_, a| is(a, ALPHANUMERIC)),
    ("isalpha", |_, a| is(a, ALPHA)),
    ("isblank", |_, a| is(a, BLANK)),
    ("iscntrl", |_, a| is(a, CONTROL)),
    ("isdigit", |_, a| is(a, DIGIT)),
    ("isgraph", |_, a| is(a, GRAPHIC)),
    ("islower", |_, a| is(a, LOWER)),
    ("isprint", |_, a| is(a, PRINTABLE)),
    ("ispunct", |_, a| is(a, PUNCTUATION)),
    ("isspace", |_, a| is(a, SPACE)),
    ("isupper", |_, a| is(a, UPPER)),
    ("isxdigit", |_, a| is(a, HEXADECIMAL)),
    ("isascii", |_, a| {
        Ok(super::int((a.get(0)? as u32 <= 0x7f) as i32))
    }),
    ("toascii", |_, a| Ok(super::int(a.get_i32(0)? & 0x7f))),
    ("toupper", |_, a| Ok(super::int(upper_case(a.get_i32(0)?)))),
    ("tolower", |_, a| Ok(super::int(lower_case(a.get_i32(0)?)))),
];

/// The characters that the tables are made for: those of signed and unsigned char, and EOF.
pub const FIRST: i32 = -128;
pub const LAST: i32 = 255;

/// What a character is, in glibc's bits. Only ASCII is anything in the C locale.
pub fn traits(character: i32) -> u16 {
    let Some(byte) = u8::try_from(character).ok().filter(u8::is_ascii) else {
        return 0;
    };
    let table = [
        (UPPER, byte.is_ascii_uppercase()),
        (LOWER, byte.is_ascii_lowercase()),
        (ALPHA, byte.is_ascii_alphabetic()),
        (DIGIT, byte.is_ascii_digit()),
        (HEXADECIMAL, byte.is_ascii_hexdigit()),
        (SPACE, is_space(byte)),
        (PRINTABLE, byte == b' ' || byte.is_ascii_graphic()),
        (GRAPHIC, byte.is_ascii_graphic()),
        (BLANK, matches!(byte, b' ' | b'\t')),
        (CONTROL, byte.is_ascii_control()),
        (PUNCTUATION, byte.is_ascii_punctuation()),
        (ALPHANUMERIC, byte.is_ascii_alphanumeric()),
    ];
    table
        .iter()
        .filter(|(_, holds)| *holds)
        .fold(0, |bits, (bit, _)| bits | bit)
}

pub fn upper_case(character: i32) -> i32 {
    converted(character, |byte| byte.to_ascii_uppercase())
}

pub fn lower_case(character: i32) -> i32 {
    converted(character, |byte| byte.to_ascii_lowercase())
}

/// glibc's tables make a negative char an unsigned one, all but EOF.
fn converted(character: i32, convert: fn(u8) -> u8) -> i32 {
    match character {
        -1 => -1,
        FIRST..=LAST => convert(character as u8) as i32,
        other => other,
    }
}

fn is(arguments: &Arguments, wanted: u16) -> Result<Reply, Fault> {
    Ok(super::int((traits(arguments.get_i32(0)?) & wanted) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of glibc's own tables.
    #[test]
    fn traits_are_those_of_glibc() {
        let cases = [
            (-128, 0),
            (-1, 0),
            (0, 0x2),
            (9, 0x2003),
            (10, 0x2002),
            (32, 0x6001),
            (33, 0xc004),
            (48, 0xd808),
            (65, 0xd508),
            (71, 0xc508),
            (97, 0xd608),
            (103, 0xc608),
            (126, 0xc004),
            (127, 0x2),
            (200, 0),
        ];
        for (character, expected) in cases {
            assert_eq!(traits(character), expected, "character {character}");
        }
    }

    #[test]
    fn cases_are_those_of_glibc() {
        assert_eq!(
            [-128, -100, -2, -1, 97, 122, 65, 255, 300].map(upper_case),
            [128, 156, 254, -1, 65, 90, 65, 255, 300]
        );
        assert_eq!([65, 90, 97, 64].map(lower_case), [97, 122, 97, 64]);
    }
}
