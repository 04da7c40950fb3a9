//@ verdict: ok
//@ about: Vec, VecDeque, BTreeMap, BTreeSet, BinaryHeap, and HashMap read in sorted order
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

fn main() {
    let mut numbers: Vec<i32> = (1..=10).rev().collect();
    numbers.insert(2, 100);
    numbers.swap(0, 5);
    numbers.remove(3);
    numbers.extend_from_slice(&[7, 7, 8]);
    numbers.dedup();
    println!("{numbers:?} {:?} {:?}", numbers.first(), numbers.iter().position(|&n| n == 100));
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.retain(|n| n % 3 != 0);
    let tail = numbers.split_off(4);
    println!("{numbers:?} {tail:?} {:?}", numbers.binary_search_by(|n| 7.cmp(n)));
    println!("{:?} {:?}", numbers.drain(1..3).collect::<Vec<_>>(), numbers.chunks(1).count());

    let mut deque: VecDeque<_> = (0..5).collect();
    deque.rotate_left(2);
    deque.push_front(-1);
    deque.pop_back();
    deque.extend([8, 9]);
    deque.make_contiguous().sort();
    println!("{deque:?} {:?} {:?}", deque.front(), deque.get(3));

    let mut tree = BTreeMap::new();
    for (i, word) in "the quick brown fox jumps over the lazy dog and runs to the river".split(' ').enumerate() {
        tree.entry(word).or_insert_with(Vec::new).push(i);
    }
    println!("{tree:?}");
    println!("{:?} {:?}", tree.range("f".."m").map(|(k, _)| *k).collect::<Vec<_>>(), tree.first_key_value());
    println!("{:?} {:?} {}", tree.remove("the"), tree.get("the"), tree.len());
    let large: BTreeMap<u32, u32> = (0..500).map(|n| (n * 7919 % 1000, n)).collect();
    println!("{} {:?}", large.len(), large.range(..50).map(|(k, v)| k ^ v).collect::<Vec<_>>());

    let a: BTreeSet<_> = (0..10).step_by(2).collect();
    let b: BTreeSet<_> = (0..10).step_by(3).collect();
    println!("{:?} {:?}", a.union(&b).collect::<Vec<_>>(), a.intersection(&b).collect::<Vec<_>>());
    println!("{:?} {:?}", &a - &b, a.symmetric_difference(&b).sum::<i32>());

    let mut heap: BinaryHeap<_> = [3, 1, 4, 1, 5, 9, 2, 6].into_iter().map(Reverse).collect();
    print!("{:?} ", heap.peek());
    while let Some(Reverse(n)) = heap.pop() {
        print!("{n} ");
    }
    println!();

    let mut counts: HashMap<char, usize> = HashMap::new();
    for c in "mississippi".chars() {
        *counts.entry(c).or_default() += 1;
    }
    let mut sorted: Vec<_> = counts.iter().collect();
    sorted.sort();
    println!("{sorted:?}");
    println!("{:?} {}", counts.remove(&'s'), counts.contains_key(&'s'));
    let mut squares: HashMap<u32, u32> = (0..200).map(|n| (n, n * n)).collect();
    squares.retain(|k, _| k % 50 == 0);
    let mut kept: Vec<_> = squares.into_iter().collect();
    kept.sort();
    println!("{kept:?}");
    let set: HashSet<_> = ["a", "b"].into();
    println!("{} {}", set.contains("a"), set.is_subset(&["a", "b", "c"].into()));
    let mut list = LinkedList::from([1, 2]);
    list.push_front(0);
    println!("{list:?}");
}
