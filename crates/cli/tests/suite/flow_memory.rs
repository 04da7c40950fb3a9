//! What library functions read and write, `trailhound flow` must take for reads and writes; of a
//! function that it does not know it must assume anything, whatever its name begins with.

use crate::judging;

const INCLUDES: &str = "#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n\
    #include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
    #include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\n";

/// Two writes and nothing else.
const WRITES: &str = "events\n  r = read(flag)\n  w = write(flag)\n\
                      property for all executions over r w\n  w w\n";

/// Judged by the graph alone: whether the rule is said to hold.
fn holds(program: &str, rule: &str) -> bool {
    let program = format!("{INCLUDES}{program}");
    let (code, told) = judging::judge("program.c", &program, rule, &["--no-search"]);
    match code {
        Some(0) => true,
        Some(3) => false,
        _ => panic!("{program}\n{told}"),
    }
}

/// The program writes twice, and in between it does something.
fn between(variable: &str, definitions: &str, way: &str) -> String {
    let (declared, part) = match variable.split_once(' ') {
        Some((kind, "array")) => (format!("{kind} flag[8];"), "flag[0]"),
        Some((_, "struct")) => ("struct timespec flag;".to_owned(), "flag.tv_sec"),
        _ => (format!("{variable} flag;"), "flag"),
    };
    format!(
        "{declared}\n{definitions}\nint main(void) {{ {part} = 0; {way} {part} = 0; return 0; }}\n"
    )
}

#[test]
fn what_the_library_touches_is_read_and_written() {
    for (variable, definitions, way) in [
        ("char array", "", "strlen(flag);"),
        (
            "char array",
            "static int len(const char *p) { return (int)strlen(p); }",
            "len(flag);",
        ),
        ("char array", "", "puts(flag);"),
        ("char array", "", "printf(\"%s\", flag);"),
        ("char array", "", "sprintf(flag, \"x\");"),
        ("char array", "", "memchr(flag, 1, 4);"),
        ("char array", "", "strtok(flag, \",\");"),
        ("int", "", "printf(\"%d%n\", 1, &flag);"),
        ("int", "", "fwrite(&flag, 4, 1, stdout);"),
        (
            "int",
            "static void out(void *p) { write(1, p, 4); }",
            "out(&flag);",
        ),
        ("int", "", "read(0, &flag, 4);"),
        ("int", "", "int z = 0; memcmp(&z, &flag, 4);"),
        ("int", "", "scanf(\"%d\", &flag);"),
        ("int", "sem_t s;", "sem_getvalue(&s, &flag);"),
        ("int", "", "syscall(SYS_read, 0, &flag, 4);"),
        ("long", "", "time(&flag);"),
        ("char *", "", "strtol(\"1\", &flag, 10);"),
        ("char *", "size_t n;", "getline(&flag, &n, stdin);"),
        (
            "timespec struct",
            "",
            "struct timespec t = {0, 1}; nanosleep(&t, &flag);",
        ),
        (
            "timespec struct",
            "pthread_mutex_t m; pthread_cond_t c;",
            "pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &flag); \
             pthread_mutex_unlock(&m);",
        ),
        (
            "pthread_t",
            "static void *run(void *p) { return p; }",
            "pthread_create(&flag, 0, run, 0);",
        ),
        (
            "void *",
            "static void *run(void *p) { return p; }",
            "pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, &flag);",
        ),
        (
            "char array",
            "static void say(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); }",
            "say(\"%s\", flag);",
        ),
    ] {
        let program = between(variable, definitions, way);
        assert!(!holds(&program, WRITES), "{program}");
    }
}

#[test]
fn what_the_library_does_not_touch_stays() {
    for (variable, definitions, way) in [
        (
            "char array",
            "char other[8];",
            "strlen(other); strcpy(other, \"x\"); puts(other);",
        ),
        ("int", "", "printf(\"%d\\n\", 1); usleep(1); sched_yield();"),
        (
            "int",
            "pthread_mutex_t m;",
            "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
        ),
    ] {
        let program = between(variable, definitions, way);
        assert!(holds(&program, WRITES), "{program}");
    }
}

#[test]
fn a_name_that_begins_like_a_known_one_is_not_known() {
    let names = [
        "sched_add",
        "sem_flag",
        "th_change",
        "cnd_peek",
        "mtx_touch",
        "pthread_mutex_poke",
        "pthread_cond_look",
        "pthread_rwlock_hop",
        "pthread_attr_fool",
        "pthread_set_it",
        "pthread_add",
        "pthread_spin_lock2",
        "thrd_touch",
        "tss_put",
        "__VERIFIER_change",
    ];
    for name in names {
        let program = between(
            "int",
            &format!("void {name}(int *);"),
            &format!("{name}(&flag);"),
        );
        assert!(!holds(&program, WRITES), "{program}");
        // What it has written decides about what follows.
        let program = format!(
            "void {name}(int *);\nvoid bad(void) {{}}\nint main(void) {{ int l = 0; {name}(&l); if (l) bad(); }}\n"
        );
        let rule = "events\n  x = call(bad)\nproperty for no execution\n  .* x .*\n";
        assert!(!holds(&program, rule), "{program}");
        // Threads see what it has written to a variable of all.
        let program = format!(
            "void th_mark(const char *);\nvoid {name}(int *);\nint flag;\n\
             static void *worker(void *p) {{ if (flag) th_mark(\"close\"); return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, worker, 0); {name}(&flag);\n\
             pthread_join(t, 0); if (flag) th_mark(\"close\"); }}\n"
        );
        let rule = "events\n  x = mark(\"close\")\nproperty for no execution\n  .* x .*\n";
        assert!(!holds(&program, rule), "{program}");
    }
}

#[test]
fn an_unknown_function_reaches_what_others_were_given() {
    for (definitions, way) in [
        (
            "void keep(int *); void poke(void);",
            "keep(&flag); flag = 1; poke();",
        ),
        ("void poke(int **);", "int *p = &flag; poke(&p);"),
        (
            "int *find(void); void keep(int *);",
            "keep(&flag); *find() = 3;",
        ),
        (
            "pthread_key_t k;",
            "pthread_setspecific(k, &flag); *(int *)pthread_getspecific(k) = 3;",
        ),
    ] {
        let program = between("int", definitions, way);
        assert!(!holds(&program, WRITES), "{program}");
    }
}

#[test]
fn a_mark_is_called_as_the_text_says_or_not_at_all() {
    let program = format!(
        "{INCLUDES}#include \"trailhound.h\"\nchar name[2] = \"b\";\n\
         int main(void) {{ name[0] = 'a'; th_mark(name); }}\n"
    );
    let rule = "events\n  a = mark(\"a\")\n  b = mark(\"b\")\n\
                property for no execution over a b\n  a\n";
    let (code, told) = judging::judge("program.c", &program, rule, &[]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("th_mark"), "{told}");
}

#[test]
fn what_rests_on_the_values_of_weaker_atomics_says_so() {
    const NEVER_BOTH: &str =
        "events\n  a = call(a)\n  b = call(b)\nproperty for no execution\n  .* a .* b .*\n";
    let program = |order: &str| {
        format!(
            "#include <pthread.h>\n#include <stdatomic.h>\nvoid a(void) {{}} void b(void) {{}} atomic_int x, y;\n\
             #define PUT(v) atomic_store_explicit(&v, 1, memory_order_{order})\n\
             #define GET(v) atomic_load_explicit(&v, memory_order_{order})\n\
             void *run(void *u) {{ PUT(x); if (GET(y) == 0) a(); return u; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, run, 0); PUT(y); if (GET(x) == 0) b(); \
             pthread_join(t, 0); }}\n"
        )
    };
    let told = |order: &str| {
        let (code, told) = judging::judge("program.c", &program(order), NEVER_BOTH, &[]);
        assert_eq!(code, Some(0), "{told}");
        told.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(told("seq_cst"), "holds on every execution");
    let weak = told("relaxed");
    assert!(
        weak.starts_with("holds on every execution under sequential consistency; 4 weaker"),
        "{weak}"
    );
}
