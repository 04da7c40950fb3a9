//! Floats at the start of a text, as strtod and strtof read them: decimal, hexadecimal,
//! inf and nan, correctly rounded. Pure: knows neither memory nor errno.

use super::integers::is_space;

/// Which floats there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Single,
    Double,
}

impl Kind {
    /// Bits of the significand.
    fn digits(self) -> i64 {
        match self {
            Kind::Single => 24,
            Kind::Double => 53,
        }
    }

    /// The exponent of the smallest step.
    fn lowest_exponent(self) -> i64 {
        match self {
            Kind::Single => -149,
            Kind::Double => -1074,
        }
    }

    fn largest(self) -> f64 {
        match self {
            Kind::Single => f32::MAX as f64,
            Kind::Double => f64::MAX,
        }
    }

    fn smallest_normal(self) -> f64 {
        match self {
            Kind::Single => f32::MIN_POSITIVE as f64,
            Kind::Double => f64::MIN_POSITIVE,
        }
    }
}

/// A float found in a text. A single-precision value is held exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    pub value: f64,
    /// Too large, or too small to be given exactly.
    pub out_of_range: bool,
    /// Bytes up to its end, leading white space included; 0 if there is no number.
    pub length: usize,
}

pub fn real_at_start(text: &[u8], kind: Kind) -> Real {
    let mut at = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let rest = &text[at..];
    let (magnitude, out_of_range, length) = named(rest)
        .or_else(|| hexadecimal(rest, kind))
        .or_else(|| decimal(rest, kind))
        .unwrap_or((0.0, false, 0));
    if length == 0 {
        return Real {
            value: 0.0,
            out_of_range: false,
            length: 0,
        };
    }
    let value = if negative { -magnitude } else { magnitude };
    Real {
        value,
        out_of_range,
        length: at + length,
    }
}

type Found = Option<(f64, bool, usize)>;

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn named(text: &[u8]) -> Found {
    if starts_with(text, b"infinity") {
        return Some((f64::INFINITY, false, 8));
    }
    if starts_with(text, b"inf") {
        return Some((f64::INFINITY, false, 3));
    }
    if !starts_with(text, b"nan") {
        return None;
    }
    let payload = text[3..]
        .iter()
        .skip(1)
        .take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_')
        .count();
    let closed = text.get(3) == Some(&b'(') && text.get(4 + payload) == Some(&b')');
    Some((f64::NAN, false, if closed { 5 + payload } else { 3 }))
}

fn digits(text: &[u8], is_digit: fn(&u8) -> bool) -> usize {
    text.iter().take_while(|byte| is_digit(byte)).count()
}

/// The length of an exponent such as `e-12`, 0 if there is none, and its value.
fn exponent(text: &[u8], letter: u8) -> (usize, i64) {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return (0, 0);
    }
    let signed = matches!(text.get(1), Some(b'-' | b'+')) as usize;
    let count = digits(&text[1 + signed..], u8::is_ascii_digit);
    if count == 0 {
        return (0, 0);
    }
    let value = text[1 + signed..][..count]
        .iter()
        .fold(0i64, |value, byte| {
            (value * 10 + (byte - b'0') as i64).min(1 << 40)
        });
    (
        1 + signed + count,
        if text[1] == b'-' { -value } else { value },
    )
}

fn decimal(text: &[u8], kind: Kind) -> Found {
    let whole = digits(text, u8::is_ascii_digit);
    let point = (text.get(whole) == Some(&b'.')) as usize;
    let fraction = if point == 1 {
        digits(&text[whole + 1..], u8::is_ascii_digit)
    } else {
        0
    };
    if whole + fraction == 0 {
        return None;
    }
    let end = whole + point + fraction;
    let (exponent_length, exponent) = exponent(&text[end..], b'e');
    let number = std::str::from_utf8(&text[..end]).expect("digits are ASCII");
    let number = format!("{number}e{exponent}");
    let value = match kind {
        Kind::Single => number.parse::<f32>().map(f64::from),
        Kind::Double => number.parse::<f64>(),
    }
    .expect("a decimal number");
    let out_of_range = value.is_infinite()
        || value < kind.smallest_normal() && !is_exact(text, whole, end, exponent, value);
    Some((value, out_of_range, end + exponent_length))
}

/// Is `value` just what the digits say? Asked only of very small values.
fn is_exact(text: &[u8], whole: usize, end: usize, exponent: i64, value: f64) -> bool {
    let given: Vec<u8> = text[..end]
        .iter()
        .copied()
        .filter(|&byte| byte != b'.')
        .collect();
    let leading = given.iter().take_while(|&&digit| digit == b'0').count();
    let given_exponent = exponent + whole as i64 - 1 - leading as i64;
    let given = trim_zeros(&given[leading..]);
    if given.is_empty() {
        return true;
    }
    let exact = format!("{value:.1100e}");
    let (mantissa, value_exponent) = exact
        .split_once('e')
        .expect("an exponent in scientific notation");
    let mantissa: Vec<u8> = mantissa.bytes().filter(|&byte| byte != b'.').collect();
    trim_zeros(&mantissa) == given && value_exponent.parse() == Ok(given_exponent)
}

fn trim_zeros(digits: &[u8]) -> &[u8] {
    let kept = digits
        .iter()
        .rposition(|&digit| digit != b'0')
        .map_or(0, |last| last + 1);
    &digits[..kept]
}

fn hexadecimal(text: &[u8], kind: Kind) -> Found {
    if !starts_with(text, b"0x") {
        return None;
    }
    let body = &text[2..];
    let whole = digits(body, u8::is_ascii_hexdigit);
    let point = (body.get(whole) == Some(&b'.')) as usize;
    let fraction = if point == 1 {
        digits(&body[whole + 1..], u8::is_ascii_hexdigit)
    } else {
        0
    };
    if whole + fraction == 0 {
        // Only the zero of 0x is a number.
        return Some((0.0, false, 1));
    }
    let end = whole + point + fraction;
    let (exponent_length, exponent) = exponent(&body[end..], b'p');
    let mut significand = 0u64;
    let mut lost = false;
    let mut scale = exponent - 4 * fraction as i64;
    for byte in body[..end].iter().filter(|&&byte| byte != b'.') {
        let digit = (*byte as char).to_digit(16).expect("a hexadecimal digit") as u64;
        if significand >> 60 == 0 {
            significand = significand << 4 | digit;
        } else {
            lost |= digit != 0;
            scale += 4;
        }
    }
    let (value, out_of_range) = round(significand, lost, scale, kind);
    Some((value, out_of_range, 2 + end + exponent_length))
}

/// significand * 2^scale, and a little more if `lost`, to the nearest float, ties to even.
pub fn round(significand: u64, lost: bool, scale: i64, kind: Kind) -> (f64, bool) {
    if significand == 0 {
        return (0.0, false);
    }
    let length = 64 - significand.leading_zeros() as i64;
    // The exponent of the last bit that is kept.
    let last = (scale + length - kind.digits()).max(kind.lowest_exponent());
    let dropped = last - scale;
    let (mut kept, mut inexact) = (significand, lost);
    if dropped > 0 {
        kept = if dropped > 63 {
            0
        } else {
            significand >> dropped
        };
        let half = dropped <= 64 && significand >> (dropped - 1) & 1 == 1;
        let below = dropped > 64 || significand & ((1u64 << (dropped - 1)) - 1) != 0 || lost;
        inexact = half || below;
        kept += (half && (below || kept & 1 == 1)) as u64;
    }
    let exponent = if dropped > 0 { last } else { scale };
    // Exact or an overflow by now; in two factors, as one alone may be out of range.
    let exponent = exponent.min(1100);
    let value = kept as f64 * power_of_two(exponent / 2) * power_of_two(exponent - exponent / 2);
    if value > kind.largest() {
        return (f64::INFINITY, true);
    }
    (value, inexact && value < kind.smallest_normal())
}

/// For exponents of normal numbers.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> (f64, bool, usize) {
        let real = real_at_start(text.as_bytes(), Kind::Double);
        (real.value, real.out_of_range, real.length)
    }

    /// Values, ERANGE and end as glibc 2.36 gives them.
    #[test]
    fn reads_like_strtod() {
        let cases: &[(&str, f64, bool, usize)] = &[
            ("3.25xyz", 3.25, false, 4),
            (" -.5e1 ", -5.0, false, 6),
            ("1e", 1.0, false, 1),
            ("1e+", 1.0, false, 1),
            ("5.", 5.0, false, 2),
            (".", 0.0, false, 0),
            ("-", 0.0, false, 0),
            ("1e400", f64::INFINITY, true, 5),
            ("-1e400", f64::NEG_INFINITY, true, 6),
            ("1e-400", 0.0, true, 6),
            ("4.9e-324", 5e-324, true, 8),
            ("2.2250738585072014e-308", f64::MIN_POSITIVE, false, 23),
            ("0e-9999", 0.0, false, 7),
            ("1e99999999999999999999", f64::INFINITY, true, 22),
            ("inf", f64::INFINITY, false, 3),
            ("-iNfInItYx", f64::NEG_INFINITY, false, 9),
            ("infinit", f64::INFINITY, false, 3),
            ("0x", 0.0, false, 1),
            ("0x.p1", 0.0, false, 1),
            ("0x1.8p1", 3.0, false, 7),
            ("0x1.8p", 1.5, false, 5),
            ("0x.8", 0.5, false, 4),
            ("0x1p-1074", 5e-324, false, 9),
            ("0x1p-1075", 0.0, true, 9),
            ("0x1.8p-1075", 5e-324, true, 11),
            ("0x1p1024", f64::INFINITY, true, 8),
            ("0x1fffffffffffff8p0", 144115188075855872.0, false, 19),
            ("0x10000000000000801p0", 18446744073709555712.0, false, 21),
            ("0x1.fffffffffffff8p1023", f64::INFINITY, true, 23),
        ];
        for &(text, value, out_of_range, length) in cases {
            assert_eq!(double(text), (value, out_of_range, length), "{text:?}");
        }
        assert!(double("nan(12_x)z").0.is_nan() && double("nan(12_x)z").2 == 9);
        assert_eq!(double("nan(12").2, 3);
    }

    #[test]
    fn singles_are_rounded_once() {
        let single = |text: &str| real_at_start(text.as_bytes(), Kind::Single);
        assert_eq!(single("0.1").value, 0.1f32 as f64);
        assert!(single("1e39").out_of_range);
        assert_eq!(single("1e39").value, f64::INFINITY);
        assert_eq!(single("0x1.000001p0").value, 1.0);
        assert_eq!(
            single("0x1.000003p0").value,
            1.0 + 2.0 * f32::EPSILON as f64
        );
        assert_eq!(single("0x1.0000011p0").value, 1.0 + f32::EPSILON as f64);
    }
}
