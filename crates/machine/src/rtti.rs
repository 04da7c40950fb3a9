//! Types of C++ at run time, read from the type_info objects that compilers write after the
//! Itanium ABI: which handler takes an exception, and where a dynamic_cast leads.
//! What exceptions are and how they travel is not known here.

use crate::error::Fault;
use crate::machine::Machine;
use trailhound_program::{Address, Space};

/// What a type_info describes, told by the table that its first word points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A class without bases.
    Class,
    /// A class with one base, public, not virtual, at offset 0.
    SingleBase,
    /// A class with any bases.
    Bases,
    Pointer,
    MemberPointer,
    /// A fundamental type, an enumeration, a function or an array: equal or not.
    Other,
}

/// Bits of the word that describes a base: below the offset.
const VIRTUAL: u64 = 1;
const PUBLIC: u64 = 2;
const OFFSET_SHIFT: u32 = 8;

/// Bits of a type_info for pointers.
const QUALIFIERS: u32 = 7;

const NAME: u64 = 8;
const SINGLE_BASE: u64 = 16;
const BASE_COUNT: u64 = 20;
const BASES: u64 = 24;
const POINTER_FLAGS: u64 = 16;
const POINTEE: u64 = 24;

/// A part of an object: the same class may occur in it more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    address: u64,
    public: bool,
}

impl Machine<'_> {
    fn kind_of_type(&mut self, info: u64) -> Result<Kind, Fault> {
        let table = Address(self.read_u64(info)?).object();
        let name = match table.space() {
            Space::STATIC => self.program.globals.get(table.index() as usize),
            _ => None,
        };
        let name = name.map_or("", |global| global.name.as_str());
        Ok(match name {
            "_ZTVN10__cxxabiv117__class_type_infoE" => Kind::Class,
            "_ZTVN10__cxxabiv120__si_class_type_infoE" => Kind::SingleBase,
            "_ZTVN10__cxxabiv121__vmi_class_type_infoE" => Kind::Bases,
            "_ZTVN10__cxxabiv119__pointer_type_infoE" => Kind::Pointer,
            "_ZTVN10__cxxabiv129__pointer_to_member_type_infoE" => Kind::MemberPointer,
            _ => Kind::Other,
        })
    }

    /// The mangled name, without the mark of types that are local to a unit.
    pub(crate) fn type_name(&mut self, info: u64) -> Result<Vec<u8>, Fault> {
        let name = self.read_u64(info + NAME)?;
        let text = self.read_string(name)?;
        Ok(match text.strip_prefix(b"*") {
            Some(rest) => rest.to_vec(),
            None => text,
        })
    }

    fn is_same_type(&mut self, a: u64, b: u64) -> Result<bool, Fault> {
        if a == b {
            return Ok(true);
        }
        let (a, b) = (self.read_u64(a + NAME)?, self.read_u64(b + NAME)?);
        if a == b {
            return Ok(true);
        }
        let (a, b) = (self.read_string(a)?, self.read_string(b)?);
        // A star says that the name is compared by its address alone.
        Ok(a == b && !a.starts_with(b"*"))
    }

    /// The bases of a class: type, word of flags and offset.
    fn bases(&mut self, info: u64) -> Result<Vec<(u64, u64)>, Fault> {
        match self.kind_of_type(info)? {
            Kind::SingleBase => Ok(vec![(self.read_u64(info + SINGLE_BASE)?, PUBLIC)]),
            Kind::Bases => {
                let count = self.read_u32(info + BASE_COUNT)?;
                (0..count as u64)
                    .map(|n| {
                        let base = info + BASES + 16 * n;
                        Ok((self.read_u64(base)?, self.read_u64(base + 8)?))
                    })
                    .collect()
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Where a base of the object at `address` lies. A null pointer has no virtual table to
    /// look up; its bases are all null.
    fn base_address(&mut self, address: u64, description: u64) -> Result<u64, Fault> {
        if address == 0 {
            return Ok(0);
        }
        let offset = (description as i64 >> OFFSET_SHIFT) as u64;
        if description & VIRTUAL == 0 {
            return Ok(address.wrapping_add(offset));
        }
        let table = self.read_u64(address)?;
        let offset = self.read_u64(table.wrapping_add(offset))?;
        Ok(address.wrapping_add(offset))
    }

    /// All parts of type `wanted` in the object of type `info` at `address`.
    fn parts(
        &mut self,
        info: u64,
        address: u64,
        public: bool,
        wanted: u64,
        found: &mut Vec<Part>,
    ) -> Result<(), Fault> {
        if self.is_same_type(info, wanted)? {
            match found.iter_mut().find(|part| part.address == address) {
                Some(part) => part.public |= public,
                None => found.push(Part { address, public }),
            }
            return Ok(());
        }
        for (base, description) in self.bases(info)? {
            let at = self.base_address(address, description)?;
            let public = public && description & PUBLIC != 0;
            self.parts(base, at, public, wanted, found)?;
        }
        Ok(())
    }

    /// The part of type `wanted`, if there is exactly one and it is public.
    fn public_part(&mut self, info: u64, address: u64, wanted: u64) -> Result<Option<u64>, Fault> {
        let mut found = Vec::new();
        self.parts(info, address, true, wanted, &mut found)?;
        Ok(match found.as_slice() {
            [part] if part.public => Some(part.address),
            _ => None,
        })
    }

    /// What a handler for `wanted` gets of an object of type `thrown`: its address, or its value
    /// if it is a pointer. None: the handler does not take it.
    pub(crate) fn caught_as(
        &mut self,
        wanted: u64,
        thrown: u64,
        object: u64,
    ) -> Result<Option<u64>, Fault> {
        match (self.kind_of_type(wanted)?, self.kind_of_type(thrown)?) {
            (Kind::Pointer, Kind::Pointer) => {
                let value = self.read_u64(object)?;
                self.caught_pointer(wanted, thrown, value)
            }
            // A null pointer constant goes to any pointer.
            (Kind::Pointer, Kind::Other) if self.type_name(thrown)? == b"Dn" => Ok(Some(0)),
            (Kind::Class | Kind::SingleBase | Kind::Bases, _) => {
                self.public_part(thrown, object, wanted)
            }
            _ => Ok(self.is_same_type(wanted, thrown)?.then_some(object)),
        }
    }

    fn caught_pointer(
        &mut self,
        wanted: u64,
        thrown: u64,
        value: u64,
    ) -> Result<Option<u64>, Fault> {
        if self.is_same_type(wanted, thrown)? {
            return Ok(Some(value));
        }
        let qualifiers = |flags: u32| flags & QUALIFIERS;
        let wanted_flags = qualifiers(self.read_u32(wanted + POINTER_FLAGS)?);
        let thrown_flags = qualifiers(self.read_u32(thrown + POINTER_FLAGS)?);
        // The handler's may add const and volatile, not drop them.
        if thrown_flags & !wanted_flags != 0 {
            return Ok(None);
        }
        let to = self.read_u64(wanted + POINTEE)?;
        let from = self.read_u64(thrown + POINTEE)?;
        if self.is_same_type(to, from)? {
            return Ok(Some(value));
        }
        if self.type_name(to)? == b"v" {
            return Ok(Some(value));
        }
        match self.kind_of_type(to)? {
            Kind::Class | Kind::SingleBase | Kind::Bases => self.public_part(from, value, to),
            Kind::Pointer if self.kind_of_type(from)? == Kind::Pointer => {
                // Further down, const may be added only below const all the way.
                if wanted_flags & 1 == 0 {
                    return Ok(None);
                }
                self.caught_pointer(to, from, value)
            }
            _ => Ok(None),
        }
    }

    /// dynamic_cast of the part at `part`, of type `from`, of a complete object to `to`. None:
    /// the object has no such part, or more than one.
    pub(crate) fn dynamic_cast(
        &mut self,
        part: u64,
        from: u64,
        to: u64,
    ) -> Result<Option<u64>, Fault> {
        let table = self.read_u64(part)?;
        let to_top = self.read_u64(table.wrapping_sub(16))?;
        let complete_type = self.read_u64(table.wrapping_sub(8))?;
        let complete = part.wrapping_add(to_top);
        let mut targets = Vec::new();
        self.parts(complete_type, complete, true, to, &mut targets)?;
        // Down: a target of which `part` is a public base.
        let mut below = Vec::new();
        for target in &targets {
            let mut bases = Vec::new();
            self.parts(to, target.address, true, from, &mut bases)?;
            if bases.contains(&Part {
                address: part,
                public: true,
            }) {
                below.push(target.address);
            }
        }
        if let [target] = below[..] {
            return Ok(Some(target));
        }
        // Across: the only target, if both are public parts of the whole.
        let mut sources = Vec::new();
        self.parts(complete_type, complete, true, from, &mut sources)?;
        let visible = sources.contains(&Part {
            address: part,
            public: true,
        });
        Ok(match targets.as_slice() {
            [target] if target.public && visible && below.is_empty() => Some(target.address),
            _ => None,
        })
    }
}
