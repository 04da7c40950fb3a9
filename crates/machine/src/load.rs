//! From modules to a program that the machine can run: linked with what the machine
//! brings along.

use crate::models::{CALLED_BY_MODELS, Models, add_object, add_writers};
use crate::printing::executed_printing;
use trailhound_llvm::Module;
use trailhound_program::{DataModel, LinkError, LinkOptions, Locals, Program, link};

/// Links a program with the machine's own parts.
pub fn load(modules: &mut Vec<Module>) -> Result<Program, LinkError> {
    load_keeping(modules, &[], Locals::InRegisters)
}

/// The same with functions that are never called, and with the user's locals in a place.
pub fn load_keeping(
    modules: &mut Vec<Module>,
    functions: &[&str],
    locals: Locals,
) -> Result<Program, LinkError> {
    let models = Models::standard();
    let runtime = crate::runtime::module(DataModel::of(modules)?);
    modules.push(Module::read(runtime, "trailhound-runtime")?);
    let options = LinkOptions {
        known_externals: &|symbol| models.knows(symbol),
        replaced: &|symbol, path| models.replaces(symbol, path),
        executed: &executed_printing,
        keep: &[CALLED_BY_MODELS, functions].concat(),
        remove_spins: true,
        locals,
    };
    let mut program = link(modules, &options)?;
    refuse_runtimes(&program)?;
    add_writers(&mut program);
    add_object(&mut program);
    Ok(program)
}

/// The layouts of exceptions and type_info of C++ and of Rust's library are known for 64-bit
/// programs only.
fn refuse_runtimes(program: &Program) -> Result<(), LinkError> {
    if program.model() == DataModel::Lp64 {
        return Ok(());
    }
    for function in &program.functions {
        let is_rust = ["std::rt::", "core::panicking::"]
            .iter()
            .any(|path| function.display.starts_with(path));
        let language = match function.name.as_str() {
            name if name.starts_with("__cxa_") || name == "__dynamic_cast" => "C++",
            _ if is_rust => "Rust",
            _ => continue,
        };
        return Err(LinkError::Target {
            module: "the program".to_owned(),
            what: format!("a 32-bit target and needs the runtime of {language}"),
        });
    }
    Ok(())
}
