//! Counts, sizes and durations, as people read and write them.

use std::time::{Duration, TryFromFloatSecsError};

/// 1234567 as `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 step`, `2 steps`.
pub fn counted(number: u64, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {what}{ending}", count(number))
}

pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KB", "MB", "GB", "TB"];
    let mut value = number as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 || value >= 100.0 {
        format!("{value:.0} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

pub fn seconds(seconds: f64) -> String {
    if seconds < 60.0 {
        format!("{seconds:.2} s")
    } else {
        format!(
            "{:.0} min {:02.0} s",
            (seconds / 60.0).floor(),
            seconds % 60.0
        )
    }
}

/// Why a text is no duration or size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadQuantity {
    #[error("write a duration as 10s, 5m or 1h")]
    Duration,
    #[error(transparent)]
    TooLong(#[from] TryFromFloatSecsError),
    #[error("write a size as 512M or 4G")]
    Size,
}

/// `10s`, `5m`, `1.5h`, `200ms`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, BadQuantity> {
    let units = [
        ("ms", 0.001),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3600.0),
        ("d", 86400.0),
        ("", 1.0),
    ];
    let seconds = scaled(text, &units).ok_or(BadQuantity::Duration)?;
    Ok(Duration::try_from_secs_f64(seconds)?)
}

/// `512M`, `4G`, `100K`; a bare number is bytes.
pub fn size(text: &str) -> Result<usize, BadQuantity> {
    const K: f64 = 1024.0;
    let plain = text
        .trim()
        .trim_end_matches(['B', 'b'])
        .trim_end_matches('i');
    let units = [
        ("K", K),
        ("k", K),
        ("M", K * K),
        ("m", K * K),
        ("G", K * K * K),
        ("g", K * K * K),
        ("T", K * K * K * K),
        ("", 1.0),
    ];
    let bytes = scaled(plain, &units).ok_or(BadQuantity::Size)?;
    Ok(bytes as usize)
}

fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    units.iter().find_map(|(unit, factor)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        (number.is_finite() && number >= 0.0).then_some(number * factor)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(7), "7");
        assert_eq!(count(1234567), "1,234,567");
        assert_eq!(counted(1, "step"), "1 step");
    }

    #[test]
    fn durations_and_sizes_are_read() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert!(duration("soon").is_err() && duration("-1s").is_err());
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("4GiB"), Ok(4 << 30));
        assert!(size("much").is_err());
    }
}
