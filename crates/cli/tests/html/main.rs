//! `--format html`: pages of real trails in a real browser, with clicks and keys.

#[path = "../scene/mod.rs"]
mod scene;

mod browser;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;
use trailhound_checker::Answer;
use trailhound_html::{Test, TestRun, index};

use browser::{Browser, END, HOME, LEFT, RIGHT, SHIFT};
use scene::{Scene, text};

/// A page in a folder of its own.
struct Page {
    folder: TempDir,
}

impl Page {
    fn path(&self) -> PathBuf {
        self.folder.path().join("page.html")
    }

    fn of(content: &[u8]) -> Page {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("page.html"), content).expect("a file");
        Page { folder }
    }
}

/// The page of a program of the repository, in which there is an error.
fn example(arguments: &[&str]) -> Page {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root)
        .arg("check")
        .args(arguments)
        .args(["--format", "html"])
        .output()
        .expect("trailhound runs");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    Page::of(&output.stdout)
}

/// The page of a C program, in which there is an error.
fn written(source: &str, arguments: &[&str]) -> Page {
    let scene = Scene::new(source);
    let command = [&["check", "program.c", "--format", "html"], arguments].concat();
    let output = scene.run(&command);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    Page::of(&output.stdout)
}

const POSITION: &str = "document.getElementById('position').textContent";
const CURRENT: &str = "document.querySelector('.row.current').dataset.step";
const MARKED: &str = "document.querySelector('.line.step .number').textContent";

#[test]
fn keys_and_clicks_walk_along_the_trail() {
    let page = example(&["examples/bounded_queue.c"]);
    let browser = Browser::start(1500, 950);
    browser.open(&page.path());

    // At the error first.
    browser.expect(POSITION, "step 21 of 21");
    assert!(browser.text("h1").contains("assertion `count > 0` failed"));
    assert!(
        browser
            .text("#now")
            .contains("assertion `count > 0` failed")
    );
    assert_eq!(browser.text(".line.fault .number"), "44");
    assert_eq!(browser.count("#labels > div"), 3);

    browser.press(&[HOME]);
    browser.expect(POSITION, "step 0 of 21");
    browser.press(&[RIGHT]);
    browser.press(&[RIGHT]);
    browser.expect(POSITION, "step 2 of 21");
    browser.expect(CURRENT, "2");
    // `pthread_mutex_lock(&lock)` of the first consumer.
    browser.expect(MARKED, "41");
    assert!(browser.text("#now").contains("locks lock"));
    assert!(
        browser.text("#graph title").contains("thread 1")
            || browser.text("#graph").contains("lock")
    );
    browser.press(&[SHIFT, RIGHT]);
    browser.expect(POSITION, "step 5 of 21");
    browser.press(&[SHIFT, LEFT]);
    browser.expect(POSITION, "step 2 of 21");
    browser.press(&[LEFT]);
    browser.expect(POSITION, "step 1 of 21");
    browser.press(&[END]);
    browser.expect(POSITION, "step 21 of 21");

    browser.click("#back");
    browser.expect(POSITION, "step 20 of 21");
    browser.click("#to-start");
    browser.expect(POSITION, "step 0 of 21");
    assert_eq!(
        browser.value("document.getElementById('back').disabled"),
        true
    );
    browser.click("#switch-forward");
    browser.expect(POSITION, "step 2 of 21");
    browser.click(".row[data-step=\"8\"]");
    browser.expect(POSITION, "step 8 of 21");
    // `items[count++] = item` makes count 1.
    browser.expect(MARKED, "35");
    let values = browser.text("#values tr.changed");
    assert!(values.contains("count") && values.contains('1'), "{values}");
    assert_eq!(browser.value("location.hash"), "#8");
    // The middle of the strip is somewhere in the middle of the trail.
    browser.run("const box = strip.getBoundingClientRect(); const at = stepWidth() * 12.5; \
        const event = (type) => strip.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: box.left + at, buttons: 1 })); \
        strip.setPointerCapture = () => {}; event('pointerdown');");
    browser.expect(POSITION, "step 12 of 21");
    browser.click_beside("#strip", 0, 0);
    browser.expect(&format!("{POSITION} !== 'step 12 of 21'"), true);
}

#[test]
fn who_waits_for_whom_is_a_picture() {
    let page = example(&["examples/philosophers.c"]);
    let browser = Browser::start(1500, 950);
    browser.open(&page.path());
    browser.expect(
        "document.querySelectorAll('#graph path.knot').length > 3",
        true,
    );
    let told = browser.value("document.querySelector('#graph svg').getAttribute('aria-label')");
    let told = told.as_str().unwrap_or_default();
    assert!(
        told.contains("thread 1 waits for") && told.contains("thread 1 holds"),
        "{told}"
    );
    // Step by step: no thread waits at first, and the first lock has one holder.
    browser.press(&[HOME]);
    browser.expect("document.querySelectorAll('#graph path.waits').length", 0);
    browser
        .run("goTo(steps.findIndex((step) => step.events.some((event) => event.kind === 'lock')))");
    browser.expect("document.querySelectorAll('#graph path.holds').length", 1);
}

/// One thread counts a long way while another waits.
const LONG: &str = r#"
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *counter(void *arg) {
    for (int i = 0; i < 1250; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, counter, 0);
    pthread_join(thread, 0);
    assert(count == 0);
    return 0;
}
"#;

#[test]
fn five_thousand_steps_are_smooth() {
    let page = written(LONG, &["--search", "dfs", "--no-shorten"]);
    let browser = Browser::start(1500, 950);
    browser.open(&page.path());
    let steps = browser.value("steps.length").as_u64().expect("a number");
    assert!(steps >= 5000, "{steps}");
    // The document stays light wherever one is.
    let elements = || browser.value("document.getElementsByTagName('*').length");
    for step in [0, 2500, 4999] {
        browser.run(&format!("goTo({step})"));
        browser.expect(CURRENT, step.to_string());
        let elements = elements().as_u64().expect("a number");
        assert!(elements < 3000, "{elements} elements at step {step}");
    }
    browser.press(&[LEFT]);
    browser.expect(CURRENT, "4998");
    browser.press(&[HOME]);
    browser.expect(CURRENT, "0");
    // A step forward takes no more than a thirtieth of a second of a busy processor, and a leap no more than a
    // fifteenth; half of that is usual.
    for (to, rate) in [("2000 + i", 30.0), ("(i * 997) % steps.length", 15.0)] {
        let start = browser.processor_time();
        browser.run(&format!(
            "for (let i = 0; i < 100; i++) {{ view.step = {to}; show(); document.body.offsetHeight; }}"
        ));
        let each = (browser.processor_time() - start) / 100.0;
        assert!(each < 1.0 / rate, "going to step {to} takes {each} s");
    }
}

/// Strings that would be markup, scripts or instructions for a terminal if they could.
const HOSTILE: &str = r#"
#include <assert.h>
#include <pthread.h>
/* </script><script>window.pwned = 1</script> <!-- <script> DIRECTION evil &lt; */
static int shared;
static void *run(void *arg) {
    shared = 1; /* <img src=x onerror="window.pwned=1"> */
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert(shared == 0 && "</script><img src=x onerror='window.pwned=1'>&amp;</title>");
    return 0;
}
"#;

#[test]
fn strings_of_the_program_are_only_text() {
    let page = written(
        &HOSTILE.replace("DIRECTION", "\u{202e}"),
        &["--", "--title=</title><script>window.pwned=1</script>"],
    );
    let browser = Browser::start(1200, 900);
    browser.open(&page.path());
    browser.expect("typeof view", "object");
    for _ in 0..3 {
        browser.press(&[LEFT]);
    }
    assert_eq!(browser.value("typeof window.pwned"), "undefined");
    assert_eq!(browser.count("img"), 0);
    assert_eq!(browser.count("script"), 2);
    let shown = browser.text("h1");
    assert!(
        shown.contains("</script><img src=x onerror='window.pwned=1'>&amp;"),
        "{shown}"
    );
    let source = browser.text("#code");
    assert!(
        source.contains("<script>window.pwned = 1</script>"),
        "{source}"
    );
    assert!(
        source.contains("\\u{202e}") && !source.contains('\u{202e}'),
        "{source}"
    );
    assert!(browser.text("title").contains("--title=</title><script>"));
    // Even if there were markup, its scripts would not run.
    browser.run("document.body.insertAdjacentHTML('beforeend', '<img id=\"bad\" src=\"x\" onerror=\"window.pwned=1\">')");
    browser.expect("document.getElementById('bad').complete", true);
    browser.run("const added = document.createElement('script'); added.textContent = 'window.pwned=1'; document.body.append(added)");
    assert_eq!(browser.value("typeof window.pwned"), "undefined");
}

#[test]
fn it_is_dark_and_light_narrow_and_printed() {
    let page = example(&["examples/bounded_queue.c"]);
    let browser = Browser::start(1300, 900);
    browser.open(&page.path());
    let paper = "getComputedStyle(document.body).backgroundColor";
    browser.emulate("prefers-color-scheme", "light");
    browser.expect(paper, "rgb(246, 243, 236)");
    browser.emulate("prefers-color-scheme", "dark");
    browser.expect(paper, "rgb(21, 22, 26)");
    for width in [1300, 800, 380] {
        browser.resize(width, 800);
        browser.expect("innerWidth", width);
        browser.expect("document.documentElement.scrollWidth <= innerWidth", true);
    }
    // On paper every step is there.
    browser.run("addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('.row').length; })");
    let document = browser.print();
    assert!(
        document.len() > 10_000 && document.starts_with("JVBER"),
        "no PDF"
    );
    assert_eq!(browser.value("window.printed"), 22);
    browser.expect("document.querySelectorAll('.row').length < 22", true);
    // In their order, the source below them and the rest below the source, also where the paper is narrow.
    browser.emulate_paper();
    browser.resize(700, 900);
    browser.run("dispatchEvent(new Event('beforeprint'))");
    let order =
        "[...document.querySelectorAll('.row')].every((row, index) => row.dataset.step == index)";
    browser.expect(order, true);
    for (upper, lower) in [("#rows", "#source"), ("#code > :last-child", "#side")] {
        let edge = |of: &str| format!("document.querySelector('{of}').getBoundingClientRect()");
        let below = format!("{}.top >= {}.bottom", edge(lower), edge(upper));
        browser.expect(&below, true);
    }
}

#[test]
fn the_index_of_a_run_leads_to_trails() {
    let trail = example(&["examples/bounded_queue.c"]);
    let test = |name: &str, answer, page: Option<&str>| Test {
        target: "queue (lib)".to_owned(),
        name: name.to_owned(),
        answer,
        remark: None,
        message: None,
        states: Some(12_345),
        seconds: 0.12,
        page: page.map(str::to_owned),
    };
    let run = TestRun {
        subject: "queue".to_owned(),
        seconds: 2.5,
        tests: vec![
            test("keeps_order", Answer::Ok, None),
            test("wakes_one", Answer::Error, Some("page.html")),
        ],
    };
    let path = trail.folder.path().join("index.html");
    fs::write(&path, index(&run)).expect("a file");
    let browser = Browser::start(1000, 700);
    browser.open(&path);
    assert_eq!(browser.count("tbody tr"), 2);
    browser.click("tbody tr a");
    browser.expect(
        "document.getElementById('position')?.textContent",
        "step 21 of 21",
    );
}

#[test]
fn answers_without_a_trail_have_pages_too() {
    let scene = Scene::new("int main(void) { return 0; }");
    let output = scene.run(&["check", "program.c", "--format", "html"]);
    let page = text(&output);
    assert_eq!(output.status.code(), Some(0), "{page}");
    assert!(
        page.starts_with("<!doctype html>") && page.contains("no error in any schedule"),
        "{page}"
    );
    assert!(!page.contains("<script"), "{page}");
    let output = scene.run(&["check", "absent.c", "--format", "html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("unsupported"));
    let output = scene.run(&["lint", "program.c", "--format", "html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("[possible values: text, json]"),
        "{}",
        text(&output)
    );
}
