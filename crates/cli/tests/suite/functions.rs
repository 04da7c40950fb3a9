//! Properties that ask functions of the program and follow pointers, from outside.

use crate::scene::{Scene, text};

const LIST: &str = r#"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls;
static void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&lock);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&lock);
}
static void *worker(void *arg) { push((int)(long)arg); return 0; }
static int length(void) {
    int count = 0;
    for (struct node *node = head; node; node = node->next)
        count++;
    return count;
}
bool short_list(void) { return length() <= 3; }
bool shorter_list(void) { return length() <= 2; }
bool writes(void) { calls++; return true; }
bool endless(void) { for (;;) { } return true; }
bool locks(void) { pthread_mutex_lock(&lock); return true; }
bool allocates(void) { return malloc(8) != 0; }
bool crashes(void) { return head->value == 1; }
bool argument(int n) { return n == 0; }
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, (void *)1);
    pthread_create(&two, 0, worker, (void *)2);
    pthread_join(one, 0);
    pthread_join(two, 0);
    push(3);
    head->value = 4;
    head->value = 5;
    return calls;
}
"#;

fn verdict(scene: &Scene, arguments: &[&str]) -> (i32, String) {
    let output = scene.run(&[&["check", "program.c", "--races", "off"], arguments].concat());
    (output.status.code().expect("an exit code"), text(&output))
}

#[test]
fn functions_say_what_holds() {
    let scene = Scene::new(LIST);
    let cases: [(&[&str], i32); 7] = [
        (&["--property-fn", "short_list"], 0),
        (&["--property-fn", "shorter_list", "--trail", "t.json"], 1),
        (
            &[
                "--property-fn",
                "shorter_list",
                "--always",
                "shorter_list() || calls == 0",
            ],
            0,
        ),
        (
            &[
                "--property-fn",
                "shorter_list",
                "--ltl",
                "F !shorter_list()",
            ],
            0,
        ),
        (
            &["--property-fn", "short_list", "--ltl", "F !short_list()"],
            1,
        ),
        (
            &["--property-fn", "shorter_list", "--granularity", "line"],
            1,
        ),
        (&["--always", "short_list()"], 2),
    ];
    for (arguments, expected) in cases {
        let (code, told) = verdict(&scene, arguments);
        assert_eq!(code, expected, "{arguments:?} {told}");
    }
    assert_eq!(scene.run(&["replay", "t.json"]).status.code(), Some(1));
    let sampled = scene.run(&["sample", "program.c", "--property-fn", "shorter_list"]);
    assert_eq!(sampled.status.code(), Some(1), "{}", text(&sampled));
}

#[test]
fn what_a_function_may_not_do_is_refused() {
    let scene = Scene::new(LIST);
    for (function, said) in [
        ("writes", "writes to more than its own variables"),
        ("endless", "does not end"),
        ("locks", "writes to more than its own variables"),
        ("allocates", "writes to more than its own variables"),
        ("crashes", "fails"),
        ("argument", "has arguments"),
        ("nothing", "no function `nothing`"),
    ] {
        let (code, told) = verdict(&scene, &["--property-fn", function]);
        assert_eq!(code, 2, "{function} {told}");
        assert!(told.contains(said), "{function} {told}");
    }
}

#[test]
fn pointers_are_followed() {
    let scene = Scene::new(LIST);
    for (expression, expected) in [
        ("head == 0 || head.value <= 5", 0),
        ("head == 0 || head.value <= 4", 1),
        // While a thread is alone, no value is passed over either.
        ("head == 0 || head.value != 4", 1),
        ("head == 0 || (*head).value != 4", 1),
        ("head == 0 || head.next == 0 || head.next.value < 3", 0),
        ("head == 0 || head.next == 0 || head.next.value == 1", 1),
        ("head == 0 || head.nxt == 0", 2),
        ("head.value <= 5", 2),
    ] {
        let (code, told) = verdict(&scene, &["--always", expression]);
        assert_eq!(code, expected, "{expression} {told}");
    }
    let (_, told) = verdict(&scene, &["--always", "head.value <= 5"]);
    assert!(told.contains("follows a null pointer"), "{told}");
}

#[test]
fn pointers_have_elements() {
    let scene = Scene::new(
        "#include <pthread.h>
        #include <stdlib.h>
        struct item { short weight; int price; };
        static struct item *items;
        static int last;
        static void *fill(void *unused) {
          for (int i = 0; i < 3; i++) { items[i].price = i * 10; last = i; }
          return unused;
        }
        int main(void) {
          items = calloc(3, sizeof *items);
          pthread_t filler;
          pthread_create(&filler, 0, fill, 0);
          pthread_join(filler, 0);
        }",
    );
    for (expression, expected) in [
        ("items == 0 || items[2].price <= 20", 0),
        ("items == 0 || items[2].price < 20", 1),
        ("items == 0 || items[last].price == 10 * last", 0),
        ("items == 0 || items[last + 1].price <= 20", 2),
        ("items == 0 || items[3].price == 0", 2),
        ("last[1] == 0", 2),
    ] {
        let (code, told) = verdict(&scene, &["--always", expression]);
        assert_eq!(code, expected, "{expression} {told}");
    }
}
