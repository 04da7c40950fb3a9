//@ verdict: ok
//@ about: every kind of format specification, Debug and pretty Debug included
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

#[derive(Debug, Clone, Default, PartialEq, PartialOrd)]
struct Point {
    x: i32,
    y: Option<f64>,
}

#[derive(Debug, PartialEq)]
enum Shape {
    Empty,
    Circle(Point, u32),
    Polygon { corners: Vec<Point>, name: &'static str },
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if f.alternate() {
            f.write_str("0x")?;
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

struct Padded(&'static str);

impl fmt::Display for Padded {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.0)
    }
}

fn main() {
    println!("[{:5}] [{:<5}] [{:^5}] [{:>5}] [{:*^7}] [{:05}] [{:+}]", 42, 42, 42, 42, 42, 42, 42);
    println!("[{:8}] [{:>8}] [{:^8}] [{:-<8}] [{:.2}] [{:>6.3}]", "text", "text", "text", "text", "text", "text");
    println!("[{:>8.3}] [{:<8.1}] [{:+.2}] [{:08.2}] [{:e}] [{:.2E}]", 3.14159, 2.55, 1.0, -1.5, 1234.5, 0.00012);
    println!("[{:x}] [{:#x}] [{:#010x}] [{:X}] [{:o}] [{:#b}] [{:08b}]", 255, 255, 255, 255, 8, 5, 5);
    println!("[{0}-{1}-{0}] [{name}] [{0:1$}] [{2:>width$.prec$}]", 1, 6, 9.87654, name = "n", width = 8, prec = 2);
    println!("[{:.*}] [{:>2$}]", 3, 2.71828, 5);
    println!("{:?} {:?} {:?} {:?}", "quote\"\n\t\u{e9}\u{200b}", 'c', '\'', "a\\b");
    println!("{:?} {:?} {:?}", (1, "two", 3.0), [Some(1), None], ());
    println!("{:5?} {:<5?}| {:#x?} {:02X?}", Some(1), 2, vec![10, 255], [1, 171]);
    let shapes = vec![
        Shape::Empty,
        Shape::Circle(Point { x: 1, y: Some(2.0) }, 5),
        Shape::Polygon { corners: vec![Point::default()], name: "dot" },
    ];
    println!("{shapes:?} {}", shapes[0] == shapes[1]);
    println!("{shapes:#?}");
    let map: BTreeMap<_, _> = [("one", vec![1]), ("two", vec![])].into();
    let set: BTreeSet<_> = [3, 1, 2].into();
    println!("{map:?} {set:?}");
    println!("{map:#?} {set:#?}");
    println!("{} {:#} [{:>6}] [{:^7.2}]", Hex(&[1, 171]), Hex(&[255]), Padded("ab"), Padded("abcdef"));
    println!("{{}} {}", format_args!("{} {}", true, 'x'));
    println!("{}", format!("{:>1$}", "deep", 10) + &"=".repeat(3));
    eprintln!("to stderr {}", 1);
    print!("no newline");
    println!();
    println!("{:?} {:?}", Point { x: 1, y: None }.partial_cmp(&Point { x: 1, y: Some(0.0) }), i32::from_str_radix("-7f", 16));
}
