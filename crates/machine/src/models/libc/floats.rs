//! The text of floats under %f, %e, %g and %a, correctly rounded to any number of
//! digits. The exact decimal digits come from Rust's own formatting.

use super::style::Style;

/// A double has no more digits than this after its point; all further ones are zeros.
const MOST_DIGITS: usize = 1100;

pub fn text(style: &Style, value: f64) -> Vec<u8> {
    let upper = style.conversion.is_ascii_uppercase();
    let sign = style.sign(value.is_sign_negative());
    let magnitude = value.abs();
    let finite = value.is_finite();
    let (prefix, digits) = match style.conversion.to_ascii_lowercase() {
        _ if value.is_nan() => ("", "nan".to_owned()),
        _ if value.is_infinite() => ("", "inf".to_owned()),
        b'f' => (
            "",
            fixed(magnitude, style.precision.unwrap_or(6), style.alternate),
        ),
        b'e' => (
            "",
            scientific(magnitude, style.precision.unwrap_or(6), style.alternate),
        ),
        b'g' => (
            "",
            general(
                magnitude,
                style.precision.unwrap_or(6).max(1),
                style.alternate,
            ),
        ),
        _ => (
            "0x",
            hexadecimal(magnitude, style.precision, style.alternate),
        ),
    };
    let (prefix, digits) = if upper {
        (prefix.to_ascii_uppercase(), digits.to_ascii_uppercase())
    } else {
        (prefix.to_owned(), digits)
    };
    style.number(&format!("{sign}{prefix}"), &digits, finite)
}

fn zeros(precision: usize) -> String {
    "0".repeat(precision.saturating_sub(MOST_DIGITS))
}

fn fixed(magnitude: f64, precision: usize, point: bool) -> String {
    let mut digits = format!("{magnitude:.*}", precision.min(MOST_DIGITS));
    if point && precision == 0 {
        digits.push('.');
    }
    digits + &zeros(precision)
}

/// The significant digits with a point after the first, and the exponent.
fn mantissa_and_exponent(magnitude: f64, precision: usize) -> (String, i32) {
    let text = format!("{magnitude:.*e}", precision.min(MOST_DIGITS));
    let (mantissa, exponent) = text
        .split_once('e')
        .expect("an exponent in scientific notation");
    (
        mantissa.to_owned() + &zeros(precision),
        exponent.parse().expect("the exponent is a number"),
    )
}

fn exponent_text(exponent: i32) -> String {
    format!(
        "e{}{:02}",
        if exponent < 0 { '-' } else { '+' },
        exponent.abs()
    )
}

fn scientific(magnitude: f64, precision: usize, point: bool) -> String {
    let (mut mantissa, exponent) = mantissa_and_exponent(magnitude, precision);
    if point && precision == 0 {
        mantissa.push('.');
    }
    mantissa + &exponent_text(exponent)
}

/// `precision` counts all significant digits here.
fn general(magnitude: f64, precision: usize, keep_zeros: bool) -> String {
    let (mantissa, exponent) = mantissa_and_exponent(magnitude, precision - 1);
    let plain = exponent >= -4 && (exponent as i64) < precision as i64;
    let mut digits = if plain {
        fixed(
            magnitude,
            (precision as i64 - 1 - exponent as i64) as usize,
            keep_zeros,
        )
    } else {
        mantissa
    };
    if keep_zeros && !digits.contains('.') {
        digits.push('.');
    }
    if !keep_zeros && digits.contains('.') {
        let kept = digits.trim_end_matches('0').trim_end_matches('.').len();
        digits.truncate(kept);
    }
    if plain {
        digits
    } else {
        digits + &exponent_text(exponent)
    }
}

/// What follows the 0x.
fn hexadecimal(magnitude: f64, precision: Option<usize>, point: bool) -> String {
    const MANTISSA_BITS: u32 = 52;
    const MANTISSA_DIGITS: usize = 13;
    let bits = magnitude.to_bits();
    let biased = (bits >> MANTISSA_BITS) as i32;
    let fraction = bits & ((1 << MANTISSA_BITS) - 1);
    let exponent = match (biased, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => biased - 1023,
    };
    let mut significand = if biased == 0 {
        fraction
    } else {
        fraction | 1 << MANTISSA_BITS
    };
    if let Some(precision) = precision.filter(|&precision| precision < MANTISSA_DIGITS) {
        let dropped = 4 * (MANTISSA_DIGITS - precision) as u32;
        let rest = significand & ((1 << dropped) - 1);
        let half = 1 << (dropped - 1);
        significand -= rest;
        let odd = significand >> dropped & 1 == 1;
        if rest > half || rest == half && odd {
            significand += 1 << dropped;
        }
    }
    let fraction = format!("{:013x}", significand & ((1 << MANTISSA_BITS) - 1));
    let fraction = match precision {
        None => fraction.trim_end_matches('0').to_owned(),
        Some(precision) if precision <= MANTISSA_DIGITS => fraction[..precision].to_owned(),
        Some(precision) => fraction + &"0".repeat(precision - MANTISSA_DIGITS),
    };
    let dot = if point || !fraction.is_empty() {
        "."
    } else {
        ""
    };
    format!(
        "{}{dot}{fraction}p{exponent:+}",
        significand >> MANTISSA_BITS
    )
}
