//! System calls that programs make by their numbers, where libc has a function that does just that: they are calls of
//! it. What it does, when it waits and what it touches is known under its name.

use super::{Lowering, Reg, Registers, Unsupported};
use crate::code::{CallSite, Callee, FunctionId, Op, Passed, Signature};
use smallvec::smallvec;
use trailhound_contracts::is_cancellation_point;
use trailhound_llvm as llvm;
use trailhound_llvm::{Constant, Value};

/// A system call: its number on i386 and on x86-64, the function, and its parameters.
struct SystemCall(u64, u64, &'static str, &'static [Parameter]);

#[derive(Clone, Copy)]
enum Parameter {
    Int,
    /// A number as wide as a pointer, or a pointer.
    Word,
}

use Parameter::{Int, Word};

const RETURNING_INT: &[SystemCall] = &[
    SystemCall(6, 3, "close", &[Int]),
    SystemCall(20, 39, "getpid", &[]),
    SystemCall(37, 62, "kill", &[Int, Int]),
    SystemCall(41, 32, "dup", &[Int]),
    SystemCall(63, 33, "dup2", &[Int, Int]),
    SystemCall(64, 110, "getppid", &[]),
    SystemCall(168, 7, "poll", &[Word, Word, Int]),
    SystemCall(254, 213, "epoll_create", &[Int]),
    SystemCall(255, 233, "epoll_ctl", &[Int, Int, Int, Word]),
    SystemCall(256, 232, "epoll_wait", &[Int, Word, Int, Int]),
    SystemCall(322, 283, "timerfd_create", &[Int, Int]),
    SystemCall(328, 290, "eventfd", &[Int, Int]),
    SystemCall(329, 291, "epoll_create1", &[Int]),
    SystemCall(330, 292, "dup3", &[Int, Int, Int]),
    SystemCall(331, 293, "pipe2", &[Word, Int]),
    SystemCall(42, 22, "pipe", &[Word]),
];

const RETURNING_SIZE: &[SystemCall] = &[
    SystemCall(3, 0, "read", &[Int, Word, Word]),
    SystemCall(4, 1, "write", &[Int, Word, Word]),
];

impl Lowering<'_, '_> {
    /// A call of `syscall`, if its number is a constant that is known.
    pub(super) fn system_call(
        &mut self,
        call: &llvm::Call,
    ) -> Result<Option<Registers>, Unsupported> {
        let Some((number, given)) = call.arguments.split_first() else {
            return Ok(None);
        };
        let Value::Constant(Constant::Int { words, .. }) = &number.value else {
            return Ok(None);
        };
        let model = self.model();
        let is_it = |known: &&SystemCall| words[..] == [model.choose(known.0, known.1)];
        let sized = RETURNING_SIZE.iter().find(is_it);
        let Some(known) = sized.or_else(|| RETURNING_INT.iter().find(is_it)) else {
            return Ok(None);
        };
        let SystemCall(_, _, name, parameters) = *known;
        let symbols = &mut self.context.symbols;
        let is_libc_call = symbols.undefined("syscall").is_some();
        let Some(function) = symbols.undefined(name).filter(|_| is_libc_call) else {
            return Ok(None);
        };
        // `syscall` is no cancellation point, whatever the number.
        let may_be_cancelled =
            is_cancellation_point(name) && symbols.undefined("pthread_cancel").is_some();
        if may_be_cancelled || given.len() < parameters.len() {
            return Ok(None);
        }
        let word: u8 = model.choose(32, 64);
        let mut arguments = Vec::with_capacity(parameters.len());
        for (parameter, argument) in parameters.iter().zip(given) {
            let registers = self.operand(&argument.value, argument.ty)?;
            let [register] = registers[..] else {
                return Ok(None);
            };
            let is_pointer = matches!(self.context.types.get(argument.ty), llvm::Type::Ptr);
            let width = match parameter {
                // An address keeps all its bits in a 32-bit program, too.
                Word if is_pointer => {
                    arguments.push(Passed::Register(register));
                    continue;
                }
                Int => 32,
                Word => word.into(),
            };
            let given = self.draft.width(register).into();
            // What a narrow argument has above its bits is not known.
            let passed = self.resize(given, &[register], width);
            arguments.push(Passed::Register(passed[0]));
        }
        let width = if sized.is_some() { word } else { 32 };
        let result = self.library_call(function, arguments, width);
        let result = match width < word {
            true => self.sign_extend(width.into(), &[result], word.into())?,
            false => smallvec![result],
        };
        Ok(Some(result))
    }

    /// A call of a function of the library that returns one word of so many bits.
    pub(super) fn library_call(
        &mut self,
        function: FunctionId,
        arguments: Vec<Passed>,
        width: u8,
    ) -> Reg {
        let d = self.draft.fresh_run(&[width]);
        let calls = &mut self.draft.body.calls;
        calls.push(CallSite {
            callee: Callee::Direct(function),
            arguments,
            fixed: None,
            pushed: Vec::new(),
            d,
            results: 1,
            result_bits: width,
            landing_pad: None,
            slot: None,
            signature: Signature {
                parameters: Vec::new(),
                results: vec![width],
            },
            classes: None,
        });
        let call = calls.len() as u32 - 1;
        self.emit(Op::Call { call });
        d
    }
}
