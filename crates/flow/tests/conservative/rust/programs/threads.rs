//! The threads of random Rust programs: how they are started and joined, and what each of
//! them has.

use std::fmt::Write;

use super::Writer;
use super::statements::Scope;

/// A channel and who has its ends: `main` is 0.
struct Channel {
    number: usize,
    making: &'static str,
    /// In order.
    senders: Vec<usize>,
    receiver: usize,
    /// The last of the senders has the first one, not a clone.
    moved: bool,
}

impl Channel {
    fn is_given(&self, thread: usize) -> bool {
        self.moved && self.senders.last() == Some(&thread)
    }
}

/// How the threads of `main` are started.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One after the other, each with a closure of its own.
    Each,
    /// Several by a loop.
    Loop,
    /// In a scope, which joins them.
    Scoped,
    /// The first one starts the second.
    Nested,
    /// With functions instead of closures.
    Functions,
}

impl Writer {
    pub fn program(&mut self) {
        self.pairs = self.one_in(3);
        self.marks = self.one_in(5);
        for helper in 0..self.below(3) as u32 {
            let _ = writeln!(self.text, "fn helper{helper}() {{");
            self.budget = 2;
            self.statements(&mut Scope::default());
            let _ = writeln!(self.text, "}}");
            self.helpers = helper + 1;
        }
        let shape = match self.below(8) {
            0..=2 => Shape::Each,
            3 => Shape::Loop,
            4 | 5 => Shape::Scoped,
            6 => Shape::Nested,
            _ => Shape::Functions,
        };
        if shape == Shape::Functions {
            for worker in 0..2 {
                let _ = writeln!(self.text, "fn worker{worker}() {{");
                self.budget = 3;
                self.statements(&mut Scope::of_thread());
                let _ = writeln!(self.text, "}}");
            }
        }
        let _ = writeln!(self.text, "fn main() {{");
        self.main(shape);
        let _ = writeln!(self.text, "}}");
    }

    fn main(&mut self, shape: Shape) {
        let threads = match shape {
            Shape::Functions => 0,
            Shape::Loop => 1,
            _ => 1 + self.below(2),
        };
        let channels = self.channels(shape, threads);
        let (shared, cell) = (self.one_in(2), self.one_in(2));
        let barrier = threads == 2 && self.one_in(6);
        for channel in &channels {
            let (number, making) = (channel.number, channel.making);
            self.line(format!("let (tx{number}, rx{number}) = {making};"));
        }
        // What threads of a scope borrow, others share.
        let making = |text: &str| match shape {
            Shape::Scoped => text.to_owned(),
            _ => format!("Arc::new({text})"),
        };
        if shared {
            self.line(format!("let shared = {};", making("Mutex::new(0u32)")));
        }
        if cell {
            self.line(format!("let cell = {};", making("AtomicU32::new(0)")));
        }
        if barrier {
            self.line(format!("let barrier = {};", making("Barrier::new(2)")));
        }
        let keeper = shape != Shape::Scoped && self.one_in(6);
        if keeper {
            self.line("let keeper = Arc::new(Noisy);");
        }
        let common = Scope {
            keeper,
            shared,
            cell,
            barrier,
            ..Scope::default()
        };
        let mut own = Scope {
            is_main: true,
            barrier: false,
            ..common.clone()
        };
        if self.one_in(3) {
            self.budget = 1;
            self.statement(&mut own.nested());
        }
        own.take(&channels_of(&channels, 0));
        match shape {
            Shape::Functions => self.functions(&mut own),
            Shape::Scoped => self.scoped(threads, &channels, &common, &mut own),
            _ => self.spawned(shape, threads, &channels, &common, &mut own),
        }
        self.budget = 1;
        self.statement(&mut own);
        if self.marks {
            self.line("mark(\"end\");");
        }
    }

    fn channels(&mut self, shape: Shape, threads: usize) -> Vec<Channel> {
        let count = match (threads, self.below(5)) {
            (0, _) | (_, 0 | 1) => 0,
            (_, 2 | 3) => 1,
            _ => 2,
        };
        (0..count)
            .map(|number| {
                let making = self.one_of(&[
                    "mpsc::sync_channel::<u32>(0)",
                    "mpsc::sync_channel::<u32>(0)",
                    "mpsc::sync_channel::<u32>(1)",
                    "mpsc::channel::<u32>()",
                ]);
                let receiver = match shape {
                    Shape::Loop => 0,
                    _ => self.below(threads + 1),
                };
                let others = (0..=threads).filter(|&party| party != receiver);
                let mut senders: Vec<usize> = others.collect();
                while senders.len() > 1 && !self.one_in(3) {
                    let left_out = self.below(senders.len());
                    senders.remove(left_out);
                }
                let moved = shape != Shape::Loop && !senders.contains(&0) && self.one_in(2);
                Channel {
                    number,
                    making,
                    senders,
                    receiver,
                    moved,
                }
            })
            .collect()
    }

    fn functions(&mut self, own: &mut Scope) {
        let mut handles = Vec::new();
        for worker in 0..1 + self.below(2) {
            let worker = if self.one_in(4) { 0 } else { worker };
            let handle = self.name("handle");
            self.line(format!("let {handle} = thread::spawn(worker{worker});"));
            handles.push(handle);
            if self.one_in(3) {
                self.budget = 1;
                self.statement(own);
            }
        }
        self.joins(handles, own);
    }

    /// Threads that are started one by one, each with what is its own.
    fn spawned(
        &mut self,
        shape: Shape,
        threads: usize,
        channels: &[Channel],
        common: &Scope,
        own: &mut Scope,
    ) {
        let mut handles = Vec::new();
        if shape == Shape::Loop {
            let turns = match self.below(4) {
                0 => "1 + toss(2)".to_owned(),
                _ => "2".to_owned(),
            };
            self.line("let mut handles = Vec::new();");
            self.line(format!("for i in 0..{turns} {{"));
            self.indent += 1;
            self.captured(common);
            let mut scope = common.clone().for_thread();
            self.cloned(channels, 1);
            scope.take(&channels_of(channels, 1));
            scope.index = true;
            self.line("handles.push(thread::spawn(move || {");
            self.body(&mut scope, 3);
            self.line("}));");
            self.indent -= 1;
            self.line("}");
            self.given_up(channels);
        } else {
            let nested = shape == Shape::Nested && threads > 1;
            for thread in 1..=threads {
                let handle = self.name("handle");
                let inner = (nested && thread == 1).then(|| self.name("inner"));
                self.line(format!("let {handle} = {{"));
                self.indent += 1;
                self.captured(common);
                let ends = channels_of(channels, thread);
                self.cloned(channels, thread);
                let mut scope = common.clone().for_thread();
                scope.take(&ends);
                match inner {
                    // The inner one has what the outer one has, but the ends of channels.
                    Some(inner) => {
                        self.line("thread::spawn(move || {");
                        self.indent += 1;
                        self.line(format!("let {inner} = {{"));
                        self.captured(common);
                        self.spawn(&mut common.clone().for_thread(), 2);
                        self.line("};");
                        self.indent -= 1;
                        self.body(&mut scope, 2);
                        self.indent += 1;
                        if !self.one_in(3) {
                            let joined = self.joined(&inner);
                            self.line(joined);
                        }
                        self.indent -= 1;
                        self.line("})");
                    }
                    None => self.spawn(&mut scope, 3),
                }
                self.indent -= 1;
                self.line("};");
                handles.push(handle);
                if self.one_in(5) {
                    self.budget = 1;
                    self.statement(&mut own.nested());
                }
            }
            self.given_up(channels);
        }
        if common.keeper && self.one_in(2) {
            self.line("drop(keeper);");
        }
        self.budget = 2;
        if !self.one_in(3) || !own.senders.is_empty() || !own.receivers.is_empty() {
            self.statement(own);
        }
        match shape {
            Shape::Loop if self.one_in(4) => {}
            Shape::Loop => {
                let joined = self.joined("handle");
                self.line(format!("for handle in handles {{ {joined} }}"));
            }
            _ => self.joins(handles, own),
        }
    }

    fn scoped(&mut self, threads: usize, channels: &[Channel], common: &Scope, own: &mut Scope) {
        self.line("let borrowed = thread::scope(|s| {");
        self.indent += 1;
        let mut handles = Vec::new();
        for thread in 1..=threads {
            let handle = self.name("handle");
            self.line(format!("let {handle} = {{"));
            self.indent += 1;
            for (name, is_there) in common.common() {
                if is_there {
                    self.line(format!("let {name} = &{name};"));
                }
            }
            let ends = channels_of(channels, thread);
            self.cloned(channels, thread);
            let mut scope = common.clone().for_thread();
            scope.take(&ends);
            self.line("s.spawn(move || {");
            self.body(&mut scope, 3);
            self.line("})");
            self.indent -= 1;
            self.line("};");
            handles.push(handle);
        }
        self.given_up(channels);
        self.budget = 1;
        self.statement(&mut own.nested());
        if self.one_in(2) {
            self.joins(handles, own);
        }
        self.indent -= 1;
        self.line("});");
        // The ends of channels may have gone with the closure.
        own.senders.clear();
        own.receivers.clear();
    }

    /// The body of a thread's closure.
    fn body(&mut self, scope: &mut Scope, budget: i32) {
        self.indent += 1;
        let ends: Vec<&String> = scope.senders.iter().chain(&scope.receivers).collect();
        let ends: Vec<String> = ends.into_iter().cloned().collect();
        let ends = ends.into_iter();
        for end in ends.chain(scope.keeper.then(|| "keeper".to_owned())) {
            // Moved even where it is not used.
            self.line(format!("let {end} = {end};"));
        }
        self.budget = budget;
        self.statements(scope);
        self.indent -= 1;
    }

    /// A thread with a closure, which may return something that is dropped.
    fn spawn(&mut self, scope: &mut Scope, budget: i32) {
        match self.one_in(6) {
            true => {
                self.line("thread::spawn(move || { (move || {");
                self.body(scope, budget);
                self.line("})(); Noisy })");
            }
            false => {
                self.line("thread::spawn(move || {");
                self.body(scope, budget);
                self.line("})");
            }
        }
    }

    /// Handles for one more thread.
    fn captured(&mut self, common: &Scope) {
        for (name, is_there) in common.common() {
            if is_there {
                self.line(format!("let {name} = Arc::clone(&{name});"));
            }
        }
    }

    /// Senders for a thread; the last one may have the first sender itself.
    fn cloned(&mut self, channels: &[Channel], thread: usize) {
        for channel in channels
            .iter()
            .filter(|channel| channel.senders.contains(&thread))
        {
            let number = channel.number;
            if !channel.is_given(thread) {
                self.line(format!("let tx{number} = tx{number}.clone();"));
            }
        }
    }

    /// Senders that `main` has still, though it does not use them.
    fn given_up(&mut self, channels: &[Channel]) {
        for channel in channels {
            if !channel.moved && !channel.senders.contains(&0) && !self.one_in(8) {
                self.line(format!("drop(tx{});", channel.number));
            }
        }
    }

    fn joins(&mut self, mut handles: Vec<String>, own: &mut Scope) {
        while !handles.is_empty() {
            let next = self.below(handles.len());
            let handle = handles.remove(next);
            if !self.one_in(5) {
                let joined = self.joined(&handle);
                self.line(joined);
            }
            if self.one_in(4) {
                self.budget = 1;
                self.statement(&mut own.nested());
            }
        }
    }

    fn joined(&mut self, handle: &str) -> String {
        let event = self.event();
        match self.below(4) {
            0 => format!("if {handle}.join().is_err() {{ {event} }}"),
            1 => format!("let _ = {handle}.join();"),
            2 => format!("match {handle}.join() {{ Ok(_) => {{ {event} }} Err(_) => seen_f() }}"),
            _ => format!("{handle}.join().unwrap();"),
        }
    }
}

/// The ends of channels that a thread has.
fn channels_of(channels: &[Channel], thread: usize) -> Vec<String> {
    let senders = channels
        .iter()
        .filter(|channel| channel.senders.contains(&thread));
    let senders = senders.map(|channel| format!("tx{}", channel.number));
    let receivers = channels.iter().filter(|channel| channel.receiver == thread);
    let receivers = receivers.map(|channel| format!("rx{}", channel.number));
    senders.chain(receivers).collect()
}
