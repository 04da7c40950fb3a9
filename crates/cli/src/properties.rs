//! What shall hold: `--always`, `--ltl` and `--automaton`. Reads the properties, marks the places that they name, and
//! tells the machine what to evaluate. It does not search.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

use clap::Args;
use trailhound_distance::{Place, Targets};
use trailhound_machine::{Operations, Proposition, Term};
use trailhound_program::{FunctionId, Mark, Op, Pc, Program};
use trailhound_property::{Expr, ExprKind, MAX_PROPOSITIONS, Requirement, SourceError};
use trailhound_trail::{
    AutomatonError, AutomatonSetup, MachineSetup, PlaceFinder, PropertySetup, Resolver,
    VariableNames, nearest,
};

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
    /// come to an end. Nobody needs to call it. Without any expression that calls it, what it
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

    pub fn setup(&self) -> Result<PropertySetup, PropertyError> {
        if self.fair && self.ltl.is_empty() && self.automaton.is_empty() {
            return Err(PropertyError::FairWithout);
        }
        let automata = self.automaton.iter().map(|file| {
            let named = file.display().to_string();
            match fs::read_to_string(file) {
                Ok(text) => Ok(AutomatonSetup { file: named, text }),
                Err(cause) => Err(PropertyError::Unreadable { file: named, cause }),
            }
        });
        let automata: Vec<AutomatonSetup> = automata.collect::<Result<_, _>>()?;
        let mut always = self.always.clone();
        let mentions = |text: &String, call: &str| text.contains(call);
        for name in &self.property_fn {
            let call = format!("{name}()");
            let mut texts = self.always.iter().chain(&self.ltl);
            let in_automata = automata.iter().any(|setup| mentions(&setup.text, &call));
            if !in_automata && !texts.any(|text| mentions(text, &call)) {
                always.push(call);
            }
        }
        Ok(PropertySetup {
            always,
            functions: self.property_fn.clone(),
            ltl: self.ltl.clone(),
            automata,
            sequence: None,
            fair: self.fair,
        })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PropertyError {
    #[error("{0}")]
    Source(#[from] SourceError),
    #[error("{0}")]
    Automaton(#[from] AutomatonError),
    #[error("cannot read the automaton `{file}`: {cause}")]
    Unreadable { file: String, cause: io::Error },
    #[error("--fair says which executions count for --ltl or --automaton; neither is given")]
    FairWithout,
    #[error(
        "`{0}` is not one variable of the program: each thread has its own, or it is defined elsewhere"
    )]
    Elsewhere(String),
    #[error("properties have more than {MAX_PROPOSITIONS} propositions")]
    TooMany,
}

/// An expression, and the text that it is part of.
struct Asked {
    text: String,
    /// The file that the text stands in.
    file: Option<AutomatonSetup>,
    expr: Expr,
    always: bool,
}

impl Asked {
    fn located(&self, error: SourceError) -> PropertyError {
        match &self.file {
            Some(AutomatonSetup { file, text }) => {
                AutomatonError::InFile(file.clone(), error.within(text)).into()
            }
            None => error.into(),
        }
    }
}

fn asked(properties: &PropertySetup) -> Result<Vec<Asked>, PropertyError> {
    let mut asked = Vec::new();
    for text in &properties.always {
        asked.push(Asked {
            text: text.clone(),
            file: None,
            expr: Expr::parse(text)?,
            always: true,
        });
    }
    for requirement in properties.requirements()?.iter() {
        let mut files = properties.automata.iter();
        let file = match requirement {
            Requirement::Formula(_) => None,
            Requirement::Never(_) => files.find(|setup| setup.file == requirement.text()),
        };
        for (number, expr) in requirement.propositions().iter().enumerate() {
            asked.push(Asked {
                text: requirement.source_of(number).to_owned(),
                file: file.cloned(),
                expr: expr.clone(),
                always: false,
            });
        }
    }
    if asked.len() > MAX_PROPOSITIONS {
        return Err(PropertyError::TooMany);
    }
    Ok(asked)
}

/// No goal has this number.
const PLACE: u32 = u32::MAX;

/// Threads stop where the places of the properties begin, and before they leave a function
/// that one of them names. To be called before other places are marked.
pub fn mark(program: &mut Program, setup: &MachineSetup) -> Result<(), PropertyError> {
    let mut operations = Vec::new();
    for asked in asked(&setup.properties)? {
        each(&asked.expr, &mut |expr| {
            let place = match &expr.kind {
                ExprKind::At(location, _) => Place::Line {
                    file: location.file.clone(),
                    line: location.line,
                },
                ExprKind::In(function, _) => {
                    operations.extend(returns(program, function));
                    Place::Function(function.clone())
                }
                _ => return,
            };
            // What is nowhere is reported when the names are resolved.
            if let Ok(targets) = Targets::at(program, &place) {
                operations.extend(targets.places);
            }
        });
    }
    operations.sort_unstable();
    operations.dedup();
    let marks: Vec<Mark> = operations
        .into_iter()
        .map(|(function, pc)| Mark {
            function,
            pc,
            place: PLACE,
            goal: false,
        })
        .collect();
    program.mark(&marks);
    Ok(())
}

/// Gives the machine what the properties ask. To be called when all places are marked.
pub fn resolve(
    program: &Program,
    names: &VariableNames,
    setup: &mut MachineSetup,
) -> Result<(), PropertyError> {
    let places = ProgramPlaces { program };
    setup.propositions.clear();
    for asked in asked(&setup.properties)? {
        let resolver = Resolver {
            text: &asked.text,
            names,
            functions: &setup.properties.functions,
            places: &places,
        };
        let term = resolver.proposition(&asked.expr);
        let term = term.map_err(|error| asked.located(error))?;
        if let Some(name) = elsewhere(program, &term) {
            return Err(PropertyError::Elsewhere(name));
        }
        setup.propositions.push(Proposition {
            term,
            text: asked.expr.to_string(),
            always: asked.always,
        });
    }
    Ok(())
}

/// A variable in the term that does not lie where globals do.
fn elsewhere(program: &Program, term: &Term) -> Option<String> {
    let mut found = None;
    term.each(&mut |term| {
        if let Term::Variable(variable) = term {
            let global = &program.globals[variable.global as usize];
            let is_whole = variable.range().1 as usize <= global.bytes.len();
            if global.thread_local || global.external || !is_whole {
                found = Some(global.display.clone());
            }
        }
    });
    found
}

fn returns(program: &Program, function: &str) -> Vec<(trailhound_program::FunctionId, Pc)> {
    let inside = Targets::within(program, &Place::Function(function.to_owned()));
    let mut places = inside.map_or(Vec::new(), |targets| targets.places);
    places.retain(|&(function, pc)| {
        let body = program.functions[function.index()].body.as_ref();
        body.is_some_and(|body| matches!(body.code[pc as usize], Op::Return { .. }))
    });
    places
}

fn each(expr: &Expr, f: &mut impl FnMut(&Expr)) {
    f(expr);
    match &expr.kind {
        ExprKind::Field(inner, _) | ExprKind::Unary(_, inner) => each(inner, f),
        ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => {
            each(left, f);
            each(right, f);
        }
        ExprKind::Call(_, arguments) => {
            for argument in arguments {
                each(argument, f);
            }
        }
        _ => {}
    }
}

struct ProgramPlaces<'p> {
    program: &'p Program,
}

impl ProgramPlaces<'_> {
    fn within(&self, place: &Place) -> Option<Operations> {
        let mut places = Targets::within(self.program, place).ok()?.places;
        places.sort_unstable();
        Some(Arc::new(places))
    }
}

impl PlaceFinder for ProgramPlaces<'_> {
    fn line(&self, file: &str, line: u32) -> Result<Operations, String> {
        let place = Place::Line {
            file: file.to_owned(),
            line,
        };
        self.within(&place).ok_or_else(|| {
            let near =
                (1..=3).flat_map(|distance| [line.checked_sub(distance), Some(line + distance)]);
            let near: Vec<String> = near
                .flatten()
                .filter(|&line| {
                    let file = file.to_owned();
                    self.within(&Place::Line { file, line }).is_some()
                })
                .map(|line| line.to_string())
                .collect();
            let message = format!("no code of the program stands at {file}:{line}");
            match near.is_empty() {
                true => message,
                false => format!("{message}; there is some at {}", near.join(", ")),
            }
        })
    }

    fn property_function(&self, name: &str) -> Result<FunctionId, String> {
        let functions = self.program.functions.iter().enumerate();
        let mut found = functions.filter(|(_, function)| {
            let display = function.display.split('(').next().unwrap_or("");
            let ends = display.strip_suffix(name);
            let is_called_so = function.name == name
                || ends.is_some_and(|path| path.is_empty() || path.ends_with("::"));
            is_called_so && function.body.is_some()
        });
        let Some((index, function)) = found.next() else {
            return Err(format!(
                "the program has no function `{name}` (the compiler leaves out functions that \
                 nobody calls unless they are external: not `static`; in Rust, call it)"
            ));
        };
        let body = function.body.as_ref().expect("it has one");
        if body.parameters > 0 {
            return Err(format!("`{name}` has arguments"));
        }
        if found.next().is_some() {
            return Err(format!("the program has several functions `{name}`"));
        }
        Ok(FunctionId(index as u32))
    }

    fn function(&self, name: &str) -> Result<Operations, String> {
        let place = Place::Function(name.to_owned());
        self.within(&place).ok_or_else(|| {
            let functions = self.program.functions.iter();
            let names = functions
                .filter(|function| function.body.is_some())
                .map(|function| function.display.split('(').next().unwrap_or(""));
            let message = format!("the program has no function `{name}` that is called");
            match nearest(name, names) {
                Some(near) => format!("{message}; near: {near}"),
                None => message,
            }
        })
    }
}
