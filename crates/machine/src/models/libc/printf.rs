//! The printf family: fetches what a format asks for and puts the text where it goes.
//! How arguments look as text is not its business.

use super::Table;
use super::blocks::check_capacity;
use super::bytes::{string, string_up_to, write_string};
use super::errors;
use super::format::{Count, Directive, Piece, parse};
use super::stdio::{print, put};
use super::strings::new_string;
use super::style::{Length, Style};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::models::descriptors::write_text;
use crate::models::{Arguments, Reply};
use crate::observe::Stream;
use trailhound_program::{DataModel, Pushed};

pub const MODELS: Table = &[
    ("printf", |m, a| output(m, a, 0, Rest::Call, Sink::Standard)),
    ("vprintf", |m, a| {
        output(m, a, 0, Rest::List, Sink::Standard)
    }),
    ("__printf_chk", |m, a| {
        output(m, a, 1, Rest::Call, Sink::Standard)
    }),
    ("__vprintf_chk", |m, a| {
        output(m, a, 1, Rest::List, Sink::Standard)
    }),
    ("fprintf", |m, a| output(m, a, 1, Rest::Call, Sink::File)),
    ("vfprintf", |m, a| output(m, a, 1, Rest::List, Sink::File)),
    ("__fprintf_chk", |m, a| {
        output(m, a, 2, Rest::Call, Sink::File)
    }),
    ("__vfprintf_chk", |m, a| {
        output(m, a, 2, Rest::List, Sink::File)
    }),
    ("dprintf", |m, a| {
        output(m, a, 1, Rest::Call, Sink::Descriptor)
    }),
    ("vdprintf", |m, a| {
        output(m, a, 1, Rest::List, Sink::Descriptor)
    }),
    ("__dprintf_chk", |m, a| {
        output(m, a, 2, Rest::Call, Sink::Descriptor)
    }),
    ("__vdprintf_chk", |m, a| {
        output(m, a, 2, Rest::List, Sink::Descriptor)
    }),
    ("sprintf", |m, a| {
        output(
            m,
            a,
            1,
            Rest::Call,
            Sink::Buffer {
                limit: None,
                capacity: None,
            },
        )
    }),
    ("vsprintf", |m, a| {
        output(
            m,
            a,
            1,
            Rest::List,
            Sink::Buffer {
                limit: None,
                capacity: None,
            },
        )
    }),
    ("__sprintf_chk", |m, a| {
        output(
            m,
            a,
            3,
            Rest::Call,
            Sink::Buffer {
                limit: None,
                capacity: Some(2),
            },
        )
    }),
    ("__vsprintf_chk", |m, a| {
        output(
            m,
            a,
            3,
            Rest::List,
            Sink::Buffer {
                limit: None,
                capacity: Some(2),
            },
        )
    }),
    ("snprintf", |m, a| {
        output(
            m,
            a,
            2,
            Rest::Call,
            Sink::Buffer {
                limit: Some(1),
                capacity: None,
            },
        )
    }),
    ("vsnprintf", |m, a| {
        output(
            m,
            a,
            2,
            Rest::List,
            Sink::Buffer {
                limit: Some(1),
                capacity: None,
            },
        )
    }),
    ("__snprintf_chk", |m, a| {
        output(
            m,
            a,
            4,
            Rest::Call,
            Sink::Buffer {
                limit: Some(1),
                capacity: Some(3),
            },
        )
    }),
    ("__vsnprintf_chk", |m, a| {
        output(
            m,
            a,
            4,
            Rest::List,
            Sink::Buffer {
                limit: Some(1),
                capacity: Some(3),
            },
        )
    }),
    ("asprintf", |m, a| {
        output(m, a, 1, Rest::Call, Sink::Allocated)
    }),
    ("vasprintf", |m, a| {
        output(m, a, 1, Rest::List, Sink::Allocated)
    }),
    ("__asprintf_chk", |m, a| {
        output(m, a, 2, Rest::Call, Sink::Allocated)
    }),
    ("__vasprintf_chk", |m, a| {
        output(m, a, 2, Rest::List, Sink::Allocated)
    }),
    ("warnx", |m, a| warn(m, a, Rest::Call, false)),
    ("vwarnx", |m, a| warn(m, a, Rest::List, false)),
    ("warn", |m, a| warn(m, a, Rest::Call, true)),
    ("vwarn", |m, a| warn(m, a, Rest::List, true)),
];

/// How the arguments after the format arrive: as such, or as one va_list.
#[derive(Clone, Copy)]
enum Rest {
    Call,
    List,
}

/// Where the text goes. All but `Standard` are named by the first argument.
#[derive(Clone, Copy)]
enum Sink {
    Standard,
    File,
    Descriptor,
    /// The numbers of the arguments that say how much may be written, and how much the
    /// compiler knows to fit.
    Buffer {
        limit: Option<usize>,
        capacity: Option<usize>,
    },
    /// A new string, whose address is stored.
    Allocated,
}

fn output(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    format: usize,
    rest: Rest,
    sink: Sink,
) -> Result<Reply, Fault> {
    let target = arguments.get(0)?;
    let written = match sink {
        Sink::Buffer { .. } | Sink::Allocated => Some(target),
        Sink::Standard | Sink::File | Sink::Descriptor => None,
    };
    let Some(text) = compose(machine, arguments, format, rest, written)? else {
        return Ok(Reply::Stop);
    };
    let length = text.len();
    match sink {
        Sink::Standard => print(machine, Stream::Stdout, &text)?,
        Sink::File => return put(machine, target, &text, super::int(length as i32)),
        Sink::Descriptor => return write_text(machine, target, &text),
        Sink::Allocated => {
            let string = new_string(machine, text)?;
            machine.write_pointer(target, string)?;
            return Ok(super::int(length as i32));
        }
        Sink::Buffer { limit, capacity } => {
            let limit = limit.map_or(Ok(u64::MAX), |n| arguments.get(n))?;
            if let Some(capacity) = capacity {
                let used = if limit == u64::MAX {
                    length as u64 + 1
                } else {
                    limit
                };
                check_capacity(used, arguments.get(capacity)?)?;
            }
            if limit > 0 {
                let kept = (length as u64).min(limit - 1) as usize;
                write_string(machine, target, text[..kept].to_vec())?;
            }
            return Ok(super::int(length as i32));
        }
    }
    Ok(super::int(length as i32))
}

/// <err.h>: the program's name before the text, and for some the error's after it.
fn warn(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    rest: Rest,
    with_error: bool,
) -> Result<Reply, Fault> {
    let name = machine
        .options
        .arguments
        .first()
        .cloned()
        .unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    let mut line = format!("{name}: ").into_bytes();
    let has_format = arguments.get(0)? != 0;
    if has_format {
        let Some(text) = compose(machine, arguments, 0, rest, None)? else {
            return Ok(Reply::Stop);
        };
        line.extend_from_slice(&text);
    }
    if with_error {
        let error = errors::current(machine)?;
        let separator = if has_format { ": " } else { "" };
        line.extend_from_slice(format!("{separator}{}", errors::message(error)).as_bytes());
    }
    line.push(b'\n');
    machine.print(Stream::Stderr, &line);
    Ok(Reply::Void)
}

/// The arguments that a format may ask for, one word each.
struct Words<'a> {
    arguments: &'a Arguments,
    /// The first of them in the call.
    first: usize,
    /// They lie in memory instead.
    area: Option<Area>,
}

/// Arguments in memory, from an address on.
struct Area {
    start: u64,
    /// Where each lies and what it is, in 32-bit programs.
    pushed: Vec<(u64, Pushed)>,
}

impl Area {
    fn get(&self, machine: &mut Machine<'_>, index: usize) -> Result<u64, Fault> {
        match self.pushed.get(index) {
            None => machine.read_u64(self.start + 8 * index as u64),
            Some(&(offset, Pushed::FourBytes)) => {
                machine.read_u32(self.start + offset).map(u64::from)
            }
            Some(&(offset, Pushed::EightBytes)) => machine.read_u64(self.start + offset),
            Some(&(offset, Pushed::Pointer)) => machine.read_pointer(self.start + offset),
        }
    }
}

/// What i386 pushes for the arguments of a format, and at what offsets.
fn pushed(pieces: &[Piece<'_>]) -> Vec<(u64, Pushed)> {
    let mut kinds: Vec<Pushed> = Vec::new();
    let mut take = |index: usize, kind: Pushed| {
        if kinds.len() <= index {
            kinds.resize(index + 1, Pushed::FourBytes);
        }
        kinds[index] = kind;
    };
    for piece in pieces {
        let Piece::Directive(directive) = piece else {
            continue;
        };
        for count in [directive.width, directive.precision].into_iter().flatten() {
            if let Count::Argument(index) = count {
                take(index, Pushed::FourBytes);
            }
        }
        let style = directive.style;
        let kind = match style.conversion {
            b's' | b'p' | b'n' => Pushed::Pointer,
            _ if style.is_float() || style.length == Length::LongLong => Pushed::EightBytes,
            _ => Pushed::FourBytes,
        };
        if let Some(index) = directive.argument {
            take(index, kind);
        }
    }
    let mut offset = 0;
    let place = |kind| {
        let at = offset;
        offset += if kind == Pushed::EightBytes { 8 } else { 4 };
        (at, kind)
    };
    kinds.into_iter().map(place).collect()
}

impl Words<'_> {
    fn get(&self, machine: &mut Machine<'_>, index: usize) -> Result<u64, Fault> {
        match &self.area {
            Some(area) => area.get(machine, index),
            None if self.first + index >= self.arguments.len() => {
                let message = format!(
                    "the format asks for argument {}, which is not there",
                    self.first + index + 1
                );
                Err(Fault::error(ErrorKind::Uninitialised, message))
            }
            None => self.arguments.get(self.first + index),
        }
    }
}

/// The text that a format and what follows it make. None: the step stops before. `written`
/// is a pointer that the caller is going to write through.
fn compose(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    format: usize,
    rest: Rest,
    written: Option<u64>,
) -> Result<Option<Vec<u8>>, Fault> {
    let address = arguments.get(format)?;
    let source = string(machine, address)?;
    let pieces = parse(&source).map_err(Fault::unsupported)?;
    let mut touched = vec![address];
    touched.extend(written);
    let list = match rest {
        Rest::Call => None,
        Rest::List => Some(arguments.get(format + 1)?),
    };
    touched.extend(list);
    let area = match (list, machine.data_model()) {
        (None, _) => None,
        (Some(start), DataModel::Ilp32) => Some(Area {
            start,
            pushed: pushed(&pieces),
        }),
        // All registers are used up, everything lies in the overflow area.
        (Some(list), DataModel::Lp64) => Some(Area {
            start: machine.read_u64(list + OVERFLOW_AREA)?,
            pushed: Vec::new(),
        }),
    };
    let words = Words {
        arguments,
        first: format + 1,
        area,
    };
    for piece in &pieces {
        if let Piece::Directive(Directive {
            style,
            argument: Some(argument),
            ..
        }) = piece
            && matches!(style.conversion, b's' | b'n')
        {
            touched.push(words.get(machine, *argument)?);
        }
    }
    if machine.stops_at(&touched) {
        return Ok(None);
    }
    let mut text = Vec::new();
    let mut used = 0;
    for piece in &pieces {
        match piece {
            Piece::Text(literal) => text.extend_from_slice(literal),
            Piece::Directive(directive) => {
                used = used.max(directive.arguments_used());
                convert(machine, &words, directive, &mut text)?;
            }
        }
    }
    // On i386 the callee has a copy of the list.
    if let (Some(list), Some(area), DataModel::Lp64) = (list, &words.area, machine.data_model()) {
        machine.write_u64(list + OVERFLOW_AREA, area.start + 8 * used as u64)?;
    }
    Ok(Some(text))
}

/// Where a va_list holds the address of the arguments in memory.
const OVERFLOW_AREA: u64 = 8;

/// Appends what one directive makes of its arguments.
fn convert(
    machine: &mut Machine<'_>,
    words: &Words<'_>,
    directive: &Directive,
    text: &mut Vec<u8>,
) -> Result<(), Fault> {
    let mut count = |count: Option<Count>| match count {
        None => Ok(None),
        Some(Count::Fixed(n)) => Ok(Some(n as i32)),
        Some(Count::Argument(n)) => words.get(machine, n).map(|word| Some(word as i32)),
    };
    let (width, precision) = (count(directive.width)?, count(directive.precision)?);
    let mut style = Style {
        precision: precision.and_then(|n| usize::try_from(n).ok()),
        ..directive.style
    };
    if style.length == Length::Long && machine.data_model() == DataModel::Ilp32 {
        style.length = Length::Int;
    }
    style.set_width(width.unwrap_or(0));
    let Some(argument) = directive.argument else {
        let error = errors::current(machine)?;
        text.extend(style.string(errors::message(error).as_bytes()));
        return Ok(());
    };
    let word = words.get(machine, argument)?;
    if style.is_float() && style.length == Length::LongDouble {
        return Err(Fault::unsupported("printing a long double"));
    }
    match style.conversion {
        b's' if word == 0 => text.extend(style.null_string()),
        b's' => {
            let limit = style.precision.map_or(u64::MAX, |n| n as u64);
            let bytes = string_up_to(machine, word, limit)?;
            text.extend(style.string(&bytes));
        }
        b'n' => {
            let size = match style.length {
                Length::Byte => 1,
                Length::Short => 2,
                Length::Int => 4,
                Length::Long | Length::LongLong | Length::LongDouble => 8,
            };
            machine.write_bytes(word, &text.len().to_le_bytes()[..size])?;
        }
        b'p' if machine.data_model() == DataModel::Ilp32 => {
            let short = machine.shorten(word)?;
            text.extend(style.scalar(short.into()));
        }
        _ => text.extend(style.scalar(word)),
    }
    Ok(())
}
