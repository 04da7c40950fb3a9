//@ verdict: ok
//@ about: traits, associated types, generics, operators, dynamic dispatch and downcasts
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Vector<T, const N: usize>([T; N]);

impl<T: Add<Output = T> + Copy, const N: usize> Add for Vector<T, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<T: Mul<Output = T> + Copy, const N: usize> Mul<T> for Vector<T, N> {
    type Output = Self;
    fn mul(self, by: T) -> Self {
        Vector(self.0.map(|x| x * by))
    }
}

impl<T: Neg<Output = T> + Copy, const N: usize> Neg for Vector<T, N> {
    type Output = Self;
    fn neg(self) -> Self {
        Vector(self.0.map(|x| -x))
    }
}

impl<T: AddAssign + Copy, const N: usize> AddAssign<T> for Vector<T, N> {
    fn add_assign(&mut self, by: T) {
        self.0.iter_mut().for_each(|x| *x += by);
    }
}

impl<T, const N: usize> Index<usize> for Vector<T, N> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl<T, const N: usize> IndexMut<usize> for Vector<T, N> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}

trait Animal {
    const LEGS: u32;
    fn name(&self) -> String;
}

trait Speak {
    fn speak(&self) -> String;
    fn twice(&self) -> String {
        format!("{0} {0}", self.speak())
    }
    fn as_any(&self) -> &dyn Any;
}

struct Dog;
struct Bird(u8);

impl Animal for Dog {
    const LEGS: u32 = 4;
    fn name(&self) -> String {
        "dog".into()
    }
}

impl Animal for Bird {
    const LEGS: u32 = 2;
    fn name(&self) -> String {
        format!("bird {}", self.0)
    }
}

impl<A: Animal + 'static> Speak for A {
    fn speak(&self) -> String {
        format!("{} on {} legs", self.name(), A::LEGS)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn largest<T: PartialOrd + Copy>(items: &[T]) -> Option<T> {
    let mut items = items.iter().copied();
    let first = items.next()?;
    Some(items.fold(first, |a, b| if b > a { b } else { a }))
}

fn describe(value: &dyn Any) -> String {
    match (value.downcast_ref::<i32>(), value.downcast_ref::<String>()) {
        (Some(n), _) => format!("i32 {n}"),
        (_, Some(s)) => format!("String {s}"),
        _ => "unknown".to_string(),
    }
}

fn all<T>(items: impl IntoIterator<Item = T>) -> String
where
    T: Display + Debug,
{
    items.into_iter().map(|i| format!("{i}/{i:?} ")).collect()
}

fn main() {
    let mut v = Vector([1, 2, 3]) + Vector([10, 20, 30]) * 2;
    v += 100;
    v[1] = -v[1];
    println!("{v:?} {:?} {}", -v, v > Vector([121, 0, 0]));
    println!("{:?}", Vector([0.5, 1.5]) * 3.0);
    let animals: Vec<Box<dyn Speak>> = vec![Box::new(Dog), Box::new(Bird(7))];
    for animal in &animals {
        println!("{} {:?}", animal.twice(), animal.as_any().downcast_ref::<Bird>().map(|b| b.0));
    }
    println!("{:?} {:?} {:?}", largest(&[3, 9, 2]), largest(&["b", "a"]), largest::<f32>(&[]));
    println!("{} {} {}", describe(&5), describe(&"x".to_string()), describe(&1u8));
    println!("{}{}", all([1, 2]), all(vec!["a", "b"]));
    let mut registry: BTreeMap<&str, fn(f64) -> f64> = BTreeMap::new();
    registry.insert("half", |x| x / 2.0);
    registry.insert("root", f64::sqrt);
    println!("{:?}", registry.iter().map(|(name, f)| (*name, f(16.0))).collect::<Vec<_>>());
    println!("{} {}", u64::from(5u8) + u64::try_from(7i32).unwrap(), i8::try_from(300).is_err());
    println!("{}", std::mem::size_of::<Vector<u16, 5>>() + std::mem::size_of::<Option<Box<u8>>>());
}
