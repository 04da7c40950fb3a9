//! Assembly texts of LLVM: statements, operands in AT&T and in intel syntax. Knows how things
//! are written, not what they do.

/// How an assembly text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Att,
    Intel,
}

/// A register of the processor, by its number in machine code.
pub type Physical = u8;

pub const RAX: Physical = 0;
pub const RCX: Physical = 1;
pub const RDX: Physical = 2;
pub const RBX: Physical = 3;

/// A register of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Physical(Physical),
    /// An operand of the text, `$0`.
    Operand(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    Immediate(i64),
    /// `${0:b}`, `%al`: with the width that the name tells.
    Register(Name, Option<u8>),
    /// base + index * scale + displacement, with the width that `dword ptr` tells
    Memory {
        base: Option<Name>,
        index: Option<(Name, u8)>,
        displacement: i64,
        width: Option<u8>,
    },
}

/// One instruction; operands in intel's order, the destination first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub locked: bool,
    pub name: String,
    pub operands: Vec<Written>,
}

/// The instructions of a text; None: something in it is not understood.
pub fn statements(template: &str, dialect: Dialect) -> Option<Vec<Statement>> {
    let mut found = Vec::new();
    let mut locked = false;
    let lines = template.lines().map(|line| {
        let code = line.split("//").next().unwrap_or("");
        code.split('#').next().unwrap_or("")
    });
    for text in lines.flat_map(|line| line.split(';')) {
        let mut rest = text.trim();
        while let Some(behind) = word(rest, "lock") {
            locked = true;
            rest = behind;
        }
        if let Some(behind) = word(rest, "rep")
            && !behind.is_empty()
        {
            rest = behind;
        }
        if rest.is_empty() {
            continue;
        }
        let (name, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let mut operands: Vec<Written> = split(operands)
            .map(|operand| match dialect {
                Dialect::Att => att(operand),
                Dialect::Intel => intel(operand),
            })
            .collect::<Option<_>>()?;
        if dialect == Dialect::Att {
            operands.reverse();
        }
        found.push(Statement {
            locked: std::mem::take(&mut locked),
            name: name.to_ascii_lowercase(),
            operands,
        });
    }
    (!locked).then_some(found)
}

/// What follows a word at the start.
fn word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.get(word.len()..)?;
    let is_whole = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (text[..word.len()].eq_ignore_ascii_case(word) && is_whole).then(|| rest.trim_start())
}

/// The operands between commas outside of parentheses.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = text.split(move |c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text).trim_start()),
    };
    let hex = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"));
    let value = match hex {
        Some(hex) => u64::from_str_radix(hex, 16).ok()? as i64,
        None if digits.len() > 1 && digits.starts_with('0') => return None,
        None => digits.parse::<u64>().ok()? as i64,
    };
    Some(if negative {
        value.wrapping_neg()
    } else {
        value
    })
}

/// `$0`, `${0:b}`: an operand and the width that its modifier tells.
fn operand(text: &str) -> Option<(usize, Option<u8>)> {
    let text = text.strip_prefix('$')?;
    let Some(braced) = text.strip_prefix('{') else {
        return Some((text.parse().ok()?, None));
    };
    let (index, modifier) = braced.strip_suffix('}')?.split_once(':')?;
    let width = match modifier {
        "b" => 8,
        "w" => 16,
        "k" => 32,
        "q" => 64,
        // An immediate without its sign, or an address as it is.
        "c" | "P" | "a" => return Some((index.parse().ok()?, None)),
        _ => return None,
    };
    Some((index.parse().ok()?, Some(width)))
}

/// A register by its name, and its width.
pub fn physical(name: &str) -> Option<(Physical, u8)> {
    const WIDE: [&str; 8] = ["ax", "cx", "dx", "bx", "sp", "bp", "si", "di"];
    const BYTES: [&str; 8] = ["al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"];
    let name = name.to_ascii_lowercase();
    let position = |names: [&str; 8], name: &str| names.iter().position(|known| *known == name);
    let numbered = |name: &str| {
        let number: u8 = name.parse().ok()?;
        (8..16).contains(&number).then_some(number)
    };
    let (number, width) = if let Some(number) = position(BYTES, &name) {
        (number as u8, 8)
    } else if let Some(number) = position(WIDE, &name) {
        (number as u8, 16)
    } else if let Some(number) = name.strip_prefix('e').and_then(|n| position(WIDE, n)) {
        (number as u8, 32)
    } else if let Some(number) = name.strip_prefix('r').and_then(|n| position(WIDE, n)) {
        (number as u8, 64)
    } else {
        let rest = name.strip_prefix('r')?;
        match rest.char_indices().last()? {
            (at, 'b') => (numbered(&rest[..at])?, 8),
            (at, 'w') => (numbered(&rest[..at])?, 16),
            (at, 'd') => (numbered(&rest[..at])?, 32),
            _ => (numbered(rest)?, 64),
        }
    };
    // What the stack pointer points at is not known here.
    let is_stack = number == 4;
    (!is_stack).then_some((number, width))
}

fn att_register(text: &str) -> Option<(Name, Option<u8>)> {
    match text.strip_prefix('%') {
        Some(name) => physical(name).map(|(number, width)| (Name::Physical(number), Some(width))),
        None => operand(text).map(|(index, width)| (Name::Operand(index), width)),
    }
}

fn att(text: &str) -> Option<Written> {
    if let Some(immediate) = text.strip_prefix("$$") {
        return number(immediate).map(Written::Immediate);
    }
    let Some((displacement, inner)) = text.split_once('(') else {
        return match att_register(text) {
            Some((name, width)) => Some(Written::Register(name, width)),
            None => with_displacement(text),
        };
    };
    let displacement = match displacement.trim() {
        "" => 0,
        digits => number(digits)?,
    };
    let mut parts = inner.strip_suffix(')')?.split(',').map(str::trim);
    let base = match parts.next()? {
        "" => None,
        base => Some(att_register(base)?.0),
    };
    let index = match parts.next() {
        None => None,
        Some(index) => {
            let scale = parts.next().map_or(Some(1), |scale| scale.parse().ok())?;
            Some((att_register(index)?.0, scale))
        }
    };
    parts.next().is_none().then_some(Written::Memory {
        base,
        index,
        displacement,
        width: None,
    })
}

/// `8+$0`: what lies behind an operand in memory.
fn with_displacement(text: &str) -> Option<Written> {
    let (displacement, base) = text.split_once('+').or_else(|| {
        let at = text.find('$')?;
        Some(text.split_at(at))
    })?;
    let (index, _) = operand(base.trim())?;
    Some(Written::Memory {
        base: Some(Name::Operand(index)),
        index: None,
        displacement: number(displacement)?,
        width: None,
    })
}

fn intel(text: &str) -> Option<Written> {
    let (width, place) = match text.to_ascii_lowercase().find("ptr") {
        Some(at) => {
            let width = match text[..at].trim().to_ascii_lowercase().as_str() {
                "byte" => 8,
                "word" => 16,
                "dword" => 32,
                "qword" => 64,
                "xmmword" => 128,
                _ => return None,
            };
            (Some(width), text[at + 3..].trim())
        }
        None => (None, text),
    };
    if let Some(inner) = place.strip_prefix('[') {
        return intel_memory(inner.strip_suffix(']')?, width);
    }
    if let Some((index, narrow)) = operand(place) {
        return Some(Written::Register(Name::Operand(index), width.or(narrow)));
    }
    if let Some((number, bits)) = physical(place) {
        return Some(Written::Register(Name::Physical(number), Some(bits)));
    }
    number(place.strip_prefix("$$").unwrap_or(place)).map(Written::Immediate)
}

fn intel_memory(inner: &str, width: Option<u8>) -> Option<Written> {
    let mut base = None;
    let mut index = None;
    let mut displacement = 0i64;
    let name = |text: &str| match operand(text) {
        Some((index, _)) => Some(Name::Operand(index)),
        None => physical(text).map(|(number, _)| Name::Physical(number)),
    };
    let signed = inner.replace('-', "+-");
    for term in signed.split('+').map(str::trim).filter(|t| !t.is_empty()) {
        if let Some((register, scale)) = term.split_once('*') {
            index = Some((name(register.trim())?, scale.trim().parse().ok()?));
        } else if let Some(register) = name(term) {
            match base {
                None => base = Some(register),
                Some(_) if index.is_none() => index = Some((register, 1)),
                Some(_) => return None,
            }
        } else {
            displacement = displacement.wrapping_add(number(term)?);
        }
    }
    Some(Written::Memory {
        base,
        index,
        displacement,
        width,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_syntaxes_say_the_same() {
        for (att, intel) in [
            ("lock; addl $$1, $0", "lock add $0, 1"),
            (
                "xaddl %eax, 4(%rdi,%rcx,8)",
                "xadd dword ptr [rdi + rcx*8 + 4], eax",
            ),
            ("rep nop\n\tmfence # all", "rep nop\nmfence"),
        ] {
            let att = statements(att, Dialect::Att).unwrap();
            let intel = statements(intel, Dialect::Intel).unwrap();
            assert_eq!(att.len(), intel.len());
            for (att, intel) in att.iter().zip(&intel) {
                assert_eq!(att.locked, intel.locked);
                assert_eq!(att.operands.len(), intel.operands.len());
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_no_text() {
        for text in [
            "jmp 1f(",
            "movl %fs:0, $0",
            "movl $$08, $0",
            "lock",
            "movb %ah, $0",
        ] {
            assert_eq!(statements(text, Dialect::Att), None, "{text}");
        }
    }
}
