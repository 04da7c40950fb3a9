//! From modules to a program that the machine can run: linked with what the machine
//! brings along, and with the variables of the C library that it knows.

use crate::models::{CALLED_BY_MODELS, Models, add_writers};
use trailhound_llvm::Module;
use trailhound_program::{LinkError, LinkOptions, Program, link};

/// `FILE *` values that stdio models understand.
const STREAMS: [(&str, u64); 3] = [("stdin", 0x1000), ("stdout", 0x1001), ("stderr", 0x1002)];

/// Links a program with the machine's own parts.
pub fn load(mut modules: Vec<Module>) -> Result<Program, LinkError> {
    let models = Models::standard();
    modules.push(Module::read(crate::runtime::module(), "trailhound-runtime")?);
    let options = LinkOptions {
        known_externals: &|symbol| models.knows(symbol),
        replaced: &|symbol, path| models.replaces(symbol, path),
        keep: CALLED_BY_MODELS,
        remove_spins: true,
    };
    let mut program = link(modules, &options)?;
    add_writers(&mut program);
    for global in program.globals.iter_mut().filter(|global| global.external) {
        if let Some((_, value)) = STREAMS.iter().find(|(name, _)| *name == global.name) {
            global.bytes = value.to_le_bytes().to_vec();
            global.external = false;
        }
    }
    Ok(program)
}
