//! The targets whose programs the machine can run, told by the triple and the data layout of a
//! module. Everything else is refused by name. Knows nothing of types and values.

use crate::link_error::LinkError;
use trailhound_llvm::Module;

/// How wide pointers and `long` are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32 bits each, as on i386.
    Ilp32,
    /// 64 bits each, as on x86-64.
    #[default]
    Lp64,
}

impl DataModel {
    /// What modules that are linked together have in common.
    pub fn of(modules: &[Module]) -> Result<DataModel, LinkError> {
        let targets = Target::of(modules)?;
        Ok(targets
            .first()
            .map_or(DataModel::Lp64, |target| target.model))
    }

    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    pub fn pointer_bytes(self) -> u32 {
        self.pointer_bits() / 8
    }

    /// What a 32-bit program has, or else what a 64-bit program has.
    pub fn choose<T>(self, ilp32: T, lp64: T) -> T {
        match self {
            DataModel::Ilp32 => ilp32,
            DataModel::Lp64 => lp64,
        }
    }
}

/// Alignments in bytes, as the ABI of a target has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub model: DataModel,
    pub i64_align: u64,
    /// Of integers of more than 64 bits.
    pub wide_align: u64,
    pub f64_align: u64,
    pub f80_align: u64,
}

/// A data layout that the machine does not have.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("data layout `{0}`")]
pub struct UnknownLayout(String);

impl Target {
    /// What is assumed of a module that does not say what it is for.
    const X86_64: Target = Target {
        model: DataModel::Lp64,
        i64_align: 8,
        wide_align: 8,
        f64_align: 8,
        f80_align: 16,
    };

    /// The target of each module, or the name of what is not supported. A module that does not say
    /// what it is for is for what the others are for.
    pub fn of(modules: &[Module]) -> Result<Vec<Target>, LinkError> {
        let mut targets = Vec::new();
        for module in modules {
            let target = Target::of_module(module);
            targets.push(target.map_err(|what| refused(module, what))?);
        }
        let known = targets.iter().flatten().next().copied();
        let first = known.unwrap_or(Target::X86_64);
        let mut complete = Vec::new();
        for (target, module) in targets.into_iter().zip(modules) {
            let target = target.unwrap_or(first);
            if target.model != first.model {
                let [bits, others] = [target, first].map(|target| target.model.pointer_bits());
                let what = format!("{bits} bits and linked with what is for {others} bits");
                return Err(refused(module, what));
            }
            complete.push(target);
        }
        Ok(complete)
    }

    fn of_module(module: &Module) -> Result<Option<Target>, String> {
        let Some(layout) = module.data_layout() else {
            return match module.target_triple() {
                Some(triple) if !is_known(triple, DataModel::Lp64) => {
                    Err(format!("target `{triple}` without a data layout"))
                }
                _ => Ok(None),
            };
        };
        let target = Target::read(layout).map_err(|unknown| unknown.to_string())?;
        if let Some(triple) = module.target_triple()
            && !is_known(triple, target.model)
        {
            return Err(format!("target `{triple}`"));
        }
        Ok(Some(target))
    }

    /// Reads a data layout. What it does not mention is as LLVM's language reference says.
    pub fn read(layout: &str) -> Result<Target, UnknownLayout> {
        let refused = || UnknownLayout(layout.to_owned());
        let mut target = Target {
            i64_align: 4,
            wide_align: 0,
            f80_align: 16,
            ..Target::X86_64
        };
        for part in layout.split('-').filter(|part| !part.is_empty()) {
            let mut fields = part.split(':');
            let name = fields.next().unwrap_or_default();
            let number = |text: Option<&str>| text.and_then(|bits| bits.parse::<u64>().ok());
            let (first, second) = (number(fields.next()), number(fields.next()));
            let align = first.filter(|bits| *bits >= 8 && bits.is_power_of_two());
            let align = align.map(|bits| bits / 8);
            match name {
                "p" | "p0" => {
                    target.model = match (first, second) {
                        (Some(64), Some(64)) => DataModel::Lp64,
                        (Some(32), Some(32)) => DataModel::Ilp32,
                        _ => return Err(refused()),
                    }
                }
                "i64" => target.i64_align = align.ok_or_else(refused)?,
                "i128" => target.wide_align = align.ok_or_else(refused)?,
                "f64" => target.f64_align = align.ok_or_else(refused)?,
                "f80" => target.f80_align = align.ok_or_else(refused)?,
                "e" => {}
                // Pointers of other address spaces, preferences, and how symbols are written.
                _ if name.starts_with(['p', 'n', 'm', 'S', 'F']) => {}
                _ => return Err(refused()),
            }
        }
        if target.wide_align == 0 {
            target.wide_align = target.i64_align;
        }
        Ok(target)
    }
}

fn refused(module: &Module, what: String) -> LinkError {
    LinkError::Target {
        module: module.name().to_owned(),
        what,
    }
}

/// The C library whose types have the sizes and constants that the models know.
fn is_known(triple: &str, model: DataModel) -> bool {
    let mut parts = triple.split('-');
    let architecture = parts.next().unwrap_or_default();
    let system: Vec<&str> = parts.collect();
    let environment = system.last().copied().unwrap_or_default();
    system.contains(&"linux")
        && match model {
            DataModel::Lp64 => architecture == "x86_64" && !environment.ends_with("x32"),
            DataModel::Ilp32 => {
                ["i386", "i486", "i586", "i686"].contains(&architecture)
                    && ["gnu", "linux"].contains(&environment)
            }
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_layouts_of_the_compilers() {
        let old = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
        assert_eq!(Target::read(old), Ok(Target::X86_64));
        let new = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        let wide = Target {
            wide_align: 16,
            ..Target::X86_64
        };
        assert_eq!(Target::read(new), Ok(wide));
        let short = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128";
        let i386 = Target {
            model: DataModel::Ilp32,
            i64_align: 4,
            wide_align: 4,
            f64_align: 4,
            f80_align: 4,
        };
        assert_eq!(Target::read(short), Ok(i386));
    }

    #[test]
    fn refuses_other_machines() {
        let refused = |layout: &str| Target::read(layout).is_err();
        assert!(refused("E-m:e-i64:64-n32:64-S128"));
        assert!(refused("e-p:16:16-i64:16-n8:16"));
        assert!(refused("e-i64:4"));
        assert!(refused("e-f64:24"));
        assert!(refused(
            "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
        ));
        assert!(is_known("x86_64-unknown-linux-gnu", DataModel::Lp64));
        assert!(!is_known("x86_64-unknown-linux-gnux32", DataModel::Ilp32));
        assert!(!is_known("aarch64-unknown-linux-gnu", DataModel::Lp64));
        assert!(!is_known("x86_64-apple-macosx10.4.0", DataModel::Lp64));
        assert!(is_known("i386-pc-linux-gnu", DataModel::Ilp32));
        assert!(!is_known("i386-unknown-linux-musl", DataModel::Ilp32));
    }
}
