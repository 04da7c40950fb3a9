//@ verdict: ok
//@ about: iterator adapters and consumers
fn primes() -> impl Iterator<Item = u32> {
    (2..).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

struct Countdown(u32);

impl Iterator for Countdown {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}

fn main() {
    println!("{:?}", primes().take(15).collect::<Vec<_>>());
    println!("{:?}", Countdown(5).zip("abcdef".chars()).collect::<Vec<_>>());
    println!("{:?}", (1..=4).flat_map(|n| vec![n; n]).collect::<Vec<_>>());
    println!("{:?}", (1..=5).scan(1, |product, n| { *product *= n; Some(*product) }).collect::<Vec<_>>());
    let words = ["apple", "bob", "cat", "deer"];
    println!("{:?} {:?}", words.iter().max_by_key(|w| w.len()), words.iter().min_by(|a, b| b.cmp(a)));
    println!("{:?}", words.iter().enumerate().skip(1).step_by(2).map(|(i, w)| format!("{i}{w}")).collect::<Vec<_>>());
    println!("{:?}", words.iter().partition::<Vec<&str>, _>(|w| w.contains('e')));
    println!("{} {}", (1..=10).fold(0, |a, n| a * 2 + n), (1..=5).rev().map(|n| n.to_string()).collect::<String>());
    println!("{:?} {:?}", (1..4).chain(7..9).last(), [3, 1, 2].iter().copied().reduce(i32::max));
    println!("{} {} {}", (1..=6).product::<u32>(), (0..3).any(|n| n == 2), (0..3).all(|n| n < 2));
    let mut peek = [1, 1, 2, 3, 3, 3].iter().peekable();
    while let Some(n) = peek.next() {
        let mut run = 1;
        while peek.next_if_eq(&n).is_some() {
            run += 1;
        }
        print!("{n}x{run} ");
    }
    println!();
    println!("{:?}", [1, 2, 3, 4, 5].windows(2).map(|w| w[1] * w[0]).collect::<Vec<_>>());
    println!("{:?}", [1, 2, 3, 4, 5].chunks(2).map(|c| c.iter().sum::<i32>()).collect::<Vec<_>>());
    println!("{:?}", ["1", "2", "x"].iter().map(|s| s.parse::<i32>()).collect::<Result<Vec<_>, _>>().is_err());
    println!("{:?}", ["1", "2"].iter().map(|s| s.parse::<i32>().ok()).sum::<Option<i32>>());
    println!("{:?}", (0..3).map(|n| (n, n * n)).unzip::<_, _, Vec<_>, Vec<_>>());
    println!("{:?}", std::iter::successors(Some(1u32), |n| n.checked_mul(10)).collect::<Vec<_>>());
    println!("{:?}", std::iter::repeat("ab").take(2).chain(std::iter::once("c")).collect::<String>());
    println!("{:?} {:?}", (1..10).find(|n| n * n > 20), [1, 5, 2].iter().rposition(|&n| n > 1));
    println!("{:?}", [1, 2, 3].iter().cycle().skip(1).take(7).collect::<Vec<_>>());
    println!("{:?}", (1..=3).try_fold(0i8, |a, n| a.checked_add(n * 50)));
    println!("{:?} {:?}", [1, 2].iter().cmp([1, 3].iter()), (0..5).size_hint());
    let mut seen = 0;
    (0..4).inspect(|n| seen += n).for_each(drop);
    println!("{seen} {:?}", "a-b".chars().map_while(|c| c.to_digit(16)).collect::<Vec<_>>());
}
