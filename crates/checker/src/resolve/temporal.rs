//! Formulas and automata as one automaton of violations.

use trailhound_machine::Granularity;
use trailhound_property::{Automaton, Requirements};
use trailhound_trail::{MachineRequest, PropertyRequest};

use super::error::ResolveError;

/// What is required, and the automaton of its violations.
#[derive(Clone)]
pub struct Temporal {
    pub requirements: Requirements,
    pub violations: Automaton,
    pub notes: Vec<String>,
}

impl Temporal {
    /// Reads formulas and automata, and decides which reductions they allow.
    pub fn new(machine: &mut MachineRequest) -> Result<Temporal, ResolveError> {
        let requirements = machine.properties.requirements()?;
        let violations = requirements.violations();
        let violations = violations.map_err(|error| ResolveError::Violations(error.to_string()))?;
        let mut notes = Vec::new();
        if !violations.is_stutter_invariant() {
            machine.granularity = Granularity::Instruction;
            machine.no_reduction = true;
            let cause = match machine.properties.automata.is_empty() {
                true => "the formula has an X, which counts steps",
                false => "not all that is required is known to be stutter-invariant",
            };
            notes.push(format!(
                "{cause}: searched without reductions, by instructions; what a thread does \
                 while it is alone is one step up to the next write to a variable of the \
                 property"
            ));
        }
        Ok(Temporal {
            requirements,
            violations,
            notes,
        })
    }
}

/// The automaton of the violations of formulas and automata, for Graphviz.
pub fn violations_dot(properties: &PropertyRequest) -> Result<String, ResolveError> {
    let mut machine = MachineRequest {
        properties: properties.clone(),
        ..MachineRequest::default()
    };
    Ok(Temporal::new(&mut machine)?.violations.to_dot())
}
