//! The C library: x86-64 glibc in the C locale, function by function. One file for each
//! subject; those that compute (format, scan, integers, reals, calendar) know no memory,
//! the others know no text. What calls back into the program or has a buffer of its own is
//! not here but in the runtime module, as code of the program.

mod blocks;
mod bytes;
mod calendar;
mod clocks;
pub(crate) mod ctype;
mod dates;
mod directive;
pub(super) mod errors;
mod file;
mod files;
mod float_parts;
mod floats;
mod format;
pub(super) mod input;
mod integers;
mod jumps;
mod math;
mod numbers;
mod options;
mod printf;
mod random;
mod reals;
mod scan;
mod scanf;
mod searches;
mod stdio;
mod stdlib;
mod streams;
mod strings;
mod style;
pub(super) mod system;
mod table;
mod thread_objects;
pub(super) mod variables;

pub(super) use streams::STDIN;

pub(super) use table::int;

use table::{Table, position_of};
use thread_objects::{FIRST_KEY, object_of_thread, text_of_thread};

pub const MODELS: &[Table] = &[
    blocks::MODELS,
    clocks::MODELS,
    ctype::MODELS,
    dates::MODELS,
    errors::MODELS,
    files::MODELS,
    float_parts::MODELS,
    jumps::MODELS,
    math::UNARY,
    math::BINARY,
    math::OTHERS,
    numbers::MODELS,
    options::MODELS,
    printf::MODELS,
    random::MODELS,
    scanf::MODELS,
    searches::MODELS,
    stdio::MODELS,
    stdlib::MODELS,
    strings::MODELS,
    system::MODELS,
    variables::MODELS,
];
