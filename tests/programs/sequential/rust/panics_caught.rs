//@ verdict: ok
//@ exit: 8
//@ about: panics of many kinds, caught, with their payloads and drops; the exit code counts them
use std::cell::Cell;
use std::hint::black_box;
use std::panic::{self, AssertUnwindSafe};

struct Guard<'a>(&'a Cell<u32>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

fn message(work: impl FnOnce()) -> Option<String> {
    let payload = panic::catch_unwind(AssertUnwindSafe(work)).err()?;
    Some(match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => match other.downcast::<&'static str>() {
            Ok(text) => text.to_string(),
            Err(other) => format!("number {:?}", other.downcast_ref::<u32>()),
        },
    })
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    let drops = Cell::new(0);
    let jobs: Vec<Box<dyn FnOnce() + '_>> = vec![
        Box::new(|| panic!("plain")),
        Box::new(|| panic!("formatted {}", black_box(5))),
        Box::new(|| drop(black_box(vec![1, 2, 3])[black_box(7)].to_string())),
        Box::new(|| drop(black_box(None::<String>).unwrap())),
        Box::new(|| drop(black_box(Err::<String, _>("bad")).expect("wanted"))),
        Box::new(|| assert_eq!(black_box(1) + 1, 3, "sums differ by {}", 1)),
        Box::new(|| drop((10 / black_box(0i32)).to_string())),
        Box::new(|| {
            let _guard = Guard(&drops);
            panic::panic_any(black_box(99u32))
        }),
        Box::new(|| drop(black_box(1).to_string())),
    ];
    let mut caught = 0;
    for job in jobs {
        let _guard = Guard(&drops);
        let text = message(job);
        caught += text.is_some() as i32;
        println!("{text:?}");
    }
    println!("{} dropped", drops.get());
    let nested = panic::catch_unwind(|| {
        let inner = panic::catch_unwind(|| panic!("inner"));
        assert!(inner.is_err());
        "recovered"
    });
    println!("{nested:?}");
    std::process::exit(caught);
}
