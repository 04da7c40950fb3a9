//! Functions and their bodies: the operations, and the tables that stand beside them.

use crate::code::{Alloca, CallSite, LandingPad, Op, Pc, Reg, Shape, Signature, SwitchTable};
use crate::source::LocationId;
use crate::unknown::UnknownConstruct;
use trailhound_contracts::Named;

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Function {
    /// The symbol.
    pub name: String,
    /// For people: demangled, without hash.
    pub display: String,
    /// None: defined nowhere in the program; the machine must have a model of it.
    pub body: Option<Body>,
    /// `__VERIFIER_atomic_*` with a body: runs as one step.
    pub atomic: bool,
    /// The line of its definition, if known.
    pub location: Option<LocationId>,
    /// extern_weak and defined nowhere: its address is null.
    pub weak: bool,
}

impl<'a> From<&'a Function> for Named<'a> {
    fn from(function: &'a Function) -> Named<'a> {
        Named {
            symbol: &function.name,
            path: &function.display,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Body {
    /// Copied into registers 0.. of a new frame.
    pub constants: Vec<u64>,
    /// Registers of the fixed parameters, right after the constants.
    pub parameters: u32,
    pub variadic: bool,
    /// Registers of a frame in all.
    pub registers: u32,
    /// Registers that results have (0 for void).
    pub results: u32,
    pub signature: Signature,
    /// Promoted locals that may be read before they are written: they start undefined.
    pub undefined: Vec<Reg>,
    pub code: Vec<Op>,
    /// The source location of each operation.
    pub locations: Vec<LocationId>,
    pub calls: Vec<CallSite>,
    pub allocas: Vec<Alloca>,
    pub shapes: Vec<Shape>,
    pub switches: Vec<SwitchTable>,
    pub landing_pads: Vec<LandingPad>,
    /// Where an [`Op::IndirectJump`] may go, sorted.
    pub indirect_targets: Vec<Pc>,
    pub unsupported: Vec<UnknownConstruct>,
}

impl Body {
    pub fn first_parameter(&self) -> Reg {
        self.constants.len() as Reg
    }
}
