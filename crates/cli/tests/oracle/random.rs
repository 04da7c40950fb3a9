//! Random programs of the mini-language, small enough to be explored access by access.

use super::language::*;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// What the threads of a program are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Atomics,
    Mutexes,
    TryLocks,
    ReadWriteLocks,
    Semaphores,
    Conditions,
    Barriers,
    Heap,
    Asserts,
    Assumes,
    Branches,
    Loops,
    Waiting,
    AtomicSections,
    AtomicFunctions,
    Callbacks,
    Tosses,
    Exits,
}

const FEATURES: [Feature; 18] = [
    Feature::Atomics,
    Feature::Mutexes,
    Feature::TryLocks,
    Feature::ReadWriteLocks,
    Feature::Semaphores,
    Feature::Conditions,
    Feature::Barriers,
    Feature::Heap,
    Feature::Asserts,
    Feature::Assumes,
    Feature::Branches,
    Feature::Loops,
    Feature::Waiting,
    Feature::AtomicSections,
    Feature::AtomicFunctions,
    Feature::Callbacks,
    Feature::Tosses,
    Feature::Exits,
];

pub fn program(seed: u64) -> Program {
    let mut dice = StdRng::seed_from_u64(seed);
    let count = dice.random_range(1..=4);
    let features = FEATURES
        .choose_multiple(&mut dice, count)
        .copied()
        .collect();
    // Two kinds of programs: in some, all plain variables are accessed under a mutex.
    let orderly = dice.random_bool(0.6);
    let mut writer = Writer {
        dice,
        features,
        orderly,
        held: Vec::new(),
        assertions: 0,
    };
    writer.program()
}

struct Writer {
    dice: StdRng,
    features: Vec<Feature>,
    orderly: bool,
    /// The mutexes that are locked where the next statement goes.
    held: Vec<usize>,
    assertions: u32,
}

impl Writer {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.dice.random_range(0..limit)
    }

    fn number(&mut self) -> Number {
        self.dice.random_range(0..=3)
    }

    fn program(&mut self) -> Program {
        let others = self.dice.random_range(1..=2);
        let functions = (0..2).map(|_| self.function()).collect();
        let mut threads = vec![self.main(others)];
        for _ in 0..others {
            let length = self.dice.random_range(1..=4);
            let mut body = self.block(length, 2);
            if self.has(Feature::Exits) && self.dice.random_bool(0.2) {
                body.push(Statement::Exit);
            }
            threads.push(body);
        }
        Program {
            threads,
            functions,
            semaphores: [self.dice.random_range(0..=1)],
            barrier: 2,
        }
    }

    fn main(&mut self, others: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut joins = Vec::new();
        for other in 1..=others {
            if self.dice.random_bool(0.3) {
                statements.extend(self.block(1, 1));
            }
            statements.push(Statement::Create(other));
            if self.dice.random_bool(0.8) {
                joins.push(other);
            }
        }
        let length = self.dice.random_range(0..=2);
        statements.extend(self.block(length, 2));
        for other in joins {
            statements.push(Statement::Join(other));
            let length = self.dice.random_range(0..=2);
            statements.extend(self.block(length, 1));
        }
        if self.has(Feature::Exits) && self.dice.random_bool(0.4) {
            statements.push(Statement::ThreadExit);
        }
        statements
    }

    fn function(&mut self) -> Vec<Statement> {
        let length = self.dice.random_range(1..=2);
        (0..length)
            .map(|_| {
                let variable = self.variable();
                let number = self.number();
                match self.below(2) {
                    0 => Statement::Store(variable, Operand::Constant(number)),
                    _ => Statement::Increase(variable, 1),
                }
            })
            .collect()
    }

    fn block(&mut self, length: usize, depth: u32) -> Vec<Statement> {
        let mut statements = Vec::new();
        for _ in 0..length {
            statements.extend(self.statements(depth));
        }
        statements
    }

    fn variable(&mut self) -> Variable {
        if self.has(Feature::Atomics) && self.dice.random_bool(0.6) {
            Variable::Atomic(self.below(ATOMIC))
        } else {
            Variable::Plain(self.below(PLAIN))
        }
    }

    fn operand(&mut self) -> Operand {
        let number = self.number();
        if self.dice.random_bool(0.5) {
            Operand::Constant(number)
        } else {
            Operand::Sum(self.below(REGISTERS), number)
        }
    }

    fn test(&mut self) -> Test {
        let comparisons = [Comparison::Equal, Comparison::Unequal, Comparison::Less];
        Test {
            register: self.below(REGISTERS),
            comparison: *comparisons.choose(&mut self.dice).expect("not empty"),
            constant: self.number(),
        }
    }

    fn goal(&mut self) -> Goal {
        Goal {
            variable: self.variable(),
            value: self.dice.random_range(0..=2),
        }
    }

    fn access(&mut self) -> Statement {
        let variable = self.variable();
        let register = self.below(REGISTERS);
        match self.below(4) {
            0 => Statement::Load(register, variable),
            1 => Statement::Increase(variable, 1),
            _ => Statement::Store(variable, self.operand()),
        }
    }

    /// A statement, or a few that belong together.
    fn statements(&mut self, depth: u32) -> Vec<Statement> {
        let feature = *self.features.choose(&mut self.dice).expect("not empty");
        let register = self.below(REGISTERS);
        let number = self.number();
        match feature {
            Feature::Atomics => {
                let atomic = self.below(ATOMIC);
                vec![match self.below(3) {
                    0 => Statement::FetchAdd(register, atomic, number),
                    1 => Statement::Exchange(register, atomic, number),
                    _ => Statement::CompareExchange(register, atomic, self.number(), number),
                }]
            }
            Feature::Mutexes => self.locked(depth),
            Feature::TryLocks => {
                let mutex = self.below(MUTEXES);
                let test = Test {
                    register,
                    comparison: Comparison::Equal,
                    constant: 1,
                };
                let then = vec![self.access(), Statement::Unlock(mutex)];
                vec![
                    Statement::TryLock(register, mutex),
                    Statement::If(test, then, Vec::new()),
                ]
            }
            Feature::ReadWriteLocks => {
                let (lock, access) = if self.dice.random_bool(0.5) {
                    let variable = self.variable();
                    (Statement::ReadLock, Statement::Load(register, variable))
                } else {
                    (Statement::WriteLock, self.access())
                };
                vec![lock, access, Statement::ReadWriteUnlock]
            }
            Feature::Semaphores => {
                let semaphore = self.below(SEMAPHORES);
                match self.below(3) {
                    0 => vec![Statement::SemaphorePost(semaphore)],
                    1 => vec![Statement::SemaphoreTry(register, semaphore)],
                    _ => vec![Statement::SemaphoreWait(semaphore), self.access()],
                }
            }
            Feature::Conditions => self.condition(),
            Feature::Barriers => vec![Statement::Barrier, self.access()],
            Feature::Heap => {
                let pointer = self.below(POINTERS);
                vec![match self.below(5) {
                    0 | 1 => Statement::New(pointer, number),
                    2 => Statement::ReadBlock(register, pointer),
                    3 => Statement::WriteBlock(pointer, self.operand()),
                    _ => Statement::Free(pointer),
                }]
            }
            Feature::Asserts => {
                self.assertions += 1;
                let mut test = self.test();
                test.register = register;
                let variable = self.variable();
                vec![
                    Statement::Load(register, variable),
                    Statement::Assert(self.assertions, test),
                ]
            }
            Feature::Assumes => {
                let mut test = self.test();
                test.register = register;
                let first = self.access();
                let variable = self.variable();
                match self.below(2) {
                    0 => vec![first, Statement::Assume(test)],
                    _ => vec![
                        first,
                        Statement::Load(register, variable),
                        Statement::Assume(test),
                    ],
                }
            }
            Feature::Branches if depth > 0 => {
                let variable = self.variable();
                let mut test = self.test();
                test.register = register;
                let then = self.block(1, depth - 1);
                let otherwise = if self.dice.random_bool(0.5) {
                    self.block(1, depth - 1)
                } else {
                    Vec::new()
                };
                vec![
                    Statement::Load(register, variable),
                    Statement::If(test, then, otherwise),
                ]
            }
            Feature::Loops if depth > 0 => {
                vec![Statement::Repeat(2, self.block(1, depth - 1))]
            }
            Feature::Waiting => {
                let goal = self.goal();
                let body = match self.below(3) {
                    0 => vec![Statement::Lock(1), Statement::Unlock(1)],
                    1 => vec![self.access()],
                    _ => Vec::new(),
                };
                let body = if self.held.contains(&1) {
                    Vec::new()
                } else {
                    body
                };
                vec![Statement::Until(goal, body)]
            }
            Feature::AtomicSections => {
                let length = self.dice.random_range(1..=2);
                let body = (0..length).map(|_| self.access()).collect();
                vec![Statement::AtomicSection(body)]
            }
            Feature::AtomicFunctions => vec![Statement::AtomicFunction(self.below(2))],
            Feature::Callbacks => vec![Statement::Callback(self.below(2))],
            Feature::Tosses => {
                let variable = self.variable();
                vec![
                    Statement::Toss(register, 2),
                    Statement::Store(variable, Operand::Sum(register, 0)),
                ]
            }
            Feature::Exits | Feature::Branches | Feature::Loops => vec![self.access()],
        }
    }

    /// Accesses under a mutex; orderly programs take mutexes in one order.
    fn locked(&mut self, depth: u32) -> Vec<Statement> {
        let free: Vec<usize> = (0..MUTEXES)
            .filter(|&mutex| mutex == RECURSIVE || !self.held.contains(&mutex))
            .filter(|&mutex| !self.orderly || self.held.iter().all(|&other| other < mutex))
            .collect();
        let Some(&mutex) = free.choose(&mut self.dice) else {
            return vec![self.access()];
        };
        self.held.push(mutex);
        let mut statements = vec![Statement::Lock(mutex), self.access()];
        if depth > 0 && self.dice.random_bool(0.4) {
            statements.extend(self.locked(depth - 1));
        }
        statements.push(Statement::Unlock(mutex));
        self.held.pop();
        statements
    }

    fn condition(&mut self) -> Vec<Statement> {
        // Who waits and holds the mutex twice keeps it.
        if self.held.contains(&0) && self.dice.random_bool(0.8) {
            return vec![Statement::Signal(0)];
        }
        let goal = self.goal();
        match self.below(4) {
            0 | 1 => {
                let wait = match self.below(2) {
                    0 => Statement::WaitIf(0, goal),
                    _ => Statement::WaitWhile(0, goal),
                };
                vec![
                    Statement::Lock(0),
                    wait,
                    self.access(),
                    Statement::Unlock(0),
                ]
            }
            2 => {
                let wake = match self.below(2) {
                    0 => Statement::Signal(0),
                    _ => Statement::Broadcast(0),
                };
                let set = Statement::Store(goal.variable, Operand::Constant(goal.value));
                vec![Statement::Lock(0), set, wake, Statement::Unlock(0)]
            }
            _ => vec![
                Statement::Store(goal.variable, Operand::Constant(goal.value)),
                Statement::Signal(0),
            ],
        }
    }
}
