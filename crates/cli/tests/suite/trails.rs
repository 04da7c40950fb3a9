//! What makes a trail easy to follow: where a block was freed, what threads call themselves, few
//! context switches.

use crate::scene::{Scene, text};

const FREED: &str = r#"
#include <pthread.h>
#include <stdlib.h>
static int *cell;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *arg) {
    pthread_setname_np(pthread_self(), "watcher");
    pthread_mutex_lock(&lock);
    int value = *cell;
    pthread_mutex_unlock(&lock);
    return value ? arg : 0;
}
int main(void) {
    cell = calloc(1, sizeof *cell);
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    pthread_mutex_lock(&lock);
    free(cell);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
"#;

#[test]
fn a_use_after_free_says_where_the_block_came_from_and_went() {
    let scene = Scene::new(FREED);
    let (code, answer) = scene.ask(&["check", "program.c"]);
    assert_eq!(code, 1, "{answer}");
    let name = answer["error"]["message"].as_str().expect("a message");
    let name = name.split(' ').next().expect("a name");
    let blocks = answer["heap"].as_array().expect("blocks");
    let block = blocks.iter().find(|block| block["name"] == name);
    let block = block.unwrap_or_else(|| panic!("no {name} in {answer}"));
    assert_eq!(block["place"]["line"], 14, "{block}");
    assert_eq!(block["freed"]["place"]["line"], 18, "{block}");
    assert_eq!(block["freed"]["thread"], 0, "{block}");
    let said = text(&scene.run(&["check", "program.c"]));
    assert!(
        said.contains("freed by main at program.c:18   free(cell);"),
        "{said}"
    );
}

#[test]
fn threads_have_the_names_that_they_gave_themselves() {
    let said = text(&Scene::new(FREED).run(&["check", "program.c"]));
    assert!(said.contains("starts thread 1: watcher"), "{said}");
    assert!(said.contains("thread 1 watcher"), "{said}");
}

#[test]
fn names_given_to_rusts_builder_are_shown() {
    let scene = Scene::new("");
    let source = r#"
fn main() {
    let work = || std::thread::park();
    let builder = std::thread::Builder::new().name("sleeper".to_owned());
    builder.spawn(work).unwrap().join().unwrap();
}
"#;
    std::fs::write(scene.folder.path().join("program.rs"), source).expect("a file");
    let said = text(&scene.run(&["check", "program.rs"]));
    assert!(said.contains("thread 1 sleeper"), "{said}");
}

/// Threads that go on alone for long, and an error that needs one of them to be interrupted once.
const MANY_STEPS: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int noise[3], ready, broken;
static void *work(void *arg) {
    int own = (int)(long)arg;
    for (int turn = 0; turn < 30; turn++) atomic_fetch_add(&noise[turn % 3], own);
    if (atomic_load(&ready) == own) atomic_store(&broken, 1);
    atomic_store(&ready, own + 1);
    return 0;
}
int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    assert(!(atomic_load(&broken) && atomic_load(&ready) == 1));
    return 0;
}
"#;

#[test]
fn a_trail_has_few_context_switches() {
    let scene = Scene::new(MANY_STEPS);
    for search in ["random", "dfs", "auto"] {
        let asked = ["check", "program.c", "--search", search, "--seed", "3"];
        let (code, answer) = scene.ask(&asked);
        assert_eq!(code, 1, "{answer}");
        let switches = answer["trail"]["context_switches"]
            .as_u64()
            .expect("a number");
        assert!(switches <= 6, "{search}: {switches} switches");
    }
}

#[test]
fn a_sleep_is_told_and_orders_nothing() {
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/");
    for (program, line) in [
        ("rust/thread/sleep_is_no_order.rs", 16),
        ("c/process/sleep_is_no_order.c", 22),
    ] {
        let path = format!("{programs}{program}");
        let said = text(&Scene::new("").run(&["check", &path]));
        assert!(said.contains("   sleeps"), "{said}");
        let note = "note: a sleep orders nothing: other threads may take longer than the one at ";
        assert!(said.contains(note), "{said}");
        assert!(said.contains(&format!("{program}:{line}\n")), "{said}");
    }
}
