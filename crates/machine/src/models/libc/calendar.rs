//! Dates: seconds since 1970 to days, months and years and back, in UTC, and their texts.
//! Pure: knows neither memory nor a clock.

use super::directive::UnknownDirective;

/// struct tm without the time zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Date {
    pub second: i32,
    pub minute: i32,
    pub hour: i32,
    /// From 1.
    pub day: i32,
    /// From 0.
    pub month: i32,
    /// Since 1900.
    pub year: i32,
    /// From Sunday.
    pub weekday: i32,
    /// From 0.
    pub day_of_year: i32,
    pub summer_time: i32,
}

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const SECONDS_PER_DAY: i64 = 86_400;

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days from the start of 1970 to the start of a year.
fn days_before(year: i64) -> i64 {
    let past = year - 1;
    365 * (year - 1970) + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400) - 477
}

fn month_lengths(year: i64) -> [i64; 12] {
    [
        31,
        28 + is_leap(year) as i64,
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ]
}

impl Date {
    /// None: the year does not fit.
    pub fn from_seconds(seconds: i64) -> Option<Date> {
        let days = seconds.div_euclid(SECONDS_PER_DAY);
        let rest = seconds.rem_euclid(SECONDS_PER_DAY);
        // 400 years have 146,097 days; this is off by one at most.
        let mut year = 1970 + (days * 400).div_euclid(146_097);
        while days_before(year + 1) <= days {
            year += 1;
        }
        while days_before(year) > days {
            year -= 1;
        }
        let day_of_year = days - days_before(year);
        let mut day = day_of_year;
        let mut month = 0;
        for length in month_lengths(year) {
            if day < length {
                break;
            }
            day -= length;
            month += 1;
        }
        Some(Date {
            second: (rest % 60) as i32,
            minute: (rest / 60 % 60) as i32,
            hour: (rest / 3600) as i32,
            day: day as i32 + 1,
            month,
            year: i32::try_from(year - 1900).ok()?,
            weekday: (days + 4).rem_euclid(7) as i32,
            day_of_year: day_of_year as i32,
            summer_time: 0,
        })
    }

    /// Fields beyond their bounds count on into the next.
    pub fn to_seconds(self) -> i64 {
        let year = 1900 + self.year as i64 + (self.month as i64).div_euclid(12);
        let month = self.month.rem_euclid(12) as usize;
        let days =
            days_before(year) + month_lengths(year)[..month].iter().sum::<i64>() + self.day as i64
                - 1;
        days * SECONDS_PER_DAY
            + self.hour as i64 * 3600
            + self.minute as i64 * 60
            + self.second as i64
    }

    fn day_name(&self) -> &'static str {
        DAYS.get(self.weekday as usize).unwrap_or(&"?")
    }

    fn month_name(&self) -> &'static str {
        MONTHS.get(self.month as usize).unwrap_or(&"?")
    }

    /// asctime, with the end of the line.
    pub fn line(&self) -> String {
        let short = |name: &'static str| name.get(..3).unwrap_or("???");
        format!(
            "{} {}{:3} {:02}:{:02}:{:02} {}\n",
            short(self.day_name()),
            short(self.month_name()),
            self.day,
            self.hour,
            self.minute,
            self.second,
            1900 + self.year as i64
        )
    }

    /// The year that the week belongs to, and the week's number, as ISO 8601 counts them.
    fn iso_week(&self) -> (i64, i64) {
        let year = 1900 + self.year as i64;
        let monday_based = (self.weekday + 6) % 7;
        let week = (self.day_of_year as i64 - monday_based as i64 + 10) / 7;
        let weeks_in = |year: i64| {
            let first = (days_before(year) + 3).rem_euclid(7);
            if first == 3 || first == 2 && is_leap(year) {
                53
            } else {
                52
            }
        };
        if week < 1 {
            (year - 1, weeks_in(year - 1))
        } else if week > weeks_in(year) {
            (year + 1, 1)
        } else {
            (year, week)
        }
    }

    /// strftime in the C locale; the error names the directive that is not known.
    pub fn format(&self, format: &[u8], zone: &str) -> Result<Vec<u8>, UnknownDirective> {
        let mut text = Vec::new();
        let mut bytes = format.iter().copied();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                text.push(byte);
                continue;
            }
            let mut directive = bytes.next().unwrap_or(0);
            // Other eras and digits: the C locale has neither.
            if matches!(directive, b'E' | b'O') {
                directive = bytes.next().unwrap_or(0);
            }
            let piece = self.piece(directive, zone);
            let piece = piece.ok_or_else(|| UnknownDirective {
                function: "strftime",
                directive: format!("%{}", directive as char),
            })?;
            text.extend_from_slice(piece.as_bytes());
        }
        Ok(text)
    }

    fn piece(&self, directive: u8, zone: &str) -> Option<String> {
        let year = 1900 + self.year as i64;
        let hour_of_twelve = if self.hour % 12 == 0 {
            12
        } else {
            self.hour % 12
        };
        let week_from = |first: i32| (self.day_of_year + 7 - (self.weekday + 7 - first) % 7) / 7;
        let again = |format: &str| {
            self.format(format.as_bytes(), zone)
                .ok()
                .and_then(|text| String::from_utf8(text).ok())
        };
        Some(match directive {
            b'a' => self.day_name()[..3.min(self.day_name().len())].to_owned(),
            b'A' => self.day_name().to_owned(),
            b'b' | b'h' => self.month_name()[..3.min(self.month_name().len())].to_owned(),
            b'B' => self.month_name().to_owned(),
            b'c' => again("%a %b %e %H:%M:%S %Y")?,
            b'C' => year.div_euclid(100).to_string(),
            b'd' => format!("{:02}", self.day),
            b'D' | b'x' => again("%m/%d/%y")?,
            b'e' => format!("{:2}", self.day),
            b'F' => again("%Y-%m-%d")?,
            b'g' => format!("{:02}", self.iso_week().0.rem_euclid(100)),
            b'G' => self.iso_week().0.to_string(),
            b'H' => format!("{:02}", self.hour),
            b'I' => format!("{hour_of_twelve:02}"),
            b'j' => format!("{:03}", self.day_of_year + 1),
            b'k' => format!("{:2}", self.hour),
            b'l' => format!("{hour_of_twelve:2}"),
            b'm' => format!("{:02}", self.month + 1),
            b'M' => format!("{:02}", self.minute),
            b'n' => "\n".to_owned(),
            b'p' => if self.hour >= 12 { "PM" } else { "AM" }.to_owned(),
            b'P' => if self.hour >= 12 { "pm" } else { "am" }.to_owned(),
            b'r' => again("%I:%M:%S %p")?,
            b'R' => again("%H:%M")?,
            b's' => self.to_seconds().to_string(),
            b'S' => format!("{:02}", self.second),
            b't' => "\t".to_owned(),
            b'T' | b'X' => again("%H:%M:%S")?,
            b'u' => if self.weekday == 0 { 7 } else { self.weekday }.to_string(),
            b'U' => format!("{:02}", week_from(0)),
            b'V' => format!("{:02}", self.iso_week().1),
            b'w' => self.weekday.to_string(),
            b'W' => format!("{:02}", week_from(1)),
            b'y' => format!("{:02}", year.rem_euclid(100)),
            b'Y' => year.to_string(),
            b'z' => "+0000".to_owned(),
            b'Z' => zone.to_owned(),
            b'%' => "%".to_owned(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_known_moments() {
        let fields = |seconds| {
            let date = Date::from_seconds(seconds).expect("a date");
            (
                date.year + 1900,
                date.month + 1,
                date.day,
                date.hour,
                date.minute,
                date.second,
                date.weekday,
                date.day_of_year,
            )
        };
        assert_eq!(fields(0), (1970, 1, 1, 0, 0, 0, 4, 0));
        assert_eq!(fields(1_700_000_000), (2023, 11, 14, 22, 13, 20, 2, 317));
        assert_eq!(fields(951_782_400), (2000, 2, 29, 0, 0, 0, 2, 59));
        assert_eq!(fields(-1), (1969, 12, 31, 23, 59, 59, 3, 364));
        assert_eq!(fields(-62_135_596_800), (1, 1, 1, 0, 0, 0, 1, 0));
        assert_eq!(Date::from_seconds(i64::MAX), None);
    }

    #[test]
    fn seconds_and_dates_are_inverse() {
        for n in -3000..3000i64 {
            let seconds = n * 9_876_543 + n;
            assert_eq!(
                Date::from_seconds(seconds).expect("a date").to_seconds(),
                seconds
            );
        }
    }

    #[test]
    fn fields_beyond_their_bounds_count_on() {
        let date = Date {
            day: 0,
            month: 14,
            year: 123,
            hour: 25,
            ..Date::default()
        };
        assert_eq!(
            Date::from_seconds(date.to_seconds())
                .expect("a date")
                .line(),
            "Fri Mar  1 01:00:00 2024\n"
        );
    }

    /// As glibc 2.36 writes it.
    #[test]
    fn formats_like_strftime() {
        let text = |seconds, format: &str| {
            let date = Date::from_seconds(seconds).expect("a date");
            String::from_utf8(
                date.format(format.as_bytes(), "UTC")
                    .expect("known directives"),
            )
            .expect("ASCII")
        };
        assert_eq!(
            text(1_700_000_000, "%c|%D|%F %T|%r|%R"),
            "Tue Nov 14 22:13:20 2023|11/14/23|2023-11-14 22:13:20|10:13:20 PM|22:13"
        );
        assert_eq!(
            text(1_700_000_000, "%a %A %b %B %C %e %I %j %k %l %p %P"),
            "Tue Tuesday Nov November 20 14 10 318 22 10 PM pm"
        );
        assert_eq!(
            text(1_700_000_000, "%s %u %w %U %W %V %G %g %y %Y %z %Z %%"),
            "1700000000 2 2 46 46 46 2023 23 23 2023 +0000 UTC %"
        );
        assert_eq!(
            text(1_609_459_200, "%F %G-W%V-%u %U %W"),
            "2021-01-01 2020-W53-5 00 00"
        );
        assert_eq!(text(1_419_984_000, "%F %G-W%V-%u"), "2014-12-31 2015-W01-3");
    }
}
