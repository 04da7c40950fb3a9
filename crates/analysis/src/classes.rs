//! The classes of C++ in a program: which class derives from which, read from the type_info
//! objects, and what the tables of virtual functions belong to, as the Itanium ABI lays them
//! out. Knows nothing of calls.

use rustc_hash::FxHashMap;
use trailhound_program::{Address, Global, Program, Space};

/// Before the virtual functions of a table lie where its object begins, and its type.
const TO_TOP: usize = 16;
const TYPE: usize = 8;

/// Parts of a type_info object.
const SINGLE_BASE: usize = 16;
const BASE_COUNT: usize = 20;
const BASES: usize = 24;
const VIRTUAL: u64 = 1;
const OFFSET_SHIFT: u32 = 8;

/// A table of virtual functions, or one for the time of construction.
pub(crate) fn is_virtual_table(global: &Global) -> bool {
    let is_table = global.name.starts_with("_ZTV") || global.name.starts_with("_ZTC");
    is_table && global.constant
}

/// Where a class lies in an object of another; None if that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    class: String,
    offset: Option<i64>,
}

/// The classes whose tables were asked for.
pub(crate) struct Classes<'p> {
    program: &'p Program,
    /// By type_info: all that an object of this class contains; None if not all is known.
    parts: FxHashMap<u32, Option<Vec<Part>>>,
}

impl<'p> Classes<'p> {
    pub fn new(program: &'p Program) -> Classes<'p> {
        Classes {
            program,
            parts: FxHashMap::default(),
        }
    }

    /// Whether the table that begins at this place of a global may be the one that a `class`
    /// inside an object shows. True if in doubt.
    pub fn may_show(&mut self, global: u32, begin: u32, class: &str) -> bool {
        let table = &self.program.globals[global as usize];
        let before = |back: usize| word(&table.bytes, (begin as usize).checked_sub(back)?);
        // Without type_info nothing is known of a table's class.
        let (Some(to_top), Some(info)) = (before(TO_TOP), before(TYPE).and_then(global_at)) else {
            return is_virtual_table(table);
        };
        if !self.parts.contains_key(&info) {
            let parts = parts_of(self.program, info);
            self.parts.insert(info, parts);
        }
        let at = (to_top as i64).wrapping_neg();
        match &self.parts[&info] {
            None => true,
            Some(parts) => parts
                .iter()
                .any(|part| part.class == class && part.offset.is_none_or(|offset| offset == at)),
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(word.try_into().expect("eight bytes")))
}

/// The global at whose beginning an address lies.
fn global_at(word: u64) -> Option<u32> {
    let address = Address(word);
    let is_begin = address.object().space() == Space::STATIC && address.offset() == 0;
    is_begin.then(|| address.object().index())
}

/// All parts of an object, itself included; None if a type_info is not to be had.
fn parts_of(program: &Program, info: u32) -> Option<Vec<Part>> {
    let mut found: Vec<Part> = Vec::new();
    let mut waiting: Vec<(u32, Option<i64>)> = vec![(info, Some(0))];
    while let Some((info, offset)) = waiting.pop() {
        let global = program.globals.get(info as usize)?;
        let class = global.name.strip_prefix("_ZTI")?.to_owned();
        let part = Part { class, offset };
        if found.contains(&part) {
            continue;
        }
        found.push(part);
        for (base, at) in bases_of(program, global)? {
            let inside = offset.zip(at).map(|(offset, at)| offset + at);
            waiting.push((base, inside));
        }
    }
    Some(found)
}

/// The direct bases of a class with their offsets, which virtual ones do not have.
fn bases_of(program: &Program, info: &Global) -> Option<Vec<(u32, Option<i64>)>> {
    let kind = Address(word(&info.bytes, 0)?).object();
    if info.external || kind.space() != Space::STATIC {
        return None;
    }
    let kind = program.globals.get(kind.index() as usize)?;
    match kind.name.as_str() {
        "_ZTVN10__cxxabiv117__class_type_infoE" => Some(Vec::new()),
        "_ZTVN10__cxxabiv120__si_class_type_infoE" => {
            let base = global_at(word(&info.bytes, SINGLE_BASE)?)?;
            Some(vec![(base, Some(0))])
        }
        "_ZTVN10__cxxabiv121__vmi_class_type_infoE" => {
            let count = info.bytes.get(BASE_COUNT..BASES)?;
            let count = u32::from_le_bytes(count.try_into().expect("four bytes"));
            let base = |number: usize| {
                let at = BASES + number * 16;
                let flags = word(&info.bytes, at + 8)?;
                let offset = flags as i64 >> OFFSET_SHIFT;
                let known = (flags & VIRTUAL == 0).then_some(offset);
                Some((global_at(word(&info.bytes, at)?)?, known))
            };
            (0..count as usize).map(base).collect()
        }
        _ => None,
    }
}
