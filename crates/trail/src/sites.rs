//! The weak atomic operations that a trail executes, for those who want to try stronger ones.

use trailhound_machine::{Choice, Machine, Options, Outcome, What, apply};
use trailhound_program::{FunctionId, Pc, Program, Standing};

use crate::places::Places;
use crate::report::Place;

/// A weak atomic operation of a trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeakSite {
    pub function: FunctionId,
    pub pc: Pc,
    pub place: Option<Place>,
}

/// The weak operations of untrusted code in the order in which a trail comes to them, each once.
pub fn weak_sites(program: &Program, options: &Options, choices: &[Choice]) -> Vec<WeakSite> {
    let mut machine = Machine::new(program, options.clone());
    let mut places = Places::new(program);
    machine.observer.active = true;
    let mut sites: Vec<WeakSite> = Vec::new();
    let mut state = Vec::new();
    let mut changes = Vec::new();
    let mut outcome = machine.start(&mut changes);
    let mut choices = choices.iter();
    loop {
        for event in std::mem::take(&mut machine.observer.events) {
            let is_access = matches!(event.what, What::Read { .. } | What::Write { .. });
            let (function, pc) = (event.function, event.pc);
            let body = program.functions[function.index()].body.as_ref();
            let is_weak = body.is_some_and(|body| body.code[pc as usize].is_weak());
            let is_known = |site: &WeakSite| (site.function, site.pc) == (function, pc);
            if is_access
                && is_weak
                && !sites.iter().any(is_known)
                && options.memory.trust.at(program, function, pc) == Standing::Judged
            {
                sites.push(WeakSite {
                    function,
                    pc,
                    place: places.place(event.place),
                });
            }
        }
        let (Outcome::Step, Some(&Choice { thread, value })) = (outcome, choices.next()) else {
            return sites;
        };
        apply(&mut state, &changes);
        changes.clear();
        outcome = machine.step(&state, thread, value, &mut changes);
    }
}
