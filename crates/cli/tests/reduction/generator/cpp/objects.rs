//! The statements of the threads about objects: reference counts, pointers, containers, statics,
//! exceptions and virtual functions.

use super::super::Writing;
use super::{Lock, Writer};

impl Writer {
    pub fn once(&mut self) {
        let text = self.pick(&[
            "std::call_once(once, [] { v0 = v0 + 1; });",
            "std::call_once(once, [&r] { r = 8; });",
            "try { std::call_once(once, [] { throw 1; }); } catch (int) { v1 = v1 + 1; }",
        ]);
        self.line(text);
    }

    pub fn static_local(&mut self) {
        let text = self.pick(&[
            "r = made().value;",
            "made().value = made().value + 1;",
            "try { r = risky(); } catch (int thrown) { r = thrown; }",
        ]);
        self.line(text);
    }

    pub fn counted(&mut self) {
        let weak = self.name("weak");
        let text = self.pick(&[
            "{ auto copy = task.shared; }",
            "task.shared.reset();",
            "r = int(task.shared.use_count());",
            "std::weak_ptr<Shared> WEAK = task.shared; task.shared.reset(); if (auto again = WEAK.lock()) r = again->count; else r = 7;",
            "if (task.shared) task.shared->count++;",
            "if (task.shared) { std::lock_guard guard(task.shared->lock); r = ++task.shared->plain; }",
            "{ std::weak_ptr<Shared> weak = task.shared; r = weak.expired(); }",
            "{ auto moved = std::move(task.shared); if (moved) r = moved->noisy.weight; }",
            "{ std::shared_ptr<int> part; if (task.shared) part = {task.shared, &task.shared->plain}; task.shared.reset(); if (part) r = *part; }",
            "slot = task.shared;",
            "if (auto held = slot.load()) r = held->count;",
            "r = slot.exchange(nullptr) != nullptr;",
        ]);
        self.line(&text.replace("WEAK", &weak));
    }

    pub fn exception(&mut self, depth: usize) {
        let condition = self.condition_text();
        match self.below(5) {
            0 => self.line(&format!("if ({condition}) throw 1;")),
            1 if self.may_take(Lock::First) => self.line(&format!(
                "try {{ std::lock_guard guard(first); if ({condition}) throw std::runtime_error(\"stop\"); v0 = v0 + 1; }} catch (std::exception&) {{ r = 6; }}"
            )),
            2 if self.may_take(Lock::Second) => {
                let text = self.pick(&[
                    "try { throw 2; } catch (...) { std::lock_guard guard(second); saved = std::current_exception(); }",
                    "{ std::exception_ptr mine; { std::lock_guard guard(second); mine = saved; } try { if (mine) std::rethrow_exception(mine); } catch (int thrown) { r = thrown; } }",
                    "{ std::lock_guard guard(second); saved = nullptr; }",
                ]);
                self.line(text);
            }
            3 => self.line(&format!(
                "try {{ Noisy noisy(2); if ({condition}) throw 4; }} catch (int thrown) {{ r = thrown; }}"
            )),
            _ => {
                self.block("try", |writer| {
                    writer.line("Noisy noisy(5);");
                    writer.inside(depth);
                });
                self.line("catch (int thrown) { v1 = thrown; }");
            }
        }
    }

    pub fn thread_local(&mut self) {
        let text = self.pick(&[
            "own++;",
            "r = last_of_all.weight;",
            "r = own;",
            "own = v0;",
            "v0 = own;",
            "{ thread_local Noisy last(3); r += last.weight; }",
        ]);
        self.line(text);
    }

    pub fn pointer(&mut self) {
        let number = self.number();
        let old = self.name("old");
        let text = self.pick(&[
            "delete pointer.exchange(new int(NUM));",
            "if (int* OLD = pointer.exchange(nullptr)) { ++*OLD; r = *OLD; delete OLD; }",
            "{ auto mine = std::make_unique<int>(NUM); int* none = nullptr; if (pointer.compare_exchange_strong(none, mine.get())) { mine.release(); v0 = 3; } }",
            // Another thread may have freed it.
            "if (int* OLD = pointer) r = *OLD;",
            "{ int* fresh = new int(r); pointer = fresh; r = *fresh; }",
        ]);
        let guarded = self.pick(&[
            "{ std::lock_guard guard(second); owned = std::make_unique<int>(r + NUM); }",
            "{ std::lock_guard guard(second); if (owned) { r = *owned; owned.reset(); } }",
            "{ std::unique_ptr<int> mine; { std::lock_guard guard(second); mine = std::move(owned); } if (mine) r = ++*mine; }",
        ]);
        let text = match self.may_take(Lock::Second) && self.chance(0.5) {
            true => guarded,
            false => text,
        };
        self.line(&text.replace("NUM", &number).replace("OLD", &old));
    }

    pub fn collection(&mut self) {
        if !self.may_take(Lock::Second) {
            return self.plain();
        }
        let number = self.number();
        let text = self.pick(&[
            "numbers.push_back(NUM);",
            "if (!numbers.empty()) { r = numbers.back(); numbers.pop_back(); }",
            "r = int(numbers.size());",
            "numbers.insert(numbers.begin(), r % 8);",
            "auto all = std::move(numbers); numbers.clear(); r = int(all.size());",
            "words[NUM] += \"x\";",
            "words.erase(NUM);",
            "auto found = words.find(NUM); r = found == words.end() ? 9 : int(found->second.size());",
        ]);
        let text = text.replace("NUM", &number);
        self.line(&format!("{{ std::lock_guard guard(second); {text} }}"));
    }

    pub fn virtual_call(&mut self) {
        let text = self.pick(&[
            "delete object.exchange(new Derived);",
            "delete object.exchange(new Base);",
            "delete object.exchange(nullptr);",
            "{ std::unique_ptr<Base> taken(object.exchange(nullptr)); if (taken) r = taken->value(); }",
            "{ std::unique_ptr<Base> taken(object.exchange(nullptr)); if (dynamic_cast<Derived*>(taken.get())) v0 = 4; }",
            // Another thread may have deleted it.
            "if (Base* seen = object) r = seen->value();",
        ]);
        self.line(text);
    }
}
