//! The parts of Rust's standard library that are not executed: what spins before it
//! sleeps, what prints, and what reports a panic.

use super::{Arguments, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::observe::Stream;
use crate::thread::After;
use crate::weak::Strength;
use trailhound_program::{Function, FunctionId, Global, ObjectId, Program, Space};

/// Calls that wait until a lock is free.
pub const LOCKING: &[Model] = &[lock_contended, read_contended, write_contended];

pub const PATHS: &[(&str, Model)] = &[
    (
        "std::sys::sync::mutex::futex::Mutex::lock_contended",
        lock_contended,
    ),
    (
        "<std::sys::sync::mutex::futex::Mutex>::lock_contended",
        lock_contended,
    ),
    (
        "std::sys::sync::rwlock::futex::RwLock::read_contended",
        read_contended,
    ),
    (
        "<std::sys::sync::rwlock::futex::RwLock>::read_contended",
        read_contended,
    ),
    (
        "std::sys::sync::rwlock::futex::RwLock::write_contended",
        write_contended,
    ),
    (
        "<std::sys::sync::rwlock::futex::RwLock>::write_contended",
        write_contended,
    ),
    ("std::sync::mpmc::utils::Backoff::spin_heavy", |_, _| {
        Ok(Reply::Void)
    }),
    ("<std::sync::mpmc::utils::Backoff>::spin_heavy", |_, _| {
        Ok(Reply::Void)
    }),
    ("std::sync::mpmc::utils::Backoff::spin_light", |_, _| {
        Ok(Reply::Void)
    }),
    ("<std::sync::mpmc::utils::Backoff>::spin_light", |_, _| {
        Ok(Reply::Void)
    }),
    ("std::io::stdio::_print", |m, a| print(m, a, Stream::Stdout)),
    ("std::io::stdio::_eprint", |m, a| {
        print(m, a, Stream::Stderr)
    }),
    ("std::panicking::default_hook", announce_panic),
    (
        "std::sys::pal::unix::stack_overflow::imp::make_handler",
        |_, _| Ok(Reply::Value(0)),
    ),
    (
        "std::sys::pal::unix::stack_overflow::imp::drop_handler",
        |_, _| Ok(Reply::Void),
    ),
    ("alloc::alloc::handle_alloc_error", |_, _| {
        Err(Fault::error(ErrorKind::Abort, "memory allocation failed"))
    }),
    ("core::panicking::panic_null_pointer_dereference", |_, _| {
        Err(Fault::error(
            ErrorKind::NullDereference,
            "null pointer dereferenced",
        ))
    }),
    (
        "core::panicking::panic_misaligned_pointer_dereference",
        |_, _| {
            Err(Fault::error(
                ErrorKind::InvalidPointer,
                "misaligned pointer dereferenced",
            ))
        },
    ),
];

pub const SYMBOLS: &[(&str, Model)] = &[
    ("_Unwind_RaiseException", raise),
    ("_Unwind_DeleteException", |_, _| Ok(Reply::Void)),
    ("_Unwind_Backtrace", |_, _| Ok(Reply::Value(5))),
    (WRITE_STDOUT, |m, a| write_text(m, a, Stream::Stdout)),
    (WRITE_STDERR, |m, a| write_text(m, a, Stream::Stderr)),
    (CHAR_STDOUT, |m, a| write_char(m, a, Stream::Stdout)),
    (CHAR_STDERR, |m, a| write_char(m, a, Stream::Stderr)),
    (FORMAT_STDOUT, |m, a| {
        format(m, &a.all()[1..], Stream::Stdout, After::Return)
    }),
    (FORMAT_STDERR, |m, a| {
        format(m, &a.all()[1..], Stream::Stderr, After::Return)
    }),
];

const WRITE_STDOUT: &str = "trailhound.stdout.write_str";
const WRITE_STDERR: &str = "trailhound.stderr.write_str";
const CHAR_STDOUT: &str = "trailhound.stdout.write_char";
const CHAR_STDERR: &str = "trailhound.stderr.write_char";
const FORMAT_STDOUT: &str = "trailhound.stdout.write_fmt";
const FORMAT_STDERR: &str = "trailhound.stderr.write_fmt";
const VTABLE_STDOUT: &str = "trailhound.stdout";
const VTABLE_STDERR: &str = "trailhound.stderr";

/// Adds the vtables of the writers that `print!` writes to.
pub fn add_writers(program: &mut Program) {
    let writers = [
        (VTABLE_STDOUT, [WRITE_STDOUT, CHAR_STDOUT, FORMAT_STDOUT]),
        (VTABLE_STDERR, [WRITE_STDERR, CHAR_STDERR, FORMAT_STDERR]),
    ];
    for (name, methods) in writers {
        // drop, size, alignment, then the methods of core::fmt::Write in order.
        let mut words = vec![0, 0, 1];
        for method in methods {
            words.push(crate::calls::function_address(FunctionId(
                program.functions.len() as u32,
            )));
            program.functions.push(Function {
                name: method.into(),
                display: method.into(),
                ..Function::default()
            });
        }
        program.globals.push(Global {
            name: name.into(),
            display: name.into(),
            bytes: words
                .iter()
                .flat_map(|word: &u64| word.to_le_bytes())
                .collect(),
            constant: true,
            thread_local: false,
            align: 8,
            external: false,
            refused: None,
        });
    }
}

/// The futex word of a locked mutex; the model never makes it "contended", so that an
/// unlock finds no thread to wake.
const LOCKED: u32 = 1;

fn lock_contended(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let mutex = arguments.get(0)?;
    if machine.stops_at(&[mutex]) {
        return Ok(Reply::Stop);
    }
    if machine.read_u32(mutex)? != 0 {
        return Ok(Reply::Blocked { waits_for: None });
    }
    machine.update_by_model(mutex, 4, (0, LOCKED), Strength::ACQUIRE);
    machine.write_u32(mutex, LOCKED)?;
    machine.follow_lock_word(mutex, 0, LOCKED as u64);
    Ok(Reply::Void)
}

/// The word of a read-write lock: 30 bits of readers, all ones for a writer; then the two
/// bits by which those who wait keep newcomers out.
const READERS: u32 = (1 << 30) - 1;
const WRITER: u32 = READERS;
const READERS_WAIT: u32 = 1 << 30;
const WRITERS_WAIT: u32 = 1 << 31;

fn read_contended(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let lock = arguments.get(0)?;
    if machine.stops_at(&[lock]) {
        return Ok(Reply::Stop);
    }
    let word = machine.read_u32(lock)?;
    if word & READERS < READERS - 1 && word & (READERS_WAIT | WRITERS_WAIT) == 0 {
        machine.update_by_model(lock, 4, (word, word + 1), Strength::ACQUIRE);
        machine.write_u32(lock, word + 1)?;
        let readers = u64::from(word & READERS);
        machine.follow_readers(lock, readers, readers + 1);
        return Ok(Reply::Void);
    }
    wait_in_line(machine, lock, word, READERS_WAIT)
}

fn write_contended(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let lock = arguments.get(0)?;
    if machine.stops_at(&[lock]) {
        return Ok(Reply::Stop);
    }
    let word = machine.read_u32(lock)?;
    if word & READERS == 0 {
        machine.update_by_model(lock, 4, (word, word | WRITER), Strength::ACQUIRE);
        machine.write_u32(lock, word | WRITER)?;
        machine.follow_readers(lock, 0, WRITER as u64);
        return Ok(Reply::Void);
    }
    wait_in_line(machine, lock, word, WRITERS_WAIT)
}

/// Says in the lock's word that a thread waits, then waits. The bit is a visible change: it
/// keeps new readers out.
fn wait_in_line(machine: &mut Machine<'_>, lock: u64, word: u32, bit: u32) -> Result<Reply, Fault> {
    if word & bit == 0 && word & READERS != 0 {
        machine.update_by_model(lock, 4, (word, word | bit), Strength::RELAXED);
        machine.write_u32(lock, word | bit)?;
    }
    Ok(Reply::Blocked { waits_for: None })
}

fn vtable(program: &Program, stream: Stream) -> Option<u64> {
    let name = if stream == Stream::Stdout {
        VTABLE_STDOUT
    } else {
        VTABLE_STDERR
    };
    let index = program
        .globals
        .iter()
        .rposition(|global| global.name == name)?;
    Some(ObjectId::new(Space::STATIC, index as u32).at(0).0)
}

fn print(machine: &mut Machine<'_>, arguments: &Arguments, stream: Stream) -> Result<Reply, Fault> {
    format(machine, arguments.all(), stream, After::ReturnZero)
}

/// Runs the program's own formatting, with a writer of ours.
fn format(
    machine: &mut Machine<'_>,
    text: &[u64],
    stream: Stream,
    after: After,
) -> Result<Reply, Fault> {
    let write = machine
        .program
        .functions
        .iter()
        .position(|f| f.display == "core::fmt::write" && f.body.is_some());
    let (Some(write), Some(vtable)) = (write, vtable(machine.program, stream)) else {
        return Err(Fault::unsupported(
            "printing without core::fmt::write in the program",
        ));
    };
    let mut arguments = vec![1, vtable];
    arguments.extend_from_slice(text);
    machine.push_frame(FunctionId(write as u32), &arguments, after)?;
    Ok(Reply::Entered)
}

fn write_text(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    stream: Stream,
) -> Result<Reply, Fault> {
    let (text, length) = (arguments.get(1)?, arguments.get(2)?);
    if machine.stops_at(&[text]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.memory.read(text, length)?;
    machine.print(stream, &bytes);
    Ok(Reply::Value(0))
}

fn write_char(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    stream: Stream,
) -> Result<Reply, Fault> {
    let character = char::from_u32(arguments.get(1)? as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    machine.print(stream, character.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(Reply::Value(0))
}

/// The default panic hook: asks the program for the text, then decides whether the panic
/// is an error. Nothing is printed.
fn announce_panic(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    // PanicHookInfo begins with the payload, a `&dyn Any`.
    let info = arguments.get(0)?;
    let (payload, vtable) = (machine.read_u64(info)?, machine.read_u64(info + 8)?);
    let text_of = |f: &Function| f.display == "std::panicking::payload_as_str" && f.body.is_some();
    match machine.program.functions.iter().position(text_of) {
        Some(function) => {
            machine.push_frame(
                FunctionId(function as u32),
                &[payload, vtable],
                After::PanicMessage,
            )?;
            Ok(Reply::Entered)
        }
        None => {
            machine.check_panic("a panic".to_owned())?;
            Ok(Reply::Void)
        }
    }
}

fn raise(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let exception = arguments.get(0)?;
    let message = resumed_message(machine, exception);
    machine.check_panic(message)?;
    machine.unwind(exception).map(Reply::Left)
}

/// The text of a panic that goes on after it was caught, as far as its payload looks like one:
/// a `String` or a `&str`, told apart by their sizes.
fn resumed_message(machine: &mut Machine<'_>, exception: u64) -> String {
    // What unwinding needs, the canary, and then the payload, a `Box<dyn Any>`.
    const PAYLOAD: u64 = 40;
    const SIZE_IN_TABLE: u64 = 8;
    let mut text = || -> Result<String, Fault> {
        let payload = machine.read_u64(exception + PAYLOAD)?;
        let table = machine.read_u64(exception + PAYLOAD + 8)?;
        let start = match machine.read_u64(table + SIZE_IN_TABLE)? {
            16 => payload,
            24 => payload + 8,
            _ => return Ok(String::new()),
        };
        let (pointer, length) = (machine.read_u64(start)?, machine.read_u64(start + 8)?);
        let bytes = machine.memory.read(pointer, length)?;
        Ok(String::from_utf8(bytes).unwrap_or_default())
    };
    match text() {
        Ok(text) if !text.is_empty() => text,
        _ => "a panic without a message".to_owned(),
    }
}
