//@ verdict: ok
//@ exit: 21
//@ about: a small virtual machine, a tokenizer and a generic arena
use std::collections::HashMap;
use std::process::ExitCode;

#[derive(Debug, Clone, Copy)]
enum Instruction {
    Push(i64),
    Load(usize),
    Store(usize),
    Add,
    Multiply,
    Less,
    JumpIfZero(usize),
    Jump(usize),
    Print,
    Halt,
}

fn run(code: &[Instruction]) -> (i64, u32) {
    use Instruction::*;
    let (mut stack, mut variables, mut at, mut steps) = (Vec::new(), [0i64; 4], 0, 0);
    loop {
        steps += 1;
        let instruction = code[at];
        at += 1;
        match instruction {
            Push(n) => stack.push(n),
            Load(v) => stack.push(variables[v]),
            Store(v) => variables[v] = stack.pop().unwrap(),
            Add | Multiply | Less => {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                stack.push(match instruction {
                    Add => a + b,
                    Multiply => a.wrapping_mul(b),
                    _ => (a < b) as i64,
                });
            }
            JumpIfZero(target) => {
                if stack.pop() == Some(0) {
                    at = target;
                }
            }
            Jump(target) => at = target,
            Print => print!("{} ", stack.last().unwrap()),
            Halt => return (stack.pop().unwrap_or(0), steps),
        }
    }
}

#[derive(Debug, PartialEq)]
enum Token<'a> {
    Word(&'a str),
    Number(u64),
    Symbol(char),
}

fn tokens(mut text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    while let Some(c) = text.chars().next() {
        let length = |test: fn(char) -> bool| text.find(|c| !test(c)).unwrap_or(text.len());
        let used = match c {
            ' ' => 1,
            '0'..='9' => {
                let n = length(|c| c.is_ascii_digit());
                found.push(Token::Number(text[..n].parse().unwrap()));
                n
            }
            c if c.is_alphabetic() => {
                let n = length(char::is_alphanumeric);
                found.push(Token::Word(&text[..n]));
                n
            }
            c => {
                found.push(Token::Symbol(c));
                c.len_utf8()
            }
        };
        text = &text[used..];
    }
    found
}

#[derive(Default)]
struct Arena<T> {
    items: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Arena<T> {
    fn add(&mut self, item: T) -> usize {
        match self.free.pop() {
            Some(slot) => {
                self.items[slot] = Some(item);
                slot
            }
            None => {
                self.items.push(Some(item));
                self.items.len() - 1
            }
        }
    }

    fn take(&mut self, slot: usize) -> Option<T> {
        let item = self.items.get_mut(slot)?.take()?;
        self.free.push(slot);
        Some(item)
    }
}

fn main() -> ExitCode {
    use Instruction::*;
    let factorial = [
        Push(1), Store(0), Push(1), Store(1), Load(1), Push(11), Less, JumpIfZero(19), Load(0), Load(1), Multiply,
        Print, Store(0), Load(1), Push(1), Add, Store(1), Jump(4), Halt, Load(0), Halt,
    ];
    println!("{:?}", run(&factorial));
    println!("{:?}", tokens("let x1 = 42 + (año*7);"));
    let mut arena = Arena::default();
    let slots: Vec<_> = ["a", "b", "c"].map(|s| arena.add(s.to_string())).into();
    println!("{:?} {:?} {:?}", arena.take(1), arena.take(1), arena.take(9));
    println!("{:?} {} {:?}", slots, arena.add("d".to_string()), arena.items);
    let mut transitions: HashMap<(&str, char), &str> = HashMap::new();
    for (from, on, to) in [("even", '1', "odd"), ("odd", '1', "even"), ("even", '0', "even"), ("odd", '0', "odd")] {
        transitions.insert((from, on), to);
    }
    let parity = "1101011".chars().fold("even", |state, bit| transitions[&(state, bit)]);
    println!("{parity}");
    ExitCode::from(21)
}
