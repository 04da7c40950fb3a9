//! Statements of random Rust programs, and what they may use.

use super::Writer;

/// What statements may use where they stand.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub senders: Vec<String>,
    pub receivers: Vec<String>,
    /// There is a mutex, an atomic number, a barrier that several threads have, and something
    /// that the last of them drops.
    pub shared: bool,
    pub cell: bool,
    pub barrier: bool,
    pub keeper: bool,
    /// There is an `i`.
    pub index: bool,
    pub is_main: bool,
    /// How many mutexes may no longer be locked: they are locked in one order.
    pub held: usize,
    /// What is given away is gone for good: only where every execution comes by, once.
    pub is_inner: bool,
    pub depth: u32,
}

impl Scope {
    pub fn of_thread() -> Scope {
        Scope::default().for_thread()
    }

    pub fn for_thread(mut self) -> Scope {
        self.is_main = false;
        self
    }

    /// With ends of channels.
    pub fn take(&mut self, ends: &[String]) {
        let senders = ends.iter().filter(|end| end.starts_with("tx"));
        self.senders.extend(senders.cloned());
        let receivers = ends.iter().filter(|end| end.starts_with("rx"));
        self.receivers.extend(receivers.cloned());
    }

    /// The same inside of something.
    pub fn nested(&self) -> Scope {
        Scope {
            is_inner: true,
            depth: self.depth + 1,
            ..self.clone()
        }
    }

    fn holding(&self, held: usize) -> Scope {
        Scope {
            held: self.held.max(held),
            ..self.nested()
        }
    }

    /// What is not the end of a channel, by name.
    pub fn common(&self) -> [(&'static str, bool); 4] {
        [
            ("shared", self.shared),
            ("cell", self.cell),
            ("barrier", self.barrier),
            ("keeper", self.keeper),
        ]
    }
}

/// Deeper statements are events.
const MOST_DEPTH: u32 = 3;

impl Writer {
    pub fn statements(&mut self, scope: &mut Scope) {
        for _ in 0..2 + self.below(2) {
            self.statement(scope);
        }
    }

    /// A block with a statement or two in it.
    fn block(&mut self, head: &str, scope: &mut Scope, tail: &str) {
        self.line(format!("{head} {{"));
        self.inside(scope);
        self.line(format!("}}{tail}"));
    }

    fn inside(&mut self, scope: &mut Scope) {
        self.indent += 1;
        for _ in 0..1 + self.below(2) {
            self.statement(scope);
        }
        self.indent -= 1;
    }

    pub fn event(&mut self) -> String {
        let events = [
            "seen_a();",
            "seen_b();",
            "seen_c();",
            "seen_d();",
            "seen_e();",
            "seen_f();",
        ];
        let first = if self.pairs { 2 } else { 0 };
        match self.below(9) {
            0 => format!("seen_g({});", self.below(2)),
            1 if self.marks => format!("mark(\"m{}\");", self.below(3)),
            _ => self.one_of(&events[first..]).to_owned(),
        }
    }

    fn value(&mut self, scope: &Scope) -> String {
        match self.below(6) {
            0 if scope.index => "i as u32".to_owned(),
            1 => "COUNT.load(SeqCst) & 1".to_owned(),
            _ => self.below(2).to_string(),
        }
    }

    fn number(&mut self, scope: &Scope) -> &'static str {
        match self.below(3) {
            0 if scope.cell => "cell",
            1 => "COUNT",
            _ => "FLAG",
        }
    }

    fn condition(&mut self, scope: &Scope) -> String {
        let (number, value) = (self.number(scope), self.below(2));
        match self.below(8) {
            0 => format!("toss(2) == {value}"),
            1 => format!("{number}.swap({value}, SeqCst) == {value}"),
            2 => format!(
                "{number}.compare_exchange({value}, {}, SeqCst, SeqCst).is_ok()",
                1 - value
            ),
            3 => format!("{number}.fetch_add(1, SeqCst) == {value}"),
            4 if scope.index => format!("i == {value}"),
            _ => format!("{number}.load(SeqCst) == {value}"),
        }
    }

    /// A mutex that may be locked, and how many may not be then.
    fn mutex(&mut self, scope: &Scope) -> Option<(&'static str, usize)> {
        let mutexes = ["M", "N", "shared"];
        let count = 2 + usize::from(scope.shared);
        // Now and then in the other order.
        let from = if self.one_in(12) { 0 } else { scope.held };
        let chosen = from + self.below(count.checked_sub(from).filter(|&left| left > 0)?);
        Some((mutexes[chosen], chosen + 1))
    }

    fn locking(&mut self, mutex: &str) -> String {
        match self.below(5) {
            0 => format!("{mutex}.lock().unwrap_or_else(PoisonError::into_inner)"),
            1 => format!("locked(&{mutex})"),
            _ => format!("{mutex}.lock().unwrap()"),
        }
    }

    pub fn statement(&mut self, scope: &mut Scope) {
        self.budget -= 1;
        let is_talking = !scope.senders.is_empty() || !scope.receivers.is_empty();
        if self.budget < -2 || scope.depth >= MOST_DEPTH {
            let event = self.event();
            return self.line(event);
        }
        match self.below(26) {
            _ if is_talking && !self.one_in(3) => self.message(scope),
            0..=2 => {
                let event = self.event();
                self.line(event);
            }
            3..=7 => self.locked(scope),
            8..=10 => self.number_statement(scope),
            11 => {
                let condition = self.condition(scope);
                self.block(&format!("if {condition}"), &mut scope.nested(), "");
            }
            12 => {
                let turns = 1 + self.below(2);
                self.block(&format!("for _ in 0..{turns}"), &mut scope.nested(), "");
            }
            13 | 14 => self.panicking(scope),
            15 => self.destructor(scope),
            16 | 17 => self.indirect(scope),
            18 if self.helpers > 0 => {
                let helper = self.below(self.helpers as usize);
                self.line(format!("helper{helper}();"));
            }
            19 => {
                let (function, depth) = (self.one_of(&["down", "ping"]), self.below(3));
                self.line(format!("{function}({depth});"));
            }
            20 | 23 | 24 => {
                let calls = [
                    "ring();",
                    "wait();",
                    "ONCE.call_once(seen_f);",
                    "let _ = HOOK.set(seen_d);",
                    "if let Some(act) = HOOK.get() { act() }",
                    "if *LAZY == 1 { seen_f() }",
                    "*JOB.lock().unwrap() = Some(Box::new(seen_e));",
                    "work();",
                    "work();",
                    "*SLOT.lock().unwrap() = Some(Noisy);",
                    "SLOT.lock().unwrap().take();",
                    "println!(\"{Shown}\");",
                ];
                let call = self.one_of(&calls);
                self.line(call);
            }
            21 if scope.barrier => self.line("barrier.wait();"),
            22 => {
                let condition = self.condition(scope);
                let leaving = match self.below(6) {
                    0 => "std::process::exit(0);",
                    _ => "return;",
                };
                self.line(format!("if {condition} {{ {leaving} }}"));
            }
            _ => self.line("{ let guard = M.lock().unwrap(); pair(); }"),
        }
    }

    fn locked(&mut self, scope: &mut Scope) {
        if self.one_in(6) {
            let kind = self.one_of(&["read", "write"]);
            let head = format!("if let Ok(guard) = RW.{kind}()");
            return self.block(&head, &mut scope.nested(), "");
        }
        let Some((mutex, held)) = self.mutex(scope) else {
            return self.line("seen_c();");
        };
        let locking = self.locking(mutex);
        let guard = self.name("guard");
        let mut inside = scope.holding(held);
        match self.below(11) {
            0 | 1 => {
                self.line("{");
                self.line(format!("    let {guard} = {locking};"));
                self.inside(&mut inside);
                self.line("}");
            }
            2 | 3 => {
                self.line(format!("let {guard} = {locking};"));
                self.statement(&mut inside);
                self.line(format!("drop({guard});"));
            }
            4 => self.line(format!("holding({locking});")),
            5 => {
                self.line(format!("let {guard} = kept({locking});"));
                self.statement(&mut inside);
                self.line(format!("drop({guard});"));
            }
            6 => {
                let value = self.value(scope);
                self.line(format!("{{ let value = {value}; *{locking} = value; }}"));
            }
            7 => {
                let value = self.below(2);
                self.block(
                    &format!("if *{locking} == {value}"),
                    &mut scope.nested(),
                    "",
                );
            }
            8 => {
                // The guard lives as long as the match.
                self.line(format!("match *{locking} {{"));
                let (one, other) = (self.event(), self.event());
                self.line(format!("    0 => {{ {one} }}"));
                self.line(format!("    _ => {{ {other} }}"));
                self.line("}");
            }
            9 => {
                let head = format!("if let Ok({guard}) = {mutex}.try_lock()");
                self.block(&head, &mut inside, " else {");
                self.inside(&mut scope.nested());
                self.line("}");
            }
            _ => {
                self.line(format!("let mut {guard} = Some({locking});"));
                self.statement(&mut inside);
                let event = self.event();
                let ending = match self.below(6) {
                    0 => format!("std::mem::forget({guard});"),
                    1 => format!("{guard}.take(); {event}"),
                    _ => format!("{guard} = None; {event}"),
                };
                self.line(ending);
            }
        }
    }

    fn number_statement(&mut self, scope: &mut Scope) {
        let (number, value) = (self.number(scope), self.value(scope));
        match self.below(5) {
            0 | 1 => self.line(format!("{number}.store({value}, SeqCst);")),
            2 => self.line(format!("{number}.fetch_add(1, SeqCst);")),
            3 => {
                let (condition, one, other) = (self.condition(scope), self.event(), self.event());
                self.line(format!("if {condition} {{ {one} }} else {{ {other} }}"));
            }
            _ => {
                let (one, other) = (self.event(), self.event());
                self.line(format!("match {number}.load(SeqCst) {{"));
                self.line(format!("    0 => {{ {one} }}"));
                self.line(format!("    1 => {{ {other} }}"));
                self.line("    _ => seen_c(),");
                self.line("}");
            }
        }
    }

    fn panicking(&mut self, scope: &mut Scope) {
        let condition = self.condition(scope);
        let mut inside = scope.nested();
        match self.below(6) {
            2 if !scope.is_main => {
                let payload = self.one_of(&["panic!(\"{Shown}\")", "panic_any(Noisy)"]);
                self.line(format!("if {condition} {{ {payload}; }}"));
            }
            // A failure of `main` is an error and ends the execution.
            0 if !scope.is_main => self.line(format!("if {condition} {{ panic!(); }}")),
            1 if !scope.is_main => self.line(format!("assert!(!({condition}), \"told\");")),
            _ => {
                let caught = self.name("caught");
                self.line(format!(
                    "let {caught} = catch_unwind(AssertUnwindSafe(|| {{"
                ));
                self.inside(&mut inside);
                let payload = self.one_of(&["panic!()", "panic!()", "panic_any(Noisy)"]);
                self.line(format!("    if {condition} {{ {payload}; }}"));
                let event = self.event();
                self.line(format!("    {event}"));
                self.line("}));");
                let event = self.event();
                self.line(format!("if {caught}.is_err() {{ {event} }}"));
            }
        }
    }

    fn destructor(&mut self, scope: &mut Scope) {
        match self.below(4) {
            0 => self.line("LOCAL.with(|farewell| if farewell.0 == 0 { seen_f() });"),
            1 => {
                let noisy = self.name("noisy");
                self.line(format!("let {noisy} = Noisy;"));
            }
            2 => {
                let noisy = self.name("noisy");
                self.line("{");
                self.line(format!("    let {noisy} = Arc::new(Noisy);"));
                self.inside(&mut scope.nested());
                self.line("}");
            }
            _ => {
                let condition = self.condition(scope);
                self.line(format!(
                    "let noisy = if {condition} {{ Some(Noisy) }} else {{ None }};"
                ));
                self.statement(&mut scope.nested());
                self.line("drop(noisy);");
            }
        }
    }

    fn indirect(&mut self, scope: &mut Scope) {
        let condition = self.condition(scope);
        match self.below(7) {
            0 => {
                self.line(format!(
                    "let speaker: Box<dyn Speaks> = if {condition} {{ Box::new(Loud) }} else {{ Box::new(Soft(1)) }};"
                ));
                self.line("speaker.speak();");
            }
            1 => self.line("all_speak(&[Soft(0), Soft(1)]);"),
            2 => {
                let other = self.one_of(&["seen_c", "seen_d"]);
                self.line(format!(
                    "let act: fn() = if {condition} {{ seen_e }} else {{ {other} }};"
                ));
                self.line("act();");
            }
            3 => self.block("twice(||", &mut scope.nested(), ");"),
            4 => self.block("through(&||", &mut scope.nested(), ");"),
            5 => {
                let (one, other) = (self.event(), self.event());
                let value = self.value(scope);
                self.line(format!("let value = {value};"));
                self.line(format!(
                    "once(Box::new(move || if value == 1 {{ {one} }} else {{ {other} }}));"
                ));
            }
            _ => {
                let value = self.value(scope);
                self.line(format!("seen_g({value});"));
            }
        }
    }

    /// Something with an end of a channel.
    fn message(&mut self, scope: &mut Scope) {
        let ends = scope.senders.len() + scope.receivers.len();
        let chosen = self.below(ends);
        if chosen < scope.senders.len() {
            let end = scope.senders[chosen].clone();
            let value = self.value(scope);
            match self.below(7) {
                0 => self.line(format!("{end}.send({value}).unwrap();")),
                1 => {
                    let event = self.event();
                    self.line(format!("if {end}.send({value}).is_err() {{ {event} }}"));
                }
                2 => {
                    let (before, after) = (self.event(), self.event());
                    self.line(before);
                    self.line(format!("let _ = {end}.send({value});"));
                    self.line(after);
                }
                3 if !scope.is_inner => {
                    self.line(format!("drop({end});"));
                    scope.senders.remove(chosen);
                }
                _ => {
                    let event = self.event();
                    self.line(format!("let _ = {end}.send({value});"));
                    self.line(event);
                }
            }
            return;
        }
        let chosen = chosen - scope.senders.len();
        let end = scope.receivers[chosen].clone();
        let (one, other) = (self.event(), self.event());
        match self.below(8) {
            0 => self.line(format!("if {end}.try_recv().is_ok() {{ {one} }}")),
            1 => self.line(format!("for value in &{end} {{ {one} }}")),
            2 => self.line(format!(
                "match {end}.recv() {{ Ok(0) => {{ {one} }} Ok(_) => seen_d(), Err(_) => {{ {other} }} }}"
            )),
            3 => self.line(format!("{end}.recv().unwrap();")),
            4 => self.line(format!("while let Ok(value) = {end}.recv() {{ seen_g(value); }}")),
            5 if !scope.is_inner => {
                self.line(format!("drop({end});"));
                scope.receivers.remove(chosen);
            }
            _ => {
                self.line(format!("if {end}.recv().is_ok() {{ {one} }}"));
            }
        }
    }
}
