//! Automata as Graphviz pictures.

use std::fmt::Write;

use crate::automaton::Automaton;

impl Automaton {
    /// The automaton in Graphviz's language. Accepting transitions are drawn bold.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph automaton {\n");
        let mut line = |text: String| writeln!(out, "  {text}").expect("a string takes it");
        line("rankdir=LR;".to_string());
        line(format!("label=\"{}\";", escaped(self.name())));
        line("labelloc=t;".to_string());
        line("node [shape=circle, fontname=\"sans-serif\"];".to_string());
        line("edge [fontname=\"monospace\"];".to_string());
        line("start [shape=point, label=\"\"];".to_string());
        line(format!("start -> {};", self.initial().0));
        for state in self.states() {
            line(format!("{};", state.0));
            for transition in self.transitions(state) {
                let name = |id: crate::PropositionId| {
                    let text = &self.propositions()[usize::from(id.0)];
                    let is_plain = text
                        .chars()
                        .all(|c| c.is_alphanumeric() || "_:.".contains(c));
                    let is_call = text.ends_with(')') && !text.contains(' ');
                    if is_plain || is_call {
                        text.clone()
                    } else {
                        format!("({text})")
                    }
                };
                let label = escaped(&transition.label.display(" && ", name).to_string());
                let style = if transition.accepting {
                    ", style=bold, color=firebrick"
                } else {
                    ""
                };
                let (from, to) = (state.0, transition.target.0);
                line(format!("{from} -> {to} [label=\"{label}\"{style}];"));
            }
        }
        out.push_str("}\n");
        out
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use crate::Ltl;

    #[test]
    fn the_picture_of_a_response_that_never_comes() {
        let violations = Ltl::parse("G (turn == 1 -> F grant)")
            .map(|ltl| ltl.violations().expect("small"))
            .expect("a formula");
        let expected = "digraph automaton {\n  \
            rankdir=LR;\n  \
            label=\"!G ((turn == 1) -> F grant)\";\n  \
            labelloc=t;\n  \
            node [shape=circle, fontname=\"sans-serif\"];\n  \
            edge [fontname=\"monospace\"];\n  \
            start [shape=point, label=\"\"];\n  \
            start -> 0;\n  \
            0;\n  \
            0 -> 0 [label=\"true\"];\n  \
            0 -> 1 [label=\"(turn == 1) && !grant\"];\n  \
            1;\n  \
            1 -> 1 [label=\"!grant\", style=bold, color=firebrick];\n\
            }\n";
        assert_eq!(violations.to_dot(), expected);
    }
}
