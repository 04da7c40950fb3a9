//! Function bodies: the names of values and blocks, then the instructions block by block.
//! Knows how a body is put together, not what the instructions look like.

use std::borrow::Cow;

use crate::ReadError;
use crate::cursor::Cursor;
use crate::header::Header;
use crate::module::{
    Block, BlockId, Body, Declare, Instruction, LocalId, Operation, TextOffset, TypeId,
};
use crate::parser::{Locals, Parser};

/// What a line of a body says.
pub(crate) enum Statement {
    Instruction {
        operation: Operation,
        ty: TypeId,
    },
    /// A debug record: the variable it declares, if it does.
    Debug(Option<Declare>),
}

impl<'t> Parser<'t> {
    /// A whole function, from `define` to the closing brace.
    pub fn function(mut self) -> Result<Body, ReadError> {
        let header = self.header()?;
        self.expect(b'{')?;
        let mut names = Names::of(&self.cursor, &header)?;
        let mut body = Body {
            local_types: Vec::new(),
            blocks: Vec::with_capacity(names.locals.blocks.len()),
            parameters: header.parameters,
            declares: Vec::new(),
        };
        self.locals = std::mem::take(&mut names.locals);
        self.locals.result = Some(header.result);
        let parameters = body.parameters.iter().map(|parameter| Some(parameter.ty));
        self.locals.types = parameters.collect();
        let locals = self.locals.values.len();
        self.locals.types.resize(locals, None);
        if let Some(entry) = names.unnamed_entry {
            body.blocks.push(Block::named(entry, self.at()));
        }
        loop {
            if self.ahead() == 0 {
                break;
            }
            let start = self.at();
            if let Some(label) = self.label()? {
                body.blocks.push(Block::named(label.into_owned(), start));
            } else {
                self.line(&mut body)?;
            }
        }
        self.check_forward_uses()?;
        let void = self.types.void;
        let types = std::mem::take(&mut self.locals.types);
        body.local_types = types.into_iter().map(|ty| ty.unwrap_or(void)).collect();
        body.keep_declares_of_allocas();
        Ok(body)
    }

    /// One instruction, debug record or use-list order
    fn line(&mut self, body: &mut Body) -> Result<(), ReadError> {
        let start = self.at();
        let result = if self.ahead() == b'%' {
            let local = self.local()?;
            self.expect(b'=')?;
            Some(local)
        } else if self.peek_word().starts_with("uselistorder") {
            self.skip_line();
            return Ok(());
        } else {
            None
        };
        let (mut operation, ty) = match self.statement()? {
            Statement::Instruction { operation, ty } => (operation, ty),
            Statement::Debug(declare) => {
                self.trailing()?;
                body.declares.extend(declare);
                return Ok(());
            }
        };
        let trailing = self.trailing()?;
        if let Operation::Alloca { align, .. } = &mut operation {
            *align = trailing.align;
        }
        if let Operation::Load { invariant, .. } = &mut operation {
            *invariant = trailing.invariant;
        }
        if let Some(local) = result {
            if ty == self.types.void {
                return Err(self.error_at(start, "an instruction with a result"));
            }
            if self.locals.types[local.index()].replace(ty).is_some() {
                return Err(self.error_at(start, "a name that is not yet taken"));
            }
        }
        let Some(block) = body.blocks.last_mut() else {
            return Err(self.error_at(start, "a block"));
        };
        block.instructions.push(Instruction {
            result,
            operation,
            at: TextOffset(start),
            location: trailing.location,
        });
        Ok(())
    }
}

impl Block {
    fn named(name: String, at: usize) -> Block {
        Block {
            name,
            at: TextOffset(at),
            instructions: Vec::new(),
        }
    }
}

impl Body {
    /// A declare may also name a parameter or a computed address; only an alloca is the
    /// place where the variable itself lives.
    fn keep_declares_of_allocas(&mut self) {
        if self.declares.is_empty() {
            return;
        }
        let mut is_alloca = vec![false; self.local_types.len()];
        for instruction in self.blocks.iter().flat_map(|block| &block.instructions) {
            if let (Some(local), Operation::Alloca { .. }) =
                (instruction.result, &instruction.operation)
            {
                is_alloca[local.index()] = true;
            }
        }
        self.declares
            .retain(|declare| is_alloca[declare.address.index()]);
    }
}

/// The names that a body defines, gathered before it is parsed because values and blocks
/// are used before their definitions. Every definition begins a line.
struct Names<'t> {
    locals: Locals<'t>,
    /// The number of the entry block if it has no label.
    unnamed_entry: Option<String>,
}

impl<'t> Names<'t> {
    fn of(body: &Cursor<'t>, header: &Header<'t>) -> Result<Names<'t>, ReadError> {
        let mut names = Names {
            locals: Locals::default(),
            unnamed_entry: None,
        };
        // Unnamed parameters and blocks share one count.
        let mut unnamed = 0;
        for name in &header.parameter_names {
            let name = name.clone().unwrap_or_else(|| unnamed.to_string().into());
            if let Ok(number) = name.parse::<u32>() {
                unnamed = number.saturating_add(1);
            }
            names.define_value(name, body)?;
        }
        let mut line = body.clone();
        line.skip_space();
        if line.label()?.is_none() {
            let entry = unnamed.to_string();
            names.define_block(entry.clone().into(), &line)?;
            names.unnamed_entry = Some(entry);
        }
        let mut line = body.clone();
        while line.ahead() != 0 {
            if line.here() == b'%' {
                let definition = line.clone();
                line.eat(b'%');
                let name = line.name()?;
                if line.ahead() == b'=' {
                    names.define_value(name, &definition)?;
                }
            } else if let Some(name) = line.label()? {
                names.define_block(name, &line)?;
            }
            line.skip_line();
        }
        Ok(names)
    }

    fn define_value(&mut self, name: Cow<'t, str>, at: &Cursor<'t>) -> Result<(), ReadError> {
        let id = LocalId(self.locals.values.len() as u32);
        match self.locals.values.insert(name, id) {
            None => Ok(()),
            Some(_) => Err(at.error("a name that is not yet taken")),
        }
    }

    fn define_block(&mut self, name: Cow<'t, str>, at: &Cursor<'t>) -> Result<(), ReadError> {
        let id = BlockId(self.locals.blocks.len() as u32);
        match self.locals.blocks.insert(name, id) {
            None => Ok(()),
            Some(_) => Err(at.error("a label that is not yet taken")),
        }
    }
}
