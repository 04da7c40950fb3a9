//! Which atomic operations of small modules are weaker than `seq_cst`, and whose they are.

use crate::lowering::program;
use trailhound_program::{Program, Trust};

/// The functions in which weak operations stand.
fn weak(program: &Program, trusted: &[&str]) -> Vec<String> {
    let prefixes = trusted.iter().map(|&prefix| prefix.to_owned());
    let trust = Trust::in_prefixes(prefixes.collect());
    let operations = program.weak_operations(&trust);
    let names = operations.iter().map(|operation| {
        let function = &program.functions[operation.function.index()];
        function.display.clone()
    });
    names.collect()
}

#[test]
fn fences_and_plain_accesses_are_not_weak() {
    let text = "@x = global i32 0
        define i32 @main() {
          %a = load i32, ptr @x
          %b = load atomic i32, ptr @x seq_cst, align 4
          fence acquire
          store atomic i32 1, ptr @x release, align 4
          %c = cmpxchg ptr @x, i32 1, i32 2 seq_cst monotonic, align 4
          %d = cmpxchg ptr @x, i32 1, i32 2 seq_cst seq_cst, align 4
          ret i32 0 }";
    assert_eq!(weak(&program(text), &[]), ["main", "main"]);
    assert!(weak(&program(text), &["main"]).is_empty());
}

/// As clang compiles the members of `std::atomic`: the order is an argument.
fn with_calls(main: &str) -> Program {
    program(&format!(
        "@x = global i32 0
        define i32 @_ZNKSt6atomicIiE4loadESt12memory_order(ptr %x, i32 %m) {{
          %v = call i32 @_ZNKSt13__atomic_baseIiE4loadESt12memory_order(ptr %x, i32 %m)
          ret i32 %v }}
        define i32 @_ZNKSt13__atomic_baseIiE4loadESt12memory_order(ptr %x, i32 %m) {{
          %w = and i32 %m, 65535
          switch i32 %w, label %relaxed [ i32 2, label %acquire i32 5, label %sc ]
        relaxed:
          %a = load atomic i32, ptr %x monotonic, align 4
          ret i32 %a
        acquire:
          %b = load atomic i32, ptr %x acquire, align 4
          ret i32 %b
        sc:
          %c = load atomic i32, ptr %x seq_cst, align 4
          ret i32 %c }}
        {main}"
    ))
}

#[test]
fn calls_with_a_strong_order_are_not_weak() {
    let load = "call i32 @_ZNKSt6atomicIiE4loadESt12memory_order(ptr @x, i32";
    let strong = with_calls(&format!(
        "define i32 @main() {{ %v = {load} 5)
          ret i32 %v }}"
    ));
    assert!(weak(&strong, &[]).is_empty());
    let both = with_calls(&format!(
        "define i32 @main() {{ %v = {load} 5)
          %w = {load} 2)
          ret i32 %w }}"
    ));
    assert_eq!(weak(&both, &[]), ["main"]);
    let unknown = with_calls(&format!(
        "define i32 @main(i32 %n, ptr %v) {{ %w = {load} %n)
          ret i32 %w }}"
    ));
    assert_eq!(weak(&unknown, &[]), ["main"]);
}

#[test]
fn calls_of_a_library_are_trusted() {
    let library = with_calls(
        "define i32 @_ZNSt6vectorIiE4sizeEv() {
          %v = call i32 @_ZNKSt6atomicIiE4loadESt12memory_order(ptr @x, i32 0)
          ret i32 %v }
        define i32 @main() {
          %v = call i32 @_ZNSt6vectorIiE4sizeEv()
          ret i32 %v }",
    );
    assert!(weak(&library, &[]).is_empty());
}

#[test]
fn tries_to_lock_are_weak() {
    let text = "@lock = global [40 x i8] zeroinitializer
        declare i32 @pthread_mutex_trylock(ptr)
        declare i32 @pthread_mutex_lock(ptr)
        define i32 @main() {
          %a = call i32 @pthread_mutex_lock(ptr @lock)
          %b = call i32 @pthread_mutex_trylock(ptr @lock)
          ret i32 %b }";
    assert_eq!(weak(&program(text), &[]), ["main"]);
}
