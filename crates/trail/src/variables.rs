//! Variables of a state as a debugger shows them: names, types, values, and what lies inside.

use std::sync::Arc;

use trailhound_machine::{Machine, ThreadId, heap_name};
use trailhound_program::{Address, ObjectId, Space};

use crate::names::VariableNames;
use crate::types::{Pointee, Type};

/// A variable, or a part of one.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: String,
    pub value: String,
    /// What a debugger can open.
    pub inside: Option<Content>,
}

/// Something of a known type in memory.
#[derive(Clone, Debug)]
pub struct Content {
    address: u64,
    ty: Arc<Type>,
    type_name: Arc<str>,
}

impl Content {
    pub fn new(address: u64, ty: Arc<Type>, type_name: Arc<str>) -> Content {
        Content {
            address,
            ty,
            type_name,
        }
    }
}

/// What is shown of a variable that nothing was written to.
const UNDEFINED: &str = "undefined";
/// Elements of an array that are shown.
const MOST_ELEMENTS: u32 = 1000;
/// Characters of the summary of a structure.
const LONGEST: usize = 60;
/// Bytes of something unknown that are shown.
const MOST_BYTES: u32 = 16;

/// The memory of the state that the machine looks at, with the names of types.
pub struct Viewer<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub names: &'a VariableNames,
}

impl Viewer<'_, '_> {
    pub fn variable(&mut self, name: String, content: &Content) -> Variable {
        Variable {
            name,
            ty: content.type_name.to_string(),
            value: self.value(content, 0),
            inside: self.opened(content),
        }
    }

    /// What a variable leads to, if that is more than its value shows.
    fn opened(&mut self, content: &Content) -> Option<Content> {
        match &*content.ty {
            Type::Array { count, .. } if *count > 0 => Some(content.clone()),
            Type::Structure { members, .. } if !members.is_empty() => Some(content.clone()),
            Type::Pointer {
                target: Pointee(Some(number)),
                ..
            } => {
                let target = self.machine.peek_pointer(content.address)?;
                let number = self
                    .names
                    .pointee_at(self.machine, Address(target), *number);
                let ty = self.names.pointees.get(number as usize)?;
                let name = self.names.types.pointees.get(number as usize)?;
                let object = Address(target).object();
                let (length, _) = self.machine.memory.header(object)?;
                let room = length.checked_sub(Address(target).offset())?;
                let fits = ty.size() > 0 && ty.size() <= room && object.space() != Space::NULL;
                fits.then(|| Content::new(target, ty.clone(), name.clone()))
            }
            _ => None,
        }
    }

    /// The parts of what was opened.
    pub fn inside(&mut self, content: &Content) -> Vec<Variable> {
        let at = |offset: u32| content.address + u64::from(offset);
        match &*content.ty {
            Type::Array { element, count } => {
                let whole = content.type_name.strip_suffix("[]");
                let name: Arc<str> = whole.unwrap_or(&content.type_name).into();
                let elements = (0..(*count).min(MOST_ELEMENTS)).map(|index| {
                    let place = at(index * element.size());
                    let element = Content::new(place, element.clone(), name.clone());
                    self.variable(format!("[{index}]"), &element)
                });
                elements.collect()
            }
            Type::Structure { members, .. } => {
                let members = members.iter().map(|member| {
                    let place = at(member.offset);
                    let part = Content::new(place, member.ty.clone(), member.type_name.clone());
                    self.variable(member.name.clone(), &part)
                });
                members.collect()
            }
            // What a pointer leads to.
            _ => vec![self.variable("*".to_owned(), content)],
        }
    }

    fn value(&mut self, content: &Content, depth: usize) -> String {
        let Content { address, ty, .. } = content;
        match &**ty {
            Type::Number { size, .. } | Type::Enumeration { size, .. } => {
                self.number(*address, ty, *size)
            }
            Type::Pointer { size, .. } => match self.machine.peek_pointer(*address) {
                None => "?".to_owned(),
                _ if !self.machine.memory.peeks_defined(*address, *size) => UNDEFINED.to_owned(),
                Some(0) => "null".to_owned(),
                Some(target) => self.pointed_at(Address(target)),
            },
            Type::Array { count, .. } => format!("[{count}]"),
            Type::Structure { .. } if depth > 0 => "{…}".to_owned(),
            Type::Structure { members, .. } => {
                let parts = members.iter().map(|member| {
                    let place = address + u64::from(member.offset);
                    let part = Content::new(place, member.ty.clone(), member.type_name.clone());
                    format!("{}: {}", member.name, self.value(&part, depth + 1))
                });
                let parts: Vec<String> = parts.collect();
                shortened(format!("{{{}}}", parts.join(", ")))
            }
            Type::Opaque { size } => self.bytes(*address, *size),
        }
    }

    fn number(&mut self, address: u64, ty: &Type, size: u32) -> String {
        if !(1..=8).contains(&size) {
            return self.bytes(address, size);
        }
        match self.machine.memory.peek(address, size) {
            None => "?".to_owned(),
            Some(_) if !self.machine.memory.peeks_defined(address, size) => UNDEFINED.to_owned(),
            Some(bits) => {
                let value = ty.value(size * 8, bits);
                value.unwrap_or_else(|| bits.to_string())
            }
        }
    }

    fn pointed_at(&self, target: Address) -> String {
        match (target.object().space().is_heap(), target.offset()) {
            (true, 0) => format!("&{}", heap_name(target.object())),
            _ => format!("&{}", self.machine.name_of(target.0)),
        }
    }

    fn bytes(&mut self, address: u64, size: u32) -> String {
        let shown = (0..size.min(MOST_BYTES)).map(|offset| {
            let byte = self.machine.memory.peek(address + u64::from(offset), 1);
            byte.map_or("??".to_owned(), |byte| format!("{byte:02x}"))
        });
        let mut text = shown.collect::<Vec<_>>().join(" ");
        if size > MOST_BYTES {
            text += " …";
        }
        text
    }

    /// The global variables of the user's code.
    pub fn globals(&mut self) -> Vec<Variable> {
        const LIBRARIES: [&str; 3] = ["std::", "core::", "alloc::"];
        let names = self.names;
        let known = names.globals.iter().enumerate();
        let own = known.filter_map(|(index, global)| {
            let (name, ty) = global.as_ref()?;
            let type_name = names.types.globals.get(index)?.as_ref()?;
            let is_own = !LIBRARIES.iter().any(|library| name.starts_with(library));
            is_own.then_some((index, name, ty, type_name))
        });
        own.map(|(index, name, ty, type_name)| {
            let address = ObjectId::new(Space::STATIC, index as u32).at(0).0;
            let content = Content::new(address, ty.clone(), type_name.clone());
            self.variable(name.clone(), &content)
        })
        .collect()
    }

    /// The variables in memory of one call of a thread, by its number from the outermost one.
    pub fn locals(&mut self, thread: ThreadId, frame: usize) -> Vec<Variable> {
        self.machine.speak_for(thread);
        let running = self.machine.thread_at(thread).clone();
        let Some(first) = running.frames.get(frame).map(|frame| frame.locals) else {
            return Vec::new();
        };
        let end = running.frames.get(frame + 1).map(|next| next.locals);
        let mut variables = Vec::new();
        for index in first..end.unwrap_or(u32::MAX) {
            let object = ObjectId::new(Space::stack(running.number), index);
            if self.machine.memory.header(object).is_none() {
                break;
            }
            let Some((function, number, name)) = self.machine.local_variable(object) else {
                continue;
            };
            let name = name.to_owned();
            let known = (function, number);
            let types = (
                self.names.locals.get(&known),
                self.names.types.locals.get(&known),
            );
            let (Some(ty), Some(type_name)) = types else {
                continue;
            };
            let content = Content::new(object.at(0).0, ty.clone(), type_name.clone());
            variables.push(self.variable(name, &content));
        }
        variables
    }
}

fn shortened(text: String) -> String {
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST).chain("…}".chars()).collect(),
        false => text,
    }
}
