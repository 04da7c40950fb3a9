//@ verdict: error
//@ kind: abort
//@ about: a second panic while unwinding aborts the program
struct Clumsy;

impl Drop for Clumsy {
    fn drop(&mut self) {
        if std::thread::panicking() {
            panic!("second");
        }
    }
}

fn main() {
    let _ = std::panic::catch_unwind(|| {
        let _clumsy = Clumsy;
        panic!("first");
    });
}
