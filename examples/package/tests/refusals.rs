use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use bank::Bank;

fn save_from(bank: &Bank, amount: i32) {
    assert!(*bank.checking.lock().unwrap() >= amount, "there is too little");
    bank.save(amount);
}

#[test]
#[should_panic(expected = "too little")]
fn nothing_to_save() {
    let bank = Bank::default();
    thread::spawn(move || save_from(&bank, 1))
        .join()
        .unwrap_or_else(|payload| std::panic::resume_unwind(payload));
}

#[test]
#[should_panic]
fn nothing_to_save_yet() {
    let bank = Bank::default();
    let paid = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            *bank.checking.lock().unwrap() = 1;
            paid.store(true, Ordering::SeqCst);
        });
        save_from(&bank, 1);
    });
}

#[test]
fn returns_an_error() -> Result<(), String> {
    Err("closed".to_owned())
}

#[test]
#[ignore]
fn takes_long() {}
