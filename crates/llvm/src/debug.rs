//! Debug metadata, read from the text of its nodes on demand: source locations, the
//! functions and files of scopes, and the names of variables. What types look like is left to
//! the reader of their nodes.

use std::borrow::Cow;

use crate::cursor::{Cursor, line_end};
use crate::file::Module;
use crate::module::{Location, MetadataId, SourceFile, Subprogram, Variable};

/// A specialised node, `!DIName(field: value, ...)`.
pub struct Node<'t> {
    pub name: &'t str,
    fields: Vec<(&'t str, &'t str)>,
}

impl<'t> Node<'t> {
    fn parse(text: &'t str) -> Option<Node<'t>> {
        let mut cursor = Cursor::new("", text, 0, text.len());
        cursor.eat_word("distinct");
        cursor.eat(b'!').then_some(())?;
        let name = cursor.word();
        let mut fields = Vec::new();
        cursor.eat(b'(').then_some(())?;
        while !cursor.eat(b')') {
            let key = cursor.word();
            cursor.eat(b':').then_some(())?;
            cursor.skip_space();
            let start = cursor.at();
            cursor.skip_item().ok()?;
            fields.push((key, cursor.since(start)));
            cursor.eat(b',');
        }
        Some(Node { name, fields })
    }

    pub fn field(&self, key: &str) -> Option<&'t str> {
        let found = self.fields.iter().find(|(name, _)| *name == key);
        found.map(|&(_, value)| value)
    }

    pub fn number(&self, key: &str) -> u32 {
        let value = self.field(key).and_then(|value| value.parse().ok());
        value.unwrap_or(0)
    }

    /// A reference to another node; `null` and nodes written in place are none.
    pub fn reference(&self, key: &str) -> Option<MetadataId> {
        let number = self.field(key)?.strip_prefix('!')?.parse().ok()?;
        Some(MetadataId(number))
    }

    pub fn text(&self, key: &str) -> Option<String> {
        let value = self.field(key)?;
        let text = Cursor::new("", value, 0, value.len()).bytes().ok()?;
        Some(match text {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Cow::Owned(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        })
    }
}

impl Module {
    /// The text of a numbered node, without its number.
    pub fn metadata_text(&self, id: MetadataId) -> Option<&str> {
        let start = *self.index().metadata.get(&id)?;
        let end = line_end(self.text(), start);
        Some(self.text()[start..end].trim_end())
    }

    pub fn node(&self, id: MetadataId) -> Option<Node<'_>> {
        Node::parse(self.metadata_text(id)?)
    }

    /// A `DILocation`, which instructions carry.
    pub fn location(&self, id: MetadataId) -> Option<Location> {
        let node = self.node(id).filter(|node| node.name == "DILocation")?;
        Some(Location {
            line: node.number("line"),
            column: node.number("column"),
            scope: node.reference("scope")?,
            inlined_at: node.reference("inlinedAt"),
        })
    }

    /// A scope and the scopes around it, inside out. Ends, also when a broken file has a
    /// circle of scopes.
    pub fn scopes(&self, scope: MetadataId) -> impl Iterator<Item = Node<'_>> {
        let mut next = Some(scope);
        let step = move || {
            let node = self.node(next?)?;
            next = node.reference("scope");
            Some(node)
        };
        std::iter::from_fn(step).take(self.index().metadata.len())
    }

    /// The function that a scope (a `DISubprogram` or a lexical block) belongs to.
    pub fn subprogram_of(&self, scope: MetadataId) -> Option<Subprogram> {
        let node = self
            .scopes(scope)
            .find(|node| node.name == "DISubprogram")?;
        Some(Subprogram {
            name: node.text("name").unwrap_or_default(),
            linkage_name: node.text("linkageName"),
            file: node.reference("file").and_then(|file| self.file(file)),
            line: node.number("line"),
        })
    }

    /// The file of the innermost scope that names one.
    pub fn scope_file(&self, scope: MetadataId) -> Option<SourceFile> {
        let file = self.scopes(scope).find_map(|node| node.reference("file"))?;
        self.file(file)
    }

    fn file(&self, id: MetadataId) -> Option<SourceFile> {
        let node = self.node(id).filter(|node| node.name == "DIFile")?;
        Some(SourceFile {
            directory: node.text("directory").unwrap_or_default(),
            name: node.text("filename")?,
        })
    }

    /// A `DIGlobalVariableExpression` or `DIGlobalVariable` that has a name in the source.
    pub fn global_variable(&self, id: MetadataId) -> Option<Variable> {
        let node = self.node(id)?;
        match node.name {
            "DIGlobalVariable" => variable(&node),
            "DIGlobalVariableExpression" => {
                let variable_node = self.node(node.reference("var")?)?;
                variable(&variable_node)
            }
            _ => None,
        }
    }

    /// A `DILocalVariable` that has a name in the source.
    pub fn local_variable(&self, id: MetadataId) -> Option<Variable> {
        let node = self.node(id)?;
        (node.name == "DILocalVariable").then_some(())?;
        variable(&node)
    }

    /// The file that a `DILocalVariable` is declared in.
    pub fn file_of_local(&self, id: MetadataId) -> Option<SourceFile> {
        self.file(self.node(id)?.reference("file")?)
    }
}

fn variable(node: &Node<'_>) -> Option<Variable> {
    Some(Variable {
        name: node.text("name")?,
        line: node.number("line"),
        ty: node.reference("type"),
    })
}
