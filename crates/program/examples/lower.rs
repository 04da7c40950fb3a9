//! Lowers a `.ll` file and prints how long it took and what came out; with a name, the
//! disassembly of the functions whose display name contains it.

use std::time::Instant;
use trailhound_llvm::Module;
use trailhound_program::{FunctionId, LinkOptions, link};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("usage: lower FILE.ll [NAME]");
    let name = arguments.next();
    let text = std::fs::read_to_string(&path).expect("a readable file");
    let start = Instant::now();
    let module = Module::read(text, &path).unwrap_or_else(|error| panic!("{error}"));
    let read = start.elapsed();
    let start = Instant::now();
    let program = match link(&mut [module], &LinkOptions::default()) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    };
    let lowered = start.elapsed();
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let (mut count, mut operations, mut largest) = (0, 0, 0);
    for body in bodies {
        count += 1;
        operations += body.code.len();
        largest = largest.max(body.registers);
    }
    println!(
        "read {read:?}, lowered {lowered:?}: {count} functions of {}, {operations} operations, \
         {} globals, {} locations, largest frame {largest}",
        program.functions.len(),
        program.globals.len(),
        program.source.locations.len(),
    );
    if let Some(name) = name {
        for (i, function) in program.functions.iter().enumerate() {
            if function.display.contains(&name) {
                print!("{}", program.print_function(FunctionId(i as u32)));
            }
        }
    }
}
