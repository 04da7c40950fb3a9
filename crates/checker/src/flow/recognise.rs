//! What a step of the real program does that a property may name: told from what the machine
//! observes of locks, accesses and marks, from the calls that threads stand before, and from
//! threads that come and go. It does not know which tasks threads are.

use trailhound_analysis::lock_word;
use trailhound_contracts::{Locking, creates_thread, exits};
use trailhound_flow::action::{Action, Argument, Object};
use trailhound_machine::{Choice, Event, LockMode, ProgramGraph, Status, ThreadId, What};
use trailhound_program::{Address, Body, Callee, FunctionId, Op, Passed, Pc, Program, Space};
use trailhound_search::{Finding, Graph};
use trailhound_trail::VariableNames;

use crate::resolve::CALLED;

/// Recognises what the steps of one program do.
pub struct Recogniser<'a> {
    names: &'a VariableNames,
    program: &'a Program,
}

/// What a thread does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Acts(Action),
    /// It starts a thread, at a place of the user's code, with a function. Of a thread that has
    /// ended at once neither number nor function may be known.
    Starts {
        place: Option<String>,
        thread: Option<ThreadId>,
        entry: Option<String>,
    },
    Ends,
    /// It may do this, or not.
    MayAct(Action),
}

/// Whether all orders of a effect and the effects of others are orders of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Explored,
    /// The step does something before it that others notice.
    NotExplored,
}

/// What a thread, by its number, does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Performed {
    pub by: ThreadId,
    pub effect: Effect,
    pub order: Order,
}

/// What threads do in a step, in order.
pub type Effects = Vec<Performed>;

impl<'a> Recogniser<'a> {
    pub fn new(names: &'a VariableNames, program: &'a Program) -> Self {
        Recogniser { names, program }
    }

    /// The first state of the program, and what `main` does before it: all that comes before
    /// the first visible operation. Of the effects none where the machine has not kept all.
    pub fn first(
        &self,
        graph: &mut ProgramGraph<'_>,
    ) -> Result<(Vec<u32>, Option<Effects>), Finding> {
        observe(graph);
        let state = graph.initial();
        let events = observed(graph);
        let state = state?;
        if graph.stopped().is_some() {
            return Ok((state, None));
        }
        graph.machine.look_at(&state);
        let before = Before {
            thread: ThreadId(0),
            lived: vec![true],
            stood: None,
            call: None,
        };
        let effects = events.map(|events| self.tell(graph, before, events));
        Ok((state, effects))
    }

    /// What the threads do in a step from `state` to `next`. None where the step is so long that
    /// the machine has not kept all of it.
    pub fn step(
        &self,
        graph: &mut ProgramGraph<'_>,
        (state, next): (&[u32], &[u32]),
        choice: u32,
    ) -> Option<Effects> {
        let Choice { thread, value } = Choice::of(choice);
        graph.machine.look_at(state);
        let call = self.call(graph, thread);
        let machine = &mut graph.machine;
        let top = machine.thread_at(thread).frames.last();
        let before = Before {
            thread,
            stood: top.map(|top| (top.function, top.pc)),
            lived: machine
                .thread_ids()
                .map(|number| is_alive(machine.thread_at(number).status))
                .collect(),
            call,
        };
        observe(graph);
        graph.machine.step(state, thread, value, &mut Vec::new());
        let events = observed(graph)?;
        graph.machine.look_at(next);
        Some(self.tell(graph, before, events))
    }

    /// What happened in a step, at whose end the machine is.
    fn tell(&self, graph: &mut ProgramGraph<'_>, before: Before, events: Vec<Event>) -> Effects {
        let thread = before.thread;
        let mut is_alone = before.lived.iter().filter(|&&lived| lived).count() <= 1;
        let machine = &mut graph.machine;
        let exited = machine.exit_status().is_some();
        let now = machine.thread_at(thread);
        let mut effects = Vec::new();
        let surely = |effect| Performed {
            by: thread,
            effect,
            order: Order::Explored,
        };
        if let Some(call) = &before.call {
            let top = now.frames.last();
            let has_passed = exited || top.is_none_or(|top| !call.is_before(top.function, top.pc));
            if call.enters || has_passed {
                effects.push(surely(Effect::Acts(call.action.clone())));
            }
        }
        let has_left = exited || !is_alive(now.status);
        let mut has_exited = false;
        for event in events {
            has_exited |= self.calls(&event, |name| exits(name));
            let by = event.thread;
            let stands = by == thread && before.stands_at(event.function, event.pc);
            let order = match is_alone || stands {
                true => Order::Explored,
                false => Order::NotExplored,
            };
            if self.calls(&event, |name| creates_thread(name).is_some()) {
                let effect = self.start(graph, &event, &before.lived);
                effects.push(Performed { by, effect, order });
                is_alone = false;
                continue;
            }
            let acts = self.effects(event).into_iter();
            effects.extend(acts.map(|effect| Performed { by, effect, order }));
        }
        if has_left && !has_exited {
            effects.push(surely(Effect::Ends));
        }
        effects
    }

    /// The new thread is one that was not there before the step.
    fn start(&self, graph: &mut ProgramGraph<'_>, event: &Event, lived: &[bool]) -> Effect {
        let machine = &mut graph.machine;
        let was_there = |number: ThreadId| lived.get(number.index()) == Some(&true);
        let thread = machine
            .thread_ids()
            .find(|&number| is_alive(machine.thread_at(number).status) && !was_there(number));
        let entry = thread.and_then(|thread| {
            let bottom = machine.thread_at(thread).frames.first()?;
            Some(
                self.program.functions[bottom.function.index()]
                    .display
                    .clone(),
            )
        });
        let body = self.program.functions[event.function.index()].body.as_ref();
        let location = body.map(|body| body.locations[event.pc as usize]);
        let source = &self.program.source;
        let place = location.and_then(|location| source.user_location(location));
        let place = place.map(|(_, location)| {
            let path = &source.file(location.file).path;
            let file = path.rsplit('/').next().unwrap_or(path);
            format!("{file}:{}", location.line)
        });
        Effect::Starts {
            place,
            thread,
            entry,
        }
    }

    /// Whether an event tells what a model did for a call of such a function.
    fn calls(&self, event: &Event, is_meant: impl Fn(&str) -> bool) -> bool {
        let body = self.program.functions[event.function.index()].body.as_ref();
        let Some(body) = body.filter(|_| matches!(event.what, What::Call { .. })) else {
            return false;
        };
        match body.code[event.pc as usize] {
            Op::Call { call } => match body.calls[call as usize].callee {
                Callee::Direct(callee) => is_meant(&self.program.functions[callee.index()].name),
                Callee::Indirect(_) => false,
            },
            _ => false,
        }
    }

    /// What was done, and what may have been done to a read-write lock of Rust, of whose word
    /// it cannot be told.
    fn effects(&self, event: Event) -> Vec<Effect> {
        let word = match event.what {
            What::Read { address, .. } | What::Write { address, .. } => Some(address),
            _ => None,
        };
        let body = self.program.functions[event.function.index()].body.as_ref();
        let place = body.map(|body| body.locations[event.pc as usize]);
        let locking = place.and_then(|place| lock_word(self.program, event.function, place));
        let is_shared = locking.is_some_and(|locking| {
            !matches!(
                locking,
                Locking::Lock | Locking::TryLock | Locking::Unlock | Locking::Wait
            )
        });
        let may_lock = word.filter(|_| is_shared).into_iter().flat_map(|address| {
            let object = self.object(address);
            [Action::Lock(object.clone()), Action::Unlock(object)]
        });
        let may_lock: Vec<Effect> = may_lock.map(Effect::MayAct).collect();
        if matches!(locking, Some(Locking::Read | Locking::TryRead))
            && matches!(event.what, What::Lock { .. })
        {
            return Vec::new();
        }
        let actions = self.actions(event).into_iter().map(Effect::Acts);
        actions.chain(may_lock).collect()
    }

    /// An atomic update reads and writes; of these a rule can see one.
    fn actions(&self, event: Event) -> Vec<Action> {
        let body = self.program.functions[event.function.index()].body.as_ref();
        let op = body.map(|body| body.code[event.pc as usize]);
        match event.what {
            What::Read { address, .. } => vec![Action::Read(self.object(address))],
            What::Write {
                address,
                bits,
                before,
                after,
            } => {
                let read = Action::Read(self.object(address));
                let write = Action::Write {
                    object: self.object(address),
                    value: Some(signed(after, bits)),
                };
                match op {
                    // One that failed is told as a write of what was there.
                    Some(Op::CompareExchange { .. }) if before == after => vec![read],
                    Some(Op::CompareExchange { .. } | Op::ReadModifyWrite { .. }) => {
                        vec![read, write]
                    }
                    _ => vec![write],
                }
            }
            What::Lock {
                address,
                mode: LockMode::Exclusive | LockMode::Writing,
            } => vec![Action::Lock(self.object(address))],
            What::Unlock { address } => vec![Action::Unlock(self.object(address))],
            What::Mark { name } => vec![Action::Mark(name)],
            What::Call { .. } | What::Lock { .. } => Vec::new(),
        }
    }

    /// The part of a global at an address. What is not named cannot be meant.
    fn object(&self, address: u64) -> Option<Object> {
        let address = Address(address);
        let nameless = || Object("an object without a name".to_owned());
        let named = match address.object().space() == Space::STATIC {
            true => self.names.part(address.object().index(), address.offset()),
            false => None,
        };
        Some(named.map_or_else(nameless, Object))
    }

    /// The call that a thread stands before, if the property names it.
    fn call(&self, graph: &mut ProgramGraph<'_>, thread: ThreadId) -> Option<Calling> {
        let thread = graph.machine.thread_at(thread);
        let top = thread.frames.last()?;
        let body = self.program.functions[top.function.index()].body.as_ref()?;
        let (first, pc) = marked_call(body, top.pc)?;
        let Op::Call { call } = body.code[pc as usize] else {
            return None;
        };
        let site = &body.calls[call as usize];
        let callee = match site.callee {
            Callee::Direct(callee) => callee,
            Callee::Indirect(register) => {
                let value = Address(thread.registers[(top.base + register) as usize]);
                let is_function = value.object().space() == Space::FUNCTION;
                is_function.then(|| FunctionId(value.object().index()))?
            }
        };
        let arguments = site.arguments.iter().map(|argument| match argument {
            Passed::Register(register) => {
                let value = thread.registers[(top.base + *register) as usize];
                self.argument(value)
            }
            Passed::ByValue { .. } => Argument::Unknown,
        });
        let function = &self.program.functions[callee.index()];
        let is_marked = matches!(body.code[top.pc as usize], Op::Place { place: CALLED, .. });
        if function.body.is_some() && !is_marked {
            return None;
        }
        Some(Calling {
            action: Action::Call {
                function: function.display.clone(),
                arguments: arguments.collect(),
            },
            enters: function.body.is_some(),
            function: top.function,
            places: first..=pc,
        })
    }

    fn argument(&self, value: u64) -> Argument {
        let address = Address(value);
        let is_global = address.object().space() == Space::STATIC
            && (address.object().index() as usize) < self.program.globals.len();
        let named = is_global
            .then(|| self.names.part(address.object().index(), address.offset()))
            .flatten();
        let function = match address.object().space() == Space::FUNCTION && address.offset() == 0 {
            true => self
                .program
                .functions
                .get(address.object().index() as usize),
            false => None,
        };
        match (named, function) {
            (Some(name), _) => Argument::Object(Object(name)),
            (None, Some(function)) => Argument::Object(Object(function.display.clone())),
            // The width is not told at a call; what looks negative in 32 bits is.
            (None, None) => Argument::Constant(match u32::try_from(value) {
                Ok(short) => i64::from(short as i32),
                Err(_) => value as i64,
            }),
        }
    }
}

/// How things were before a step of a thread.
struct Before {
    thread: ThreadId,
    /// By number of a thread, whether it was there.
    lived: Vec<bool>,
    /// The operation that the thread stood at.
    stood: Option<(FunctionId, Pc)>,
    call: Option<Calling>,
}

impl Before {
    /// Whether the operation is the first of the step that others notice.
    fn stands_at(&self, function: FunctionId, pc: Pc) -> bool {
        let mut call = self.call.iter();
        self.stood == Some((function, pc)) || call.any(|call| call.is_before(function, pc))
    }
}

/// A call that is about to happen.
struct Calling {
    action: Action,
    /// The function has a body: it is called when it is entered. Others are called when they
    /// are done, as they may have to wait.
    enters: bool,
    function: FunctionId,
    /// The marks before it, and itself.
    places: std::ops::RangeInclusive<Pc>,
}

impl Calling {
    fn is_before(&self, function: FunctionId, pc: Pc) -> bool {
        function == self.function && self.places.contains(&pc)
    }
}

/// The first mark before a call that the property names, and the call, for a thread that
/// stands at one of them.
fn marked_call(body: &Body, pc: Pc) -> Option<(Pc, Pc)> {
    let is_place = |pc: Pc| matches!(body.code.get(pc as usize), Some(Op::Place { .. }));
    let mut first = pc;
    while first > 0 && is_place(first - 1) {
        first -= 1;
    }
    let mut call = pc;
    while is_place(call) {
        call += 1;
    }
    let is_called = |pc: Pc| {
        let op = &body.code[pc as usize];
        matches!(op, Op::Place { place: CALLED, .. })
    };
    (first..call).any(is_called).then_some((first, call))
}

/// From here on the machine notes down what happens.
fn observe(graph: &mut ProgramGraph<'_>) {
    let observer = &mut graph.machine.observer;
    observer.active = true;
    observer.events.clear();
    observer.events_dropped = 0;
}

/// What it has noted down, if that is all.
fn observed(graph: &mut ProgramGraph<'_>) -> Option<Vec<Event>> {
    let observer = &mut graph.machine.observer;
    observer.active = false;
    let events = std::mem::take(&mut observer.events);
    (observer.events_dropped == 0).then_some(events)
}

fn is_alive(status: Status) -> bool {
    !matches!(status, Status::Absent | Status::Finished { .. })
}

/// The number that so many bits hold.
fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}
