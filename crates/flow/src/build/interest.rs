//! Which actions matter, and what the objects are called that they are done to. It does
//! not know automata: it asks.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use trailhound_contracts::is_rust;
use trailhound_program::{Address, Global, Program, Space};

use crate::action::{Action, Object};

/// Names the part of a global that lies at an offset, as the source would.
pub type Naming<'a> = &'a dyn Fn(u32, u32) -> Option<String>;

/// A part of a global that has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub offset: u32,
    pub object: Object,
    /// Something is asked about it.
    pub wanted: bool,
}

pub struct Interest<'a> {
    program: &'a Program,
    required: &'a dyn Fn(&Action) -> bool,
    optional: &'a dyn Fn(&Action) -> bool,
    names: Naming<'a>,
    /// Globals with a part that something is asked about.
    interesting: Vec<bool>,
    /// Those whose actions must be seen, even where it is not sure that they are theirs.
    needed: Vec<bool>,
    parts: RefCell<FxHashMap<u32, std::rc::Rc<[Part]>>>,
    extents: RefCell<FxHashMap<u32, std::rc::Rc<Extents>>>,
}

/// The offsets that a name stands for: the first and the last one.
type Extents = FxHashMap<Object, (u32, u32)>;

/// Variables of the libraries of Rust and C++ are left out, whatever is asked about all.
fn is_library(global: &Global) -> bool {
    const PATHS: [&str; 7] = [
        "std::",
        "__gnu_cxx::",
        "trailhound::",
        "__dso_handle",
        "guard variable for std::",
        "guard variable for trailhound::",
        // What only Rust's library asks the linker for.
        "_rust_extern_with_linkage_",
    ];
    // A program in C++ may have namespaces of these names.
    const RUST_PATHS: [&str; 4] = ["core::", "alloc::", "<std::", "<core::"];
    let any = |paths: &[&str]| paths.iter().any(|path| global.display.starts_with(path));
    any(&PATHS) || is_rust(&global.name) && any(&RUST_PATHS)
}

fn names_object(action: &Action) -> bool {
    match action {
        Action::Lock(object) | Action::Unlock(object) | Action::Read(object) => object.is_some(),
        Action::Write { object, .. } => object.is_some(),
        Action::Test { .. } => true,
        _ => false,
    }
}

/// Whether something is asked about an object.
fn of_object(asked: &dyn Fn(&Action) -> bool, object: &Object) -> bool {
    let object = || Some(object.clone());
    let write = Action::Write {
        object: object(),
        value: None,
    };
    asked(&Action::Lock(object()))
        || asked(&Action::Unlock(object()))
        || asked(&Action::Read(object()))
        || asked(&write)
}

/// Larger globals have names for what is known by its offset only.
const LARGEST: u32 = 1 << 16;

impl<'a> Interest<'a> {
    pub fn new(
        program: &'a Program,
        required: &'a dyn Fn(&Action) -> bool,
        optional: &'a dyn Fn(&Action) -> bool,
        names: Naming<'a>,
    ) -> Interest<'a> {
        let mut interest = Interest {
            program,
            required,
            optional,
            names,
            interesting: vec![false; program.globals.len()],
            needed: vec![false; program.globals.len()],
            parts: RefCell::default(),
            extents: RefCell::default(),
        };
        for global in 0..program.globals.len() as u32 {
            let variable = &program.globals[global as usize];
            if !variable.constant && !is_library(variable) {
                let parts = interest.parts(global);
                interest.interesting[global as usize] = parts.iter().any(|part| part.wanted);
                let needed = |part: &Part| of_object(required, &part.object);
                interest.needed[global as usize] = parts.iter().any(needed);
            }
        }
        interest
    }

    pub fn wants(&self, action: &Action) -> bool {
        (self.required)(action) || names_object(action) && (self.optional)(action)
    }

    /// The same, also if it is worth to be seen only where it is sure what it is done to.
    pub fn welcomes(&self, action: &Action) -> bool {
        (self.required)(action) || (self.optional)(action)
    }

    /// What is not needed is not asked about any more if it cannot be told where it is done.
    pub fn hide(&mut self, escaped: &BTreeSet<u32>) {
        for &global in escaped {
            self.interesting[global as usize] &= self.needed[global as usize];
        }
    }

    /// Whether something is asked about the global or a part of it.
    pub fn in_global(&self, global: u32) -> bool {
        self.interesting[global as usize]
    }

    /// Whether nothing that is done to the global is to be seen.
    pub fn hides(&self, global: u32) -> bool {
        !self.interesting[global as usize]
    }

    pub fn object(&self, global: u32, offset: u32) -> Object {
        let named = (self.names)(global, offset);
        Object(named.unwrap_or_else(|| {
            let display = &self.program.globals[global as usize].display;
            match offset {
                0 => display.clone(),
                _ => format!("{display}+{offset}"),
            }
        }))
    }

    /// Whether the name of a part stands for so many bits there and nothing else. A mutex of Rust
    /// has the name of what it protects, and its own state has that name, too: what is found in
    /// one of them says nothing of the others.
    pub fn is_one(&self, global: u32, offset: u32, w: u8) -> bool {
        let known = self.extents.borrow().get(&global).cloned();
        let extents = known.unwrap_or_else(|| {
            let size = self.program.globals[global as usize].bytes.len() as u32;
            let mut extents = Extents::default();
            for offset in 0..size.clamp(1, LARGEST) {
                let extent = extents.entry(self.object(global, offset));
                extent.or_insert((offset, offset)).1 = offset;
            }
            let extents = std::rc::Rc::new(extents);
            self.extents.borrow_mut().insert(global, extents.clone());
            extents
        });
        let extent = extents.get(&self.object(global, offset));
        // What lies beyond the largest that is looked at has a name by its offset.
        extent.is_none_or(|&(first, last)| {
            first == offset && last < offset + u32::from(w).div_ceil(8)
        })
    }

    /// The parts of which an access touches some bytes, in order.
    pub fn touched(&self, global: u32, offset: u32, w: u8) -> Vec<Object> {
        let end = offset.saturating_add(u32::from(w).div_ceil(8));
        let parts = self.parts(global);
        let before = parts.partition_point(|part| part.offset <= offset);
        let inside = parts[before..].iter().take_while(|part| part.offset < end);
        let around = before.checked_sub(1).map(|number| &parts[number]);
        let touched = around.into_iter().chain(inside);
        touched.map(|part| part.object.clone()).collect()
    }

    /// The parts of a global, those inside a number left out.
    pub fn parts(&self, global: u32) -> std::rc::Rc<[Part]> {
        if let Some(known) = self.parts.borrow().get(&global) {
            return known.clone();
        }
        let size = self.program.globals[global as usize].bytes.len() as u32;
        let mut parts: Vec<Part> = Vec::new();
        for offset in 0..size.clamp(1, LARGEST) {
            let object = self.object(global, offset);
            let inside = offset > 0 && object.0.ends_with(&format!("+{offset}"))
                || object.0.contains('+')
                || parts.last().is_some_and(|last| last.object == object);
            if !inside {
                let wanted = of_object(&|action| self.wants(action), &object);
                parts.push(Part {
                    offset,
                    object,
                    wanted,
                });
            }
        }
        let parts: std::rc::Rc<[Part]> = parts.into();
        self.parts.borrow_mut().insert(global, parts.clone());
        parts
    }

    /// Globals whose address stands in the initial content of others: any code may find it there.
    pub fn in_tables(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for global in &self.program.globals {
            for word in global.bytes.chunks_exact(8) {
                let address = Address(u64::from_le_bytes(word.try_into().expect("eight bytes")));
                let index = address.object().index();
                if address.object().space() == Space::STATIC
                    && (index as usize) < self.program.globals.len()
                {
                    found.push(index);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
