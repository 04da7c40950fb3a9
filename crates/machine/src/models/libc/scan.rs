//! sscanf: what a format takes out of a text, as glibc does it in the C locale. Gives the
//! bytes to store, one entry for each pointer; knows nothing of memory.

use super::directive::UnknownDirective;
use super::integers::{integer_at_start, is_space};
use super::reals::{Kind, real_at_start};
use trailhound_program::DataModel;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scanned {
    /// What goes to the first pointer, to the second, and so on.
    pub stores: Vec<Vec<u8>>,
    /// What sscanf returns.
    pub result: i32,
    /// How much of the text was read.
    pub taken: usize,
}

/// Why a directive did not find what it wanted.
enum Failure {
    /// The text is at its end.
    Input,
    Matching,
}

struct Directive<'f> {
    suppressed: bool,
    width: Option<usize>,
    /// Bytes of an integer.
    size: usize,
    /// Bytes of a pointer.
    pointer: usize,
    conversion: u8,
    /// The characters that %[ takes, by their number.
    set: Option<(&'f [u8], bool)>,
}

/// Stands for the bytes of a `long` until the conversion is known.
const LONG: usize = usize::MAX;

struct Scanner<'t, 'f> {
    model: DataModel,
    text: &'t [u8],
    at: usize,
    format: &'f [u8],
    from: usize,
    stores: Vec<Vec<u8>>,
    assigned: i32,
}

fn unknown(directive: &[u8]) -> UnknownDirective {
    UnknownDirective {
        function: "scanf",
        directive: String::from_utf8_lossy(directive).into_owned(),
    }
}

/// The error names the directive that is not known.
pub fn scan(text: &[u8], format: &[u8], model: DataModel) -> Result<Scanned, UnknownDirective> {
    let mut scanner = Scanner {
        model,
        text,
        at: 0,
        format,
        from: 0,
        stores: Vec::new(),
        assigned: 0,
    };
    let result = loop {
        if scanner.from >= format.len() {
            break scanner.assigned;
        }
        match scanner.step()? {
            Ok(()) => {}
            Err(Failure::Input) if scanner.assigned == 0 => break -1,
            Err(_) => break scanner.assigned,
        }
    };
    Ok(Scanned {
        stores: scanner.stores,
        result,
        taken: scanner.at,
    })
}

impl<'f> Scanner<'_, 'f> {
    /// One character or directive of the format.
    fn step(&mut self) -> Result<Result<(), Failure>, UnknownDirective> {
        let byte = self.format[self.from];
        self.from += 1;
        if is_space(byte) {
            self.skip_space();
            return Ok(Ok(()));
        }
        if byte != b'%' {
            return Ok(self.literal(byte));
        }
        let start = self.from - 1;
        let directive = self.directive().ok_or_else(|| {
            let end = (self.from + 1).min(self.format.len());
            unknown(&self.format[start..end])
        })?;
        Ok(self.convert(&directive))
    }

    fn literal(&mut self, byte: u8) -> Result<(), Failure> {
        match self.text.get(self.at) {
            None => Err(Failure::Input),
            Some(&found) if found == byte => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(Failure::Matching),
        }
    }

    fn skip_space(&mut self) {
        self.at += self.text[self.at..]
            .iter()
            .take_while(|&&byte| is_space(byte))
            .count();
    }

    fn peek(&self) -> u8 {
        self.format.get(self.from).copied().unwrap_or(0)
    }

    fn directive(&mut self) -> Option<Directive<'f>> {
        let suppressed = self.peek() == b'*';
        self.from += suppressed as usize;
        let mut width = None;
        while self.peek().is_ascii_digit() {
            width = Some(
                width
                    .unwrap_or(0usize)
                    .saturating_mul(10)
                    .saturating_add((self.peek() - b'0') as usize),
            );
            self.from += 1;
        }
        let is_long = self.peek() == b'l';
        let size = match (self.peek(), self.format.get(self.from + 1)) {
            (b'h', Some(b'h')) => {
                self.from += 2;
                1
            }
            (b'h', _) => {
                self.from += 1;
                2
            }
            (b'l', Some(b'l')) => {
                self.from += 2;
                8
            }
            (b'q' | b'j', _) => {
                self.from += 1;
                8
            }
            (b'l' | b'z' | b't', _) => {
                self.from += 1;
                LONG
            }
            _ => 4,
        };
        let conversion = self.peek();
        let size = match size {
            // The double of %lf is no long.
            LONG if b"fFeEgGaA".contains(&conversion) => 8,
            LONG => self.model.pointer_bytes() as usize,
            size => size,
        };
        let wide = is_long && matches!(conversion, b's' | b'c' | b'[');
        if wide || !b"%diouxXpcs[nfFeEgGaA".contains(&conversion) {
            return None;
        }
        self.from += 1;
        let set = if conversion == b'[' {
            Some(self.set()?)
        } else {
            None
        };
        Some(Directive {
            suppressed,
            width: width.filter(|&n| n > 0),
            size,
            pointer: self.model.pointer_bytes() as usize,
            conversion,
            set,
        })
    }

    /// The rest of %[...]: the characters between the brackets, and whether they are excluded.
    fn set(&mut self) -> Option<(&'f [u8], bool)> {
        let excluded = self.peek() == b'^';
        self.from += excluded as usize;
        let start = self.from;
        // A bracket that comes first belongs to the set.
        let length = 1 + self
            .format
            .get(start + 1..)?
            .iter()
            .position(|&byte| byte == b']')?;
        self.from = start + length + 1;
        Some((&self.format[start..start + length], excluded))
    }

    fn convert(&mut self, directive: &Directive<'_>) -> Result<(), Failure> {
        if directive.conversion == b'n' {
            let count = (self.at as u64).to_le_bytes();
            if !directive.suppressed {
                self.stores.push(count[..directive.size].to_vec());
            }
            return Ok(());
        }
        if !matches!(directive.conversion, b'c' | b'[') {
            self.skip_space();
        }
        if directive.conversion == b'%' {
            return self.literal(b'%');
        }
        if self.at >= self.text.len() {
            return Err(Failure::Input);
        }
        let rest = &self.text[self.at..];
        let window = &rest[..directive.width.unwrap_or(rest.len()).min(rest.len())];
        let (stored, length) = match directive.conversion {
            b'c' => characters(rest, directive.width.unwrap_or(1))?,
            b's' => word(window, |byte| !is_space(byte))?,
            b'[' => {
                let (characters, excluded) = directive.set.expect("a set of characters");
                word(window, |byte| contains(characters, byte) != excluded)?
            }
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p' => integer(window, directive)?,
            _ => real(window, directive.size)?,
        };
        self.at += length;
        if !directive.suppressed {
            self.stores.push(stored);
            self.assigned += 1;
        }
        Ok(())
    }
}

type Taken = Result<(Vec<u8>, usize), Failure>;

fn characters(rest: &[u8], count: usize) -> Taken {
    let taken = &rest[..count.min(rest.len())];
    Ok((taken.to_vec(), taken.len()))
}

fn word(window: &[u8], belongs: impl Fn(u8) -> bool) -> Taken {
    let length = window.iter().take_while(|&&byte| belongs(byte)).count();
    if length == 0 {
        return Err(Failure::Matching);
    }
    let mut stored = window[..length].to_vec();
    stored.push(0);
    Ok((stored, length))
}

/// Is the byte in a set such as `a-z_`?
fn contains(set: &[u8], byte: u8) -> bool {
    let mut rest = set;
    while let [first, tail @ ..] = rest {
        match tail {
            [b'-', last, further @ ..] => {
                if (*first..=*last).contains(&byte) {
                    return true;
                }
                rest = further;
            }
            _ => {
                if *first == byte {
                    return true;
                }
                rest = tail;
            }
        }
    }
    false
}

fn integer(window: &[u8], directive: &Directive<'_>) -> Taken {
    let base = match directive.conversion {
        b'i' => 0,
        b'o' => 8,
        b'x' | b'X' | b'p' => 16,
        _ => 10,
    };
    if directive.conversion == b'p' && window.starts_with(b"(nil)") {
        return Ok((vec![0; directive.pointer], 5));
    }
    let integer = integer_at_start(window, base, false);
    if integer.length == 0 {
        return Err(Failure::Matching);
    }
    let signed = matches!(directive.conversion, b'd' | b'i');
    // What strtol or strtoll of the program makes of it.
    let is_short = directive.pointer == 4 && directive.size <= 4;
    let value = match (signed, is_short) {
        (true, false) => integer.signed().0 as u64,
        (false, false) => integer.unsigned().0,
        (true, true) => integer.signed_32().0 as u64,
        (false, true) => integer.unsigned_32().0,
    };
    let size = if directive.conversion == b'p' {
        directive.pointer
    } else {
        directive.size
    };
    Ok((
        value.to_le_bytes()[..size].to_vec(),
        integer.length + lonely_prefix(window, base, integer.length),
    ))
}

/// scanf cannot put back more than one character: the x of a 0x without digits is gone.
fn lonely_prefix(window: &[u8], base: u32, length: usize) -> usize {
    let zero_only =
        window[length - 1] == b'0' && (length == 1 || !window[length - 2].is_ascii_alphanumeric());
    let next = window.get(length).map(u8::to_ascii_lowercase);
    (matches!(base, 0 | 16) && zero_only && next == Some(b'x')) as usize
}

fn real(window: &[u8], size: usize) -> Taken {
    let kind = if size == 8 {
        Kind::Double
    } else {
        Kind::Single
    };
    let real = real_at_start(window, kind);
    if real.length == 0 {
        return Err(Failure::Matching);
    }
    let stored = match kind {
        Kind::Double => real.value.to_le_bytes().to_vec(),
        Kind::Single => (real.value as f32).to_le_bytes().to_vec(),
    };
    Ok((stored, real.length + lonely_exponent(window, real.length)))
}

/// Like the x of a lonely 0x, an exponent letter without digits is taken and lost.
fn lonely_exponent(window: &[u8], length: usize) -> usize {
    let hexadecimal = window.len() > 1 && window[1].eq_ignore_ascii_case(&b'x');
    let letter = if hexadecimal { b'p' } else { b'e' };
    let ends_in_digit =
        hexadecimal || window[length - 1].is_ascii_digit() || window[length - 1] == b'.';
    match &window[length..] {
        [byte, rest @ ..] if ends_in_digit && byte.to_ascii_lowercase() == letter => {
            1 + matches!(rest.first(), Some(b'-' | b'+')) as usize
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integers(text: &str, format: &str) -> (Vec<i32>, i32) {
        let scanned =
            scan(text.as_bytes(), format.as_bytes(), DataModel::Lp64).expect("known directives");
        let integer = |bytes: &Vec<u8>| i32::from_le_bytes(bytes[..].try_into().expect("an int"));
        (scanned.stores.iter().map(integer).collect(), scanned.result)
    }

    fn words(text: &str, format: &str) -> (Vec<String>, i32) {
        let scanned =
            scan(text.as_bytes(), format.as_bytes(), DataModel::Lp64).expect("known directives");
        let word = |bytes: &Vec<u8>| {
            String::from_utf8_lossy(bytes)
                .trim_end_matches('\0')
                .to_owned()
        };
        (scanned.stores.iter().map(word).collect(), scanned.result)
    }

    /// As glibc 2.36 reads them.
    #[test]
    fn reads_integers() {
        assert_eq!(integers(" 12\n34", "%d%d"), (vec![12, 34], 2));
        assert_eq!(integers("12x", "%d %d"), (vec![12], 1));
        assert_eq!(integers("x", "%d"), (vec![], 0));
        assert_eq!(integers("  ", "%d"), (vec![], -1));
        assert_eq!(integers("12345", "%2d%d%n"), (vec![12, 345, 5], 2));
        assert_eq!(integers("1 2 3", "%*d %d"), (vec![2], 1));
        assert_eq!(integers("0x1f 017", "%i %i"), (vec![31, 15], 2));
        assert_eq!(integers("50%60", "%d%%%d"), (vec![50, 60], 2));
        assert_eq!(integers("a1b2", "a%db%d"), (vec![1, 2], 2));
    }

    #[test]
    fn reads_words_and_sets() {
        assert_eq!(
            words("hello world", "%3s%s"),
            (vec!["hel".to_owned(), "lo".to_owned()], 2)
        );
        assert_eq!(
            words("left,right", "%[^,],%s"),
            (vec!["left".to_owned(), "right".to_owned()], 2)
        );
        assert_eq!(
            words("]]xy", "%[]x]%c"),
            (vec!["]]x".to_owned(), "y".to_owned()], 2)
        );
        assert_eq!(words("a-b", "%[a-]"), (vec!["a-".to_owned()], 1));
        assert_eq!(words("", "%s"), (vec![], -1));
    }

    #[test]
    fn names_what_it_does_not_know() {
        assert_eq!(scan(b"x", b"%ms", DataModel::Lp64), Err(unknown(b"%m")));
    }
}
