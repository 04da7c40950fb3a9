//! Counts words in threads and tells what it has found: a whole program with much of the
//! standard library in it, whose control flow is analysed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::{self, Write as _};
use std::io::{BufRead, Read, Write as _};
use std::net::IpAddr;
use std::path::Path;
use std::str::FromStr;
use std::sync::mpsc;
use std::sync::{Arc, LazyLock, Mutex, RwLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

const TEXT: &str = "the quick brown fox jumps over the lazy dog 12 the 7 dog 3.5 barks";

#[derive(Debug, Clone, PartialEq, PartialOrd)]
enum Token {
    Word(String),
    Number(i64),
    Fraction(f64),
}

impl fmt::Display for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(out, "{word:>8}"),
            Token::Number(number) => write!(out, "{number:+}"),
            Token::Fraction(number) => write!(out, "{number:.2}"),
        }
    }
}

trait Report: Send {
    fn take(&mut self, token: &Token);
    fn told(&self) -> String;
}

#[derive(Default)]
struct Counted(HashMap<String, usize>);

impl Report for Counted {
    fn take(&mut self, token: &Token) {
        *self.0.entry(token.to_string()).or_default() += 1;
    }

    fn told(&self) -> String {
        let mut all: Vec<(&String, &usize)> = self.0.iter().collect();
        all.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        format!("{all:?}")
    }
}

#[derive(Default)]
struct Ordered(BTreeMap<char, Vec<String>>);

impl Report for Ordered {
    fn take(&mut self, token: &Token) {
        let text = format!("{token:?}").to_lowercase();
        let first = text.chars().find(|c| c.is_alphanumeric()).unwrap_or('?');
        self.0.entry(first).or_default().push(text);
    }

    fn told(&self) -> String {
        let lines = self.0.iter().map(|(first, all)| format!("{first}: {}", all.join(", ")));
        lines.collect::<Vec<_>>().join("; ")
    }
}

thread_local! {
    static LONGEST: RefCell<BinaryHeap<(usize, String)>> = const { RefCell::new(BinaryHeap::new()) };
}

static NAMES: LazyLock<Mutex<LinkedList<Known>>> = LazyLock::new(|| Mutex::new(LinkedList::new()));

/// A name with what is known of it.
#[derive(Debug, Clone, Default, Hash, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    name: String,
    letters: Vec<char>,
    numbers: [i128; 2],
    next: Option<Box<Known>>,
}

/// Files and times, whose errors are told as well.
fn surroundings(text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let started = Instant::now();
    let mut file = std::fs::File::open(text)?;
    let mut content = Vec::new();
    file.read_to_end(&mut content)?;
    let content = String::from_utf8_lossy(&content).into_owned();
    let numbers: Result<Vec<f32>, _> = content.lines().map(str::parse::<f32>).collect();
    let mut numbers = numbers?;
    numbers.sort_by(|a, b| a.total_cmp(b));
    let known = Known { name: content, letters: text.chars().collect(), ..Known::default() };
    NAMES.lock().map_err(|error| error.to_string())?.push_back(known);
    let age = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let directory = std::env::current_dir()?.canonicalize()?;
    let entries = std::fs::read_dir(&directory)?.count();
    let code = u8::try_from(entries)?;
    Ok(format!("{numbers:?} {age:?} {:?} {code} {:#?} {directory:?}", started.elapsed(), NAMES.lock()))
}

/// What else a text may be.
fn described(text: &str) -> String {
    let mut told = String::new();
    if let Ok(address) = IpAddr::from_str(text) {
        let _ = write!(told, "{address} {}", address.is_loopback());
    }
    if let Ok(number) = u128::from_str_radix(text, 16) {
        let _ = write!(told, "{number:#x} {number:e}");
    }
    let path = Path::new(text).with_extension("txt");
    let _ = write!(told, "{} {:?}", path.display(), text.to_uppercase());
    let pause = Duration::from_millis(text.len() as u64);
    let _ = write!(told, " {pause:?} {:?}", text.char_indices().rev().collect::<Vec<_>>());
    told.replace(' ', "_").trim_end_matches('_').to_owned()
}

fn parsed(text: &str) -> Result<Token, std::num::ParseFloatError> {
    if text.chars().all(char::is_alphabetic) {
        return Ok(Token::Word(text.trim().to_owned()));
    }
    match text.parse::<i64>() {
        Ok(number) => Ok(Token::Number(number)),
        Err(_) => text.parse::<f64>().map(Token::Fraction),
    }
}

fn main() {
    let (sender, receiver) = mpsc::channel::<Token>();
    let seen = Arc::new(RwLock::new(HashSet::new()));
    let failures = Arc::new(Mutex::new(VecDeque::new()));
    let halves: Vec<&str> = TEXT.split(" 12 ").collect();
    let readers: Vec<_> = halves
        .into_iter()
        .map(|half| {
            let (sender, seen, failures) = (sender.clone(), seen.clone(), failures.clone());
            thread::spawn(move || {
                for word in half.split_whitespace() {
                    seen.write().unwrap().insert(word.len());
                    LONGEST.with_borrow_mut(|all| all.push((word.len(), described(word))));
                    match parsed(word) {
                        Ok(token) => sender.send(token).expect("somebody listens"),
                        Err(error) => failures.lock().unwrap().push_back(error.to_string()),
                    }
                }
            })
        })
        .collect();
    drop(sender);
    let mut reports: Vec<Box<dyn Report>> =
        vec![Box::new(Counted::default()), Box::new(Ordered::default())];
    for token in receiver {
        for report in &mut reports {
            report.take(&token);
        }
    }
    for reader in readers {
        reader.join().unwrap();
    }
    let mut lengths: Vec<usize> = seen.read().unwrap().iter().copied().collect();
    lengths.sort_unstable();
    for report in &reports {
        println!("{}", report.told());
    }
    println!("{lengths:?} {:?}", failures.lock().unwrap());
    if std::env::args().count() > 1 {
        let lines = std::io::stdin().lock().lines();
        let lines: Result<Vec<String>, std::io::Error> = lines.collect();
        match surroundings("numbers") {
            Ok(told) => println!("{told}"),
            Err(error) => eprintln!("{error} {error:?}"),
        }
        match lines {
            Ok(lines) => writeln!(std::io::stderr(), "{lines:#?}").unwrap(),
            Err(error) => eprintln!("{error}"),
        }
    }
}
