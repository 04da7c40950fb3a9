//! The syntax of calls, jumps and exception handling, and of the debug records that look
//! like calls.

use crate::ReadError;
use crate::body::{DebugRecord, Statement};
use crate::instruction::Typed;
use crate::module::{
    Argument, Assembly, Call, Callee, Clause, Constant, Declare, MetadataId, Operation, Pointer,
    Type, TypeId, Value,
};
use crate::parser::Parser;
use crate::type_table::TypeTable;
use rustc_hash::FxHashSet;

/// The type of what is called, as far as a call says it.
struct CalleeType {
    result: TypeId,
    variadic: bool,
    /// None: as the arguments are.
    parameters: Option<Vec<TypeId>>,
}

impl CalleeType {
    fn takes(&self, arguments: &[Argument]) -> bool {
        let Some(parameters) = &self.parameters else {
            return true;
        };
        let fits = match self.variadic {
            true => arguments.len() >= parameters.len(),
            false => arguments.len() == parameters.len(),
        };
        let mut pairs = arguments.iter().zip(parameters);
        fits && pairs.all(|(argument, parameter)| argument.ty == *parameter)
    }
}

#[derive(Clone, Copy)]
enum RecordKind {
    Declare,
    Value,
}

/// `declare` and `value` of the names of records and intrinsics.
fn record_kind(name: &str) -> Option<RecordKind> {
    match name {
        "declare" => Some(RecordKind::Declare),
        "value" => Some(RecordKind::Value),
        _ => None,
    }
}

impl Parser<'_> {
    /// Behind `call`: a call, or a debug intrinsic of before LLVM 19
    pub fn call_statement(&mut self) -> Result<Statement, ReadError> {
        self.flags()?;
        let signature = self.signature()?;
        if self.ahead() == b'@' {
            let start = self.cursor.clone();
            let name = self.global_name()?;
            if let Some(kind) = name.strip_prefix("llvm.dbg.") {
                let record = self.debug_arguments(record_kind(kind))?;
                self.attributes()?;
                return Ok(Statement::Debug(record));
            }
            self.cursor = start;
        }
        let call = self.call(signature)?;
        let ty = call.result;
        let operation = Operation::Call(call);
        Ok(Statement::Instruction { operation, ty })
    }

    /// What stands in front of the callee: the result type, or the type of the function.
    fn signature(&mut self) -> Result<CalleeType, ReadError> {
        self.calling_convention()?;
        self.attributes()?;
        if self.eat_word("addrspace") {
            self.address_space()?;
        }
        self.skip_space();
        let start = self.at();
        let ty = self.ty()?;
        let signature = match self.types.get(ty) {
            Type::Function {
                result,
                variadic,
                params,
            } => CalleeType {
                result: *result,
                variadic: *variadic,
                parameters: Some(params.clone()),
            },
            _ => CalleeType {
                result: ty,
                variadic: false,
                parameters: None,
            },
        };
        let result = signature.result;
        if result != self.types.void && !self.types.is_first_class(result) {
            return Err(self.error_at(start, "a type that a function can return"));
        }
        Ok(signature)
    }

    fn call(&mut self, signature: CalleeType) -> Result<Call, ReadError> {
        self.skip_space();
        let start = self.at();
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
        if !signature.takes(&arguments) {
            let wanted =
                "a call with as many arguments, and of such types, as its function type has";
            return Err(self.error_at(start, wanted));
        }
        self.attributes()?;
        self.operand_bundles()?;
        Ok(Call {
            callee,
            result: signature.result,
            variadic: signature.variadic,
            arguments,
        })
    }

    fn argument(&mut self) -> Result<Argument, ReadError> {
        let ty = self.type_where(TypeTable::is_first_class, "a type of arguments")?;
        let byval = self.attributes()?;
        if byval.is_some() && ty != self.types.pointer {
            return Err(self.error("a pointer to what is passed by value"));
        }
        let value = if ty == self.types.metadata {
            Value::Metadata(self.metadata_text()?)
        } else {
            self.value(ty)?
        };
        Ok(Argument { ty, value, byval })
    }

    fn inline_asm(&mut self) -> Result<Callee, ReadError> {
        self.eat_word("sideeffect");
        self.eat_word("alignstack");
        let intel = self.eat_word("inteldialect");
        self.eat_word("unwind");
        let template = self.string()?.into_owned();
        self.expect(b',')?;
        let constraints = self.string()?.into_owned();
        Ok(Callee::InlineAsm(Assembly {
            template,
            constraints,
            intel,
        }))
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
    pub fn debug_record(&mut self) -> Result<Option<DebugRecord>, ReadError> {
        self.expect(b'#')?;
        let start = self.at();
        let word = self.word();
        match word {
            "dbg_declare" | "dbg_value" | "dbg_assign" | "dbg_label" | "dbg_declare_value" => {
                self.debug_arguments(word.strip_prefix("dbg_").and_then(record_kind))
            }
            _ => Err(self.error_at(start, "a debug record")),
        }
    }

    /// `(ptr %x, !variable, !DIExpression(), ...)`, each with `metadata` in front if it is
    /// a call. An expression with operations says that the variable is not `%x` itself.
    fn debug_arguments(
        &mut self,
        kind: Option<RecordKind>,
    ) -> Result<Option<DebugRecord>, ReadError> {
        let Some(kind) = kind else {
            self.skip_group()?;
            return Ok(None);
        };
        let before = self.cursor.clone();
        self.expect(b'(')?;
        self.eat_word("metadata");
        let mut record = None;
        // Otherwise it is `!{}`, `!DIArgList(...)`: nothing is declared.
        let is_told = match kind {
            RecordKind::Declare => self.ahead() != b'!',
            RecordKind::Value => self.peek_word() == "ptr",
        };
        if is_told && let (_, Value::Local(local)) = self.typed_value()? {
            self.expect(b',')?;
            self.eat_word("metadata");
            let variable: MetadataId = self.metadata_id()?;
            self.expect(b',')?;
            self.eat_word("metadata");
            self.expect(b'!')?;
            if self.eat_word("DIExpression") && self.eat(b'(') && self.eat(b')') {
                record = Some(match kind {
                    RecordKind::Declare => DebugRecord::Declare(Declare {
                        address: local,
                        variable,
                    }),
                    RecordKind::Value => DebugRecord::Pointer(Pointer {
                        value: local,
                        variable,
                    }),
                });
            }
        }
        self.cursor = before;
        self.skip_group()?;
        Ok(record)
    }

    pub fn branch(&mut self) -> Result<Typed, ReadError> {
        let void = self.types.void;
        if self.peek_word() == "label" {
            return Ok((Operation::Br(self.label_operand()?), void));
        }
        let condition = self.value_of(self.types.bit)?;
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
        let (ty, value) = self.value_where(TypeTable::is_int, "an integer to switch on")?;
        self.expect(b',')?;
        let default = self.label_operand()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        let mut known = FxHashSet::default();
        while !self.eat(b']') {
            self.skip_space();
            let start = self.at();
            let case = self.constant_of(ty)?;
            match &case {
                Constant::Int { words, .. } if known.insert(words.clone()) => {}
                _ => return Err(self.error_at(start, "a number that is no case yet")),
            }
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
        let address = self.pointer_value()?;
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
        self.skip_space();
        let start = self.at();
        let ty = self.ty()?;
        let wanted = self.locals.result.unwrap_or(ty);
        self.require_type(ty, wanted, start)?;
        let value = if ty == self.types.void {
            None
        } else {
            Some((ty, self.value(ty)?))
        };
        Ok((Operation::Ret(value), self.types.void))
    }

    pub fn phi(&mut self) -> Result<Typed, ReadError> {
        self.flags()?;
        let ty = self.type_where(TypeTable::is_first_class, "a type of values")?;
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
        self.skip_space();
        let start = self.at();
        let ty = self.type_where(TypeTable::is_first_class, "a type of values")?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            let clause: fn(Constant) -> Clause = match self.peek_word() {
                "catch" => Clause::Catch,
                "filter" => Clause::Filter,
                _ => break,
            };
            let is_catch = self.word() == "catch";
            let clause_start = self.at();
            let (ty, constant) = self.typed_constant()?;
            let is_list = matches!(self.types.get(ty), Type::Array { .. });
            if is_catch != (ty == self.types.pointer) || is_catch == is_list {
                return Err(self.error_at(clause_start, "a pointer to catch, or a list to filter"));
            }
            clauses.push(clause(constant));
        }
        if !cleanup && clauses.is_empty() {
            return Err(self.error_at(start, "a landing pad that cleans up, catches or filters"));
        }
        let operation = Operation::LandingPad {
            ty,
            cleanup,
            clauses,
        };
        Ok((operation, ty))
    }
}
