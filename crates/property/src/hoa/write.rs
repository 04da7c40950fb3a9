//! Writes an automaton in the HOA format.

use std::fmt::Write;

use crate::automaton::Automaton;
use crate::label::Label;

impl Automaton {
    /// The automaton in the HOA format.
    pub fn to_hoa(&self) -> String {
        let mut out = String::from("HOA: v1\n");
        let mut line = |text: String| writeln!(out, "{text}").expect("a string takes it");
        line("tool: \"trailhound\"".to_string());
        line(format!("name: {}", quoted(self.name())));
        line(format!("States: {}", self.states().len()));
        line(format!("Start: {}", self.initial().0));
        let names: String = self
            .propositions()
            .iter()
            .map(|proposition| format!(" {}", quoted(proposition)))
            .collect();
        line(format!("AP: {}{names}", self.propositions().len()));
        line("acc-name: Buchi".to_string());
        line("Acceptance: 1 Inf(0)".to_string());
        let deterministic = if self.is_deterministic() {
            " deterministic"
        } else {
            ""
        };
        let stutter = if self.is_stutter_invariant() {
            " stutter-invariant"
        } else {
            ""
        };
        line(format!(
            "properties: trans-labels explicit-labels trans-acc{deterministic}{stutter}"
        ));
        line("--BODY--".to_string());
        for state in self.states() {
            line(format!("State: {}", state.0));
            for transition in self.transitions(state) {
                let label = match transition.label {
                    Label::ANY => "t".to_string(),
                    label => label.display(" & ", |id| id.0.to_string()).to_string(),
                };
                let marks = if transition.accepting { " {0}" } else { "" };
                line(format!("[{label}] {}{marks}", transition.target.0));
            }
        }
        line("--END--".to_string());
        out
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
