//! How the C++ library names the functions that do its bookkeeping: what starts a thread, and
//! the state that a promise shares with its futures. Known by mangled symbols, since templates
//! show their result type first when demangled.

use super::verdict::Verdict;
use trailhound_program::{FunctionId, Program};

/// Functions that only do bookkeeping, under whatever order.
const BOOKKEEPING: &[&str] = &[
    // The callable on its way to its thread.
    "St6thread11_State_implI",
    "St6thread8_InvokerI",
    "St6thread6_State",
    "St6thread15_M_start_thread",
    "St10unique_ptrINSt6thread6_State",
    "St14default_deleteINSt6thread6_State",
    // References to the state of a promise.
    "St10shared_ptrINSt13__future_base",
    "St12__shared_ptrINSt13__future_base",
    "St8weak_ptrINSt13__future_base",
    "St10__weak_ptrINSt13__future_base",
    "St15_Sp_counted_ptrIPNSt13__future_base",
    "St23_Sp_counted_ptr_inplaceINSt13__future_base",
    // The same of libc++: the callable, and what a thread is to do at its end.
    "St3__16threadC",
    "St3__114__thread_proxy",
    "St3__116__thread_execute",
    "St3__115__thread_struct",
    "St3__119__thread_local_data",
    "St3__121__thread_specific_ptr",
];

/// Classes that order their own plain accesses by atomic operations. As these are free of
/// races, only the atomic operations need to be scheduling points.
const ORDERED: &[&str] = &[
    "St13__future_base",
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
    "St8__invokeI",
    "St13__invoke_implI",
    "St10__invoke_rI",
    "St10unique_ptrI",
    "St15__uniq_ptr_implI",
    "St15__uniq_ptr_dataI",
    "St14default_deleteI",
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
    "St3__18__invoke",
    "St3__110unique_ptrI",
    "St3__114default_deleteI",
    "St3__117__compressed_pair",
    "St3__122__compressed_pair_elem",
    "St3__112__destroy_at",
    "St3__116__libcpp_tls_get",
    "St3__116__libcpp_tls_set",
    "St3__119__libcpp_tls_create",
];

/// For each function of the program: what it says of plain and of atomic operations; None if
/// it is none of the C++ library's that are known here.
pub(crate) struct Classes(Vec<Option<(Verdict, Verdict)>>);

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

    pub(super) fn verdict(&self, function: FunctionId, plain: bool) -> Option<Verdict> {
        let (plainly, atomically) = (*self.0.get(function.index())?)?;
        Some(if plain { plainly } else { atomically })
    }
}

/// What a function of the library with this symbol says; None: it is none that is known here.
pub(super) fn verdict_of(symbol: &str, plain: bool) -> Option<Verdict> {
    let (plainly, atomically) = classify(symbol)?;
    Some(if plain { plainly } else { atomically })
}

fn classify(symbol: &str) -> Option<(Verdict, Verdict)> {
    if symbol == "run_thread" {
        return Some((Verdict::Bookkeeping, Verdict::Bookkeeping));
    }
    let name = symbol.strip_prefix("_Z")?;
    let name = name.strip_prefix('N').unwrap_or(name);
    let name = name.strip_prefix('K').unwrap_or(name);
    let among = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    if among(BOOKKEEPING) {
        Some((Verdict::Bookkeeping, Verdict::Bookkeeping))
    } else if among(ORDERED) {
        Some((Verdict::Bookkeeping, Verdict::Visible))
    } else if among(NEUTRAL) {
        Some((Verdict::Unknown, Verdict::Unknown))
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
        assert_eq!(
            classify("_ZNSt10shared_ptrINSt13__future_base12_State_baseV2EED2Ev"),
            Some((Verdict::Bookkeeping, Verdict::Bookkeeping))
        );
    }

    #[test]
    fn only_plain_accesses_of_futures_are_passed_over() {
        assert_eq!(
            classify("_ZNSt7promiseIiE9set_valueEOi"),
            Some((Verdict::Bookkeeping, Verdict::Visible))
        );
    }
}
