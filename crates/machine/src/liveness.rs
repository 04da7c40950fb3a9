//! Which registers are alive where a thread can stand, computed when first asked for.

use rustc_hash::FxHashMap;
use trailhound_program::{FunctionId, Liveness, Pc, Program, Reg};

#[derive(Default)]
pub struct LiveRegisters {
    functions: FxHashMap<FunctionId, Liveness>,
    places: FxHashMap<(FunctionId, Pc, bool), Vec<Reg>>,
}

impl LiveRegisters {
    /// Before the operation at `pc` in the topmost frame; just after the call at `pc` in the others.
    pub fn at(&mut self, program: &Program, function: FunctionId, pc: Pc, top: bool) -> &[Reg] {
        let LiveRegisters { functions, places } = self;
        places.entry((function, pc, top)).or_insert_with(|| {
            let body = program.functions[function.index()]
                .body
                .as_ref()
                .expect("a frame runs a body");
            let liveness = functions
                .entry(function)
                .or_insert_with(|| Liveness::of(body));
            if top {
                liveness.before(pc)
            } else {
                liveness.after_call(pc)
            }
        })
    }
}
