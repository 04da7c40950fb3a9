//! Statements taken apart into operations that access shared memory at most once each.

use super::language::*;

/// The register of a thread that holds what a loop or an increase has loaded.
pub const TEMPORARY: usize = REGISTERS;

#[derive(Clone, Copy, Debug)]
pub enum Op {
    Load(usize, Variable),
    Store(Variable, Operand),
    FetchAdd(usize, usize, Number),
    Exchange(usize, usize, Number),
    CompareExchange(usize, usize, Number, Number),
    Lock(usize),
    Unlock(usize),
    TryLock(usize, usize),
    ReadLock,
    WriteLock,
    ReadWriteUnlock,
    SemaphoreWait(usize),
    SemaphoreTry(usize, usize),
    SemaphorePost(usize),
    /// Gives mutex 0 back and sleeps.
    Sleep(usize),
    Signal(usize),
    Broadcast(usize),
    Barrier,
    /// Stores a pointer to a new block.
    New(usize, Number),
    LoadPointer(usize),
    ReadBlock(usize),
    WriteBlock(Operand),
    Free,
    Assert(u32, Test),
    Assume(Test),
    /// Goes to the place if the test fails.
    Unless(Test, usize),
    Jump(usize),
    BeginAtomic,
    EndAtomic,
    Toss(usize, Number),
    Create(usize),
    Join(usize),
    Exit,
    ThreadExit,
    /// The end of a thread's function: that of main ends the program.
    Return,
}

/// The operations of each thread.
pub fn of(program: &Program) -> Vec<Vec<Op>> {
    program
        .threads
        .iter()
        .map(|statements| {
            let mut code = Code {
                program,
                ops: Vec::new(),
            };
            code.block(statements);
            code.ops.push(Op::Return);
            code.ops
        })
        .collect()
}

struct Code<'p> {
    program: &'p Program,
    ops: Vec<Op>,
}

impl Code<'_> {
    fn block(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let op = match *statement {
            Statement::Load(register, variable) => Op::Load(register, variable),
            Statement::Store(variable, operand) => Op::Store(variable, operand),
            Statement::Increase(variable, number) => {
                self.ops.push(Op::Load(TEMPORARY, variable));
                Op::Store(variable, Operand::Sum(TEMPORARY, number))
            }
            Statement::FetchAdd(register, atomic, number) => Op::FetchAdd(register, atomic, number),
            Statement::Exchange(register, atomic, number) => Op::Exchange(register, atomic, number),
            Statement::CompareExchange(register, atomic, old, new) => {
                Op::CompareExchange(register, atomic, old, new)
            }
            Statement::Lock(mutex) => Op::Lock(mutex),
            Statement::Unlock(mutex) => Op::Unlock(mutex),
            Statement::TryLock(register, mutex) => Op::TryLock(register, mutex),
            Statement::ReadLock => Op::ReadLock,
            Statement::WriteLock => Op::WriteLock,
            Statement::ReadWriteUnlock => Op::ReadWriteUnlock,
            Statement::SemaphoreWait(semaphore) => Op::SemaphoreWait(semaphore),
            Statement::SemaphoreTry(register, semaphore) => Op::SemaphoreTry(register, semaphore),
            Statement::SemaphorePost(semaphore) => Op::SemaphorePost(semaphore),
            Statement::WaitWhile(condition, goal) => {
                return self.until(goal, &[Op::Sleep(condition), Op::Lock(0)]);
            }
            Statement::WaitIf(condition, goal) => {
                let exit = self.ops.len() + 4;
                self.ops.push(Op::Load(TEMPORARY, goal.variable));
                self.ops.push(Op::Unless(unreached(goal), exit));
                self.ops.push(Op::Sleep(condition));
                Op::Lock(0)
            }
            Statement::Signal(condition) => Op::Signal(condition),
            Statement::Broadcast(condition) => Op::Broadcast(condition),
            Statement::Barrier => Op::Barrier,
            Statement::New(pointer, number) => Op::New(pointer, number),
            Statement::ReadBlock(register, pointer) => {
                self.ops.push(Op::LoadPointer(pointer));
                Op::ReadBlock(register)
            }
            Statement::WriteBlock(pointer, operand) => {
                self.ops.push(Op::LoadPointer(pointer));
                Op::WriteBlock(operand)
            }
            Statement::Free(pointer) => {
                self.ops.push(Op::LoadPointer(pointer));
                Op::Free
            }
            Statement::Assert(number, test) => Op::Assert(number, test),
            Statement::Assume(test) => Op::Assume(test),
            Statement::If(test, ref then, ref otherwise) => {
                return self.branch(test, then, otherwise);
            }
            Statement::Repeat(times, ref body) => {
                (0..times).for_each(|_| self.block(body));
                return;
            }
            Statement::Until(goal, ref body) => {
                let start = self.ops.len();
                self.ops.push(Op::Load(TEMPORARY, goal.variable));
                let exit = self.hole();
                self.block(body);
                self.ops.push(Op::Jump(start));
                self.ops[exit] = Op::Unless(unreached(goal), self.ops.len());
                return;
            }
            Statement::AtomicSection(ref body) => return self.atomic(body),
            Statement::AtomicFunction(function) => {
                let program = self.program;
                return self.atomic(&program.functions[function]);
            }
            Statement::Callback(function) => {
                let program = self.program;
                return self.block(&program.functions[function]);
            }
            Statement::Toss(register, number) => Op::Toss(register, number),
            Statement::Create(thread) => Op::Create(thread),
            Statement::Join(thread) => Op::Join(thread),
            Statement::Exit => Op::Exit,
            Statement::ThreadExit => Op::ThreadExit,
        };
        self.ops.push(op);
    }

    /// Repeats the operations until the goal is reached.
    fn until(&mut self, goal: Goal, body: &[Op]) {
        let start = self.ops.len();
        self.ops.push(Op::Load(TEMPORARY, goal.variable));
        self.ops
            .push(Op::Unless(unreached(goal), start + 3 + body.len()));
        self.ops.extend(body);
        self.ops.push(Op::Jump(start));
    }

    fn branch(&mut self, test: Test, then: &[Statement], otherwise: &[Statement]) {
        let condition = self.hole();
        self.block(then);
        let end = self.hole();
        self.ops[condition] = Op::Unless(test, self.ops.len());
        self.block(otherwise);
        self.ops[end] = Op::Jump(self.ops.len());
    }

    fn atomic(&mut self, body: &[Statement]) {
        self.ops.push(Op::BeginAtomic);
        self.block(body);
        self.ops.push(Op::EndAtomic);
    }

    /// A place for a jump whose target is not known yet.
    fn hole(&mut self) -> usize {
        self.ops.push(Op::Return);
        self.ops.len() - 1
    }
}

fn unreached(goal: Goal) -> Test {
    Test {
        register: TEMPORARY,
        comparison: Comparison::Unequal,
        constant: goal.value,
    }
}
