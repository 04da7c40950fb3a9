//@ verdict: ok
//@ about: a panic that the program catches is no error, and its payload arrives
use std::panic::{self, AssertUnwindSafe};

fn main() {
    let mut steps = 0;
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        steps += 1;
        if steps == 1 {
            panic!("caught {steps}");
        }
    }));
    let payload = result.unwrap_err();
    assert_eq!(payload.downcast_ref::<String>().unwrap(), "caught 1");
    let text = panic::catch_unwind(|| panic!("plain")).unwrap_err();
    assert_eq!(*text.downcast_ref::<&str>().unwrap(), "plain");
    assert_eq!(panic::catch_unwind(|| 7).unwrap(), 7);
}
