//! Calls that `trailhound flow` must see however they are made: through pointers of every kind, by
//! functions of the library, and by functions of which nothing is known.

use crate::judging;

const RULE: &str = "events\n  e = call(enter)\n  x = call(bad)\n\
                    property for all executions over e x\n  e e\n";

/// Judged by the graph alone: whether the rule is said to hold.
fn holds(name: &str, program: &str, rule: &str) -> bool {
    let (code, told) = judging::judge(name, program, rule, &["--no-search"]);
    match code {
        Some(0) => true,
        Some(3) => false,
        _ => panic!("{program}\n{told}"),
    }
}

/// Between the two calls of `enter`, each program comes to `bad`.
fn is_seen(name: &str, beginning: &str, programs: &[(&str, &str)]) {
    for (definitions, way) in programs {
        let program = format!(
            "{beginning}{definitions}\nint main(void) {{ enter(); {way} enter(); return 0; }}\n"
        );
        assert!(!holds(name, &program, RULE), "{program}");
    }
}

const C: &str = "#include <pthread.h>\n#include <signal.h>\n#include <stdarg.h>\n\
    #include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n#include <threads.h>\n\
    typedef void (*action)(void);\n";

const ENTER_AND_BAD: &str = "void enter(void) {}\nvoid bad(void) {}\n";

#[test]
fn through_pointers_of_c() {
    let programs = [
        ("static void go(action p) { p(); }", "go(bad);"),
        ("action p; static void go(void) { p(); }", "p = bad; go();"),
        (
            "struct s { int k; action f; }; static void go(struct s *s) { s->f(); }",
            "struct s s = {1, bad}; go(&s);",
        ),
        (
            "static const action t[3] = {enter, 0, bad}; static void go(int i) { t[i](); }",
            "go(2);",
        ),
        (
            "static action get(int k) { return k ? bad : enter; } static void go(int k) { get(k)(); }",
            "go(1);",
        ),
        (
            "static void go(void *p) { ((action)p)(); }",
            "go((void *)bad);",
        ),
        (
            "static void go(uintptr_t p) { ((action)p)(); }",
            "go((uintptr_t)bad);",
        ),
        (
            "volatile uintptr_t k = 5; uintptr_t p; static void go(void) { ((action)(p ^ k))(); }",
            "p = (uintptr_t)bad ^ k; go();",
        ),
        (
            "static void go(char *b) { action f; memcpy(&f, b, sizeof f); f(); }",
            "char b[8]; action f = bad; memcpy(b, &f, 8); go(b);",
        ),
        (
            "static void go(int n, ...) { va_list l; va_start(l, n); va_arg(l, action)(); va_end(l); }",
            "go(1, bad);",
        ),
        (
            "static void go(int n, action p) { if (n) go(n - 1, p); else p(); }",
            "go(5, bad);",
        ),
        (
            "struct n { action f; struct n *next; };\
             static void go(struct n *l) { for (; l; l = l->next) l->f(); }",
            "struct n n = {bad, 0}; go(&n);",
        ),
        (
            "struct big { long a[4]; action f; }; static void go(struct big b) { b.f(); }",
            "struct big b = {{0}, bad}; go(b);",
        ),
        (
            "static void *run(void *p) { ((action)p)(); return 0; }",
            "pthread_t t; pthread_create(&t, 0, run, (void *)bad); pthread_join(t, 0);",
        ),
    ];
    is_seen("program.c", &format!("{C}{ENTER_AND_BAD}"), &programs);
}

#[test]
fn through_pointers_of_other_types() {
    let programs = [
        (
            "void bad(int a) { (void)a; } static void go(action p) { p(); }",
            "go((action)bad);",
        ),
        (
            "void bad(void) {} static int go(int (*p)(int)) { p(1); return 0; }",
            "go((int (*)(int))bad);",
        ),
        (
            "int bad(void) { return 1; } static int go(int (*p)(void)) { return p() + p(); }",
            "go(bad);",
        ),
    ];
    is_seen(
        "program.c",
        &format!("{C}void enter(void) {{}}\n"),
        &programs,
    );
}

#[test]
fn through_pointers_that_return_values() {
    let programs = [
        (
            "struct r { long a, b, c; }; struct r bad(void) { struct r r = {1, 2, 3}; return r; }\
             static long go(struct r (*p)(void)) { return p().a; }",
            "go(bad);",
        ),
        (
            "void *bad(void *p) { return p; }\
             static void *go(void *(*p)(void *), void *q) { return p(q); }",
            "go(bad, &enter);",
        ),
        (
            "action bad(void) { return enter; } static void go(action (*p)(void)) { p(); }",
            "go(bad);",
        ),
        (
            "void bad(void) {} pthread_key_t k;\
             static void go(void) { ((action)pthread_getspecific(k))(); }",
            "pthread_key_create(&k, 0); pthread_setspecific(k, (void *)bad); go();",
        ),
        (
            "void bad(void) {} static void *run(void *p) { pthread_exit((void *)bad); }\
             static void go(void) { pthread_t t; void *r; pthread_create(&t, 0, run, 0);\
             pthread_join(t, &r); ((action)r)(); }",
            "go();",
        ),
        (
            "void bad(void) {} static _Atomic(action) p;\
             static void go(void) { action f = p; if (f) f(); }",
            "p = bad; go();",
        ),
    ];
    is_seen(
        "program.c",
        &format!("{C}void enter(void) {{}}\n"),
        &programs,
    );
}

/// A thread stops before each call, also where its step began at an operation of the same number in
/// another function that was called from the same one.
#[test]
fn executions_show_calls_of_functions_called_in_turn() {
    let program = "#include <pthread.h>\n#include \"trailhound.h\"\n\
        static int monitor, flag;\n\
        static void a(void) { th_atomic_begin(); monitor = 1; th_atomic_end(); }\n\
        static void b(void) { th_atomic_begin(); monitor = 0; th_atomic_end(); }\n\
        static int vb(void) { th_atomic_begin(); monitor = 0; th_atomic_end(); return 1; }\n\
        static int ask(int (*p)(void)) { return p() + 1; }\n\
        static void (*pick(int n))(void) { return n ? b : a; }\n\
        static void go(void (*p)(void)) { p(); }\n\
        static void *one(void *p) { pick(0)(); ask(vb); go(a); return p; }\n\
        static void *two(void *p) { if (flag == 1) { th_mark(\"b\"); } return p; }\n\
        int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_join(s, 0);\n\
        pthread_create(&t, 0, two, 0); pthread_join(t, 0); }\n";
    let rule = "events\n  a = call(a)\n  b = call(b) | call(vb) | mark(\"b\")\n\
                property for all executions\n  (a b)* a?\n";
    let (code, told) = judging::judge("program.c", program, rule, &[]);
    assert_ne!(code, Some(1), "{told}");
}

#[test]
fn by_functions_of_the_library() {
    let programs = [
        (
            "int bad(const void *a, const void *b) { return *(int *)a - *(int *)b; }",
            "int v[2] = {2, 1}; qsort(v, 2, sizeof v[0], bad);",
        ),
        (
            "int bad(const void *a, const void *b) { return *(int *)a - *(int *)b; }",
            "int k = 2, v[2] = {1, 2}; bsearch(&k, v, 2, sizeof k, bad);",
        ),
        (
            "void bad(void) {} pthread_once_t o = PTHREAD_ONCE_INIT;\
             static void go(action f) { pthread_once(&o, f); }",
            "go(bad);",
        ),
        (
            "void bad(void) {} once_flag o = ONCE_FLAG_INIT; static void go(void) { call_once(&o, bad); }",
            "go();",
        ),
        (
            "void bad(void) {} static void reg(action f) { atexit(f); }",
            "reg(bad);",
        ),
        (
            "void bad(void) {} static void die(void) { exit(0); }",
            "atexit(bad); enter(); die();",
        ),
        (
            "void bad(void *p) { (void)p; } pthread_key_t k;\
             static void *run(void *p) { pthread_setspecific(k, &k); return p; }",
            "pthread_key_create(&k, bad); pthread_t t; pthread_create(&t, 0, run, 0); \
             pthread_join(t, 0);",
        ),
        (
            "void bad(void *p) { (void)p; }\
             static void go(void) { pthread_cleanup_push(bad, 0); pthread_cleanup_pop(1); }",
            "go();",
        ),
        (
            "void bad(int s) { (void)s; } static void go(void) { raise(SIGUSR1); }",
            "signal(SIGUSR1, bad); go();",
        ),
        (
            "static void bad(void) {} __attribute__((destructor)) static void last(void) { bad(); }",
            "",
        ),
    ];
    is_seen(
        "program.c",
        &format!("{C}void enter(void) {{}}\n"),
        &programs,
    );
}

#[test]
fn what_cannot_be_lowered_is_refused() {
    for (definitions, way) in [
        ("", "__asm__ volatile(\"call bad\" : : : \"memory\");"),
        (
            "static void go(void) { __asm__ volatile(\"call bad\" : : : \"memory\"); }",
            "go();",
        ),
        ("long double x;", "x = x * 2; bad();"),
    ] {
        let program = format!(
            "{ENTER_AND_BAD}{definitions}\nint main(void) {{ enter(); {way} enter(); return 0; }}\n"
        );
        let (code, told) = judging::judge("program.c", &program, RULE, &["--no-search"]);
        assert_eq!(code, Some(2), "{program}\n{told}");
        assert!(told.contains("is not supported"), "{told}");
    }
}

#[test]
fn where_attributes_are_refused() {
    let set = "static pthread_attr_t a;";
    is_seen(
        "program.c",
        &format!("{C}{ENTER_AND_BAD}"),
        &[
            (
                set,
                "if (pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS)) bad();",
            ),
            (set, "if (pthread_attr_setdetachstate(&a, 7)) bad();"),
            (set, "if (pthread_attr_setstacksize(&a, 1)) bad();"),
        ],
    );
}

#[test]
fn by_functions_of_which_nothing_is_known() {
    let programs = [
        ("void lib(action);", "lib(bad);"),
        ("void sem_call(action);", "sem_call(bad);"),
        (
            "void keep(action); void fire(void); static void go(void) { fire(); }",
            "keep(bad); go();",
        ),
        (
            "struct s { action f; }; void lib(struct s *);",
            "struct s s = {bad}; lib(&s);",
        ),
        ("void stop(void);", "bad(); stop();"),
        ("void __assert(int c) { (void)c; }", "__assert(1); bad();"),
        (
            "int dl_iterate_phdr(int (*)(void *, unsigned long, void *), void *); \
             static int each(void *i, unsigned long s, void *p) { bad(); return 0; }",
            "dl_iterate_phdr(each, 0);",
        ),
    ];
    is_seen("program.c", &format!("{C}{ENTER_AND_BAD}"), &programs);
    // It may call back twice, and it may end the program.
    let program = format!("{C}{ENTER_AND_BAD}void lib(action); int main(void) {{ lib(bad); }}\n");
    let once = "events\n  x = call(bad)\nproperty for all executions\n  x?\n";
    assert!(!holds("program.c", &program, once));
    let program =
        format!("{C}{ENTER_AND_BAD}void lib(void); int main(void) {{ lib(); enter(); }}\n");
    let always = "events\n  e = call(enter)\nproperty for all executions\n  e\n";
    assert!(!holds("program.c", &program, always));
    // What no function has an address of, it cannot call.
    let program = format!(
        "{C}static void enter(void) {{}} static void bad(void) {{}} void lib(void); \
         int main(void) {{ enter(); lib(); if (0) bad(); }}\n"
    );
    let never = "events\n  e = call(enter)\n  x = call(bad)\n\
                 property for no execution over e x\n  .* x .*\n";
    assert!(holds("program.c", &program, never));
}

#[test]
fn what_goes_on_elsewhere_is_refused_wherever_it_stands() {
    for (definitions, way, name) in [
        (
            "#include <unistd.h>\nstatic void go(void) { fork(); }",
            "go();",
            "fork",
        ),
        (
            "#include <setjmp.h>\njmp_buf j; static void go(void) { longjmp(j, 1); }",
            "if (!setjmp(j)) go();",
            "longjmp",
        ),
        (
            "#include <pthread.h>\nstatic void clean(void *unused) { bad(); } \
             static void go(void) { pthread_cleanup_push(clean, 0); pthread_exit(0); pthread_cleanup_pop(0); }",
            "go();",
            "pthread_exit",
        ),
    ] {
        let program = format!(
            "{C}{ENTER_AND_BAD}{definitions}\nint main(void) {{ enter(); {way} enter(); }}\n"
        );
        let (code, told) = judging::judge("program.c", &program, RULE, &[]);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(&format!("`{name}`")), "{told}");
    }
}

#[test]
fn in_cpp() {
    let beginning = "#include <functional>\n#include <mutex>\n#include <memory>\n\
        typedef void (*action)();\nvoid enter() {}\nvoid bad() {}\n";
    let programs = [
        (
            "void go(const std::function<void()> &f) { f(); }\
             struct B { virtual ~B() {} virtual void f() {} };\
             struct D : B { void f() override { bad(); } };\
             void act(B &b) { b.f(); }",
            "go(bad);",
        ),
        (
            "struct B { virtual ~B() {} virtual void f() {} };\
             struct D : B { void f() override { bad(); } };\
             void act(B &b) { b.f(); }",
            "D d; act(d);",
        ),
        (
            "struct B { virtual ~B() {} }; struct D : B { ~D() override { bad(); } };\
             void go(B *b) { delete b; }",
            "go(new D);",
        ),
        ("struct S { ~S() { bad(); } }; static S s;", ""),
        (
            "std::once_flag o; void go() { std::call_once(o, bad); }",
            "go();",
        ),
        (
            "struct S { void f() { bad(); } }; void go(S &s, void (S::*p)()) { (s.*p)(); }",
            "S s; go(s, &S::f);",
        ),
        (
            "struct S { virtual void f() { bad(); } }; void lib(S *);",
            "S s; lib(&s);",
        ),
    ];
    is_seen("program.cpp", beginning, &programs);
}

#[test]
fn in_cpp_through_pointers_of_other_types() {
    let beginning = "#include <functional>\n#include <thread>\n\
        typedef void (*action)();\nvoid enter() {}\n";
    let programs = [
        (
            "void bad(int) {} void go(action p) { p(); }",
            "go((action)bad);",
        ),
        (
            "void bad(int, int) {} action p; void go() { p(); }",
            "p = (action)bad; go();",
        ),
        (
            "void bad() {} int (*p)(int, int); void go() { p(1, 2); }",
            "p = (int (*)(int, int))bad; go();",
        ),
        (
            "void bad(int) {} void go(std::function<void()> f) { f(); }",
            "go((action)bad);",
        ),
        (
            "void bad(int) {} void go(action p) { std::thread t(p); t.join(); }",
            "go((action)bad);",
        ),
    ];
    is_seen("program.cpp", beginning, &programs);
}

#[test]
fn in_cpp_through_functions_that_return_values() {
    let beginning = "#include <functional>\n#include <memory>\n#include <vector>\n\
        struct R { long a, b, c; };\nvoid enter() {}\n";
    let programs = [
        (
            "int bad(int a) { return a; } int go(const std::function<int(int)> &f) { return f(1); }",
            "go(bad);",
        ),
        (
            "R bad() { return {1, 2, 3}; } long go(std::function<R()> f) { auto g = f; return g().a; }",
            "go(bad);",
        ),
        (
            "void bad() {} std::vector<std::function<int()>> v;\
             int go() { int n = 0; for (auto &f : v) n += f(); return n; }",
            "v.push_back([] { bad(); return 1; }); go();",
        ),
        (
            "void bad() {} struct B { virtual ~B() {} virtual B *f() { return this; } };\
             struct X { virtual ~X() {} };\
             struct D : X, B { D *f() override { bad(); return this; } };\
             std::vector<std::unique_ptr<B>> v; void go() { for (auto &b : v) b->f(); }",
            "v.emplace_back(new D); go();",
        ),
    ];
    is_seen("program.cpp", beginning, &programs);
}

/// What comes after functions of `std` that have `throw` in the name of a type, and what is done in
/// namespaces that are called like crates of Rust.
/// The variable of the first thread is destroyed when the program ends.
#[test]
fn destructors_of_thread_locals() {
    let program = "void enter() {}\nvoid bad() {}\n\
        struct S { int x = 0; ~S() { bad(); } };\nthread_local S s;\n\
        int main() { enter(); WAY enter(); END }\n";
    for end in ["", "exit(0);", "pthread_exit(0);"] {
        let program = format!("#include <cstdlib>\n#include <pthread.h>\n{program}");
        let program = program.replace("END", end);
        let used = program.replace("WAY", "s.x = 1;");
        assert!(!holds("program.cpp", &used, RULE), "{used}");
        let unused = program.replace("WAY", "").replace("thread_local S s;", "");
        assert!(holds("program.cpp", &unused, RULE), "{unused}");
    }
}

/// It runs destructors and handlers, which graphs do not show.
#[test]
fn the_end_of_a_thread_in_a_scope_of_cpp_is_refused() {
    let program = "#include <pthread.h>\nvoid enter() {}\nvoid bad() {}\n\
        struct G { ~G() { bad(); } };\n[[noreturn]] void leave() { pthread_exit(0); }\n\
        void *run(void *p) { WAY }\n\
        int main() { enter(); pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); enter(); }\n";
    for way in [
        "G g; pthread_exit(p);",
        "G g; leave();",
        "try { leave(); } catch (...) { bad(); throw; }",
    ] {
        let program = program.replace("WAY", way);
        let (code, told) = judging::judge("program.cpp", &program, RULE, &["--no-search"]);
        assert_eq!(code, Some(2), "{program}\n{told}");
        assert!(told.contains("destructors"), "{told}");
    }
    let program = program.replace("WAY", "{ G g; } leave();");
    assert!(!holds("program.cpp", &program, RULE), "{program}");
}

#[test]
fn names_of_cpp_do_not_mislead() {
    let program = "#include <utility>\nvoid enter() {}\nvoid bad() {}\n\
        struct throwaway { int k; };\n\
        int main() { enter(); throwaway a{1}; throwaway b = std::move(a); bad(); enter(); return b.k - 1; }\n";
    assert!(!holds("program.cpp", program, RULE));
    let program = "#include <exception>\nvoid enter() {}\nvoid bad() {}\n\
        struct error { int k; virtual ~error() {} };\n\
        int main() { enter(); error e; std::rethrow_if_nested(e); bad(); enter(); }\n";
    assert!(!holds("program.cpp", program, RULE));
    let program = "namespace core { namespace panicking { void go(int *p) { *p = 1; } }\n\
        namespace option { int flag; } }\nvoid enter() {}\n\
        int main() { enter(); core::panicking::go(&core::option::flag); enter(); }\n";
    let rule = "events\n  e = call(enter)\n  w = write(core::option::flag)\n\
                property for all executions over e w\n  e e\n";
    assert!(!holds("program.cpp", program, rule));
}

#[test]
fn sections_through_pointers() {
    let program = |lock: &str, unlock: &str| {
        format!(
            "{C}void enter(void) {{}}\nvoid leave(void) {{}}\n\
             pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             static void section(action in, action out) {{ {lock} in(); out(); {unlock} }}\n\
             static void *run(void *p) {{ section(enter, leave); return p; }}\n\
             int main(void) {{ pthread_t s, t; pthread_create(&s, 0, run, 0); \
             pthread_create(&t, 0, run, 0); pthread_join(s, 0); pthread_join(t, 0); }}\n"
        )
    };
    let rule =
        "events\n  e = call(enter)\n  l = call(leave)\nproperty for all executions\n  (e l)*\n";
    assert!(!holds("program.c", &program("", ""), rule));
    let (lock, unlock) = ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);");
    assert!(holds("program.c", &program(lock, unlock), rule));
    let (code, told) = judging::judge("program.c", &program("", ""), rule, &[]);
    assert_eq!(code, Some(1), "{told}");
}

#[test]
fn through_traits_and_closures_of_rust() {
    let program = "trait Act { fn act(&self) -> u64; }\n\
        struct A; impl Act for A { fn act(&self) -> u64 { bad(); 1 } }\n\
        struct D; impl Drop for D { fn drop(&mut self) { bad() } }\n\
        #[inline(never)] fn enter() { std::hint::black_box(1); }\n\
        #[inline(never)] fn bad() { std::hint::black_box(2); }\n\
        #[inline(never)] fn through(act: &dyn Act) -> u64 { act.act() }\n\
        #[inline(never)] fn boxed(f: Box<dyn Fn() -> u64>) -> u64 { f() }\n\
        #[inline(never)] fn pointer(f: fn()) { f() }\n\
        #[inline(never)] fn dropped(_d: D) {}\n\
        #[inline(never)] fn all(v: &[Box<dyn Fn() -> u64>]) -> u64 { v.iter().map(|f| f()).sum() }\n\
        #[inline(never)] fn many(f: &dyn Fn(u32) -> (u64, u64, u64)) -> u64 { f(1).0 }\n\
        static T: std::sync::Mutex<Option<fn()>> = std::sync::Mutex::new(None);\n\
        #[inline(never)] fn kept() { let f = T.lock().unwrap().unwrap(); f() }\n\
        fn main() { enter(); WAY enter(); }\n";
    for way in [
        "through(&A);",
        "boxed(Box::new(|| { bad(); 1 }));",
        "pointer(bad);",
        "dropped(D);",
        "all(&[Box::new(|| 1), Box::new(|| { bad(); 2 })]);",
        "let k = std::hint::black_box(3); many(&|a| { bad(); (a as u64, k, 1) });",
        "*T.lock().unwrap() = Some(bad); kept();",
    ] {
        assert!(
            !holds("program.rs", &program.replace("WAY", way), RULE),
            "{way}"
        );
    }
}
