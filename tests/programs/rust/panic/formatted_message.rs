//@ verdict: error
//@ kind: panic
//@ line: 21
//@ about: a panic with a formatted message and a custom error
#[derive(Debug)]
struct Lost {
    at: u32,
}

fn find(step: u32) -> Result<u32, Lost> {
    if step < 3 {
        Ok(step)
    } else {
        Err(Lost { at: step })
    }
}

fn main() {
    let mut step = 0;
    loop {
        step = find(step).unwrap_or_else(|lost| panic!("lost at {}", lost.at)) + 1; //~ panic
    }
}
