//! What a thread that cannot go on waits for, told by the call at which it stands.

use trailhound_contracts::{
    Joining, LockKind, Locking, Semaphore, Transfer, calls_back, joining, lock_kind, locking,
    semaphore, transfer,
};
use trailhound_machine::{Machine, Status, Thread, ThreadId, WaitKind};
use trailhound_program::{Callee, Function, Op, Passed, Program};

use crate::places::{Places, short_name};

/// What keeps a thread from going on.
#[derive(Clone, Debug, Default)]
pub struct Wait {
    /// The end of a sentence that begins with "waits for".
    pub what: String,
    /// The lock, if it is one.
    pub lock: Option<u64>,
    /// The thread that must act first.
    pub thread: Option<ThreadId>,
    /// It waits for the end of a thread: not where the trouble is.
    pub is_join: bool,
}

/// The function that a thread is about to call and its arguments.
fn call_of<'p>(program: &'p Program, thread: &Thread) -> Option<(&'p Function, Vec<u64>)> {
    let frame = thread.frames.last()?;
    let body = program.functions[frame.function.index()].body.as_ref()?;
    let Op::Call { call } = body.code[frame.pc as usize] else {
        return None;
    };
    let site = &body.calls[call as usize];
    let Callee::Direct(function) = site.callee else {
        return None;
    };
    let arguments = site.arguments.iter().map(|passed| {
        let (Passed::Register(register)
        | Passed::ByValue {
            pointer: register, ..
        }) = *passed;
        thread.registers[(frame.base + register) as usize]
    });
    Some((&program.functions[function.index()], arguments.collect()))
}

/// The mutex of Rust's library that a waiting thread would take with its next operation.
fn lock_word_of(program: &Program, thread: &Thread) -> Option<u64> {
    let frame = thread.frames.last()?;
    let body = program.functions[frame.function.index()].body.as_ref()?;
    match body.code[frame.pc as usize] {
        Op::CompareExchange { p, .. } => Some(thread.registers[(frame.base + p) as usize]),
        _ => None,
    }
}

/// A waiting thread at an atomic operation that is no compare-exchange wants its token.
fn is_parked(program: &Program, thread: &Thread) -> bool {
    thread.frames.last().is_some_and(|frame| {
        let body = program.functions[frame.function.index()].body.as_ref();
        body.is_some_and(|body| matches!(body.code[frame.pc as usize], Op::ReadModifyWrite { .. }))
    })
}

/// `blocked_by` is what the machine says about who must act first.
pub fn wait_of(
    machine: &mut Machine<'_>,
    places: &Places<'_>,
    index: ThreadId,
    blocked_by: Option<ThreadId>,
) -> Wait {
    let thread = machine.thread_at(index).clone();
    machine.speak_for(index);
    let sleeping = wait_of_sleeper(machine, places, &thread, blocked_by);
    sleeping.unwrap_or_else(|| wait_in_call(machine, &thread, index, blocked_by))
}

/// What a thread waits for by its status, or in a function of Rust's library.
fn wait_of_sleeper(
    machine: &Machine<'_>,
    places: &Places<'_>,
    thread: &Thread,
    blocked_by: Option<ThreadId>,
) -> Option<Wait> {
    let program = machine.program;
    let wait = |what: String| Wait {
        what,
        thread: blocked_by,
        ..Wait::default()
    };
    let mutex = |mutex: u64, why: &str| Wait {
        what: format!("mutex {}{why}", machine.name_of(mutex)),
        lock: Some(mutex),
        thread: blocked_by,
        is_join: false,
    };
    Some(match thread.status {
        Status::Waiting {
            on: WaitKind::Condition { .. },
            address,
            ..
        } => wait(format!("a signal at {}", machine.name_of(address))),
        Status::Waiting {
            on: WaitKind::Barrier,
            address,
            ..
        } => wait(format!(
            "the others at barrier {}",
            machine.name_of(address)
        )),
        Status::Waiting {
            on: WaitKind::Futex,
            ..
        } => asleep(places, thread),
        Status::Relocking { mutex: lock, .. } => mutex(lock, ", which the end of its wait needs"),
        _ if is_parked(program, thread) => {
            let told = asleep(places, thread).what;
            let is_scope = told == SCOPE;
            wait(if is_scope {
                told
            } else {
                "another thread to unpark it".to_owned()
            })
        }
        _ => mutex(lock_word_of(program, thread)?, ""),
    })
}

/// What a thread waits for by the function that it has called.
fn wait_in_call(
    machine: &mut Machine<'_>,
    thread: &Thread,
    index: ThreadId,
    blocked_by: Option<ThreadId>,
) -> Wait {
    let wait = |what: String| Wait {
        what,
        thread: blocked_by,
        ..Wait::default()
    };
    let Some((function, arguments)) = call_of(machine.program, thread) else {
        return wait("nothing that is known".to_owned());
    };
    let subject = arguments.first().copied().unwrap_or(0);
    let lock = |kind: &str, how: &str| {
        let what = format!("{kind} {}{how}", machine.name_of(subject));
        Wait {
            what,
            lock: Some(subject),
            thread: blocked_by,
            is_join: false,
        }
    };
    let end_of = |what: &str| {
        let ending = blocked_by.map(|thread| machine.thread_title(thread));
        Wait {
            what: format!("the end of {}", ending.as_deref().unwrap_or(what)),
            lock: None,
            thread: blocked_by,
            is_join: true,
        }
    };
    match joining(function) {
        Some(Joining::Thread | Joining::Attempt) => return end_of("a thread"),
        Some(Joining::Child) => return end_of("a child"),
        None => {}
    }
    if let (Some((locking, _)), Some(kind)) = (locking(function), lock_kind(function)) {
        let how = match locking {
            Locking::Read | Locking::TryRead => " for reading",
            Locking::Write | Locking::TryWrite => " for writing",
            _ => "",
        };
        return match kind {
            LockKind::Mutex => lock("mutex", how),
            LockKind::Spin => lock("spin lock", how),
            LockKind::ReadWrite => lock("read-write lock", how),
        };
    }
    if semaphore(function) == Some(Semaphore::Wait) {
        return wait(format!("a post of semaphore {}", machine.name_of(subject)));
    }
    if calls_back(function).is_some() {
        let what = format!("the routine of {} to return", machine.name_of(subject));
        return wait(what);
    }
    match transfer(function) {
        Some(Transfer::Read) => on_channel(machine, index, subject, "bytes in"),
        Some(Transfer::Receive) => on_channel(machine, index, subject, "a message in"),
        Some(Transfer::Write) => on_channel(machine, index, subject, "room in"),
        None => wait(format!("`{}` to return", short_name(&function.display))),
    }
}

/// A thread at a pipe or a queue.
fn on_channel(machine: &mut Machine<'_>, index: ThreadId, descriptor: u64, what: &str) -> Wait {
    let name = machine.name_of_descriptor(index, descriptor);
    Wait {
        what: format!("{what} {}", name.as_deref().unwrap_or("a descriptor")),
        ..Wait::default()
    }
}

/// What a thread at the end of a scope of threads waits for.
const SCOPE: &str = "the threads of its scope to end";

/// A thread in a futex call: only the library function around it tells what for.
fn asleep(places: &Places<'_>, thread: &Thread) -> Wait {
    let stack = places.stack(thread);
    let user = stack
        .iter()
        .position(|frame| !frame.library)
        .unwrap_or(stack.len());
    let entered = user
        .checked_sub(1)
        .map(|at| short_name(&stack[at].function));
    let entered = entered.unwrap_or_else(|| "futex".to_owned());
    let (owner, method) = entered.rsplit_once("::").unwrap_or(("", &entered));
    let what = match (owner, method) {
        ("Condvar", _) => "a notification".to_owned(),
        ("Barrier", _) => "the others at the barrier".to_owned(),
        ("Receiver" | "Iter" | "IntoIter", _) => "a message".to_owned(),
        ("SyncSender", _) => "a receiver to take its message".to_owned(),
        ("Once" | "OnceLock" | "LazyLock", _) => "the initialisation to end".to_owned(),
        (_, "park") => "an unpark".to_owned(),
        (_, "scope") => SCOPE.to_owned(),
        _ => format!("`{entered}` to return"),
    };
    Wait {
        what,
        ..Wait::default()
    }
}
