//! One number for a program and the options it is checked with: a trail only makes sense
//! for the same two. Lines and columns do not count, so that a comment may be added.

use std::fmt::{self, Write};

use trailhound_machine::Options;
use trailhound_program::Program;

/// FNV-1a, so that a saved number means the same in every later version.
struct Fingerprint(u64);

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

pub fn fingerprint(program: &Program, options: &Options) -> u64 {
    let mut print = Fingerprint(0xcbf2_9ce4_8422_2325);
    write_all(&mut print, program, options).expect("a fingerprint takes any text");
    print.0
}

fn write_all(print: &mut Fingerprint, program: &Program, options: &Options) -> fmt::Result {
    write!(print, "{options:?}{:?}", program.main)?;
    for function in &program.functions {
        write!(print, "{}", function.name)?;
        let Some(body) = &function.body else { continue };
        write!(print, "{:?}{:?}{:?}", body.constants, body.code, body.calls)?;
        write!(print, "{:?}{:?}", body.shapes, body.switches)?;
        for alloca in &body.allocas {
            write!(print, "{}{:?}", alloca.size, alloca.count)?;
        }
    }
    for global in &program.globals {
        print.write_str(&global.name)?;
        for word in global.bytes.chunks(8) {
            write!(print, "{word:?}")?;
        }
    }
    Ok(())
}
