//! A program as LLVM IR. Each thread leaves its registers in a variable of its own, a byte for each.

use super::language::*;
use std::fmt::Write;

const HEAD: &str = r#"target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@x = dso_local global i32 0, align 4
@y = dso_local global i32 0, align 4
@p = dso_local global i32 0, align 4
@mutex = dso_local global [5 x i64] zeroinitializer, align 8
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_trylock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
"#;

pub fn text(program: &Program) -> String {
    let mut text = HEAD.to_owned();
    for thread in 0..program.threads.len() {
        text += &format!("@out{thread} = dso_local global i64 0, align 8\n");
    }
    for thread in (1..program.threads.len()).chain([0]) {
        text += &function(program, thread);
    }
    text
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Plain => "",
        Order::Relaxed => "monotonic",
        Order::Acquire => "acquire",
        Order::Release => "release",
        Order::AcqRel => "acq_rel",
        Order::SeqCst => "seq_cst",
    }
}

struct Writer {
    text: String,
    /// Names that were used.
    names: u32,
    block: String,
    threads: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("a string takes every text");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn begin(&mut self, block: String) {
        writeln!(self.text, "{block}:").expect("a string takes every text");
        self.block = block;
    }

    /// The name of what the operation has read.
    fn op(&mut self, op: Op) -> Option<String> {
        let name = self.name();
        let at = |location: usize| format!("ptr @{}", VARIABLES[location]);
        match op {
            Op::Load(x, Order::Plain) => {
                self.line(&format!("{name} = load i32, {}, align 4", at(x)))
            }
            Op::Load(x, o) => self.line(&format!(
                "{name} = load atomic i32, {} {}, align 4",
                at(x),
                order(o)
            )),
            Op::Store(x, v, Order::Plain) => {
                self.line(&format!("store i32 {v}, {}, align 4", at(x)));
            }
            Op::Store(x, v, o) => {
                self.line(&format!(
                    "store atomic i32 {v}, {} {}, align 4",
                    at(x),
                    order(o)
                ));
            }
            Op::Add(x, v, o) => {
                self.line(&format!(
                    "{name} = atomicrmw add {}, i32 {v} {}, align 4",
                    at(x),
                    order(o)
                ));
            }
            Op::Exchange(x, v, o) => {
                self.line(&format!(
                    "{name} = atomicrmw xchg {}, i32 {v} {}, align 4",
                    at(x),
                    order(o)
                ));
            }
            Op::CompareExchange {
                location,
                old,
                new,
                orders,
                weak,
            } => {
                let (success, failure) = (order(orders.0), order(orders.1));
                let weak = if weak { "weak " } else { "" };
                let pair = self.name();
                self.line(&format!(
                    "{pair} = cmpxchg {weak}{}, i32 {old}, i32 {new} {success} {failure}, align 4",
                    at(location)
                ));
                let (read, done, mark) = (self.name(), self.name(), self.name());
                self.line(&format!("{read} = extractvalue {{ i32, i1 }} {pair}, 0"));
                self.line(&format!("{done} = extractvalue {{ i32, i1 }} {pair}, 1"));
                self.line(&format!(
                    "{mark} = select i1 {done}, i32 {EXCHANGED}, i32 0"
                ));
                self.line(&format!("{name} = or i32 {read}, {mark}"));
            }
            Op::Fence(o) => self.line(&format!("fence {}", order(o))),
            Op::Lock => self.line(&format!(
                "{name} = call i32 @pthread_mutex_lock(ptr @mutex)"
            )),
            Op::Unlock => self.line(&format!(
                "{name} = call i32 @pthread_mutex_unlock(ptr @mutex)"
            )),
            Op::TryLock => {
                let (status, failed) = (self.name(), self.name());
                self.line(&format!(
                    "{status} = call i32 @pthread_mutex_trylock(ptr @mutex)"
                ));
                self.line(&format!("{failed} = icmp ne i32 {status}, 0"));
                self.line(&format!("{name} = zext i1 {failed} to i32"));
            }
            Op::Create => {
                for thread in 1..self.threads {
                    let name = self.name();
                    self.line(&format!(
                        "{name} = call i32 @pthread_create(ptr %h{thread}, ptr null, ptr @t{thread}, ptr null)"
                    ));
                }
            }
            Op::Join => {
                for thread in 1..self.threads {
                    let (handle, name) = (self.name(), self.name());
                    self.line(&format!("{handle} = load i64, ptr %h{thread}, align 8"));
                    self.line(&format!(
                        "{name} = call i32 @pthread_join(i64 {handle}, ptr null)"
                    ));
                }
            }
        }
        op.reads().then_some(name)
    }
}

fn function(program: &Program, thread: usize) -> String {
    let is_main = thread == 0;
    let mut writer = Writer {
        text: match is_main {
            true => "define dso_local i32 @main() {\n".to_owned(),
            false => format!("define dso_local ptr @t{thread}(ptr %unused) {{\n"),
        },
        names: 0,
        block: String::new(),
        threads: program.threads.len(),
    };
    writer.begin("entry".to_owned());
    if is_main {
        for other in 1..program.threads.len() {
            writer.line(&format!("%h{other} = alloca i64, align 8"));
        }
    }
    let mut registers: Vec<String> = Vec::new();
    for (place, &Guarded { guard, op }) in program.threads[thread].iter().enumerate() {
        let guarding = guard.map(|value| (value, registers.last().cloned()));
        let read = match guarding {
            None => writer.op(op),
            Some((_, None)) => op.reads().then(|| UNREAD.to_string()),
            Some((value, Some(register))) => {
                let test = writer.name();
                writer.line(&format!("{test} = icmp eq i32 {register}, {value}"));
                writer.line(&format!(
                    "br i1 {test}, label %do{place}, label %after{place}"
                ));
                let before = writer.block.clone();
                writer.begin(format!("do{place}"));
                let read = writer.op(op);
                writer.line(&format!("br label %after{place}"));
                writer.begin(format!("after{place}"));
                read.map(|read| {
                    let name = writer.name();
                    writer.line(&format!(
                        "{name} = phi i32 [ {UNREAD}, %{before} ], [ {read}, %do{place} ]"
                    ));
                    name
                })
            }
        };
        registers.extend(read);
    }
    let mut sum = "0".to_owned();
    for (number, register) in registers.iter().enumerate() {
        let (wide, shifted, next) = (writer.name(), writer.name(), writer.name());
        writer.line(&format!("{wide} = zext i32 {register} to i64"));
        writer.line(&format!("{shifted} = shl i64 {wide}, {}", 8 * number));
        writer.line(&format!("{next} = or i64 {sum}, {shifted}"));
        sum = next;
    }
    writer.line(&format!("store i64 {sum}, ptr @out{thread}, align 8"));
    writer.line(if is_main { "ret i32 0" } else { "ret ptr null" });
    writer.text + "}\n"
}
