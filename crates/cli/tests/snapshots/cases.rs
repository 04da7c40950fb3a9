//! The commands whose output is recorded, each with the name of its record.

/// Names and command lines. Programs are named from the repository's root; `PROGRAMS` is the folder of test programs
/// and `HERE` that of the programs beside this file.
pub const CASES: &[(&str, &str)] = &[
    // Errors in C.
    (
        "c_deadlock_of_two",
        "check PROGRAMS/c/mutex/opposite_order.c",
    ),
    (
        "c_deadlock_with_itself",
        "check PROGRAMS/c/mutex/self_deadlock.c",
    ),
    (
        "c_deadlock_beside_running_main",
        "check PROGRAMS/c/mutex/circle_while_main_runs.c",
    ),
    ("c_lost_signal", "check PROGRAMS/c/condvar/lost_signal.c"),
    (
        "c_deadlock_of_processes",
        "check examples/processes/pipeline.c",
    ),
    ("c_data_race", "check PROGRAMS/c/races/one_side_locks.c"),
    ("c_assertion", "check PROGRAMS/c/mutex/check_then_act.c"),
    (
        "c_assertion_after_toss",
        "check PROGRAMS/c/annotations/toss_fails.c",
    ),
    ("c_abort", "check PROGRAMS/c/process/abort_in_thread.c"),
    (
        "c_null_dereference",
        "check PROGRAMS/c/memory/null_after_check.c",
    ),
    ("c_out_of_bounds", "check PROGRAMS/c/memory/heap_overflow.c"),
    (
        "c_use_after_free",
        "check PROGRAMS/c/memory/use_after_free.c",
    ),
    ("c_double_free", "check PROGRAMS/c/memory/double_free.c"),
    ("c_invalid_free", "check PROGRAMS/c/memory/free_middle.c"),
    (
        "c_invalid_pointer",
        "check PROGRAMS/c/memory/wild_pointer.c",
    ),
    (
        "c_read_only_write",
        "check PROGRAMS/c/memory/write_literal.c",
    ),
    (
        "c_uninitialised",
        "check PROGRAMS/c/memory/uninitialised_local.c",
    ),
    (
        "c_division_by_zero",
        "check PROGRAMS/c/memory/division_by_zero.c",
    ),
    (
        "c_stack_overflow",
        "check PROGRAMS/c/memory/endless_recursion.c",
    ),
    ("c_leak", "check PROGRAMS/c/memory/leak.c --leaks"),
    (
        "c_exit_status",
        "check PROGRAMS/c/process/exit_status.c --exit-status",
    ),
    (
        "c_unlock_by_other_thread",
        "check PROGRAMS/c/mutex/unlock_by_other_thread.c",
    ),
    ("c_destroy_held", "check PROGRAMS/c/mutex/destroy_held.c"),
    (
        "c_livelock",
        "check PROGRAMS/c/spinning/wait_for_each_other.c",
    ),
    (
        "c_livelock_with_locks",
        "check PROGRAMS/c/spinning/locks_until_set.c",
    ),
    (
        "c_broken_pipe",
        "check PROGRAMS/c/processes/pipe_without_reader.c",
    ),
    // Goals and properties.
    (
        "c_target",
        "check PROGRAMS/c/properties/section.c --target fn:section",
    ),
    (
        "c_mutex",
        "check PROGRAMS/c/properties/section.c --mutex fn:section --races off",
    ),
    (
        "c_always",
        "check PROGRAMS/c/properties/alone.c --always counter<2",
    ),
    ("c_ltl_finite", "check HERE/granted.c --ltl G(!granted)"),
    (
        "c_ltl_lasso",
        "check HERE/granted.c --fair --ltl G(requested->F(granted))",
    ),
    (
        "c_ltl_lasso_for_ever",
        "check HERE/blinking.c --ltl F(G(lamp==1))",
    ),
    // C++.
    ("cpp_deadlock", "check PROGRAMS/cpp/locks/philosophers.cpp"),
    (
        "cpp_uncaught_exception",
        "check PROGRAMS/cpp/exceptions/uncaught_in_thread.cpp",
    ),
    ("cpp_terminate", "check PROGRAMS/cpp/threads/not_joined.cpp"),
    (
        "cpp_pure_virtual_call",
        "check PROGRAMS/cpp/language/pure_virtual.cpp",
    ),
    (
        "cpp_mismatched_free",
        "check PROGRAMS/cpp/memory/free_of_new.cpp",
    ),
    (
        "cpp_target",
        "check examples/cpp/sinks.cpp --target fn:lost",
    ),
    // Rust.
    (
        "rust_deadlock",
        "check PROGRAMS/rust/mutex/opposite_order.rs",
    ),
    (
        "rust_panic",
        "check PROGRAMS/rust/mutex/guard_dropped_too_early.rs",
    ),
    (
        "rust_panic_of_a_thread",
        "check PROGRAMS/rust/panic/index_out_of_bounds.rs",
    ),
    (
        "rust_data_race",
        "check PROGRAMS/rust/memory/unsafe_cell_race.rs",
    ),
    (
        "rust_deadlock_at_channel",
        "check PROGRAMS/rust/mpsc/own_sender_kept.rs",
    ),
    (
        "rust_lost_notification",
        "check PROGRAMS/rust/condvar/lost_notification.rs",
    ),
    (
        "rust_use_after_free",
        "check PROGRAMS/rust/memory/use_after_free.rs",
    ),
    ("rust_does_not_compile", "check HERE/does_not_compile.rs"),
    // No error, with what a user should know of it.
    ("ok", "check PROGRAMS/c/mutex/counter.c"),
    (
        "ok_of_classes",
        "check PROGRAMS/c/verifier/nondet_int_classes.c",
    ),
    ("ok_without_threads", "check PROGRAMS/c/library/numbers.c"),
    ("note_on_missing_file", "check HERE/configured.c"),
    (
        "undecided_at_limit",
        "check PROGRAMS/c/mutex/left_handed.c --max-states 5 --no-sampling",
    ),
    (
        "undecided_with_samples",
        "check PROGRAMS/c/mutex/left_handed.c --max-states 5",
    ),
    (
        "undecided_values",
        "check PROGRAMS/c/verifier/nondet_int_undecided.c",
    ),
    // Refusals.
    (
        "refused_function",
        "check PROGRAMS/c/unsupported/unknown_function.c",
    ),
    (
        "refused_assembly",
        "check PROGRAMS/c/unsupported/inline_assembly.c",
    ),
    ("does_not_compile", "check HERE/does_not_compile.c"),
    ("no_such_file", "check missing.c"),
    ("no_file_at_all", "check"),
    ("unknown_extension", "check README.md"),
    (
        "misspelt_option",
        "check PROGRAMS/c/mutex/counter.c --max-state 5",
    ),
    ("misspelt_command", "chek PROGRAMS/c/mutex/counter.c"),
    (
        "misspelt_guide",
        "check PROGRAMS/c/mutex/counter.c --guide pl3",
    ),
    (
        "misspelt_function",
        "check PROGRAMS/c/properties/section.c --target fn:sektion",
    ),
    (
        "line_without_code",
        "check PROGRAMS/c/properties/section.c --target section.c:1",
    ),
    (
        "misspelt_variable",
        "check PROGRAMS/c/properties/alone.c --always count<2",
    ),
    (
        "malformed_formula",
        "check PROGRAMS/c/properties/alone.c --ltl G(counter<2",
    ),
    (
        "misspelt_test",
        "check examples/package --test transfers -- both_wais",
    ),
    // The other commands.
    ("lint_confirmed", "lint PROGRAMS/c/lint/transfer.c"),
    ("lint_nothing", "lint PROGRAMS/c/lint/transfer_in_order.c"),
    (
        "flow_holds",
        "flow examples/flow/valve.c --property examples/flow/valve.prop",
    ),
    (
        "flow_violated",
        "flow examples/flow/valve_hasty.c --property examples/flow/valve.prop",
    ),
    (
        "sample_passes",
        "sample PROGRAMS/c/mutex/counter.c --epsilon 0.1 --delta 0.1 --seed 1",
    ),
    ("run", "run PROGRAMS/c/library/printing_threads.c"),
    // For programs.
    (
        "json_deadlock",
        "check PROGRAMS/c/mutex/opposite_order.c --format json",
    ),
    ("json_ok", "check PROGRAMS/c/mutex/counter.c --format json"),
    (
        "json_refused",
        "check PROGRAMS/c/unsupported/unknown_function.c --format json",
    ),
    (
        "json_lasso",
        "check HERE/blinking.c --ltl F(G(lamp==1)) --format json",
    ),
];
