//! Concurrent C++ programs: their declarations, threads and main. Most have main and one more
//! thread, which both have something to do, so that all their instructions can be interleaved.

mod objects;
mod statements;
mod waiting;

use super::{Batch, Pen, Program, Writing};
use crate::compilers::has_libcxx;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use std::sync::LazyLock;

/// What the threads of a program are about; each program has a few of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Atomics,
    AtomicWaits,
    Mutexes,
    TryLocks,
    RecursiveLocks,
    TimedLocks,
    SharedLocks,
    Conditions,
    AnyConditions,
    Futures,
    Tasks,
    Once,
    Statics,
    Latches,
    Barriers,
    Semaphores,
    Counted,
    Stopping,
    Exceptions,
    ThreadLocals,
    Pointers,
    Collections,
    Virtuals,
    Spinning,
    Branches,
    Loops,
    Tosses,
    Asserts,
    Printing,
    EarlyEnds,
    NestedThreads,
}

const FEATURES: [Feature; 31] = [
    Feature::Atomics,
    Feature::AtomicWaits,
    Feature::Mutexes,
    Feature::TryLocks,
    Feature::RecursiveLocks,
    Feature::TimedLocks,
    Feature::SharedLocks,
    Feature::Conditions,
    Feature::AnyConditions,
    Feature::Futures,
    Feature::Tasks,
    Feature::Once,
    Feature::Statics,
    Feature::Latches,
    Feature::Barriers,
    Feature::Semaphores,
    Feature::Counted,
    Feature::Stopping,
    Feature::Exceptions,
    Feature::ThreadLocals,
    Feature::Pointers,
    Feature::Collections,
    Feature::Virtuals,
    Feature::Spinning,
    Feature::Branches,
    Feature::Loops,
    Feature::Tosses,
    Feature::Asserts,
    Feature::Printing,
    Feature::EarlyEnds,
    Feature::NestedThreads,
];

/// Programs in one file: the compiler takes longer for the library than for them.
pub const BATCH: u64 = 4;

static HAS_LIBCXX: LazyLock<bool> = LazyLock::new(has_libcxx);

/// Writes the programs of some seeds, from a first one on.
pub fn batch(first: u64) -> Batch {
    let mut text = DECLARATIONS.to_owned();
    let mut selection = String::new();
    let mut programs = Vec::new();
    // Every fourth file goes with the other library, where there is one.
    let other_library = first / BATCH % 4 == 3 && *HAS_LIBCXX;
    for seed in first..first + BATCH {
        let (part, mut program) = program(seed);
        if other_library {
            program.options = vec!["-stdlib=libc++", "-fexperimental-library"];
        }
        text.push_str(&part);
        selection.push_str(&format!("    case {seed}: return program{seed}::run();\n"));
        programs.push(program);
    }
    text.push_str(&format!(
        "\nint main(int, char** arguments) {{\n    switch (std::atoi(arguments[1])) {{\n{selection}    }}\n}}\n"
    ));
    Batch { text, programs }
}

/// The namespace of one program.
fn program(seed: u64) -> (String, Program) {
    let mut dice = StdRng::seed_from_u64(seed);
    let threads = if dice.random_bool(0.15) { 2 } else { 1 };
    let count = dice.random_range(1..=4);
    let mut features = FEATURES.to_vec();
    features.shuffle(&mut dice);
    features.truncate(count);
    let start = if features.contains(&Feature::Stopping) {
        Start::Stoppable
    } else {
        [
            Start::Thread,
            Start::Thread,
            Start::Lambda,
            Start::Async,
            Start::Task,
            Start::Stoppable,
        ][dice.random_range(0..6)]
    };
    let disorderly = dice.random_bool(0.15);
    let mut writer = Writer {
        pen: Pen::new(dice),
        features,
        start,
        disorderly,
        thread: 0,
        held: Vec::new(),
    };
    writer.program(seed, threads);
    let text = writer.pen.text;
    let program = Program {
        seed,
        options: Vec::new(),
        argument: Some(seed.to_string()),
        small: threads == 1,
        most_states: if threads == 1 { "40000" } else { "150000" },
        waits: text.contains("changed.wait(") || text.contains("changed_any.wait("),
    };
    (text, program)
}

/// How the threads of a program come into being.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Thread,
    /// A thread with a lambda that refers to main's locals.
    Lambda,
    /// `std::async`, whose future carries the result or what was thrown.
    Async,
    /// A `std::packaged_task` in a thread.
    Task,
    /// `std::jthread`, with a token.
    Stoppable,
}

/// A lock of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Lock {
    First,
    Second,
    Recursive,
    Timed,
    Shared,
    Flag,
}

struct Writer {
    pen: Pen,
    features: Vec<Feature>,
    start: Start,
    /// Locks may be taken in any order.
    disorderly: bool,
    /// Whose statements are being written; main is 0.
    thread: usize,
    /// The locks that are held where the next statement goes.
    held: Vec<Lock>,
}

impl Writing for Writer {
    fn pen(&mut self) -> &mut Pen {
        &mut self.pen
    }
}

const DECLARATIONS: &str = r#"#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <future>
#include <iostream>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
#include "trailhound.h"
using namespace std::chrono_literals;

int v0, v1, v_flag, v_dropped;
int v_result[4], v_end[8];
std::atomic<int> v_atomic0, v_atomic1, v_place, v_gate;
std::atomic<std::uint8_t> v_byte;
std::atomic<std::uint16_t> v_short;
std::atomic<std::uint64_t> v_wide;
std::atomic<bool> v_bool;
std::atomic_flag v_set;
std::mutex first, second, flag_lock;
std::recursive_mutex recursive;
std::timed_mutex timed;
std::shared_mutex shared_lock;
std::condition_variable changed;
std::condition_variable_any changed_any;
std::once_flag once;
std::latch latch(2);
struct Completion {
    void operator()() noexcept { v1 = v1 + 1; }
};
std::barrier<Completion> barrier(2);
std::counting_semaphore<4> semaphore(1);
std::binary_semaphore turn(0);
std::vector<int> numbers;
std::map<int, std::string> words;
std::atomic<int*> pointer;
std::unique_ptr<int> owned;
std::exception_ptr saved;
thread_local int own = 3;

struct Noisy {
    int weight;
    explicit Noisy(int weight) : weight(weight) {}
    Noisy(const Noisy&) = delete;
    ~Noisy() { v_dropped = v_dropped + weight; }
};
struct Base {
    virtual ~Base() { v1 = v1 + 1; }
    virtual int value() { return 1; }
};
struct Derived : Base {
    int value() override { return 2; }
};
std::atomic<Base*> object;
Noisy last_of_all(7);
struct Shared {
    std::atomic<int> count{0};
    std::mutex lock;
    int plain = 0;
    Noisy noisy{1};
};
#ifdef _LIBCPP_VERSION
// libc++ has none yet.
struct Slot {
    std::mutex lock;
    std::shared_ptr<Shared> held;
    std::shared_ptr<Shared> load() { std::lock_guard guard(lock); return held; }
    std::shared_ptr<Shared> exchange(std::shared_ptr<Shared> next) {
        std::lock_guard guard(lock);
        std::swap(held, next);
        return next;
    }
    void operator=(std::shared_ptr<Shared> next) { exchange(std::move(next)); }
} slot;
#else
std::atomic<std::shared_ptr<Shared>> slot;
#endif
struct Made {
    int value;
    Made() : value(v_atomic0.fetch_add(1) + 5) {}
};
Made& made() {
    static Made only;
    return only;
}
int risky() {
    static int only = [] { if (v_atomic1++ == 0) throw 3; return 4; }();
    return only;
}
struct Task {
    std::atomic<int>* place;
    std::shared_ptr<Shared> shared;
    std::promise<int>* promise;
    std::shared_future<int> future;
    std::stop_token token;
};
"#;

impl Writer {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn program(&mut self, seed: u64, threads: usize) {
        self.pen.text.push('\n');
        self.block(&format!("namespace program{seed}"), |writer| {
            for thread in 1..=threads {
                writer.thread = thread;
                let opening = format!("int thread{thread}(Task task)");
                writer.block(&opening, |writer| writer.thread_body());
            }
            writer.thread = 0;
            writer.block("int run()", |writer| writer.main_body(threads));
        });
    }

    fn thread_body(&mut self) {
        self.opening();
        let count = 1 + self.below(4);
        self.held.clear();
        // What is thrown leaves a thread only by way of a future.
        let carries = matches!(self.start, Start::Async | Start::Task);
        if carries || !self.has(Feature::Exceptions) {
            self.thread_statements(count);
        } else {
            self.block("try", |writer| writer.thread_statements(count));
            self.line("catch (int thrown) { r += 10 * thrown; }");
        }
        self.line(&format!("v_result[{}] = r;", self.thread.min(3)));
        self.line("return r;");
    }

    fn thread_statements(&mut self, count: usize) {
        self.obligations();
        for _ in 0..count {
            self.statement(1);
        }
    }

    fn opening(&mut self) {
        self.line("auto& place = *task.place;");
        self.line(&format!("int r = {};", self.thread));
    }

    /// What others wait for, so that not every program ends in a deadlock.
    fn obligations(&mut self) {
        let first = self.thread == 1;
        if first && self.has(Feature::Conditions) && self.chance(0.9) {
            self.set_flag();
        }
        if first && self.has(Feature::AnyConditions) && self.chance(0.9) {
            self.line(
                "{ std::lock_guard guard(recursive); v_flag = 1; changed_any.notify_all(); }",
            );
        }
        if first && self.has(Feature::AtomicWaits) && self.chance(0.9) {
            self.open_gate();
        }
        if first && self.has(Feature::Spinning) {
            self.line("v_atomic1.store(5, std::memory_order_release);");
        }
        if self.thread <= 1 && self.has(Feature::Latches) && self.chance(0.95) {
            let text = self.pick(&["latch.count_down();", "latch.arrive_and_wait();"]);
            self.line(text);
        }
        if self.thread <= 1 && self.has(Feature::Barriers) && self.chance(0.95) {
            self.arrive();
        }
        if first && self.has(Feature::Semaphores) && self.chance(0.8) {
            self.line("turn.release();");
        }
        if first && self.has(Feature::Futures) && self.chance(0.9) {
            self.keep_promise();
        }
    }

    fn main_body(&mut self, threads: usize) {
        let local = self.chance(0.3);
        if local {
            self.line("std::atomic<int> local{0};");
        }
        let place = if local { "local" } else { "v_place" };
        self.line(&format!(
            "Task task{{&{place}, nullptr, nullptr, {{}}, {{}}}};"
        ));
        if self.has(Feature::Counted) {
            self.line("task.shared = std::make_shared<Shared>();");
        }
        if self.has(Feature::Futures) {
            self.line("std::promise<int> promise;");
            self.line("task.promise = &promise;");
            self.line("task.future = promise.get_future().share();");
        }
        self.opening();
        for thread in 1..=threads {
            self.start_thread(thread);
        }
        self.held.clear();
        self.obligations();
        if threads == 1 || self.chance(0.3) {
            self.block("try", |writer| {
                for _ in 0..1 + writer.below(3) {
                    writer.statement(1);
                }
            });
            self.line("catch (int thrown) { r += 10 * thrown; }");
        }
        self.line("v_result[0] = r;");
        for thread in 1..=threads {
            self.end_thread(thread, local);
        }
        if local {
            self.line("v_end[7] = local;");
        }
        if self.has(Feature::Collections) {
            self.line("for (int number : numbers) v_end[3] = 10 * v_end[3] + number;");
            self.line("for (auto& [key, word] : words) v_end[4] += key + int(word.size());");
        }
        if self.has(Feature::Counted) {
            self.line("v_end[5] = int(task.shared.use_count()) + 8 * (slot.load() != nullptr);");
        }
        let status = self.pick(&["0", "0", "v0 & 1"]);
        self.line(&format!("return {status};"));
    }

    fn start_thread(&mut self, n: usize) {
        let text = match self.start {
            Start::Thread => format!("std::thread t{n}(thread{n}, task);"),
            Start::Lambda => {
                format!(
                    "int returned{n} = 0; std::thread t{n}([&] {{ returned{n} = thread{n}(task); }});"
                )
            }
            Start::Async => {
                format!("auto t{n} = std::async(std::launch::async, thread{n}, task);")
            }
            Start::Task => format!(
                "std::packaged_task<int(Task)> job{n}(thread{n}); auto result{n} = job{n}.get_future(); \
                 std::thread t{n}(std::move(job{n}), task);"
            ),
            Start::Stoppable => format!(
                "std::jthread t{n}([](std::stop_token token, Task task) {{ task.token = token; thread{n}(task); }}, task);"
            ),
        };
        self.line(&text);
    }

    fn end_thread(&mut self, n: usize, local: bool) {
        let get = |future: &str| {
            format!(
                "try {{ v_end[{n}] = {future}.get(); }} catch (int thrown) {{ v_end[{n}] = 70 + thrown; }}"
            )
        };
        // Then it may meet the end of the program, and the objects that go with it.
        let leaves = self.chance(0.25) && !local && !self.has(Feature::Futures);
        let lines = match self.start {
            Start::Thread if leaves => vec![format!("t{n}.detach();")],
            Start::Thread => vec![format!("t{n}.join();")],
            Start::Lambda => vec![
                format!("t{n}.join();"),
                format!("v_end[{n}] = returned{n};"),
            ],
            Start::Async => match self.below(4) {
                0 => vec![format!("t{n}.wait();")],
                // The future's destructor waits.
                1 => Vec::new(),
                _ => vec![get(&format!("t{n}"))],
            },
            Start::Task => match self.chance(0.5) {
                true => vec![get(&format!("result{n}")), format!("t{n}.join();")],
                false => vec![format!("t{n}.join();"), get(&format!("result{n}"))],
            },
            Start::Stoppable => match self.below(3) {
                0 => Vec::new(),
                1 => vec![format!("t{n}.request_stop();"), format!("t{n}.join();")],
                _ => vec![format!("t{n}.join();")],
            },
        };
        lines.iter().for_each(|line| self.line(line));
        if self.chance(0.4) {
            self.plain();
        }
    }
}
