//@ verdict: ok
//@ about: enums with data, patterns of every kind, let-else, if-let chains of options
#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Number(f64),
    Variable(String),
    Unary(char, Box<Expression>),
    Binary(Box<Expression>, char, Box<Expression>),
}

use Expression::*;

fn evaluate(expression: &Expression, x: f64) -> Result<f64, String> {
    Ok(match expression {
        Number(n) => *n,
        Variable(name) if name == "x" => x,
        Variable(name) => return Err(format!("unknown {name}")),
        Unary('-', inner) => -evaluate(inner, x)?,
        Unary(operator, _) => return Err(format!("bad unary {operator}")),
        Binary(left, operator @ ('+' | '-' | '*' | '/'), right) => {
            let (left, right) = (evaluate(left, x)?, evaluate(right, x)?);
            match operator {
                '+' => left + right,
                '-' => left - right,
                '*' => left * right,
                '/' if right == 0.0 => return Err("division by zero".into()),
                _ => left / right,
            }
        }
        Binary(..) => return Err("bad operator".into()),
    })
}

fn parse(tokens: &[&str]) -> Option<Expression> {
    let mut stack = Vec::new();
    for token in tokens {
        let next = match token.as_bytes() {
            [b'0'..=b'9', ..] => Number(token.parse().ok()?),
            [b'~'] => Unary('-', Box::new(stack.pop()?)),
            [operator @ (b'+' | b'-' | b'*' | b'/' | b'%')] => {
                let right = Box::new(stack.pop()?);
                Binary(Box::new(stack.pop()?), *operator as char, right)
            }
            [first, .., last] if first == last => return None,
            _ => Variable(token.to_string()),
        };
        stack.push(next);
    }
    let [only] = stack.try_into().ok()?;
    Some(only)
}

fn classify(values: &[i32]) -> &'static str {
    match values {
        [] => "empty",
        [x] if *x < 0 => "one negative",
        [_] => "one",
        [first, .., last] if first == last => "same ends",
        [_, rest @ ..] if rest.len() > 3 => "long",
        [i32::MIN..=0, ..] => "starts low",
        _ => "other",
    }
}

fn first_even(values: &[i32]) -> i32 {
    let Some(even) = values.iter().find(|v| *v % 2 == 0) else {
        return -1;
    };
    *even
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Level {
    Low = 1,
    Middle = 5,
    High,
}

fn main() {
    for text in ["1 2 +", "x 3 * 4 -", "x ~ 2 /", "1 0 /", "y", "1 2", "+", "aba", "5 2 %"] {
        let tokens: Vec<_> = text.split(' ').collect();
        match parse(&tokens) {
            Some(e) => println!("{text}: {e:?} = {:?}", evaluate(&e, 1.5)),
            None => println!("{text}: no expression"),
        }
    }
    for values in [&[][..], &[-1], &[1], &[1, 2, 1], &[1, 2, 3, 4, 5], &[-3, 2], &[3, 2]] {
        print!("{} {}, ", classify(values), first_even(values));
    }
    println!();
    println!("{:?} {} {} {:?}", Level::High, Level::High as u8, Level::Low < Level::Middle, [Level::Middle, Level::Low].iter().max());
    let mut option = Some(3);
    while let Some(n) = option {
        print!("{n} ");
        option = if n > 0 { Some(n - 1) } else { None };
    }
    println!("{:?} {:?}", option.or(Some(9)).filter(|n| n % 2 == 1), Some(4).xor(None::<i32>));
    println!("{:?} {:?}", Some(2).and_then(|n| u8::checked_sub(n, 3)), Ok::<_, String>(5).map(|n: i32| n * 2));
    let tuple = ((1, 'a'), [2, 3], "s");
    let ((one, letter), [.., three], _) = tuple;
    println!("{one}{letter}{three} {}", matches!(tuple, (_, [2, _], "s")));
    println!("{}", match 200u8 { 0 => "zero", 1..100 => "small", 100.. => "large" });
}
