use dashmap::DashMap;
use registry::twice;

fn map() -> DashMap<u8, u8> {
    DashMap::with_shard_amount(2)
}

#[test]
fn counts() {
    let visits = twice(map(), |visits| *visits.entry(1).or_insert(0) += 1);
    assert_eq!(*visits.get(&1).unwrap(), 2);
}

#[test]
fn loses_a_visit() {
    let visits = twice(map(), |visits| {
        let before = visits.get(&1).map_or(0, |count| *count);
        visits.insert(1, before + 1);
    });
    assert_eq!(*visits.get(&1).unwrap(), 2);
}
