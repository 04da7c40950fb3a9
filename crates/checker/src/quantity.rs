//! Counts, sizes and durations, as people read them.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(7), "7");
        assert_eq!(count(1234567), "1,234,567");
        assert_eq!(counted(1, "step"), "1 step");
    }
}
