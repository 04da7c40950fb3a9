//! Durations and sizes, as people write them.

use std::time::{Duration, TryFromFloatSecsError};

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
