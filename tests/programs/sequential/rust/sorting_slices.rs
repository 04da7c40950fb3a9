//@ verdict: ok
//@ about: slice methods: stable and unstable sorts, searches, splits, rotations
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Person {
    age: u32,
    name: &'static str,
}

struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below
    }
}

fn heap_sort(items: &mut [u64]) {
    fn sift(items: &mut [u64], mut root: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= items.len() {
                return;
            }
            if child + 1 < items.len() && items[child] < items[child + 1] {
                child += 1;
            }
            if items[root] >= items[child] {
                return;
            }
            items.swap(root, child);
            root = child;
        }
    }
    for root in (0..items.len() / 2).rev() {
        sift(items, root);
    }
    for end in (1..items.len()).rev() {
        items.swap(0, end);
        sift(&mut items[..end], 0);
    }
}

fn main() {
    let mut random = Random(7);
    let original: Vec<u64> = (0..200).map(|_| random.next(500)).collect();
    let (mut a, mut b, mut c) = (original.clone(), original.clone(), original.clone());
    a.sort();
    b.sort_unstable();
    heap_sort(&mut c);
    println!("{} {} {:?}", a == b, b == c, &a[..20]);
    let mut people = vec![
        Person { age: 30, name: "eve" },
        Person { age: 25, name: "bob" },
        Person { age: 30, name: "ann" },
        Person { age: 25, name: "dan" },
    ];
    people.sort_by_key(|p| p.age);
    println!("{:?}", people.iter().map(|p| p.name).collect::<Vec<_>>());
    people.sort_by(|x, y| y.age.cmp(&x.age).then_with(|| x.name.cmp(y.name)));
    println!("{:?} {:?}", people.iter().map(|p| p.name).collect::<Vec<_>>(), people.iter().max());
    let mut floats = [2.5, -1.0, f64::INFINITY, 0.0, -0.0];
    floats.sort_by(f64::total_cmp);
    println!("{floats:?}");
    println!("{:?} {:?} {}", a.binary_search(&a[50]).is_ok(), a.binary_search(&1000), a.partition_point(|&n| n < 250));
    let mut small = [5, 3, 8, 1, 9, 2];
    small.select_nth_unstable(2);
    println!("{} {:?}", small[2], small.iter().min());
    small.sort();
    small.rotate_right(2);
    small[1..5].reverse();
    println!("{small:?} {:?} {:?}", small.split_first(), small.split_at(3));
    println!("{:?}", small.split(|n| n % 4 == 1).collect::<Vec<_>>());
    println!("{:?} {:?}", small.rchunks(4).collect::<Vec<_>>(), small.chunks_exact(4).remainder());
    small.copy_within(0..2, 4);
    println!("{small:?} {} {:?}", small.contains(&9), small.starts_with(&[2]));
    small.fill(7);
    let (left, right) = small.split_at_mut(3);
    left.swap_with_slice(right);
    println!("{small:?} {:?}", [[1, 2], [3, 4]].concat());
    println!("{:?}", [1, 1, 2, 3, 3].chunk_by(|a, b| a == b).map(<[i32]>::len).collect::<Vec<_>>());
}
