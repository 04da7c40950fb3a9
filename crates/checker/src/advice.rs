//! What makes a program too large for a search that came to its limit, and what may help: seen in one
//! execution that is run for this. As data; how it is said is not known here.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use trailhound_machine::{Machine, Stream, Thread, ThreadId, What};
use trailhound_program::{FunctionId, LocationId, Pc};
use trailhound_trail::{Place, Places, named};

use crate::reports::{Advice, Suggestion, Touched, Turns};
use crate::resolve::Resolved;
use crate::run::{Ended, Execution, Schedule};
use crate::search_request::{SearchName, SearchRequest};
use crate::session::Session;
use crate::sharing::Sharing;

/// Steps of the execution that are looked at.
const MOST_STEPS: usize = 200_000;
const LONGEST: Duration = Duration::from_secs(1);
/// Of the time that the user gives; the rest is left to random executions.
const PART: u32 = 50;

/// An operation that is repeated so often belongs to a loop worth making shorter.
const MANY_TURNS: u64 = 8;
/// Main and two others are what most errors take.
const MANY_THREADS: u32 = 4;

/// What one execution shows, as far as there is time to run it, and what may help.
pub fn advise(
    request: &SearchRequest,
    resolved: &Resolved,
    sharing: Sharing,
    session: &Session,
) -> Advice {
    let time = session.limits().time.map_or(LONGEST, |time| time / PART);
    // The search may have taken a little more than its time: then this is worth a little more, too.
    let budget = session
        .budget()
        .with_time(Instant::now(), Some(time.min(LONGEST)));
    let machine = Machine::new(&resolved.program, resolved.options(sharing)).within(budget);
    let mut execution = Execution::new(machine, Schedule::First, |_: Stream, _: &[u8]| ());
    execution.machine.observer.active = true;
    let mut seen = Seen::default();
    let ended = execution.run(|machine| seen.record(machine));
    let places = &mut Places::new(&resolved.program);
    let mut advice = Advice {
        threads: 1,
        steps: execution.choices.len() as u64,
        is_whole: matches!(ended, Ended::Exit(_) | Ended::Problem(_)),
        turns: seen.turns(places),
        object: None,
        suggestions: Vec::new(),
    };
    // Otherwise main is still on its way to the first choice.
    if !execution.state.is_empty() {
        let machine = &mut execution.machine;
        machine.look_at(&execution.state);
        advice.threads = machine.thread_count();
        if let Some(turns) = &mut advice.turns {
            let thread = machine.thread_at(turns.thread);
            turns.caller = caller(places, thread, &turns.place.function);
        }
        advice.object = seen.object().map(|(address, steps)| Touched {
            name: named(machine, &resolved.names, address),
            steps,
        });
    }
    advice.suggestions = suggestions(&advice, request);
    advice
}

fn suggestions(advice: &Advice, request: &SearchRequest) -> Vec<Suggestion> {
    let turns = advice.turns.as_ref().map_or(0, |turns| turns.turns);
    let is_open = request.search == SearchName::Auto && request.guide.is_none();
    [
        (turns >= MANY_TURNS, Suggestion::SmallerConstants),
        (advice.threads >= MANY_THREADS, Suggestion::FewerThreads),
        (
            is_open && request.preemptions.is_none_or(|bound| bound > 2),
            Suggestion::FewPreemptions,
        ),
        (
            is_open && request.preemptions.is_none(),
            Suggestion::DepthFirst,
        ),
        (true, Suggestion::Sample),
    ]
    .into_iter()
    .filter_map(|(applies, suggestion)| applies.then_some(suggestion))
    .collect()
}

/// The outermost place of the user's on the stack of a thread: as a rule, the loop that all is done for. Closures
/// belong to the functions that they are written in.
fn caller(places: &mut Places<'_>, thread: &Thread, function: &str) -> Option<Place> {
    let stack = places.stack(thread);
    // Otherwise the thread is in other calls by now.
    let is_inside = stack.iter().any(|frame| frame.function == function);
    let own: Vec<usize> = (0..stack.len())
        .rev()
        .filter(|&index| !stack[index].library)
        .collect();
    let is_around = |outer: &str, inner: &str| {
        inner.starts_with(&format!("{outer}::{{closure"))
            || outer == format!("{inner}::{{closure#0}}")
    };
    let around = own.windows(2).take_while(|pair| {
        let [outer, inner] = [pair[0], pair[1]].map(|index| stack[index].function.as_str());
        is_around(outer, inner)
    });
    let outermost = *own.get(around.count())?;
    let place = places.of_stack(&stack[outermost..]).0?;
    (is_inside && place.function != function).then_some(place)
}

/// Who executed which operation, and for which line of the user's.
type Operation = (ThreadId, FunctionId, Pc, LocationId);

#[derive(Default)]
struct Seen {
    steps: usize,
    operations: FxHashMap<Operation, u64>,
    /// By address, the steps that begin there.
    objects: FxHashMap<u64, u64>,
}

impl Seen {
    fn record(&mut self, machine: &mut Machine<'_>) -> ControlFlow<()> {
        let mut first = None;
        for event in machine.observer.events.drain(..) {
            let operation = (event.thread, event.function, event.pc, event.place);
            if event.place != LocationId::UNKNOWN {
                *self.operations.entry(operation).or_default() += 1;
            }
            first = first.or(match event.what {
                What::Read { address, .. }
                | What::Write { address, .. }
                | What::Lock { address, .. }
                | What::Unlock { address } => Some(address),
                What::Call { .. } | What::Mark { .. } => None,
            });
        }
        if let Some(address) = first {
            *self.objects.entry(address).or_default() += 1;
        }
        self.steps += 1;
        match self.steps > MOST_STEPS {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn turns(&self, places: &mut Places<'_>) -> Option<Turns> {
        let mut repeated: Vec<(&Operation, u64)> = self
            .operations
            .iter()
            .filter(|(_, turns)| **turns > 1)
            .map(|(operation, turns)| (operation, *turns))
            .collect();
        // Of operations with as many turns, the first thread's first.
        repeated.sort_unstable_by_key(|((thread, function, pc, _), turns)| {
            (Reverse(*turns), *thread, function.index(), *pc)
        });
        repeated.into_iter().find_map(|(operation, turns)| {
            // What the compiler added has line 0.
            let place = places.place(operation.3).filter(|place| place.line > 0)?;
            Some(Turns {
                thread: operation.0,
                turns,
                place,
                caller: None,
            })
        })
    }

    fn object(&self) -> Option<(u64, u64)> {
        let objects = self.objects.iter();
        let (&address, &steps) =
            objects.max_by_key(|(address, steps)| (**steps, Reverse(**address)))?;
        Some((address, steps))
    }
}
