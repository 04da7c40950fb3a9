//! What a search can find wrong with a program.

use crate::error::{ErrorKind, Fault};
use crate::pending::Access;
use crate::thread_id::ThreadId;
use serde::{Deserialize, Serialize};
use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_host::Stop;

/// What is wrong, as far as the search needs to know it. Details come from replaying.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// A step failed.
    Fault { thread: ThreadId, fault: Fault },
    /// No thread can go on.
    Deadlock,
    /// These threads wait for each other in a circle.
    Circle(Vec<ThreadId>),
    /// Two threads are about to access the same memory.
    Race {
        first: (ThreadId, Access),
        second: (ThreadId, Access),
    },
    /// No step leads to an end any more: threads that go round in loops with an exit, and
    /// threads that wait, for ever.
    Endless {
        spinning: Vec<ThreadId>,
        waiting: Vec<ThreadId>,
    },
    /// Two threads are in a place where only one should be.
    Intrusion { first: ThreadId, second: ThreadId },
    /// The proposition of this number does not hold.
    Invariant { number: u32 },
    /// The execution violates a temporal property: which one, in words.
    Violation { message: String },
}

impl Problem {
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Problem::Fault {
                fault: Fault::Error(kind, _),
                ..
            } => Some(*kind),
            Problem::Fault {
                fault: Fault::Unsupported(_) | Fault::Abandoned(_),
                ..
            } => None,
            Problem::Deadlock | Problem::Circle(_) => Some(ErrorKind::Deadlock),
            Problem::Race { .. } => Some(ErrorKind::DataRace),
            Problem::Endless { spinning, .. } if spinning.is_empty() => Some(ErrorKind::Deadlock),
            Problem::Endless { .. } => Some(ErrorKind::Livelock),
            Problem::Intrusion { .. } => Some(ErrorKind::MutualExclusion),
            Problem::Invariant { .. } => Some(ErrorKind::Invariant),
            Problem::Violation { .. } => Some(ErrorKind::Temporal),
        }
    }
}

impl Problem {
    /// What the search was told to look for, or that it cannot go on looking.
    pub fn is_goal(&self) -> bool {
        matches!(
            self.kind(),
            None | Some(
                ErrorKind::TargetReached
                    | ErrorKind::MutualExclusion
                    | ErrorKind::Invariant
                    | ErrorKind::Temporal
            )
        )
    }
}

impl Problem {
    /// Saves what a search may go on past. Another one, which ends it, keeps its place only.
    pub(crate) fn save(&self, out: &mut Writer<'_>) {
        let threads = |out: &mut Writer<'_>, threads: &[ThreadId]| {
            out.u32s(threads.iter().map(|thread| thread.0));
        };
        match self {
            Problem::Fault {
                thread,
                fault: Fault::Error(kind, message),
            } => {
                out.u8(0);
                out.u32(thread.0);
                out.text(kind.name());
                out.text(message);
            }
            Problem::Fault { .. } => out.u8(1),
            Problem::Deadlock => out.u8(2),
            Problem::Circle(circle) => {
                out.u8(3);
                threads(out, circle);
            }
            Problem::Race { first, second } => {
                out.u8(4);
                for (thread, access) in [first, second] {
                    out.u32(thread.0);
                    out.u64(access.address);
                    out.u32(access.size);
                    out.bool(access.write);
                    out.bool(access.atomic);
                }
            }
            Problem::Endless { spinning, waiting } => {
                out.u8(5);
                threads(out, spinning);
                threads(out, waiting);
            }
            Problem::Intrusion { first, second } => {
                out.u8(6);
                threads(out, &[*first, *second]);
            }
            Problem::Invariant { number } => {
                out.u8(7);
                out.u32(*number);
            }
            Problem::Violation { message } => {
                out.u8(8);
                out.text(message);
            }
        }
    }

    pub(crate) fn load(input: &mut Reader<'_>) -> Result<Problem, Damage> {
        let damaged = || Damage::Content("a problem of no kind");
        let thread = |input: &mut Reader<'_>| input.u32().map(ThreadId);
        let side = |input: &mut Reader<'_>| {
            let access = |input: &mut Reader<'_>| {
                Ok::<_, Damage>(Access {
                    address: input.u64()?,
                    size: input.u32()?,
                    write: input.bool()?,
                    atomic: input.bool()?,
                })
            };
            Ok::<_, Damage>((thread(input)?, access(input)?))
        };
        Ok(match input.u8()? {
            0 => {
                let thread = thread(input)?;
                let name = input.text()?;
                let kind = ErrorKind::ALL.into_iter().find(|kind| kind.name() == name);
                let fault = Fault::Error(kind.ok_or_else(damaged)?, input.text()?);
                Problem::Fault { thread, fault }
            }
            1 => Problem::Fault {
                thread: ThreadId::MAIN,
                fault: Fault::Abandoned(Stop::Interrupted),
            },
            2 => Problem::Deadlock,
            3 => Problem::Circle(input.items(thread)?),
            4 => Problem::Race {
                first: side(input)?,
                second: side(input)?,
            },
            5 => Problem::Endless {
                spinning: input.items(thread)?,
                waiting: input.items(thread)?,
            },
            6 => match input.items(thread)?[..] {
                [first, second] => Problem::Intrusion { first, second },
                _ => return Err(damaged()),
            },
            7 => Problem::Invariant {
                number: input.u32()?,
            },
            8 => Problem::Violation {
                message: input.text()?,
            },
            _ => return Err(damaged()),
        })
    }
}

/// What is done about data races.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Races {
    /// Not looked for.
    Off,
    /// Reported if nothing stronger is found.
    #[default]
    Report,
    /// As bad as any other error.
    Error,
}
