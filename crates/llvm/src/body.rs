//! Function bodies: the names of values and blocks, then the instructions block by block.
//! Knows how a body is put together, not what the instructions look like.

use std::borrow::Cow;

use crate::ReadError;
use crate::cursor::Cursor;
use crate::header::Header;
use crate::module::{
    Block, BlockId, Body, Declare, Instruction, LocalId, MetadataId, Operation, Pointer,
    TextOffset, TypeId,
};
use crate::parser::{Locals, Parser};

/// What a line of a body says.
pub(crate) enum Statement {
    Instruction {
        operation: Operation,
        ty: TypeId,
    },
    /// A debug record: what it says of a variable, if it is kept.
    Debug(Option<DebugRecord>),
}

/// A debug record that says what a source variable is.
pub(crate) enum DebugRecord {
    Declare(Declare),
    Pointer(Pointer),
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
            pointers: Vec::new(),
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
        let mut is_cut = false;
        loop {
            if self.ahead() == 0 {
                break;
            }
            let start = self.at();
            if let Some(label) = self.label()? {
                body.blocks.push(Block::named(label.into_owned(), start));
                is_cut = false;
            } else if is_cut {
                self.skip_line();
            } else if let Err(error) = self.line(&mut body, start) {
                self.cut(&mut body, start, error)?;
                is_cut = true;
            }
        }
        body.drop_entries_of_cut_blocks();
        self.check_forward_uses()?;
        let void = self.types.void;
        let types = std::mem::take(&mut self.locals.types);
        body.local_types = types.into_iter().map(|ty| ty.unwrap_or(void)).collect();
        body.keep_declares_of_allocas();
        Ok(body)
    }

    /// Ends a block with an instruction that cannot be read; what follows in it is skipped.
    fn cut(&mut self, body: &mut Body, start: usize, error: ReadError) -> Result<(), ReadError> {
        let (Some(what), Some(block)) = (&error.unsupported, body.blocks.last_mut()) else {
            return Err(error);
        };
        block.instructions.push(Instruction {
            result: None,
            operation: Operation::Unread { what: what.clone() },
            at: TextOffset(start),
            location: None,
        });
        self.locals.has_unread = true;
        // The instruction may go on in the next line; its place stands at its end.
        self.cursor = self.moved(start, self.end());
        self.skip_line();
        self.skip_line();
        let text = self.since(start);
        let location = text.split("!dbg !").nth(1).map(|rest| {
            let digits = rest.find(|c: char| !c.is_ascii_digit());
            &rest[..digits.unwrap_or(rest.len())]
        });
        let location = location.and_then(|number| number.parse().ok());
        if let Some(last) = block.instructions.last_mut() {
            last.location = location.map(MetadataId);
        }
        self.cursor = self.moved(start, self.end());
        self.skip_line();
        Ok(())
    }

    /// One instruction, debug record or use-list order
    fn line(&mut self, body: &mut Body, start: usize) -> Result<(), ReadError> {
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
            Statement::Debug(record) => {
                self.trailing()?;
                match record {
                    Some(DebugRecord::Declare(declare)) => body.declares.push(declare),
                    Some(DebugRecord::Pointer(pointer)) => body.pointers.push(pointer),
                    None => {}
                }
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
    /// No jump leaves a block that was cut, so phis have no value for it.
    fn drop_entries_of_cut_blocks(&mut self) {
        let is_cut = |block: &Block| {
            let last = block.instructions.last();
            last.is_some_and(|last| matches!(last.operation, Operation::Unread { .. }))
        };
        let cut: Vec<bool> = self.blocks.iter().map(is_cut).collect();
        if !cut.contains(&true) {
            return;
        }
        for instruction in self.blocks.iter_mut().flat_map(|b| &mut b.instructions) {
            if let Operation::Phi { incoming, .. } = &mut instruction.operation {
                incoming.retain(|(_, from)| !cut[from.index()]);
            }
        }
    }

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
