//! <unistd.h> and <sys/wait.h> for several processes: fork, wait, who is who. Processes are
//! checked; programs that they could turn into, signals and process groups are not, and are
//! refused by name.

use super::libc::{errors::failure, int};
use super::{Arguments, Model, Reply};
use crate::detours::Forking;
use crate::error::Fault;
use crate::machine::Machine;
use crate::process_id::ProcessId;
use crate::processes::{FIRST, Life, identity_of};
use crate::thread::After;
use crate::world::MOST_FORK_HANDLERS;

const ECHILD: i32 = 10;
const WNOHANG: u64 = 1;
/// The process that orphans belong to.
const INIT: i32 = 1;

pub const MODELS: &[(&str, Model)] = &[
    ("fork", fork),
    ("wait", |m, a| wait(m, -1, a.get(0)?, 0)),
    ("waitpid", |m, a| {
        wait(m, a.get_i32(0)?, a.get(1)?, a.get(2)?)
    }),
    ("getpid", |m, _| Ok(identity(m.thread.process))),
    ("getppid", parent),
    ("getpgrp", |_, _| Ok(identity(ProcessId::FIRST))),
    ("vfork", |_, _| refuse("vfork", "use fork")),
    ("execl", |_, _| refuse_program("execl")),
    ("execle", |_, _| refuse_program("execle")),
    ("execlp", |_, _| refuse_program("execlp")),
    ("execv", |_, _| refuse_program("execv")),
    ("execve", |_, _| refuse_program("execve")),
    ("execvp", |_, _| refuse_program("execvp")),
    ("execvpe", |_, _| refuse_program("execvpe")),
    ("fexecve", |_, _| refuse_program("fexecve")),
    ("posix_spawn", |_, _| refuse_program("posix_spawn")),
    ("posix_spawnp", |_, _| refuse_program("posix_spawnp")),
    // Rust's library calls these first.
    ("posix_spawnattr_init", |_, _| refuse_program("posix_spawn")),
    ("posix_spawn_file_actions_init", |_, _| {
        refuse_program("posix_spawn")
    }),
    ("kill", |_, _| refuse_signal("kill")),
    ("killpg", |_, _| refuse_signal("killpg")),
    ("raise", |_, _| refuse_signal("raise")),
    ("sigqueue", |_, _| refuse_signal("sigqueue")),
    ("sigwait", |_, _| refuse_signal("sigwait")),
    ("sigsuspend", |_, _| refuse_signal("sigsuspend")),
    ("pthread_kill", |_, _| refuse_signal("pthread_kill")),
    ("wait3", |_, _| refuse("wait3", "use waitpid")),
    ("wait4", |_, _| refuse("wait4", "use waitpid")),
    ("waitid", |_, _| refuse("waitid", "use waitpid")),
    ("pthread_atfork", at_fork),
    ("setpgid", |_, _| refuse_group("setpgid")),
    ("setpgrp", |_, _| refuse_group("setpgrp")),
    ("setsid", |_, _| refuse_group("setsid")),
    ("daemon", |_, _| refuse_group("daemon")),
    ("pselect", |_, _| refuse_polling("pselect")),
    ("mkfifo", |_, _| {
        refuse(
            "mkfifo",
            "pipes with names are not known, only those of pipe",
        )
    }),
    ("socket", |_, _| refuse_socket("socket")),
    ("shmget", |_, _| {
        refuse("shmget", "use mmap with MAP_SHARED, or shm_open")
    }),
    ("semget", |_, _| {
        refuse("semget", "use sem_init in shared memory, or sem_open")
    }),
    ("msgget", |_, _| refuse("msgget", "use mq_open")),
];

fn refuse(call: &str, instead: &'static str) -> Result<Reply, Fault> {
    Err(Fault::refused(call, instead))
}

fn refuse_program(call: &str) -> Result<Reply, Fault> {
    refuse(call, "a process cannot turn into another program")
}

fn refuse_signal(call: &str) -> Result<Reply, Fault> {
    refuse(call, "no signals are sent or delivered")
}

fn refuse_group(call: &str) -> Result<Reply, Fault> {
    refuse(call, "all processes are of one group and session")
}

fn refuse_polling(call: &str) -> Result<Reply, Fault> {
    refuse(call, "use ppoll or poll")
}

fn refuse_socket(call: &str) -> Result<Reply, Fault> {
    refuse(
        call,
        "there are pipes and pairs of sockets, but no addresses",
    )
}

fn identity(process: ProcessId) -> Reply {
    Reply::Value(identity_of(process))
}

fn fork(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    if machine.thread.atomic_depth > 0 {
        return refuse("fork in an atomic section", "fork before it");
    }
    if !machine.forks {
        return refuse("fork in a Rust program", "only C and C++ programs can");
    }
    let frames = machine.thread.frames.len() as u32;
    let handlers = machine.registered().fork_handlers.clone();
    let mut forking = match machine.thread.detours.forking {
        Some(forking) if forking.frames == frames => forking,
        Some(_) => {
            return refuse(
                "fork in a function that pthread_atfork has registered",
                "fork outside of it",
            );
        }
        None => Forking {
            frames,
            count: handlers.len() as u32,
            ..Forking::default()
        },
    };
    loop {
        if let Some(handler) = next_handler(&mut forking, &handlers) {
            machine.thread.detours.forking = Some(forking);
            let handler = machine.function_at(handler)?;
            machine.thread.forget_sleep();
            machine.push_frame(handler, &[], After::Again)?;
            return Ok(Reply::Entered);
        }
        if let Some(result) = forking.result {
            machine.thread.detours.forking = None;
            return Ok(Reply::Value(result.into()));
        }
        machine.thread.detours.forking = (forking.count > 0).then_some(forking);
        let Some(new) = machine.fork()? else {
            return Ok(Reply::Pruned);
        };
        machine.observe_call(|_| format!("forks process {new}"));
        (forking.next, forking.result) = (0, Some(identity_of(new) as u32));
    }
}

/// The function that is called next around a fork: the last registered first before it, last after it.
fn next_handler(forking: &mut Forking, handlers: &[[u64; 3]]) -> Option<u64> {
    while forking.next < forking.count {
        let [before, in_parent, in_child] = match forking.result {
            None => handlers[(forking.count - forking.next - 1) as usize],
            Some(_) => handlers[forking.next as usize],
        };
        forking.next += 1;
        let handler = match forking.result {
            None => before,
            Some(0) => in_child,
            Some(_) => in_parent,
        };
        if handler != 0 {
            return Some(handler);
        }
    }
    None
}

fn at_fork(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const ENOMEM: u64 = 12;
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let handlers = [arguments.get(0)?, arguments.get(1)?, arguments.get(2)?];
    let registered = &mut machine.registered_mut().fork_handlers;
    if registered.len() == MOST_FORK_HANDLERS {
        return Ok(Reply::Value(ENOMEM));
    }
    registered.push(handlers);
    Ok(Reply::Value(0))
}

/// Any of the children that have ended may be the one that is waited for.
fn wait(machine: &mut Machine<'_>, wanted: i32, place: u64, options: u64) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    if wanted < -1 {
        return refuse_group("waitpid of a process group");
    }
    let mut children = machine.children();
    if wanted > 0 {
        let number = ProcessId((wanted as u32).wrapping_sub(FIRST));
        children.retain(|&(child, _)| child == number);
    }
    if children.is_empty() {
        return failure(machine, ECHILD);
    }
    let ended: Vec<(ProcessId, i32)> = children
        .iter()
        .filter_map(|&(child, life)| match life {
            Life::Ended(status) => Some((child, status)),
            _ => None,
        })
        .collect();
    if ended.is_empty() {
        if options & WNOHANG != 0 {
            return Ok(Reply::Value(0));
        }
        // Another thread could fork a child that ends earlier.
        let no_other = wanted > 0 || machine.is_last_of_process();
        let waits_for = match children[..] {
            [(child, _)] if no_other => machine.sole_thread(child),
            _ => None,
        };
        return Ok(Reply::Blocked { waits_for });
    }
    let Some(index) = machine.choose(ended.len() as u32) else {
        return Ok(Reply::Sleep);
    };
    let (child, status) = ended[index as usize];
    if place != 0 {
        machine.write_u32(place, (status as u32 & 0xff) << 8)?;
    }
    machine.reap(child);
    machine.observe_call(|_| format!("has waited for process {child}, status {}", status & 0xff));
    Ok(identity(child))
}

/// Visible: the parent may end.
fn parent(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    if !machine.forks {
        return Ok(int(INIT));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let process = machine.thread.process;
    Ok(match machine.process(process).parent {
        Some(parent) => identity(parent),
        None => int(INIT),
    })
}
