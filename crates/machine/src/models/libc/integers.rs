//! Integers at the start of a text, as strtol and its relatives read them. Pure: knows
//! neither memory nor errno.

/// An integer found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    pub negative: bool,
    /// None: more than 64 bits.
    pub magnitude: Option<u64>,
    /// Bytes up to its end, leading white space included; 0 if there is no number.
    pub length: usize,
}

/// White space of the C locale.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The integer that `text` starts with. `base` is 0 or 2 to 36; C23 also knows the prefix 0b.
pub fn integer_at_start(text: &[u8], base: u32, binary_prefix: bool) -> Integer {
    let blanks = text.iter().take_while(|&&byte| is_space(byte)).count();
    let mut at = blanks;
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let negative = byte(at) == b'-';
    if matches!(byte(at), b'-' | b'+') {
        at += 1;
    }
    let prefixed = |letter: u8, base: u32| {
        byte(at) == b'0'
            && byte(at + 1).to_ascii_lowercase() == letter
            && digit(byte(at + 2), base).is_some()
    };
    let base = match base {
        0 | 16 if prefixed(b'x', 16) => {
            at += 2;
            16
        }
        0 | 2 if binary_prefix && prefixed(b'b', 2) => {
            at += 2;
            2
        }
        0 if byte(at) == b'0' => 8,
        0 => 10,
        base => base,
    };
    let first = at;
    let mut magnitude = Some(0u64);
    while let Some(value) = digit(byte(at), base) {
        magnitude = magnitude.and_then(|m| m.checked_mul(base as u64)?.checked_add(value as u64));
        at += 1;
    }
    let length = if at == first { 0 } else { at };
    Integer {
        negative,
        magnitude,
        length,
    }
}

fn digit(byte: u8, base: u32) -> Option<u32> {
    (byte as char).to_digit(base)
}

impl Integer {
    /// As strtol gives it: the nearest long, and whether it lay outside.
    pub fn signed(&self) -> (i64, bool) {
        match (self.negative, self.magnitude) {
            (false, Some(m)) if m <= i64::MAX as u64 => (m as i64, false),
            (true, Some(m)) if m <= i64::MIN.unsigned_abs() => ((m as i64).wrapping_neg(), false),
            (false, _) => (i64::MAX, true),
            (true, _) => (i64::MIN, true),
        }
    }

    /// The same where a long has 32 bits.
    pub fn signed_32(&self) -> (i64, bool) {
        let (value, out_of_range) = self.signed();
        let nearest = value.clamp(i32::MIN.into(), i32::MAX.into());
        (nearest, out_of_range || nearest != value)
    }

    /// As strtoul gives it where a long has 32 bits.
    pub fn unsigned_32(&self) -> (u64, bool) {
        match self.magnitude {
            Some(magnitude) if magnitude <= u32::MAX.into() => self.unsigned(),
            _ => (u32::MAX.into(), true),
        }
    }

    /// As strtoul gives it: a minus sign negates in unsigned arithmetic.
    pub fn unsigned(&self) -> (u64, bool) {
        match self.magnitude {
            None => (u64::MAX, true),
            Some(m) if self.negative => (m.wrapping_neg(), false),
            Some(m) => (m, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values and end as glibc 2.36 gives them.
    #[test]
    fn reads_like_strtol() {
        let cases: &[(&str, u32, i64, usize)] = &[
            ("  42abc", 10, 42, 4),
            ("-0x1fz", 0, -31, 5),
            ("0x", 0, 0, 1),
            ("0xg", 16, 0, 1),
            ("017", 0, 15, 3),
            ("08", 0, 0, 1),
            ("+", 10, 0, 0),
            ("  -", 10, 0, 0),
            ("zz", 36, 1295, 2),
            ("102", 2, 2, 2),
            ("0b11", 0, 0, 1),
            ("\t\n\x0b\x0c\r7", 10, 7, 6),
            ("", 10, 0, 0),
        ];
        for &(text, base, value, length) in cases {
            let integer = integer_at_start(text.as_bytes(), base, false);
            assert_eq!(
                (integer.signed(), integer.length),
                ((value, false), length),
                "{text:?} in base {base}"
            );
        }
        assert_eq!(integer_at_start(b"0b11", 0, true).signed(), (3, false));
    }

    #[test]
    fn clamps_what_does_not_fit() {
        let signed = |text: &str| integer_at_start(text.as_bytes(), 10, false).signed();
        let unsigned = |text: &str| integer_at_start(text.as_bytes(), 10, false).unsigned();
        assert_eq!(signed("9223372036854775807"), (i64::MAX, false));
        assert_eq!(signed("9223372036854775808"), (i64::MAX, true));
        assert_eq!(signed("-9223372036854775808"), (i64::MIN, false));
        assert_eq!(signed("-99999999999999999999"), (i64::MIN, true));
        assert_eq!(unsigned("18446744073709551615"), (u64::MAX, false));
        assert_eq!(unsigned("18446744073709551616"), (u64::MAX, true));
        assert_eq!(unsigned("-1"), (u64::MAX, false));
    }
}
