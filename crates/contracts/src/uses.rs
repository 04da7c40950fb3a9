//! What functions without a body do with the memory that their arguments lead to.

use crate::argument::{ARGUMENTS, Use};
use crate::named::Named;
use crate::role::Role;
use crate::row::row;

/// All that a function without a body may do to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    Bounded {
        /// By argument.
        uses: [Use; ARGUMENTS],
        /// Addresses that it is given are kept, returned, or copied to where another argument leads.
        keeps: bool,
    },
    /// It may use all that it can reach, call every function whose address is taken, leave by an
    /// exception, and end the program.
    Anything,
}

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
            Contract::Bounded { keeps, .. } => keeps,
            Contract::Anything => true,
        }
    }
}

/// The contract of a function without a body.
pub fn contract<'a>(function: impl Into<Named<'a>>) -> Contract {
    let Some(row) = row(function.into()) else {
        return Contract::Anything;
    };
    match row.uses {
        Some(uses) => Contract::Bounded {
            uses,
            keeps: row.has(Role::Keeps),
        },
        None => Contract::Anything,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_names_are_known() {
        assert_ne!(contract("sched_yield"), Contract::Anything);
        for unknown in [
            "sched_add",
            "sem_flag",
            "th_change",
            "mtx_",
            "cnd_peek",
            "pthread_mutex_peek",
            "trailhound",
        ] {
            assert_eq!(contract(unknown), Contract::Anything, "{unknown}");
        }
    }

    #[test]
    fn functions_that_run_handlers_may_do_anything() {
        for running in [
            "raise",
            "kill",
            "killpg",
            "sigqueue",
            "pthread_kill",
            "sigsuspend",
            "pthread_atfork",
            "mq_notify",
            "dl_iterate_phdr",
        ] {
            assert_eq!(contract(running), Contract::Anything, "{running}");
        }
    }

    #[test]
    fn the_last_use_stands_for_all_that_follow() {
        let scanf = contract("sscanf");
        let uses = [0, 1, 2, 7].map(|argument| scanf.of_argument(argument));
        assert_eq!(uses, [Use::Reads, Use::Reads, Use::Writes, Use::Writes]);
        assert_eq!(contract("memcmp").of_argument(2), Use::Nothing);
    }
}
