//! The statements of the threads that wait for each other: conditions, atomic variables, latches,
//! barriers, semaphores, futures and requests to stop.

use super::super::Writing;
use super::{Feature, Lock, Start, Writer};

impl Writer {
    /// Sets the flag that others wait for and tells them, in one of the ways that people write,
    /// of which those without the lock may be lost.
    pub fn set_flag(&mut self) {
        let wake = self.pick(&["changed.notify_one();", "changed.notify_all();"]);
        let text = self.pick(&[
            "{ std::lock_guard guard(flag_lock); v_flag = 1; v_bool = true; WAKE }",
            "{ std::lock_guard guard(flag_lock); v_flag = 1; v_bool = true; } WAKE",
            "v_bool = true; v_flag = 1; WAKE",
        ]);
        self.line(&text.replace("WAKE", wake));
    }

    pub fn condition(&mut self) {
        if !self.may_take(Lock::Flag) {
            return self.plain();
        }
        if self.chance(0.25) {
            return self.set_flag();
        }
        let wait = self.pick(&[
            "while (!v_flag) changed.wait(lock);",
            "while (!v_bool) changed.wait(lock);",
            "if (!v_flag) changed.wait(lock);",
            "if (!v_bool) changed.wait(lock);",
            "changed.wait(lock, [] { return v_flag != 0; });",
            "changed.wait(lock, [] { return v_bool.load(); });",
            "r = changed.wait_for(lock, 5ms) == std::cv_status::timeout;",
            "r = changed.wait_for(lock, 5ms, [] { return v_flag != 0; });",
            "if (!v_flag) r = 2 + (changed.wait_until(lock, std::chrono::steady_clock::now()) == std::cv_status::timeout);",
            "v_flag = !v_flag; changed.notify_all();",
        ]);
        self.block("", |writer| {
            writer.line("std::unique_lock lock(flag_lock);");
            writer.line(wait);
            writer.held.push(Lock::Flag);
            writer.plain();
            writer.held.pop();
        });
    }

    pub fn any_condition(&mut self) {
        if !self.may_take(Lock::Recursive) {
            return self.plain();
        }
        let mut ways = vec![
            "while (!v_flag) changed_any.wait(lock);",
            "if (!v_flag) changed_any.wait(lock);",
            "changed_any.wait(lock, [] { return v_flag != 0; });",
            "r = changed_any.wait_for(lock, 5ms, [] { return v_flag != 0; });",
            "v_flag = 1; changed_any.notify_one();",
        ];
        if self.start == Start::Stoppable && self.thread != 0 {
            ways.push("r = changed_any.wait(lock, task.token, [] { return v_flag != 0; });");
        }
        let wait = self.pick(&ways);
        self.block("", |writer| {
            writer.line("std::unique_lock lock(recursive);");
            writer.line(wait);
            writer.plain();
        });
    }

    pub fn open_gate(&mut self) {
        let text = self.pick(&[
            "v_gate = 1; v_gate.notify_one();",
            "v_gate.store(1, std::memory_order_release); v_gate.notify_all();",
        ]);
        self.line(text);
        self.line("v_byte = 1; v_byte.notify_all();");
    }

    pub fn atomic_wait(&mut self) {
        let text = self.pick(&[
            "v_gate.wait(0);",
            "v_gate.wait(0, std::memory_order_acquire); r = v_gate;",
            "if (v_gate == 0) v_gate.wait(0);",
            "v_gate.wait(1);",
            "v_gate = 0; v_gate = 1; v_gate.notify_one();",
            "v_byte.wait(0);",
            "v_wide = 7; v_wide.notify_one();",
            "if (v_flag) v_wide.wait(0);",
            "v_set.test_and_set(); v_set.notify_all();",
            "if (v_gate) { v_set.wait(false); }",
        ]);
        self.line(text);
    }

    pub fn arrive(&mut self) {
        let token = self.name("token");
        let text = self.pick(&[
            "barrier.arrive_and_wait();",
            "barrier.arrive_and_wait();",
            "barrier.arrive_and_drop();",
            "auto TOKEN = barrier.arrive(); v0 = v0 + 1; barrier.wait(std::move(TOKEN));",
        ]);
        self.line(&text.replace("TOKEN", &token));
    }

    pub fn semaphore(&mut self) {
        let text = self.pick(&[
            "semaphore.acquire(); v0 = v0 + 1; semaphore.release();",
            "if (semaphore.try_acquire()) { r = v0; semaphore.release(); }",
            "if (semaphore.try_acquire_for(1ms)) { v0 = 2; semaphore.release(); }",
            "turn.acquire();",
            "r = turn.try_acquire();",
        ]);
        self.line(text);
    }

    pub fn keep_promise(&mut self) {
        let text = self.pick(&[
            "task.promise->set_value(r + 1);",
            "task.promise->set_value(r + 1);",
            "task.promise->set_exception(std::make_exception_ptr(6));",
            "task.promise->set_value_at_thread_exit(r + 2);",
        ]);
        // Only one can be the first; and the promise may never be kept.
        self.line(&format!(
            "try {{ {text} }} catch (std::future_error&) {{ r += 5; }}"
        ));
    }

    pub fn future(&mut self) {
        if self.thread == 1 && self.chance(0.3) {
            return self.keep_promise();
        }
        if self.thread == 1 && self.chance(0.7) {
            // To wait for oneself is a deadlock for sure.
            return self.line("r += task.future.wait_for(0s) == std::future_status::ready;");
        }
        let text = self.pick(&[
            "try { r = task.future.get(); } catch (int thrown) { r = 20 + thrown; }",
            "task.future.wait(); v0 = v0 + 1;",
            "r = task.future.wait_for(0s) == std::future_status::ready;",
            "if (task.future.wait_for(1ms) == std::future_status::ready) v0 = 4; else v0 = 5;",
            "{ auto other = task.future; r = other.valid(); }",
        ]);
        self.line(text);
    }

    /// Work that another thread may do.
    pub fn task(&mut self) {
        let future = self.name("future");
        let text = self.pick(&[
            "auto NAME = std::async(std::launch::async, [] { v0 = v0 + 1; return v0; }); r = NAME.get();",
            "auto NAME = std::async(std::launch::deferred, [] { v0 = v0 + 1; return v0; }); v1 = 2; r = NAME.get();",
            "auto NAME = std::async(std::launch::async, []() -> int { throw 2; }); try { r = NAME.get(); } catch (int thrown) { r = thrown; }",
            "std::packaged_task<int()> NAME([] { return v0 + 4; }); auto of_NAME = NAME.get_future(); NAME(); r = of_NAME.get();",
            "{ std::future<int> NAME; { std::promise<int> gone; NAME = gone.get_future(); } try { NAME.get(); } catch (std::future_error& error) { r = error.code() == std::future_errc::broken_promise; } }",
            "auto NAME = std::async(std::launch::async, [&place] { place += 2; }); v1 = v1 + 1; NAME.wait();",
            // What is copied, or referred to until it runs, may be another thread's as well.
            "auto NAME = std::async(std::launch::async, [](int seen) { return seen; }, v0); v0 = v0 + 2; r = NAME.get();",
            "auto NAME = std::async(std::launch::async, [](int seen) { return seen; }, std::ref(v0)); v0 = 3; r = NAME.get();",
            "auto NAME = std::async(std::launch::deferred, [](int seen) { return seen; }, std::ref(v1)); v1 = r; r = NAME.get();",
            "{ std::promise<int> NAME; NAME.set_value(v1); r = NAME.get_future().get(); }",
        ]);
        if self.thread == 2 {
            return self.plain();
        }
        self.line(&text.replace("NAME", &future));
    }

    pub fn stopping(&mut self) {
        if self.thread == 0 {
            let text = self.pick(&[
                "t1.request_stop();",
                "r = t1.get_stop_token().stop_requested();",
                "std::stop_callback callback(t1.get_stop_token(), [] { v1 = v1 + 1; });",
                "v0 = v0 + 1;",
            ]);
            return self.line(&format!("{{ {text} }}"));
        }
        let text = self.pick(&[
            "r = task.token.stop_requested();",
            "if (task.token.stop_requested()) v0 = 4;",
            "std::stop_callback callback(task.token, [] { v0 = v0 + 1; }); r = v0;",
            "std::stop_callback callback(task.token, [&r] { r = 9; });",
        ]);
        self.line(&format!("{{ {text} }}"));
    }

    pub fn nested_thread(&mut self) {
        if self.thread != 1 || !self.held.is_empty() || self.has(Feature::Tasks) {
            return self.plain();
        }
        let text = self.pick(&[
            "std::thread([] { v0 = v0 + 1; }).join();",
            "std::jthread inner([&place] { place++; }); v1 = v1 + 1;",
            "std::thread inner([&r, &place] { r = place; }); inner.join();",
            "std::thread inner([](int seen, int& kept) { kept = seen; }, std::ref(v0), std::ref(r)); v1 = v1 + 1; inner.join();",
            "int other = r; std::thread inner(std::swap<int>, std::ref(v1), std::ref(other)); v0 = v0 + 1; inner.join(); r = other;",
        ]);
        self.line(&format!("{{ {text} }}"));
    }
}
