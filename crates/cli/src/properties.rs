//! `--always`, `--ltl`, `--automaton`, `--property-fn` and `--fair`.

use std::path::PathBuf;

use clap::Args;
use trailhound_checker::Properties;

#[derive(Debug, Args)]
#[command(next_help_heading = "What shall hold")]
pub struct PropertyArguments {
    /// An expression over global variables, places and threads that holds in every state, as in
    /// 'queue.len <= 4 && !(in(push, t1) && in(pop, t2))'
    ///
    /// Can be given several times. Variables have their names in the source; a Rust Mutex or
    /// atomic is what it holds. at(FILE:LINE[, tN]), in(FUNCTION[, tN]), blocked(tN) and
    /// alive(tN) speak of threads; t0 is main. See docs/properties.md.
    #[arg(long, value_name = "EXPR")]
    pub always: Vec<String>,
    /// A formula of linear temporal logic that holds of every execution, as in
    /// 'G (request -> F granted)'
    ///
    /// With G, F, X, U, R, W, M and ! && || -> <-> over the expressions of --always. An execution
    /// that ends or deadlocks stays in its last state for ever. Besides the formula, only errors
    /// of single steps and of --always are looked for. Can be given several times.
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Vec<String>,
    /// A file with a Büchi automaton in the HOA format that accepts what must not happen, like a
    /// never claim
    ///
    /// Its propositions are expressions as those of --always. Where it comes to a state from
    /// which it accepts everything, the execution up to there is the violation. Can be given
    /// several times.
    #[arg(long, value_name = "FILE")]
    pub automaton: Vec<PathBuf>,
    /// A function of the program without arguments that expressions may call, as in 'NAME()', to
    /// ask what it says of a state
    ///
    /// It may read everything, and write only its own local variables; it must not wait and must
    /// come to an end. The program need not call it. Without any expression that calls it, what it
    /// says must hold in every state. Can be given several times.
    #[arg(long = "property-fn", value_name = "NAME")]
    pub property_fn: Vec<String>,
    /// Let only executions count in which a thread that can always go on goes on eventually
    #[arg(long)]
    pub fair: bool,
}

impl PropertyArguments {
    /// All properties, as the user wrote them.
    pub fn names(&self) -> Vec<String> {
        let functions = self.property_fn.iter().map(|name| format!("{name}()"));
        let texts = self.always.iter().chain(&self.ltl).cloned();
        let files = self.automaton.iter().map(|file| file.display().to_string());
        texts.chain(files).chain(functions).collect()
    }

    pub fn properties(&self) -> Properties {
        Properties {
            always: self.always.clone(),
            ltl: self.ltl.clone(),
            automata: self.automaton.clone(),
            functions: self.property_fn.clone(),
            fair: self.fair,
        }
    }
}
