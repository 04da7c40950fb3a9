//! What functions without a body do with the memory that their arguments lead to: one table, by
//! exact names. A function that is in no table may do anything.

mod table;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use trailhound_program::Function;

/// What a function does with the variable or block that an argument leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Nothing, or the argument is an object of the library's own: a mutex, a stream.
    Nothing,
    Reads,
    Writes,
    Updates,
    /// It follows the addresses that it finds there, too, and updates what they lead to.
    UpdatesAll,
}

impl Use {
    pub fn reads(self) -> bool {
        matches!(self, Use::Reads | Use::Updates | Use::UpdatesAll)
    }

    pub fn writes(self) -> bool {
        matches!(self, Use::Writes | Use::Updates | Use::UpdatesAll)
    }
}

/// What becomes of the addresses that a function is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// Nobody has them from it after the call.
    Stay,
    /// They are kept, returned, or copied to where another argument leads.
    Spread,
}

/// Arguments that are told apart; all others are used as the last of these.
const ARGUMENTS: usize = 6;

/// All that a function without a body may do, apart from what `externals` tells of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    Bounded {
        /// By argument.
        uses: [Use; ARGUMENTS],
        addresses: Addresses,
    },
    /// It may use all that it can reach, call every function whose address is taken, leave by an
    /// exception, and end the program.
    Anything,
}

/// A model that is not in the table: it uses what it is given and calls nothing.
const GIVEN: Contract = Contract::Bounded {
    uses: [Use::UpdatesAll; ARGUMENTS],
    addresses: Addresses::Spread,
};

impl Contract {
    pub fn of_argument(self, argument: usize) -> Use {
        match self {
            Contract::Bounded { uses, .. } => uses[argument.min(ARGUMENTS - 1)],
            Contract::Anything => Use::UpdatesAll,
        }
    }

    /// Whether it uses some argument in this way.
    pub fn any(self, is_so: fn(Use) -> bool) -> bool {
        (0..ARGUMENTS).any(|argument| is_so(self.of_argument(argument)))
    }

    pub fn spreads(self) -> bool {
        match self {
            Contract::Bounded { addresses, .. } => addresses == Addresses::Spread,
            Contract::Anything => true,
        }
    }
}

/// The contract of a function without a body. `is_model`: the machine does itself what it does.
pub fn contract(function: &Function, is_model: bool) -> Contract {
    let symbol = function.name.as_str();
    if CALLS_HANDLERS.contains(&symbol) {
        return Contract::Anything;
    }
    match BY_NAME.get(symbol) {
        Some(&known) => known,
        None if is_model => GIVEN,
        None => Contract::Anything,
    }
}

/// The argument of a function that prints which tells what the others are. By `%n` it may say
/// that one of them is written, which the table does not tell of.
pub fn format_argument(symbol: &str) -> Option<usize> {
    Some(match symbol {
        "printf" | "vprintf" | "warn" | "warnx" | "vwarn" | "vwarnx" => 0,
        "fprintf" | "vfprintf" | "dprintf" | "vdprintf" | "sprintf" | "vsprintf" | "asprintf"
        | "vasprintf" | "__printf_chk" | "__vprintf_chk" => 1,
        "snprintf" | "vsnprintf" | "__fprintf_chk" | "__vfprintf_chk" | "__dprintf_chk"
        | "__vdprintf_chk" | "__asprintf_chk" | "__vasprintf_chk" => 2,
        "__sprintf_chk" | "__vsprintf_chk" => 3,
        "__snprintf_chk" | "__vsnprintf_chk" => 4,
        _ => return None,
    })
}

/// Functions that send signals, whose handlers may run before they return.
const CALLS_HANDLERS: &[&str] = &["raise", "kill", "killpg", "sigqueue", "pthread_kill"];

static BY_NAME: LazyLock<FxHashMap<&'static str, Contract>> = LazyLock::new(|| {
    let mut by_name = FxHashMap::default();
    let tables = [
        (table::STAYING, Addresses::Stay),
        (table::SPREADING, Addresses::Spread),
    ];
    for (table, addresses) in tables {
        for (letters, names) in lines(table) {
            let uses = uses(letters);
            let contract = Contract::Bounded { uses, addresses };
            by_name.extend(names.split_whitespace().map(|name| (name, contract)));
        }
    }
    by_name
});

fn lines(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(':'))
}

fn uses(letters: &str) -> [Use; ARGUMENTS] {
    let mut of_letters = letters.chars().map(|letter| match letter {
        'N' => Use::Nothing,
        'R' => Use::Reads,
        'W' => Use::Writes,
        'U' => Use::Updates,
        'A' => Use::UpdatesAll,
        _ => panic!("the table of contracts has no letter {letter}"),
    });
    let mut last = Use::Nothing;
    std::array::from_fn(|_| {
        last = of_letters.next().unwrap_or(last);
        last
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, is_model: bool) -> Contract {
        let function = Function {
            name: name.to_owned(),
            ..Function::default()
        };
        contract(&function, is_model)
    }

    #[test]
    fn only_exact_names_are_known() {
        assert_ne!(named("sched_yield", true), Contract::Anything);
        for unknown in [
            "sched_add",
            "sem_flag",
            "th_change",
            "mtx_",
            "pthread_mutex_peek",
        ] {
            assert_eq!(named(unknown, false), Contract::Anything, "{unknown}");
        }
        assert_eq!(named("trailhound_wait", true), GIVEN);
    }

    #[test]
    fn the_last_use_stands_for_all_that_follow() {
        let scanf = named("sscanf", true);
        let uses = [0, 1, 2, 7].map(|argument| scanf.of_argument(argument));
        assert_eq!(uses, [Use::Reads, Use::Reads, Use::Writes, Use::Writes]);
        assert_eq!(named("memcmp", true).of_argument(2), Use::Nothing);
    }

    #[test]
    fn no_function_is_in_the_table_twice() {
        let all = || lines(table::STAYING).chain(lines(table::SPREADING));
        let names = || all().flat_map(|(_, names)| names.split_whitespace());
        assert_eq!(names().count(), BY_NAME.len());
        assert!(names().all(|name| !CALLS_HANDLERS.contains(&name)));
        assert!(all().all(|(letters, _)| letters.len() <= ARGUMENTS));
    }
}
