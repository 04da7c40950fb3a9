//! The words of the table: what a function is there for, besides what it does with its arguments.

macro_rules! roles {
    ($($(#[$about:meta])* $role:ident = $word:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Role { $($(#[$about])* $role,)* }

        const WORDS: &[(&str, Role)] = &[$(($word, Role::$role),)*];
    };
}

roles! {
    /// Keeps or returns an address, or copies it from one argument to another.
    Keeps = "keeps",

    /// Takes the lock at this argument, and waits for it.
    Lock = "lock",
    /// The same, and may return without it.
    TryLock = "trylock",
    Unlock = "unlock",
    ReadLock = "rdlock",
    TryReadLock = "tryrdlock",
    WriteLock = "wrlock",
    TryWriteLock = "trywrlock",
    /// Gives back a lock that several may hold.
    SharedUnlock = "rwunlock",
    /// Waits for a condition variable, and gives up the mutex at this argument meanwhile.
    ConditionWait = "condwait",
    /// The lock is a spin lock.
    Spin = "spin",
    /// Waits at most until the moment at this argument.
    Until = "until",
    SemaphoreWait = "semwait",
    SemaphorePost = "sempost",
    /// Tells at once how a semaphore is.
    SemaphoreProbe = "semprobe",
    BarrierWait = "barrier",
    /// This argument leads to the attributes of the mutex that is made.
    MutexAttributes = "mutex_attributes",
    /// This argument is the kind of the mutex that is made.
    MutexKind = "mutex_kind",
    /// This argument is the kind of the mutexes that will be made with the attributes.
    AttributeKind = "attribute_kind",

    /// Starts a thread with the function at this argument, to which it hands the next one.
    Creates = "creates",
    /// Calls the function at this argument, unless that was done before.
    Once = "once",
    /// Has the function at this argument called when the thread or the program ends.
    AtEnd = "atend",
    /// The bits of a parameter of the function that it is handed.
    Takes = "takes",
    /// The bits of that function's result.
    Gives = "gives",
    /// Waits for the end of a thread.
    Joins = "joins",
    /// The same, and may return before.
    TryJoins = "tryjoins",
    /// Waits for the end of a child process.
    Reaps = "reaps",

    /// Ends the program as it is meant to end.
    Exits = "exits",
    EndsThread = "ends_thread",
    /// Calling it is the program's failure.
    Fails = "fails",
    /// Leaves by an exception.
    Raises = "raises",
    /// Leaves by an exception if one is caught, and returns if not.
    MayRaise = "may_raise",
    /// The program goes on elsewhere than behind the call.
    Jumps = "jumps",
    /// The program may go on behind the call more than once.
    ReturnsTwice = "returns_twice",
    Cancels = "cancels",
    Forks = "forks",
    /// Executions in which its argument is false do not count.
    Assumes = "assumes",
    Marks = "marks",
    AtomicBegin = "atomic_begin",
    AtomicEnd = "atomic_end",
    /// Returns 0 at all times.
    Zero = "zero",
    /// The same where a standard library calls it, which gives it arguments that it takes.
    LibraryZero = "library_zero",

    /// Returns a new block.
    Allocates = "alloc",
    /// Returns null where others raise an exception.
    MayFail = "may_fail",
    /// The block begins at a multiple of 16.
    Aligned = "aligned",
    /// This argument is what the address of the block is a multiple of.
    Alignment = "alignment",
    /// Returns a block with what was in the one of the first argument.
    Reallocates = "realloc",
    /// Ends the block of the first argument.
    Frees = "free",
    /// Stores the address of a new block at this argument.
    StoresBlock = "stores_block",
    /// Copies to the first argument from the second as many bytes as the third says.
    Copies = "copies",
    /// This argument tells what those behind it are.
    Format = "format",
    /// Lets the program's own code put text together.
    Formats = "formats",
    /// Is a writer of the machine's own, which the program's formatting may be given.
    WritesText = "writes_text",

    /// Has one answer of several in the machine.
    Environment = "environment",
    /// The same, and Rust's library asks it by itself when a program starts.
    StartupEnvironment = "startup_environment",
    /// Tells the time.
    Clock = "clock",
    /// Finds the file that this argument names.
    File = "file",
    /// Runs the command at this argument.
    Command = "command",
    /// Looks up the variable of the environment that this argument names.
    Variable = "variable",
    SetsVariable = "sets_variable",
    /// Reads standard input.
    Input = "input",
    /// Reads the stream at this argument.
    InputStream = "input_stream",
    /// Reads from the descriptor at this argument.
    InputDescriptor = "input_descriptor",

    /// Makes, copies or closes a descriptor.
    Descriptor = "descriptor",
    /// Makes a descriptor, and Rust's library never does so by itself.
    EventDescriptor = "event_descriptor",
    ClosesDescriptor = "closes_descriptor",
    /// Puts a file behind a descriptor that the caller names.
    Redirects = "redirects",
    /// Finds memory or a semaphore by its name.
    NamesMemory = "names_memory",
    /// May wait for bytes in the descriptor at its first argument.
    ChannelRead = "channel_read",
    /// May wait for room in it.
    ChannelWrite = "channel_write",
    QueueReceive = "queue_receive",
    QueueSend = "queue_send",

    /// Does nothing but let other threads run.
    Yields = "yields",
    /// Sleeps as long as the number that it is given says.
    Sleeps = "sleeps",
    /// Returns any number.
    Random = "random",
    /// Returns any value of its type, each of which is a choice of the search.
    AnyValue = "any_value",
    /// Reads, changes or ends what a thread keeps under a key.
    Key = "key",
    DeletesKey = "deletes_key",
}

/// A word of a row: a role, with a number behind `@` where it has one.
pub(crate) fn role(word: &str) -> (Role, usize) {
    let (word, number) = word.split_once('@').unwrap_or((word, "0"));
    let known = WORDS.iter().find(|(own, _)| *own == word);
    let &(_, role) = known.unwrap_or_else(|| panic!("the table of contracts has no role {word}"));
    let number = number.parse();
    (role, number.expect("a number stands behind the role"))
}
