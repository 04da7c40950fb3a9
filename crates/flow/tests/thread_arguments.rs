//! What threads are given when they start: what is known of it proves rules, and what may be
//! otherwise does not. Each program that keeps the rule has a sibling that breaks it.

mod loading;

use std::path::Path;
use std::time::{Duration, Instant};

use loading::Source;
use trailhound_flow::action::{Action, Object};
use trailhound_flow::asked::{Asked, Scope};
use trailhound_flow::build::BuildOptions;
use trailhound_flow::constraint::{Constraint, tested};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::refine::Refinement;
use trailhound_flow::search::{Allowance, Answer, SearchName};
use trailhound_search::{Limits, Unwatched};

/// Whoever comes goes before another one comes.
const RULE: &str = "events\n  come = call(enter)\n  go = call(leave)\n\
                    property for all executions\n  (come go)* come?\n";

/// The graph with all that constraints may need.
fn graph(extension: &str, text: &str, property: &Property) -> TraceFlowGraph {
    let directory = tempfile::tempdir().expect("a directory for the program");
    let file = directory.path().join(format!("program.{extension}"));
    std::fs::write(&file, text).expect("the program can be written");
    let source = Source::compile(&file).expect("there is a compiler");
    let required = Asked::new(property, Scope::Named);
    let optional = Asked::new(property, Scope::LocksAndTests);
    let mut variables = Vec::new();
    loop {
        let optional = optional.clone().with_variables(&variables);
        let graph = source
            .graph(
                &|action| required.asks_about(action),
                &|action| optional.asks_about(action),
                (
                    BuildOptions::THREADS,
                    BuildOptions::TURNS,
                    BuildOptions::OPERATIONS,
                ),
            )
            .expect("a graph");
        let all = tested(&graph).into_iter();
        let new: Vec<_> = all.filter(|object| !variables.contains(object)).collect();
        if new.is_empty() {
            return graph;
        }
        variables.extend(new);
    }
}

/// A Rust program with threads, channels, locks, collections and formatting: most of it is the
/// library.
#[test]
fn a_whole_program_takes_seconds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/programs/flow");
    let source = Source::compile(&folder.join("warehouse.rs")).expect("there is a compiler");
    let stock = |object: &Option<Object>| object.as_ref().is_none_or(|object| object.0 == "STOCK");
    let interest = |action: &Action| match action {
        Action::Lock(object) | Action::Unlock(object) => stock(object),
        _ => false,
    };
    let none = |_: &Action| false;
    let locks = |action: &Action| matches!(action, Action::Lock(_) | Action::Unlock(_));
    for optional in [&none as &dyn Fn(&Action) -> bool, &locks] {
        let started = Instant::now();
        let graph = source.graph(
            &interest,
            optional,
            (
                BuildOptions::THREADS,
                BuildOptions::TURNS,
                BuildOptions::OPERATIONS,
            ),
        );
        let graph = graph.expect("it is not too large");
        println!("{} nodes in {:?}", graph.nodes.len(), started.elapsed());
        // It takes 4 seconds; the machine may be busy.
        assert!(started.elapsed() < Duration::from_secs(60));
        assert_eq!(graph.tasks.len(), 4);
        assert!(graph.tasks.iter().all(|task| !task.many && !task.cut));
    }
}

/// Whether the rule is proved.
fn holds(extension: &str, text: &str) -> bool {
    let property = Property::parse(RULE, "rule").expect("the rule is right");
    let graph = graph(extension, text, &property);
    let refinement = Refinement {
        graph: &graph,
        property: &property,
        candidates: Constraint::all(&graph),
        search: SearchName::Propagation,
        allowance: Allowance::new(&Limits::default()),
    };
    let refined = refinement
        .run(Vec::new(), &mut Unwatched, |_| {})
        .expect("it fits into a tuple");
    *refined.answer() == Answer::Holds
}

fn rust(body: &str) -> String {
    format!(
        "use std::sync::{{Arc, Mutex}};\nuse std::thread;\n\
         #[inline(never)] fn enter() {{ std::hint::black_box(1); }}\n\
         #[inline(never)] fn leave() {{ std::hint::black_box(2); }}\n\
         fn toss() -> bool {{ std::env::args().count() > 1 }}\n{body}"
    )
}

fn c(body: &str) -> String {
    format!(
        "#include <pthread.h>\n#include <stdlib.h>\n\
         __attribute__((noinline)) void enter(void) {{ __asm__ volatile(\"\"); }}\n\
         __attribute__((noinline)) void leave(void) {{ __asm__ volatile(\"\"); }}\n{body}"
    )
}

#[test]
fn a_thread_that_was_joined_is_over() {
    let program = |joined: &str| {
        rust(&format!(
            "fn main() {{
                let first = thread::spawn(|| {{ enter(); leave(); }});
                let second = thread::spawn(|| ());
                {joined}
                let third = thread::spawn(|| {{ enter(); leave(); }});
                third.join().unwrap();
            }}"
        ))
    };
    let both = "second.join().unwrap(); first.join().unwrap();";
    assert!(holds("rs", &program(both)));
    let either = "let (one, two) = if toss() { (first, second) } else { (second, first) };
                  one.join().unwrap();
                  std::mem::forget(two);";
    assert!(!holds("rs", &program(either)), "it may be the other one");
}

#[test]
fn what_an_argument_leads_to_is_known() {
    let program = |after: &str, second: &str| {
        c(&format!(
            "struct task {{ int kind; pthread_mutex_t *lock; }};
             pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
             static void *work(void *argument) {{
                 struct task *task = argument;
                 pthread_mutex_lock(task->lock);
                 if (task->kind == 1) {{ enter(); leave(); }} else {{ leave(); enter(); }}
                 pthread_mutex_unlock(task->lock);
                 free(task);
                 return 0;
             }}
             static struct task *seen;
             static pthread_t start(pthread_mutex_t *lock) {{
                 struct task *task = malloc(sizeof *task);
                 task->kind = 1;
                 task->lock = lock;
                 pthread_t thread;
                 pthread_create(&thread, 0, work, task);
                 {after}
                 return thread;
             }}
             int main(void) {{
                 pthread_t one = start(&m), two = start({second});
                 if (seen) seen->kind = 2;
                 pthread_join(one, 0);
                 pthread_join(two, 0);
                 return 0;
             }}"
        ))
    };
    assert!(holds("c", &program("", "&m")));
    assert!(!holds("c", &program("", "&n")), "two mutexes");
    assert!(!holds("c", &program("task->kind = 2;", "&m")), "written");
    assert!(
        !holds("c", &program("seen = task;", "&m")),
        "written by way of another"
    );
}

#[test]
fn a_structure_that_several_threads_read_is_known() {
    let program = |writes: &str| {
        c(&format!(
            "struct shared {{ int kind; pthread_mutex_t lock; }};
             static void *work(void *argument) {{
                 struct shared *shared = argument;
                 pthread_mutex_lock(&shared->lock);
                 if (shared->kind == 1) {{ enter(); leave(); }} else {{ leave(); enter(); }}
                 {writes}
                 pthread_mutex_unlock(&shared->lock);
                 return 0;
             }}
             int main(void) {{
                 struct shared shared = {{ 1, PTHREAD_MUTEX_INITIALIZER }};
                 pthread_t one, two;
                 pthread_create(&one, 0, work, &shared);
                 pthread_create(&two, 0, work, &shared);
                 pthread_join(one, 0);
                 pthread_join(two, 0);
                 return 0;
             }}"
        ))
    };
    assert!(holds("c", &program("")));
    assert!(
        !holds("c", &program("shared->kind = 2;")),
        "the other one finds it"
    );
}

#[test]
fn what_a_thread_returns_is_known_to_others() {
    let program = |result: &str| {
        c(&format!(
            "struct box {{ int kind; }};
             static void *inner(void *argument) {{
                 struct box *box = argument;
                 if (box->kind == 1) {{ enter(); leave(); }} else {{ leave(); enter(); }}
                 return 0;
             }}
             static pthread_t last;
             static void *outer(void *unused) {{
                 struct box *box = malloc(sizeof *box);
                 box->kind = 1;
                 pthread_create(&last, 0, inner, box);
                 return {result};
             }}
             int main(void) {{
                 pthread_t thread;
                 void *result;
                 pthread_create(&thread, 0, outer, 0);
                 pthread_join(thread, &result);
                 if (result) ((struct box *)result)->kind = 2;
                 pthread_join(last, 0);
                 return 0;
             }}"
        ))
    };
    assert!(holds("c", &program("0")));
    assert!(!holds("c", &program("box")), "it is written there");
}

#[test]
fn a_mutex_in_an_arc_is_one() {
    let program = |other: &str| {
        rust(&format!(
            "fn main() {{
                let one = Arc::new(Mutex::new(0));
                let two = Arc::new(Mutex::new(0));
                let other = {other};
                let thread = thread::spawn(move || {{
                    let mut guard = other.lock().unwrap();
                    enter();
                    *guard = 1;
                    leave();
                }});
                let mut guard = one.lock().unwrap();
                enter();
                *guard = 1;
                leave();
                drop(guard);
                thread.join().unwrap();
                drop(two);
            }}"
        ))
    };
    assert!(holds("rs", &program("one.clone()")));
    assert!(!holds("rs", &program("two.clone()")), "two mutexes");
    let either = "if toss() { one.clone() } else { two.clone() }";
    assert!(!holds("rs", &program(either)), "it may be the other one");
}

#[test]
fn a_boxed_closure_is_the_one_that_was_boxed() {
    let program = |chosen: &str| {
        rust(&format!(
            "type Work = Box<dyn FnOnce() + Send>;
             fn main() {{
                 let good: Work = Box::new(|| {{ enter(); leave(); }});
                 let bad: Work = Box::new(|| {{ leave(); enter(); }});
                 let chosen = {chosen};
                 let thread = thread::spawn(move || chosen());
                 thread.join().unwrap();
             }}"
        ))
    };
    assert!(holds("rs", &program("{ drop(bad); good }")));
    let either = "if toss() { good } else { bad }";
    assert!(!holds("rs", &program(either)), "it may be the other one");
}

#[test]
fn a_call_that_is_passed_over_may_write_to_locals() {
    let program = |written: u32| {
        c(&format!(
            "int *place;
             __attribute__((noinline)) static void touch(void) {{ if (place) *place = {written}; }}
             int main(void) {{
                 int kind = 1;
                 place = &kind;
                 touch();
                 if (kind == 1) {{ enter(); leave(); }} else {{ leave(); enter(); }}
                 return 0;
             }}"
        ))
    };
    assert!(!holds("c", &program(2)));
}
