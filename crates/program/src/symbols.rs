//! Binds names across modules and numbers what the program refers to. A symbol gets its
//! number when something reachable first mentions it; what is never mentioned has none.

use crate::address::{ObjectId, Space};
use crate::code::FunctionId;
use crate::debug;
use crate::function::Function;
use crate::link_error::LinkError;
use crate::options::LinkOptions;
use crate::program::Global;
use crate::short_addresses::{AddressSpaceFull, ShortAddresses};
use crate::unknown::UnknownConstruct;
use rustc_hash::FxHashMap;
use trailhound_llvm::{GlobalId, GlobalKind, Linkage, Module};

/// A global of one of the modules.
pub type Place = (usize, GlobalId);

/// What a mention of a global stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    Address(u64),
    ThreadLocal { global: u32, offset: i64 },
}

/// Why a mention of a global stands for nothing.
#[derive(Debug, thiserror::Error)]
pub enum SymbolError {
    #[error("circular alias {0}")]
    CircularAlias(String),
    #[error("more globals than the machine can number")]
    TooManyGlobals,
    #[error("more functions than the machine can number")]
    TooManyFunctions,
    #[error("block address in something that is no function")]
    NoFunction,
    #[error(transparent)]
    AddressSpaceFull(#[from] AddressSpaceFull),
}

impl From<SymbolError> for UnknownConstruct {
    fn from(error: SymbolError) -> UnknownConstruct {
        UnknownConstruct::Other(error.to_string())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbered {
    Function(FunctionId),
    Variable(u32),
    ThreadLocal(u32),
    Null,
}

/// How a global of a module takes part in linking.
#[derive(Clone, Debug)]
struct Fact {
    name: String,
    linkage: Linkage,
    function: bool,
    thread_local: bool,
    constant: bool,
    defined: bool,
    /// The definition that it stands for, itself if there is no other, and the offset into it.
    meaning: (Place, i64),
}

pub struct Symbols<'a> {
    options: &'a LinkOptions<'a>,
    facts: Vec<Vec<Fact>>,
    numbers: FxHashMap<Place, Numbered>,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Where each function and global is defined (or declared).
    pub function_places: Vec<Place>,
    pub global_places: Vec<Place>,
    /// Functions whose bodies must be lowered, a queue.
    pub wanted: Vec<FunctionId>,
    /// Functions whose bodies models stand for.
    replaced: Vec<FunctionId>,
    /// The places of what has a number, in 32-bit programs.
    pub short: Option<ShortAddresses>,
    /// Size and alignment of each global of each module, in 32-bit programs.
    sizes: Vec<Vec<(u64, u64)>>,
}

/// Which of several globals of a name wins; two strong definitions are an error.
fn rank(linkage: Linkage, defined: bool) -> u8 {
    match (defined, linkage) {
        (false, Linkage::ExternWeak) => 0,
        (false, _) => 1,
        (true, Linkage::Weak) => 2,
        (true, _) => STRONG,
    }
}

const STRONG: u8 = 3;

impl<'a> Symbols<'a> {
    /// `alias` tells the global and offset that an alias of a module stands for.
    pub fn bind(
        modules: &[Module],
        options: &'a LinkOptions<'a>,
        mut alias: impl FnMut(Place) -> Result<(GlobalId, i64), LinkError>,
    ) -> Result<Symbols<'a>, LinkError> {
        let mut facts: Vec<Vec<Fact>> = Vec::new();
        let mut winners: FxHashMap<&str, (Place, u8)> = FxHashMap::default();
        for (m, module) in modules.iter().enumerate() {
            let mut own = Vec::new();
            for (g, global) in module.globals().iter().enumerate() {
                let place = (m, GlobalId(g as u32));
                let (function, thread_local, constant, defined, meaning) = match &global.kind {
                    GlobalKind::Variable {
                        constant,
                        thread_local,
                        has_initializer,
                        ..
                    } => (
                        false,
                        *thread_local,
                        *constant,
                        *has_initializer,
                        (place, 0),
                    ),
                    GlobalKind::Function { has_body, .. } => {
                        (true, false, true, *has_body, (place, 0))
                    }
                    GlobalKind::Alias { .. } => {
                        let (target, offset) = alias(place)?;
                        (false, false, false, true, ((m, target), offset))
                    }
                };
                own.push(Fact {
                    name: global.name.clone(),
                    linkage: global.linkage,
                    function,
                    thread_local,
                    constant,
                    defined,
                    meaning,
                });
                if matches!(global.linkage, Linkage::Local | Linkage::Appending) {
                    continue;
                }
                let strength = rank(global.linkage, defined);
                match winners.get_mut(global.name.as_str()) {
                    None => drop(winners.insert(&global.name, (place, strength))),
                    Some((_, STRONG)) if strength == STRONG => {
                        return Err(LinkError::Duplicate {
                            symbol: global.name.clone(),
                        });
                    }
                    Some(winner) if winner.1 < strength => *winner = (place, strength),
                    Some(_) => {}
                }
            }
            facts.push(own);
        }
        let mut symbols = Symbols {
            options,
            facts,
            numbers: FxHashMap::default(),
            functions: Vec::new(),
            globals: Vec::new(),
            function_places: Vec::new(),
            global_places: Vec::new(),
            wanted: Vec::new(),
            replaced: Vec::new(),
            short: None,
            sizes: Vec::new(),
        };
        for (m, module) in modules.iter().enumerate() {
            for (g, global) in module.globals().iter().enumerate() {
                if matches!(global.linkage, Linkage::Local | Linkage::Appending) {
                    continue;
                }
                let ((wm, wg), _) = winners[global.name.as_str()];
                if (wm, wg.index()) != (m, g) {
                    symbols.facts[m][g].meaning = ((wm, wg), 0);
                }
            }
        }
        Ok(symbols)
    }

    /// Gives 32-bit addresses to what gets a number from now on; `sizes` has size and alignment of
    /// each global of each module.
    pub fn use_short_addresses(&mut self, sizes: Vec<Vec<(u64, u64)>>) {
        self.short = Some(ShortAddresses::default());
        self.sizes = sizes;
    }

    fn fact(&self, (module, global): Place) -> &Fact {
        &self.facts[module][global.index()]
    }

    /// Follows bindings and aliases to the definition.
    fn meaning(&self, mut place: Place) -> Result<(Place, i64), SymbolError> {
        let mut offset = 0;
        for _ in 0..64 {
            let (next, more) = self.fact(place).meaning;
            if next == place {
                return Ok((place, offset));
            }
            (place, offset) = (next, offset + more);
        }
        Err(SymbolError::CircularAlias(self.fact(place).name.clone()))
    }

    pub fn name(&self, place: Place) -> &str {
        &self.fact(place).name
    }

    fn number(&mut self, place: Place) -> Result<Numbered, SymbolError> {
        if let Some(&known) = self.numbers.get(&place) {
            return Ok(known);
        }
        let fact = self.fact(place).clone();
        let absent = !fact.defined
            && fact.linkage == Linkage::ExternWeak
            && !(self.options.known_externals)(&fact.name);
        let numbered = match fact.function {
            _ if absent => Numbered::Null,
            true => Numbered::Function(self.add_function(place, &fact, false)?),
            false => {
                let index = self.globals.len() as u32;
                if index >= ObjectId::PER_SPACE {
                    return Err(SymbolError::TooManyGlobals);
                }
                if let Some(short) = &mut self.short {
                    let (size, align) = self.sizes[place.0][place.1.index()];
                    short.add_static(size, align)?;
                }
                self.globals.push(Global {
                    display: fact.name.clone(),
                    name: fact.name,
                    bytes: Vec::new(),
                    constant: fact.constant,
                    thread_local: fact.thread_local,
                    align: 1,
                    external: !fact.defined,
                    refused: None,
                });
                self.global_places.push(place);
                match fact.thread_local {
                    true => Numbered::ThreadLocal(index),
                    false => Numbered::Variable(index),
                }
            }
        };
        self.numbers.insert(place, numbered);
        Ok(numbered)
    }

    fn add_function(
        &mut self,
        place: Place,
        fact: &Fact,
        weak: bool,
    ) -> Result<FunctionId, SymbolError> {
        let id = FunctionId(self.functions.len() as u32);
        if id.0 >= ObjectId::PER_SPACE {
            return Err(SymbolError::TooManyFunctions);
        }
        let name = fact.name.clone();
        let display = debug::display_name(&name);
        if fact.defined {
            match (self.options.replaced)(&name, &display) {
                true => self.replaced.push(id),
                false => self.wanted.push(id),
            }
        }
        self.functions.push(Function {
            name,
            display,
            weak,
            ..Function::default()
        });
        self.function_places.push(place);
        Ok(id)
    }

    /// Wants those of the replaced functions that must be executed.
    pub fn want_executed(&mut self) {
        if self.replaced.is_empty() {
            return;
        }
        let executed = (self.options.executed)(&self.functions);
        let (wanted, replaced) = (self.replaced.iter()).partition(|id| executed.contains(id));
        self.replaced = replaced;
        let wanted: Vec<FunctionId> = wanted;
        self.wanted.extend(wanted);
    }

    pub fn resolve(&mut self, module: usize, global: GlobalId) -> Result<Symbol, SymbolError> {
        let (place, offset) = self.meaning((module, global))?;
        Ok(match self.number(place)? {
            Numbered::Function(id) => Symbol::Address(function_address(id)),
            Numbered::Variable(index) => {
                let start = ObjectId::new(Space::STATIC, index).at(0).0;
                Symbol::Address(start.wrapping_add(offset as u64))
            }
            Numbered::ThreadLocal(global) => Symbol::ThreadLocal { global, offset },
            Numbered::Null => Symbol::Address(0),
        })
    }

    /// The number of a function that a constant names, for block addresses.
    pub fn function(&mut self, module: usize, global: GlobalId) -> Result<FunctionId, SymbolError> {
        self.callee(module, global)?.ok_or(SymbolError::NoFunction)
    }

    /// A function of any module, by its name.
    pub fn named(&mut self, name: &str) -> Option<FunctionId> {
        let is_it = |fact: &Fact| fact.function && fact.name == name;
        let found = self.facts.iter().enumerate().find_map(|(m, facts)| {
            let g = facts.iter().position(is_it)?;
            Some((m, GlobalId(g as u32)))
        });
        let (module, global) = found?;
        self.callee(module, global).ok()?
    }

    /// A function that modules call by this name and none of them defines.
    pub fn undefined(&mut self, name: &str) -> Option<FunctionId> {
        let mut facts = self.facts.iter().flatten();
        match facts.any(|fact| fact.name == name && fact.defined) {
            true => None,
            false => self.named(name),
        }
    }

    /// The function that a direct call of this global goes to, if it is a function. One that
    /// no module defines has a number even if its address is null, so that the call has a name.
    pub fn callee(
        &mut self,
        module: usize,
        global: GlobalId,
    ) -> Result<Option<FunctionId>, SymbolError> {
        let (place, _) = self.meaning((module, global))?;
        match self.number(place)? {
            Numbered::Function(id) => Ok(Some(id)),
            Numbered::Null if self.fact(place).function => {
                let known = self.function_places.iter().position(|p| *p == place);
                if let Some(known) = known {
                    return Ok(Some(FunctionId(known as u32)));
                }
                let fact = self.fact(place).clone();
                self.add_function(place, &fact, true).map(Some)
            }
            _ => Ok(None),
        }
    }
}

pub fn function_address(id: FunctionId) -> u64 {
    ObjectId::new(Space::FUNCTION, id.0).at(0).0
}
