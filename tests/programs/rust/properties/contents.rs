//@ verdict: error
//@ kind: invariant
//@ line: 18
//@ args: --always ACCOUNT.phase==Idle||ACCOUNT.balance+PAID==10
//@ about: the content of a Mutex and of an atomic, by field and enumerator
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

enum Phase { Idle, Paying }
struct Account { balance: i64, phase: Phase }

static PAID: AtomicU32 = AtomicU32::new(0);
static ACCOUNT: Mutex<Account> = Mutex::new(Account { balance: 10, phase: Phase::Idle });

fn pay(account: &mut Account) {
    account.phase = Phase::Paying;
    account.balance -= 4;
    PAID.fetch_add(4, Ordering::SeqCst);
    account.phase = Phase::Idle;
}

fn main() {
    let payer = thread::spawn(|| pay(&mut ACCOUNT.lock().unwrap()));
    payer.join().unwrap();
}
