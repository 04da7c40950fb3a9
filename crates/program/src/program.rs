//! The program that the machine runs: functions, globals, sources, and where it starts.

use crate::address::{Address, Space};
use crate::code::FunctionId;
use crate::function::Function;
use crate::short_addresses::ShortAddresses;
use crate::source::{Source, TypedAccesses};
use crate::target::DataModel;
use trailhound_contracts::starts_rust;

/// A global variable: an object of space [`Space::STATIC`], number = its index.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub name: String,
    /// The name in the source, when known.
    pub display: String,
    /// The initial content; pointers inside are packed [`Address`]es already.
    pub bytes: Vec<u8>,
    pub constant: bool,
    pub thread_local: bool,
    pub align: u32,
    /// Declared, but defined nowhere in the program (`stdout`, `environ`): the machine may know it.
    pub external: bool,
    /// What of its initial content cannot be evaluated: it has none then.
    pub refused: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub source: Source,
    /// Where the program starts; its parameters are argc, argv, envp as far as it has any.
    pub main: FunctionId,
    /// `llvm.global_ctors` in order of priority, then `llvm.global_dtors`.
    pub constructors: Vec<FunctionId>,
    pub destructors: Vec<FunctionId>,
    /// Integer constants that the program compares with or switches on: candidates for wide data choices.
    pub compared_constants: Vec<i64>,
    /// How pointers lie in the memory of a 32-bit program; None: as in registers.
    pub short: Option<ShortAddresses>,
    /// The harness of Rust's tests runs in it.
    pub has_test_harness: bool,
    /// Tests of Rust that pass by a panic, by name.
    pub panicking_tests: Vec<String>,
    /// Accesses through pointers whose types are known, by their places.
    pub typed_accesses: TypedAccesses,
}

impl Program {
    /// Whether a function is known to stand in a file of a library.
    pub fn is_of_library(&self, function: FunctionId) -> bool {
        let location = self.functions[function.index()].location;
        let location = location.and_then(|id| self.source.location(id));
        location.is_some_and(|location| self.source.file(location.file).library)
    }

    /// Whether `main` is Rust's: its library has its own threads and locks, which are told apart by their address
    /// alone.
    pub fn is_rust(&self) -> bool {
        let mut functions = self.functions.iter();
        functions.any(|function| starts_rust(&function.display))
    }

    pub fn model(&self) -> DataModel {
        match self.short {
            Some(_) => DataModel::Ilp32,
            None => DataModel::Lp64,
        }
    }

    /// What a register of `w` bits holds of a value that was meant for a register of another type: of
    /// an address its 32-bit form, in a 32-bit program.
    pub fn fitted(&self, value: u64, w: u8) -> u64 {
        let is_address = value >> 63 == 0 && Address(value).object().space() != Space::NULL;
        match &self.short {
            Some(short) if w == 32 && is_address => {
                short.shorten(value).map_or(value & 0xffff_ffff, u64::from)
            }
            _ if w >= 64 => value,
            _ => value & ((1 << w) - 1),
        }
    }

    /// The addresses that eight bytes of memory or of a register may hold.
    pub fn addresses_in(&self, word: u64) -> impl Iterator<Item = u64> {
        let halves = self.short.as_ref().map(|short| {
            let [low, high] = [word as u32, (word >> 32) as u32];
            [short.lengthen(low), short.lengthen(high)]
        });
        std::iter::once(word).chain(halves.into_iter().flatten())
    }

    /// The address that lies at an offset of bytes of memory, if they reach so far.
    pub fn pointer_in(&self, bytes: &[u8], offset: usize) -> Option<u64> {
        let size = self.model().pointer_bytes() as usize;
        let bytes = bytes.get(offset..offset.checked_add(size)?)?;
        Some(match &self.short {
            Some(short) => short.lengthen(u32::from_le_bytes(bytes.try_into().ok()?)),
            None => u64::from_le_bytes(bytes.try_into().ok()?),
        })
    }
}
