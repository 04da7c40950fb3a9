//! The program of the mini-language as a C program, one statement a line.

use super::language::*;
use std::collections::HashMap;
use std::fmt::Write;

pub struct CProgram {
    pub text: String,
    /// The line of each assertion.
    pub assertions: HashMap<u32, u64>,
}

const DECLARATIONS: &str = r#"#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "trailhound.h"
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int v0, v1, v2;
atomic_int va0, va1;
int *p0;
pthread_t threads[4];
pthread_mutex_t m0 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier;
sem_t s0;
"#;

pub fn of(program: &Program) -> CProgram {
    let mut writer = Writer {
        text: DECLARATIONS.to_owned(),
        assertions: HashMap::new(),
        depth: 0,
    };
    for (number, body) in program.functions.iter().enumerate() {
        for name in [format!("__VERIFIER_atomic_{number}"), format!("f{number}")] {
            writer.line(&format!("void {name}(void) {{"));
            writer.block(body);
            writer.line("}");
        }
    }
    writer.line("void (*functions[2])(void) = { f0, f1 };");
    for (number, body) in program.threads.iter().enumerate().skip(1) {
        writer.line(&format!("void *t{number}(void *unused) {{"));
        writer.line("  int r0 = 0, r1 = 0, r2 = 0;");
        writer.block(body);
        writer.line("  (void)r0, (void)r1, (void)r2;");
        writer.line("  return 0;");
        writer.line("}");
    }
    writer.line("int main(void) {");
    writer.line("  int r0 = 0, r1 = 0, r2 = 0;");
    writer.line(&format!("  sem_init(&s0, 0, {});", program.semaphores[0]));
    writer.line(&format!(
        "  pthread_barrier_init(&barrier, 0, {});",
        program.barrier
    ));
    writer.block(&program.threads[0]);
    writer.line("  (void)r0, (void)r1, (void)r2;");
    writer.line("  return 0;");
    writer.line("}");
    CProgram {
        text: writer.text,
        assertions: writer.assertions,
    }
}

struct Writer {
    text: String,
    assertions: HashMap<u32, u64>,
    depth: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        writeln!(self.text, "{indent}{line}").expect("a string takes every text");
    }

    fn block(&mut self, statements: &[Statement]) {
        self.depth += 1;
        for statement in statements {
            self.statement(statement);
        }
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Statement) {
        let line = match statement {
            Statement::Load(register, variable) => format!("r{register} = {};", name(*variable)),
            Statement::Store(variable, operand) => {
                format!("{} = {};", name(*variable), value(*operand))
            }
            Statement::Increase(variable, number) => {
                let variable = name(*variable);
                format!("{variable} = ({variable} + {number}) & {MASK};")
            }
            Statement::FetchAdd(register, atomic, number) => {
                format!("r{register} = atomic_fetch_add(&va{atomic}, {number}) & {MASK};")
            }
            Statement::Exchange(register, atomic, number) => {
                format!("r{register} = atomic_exchange(&va{atomic}, {number}) & {MASK};")
            }
            Statement::CompareExchange(register, atomic, old, new) => format!(
                "{{ int old = {old}; r{register} = atomic_compare_exchange_strong(&va{atomic}, &old, {new}); }}"
            ),
            Statement::Lock(mutex) => format!("pthread_mutex_lock(&m{mutex});"),
            Statement::Unlock(mutex) => format!("pthread_mutex_unlock(&m{mutex});"),
            Statement::TryLock(register, mutex) => {
                format!("r{register} = pthread_mutex_trylock(&m{mutex}) == 0;")
            }
            Statement::ReadLock => "pthread_rwlock_rdlock(&rw);".to_owned(),
            Statement::WriteLock => "pthread_rwlock_wrlock(&rw);".to_owned(),
            Statement::ReadWriteUnlock => "pthread_rwlock_unlock(&rw);".to_owned(),
            Statement::SemaphoreWait(semaphore) => format!("sem_wait(&s{semaphore});"),
            Statement::SemaphoreTry(register, semaphore) => {
                format!("r{register} = sem_trywait(&s{semaphore}) == 0;")
            }
            Statement::SemaphorePost(semaphore) => format!("sem_post(&s{semaphore});"),
            Statement::WaitWhile(condition, goal) => format!(
                "while ({} != {}) pthread_cond_wait(&c{condition}, &m0);",
                name(goal.variable),
                goal.value
            ),
            Statement::WaitIf(condition, goal) => format!(
                "if ({} != {}) pthread_cond_wait(&c{condition}, &m0);",
                name(goal.variable),
                goal.value
            ),
            Statement::Signal(condition) => format!("pthread_cond_signal(&c{condition});"),
            Statement::Broadcast(condition) => format!("pthread_cond_broadcast(&c{condition});"),
            Statement::Barrier => "pthread_barrier_wait(&barrier);".to_owned(),
            Statement::New(pointer, number) => format!(
                "{{ int *block = malloc(sizeof *block); *block = {number}; p{pointer} = block; }}"
            ),
            Statement::ReadBlock(register, pointer) => format!("r{register} = *p{pointer};"),
            Statement::WriteBlock(pointer, operand) => {
                format!("*p{pointer} = {};", value(*operand))
            }
            Statement::Free(pointer) => format!("free(p{pointer});"),
            Statement::Assert(number, test) => {
                let line = self.text.lines().count() as u64 + 1;
                self.assertions.insert(*number, line);
                format!("assert({});", condition(*test))
            }
            Statement::Assume(test) => format!("__VERIFIER_assume({});", condition(*test)),
            Statement::If(test, then, otherwise) => {
                self.line(&format!("if ({}) {{", condition(*test)));
                self.block(then);
                self.line("} else {");
                self.block(otherwise);
                "}".to_owned()
            }
            Statement::Repeat(times, body) => {
                let turn = format!("i{}", self.depth);
                self.line(&format!(
                    "for (int {turn} = 0; {turn} < {times}; {turn}++) {{"
                ));
                self.block(body);
                "}".to_owned()
            }
            Statement::Until(goal, body) => {
                self.line(&format!(
                    "while ({} != {}) {{",
                    name(goal.variable),
                    goal.value
                ));
                self.block(body);
                "}".to_owned()
            }
            Statement::AtomicSection(body) => {
                self.line("__VERIFIER_atomic_begin();");
                self.block(body);
                "__VERIFIER_atomic_end();".to_owned()
            }
            Statement::AtomicFunction(function) => format!("__VERIFIER_atomic_{function}();"),
            Statement::Callback(function) => format!("functions[{function}]();"),
            Statement::Toss(register, number) => format!("r{register} = th_toss({number});"),
            Statement::Create(thread) => {
                format!("pthread_create(&threads[{thread}], 0, t{thread}, 0);")
            }
            Statement::Join(thread) => format!("pthread_join(threads[{thread}], 0);"),
            Statement::Exit => "exit(0);".to_owned(),
            Statement::ThreadExit => "pthread_exit(0);".to_owned(),
        };
        self.line(&line);
    }
}

fn name(variable: Variable) -> String {
    match variable {
        Variable::Plain(number) => format!("v{number}"),
        Variable::Atomic(number) => format!("va{number}"),
    }
}

fn value(operand: Operand) -> String {
    match operand {
        Operand::Constant(number) => number.to_string(),
        Operand::Sum(register, number) => format!("(r{register} + {number}) & {MASK}"),
    }
}

fn condition(test: Test) -> String {
    let comparison = match test.comparison {
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
        Comparison::Less => "<",
    };
    format!("r{} {comparison} {}", test.register, test.constant)
}
