//@ verdict: ok
//@ about: writing to strings and bytes, readers, errors with source, u128 in all bases
use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::{self, BufRead, Cursor, Read, Write};

#[derive(Debug)]
enum Problem {
    Number(std::num::ParseIntError),
    Negative(i64),
    Io(io::Error),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Number(e) => write!(f, "not a number: {e}"),
            Problem::Negative(n) => write!(f, "{n} is negative"),
            Problem::Io(e) => write!(f, "input: {e}"),
        }
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Problem::Number(e) => Some(e),
            _ => None,
        }
    }
}

impl From<std::num::ParseIntError> for Problem {
    fn from(e: std::num::ParseIntError) -> Self {
        Problem::Number(e)
    }
}

impl From<io::Error> for Problem {
    fn from(e: io::Error) -> Self {
        Problem::Io(e)
    }
}

fn total(input: impl BufRead) -> Result<i64, Problem> {
    let mut sum = 0;
    for line in input.lines() {
        let number: i64 = line?.trim().parse()?;
        if number < 0 {
            return Err(Problem::Negative(number));
        }
        sum += number;
    }
    Ok(sum)
}

fn chained(text: &str) -> Result<i64, Box<dyn Error>> {
    if text.is_empty() {
        return Err("nothing to add".into());
    }
    Ok(total(text.as_bytes())?)
}

fn main() -> io::Result<()> {
    for text in ["1\n2\n3", "4\nx", "5\n-6", "", "7\n\u{661}"] {
        match chained(text) {
            Ok(sum) => println!("sum {sum}"),
            Err(e) => println!("error {e} ({})", e.source().is_some()),
        }
    }
    println!("{:?}", total(&b"\xff"[..]).map_err(|e| e.to_string()));

    let mut text = String::new();
    for i in 0..3 {
        write!(text, "{i}:").unwrap();
        writeln!(text, "{:>3}", i * i).unwrap();
    }
    print!("{text}");
    let mut bytes = Vec::new();
    bytes.write_all(b"head ")?;
    write!(&mut bytes, "{:04}", 42)?;
    println!("{:?} {}", bytes, String::from_utf8_lossy(&bytes));
    let mut cursor = Cursor::new(bytes);
    let mut head = [0; 4];
    cursor.read_exact(&mut head)?;
    let mut rest = String::new();
    cursor.read_to_string(&mut rest)?;
    println!("{:?} {:?} {}", head, rest, cursor.position());
    let large = 0x1234_5678_9abc_def0_0fed_cba9_8765_4321u128;
    println!("{large} {large:x} {large:#o} {large:b}");
    println!("{:?} {}", "340282366920938463463374607431768211456".parse::<u128>(), u128::MAX);
    println!("{} {}", large % 1_000_000_007, large.count_ones());
    println!("{:?} {:?}", 258u16.to_be_bytes(), u32::from_le_bytes([1, 2, 3, 4]));
    let stdout = io::stdout();
    let mut lock = stdout.lock();
    writeln!(lock, "locked {}", 1)?;
    lock.flush()
}
