//@ verdict: ok
//@ exit: 1
//@ about: an error returned from main is a nonzero status, which is no error unless asked for
use std::num::ParseIntError;

fn main() -> Result<(), ParseIntError> {
    let number: u32 = "12x".parse()?;
    assert_eq!(number, 12);
    Ok(())
}
