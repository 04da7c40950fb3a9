//! Integer and floating-point literals, as bits. Knows the widths and formats of types,
//! not where literals may stand.

use crate::ReadError;
use crate::module::Type;
use crate::parser::Parser;

impl Parser<'_> {
    /// A literal of an integer type, cut to its width.
    pub fn integer(&mut self, width: u32) -> Result<Vec<u64>, ReadError> {
        self.skip_space();
        let start = self.at();
        let negative = self.eat(b'-');
        let digits = self.word();
        let hex = digits.strip_prefix("u0x").or(digits.strip_prefix("s0x"));
        let (digits, radix) = hex.map_or((digits, 10), |hex| (hex, 16));
        let words = width.div_ceil(64) as usize;
        let parsed = match digits.parse::<u64>() {
            Ok(word) if radix == 10 => {
                let mut parsed = vec![0; words];
                parsed[0] = word;
                Some(parsed)
            }
            _ => long_integer(digits, radix, words),
        };
        let Some(mut parsed) = parsed else {
            return Err(self.error_at(start, format!("an integer of {width} bits")));
        };
        if negative {
            let mut carry = true;
            for word in &mut parsed {
                (*word, carry) = (!*word).overflowing_add(u64::from(carry));
            }
        }
        if !width.is_multiple_of(64) {
            parsed[words - 1] &= (1 << (width % 64)) - 1;
        }
        Ok(parsed)
    }

    /// A literal of a floating-point type: decimal, or the bits in hex. Plain hex gives the
    /// bits of a double also for a float; the letters are for the other formats.
    pub fn float(&mut self, ty: &Type) -> Result<u128, ReadError> {
        self.skip_space();
        let start = self.at();
        let negative = self.eat(b'-');
        let mut literal = self.word();
        // `1.5e+00`: the sign of the exponent is no part of a word.
        if literal.ends_with('e') && matches!(self.here(), b'+' | b'-') {
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            self.word();
            literal = self.since(start + usize::from(negative));
        }
        let width = match ty {
            Type::Half | Type::BFloat => 16,
            Type::X86Fp80 => 80,
            Type::Fp128 => 128,
            _ => 64,
        };
        let hex = |digits: &str| {
            let bits = u128::from_str_radix(digits, 16).ok()?;
            (bits.leading_zeros() >= 128 - width).then_some(bits)
        };
        let bits = match (ty, literal.strip_prefix("0x")) {
            (Type::Half, Some(hex_digits)) => hex_digits.strip_prefix('H').and_then(hex),
            (Type::BFloat, Some(hex_digits)) => hex_digits.strip_prefix('R').and_then(hex),
            (Type::X86Fp80, Some(hex_digits)) => hex_digits.strip_prefix('K').and_then(hex),
            // The low half is written first.
            (Type::Fp128, Some(hex_digits)) => hex_digits
                .strip_prefix('L')
                .and_then(hex)
                .map(|bits| bits.rotate_right(64)),
            (Type::Double, Some(hex_digits)) => hex(hex_digits),
            (Type::Float, Some(hex_digits)) => hex(hex_digits).map(|bits| narrow(bits as u64)),
            (Type::Double, None) => literal
                .parse()
                .ok()
                .map(|number: f64| number.to_bits().into()),
            (Type::Float, None) => literal
                .parse()
                .ok()
                .map(|number: f64| (number as f32).to_bits().into()),
            _ => None,
        };
        let sign = match ty {
            Type::Double => 1 << 63,
            _ => 1 << 31,
        };
        match bits {
            Some(bits) if negative => Ok(bits ^ sign),
            Some(bits) => Ok(bits),
            None => Err(self.error_at(start, "a floating-point literal of this type")),
        }
    }
}

/// More digits than fit into a word.
fn long_integer(digits: &str, radix: u32, words: usize) -> Option<Vec<u64>> {
    let mut parsed = vec![0u64; words];
    if digits.is_empty() {
        return None;
    }
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(radix)?);
        for word in &mut parsed {
            carry += u128::from(*word) * u128::from(radix);
            *word = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            return None;
        }
    }
    Some(parsed)
}

/// The bits of the float that a double holds exactly, NaN payloads included.
fn narrow(double: u64) -> u128 {
    let number = f64::from_bits(double);
    if !number.is_nan() {
        return (number as f32).to_bits().into();
    }
    let sign = (double >> 63 << 31) as u32;
    let payload = (double >> 29) as u32 & 0x7f_ffff;
    (sign | 0x7f80_0000 | payload).into()
}
