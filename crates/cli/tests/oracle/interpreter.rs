//! One operation of one thread at a time: the states of a program and what follows them.

use super::code::{Op, TEMPORARY};
use super::language::*;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Error {
    Assertion(u32),
    Deadlock,
    Livelock,
    LockMisuse,
    NullDereference,
    UseAfterFree,
    DoubleFree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Status {
    Unborn,
    Ready,
    /// On a condition variable.
    Asleep(usize),
    AtBarrier,
    Finished,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    status: Status,
    at: usize,
    registers: [Number; REGISTERS + 1],
    /// What was loaded from a pointer variable last.
    pointer: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Block {
    freed: bool,
    content: Number,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    plain: [Number; PLAIN],
    atomic: [Number; ATOMIC],
    pointers: [Option<usize>; POINTERS],
    blocks: Vec<Block>,
    mutexes: [Option<usize>; MUTEXES],
    /// How often the holder of the recursive mutex has locked it again.
    again: u8,
    writer: Option<usize>,
    /// How often each thread holds the read-write lock for reading.
    readers: Vec<u8>,
    semaphores: [Number; SEMAPHORES],
    threads: Vec<Thread>,
    /// The thread that is in an atomic section.
    exclusive: Option<usize>,
}

impl State {
    fn can_lock(&self, mutex: usize, thread: usize) -> bool {
        let holder = self.mutexes[mutex];
        holder.is_none() || holder == Some(thread) && mutex == RECURSIVE
    }

    fn lock(&mut self, mutex: usize, thread: usize) {
        match self.mutexes[mutex] {
            None => self.mutexes[mutex] = Some(thread),
            Some(_) => self.again += 1,
        }
    }

    /// Once, by its holder.
    fn unlock(&mut self, mutex: usize) {
        match mutex == RECURSIVE && self.again > 0 {
            true => self.again -= 1,
            false => self.mutexes[mutex] = None,
        }
    }
}

/// Where one operation of a thread leads.
pub enum Outcome {
    State(State),
    Error(Error),
    /// The program ends with these values of its variables.
    End(Vec<Number>),
    /// An assumption fails: the execution does not count from here on.
    Discarded,
}

/// An access that a thread is about to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Access {
    place: Place,
    writes: bool,
    atomic: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Variable(Variable),
    Pointer(usize),
    Block(usize),
}

#[derive(Clone)]
pub struct Interpreter {
    code: Rc<Vec<Vec<Op>>>,
    barrier: usize,
}

impl Interpreter {
    pub fn new(program: &Program) -> (Interpreter, State) {
        let code = super::code::of(program);
        let threads = (0..code.len())
            .map(|number| Thread {
                status: if number == 0 {
                    Status::Ready
                } else {
                    Status::Unborn
                },
                at: 0,
                registers: [0; REGISTERS + 1],
                pointer: None,
            })
            .collect();
        let state = State {
            plain: [0; PLAIN],
            atomic: [0; ATOMIC],
            pointers: [None; POINTERS],
            blocks: Vec::new(),
            mutexes: [None; MUTEXES],
            again: 0,
            writer: None,
            readers: vec![0; code.len()],
            semaphores: program.semaphores,
            threads,
            exclusive: None,
        };
        let interpreter = Interpreter {
            code: Rc::new(code),
            barrier: program.barrier,
        };
        (interpreter, state)
    }

    fn op(&self, state: &State, thread: usize) -> Op {
        self.code[thread][state.threads[thread].at]
    }

    /// Whether the thread's next operation can be executed now.
    fn enabled(&self, state: &State, thread: usize) -> bool {
        if state.threads[thread].status != Status::Ready
            || state.exclusive.is_some_and(|inside| inside != thread)
        {
            return false;
        }
        match self.op(state, thread) {
            Op::Lock(mutex) => state.can_lock(mutex, thread),
            Op::ReadLock => state.writer.is_none(),
            Op::WriteLock => state.writer.is_none() && state.readers.iter().all(|&held| held == 0),
            Op::SemaphoreWait(semaphore) => state.semaphores[semaphore] > 0,
            Op::Join(other) => state.threads[other].status == Status::Finished,
            _ => true,
        }
    }

    /// Where each enabled thread can lead; empty in a state in which no thread can go on.
    pub fn outcomes(&self, state: &State) -> Vec<Outcome> {
        (0..state.threads.len())
            .filter(|&thread| self.enabled(state, thread))
            .flat_map(|thread| self.step(state, thread))
            .collect()
    }

    /// Whether threads wait for each other's mutexes in a circle.
    pub fn circle(&self, state: &State) -> bool {
        let next = |thread: usize| -> Option<usize> {
            if state.threads[thread].status != Status::Ready {
                return None;
            }
            match self.op(state, thread) {
                Op::Lock(mutex) if state.can_lock(mutex, thread) => None,
                Op::Lock(mutex) => state.mutexes[mutex],
                _ => None,
            }
        };
        (0..state.threads.len()).any(|start| {
            let mut at = start;
            for _ in 0..state.threads.len() {
                match next(at) {
                    Some(holder) if holder == start => return true,
                    Some(holder) => at = holder,
                    None => return false,
                }
            }
            false
        })
    }

    /// Whether two threads are about to access one place, one of them writing and one not
    /// atomically, outside of atomic sections.
    pub fn race(&self, state: &State) -> bool {
        if state.exclusive.is_some() {
            return false;
        }
        let accesses: Vec<Access> = (0..state.threads.len())
            .filter(|&thread| self.enabled(state, thread))
            .filter_map(|thread| self.access(state, thread))
            .collect();
        accesses.iter().enumerate().any(|(index, one)| {
            accesses[index + 1..].iter().any(|other| {
                one.place == other.place
                    && (one.writes || other.writes)
                    && !(one.atomic && other.atomic)
            })
        })
    }

    fn access(&self, state: &State, thread: usize) -> Option<Access> {
        let (place, writes, atomic) = match self.op(state, thread) {
            Op::Load(_, variable) => (Place::Variable(variable), false, is_atomic(variable)),
            Op::Store(variable, _) => (Place::Variable(variable), true, is_atomic(variable)),
            Op::FetchAdd(_, atomic, _)
            | Op::Exchange(_, atomic, _)
            | Op::CompareExchange(_, atomic, _, _) => {
                (Place::Variable(Variable::Atomic(atomic)), true, true)
            }
            Op::New(pointer, _) => (Place::Pointer(pointer), true, false),
            Op::LoadPointer(pointer) => (Place::Pointer(pointer), false, false),
            Op::ReadBlock(_) => (Place::Block(state.threads[thread].pointer?), false, false),
            Op::WriteBlock(_) | Op::Free => {
                (Place::Block(state.threads[thread].pointer?), true, false)
            }
            _ => return None,
        };
        Some(Access {
            place,
            writes,
            atomic,
        })
    }

    fn step(&self, state: &State, thread: usize) -> Vec<Outcome> {
        let mut next = state.clone();
        let me = &mut next.threads[thread];
        me.at += 1;
        let value = |operand: Operand| match operand {
            Operand::Constant(number) => number,
            Operand::Sum(register, number) => {
                (state.threads[thread].registers[register] + number) & MASK
            }
        };
        let holds = |test: Test| {
            test.comparison.holds(
                state.threads[thread].registers[test.register],
                test.constant,
            )
        };
        match self.op(state, thread) {
            Op::Load(register, variable) => me.registers[register] = load(state, variable),
            Op::Store(variable, operand) => match variable {
                Variable::Plain(number) => next.plain[number] = value(operand),
                Variable::Atomic(number) => next.atomic[number] = value(operand),
            },
            Op::FetchAdd(register, atomic, number) => {
                me.registers[register] = state.atomic[atomic] & MASK;
                next.atomic[atomic] += number;
            }
            Op::Exchange(register, atomic, number) => {
                me.registers[register] = state.atomic[atomic] & MASK;
                next.atomic[atomic] = number;
            }
            Op::CompareExchange(register, atomic, old, new) => {
                let equal = state.atomic[atomic] == old;
                me.registers[register] = Number::from(equal);
                if equal {
                    next.atomic[atomic] = new;
                }
            }
            Op::Lock(mutex) => next.lock(mutex, thread),
            Op::Unlock(mutex) => {
                if state.mutexes[mutex] == Some(thread) {
                    next.unlock(mutex);
                } else if mutex != RECURSIVE {
                    return vec![Outcome::Error(Error::LockMisuse)];
                }
            }
            Op::TryLock(register, mutex) => {
                let free = state.can_lock(mutex, thread);
                me.registers[register] = Number::from(free);
                if free {
                    next.lock(mutex, thread);
                }
            }
            Op::ReadLock => next.readers[thread] += 1,
            Op::WriteLock => next.writer = Some(thread),
            Op::ReadWriteUnlock => {
                if state.writer == Some(thread) {
                    next.writer = None;
                } else if state.readers[thread] > 0 {
                    next.readers[thread] -= 1;
                } else {
                    return vec![Outcome::Error(Error::LockMisuse)];
                }
            }
            Op::SemaphoreWait(semaphore) => next.semaphores[semaphore] -= 1,
            Op::SemaphoreTry(register, semaphore) => {
                let free = state.semaphores[semaphore] > 0;
                me.registers[register] = Number::from(free);
                if free {
                    next.semaphores[semaphore] -= 1;
                }
            }
            Op::SemaphorePost(semaphore) => next.semaphores[semaphore] += 1,
            Op::Sleep(condition) => {
                me.status = Status::Asleep(condition);
                if state.mutexes[0] != Some(thread) {
                    return vec![Outcome::Error(Error::LockMisuse)];
                }
                next.unlock(0);
            }
            Op::Signal(condition) => {
                let sleepers = asleep(state, condition);
                if !sleepers.is_empty() {
                    return sleepers
                        .into_iter()
                        .map(|sleeper| {
                            let mut woken = next.clone();
                            woken.threads[sleeper].status = Status::Ready;
                            Outcome::State(woken)
                        })
                        .collect();
                }
            }
            Op::Broadcast(condition) => {
                for sleeper in asleep(state, condition) {
                    next.threads[sleeper].status = Status::Ready;
                }
            }
            Op::Barrier => {
                me.status = Status::AtBarrier;
                let waiting = |thread: &&mut Thread| thread.status == Status::AtBarrier;
                if next.threads.iter_mut().filter(waiting).count() == self.barrier {
                    for thread in next.threads.iter_mut().filter(waiting) {
                        thread.status = Status::Ready;
                    }
                }
            }
            Op::New(pointer, number) => {
                next.pointers[pointer] = Some(next.blocks.len());
                next.blocks.push(Block {
                    freed: false,
                    content: number,
                });
            }
            Op::LoadPointer(pointer) => me.pointer = state.pointers[pointer],
            Op::ReadBlock(register) => match live(state, thread) {
                Ok(block) => me.registers[register] = state.blocks[block].content,
                Err(error) => return vec![Outcome::Error(error)],
            },
            Op::WriteBlock(operand) => match live(state, thread) {
                Ok(block) => next.blocks[block].content = value(operand),
                Err(error) => return vec![Outcome::Error(error)],
            },
            // To free a null pointer does nothing.
            Op::Free => {
                if let Some(block) = state.threads[thread].pointer {
                    if state.blocks[block].freed {
                        return vec![Outcome::Error(Error::DoubleFree)];
                    }
                    next.blocks[block].freed = true;
                }
            }
            Op::Assert(number, test) => {
                if !holds(test) {
                    return vec![Outcome::Error(Error::Assertion(number))];
                }
            }
            Op::Assume(test) => {
                if !holds(test) {
                    return vec![Outcome::Discarded];
                }
            }
            Op::Unless(test, target) => {
                if !holds(test) {
                    me.at = target;
                }
            }
            Op::Jump(target) => me.at = target,
            Op::BeginAtomic => next.exclusive = Some(thread),
            Op::EndAtomic => next.exclusive = None,
            Op::Toss(register, number) => {
                return (0..number)
                    .map(|side| {
                        let mut tossed = next.clone();
                        tossed.threads[thread].registers[register] = side;
                        Outcome::State(tossed)
                    })
                    .collect();
            }
            Op::Create(other) => next.threads[other].status = Status::Ready,
            Op::Join(_) => {}
            Op::Exit => return vec![end(state)],
            Op::Return if thread == 0 => return vec![end(state)],
            Op::ThreadExit | Op::Return => {
                me.status = Status::Finished;
                let over =
                    |thread: &Thread| matches!(thread.status, Status::Finished | Status::Unborn);
                if next.threads.iter().all(over) {
                    return vec![end(state)];
                }
            }
        }
        // What was loaded for an increase or a loop is not used again after the next operation
        // but one; forgetting it merges states that differ in nothing else.
        if !matches!(self.op(state, thread), Op::Load(TEMPORARY, _)) {
            next.threads[thread].registers[TEMPORARY] = 0;
        }
        vec![Outcome::State(next)]
    }
}

fn is_atomic(variable: Variable) -> bool {
    matches!(variable, Variable::Atomic(_))
}

fn load(state: &State, variable: Variable) -> Number {
    match variable {
        Variable::Plain(number) => state.plain[number],
        Variable::Atomic(number) => state.atomic[number],
    }
}

fn asleep(state: &State, condition: usize) -> Vec<usize> {
    (0..state.threads.len())
        .filter(|&thread| state.threads[thread].status == Status::Asleep(condition))
        .collect()
}

/// The block that the thread's pointer leads to.
fn live(state: &State, thread: usize) -> Result<usize, Error> {
    let block = state.threads[thread]
        .pointer
        .ok_or(Error::NullDereference)?;
    if state.blocks[block].freed {
        return Err(Error::UseAfterFree);
    }
    Ok(block)
}

fn end(state: &State) -> Outcome {
    let values = state.plain.iter().chain(&state.atomic).copied();
    Outcome::End(values.collect())
}
