//! <time.h>: dates over memory. The time zone is UTC. `localtime` and the others that
//! return a buffer of their own are part of the runtime module, since all threads share
//! that buffer.

use super::Table;
use super::bytes::{string, write_string};
use super::calendar::Date;
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("gmtime_r", |m, a| split(m, a, "GMT")),
    ("localtime_r", |m, a| split(m, a, "UTC")),
    ("mktime", join),
    ("timegm", join),
    ("timelocal", join),
    ("asctime_r", |m, a| {
        let (place, buffer) = (a.get(0)?, a.get(1)?);
        if m.stops_at(&[place, buffer]) {
            return Ok(Reply::Stop);
        }
        let line = read(m, place)?.line();
        write_string(m, buffer, line.into_bytes())?;
        Ok(Reply::Value(buffer))
    }),
    ("ctime_r", |m, a| {
        let (place, buffer) = (a.get(0)?, a.get(1)?);
        if m.stops_at(&[place, buffer]) {
            return Ok(Reply::Stop);
        }
        let seconds = m.read_long(place)?;
        let Some(date) = Date::from_seconds(seconds) else {
            return Ok(Reply::Value(0));
        };
        write_string(m, buffer, date.line().into_bytes())?;
        Ok(Reply::Value(buffer))
    }),
    ("strftime", format),
    ("difftime", |m, a| {
        let (end, start) = (m.long_argument(a, 0)?, m.long_argument(a, 1)?);
        Ok(Reply::Value((end as f64 - start as f64).to_bits()))
    }),
    ("tzset", |_, _| Ok(Reply::Void)),
];

/// The nine integers of struct tm; then come the offset from UTC and the zone's name.
const FIELDS: u64 = 9 * 4;
/// First of the keys under which a thread keeps the names of zones.
const ZONE_NAME: u32 = u32::MAX - 6;

fn offset_at(machine: &Machine<'_>) -> u64 {
    machine.data_model().choose(36, 40)
}

fn zone_at(machine: &Machine<'_>) -> u64 {
    offset_at(machine) + machine.word_bytes()
}

fn read(machine: &mut Machine<'_>, place: u64) -> Result<Date, Fault> {
    let bytes = machine.read_bytes(place, FIELDS)?;
    let mut fields = bytes
        .chunks_exact(4)
        .map(|field| i32::from_le_bytes(field.try_into().expect("four bytes")));
    let mut next = || fields.next().expect("nine fields");
    Ok(Date {
        second: next(),
        minute: next(),
        hour: next(),
        day: next(),
        month: next(),
        year: next(),
        weekday: next(),
        day_of_year: next(),
        summer_time: next(),
    })
}

fn write(machine: &mut Machine<'_>, place: u64, date: Date, zone: &str) -> Result<(), Fault> {
    let fields = [
        date.second,
        date.minute,
        date.hour,
        date.day,
        date.month,
        date.year,
        date.weekday,
        date.day_of_year,
        date.summer_time,
    ];
    let name = super::text_of_thread(machine, ZONE_NAME + (zone == "UTC") as u32, zone.as_bytes())?;
    let bytes: Vec<u8> = fields.into_iter().flat_map(i32::to_le_bytes).collect();
    machine.write_bytes(place, &bytes)?;
    machine.write_long(place + offset_at(machine), 0)?;
    machine.write_pointer(place + zone_at(machine), name)
}

fn split(machine: &mut Machine<'_>, arguments: &Arguments, zone: &str) -> Result<Reply, Fault> {
    let (time, place) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[time, place]) {
        return Ok(Reply::Stop);
    }
    let seconds = machine.read_long(time)?;
    let Some(date) = Date::from_seconds(seconds) else {
        return Ok(Reply::Value(0));
    };
    write(machine, place, date, zone)?;
    Ok(Reply::Value(place))
}

/// Also brings all fields into their bounds.
fn join(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let place = arguments.get(0)?;
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.read_bytes(place, 6 * 4)?;
    let mut padded = [0; FIELDS as usize];
    padded[..bytes.len()].copy_from_slice(&bytes);
    let field =
        |n: usize| i32::from_le_bytes(padded[4 * n..4 * n + 4].try_into().expect("four bytes"));
    // The day of the week and of the year are not looked at: they may be unwritten.
    let given = Date {
        second: field(0),
        minute: field(1),
        hour: field(2),
        day: field(3),
        month: field(4),
        year: field(5),
        ..Date::default()
    };
    let seconds = given.to_seconds();
    let Some(date) = Date::from_seconds(seconds) else {
        return Ok(Reply::Value(u64::MAX));
    };
    write(machine, place, date, "UTC")?;
    Ok(Reply::Value(seconds as u64))
}

fn format(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (buffer, size) = (arguments.get(0)?, arguments.get(1)?);
    let (format, place) = (arguments.get(2)?, arguments.get(3)?);
    if machine.stops_at(&[buffer, format, place]) {
        return Ok(Reply::Stop);
    }
    let format = string(machine, format)?;
    let date = read(machine, place)?;
    let zone = if format.windows(2).any(|pair| pair == b"%Z") {
        let name = machine.read_pointer(place + zone_at(machine))?;
        String::from_utf8_lossy(&string(machine, name)?).into_owned()
    } else {
        String::new()
    };
    let text = date.format(&format, &zone).map_err(Fault::unsupported)?;
    if text.len() as u64 >= size {
        return Ok(Reply::Value(0));
    }
    let length = text.len() as u64;
    write_string(machine, buffer, text)?;
    Ok(Reply::Value(length))
}
