//@ verdict: ok
//@ about: time goes forward and durations add up
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

fn main() {
    let start = Instant::now();
    thread::sleep(Duration::from_millis(2));
    assert!(Instant::now() >= start);
    assert!(start.elapsed() < Duration::from_secs(3600));
    assert!(SystemTime::now().duration_since(UNIX_EPOCH).is_ok());
    let sum = Duration::from_millis(1500) + Duration::from_micros(250);
    assert_eq!(format!("{sum:?}"), "1.50025s");
    assert_eq!(sum.as_millis(), 1500);
}
