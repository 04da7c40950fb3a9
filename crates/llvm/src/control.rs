//! The syntax of calls, jumps and exception handling, and of the debug records that look
//! like calls.

use crate::ReadError;
use crate::body::Statement;
use crate::instruction::Typed;
use crate::module::{
    Argument, Call, Callee, Clause, Constant, Declare, MetadataId, Operation, Type, TypeId, Value,
};
use crate::parser::Parser;

impl Parser<'_> {
    /// Behind `call`: a call, or a debug intrinsic of before LLVM 19
    pub fn call_statement(&mut self) -> Result<Statement, ReadError> {
        self.flags()?;
        let signature = self.signature()?;
        if self.ahead() == b'@' {
            let start = self.cursor.clone();
            let name = self.global_name()?;
            if let Some(kind) = name.strip_prefix("llvm.dbg.") {
                let declare = self.debug_arguments(kind == "declare")?;
                self.attributes()?;
                return Ok(Statement::Debug(declare));
            }
            self.cursor = start;
        }
        let call = self.call(signature)?;
        let ty = call.result;
        let operation = Operation::Call(call);
        Ok(Statement::Instruction { operation, ty })
    }

    /// What stands in front of the callee: the result type, and whether it is variadic
    fn signature(&mut self) -> Result<(TypeId, bool), ReadError> {
        self.calling_convention()?;
        self.attributes()?;
        if self.eat_word("addrspace") {
            self.address_space()?;
        }
        let ty = self.ty()?;
        Ok(match *self.types.get(ty) {
            Type::Function {
                result, variadic, ..
            } => (result, variadic),
            _ => (ty, false),
        })
    }

    fn call(&mut self, (result, variadic): (TypeId, bool)) -> Result<Call, ReadError> {
        let callee = if self.eat_word("asm") {
            self.inline_asm()?
        } else {
            Callee::Value(self.value(self.types.pointer)?)
        };
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        if !self.eat(b')') {
            loop {
                arguments.push(self.argument()?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')')?;
        }
        self.attributes()?;
        self.operand_bundles()?;
        Ok(Call {
            callee,
            result,
            variadic,
            arguments,
        })
    }

    fn argument(&mut self) -> Result<Argument, ReadError> {
        let ty = self.ty()?;
        let byval = self.attributes()?;
        let value = if ty == self.types.metadata {
            Value::Metadata(self.metadata_text()?)
        } else {
            self.value(ty)?
        };
        Ok(Argument { ty, value, byval })
    }

    fn inline_asm(&mut self) -> Result<Callee, ReadError> {
        for word in ["sideeffect", "alignstack", "inteldialect", "unwind"] {
            self.eat_word(word);
        }
        let template = self.string()?.into_owned();
        self.expect(b',')?;
        let constraints = self.string()?.into_owned();
        Ok(Callee::InlineAsm {
            template,
            constraints,
        })
    }

    pub fn invoke(&mut self) -> Result<Typed, ReadError> {
        let signature = self.signature()?;
        let call = self.call(signature)?;
        self.expect_word("to")?;
        let normal = self.label_operand()?;
        self.expect_word("unwind")?;
        let unwind = self.label_operand()?;
        let ty = call.result;
        let operation = Operation::Invoke {
            call,
            normal,
            unwind,
        };
        Ok((operation, ty))
    }

    /// `#dbg_declare(...)` and its kin
    pub fn debug_record(&mut self) -> Result<Option<Declare>, ReadError> {
        self.expect(b'#')?;
        let start = self.at();
        let word = self.word();
        match word {
            "dbg_declare" | "dbg_value" | "dbg_assign" | "dbg_label" | "dbg_declare_value" => {
                self.debug_arguments(word == "dbg_declare")
            }
            _ => Err(self.error_at(start, "a debug record")),
        }
    }

    /// `(ptr %x, !variable, !DIExpression(), ...)`, each with `metadata` in front if it is
    /// a call. An expression with operations says that the variable is not at `%x` itself.
    fn debug_arguments(&mut self, declares: bool) -> Result<Option<Declare>, ReadError> {
        if !declares {
            self.skip_group()?;
            return Ok(None);
        }
        let before = self.cursor.clone();
        self.expect(b'(')?;
        self.eat_word("metadata");
        let mut declare = None;
        // Otherwise it is `!{}`, `!DIArgList(...)`: nothing is declared.
        if self.ahead() != b'!'
            && let (_, Value::Local(address)) = self.typed_value()?
        {
            self.expect(b',')?;
            self.eat_word("metadata");
            let variable: MetadataId = self.metadata_id()?;
            self.expect(b',')?;
            self.eat_word("metadata");
            self.expect(b'!')?;
            if self.eat_word("DIExpression") && self.eat(b'(') && self.eat(b')') {
                declare = Some(Declare { address, variable });
            }
        }
        self.cursor = before;
        self.skip_group()?;
        Ok(declare)
    }

    pub fn branch(&mut self) -> Result<Typed, ReadError> {
        let void = self.types.void;
        if self.peek_word() == "label" {
            return Ok((Operation::Br(self.label_operand()?), void));
        }
        let (_, condition) = self.typed_value()?;
        self.expect(b',')?;
        let then = self.label_operand()?;
        self.expect(b',')?;
        let otherwise = self.label_operand()?;
        let operation = Operation::CondBr {
            condition,
            then,
            otherwise,
        };
        Ok((operation, void))
    }

    pub fn switch(&mut self) -> Result<Typed, ReadError> {
        let (ty, value) = self.typed_value()?;
        self.expect(b',')?;
        let default = self.label_operand()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.eat(b']') {
            let (_, case) = self.typed_constant()?;
            self.expect(b',')?;
            cases.push((case, self.label_operand()?));
        }
        let operation = Operation::Switch {
            ty,
            value,
            default,
            cases,
        };
        Ok((operation, self.types.void))
    }

    pub fn indirect_branch(&mut self) -> Result<Typed, ReadError> {
        let (_, address) = self.typed_value()?;
        self.expect(b',')?;
        self.expect(b'[')?;
        let mut targets = Vec::new();
        while !self.eat(b']') {
            targets.push(self.label_operand()?);
            self.eat(b',');
        }
        let operation = Operation::IndirectBr { address, targets };
        Ok((operation, self.types.void))
    }

    pub fn ret(&mut self) -> Result<Typed, ReadError> {
        let ty = self.ty()?;
        let value = if ty == self.types.void {
            None
        } else {
            Some((ty, self.value(ty)?))
        };
        Ok((Operation::Ret(value), self.types.void))
    }

    pub fn phi(&mut self) -> Result<Typed, ReadError> {
        self.flags()?;
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            incoming.push((value, self.block()?));
            self.expect(b']')?;
            if !self.eat_comma() {
                break;
            }
        }
        Ok((Operation::Phi { ty, incoming }, ty))
    }

    pub fn landing_pad(&mut self) -> Result<Typed, ReadError> {
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            let clause: fn(Constant) -> Clause = match self.peek_word() {
                "catch" => Clause::Catch,
                "filter" => Clause::Filter,
                _ => break,
            };
            self.word();
            clauses.push(clause(self.typed_constant()?.1));
        }
        let operation = Operation::LandingPad {
            ty,
            cleanup,
            clauses,
        };
        Ok((operation, ty))
    }
}
