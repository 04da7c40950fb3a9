//! The mini-language: threads of statements over a few shared objects. It knows neither C nor
//! how programs are executed.

/// All numbers are between 0 and 7.
pub type Number = u8;

pub const MASK: Number = 7;
pub const PLAIN: usize = 3;
pub const ATOMIC: usize = 2;
pub const POINTERS: usize = 1;
pub const MUTEXES: usize = 2;
/// The mutex that its holder may lock again. Unlocking it is no error of others.
pub const RECURSIVE: usize = 0;
pub const SEMAPHORES: usize = 1;
/// Registers that statements name; each thread has them for itself.
pub const REGISTERS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    Plain(usize),
    Atomic(usize),
}

#[derive(Clone, Copy, Debug)]
pub enum Operand {
    Constant(Number),
    /// A register plus a constant.
    Sum(usize, Number),
}

#[derive(Clone, Copy, Debug)]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
}

impl Comparison {
    pub fn holds(self, left: Number, right: Number) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub register: usize,
    pub comparison: Comparison,
    pub constant: Number,
}

/// What a thread waits for in a loop.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub variable: Variable,
    pub value: Number,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Load(usize, Variable),
    Store(Variable, Operand),
    /// A load and a store.
    Increase(Variable, Number),
    FetchAdd(usize, usize, Number),
    Exchange(usize, usize, Number),
    /// The register becomes 1 if the atomic had the first number and now has the second.
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
    /// Waits with mutex 0 held until the goal is reached.
    WaitWhile(usize, Goal),
    /// The wrong way: waits at most once.
    WaitIf(usize, Goal),
    Signal(usize),
    Broadcast(usize),
    Barrier,
    /// A new heap block with this content, kept in a pointer.
    New(usize, Number),
    ReadBlock(usize, usize),
    WriteBlock(usize, Operand),
    Free(usize),
    Assert(u32, Test),
    Assume(Test),
    If(Test, Vec<Statement>, Vec<Statement>),
    Repeat(u32, Vec<Statement>),
    /// Runs the body until the goal is reached.
    Until(Goal, Vec<Statement>),
    AtomicSection(Vec<Statement>),
    AtomicFunction(usize),
    /// A function called through a pointer.
    Callback(usize),
    Toss(usize, Number),
    Create(usize),
    Join(usize),
    /// Ends the program.
    Exit,
    /// Ends the thread; the program goes on without main.
    ThreadExit,
}

#[derive(Clone, Debug)]
pub struct Program {
    /// Main is the first.
    pub threads: Vec<Vec<Statement>>,
    /// Statements without registers.
    pub functions: Vec<Vec<Statement>>,
    pub semaphores: [Number; SEMAPHORES],
    pub barrier: usize,
}
