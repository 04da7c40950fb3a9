//! How the C++ library names the functions that do its bookkeeping: what starts a thread, and
//! the state that a promise shares with its futures. Known by mangled symbols, since templates
//! show their result type first when demangled.

use super::verdict::{Operation, Verdict};
use trailhound_program::{FunctionId, Program};

/// Functions that only do bookkeeping, under whatever order.
const BOOKKEEPING: &[&str] = &[
    // The block that counts references to the state of a promise.
    "St15_Sp_counted_ptrIPNSt13__future_base",
    "St23_Sp_counted_ptr_inplaceINSt13__future_base",
    // What a thread is to do at its end, of libc++.
    "St3__115__thread_struct",
    "St3__119__thread_local_data",
    "St3__121__thread_specific_ptr",
];

/// The callable of a thread. The block that it is kept in is the thread's own; what is copied into it or called
/// through it is the user's.
const CALLABLES: &[&str] = &[
    "St6thread11_State_implI",
    "St6thread8_InvokerI",
    "St6thread6_State",
    "St6thread15_M_start_thread",
    "St10unique_ptrINSt6thread6_State",
    "St14default_deleteINSt6thread6_State",
    // libc++
    "St3__114__thread_proxy",
    "St3__116__thread_execute",
];

/// References to the state of a promise: their counts are bookkeeping, the variable that holds one is its user's.
const REFERENCES: &[&str] = &[
    "St10shared_ptrINSt13__future_base",
    "St12__shared_ptrINSt13__future_base",
    "St8weak_ptrINSt13__future_base",
    "St10__weak_ptrINSt13__future_base",
    "St10unique_ptrINSt13__future_base",
];

/// A class that orders its own plain accesses by atomic operations: the state of a promise. As these are free of
/// races, only the atomic operations need to be scheduling points.
const ORDERED: &[&str] = &["St13__future_base"];

/// Functions of that class that copy what they are given: values, and callables with their arguments.
const COPIERS: &[&str] = &[
    "St13__future_base11_Task_stateI",
    "St13__future_base15_Deferred_stateI",
    "St13__future_base17_Async_state_implI",
    "St13__future_base7_ResultI",
    "St13__future_base13_State_baseV27_SetterI",
];

/// Owners of blocks: what they free is their user's, whatever they are a part of.
const OWNERS: &[&str] = &[
    "St10unique_ptrI",
    "St14default_deleteI",
    "St3__110unique_ptrI",
    "St3__114default_deleteI",
];

/// Classes of which each variable is one thread's at a time, whatever it refers to. Their functions read the
/// variable on behalf of their callers.
const HANDLES: &[&str] = &[
    "St14__basic_futureI",
    "St6futureI",
    "St13shared_futureI",
    "St7promiseI",
    "St13packaged_taskI",
];

/// Functions that do things on behalf of their callers.
const NEUTRAL: &[&str] = &[
    // operator delete
    "dlPv",
    "daPv",
    "St5tupleI",
    "St11_Tuple_implI",
    "St10_Head_baseI",
    "St3getI",
    "St12__get_helperI",
    "St7forwardI",
    "St4moveI",
    "St4swapI",
    "St8exchangeI",
    "St10__exchangeI",
    "St9addressofI",
    "St11__addressofI",
    "St15__uniq_ptr_implI",
    "St15__uniq_ptr_dataI",
    "St16_Sp_counted_baseI",
    "St14__shared_countI",
    "St12__weak_countI",
    "St8functionI",
    "St14_Function_base",
    "St17_Function_handlerI",
    "St12_Destroy_auxI",
    "St10destroy_atI",
    "St12construct_atI",
    "St10_ConstructI",
    "St16allocator_traitsI",
    "St15__exception_ptr",
    "9__gnu_cxx15__new_allocatorI",
    "9__gnu_cxx13new_allocatorI",
    "9__gnu_cxx16__aligned_bufferI",
    "9__gnu_cxx16__aligned_membufI",
    "9__gnu_cxxL",
    // libc++
    "St3__15tupleI",
    "St3__112__tuple_impl",
    "St3__112__tuple_leaf",
    "St3__13get",
    "St3__17forward",
    "St3__14move",
    "St3__18exchange",
    "St3__117__compressed_pair",
    "St3__122__compressed_pair_elem",
    "St3__112__destroy_at",
    "St3__116__libcpp_tls_get",
    "St3__116__libcpp_tls_set",
    "St3__119__libcpp_tls_create",
];

/// For each function of the program what it says; None if it is none of the C++ library's that are known here.
pub(crate) struct Classes(Vec<Option<Class>>);

/// What a function says of each kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    plain: Verdict,
    free: Verdict,
    atomic: Verdict,
}

impl Class {
    fn of(plain: Verdict, free: Verdict, atomic: Verdict) -> Option<Class> {
        Some(Class {
            plain,
            free,
            atomic,
        })
    }

    fn verdict(self, operation: Operation) -> Verdict {
        match operation {
            Operation::Plain => self.plain,
            Operation::Free => self.free,
            Operation::Atomic => self.atomic,
        }
    }
}

impl Classes {
    pub fn of(program: &Program) -> Classes {
        let source = &program.source;
        let classes = program.functions.iter().map(|function| {
            let library = function
                .location
                .and_then(|id| source.location(id))
                .is_some_and(|location| source.file(location.file).library);
            if !library {
                return None;
            }
            classify(&function.name)
        });
        Classes(classes.collect())
    }

    pub(super) fn verdict(&self, function: FunctionId, operation: Operation) -> Option<Verdict> {
        let class = (*self.0.get(function.index())?)?;
        Some(class.verdict(operation))
    }
}

/// What a function of the library with this symbol says; None: it is none that is known here.
pub(super) fn verdict_of(symbol: &str, operation: Operation) -> Option<Verdict> {
    Some(classify(symbol)?.verdict(operation))
}

fn classify(symbol: &str) -> Option<Class> {
    use Verdict::{Bookkeeping, Unknown, Visible};
    if symbol == "run_thread" {
        return Class::of(Bookkeeping, Bookkeeping, Bookkeeping);
    }
    let name = symbol.strip_prefix("_Z")?;
    let name = name.strip_prefix('N').unwrap_or(name);
    let name = name.strip_prefix('K').unwrap_or(name);
    let among = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    if among(BOOKKEEPING) {
        Class::of(Bookkeeping, Bookkeeping, Bookkeeping)
    } else if among(CALLABLES) {
        Class::of(Visible, Bookkeeping, Bookkeeping)
    } else if among(REFERENCES) {
        Class::of(Unknown, Bookkeeping, Bookkeeping)
    } else if among(COPIERS) {
        Class::of(Visible, Bookkeeping, Visible)
    } else if among(ORDERED) {
        Class::of(Bookkeeping, Bookkeeping, Visible)
    } else if among(OWNERS) {
        Class::of(Unknown, Visible, Unknown)
    } else if among(HANDLES) {
        Class::of(Unknown, Bookkeeping, Visible)
    } else if among(NEUTRAL) {
        Class::of(Unknown, Unknown, Unknown)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_reference_counts_stay_visible() {
        assert_eq!(classify("_ZNSt10shared_ptrI7AccountED2Ev"), None);
        let released = "_ZNSt10shared_ptrINSt13__future_base12_State_baseV2EED2Ev";
        let atomically = verdict_of(released, Operation::Atomic);
        assert_eq!(atomically, Some(Verdict::Bookkeeping));
    }

    #[test]
    fn only_plain_accesses_of_shared_states_are_passed_over() {
        let judged = |symbol: &str, operation| verdict_of(symbol, operation).expect("known");
        let set = "_ZNSt13__future_base13_State_baseV216_M_break_promiseEv";
        assert_eq!(judged(set, Operation::Plain), Verdict::Bookkeeping);
        assert_eq!(judged(set, Operation::Atomic), Verdict::Visible);
        let handle = "_ZNSt7promiseIiE9set_valueEOi";
        assert_eq!(judged(handle, Operation::Plain), Verdict::Unknown);
        assert_eq!(judged(handle, Operation::Atomic), Verdict::Visible);
    }
}
