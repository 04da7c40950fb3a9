//! From modules to a program that the machine can run: linked with what the machine
//! brings along.

use crate::models::{CALLED_BY_MODELS, Models, add_object, add_writers};
use trailhound_llvm::Module;
use trailhound_program::{LinkError, LinkOptions, Program, link};

/// Links a program with the machine's own parts.
pub fn load(modules: &mut Vec<Module>) -> Result<Program, LinkError> {
    load_keeping(modules, &[])
}

/// The same with functions that nobody calls.
pub fn load_keeping(modules: &mut Vec<Module>, functions: &[&str]) -> Result<Program, LinkError> {
    let models = Models::standard();
    modules.push(Module::read(
        crate::runtime::module(),
        "trailhound-runtime",
    )?);
    let options = LinkOptions {
        known_externals: &|symbol| models.knows(symbol),
        replaced: &|symbol, path| models.replaces(symbol, path),
        keep: &[CALLED_BY_MODELS, functions].concat(),
        remove_spins: true,
    };
    let mut program = link(modules, &options)?;
    add_writers(&mut program);
    add_object(&mut program);
    Ok(program)
}
