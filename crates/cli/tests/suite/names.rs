//! What trails call the parts of local variables and of heap blocks.

use std::path::Path;
use std::process::Command;

fn check(arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(folder)
        .arg("check")
        .args(arguments)
        .output()
        .expect("trailhound starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn check_text(name: &str, text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("written");
    check(&[name], folder.path())
}

fn assert_has(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "`{wanted}` is missing in\n{text}");
    }
}

#[test]
fn members_of_locals_have_names() {
    let text = check_text(
        "locals.cpp",
        "#include <mutex>
        #include <thread>
        struct Account { int id; std::mutex lock; int balance = 100; };
        void move(Account &a, Account &b) {
          std::lock_guard<std::mutex> first(a.lock);
          std::lock_guard<std::mutex> second(b.lock);
          a.balance--; b.balance++;
        }
        int main() {
          Account mine, yours;
          std::thread other([&] { move(mine, yours); });
          move(yours, mine);
          other.join();
        }",
    );
    let wanted = ["waits for mutex mine.lock", "holds yours.lock"];
    assert_has(&text, &wanted);
}

/// Two blocks of one size, one after the other at the same place: the second one's type counts.
#[test]
fn blocks_have_the_types_of_the_pointers_to_them() {
    let text = check_text(
        "blocks.c",
        "#include <assert.h>
        #include <pthread.h>
        #include <stdlib.h>
        struct size { long width, height; };
        struct account { long id; long balance; struct account *next; };
        static struct size *size;
        static struct account *first;
        static void *pay(void *unused) { first->balance = 5; first->next->balance = 7; return unused; }
        int main(void) {
          size = calloc(1, sizeof *size);
          size->width = 1;
          free(size);
          first = calloc(1, sizeof *first);
          first->next = calloc(1, sizeof *first);
          pthread_t payer;
          pthread_create(&payer, 0, pay, 0);
          long before = first->balance;
          long after = first->next->balance;
          assert(before == 0 || after == 0);
          assert(before == 5 || after == 0);
          pthread_join(payer, 0);
        }",
    );
    assert_has(&text, &[".balance: 0 → 5", ".balance: 0 → 7", " (first): "]);
    assert_has(&text, &[" (first.next): "]);
    assert!(!text.contains("width"), "{text}");
}

#[test]
fn what_rust_keeps_in_vectors_and_behind_arc_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = check(&["examples/philosophers.rs"], &root);
    let wanted = ["locks heap#5\n", "heap#5 (forks[0])", "heap#7 (forks[2])"];
    assert_has(&text, &wanted);
}
