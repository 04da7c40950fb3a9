//! What a search through all states of a program does not prove: there are executions that the
//! machine does not have, and events that it does not tell of. It does not search itself.

use trailhound_flow::matching::is_function;
use trailhound_flow::property::{ActionPattern, ArgumentPattern, Pattern, Property};
use trailhound_machine::Machine;
use trailhound_program::{Address, Body, Callee, FunctionId, Op, Program, Reg, Space, uses};

use super::recognise::WAITING;
use crate::check::TOO_MANY_THREADS;

/// What comes from outside the program: the machine has one answer to each of these.
const ENVIRONMENT: &[&str] = &[
    "time",
    "clock",
    "gettimeofday",
    "clock_gettime",
    "clock_getres",
    "timespec_get",
    "getrusage",
    "rand",
    "random",
    "rand_r",
    "getrandom",
    "getentropy",
    "drand48",
    "lrand48",
    "mrand48",
    "erand48",
    "nrand48",
    "jrand48",
    "getchar",
    "getchar_unlocked",
    "getc",
    "_IO_getc",
    "getc_unlocked",
    "fgetc",
    "fgetc_unlocked",
    "gets",
    "fgets",
    "fgets_unlocked",
    "__fgets_chk",
    "fread",
    "fread_unlocked",
    "__fread_chk",
    "getline",
    "getdelim",
    "__getdelim",
    "scanf",
    "__isoc99_scanf",
    "__isoc23_scanf",
    "vscanf",
    "__isoc99_vscanf",
    "__isoc23_vscanf",
    "fscanf",
    "__isoc99_fscanf",
    "__isoc23_fscanf",
    "feof",
    "feof_unlocked",
    "ferror",
    "ferror_unlocked",
    "fopen",
    "fopen64",
    "freopen",
    "freopen64",
    "popen",
    "tmpfile",
    "tmpfile64",
    "fdopen",
    "open",
    "open64",
    "openat",
    "creat",
    "read",
    "system",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getpid",
    "getppid",
    "getpgrp",
    "gettid",
    "isatty",
    "gethostname",
    "getrlimit",
    "fstat",
    "fstat64",
    "statx",
    "stat",
    "stat64",
    "lstat",
    "lstat64",
    "get_nprocs",
    "get_nprocs_conf",
    "access",
    "chmod",
    "chown",
    "chdir",
    "mkdir",
    "rmdir",
    "unlink",
    "remove",
    "rename",
    "utime",
    "opendir",
    "getcwd",
    "readlink",
    "realpath",
    "sched_getaffinity",
    "setlocale",
    "malloc_usable_size",
];

/// The same, but Rust's library asks for them by itself, and of no consequence.
const ENVIRONMENT_OF_C: &[&str] = &["getenv", "secure_getenv", "sysconf", "getauxval", "poll"];

/// Functions of Rust's library with which a program asks, or waits in a way that may end for no
/// reason.
const ASKING: &[&str] = &[
    "std::env::",
    "std::thread::park",
    "std::thread::functions::park",
    "std::thread::available_parallelism",
    "std::sync::Condvar::wait",
    "std::sync::poison::condvar::Condvar::wait",
    "std::sync::Barrier::wait",
];

/// Functions after which the machine's executions are not all there are.
const ASSUMING: &[&str] = &["th_assume", "__VERIFIER_assume", "assume_abort_if_not"];
const FORKING: &[&str] = &["fork", "vfork"];

/// Why it is not proved by a search through all states that a rule holds, told from the text.
pub fn doubt(program: &Program, property: &Property) -> Option<String> {
    let has = |names: &[&str]| {
        let functions = program.functions.iter();
        functions
            .map(|function| function.name.as_str())
            .find(|name| names.contains(name))
            .map(str::to_owned)
    };
    if let Some(name) = has(ASSUMING).or_else(|| has(FORKING)) {
        return Some(format!("it calls `{name}`"));
    }
    if is_rust(program) {
        if let Some(name) = asked(program) {
            return Some(format!("it calls `{name}`"));
        }
    } else if uses_arguments(program) {
        return Some("it may get other arguments".to_owned());
    }
    let patterns = property.events.iter().flat_map(|event| &event.patterns);
    patterns
        .into_iter()
        .find_map(|pattern| unseen(program, pattern))
}

/// The same, told from what a machine has done in the search.
pub fn doubt_after(program: &Program, machine: &Machine<'_>) -> Option<String> {
    let observer = &machine.observer;
    let rust = is_rust(program);
    let mut modelled = observer.modelled.iter();
    let asks = modelled.find_map(|&FunctionId(number)| {
        let name = program.functions[number as usize].name.as_str();
        let is_asking = ENVIRONMENT.contains(&name) || !rust && ENVIRONMENT_OF_C.contains(&name);
        is_asking.then(|| format!("what `{name}` returns may be something else"))
    });
    if machine.leaves_choices_out() {
        Some("not all values of its inputs were tried".to_owned())
    } else if machine.threads_left_out {
        Some(TOO_MANY_THREADS.to_owned())
    } else if machine.memory.missed_escape {
        Some("threads share memory in a way that was not foreseen".to_owned())
    } else if observer.has_passed_place {
        Some("some events happen in atomic sections".to_owned())
    } else {
        asks
    }
}

/// Whether threads wait for conditions and may wake for no reason.
pub fn waits_for_conditions(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| WAITING.contains(&function.name.as_str()))
}

fn is_rust(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| function.display.starts_with("std::rt::lang_start"))
}

/// A function of [`ASKING`] that the user's code calls, or that was inlined there.
fn asked(program: &Program) -> Option<&str> {
    let source = &program.source;
    let is_asking = |display: &&str| {
        let path = display.trim_start_matches('<').replacen(">::", "::", 1);
        ASKING.iter().any(|asking| path.starts_with(asking))
    };
    let called = |body: &Body, op: &Op| -> Option<&str> {
        let Op::Call { call } = *op else { return None };
        let Callee::Direct(callee) = body.calls[call as usize].callee else {
            return None;
        };
        Some(&program.functions[callee.index()].display)
    };
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let places = bodies.flat_map(|body| {
        let places = body.code.iter().zip(&body.locations);
        places.map(move |(op, &location)| (called(body, op), location))
    });
    places.into_iter().find_map(|(mut called, location)| {
        // Each function of the chain was called by the next one.
        for (_, location) in source.inline_chain(location) {
            let is_users = !source.file(location.file).library;
            if let Some(asking) = called.filter(is_asking).filter(|_| is_users) {
                return Some(asking);
            }
            called = Some(&source.functions[location.function as usize].display);
        }
        None
    })
}

/// Whether `main` looks at what it is given.
fn uses_arguments(program: &Program) -> bool {
    let Some(body) = &program.functions[program.main.index()].body else {
        return true;
    };
    let first = body.constants.len() as Reg;
    let parameters = first..first + body.parameters;
    let mut is_used = false;
    for op in &body.code {
        uses(op, body, |register| {
            is_used |= parameters.contains(&register)
        });
    }
    is_used
}

/// What of a pattern the machine may not tell of.
fn unseen(program: &Program, pattern: &Pattern) -> Option<String> {
    match &pattern.action {
        ActionPattern::Call {
            function,
            arguments,
        } => {
            let is_wide = |argument: &ArgumentPattern| match argument {
                ArgumentPattern::Constant(number) => i32::try_from(*number).is_err(),
                _ => false,
            };
            if arguments.iter().any(is_wide) {
                return Some(format!("arguments of `{function}` are large numbers"));
            }
            let functions = (0..program.functions.len() as u32).map(FunctionId);
            functions
                .filter(|id| is_function(&program.functions[id.index()].display, function))
                .any(|id| is_entered_otherwise(program, id))
                .then(|| format!("`{function}` may be entered without a call"))
        }
        ActionPattern::Lock(object) | ActionPattern::Unlock(object) => {
            let is_static = globals(program, object).is_some();
            (!is_static).then(|| format!("`{object}` is not the same for all threads"))
        }
        ActionPattern::Read(object) => untold(program, object),
        ActionPattern::Write { object, value } => {
            // The same number in whatever width, with a sign or without.
            let is_plain = value.is_none_or(|value| (0..=i64::from(i8::MAX)).contains(&value));
            match is_plain {
                true => untold(program, object),
                false => Some(format!(
                    "of what is written to `{object}` the width is not known"
                )),
            }
        }
        ActionPattern::Start | ActionPattern::End => {
            Some("threads start and end at other moments, too".to_owned())
        }
        ActionPattern::Mark(_) => None,
    }
}

/// Whether a function of the program may be entered by something else than a call: at the
/// start, at the end, by a new thread, by the library.
fn is_entered_otherwise(program: &Program, id: FunctionId) -> bool {
    let address = |word: u64| {
        let object = Address(word).object();
        object.space() == Space::FUNCTION && object.index() == id.0
    };
    let has_body = program.functions[id.index()].body.is_some();
    let mut bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    has_body
        && (id == program.main
            || program.constructors.contains(&id)
            || program.destructors.contains(&id)
            || bodies.any(|body| body.constants.iter().copied().any(address))
            || initial_words(program).any(address))
}

/// All words in the initial content of globals that may be addresses.
fn initial_words(program: &Program) -> impl Iterator<Item = u64> {
    program.globals.iter().flat_map(|global| {
        let words = global.bytes.windows(8);
        words.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
    })
}

/// The globals that an object may be a part of; none where some are no objects that threads share.
fn globals(program: &Program, object: &str) -> Option<Vec<usize>> {
    let variable = object.split(['[', '.']).next().unwrap_or(object);
    let ending = format!("::{variable}");
    let named = |name: &str| name == variable || name.ends_with(&ending);
    let globals = program.globals.iter().enumerate();
    let found: Vec<usize> = globals
        .filter(|(_, global)| named(&global.display))
        .map(|(number, _)| number)
        .collect();
    let is_shared = |&number: &usize| {
        let global = &program.globals[number];
        !global.thread_local && !global.constant && !global.external
    };
    (!found.is_empty() && found.iter().all(is_shared)).then_some(found)
}

/// What may be done to an object that the machine does not tell of as an access: it tells of
/// the operations that load and store, not of those that copy, nor of what the library does.
fn untold(program: &Program, object: &str) -> Option<String> {
    let Some(globals) = globals(program, object) else {
        return Some(format!("`{object}` is not the same for all threads"));
    };
    let is_meant = |word: u64| {
        let object = Address(word).object();
        object.space() == Space::STATIC && globals.contains(&(object.index() as usize))
    };
    let mut bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let is_passed_on =
        bodies.any(|body| passes_on(body, is_meant)) || initial_words(program).any(is_meant);
    is_passed_on.then(|| format!("the address of `{object}` is passed on"))
}

/// Whether a function does more with some addresses than to load and to store there.
fn passes_on(body: &Body, is_meant: impl Fn(u64) -> bool) -> bool {
    let mut addresses: Vec<bool> = body.constants.iter().map(|&word| is_meant(word)).collect();
    if !addresses.contains(&true) {
        return false;
    }
    addresses.resize(body.registers as usize, false);
    // Addresses inside of them are addresses, too.
    loop {
        let mut has_grown = false;
        for op in &body.code {
            let (d, from) = match *op {
                Op::Move { d, a } | Op::Freeze { d, a } => (d, [a, a]),
                Op::AddScaled { d, a, .. } | Op::AddOffset { d, a, .. } => (d, [a, a]),
                Op::Select { d, a, b, .. } => (d, [a, b]),
                _ => continue,
            };
            if from.iter().any(|&from| addresses[from as usize]) {
                has_grown |= !std::mem::replace(&mut addresses[d as usize], true);
            }
        }
        if !has_grown {
            break;
        }
    }
    let is_address = |register: Reg| addresses[register as usize];
    body.code.iter().any(|op| match *op {
        Op::Load { .. }
        | Op::LoadMany { .. }
        | Op::Move { .. }
        | Op::Freeze { .. }
        | Op::AddOffset { .. } => false,
        Op::Compare { .. } | Op::CompareBranch { .. } => false,
        Op::AddScaled { index, .. } => is_address(index),
        Op::Select { condition, .. } => is_address(condition),
        Op::Store { v, .. } => is_address(v),
        Op::StoreMany { v, shape, .. } => {
            let parts = body.shapes[shape as usize].parts.len() as Reg;
            (v..v + parts).any(is_address)
        }
        Op::ReadModifyWrite { v, .. } => is_address(v),
        Op::CompareExchange { expected, new, .. } => is_address(expected) || is_address(new),
        _ => {
            let mut is_used = false;
            uses(op, body, |register| is_used |= is_address(register));
            is_used
        }
    })
}
