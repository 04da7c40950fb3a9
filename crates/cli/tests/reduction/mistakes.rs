//! Programs in which a deliberate mistake in the reduction loses an error, one or two for each.

use crate::properties::Property;
use trailhound_machine::Breakage;

const HEAD: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include \"trailhound.h\"
static int plain;
static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_t a, b;
struct node { int value; struct node *next; };
static struct node *_Atomic top;
";

/// A mistake and the text behind the head.
const PROGRAMS: [(Breakage, &str); 11] = [
    (
        Breakage::LaterConflicts,
        "static void *first(void *u) { x = 1; return u; }
         static void *second(void *u) { y = 1; assert(x == 1); return u; }",
    ),
    // Who comes second is blocked for ever.
    (
        Breakage::Attempts,
        "static void *first(void *u) { pthread_mutex_lock(&m); return u; }
         static void *second(void *u) {
             for (int i = 0; i < 20; i++) y = i;
             pthread_mutex_lock(&m); assert(0); return u;
         }",
    ),
    // The second thread detaches the first before or after its end.
    (
        Breakage::Lives,
        "static void *first(void *u) { x = 1; y = x; return u; }
         static void *second(void *u) { y = 2; pthread_detach(a); assert(x == 1); return u; }",
    ),
    // What the second one does is known only behind its wait.
    (
        Breakage::Moves,
        "static void *first(void *u) {
             pthread_mutex_lock(&m); y = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
             x = 1; x = 2; return u;
         }
         static void *second(void *u) {
             pthread_mutex_lock(&m);
             while (!y) pthread_cond_wait(&c, &m);
             pthread_mutex_unlock(&m);
             assert(x != 1); return u;
         }",
    ),
    (
        Breakage::Assumptions,
        "static void *first(void *u) { x = 1; plain = 1; return u; }
         static void *second(void *u) { y = 1; th_assume(plain != 0); return u; }",
    ),
    // The second one reads what it wrote before others could reach it.
    (
        Breakage::PrivateMemory,
        "static void *first(void *u) {
             struct node *node = malloc(sizeof *node);
             node->value = 1; node->next = 0; top = node; node->value = 2; return u;
         }
         static void *second(void *u) {
             struct node *node = malloc(sizeof *node);
             node->value = 3; node->next = 0; y = 1;
             node->next = top; top = node;
             assert(!node->next || node->next->value != 1); return u;
         }",
    ),
    (
        Breakage::Headers,
        "static void *first(void *u) { struct node *node = top; y = 1; if (node) free(node); return u; }
         static void *second(void *u) {
             struct node *node = calloc(1, sizeof *node);
             top = node; x = 1; node->value = 2; return u;
         }",
    ),
    // Few schedules show that the third thread matters to the second.
    (
        Breakage::Sweeps,
        "static void *third(void *u) { y = 1; y = 2; return u; }
         static void *first(void *u) {
             pthread_t t; pthread_create(&t, 0, third, 0);
             x = 1; x = 2; x = 3; x = 4; x = 5; return u;
         }
         static void *second(void *u) {
             if (x == 1 && x == 2 && x == 3 && x == 4 && x == 5) assert(y != 1);
             return u;
         }",
    ),
    // The second one reads `y` when it is left alone, in one step with all that comes before.
    (
        Breakage::Alone,
        "static void *third(void *u) { y = 1; return u; }
         static void *first(void *u) {
             pthread_t t; pthread_create(&t, 0, third, 0);
             x = 1; x = 2; x = 3; x = 4; x = 5; return u;
         }
         static void *second(void *u) {
             if (x == 1 && x == 2 && x == 3 && x == 4 && x == 5) assert(y == 1);
             return u;
         }",
    ),
    (
        Breakage::Waiters,
        "static void *first(void *u) {
             pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return u;
         }
         static void *second(void *u) { pthread_cond_signal(&c); return u; }",
    ),
    // Both are 1 at the same time only between steps that are independent otherwise.
    (
        Breakage::Visibility,
        "static void *first(void *u) { x = 1; x = 0; return u; }
         static void *second(void *u) { y = 1; y = 0; return u; }",
    ),
];

/// What is asked for where a mistake is looked for.
pub fn property(breakage: Breakage) -> Property {
    match breakage {
        Breakage::Visibility => Property::Sums("x", "y"),
        _ => Property::None,
    }
}

const MAIN: &str = "
int main(void) {
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    return 0;
}
";

const JOINING_MAIN: &str = "
int main(void) {
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

const LEAVING_MAIN: &str = "
int main(void) {
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_exit(0);
}
";

/// Programs that are meant to show a mistake.
pub fn programs(breakage: Breakage) -> impl Iterator<Item = String> {
    let meant = PROGRAMS.iter().filter(move |program| program.0 == breakage);
    meant.flat_map(|(_, text)| {
        [MAIN, JOINING_MAIN, LEAVING_MAIN].map(|main| format!("{HEAD}{text}{main}"))
    })
}
