// Log lines go to sinks behind a trait. One of them may be closed while a line is written.
//
//   trailhound check examples/sinks.rs --target fn:lost          the schedule that loses a line
//   trailhound check examples/sinks.rs --target fn:lost -DFIXED  there is none
//   rustc examples/sinks.rs                                      an ordinary program
//
// `lost` is called by one of three sinks only, behind a `dyn` call: to get there, the search
// follows the call into the sinks that the program makes, and leaves the others alone.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

static LINES_LOST: AtomicU32 = AtomicU32::new(0);

#[inline(never)]
fn lost() {
    LINES_LOST.fetch_add(1, Ordering::Relaxed);
}

trait Sink: Send + Sync {
    fn write(&self, line: u32);
    fn close(&self) {}
}

/// Takes everything and keeps nothing.
struct Null;

impl Sink for Null {
    fn write(&self, _: u32) {}
}

fn put(lines: &mut Option<Vec<u32>>, line: u32) {
    match lines {
        Some(lines) => lines.push(line),
        None => lost(),
    }
}

/// Its lines, while it is open.
struct File(Mutex<Option<Vec<u32>>>);

impl Sink for File {
    fn write(&self, line: u32) {
        if option_env!("FIXED").is_some() {
            let mut lines = self.0.lock().unwrap();
            if lines.is_some() {
                put(&mut lines, line);
            }
            return;
        }
        let is_open = self.0.lock().unwrap().is_some();
        if is_open {
            // It may have been closed since.
            put(&mut self.0.lock().unwrap(), line);
        }
    }

    fn close(&self) {
        self.0.lock().unwrap().take();
    }
}

/// Hands everything on.
struct Tee(Vec<Box<dyn Sink>>);

impl Sink for Tee {
    fn write(&self, line: u32) {
        self.0.iter().for_each(|sink| sink.write(line));
    }

    fn close(&self) {
        self.0.iter().for_each(|sink| sink.close());
    }
}

fn main() {
    let file = File(Mutex::new(Some(Vec::new())));
    let log: Arc<dyn Sink> = Arc::new(Tee(vec![Box::new(Null), Box::new(file)]));
    let writers = [1, 2].map(|line| {
        let log = log.clone();
        thread::spawn(move || log.write(line))
    });
    log.close();
    for writer in writers {
        writer.join().unwrap();
    }
}
