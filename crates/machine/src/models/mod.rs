//! Models of what programs call but do not define: libc, pthread, futex, and the few
//! parts of Rust's library that would spin or print. One file for each header or
//! subsystem; all are found by symbol in one table.

mod allocation;
mod assumptions;
mod cancel;
mod conditions;
mod cpp;
mod descriptors;
mod environment;
mod events;
mod files;
mod futex;
mod keeping;
pub(crate) mod libc;
mod lifetime;
mod mappings;
mod model;
mod mutex;
mod pipes;
mod process;
mod processes;
mod pshared;
mod queues;
mod rust;
mod signals;
mod startup;
mod sync;
mod test_harness;
mod threads;
mod touches;
mod verifier;

pub(crate) use model::{Arguments, Model, Reply};
pub(crate) use touches::touches_plainly;

use crate::clock::ETIMEDOUT;
use crate::error::Fault;
use crate::machine::Machine;
use crate::printing::locking_paths;
use model::{on_object, without_value};
use rustc_hash::FxHashMap;
use trailhound_program::{DataModel, FunctionId, Program};

/// All models by name.
pub struct Models {
    by_symbol: FxHashMap<&'static str, Model>,
    /// By demangled path, for Rust's library.
    by_path: FxHashMap<&'static str, Model>,
}

impl Models {
    pub fn standard() -> Models {
        let by_symbol = [
            allocation::MODELS,
            cancel::MODELS,
            conditions::MODELS,
            cpp::MODELS,
            descriptors::MODELS,
            futex::MODELS,
            mappings::MODELS,
            mutex::MODELS,
            process::MODELS,
            processes::MODELS,
            queues::MODELS,
            signals::MODELS,
            startup::MODELS,
            sync::MODELS,
            threads::MODELS,
            verifier::MODELS,
            rust::SYMBOLS,
        ];
        Models {
            by_symbol: libc::MODELS
                .iter()
                .copied()
                .chain(events::MODELS.iter().copied())
                .chain(files::MODELS.iter().copied())
                .chain(by_symbol)
                .flatten()
                .copied()
                .collect(),
            by_path: rust::PATHS.iter().copied().collect(),
        }
    }

    pub fn find(&self, symbol: &str, path: &str) -> Option<Model> {
        self.by_symbol
            .get(symbol)
            .or_else(|| self.by_path.get(path))
            .copied()
    }

    /// The machine has its own idea of the symbol.
    pub fn knows(&self, symbol: &str) -> bool {
        self.by_symbol.contains_key(symbol)
    }

    /// A function with a body that the machine replaces.
    pub fn replaces(&self, symbol: &str, path: &str) -> bool {
        self.by_path.contains_key(path)
            || verifier::REPLACED.contains(&symbol)
            || symbol == sync::RELEASE
    }
}

/// The model waits for a lock of Rust's library, whose address is its first argument.
pub(crate) fn is_locking(model: Model) -> bool {
    rust::LOCKING
        .iter()
        .any(|&locking| std::ptr::fn_addr_eq(locking, model))
}

pub use assumptions::has_assumptions;
pub use cancel::SLEEPS;
pub use rust::add_writers;
pub use verifier::add_object;

/// Functions of the program that models call.
pub const CALLED_BY_MODELS: &[&str] = &["core::fmt::write", "std::panicking::payload_as_str"];

/// Functions of the program that models of Rust's library enter.
pub fn entered_by_models(program: &Program) -> Vec<FunctionId> {
    let functions = program.functions.iter().enumerate();
    functions
        .filter(|(_, function)| {
            let path = &function.display;
            CALLED_BY_MODELS
                .iter()
                .any(|called| path.starts_with(called))
        })
        .map(|(id, _)| FunctionId(id as u32))
        .collect()
}

/// For each function of the program whether the machine does itself what it does.
pub fn has_models(program: &Program) -> Vec<bool> {
    let table = Models::standard();
    let functions = program.functions.iter();
    functions
        .map(|f| f.body.is_none() && table.find(&f.name, &f.display).is_some())
        .collect()
}

/// Paths of the functions of Rust's library that are replaced by models, that models call, or whose callers decide
/// what is replaced: they must not be inlined.
pub fn modelled_paths() -> impl Iterator<Item = &'static str> {
    let replaced = rust::PATHS.iter().map(|(path, _)| *path);
    let called = CALLED_BY_MODELS.iter().copied();
    replaced.chain(called).chain(locking_paths())
}

impl Machine<'_> {
    /// True: one of these pointers leads to memory that others can reach, and the step has
    /// had its visible operation. Pointers to nothing do not count.
    pub fn stops_at(&mut self, pointers: &[u64]) -> bool {
        let shared = pointers.iter().any(|&pointer| {
            let object = trailhound_program::Address(pointer).object();
            let header = self.memory.header(object);
            header.is_some_and(|(_, flags)| self.memory.gate.shows(flags))
        });
        shared && self.stops()
    }

    pub(crate) fn set_errno(&mut self, value: i32) -> Result<(), Fault> {
        let address = self.thread_local(crate::calls::ERRNO)?;
        self.memory.write(address, &value.to_le_bytes())
    }

    pub fn read_u32(&mut self, address: u64) -> Result<u32, Fault> {
        let bytes = self.read_bytes(address, 4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    pub fn read_u64(&mut self, address: u64) -> Result<u64, Fault> {
        let bytes = self.read_bytes(address, 8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    pub fn write_u32(&mut self, address: u64, value: u32) -> Result<(), Fault> {
        self.write_bytes(address, &value.to_le_bytes())
    }

    pub fn write_u64(&mut self, address: u64, value: u64) -> Result<(), Fault> {
        self.write_bytes(address, &value.to_le_bytes())
    }

    /// How wide pointers and `long` are in the program.
    pub fn data_model(&self) -> DataModel {
        self.program.model()
    }

    /// Bytes of a pointer or a `long`.
    pub fn word_bytes(&self) -> u64 {
        self.data_model().pointer_bytes().into()
    }

    pub fn read_pointer(&mut self, address: u64) -> Result<u64, Fault> {
        match &self.program.short {
            Some(short) => Ok(short.lengthen(self.read_u32(address)?)),
            None => self.read_u64(address),
        }
    }

    pub fn write_pointer(&mut self, address: u64, value: u64) -> Result<(), Fault> {
        match &self.program.short {
            Some(_) => {
                let short = self.shorten(value)?;
                self.write_u32(address, short)
            }
            None => self.write_u64(address, value),
        }
    }

    /// A pointer in memory, without any check or log.
    pub fn peek_pointer(&mut self, address: u64) -> Option<u64> {
        let size = self.data_model().pointer_bytes();
        let word = self.memory.peek(address, size)?;
        let short = self.program.short.as_ref();
        Some(short.map_or(word, |short| short.lengthen(word as u32)))
    }

    /// The form that an address has in the memory of a 32-bit program.
    pub(crate) fn shorten(&self, address: u64) -> Result<u32, Fault> {
        let short = self.program.short.as_ref();
        let found = short.and_then(|short| short.shorten(address));
        found.ok_or_else(|| {
            let name = self.name_of(address);
            Fault::unsupported(format!(
                "storing an address far outside of its object in 32 bits: {name}"
            ))
        })
    }

    /// A `long`, or another type as wide.
    pub fn read_long(&mut self, address: u64) -> Result<i64, Fault> {
        match self.data_model() {
            DataModel::Ilp32 => Ok(self.read_u32(address)? as i32 as i64),
            DataModel::Lp64 => Ok(self.read_u64(address)? as i64),
        }
    }

    pub fn write_long(&mut self, address: u64, value: u64) -> Result<(), Fault> {
        match self.data_model() {
            DataModel::Ilp32 => self.write_u32(address, value as u32),
            DataModel::Lp64 => self.write_u64(address, value),
        }
    }

    /// An argument of type `long`.
    pub fn long_argument(&self, arguments: &Arguments, index: usize) -> Result<i64, Fault> {
        let value = arguments.get(index)?;
        Ok(self.data_model().choose(value as i32 as i64, value as i64))
    }

    /// The bytes of a C string, without the zero at its end.
    pub fn read_string(&mut self, address: u64) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        loop {
            match self.read_bytes(address + bytes.len() as u64, 1)?[0] {
                0 => return Ok(bytes),
                byte => bytes.push(byte),
            }
        }
    }

    /// Picks one of `options` values: None means that the thread now stands at the choice
    /// and the call will be executed again for each value.
    pub(crate) fn choose(&mut self, options: u32) -> Option<u32> {
        self.choose_by(options, false)
    }

    /// The same; `by_order`: the first value is what a sequentially consistent machine does.
    pub(crate) fn choose_by(&mut self, options: u32, by_order: bool) -> Option<u32> {
        if options == 1 {
            return Some(0);
        }
        if let Some(value) = self.chosen.take() {
            // No other thread could run since the visible operation before the choice: the next one must wait.
            self.memory.gate.open = false;
            return Some(value);
        }
        let shown = self.has_shown();
        self.thread.status = crate::thread::Status::Choosing {
            options,
            shown,
            by_order,
        };
        let epoch = self.memory.snapshot.epoch;
        self.world.set_exclusive(Some(self.current), epoch);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_contracts::{Named, is_known};

    /// What a model does must be known to those that read programs without running them.
    #[test]
    fn every_model_has_a_contract() {
        let models = Models::standard();
        let by_symbol = models.by_symbol.keys().map(|&symbol| Named::from(symbol));
        let symbol = "_R";
        let by_path = models.by_path.keys().map(|&path| Named { symbol, path });
        let mut missing: Vec<Named> = by_symbol.chain(by_path).collect();
        missing.retain(|&model| !is_known(model));
        assert!(missing.is_empty(), "no contracts of {missing:?}");
    }
}
