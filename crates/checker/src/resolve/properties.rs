//! What shall hold: `--always`, `--ltl` and `--automaton`. Reads the properties, marks the
//! places that they name, and says what the machine evaluates. It does not search.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

use trailhound_distance::{Place, Targets};
use trailhound_machine::{Operations, Proposition, Term};
use trailhound_program::{FunctionId, Mark, Op, Pc, Program};
use trailhound_property::{Expr, ExprKind, MAX_PROPOSITIONS, Requirement, SourceError};
use trailhound_trail::{
    AutomatonError, AutomatonText, PlaceError, PlaceFinder, PropertyRequest, Resolver,
    VariableNames, nearest,
};

/// Properties as they are given: automata by their files.
#[derive(Clone, Debug, Default)]
pub struct Properties {
    /// Expressions that hold in every state.
    pub always: Vec<String>,
    /// Temporal formulas that hold of every execution.
    pub ltl: Vec<String>,
    /// Files with automata that accept no execution.
    pub automata: Vec<PathBuf>,
    /// Functions of the program that expressions may call. One that no expression calls must
    /// say yes in every state.
    pub functions: Vec<String>,
    /// Only executions count that are weakly fair to all threads.
    pub fair: bool,
}

impl Properties {
    pub fn read(&self) -> Result<PropertyRequest, PropertyError> {
        if self.fair && self.ltl.is_empty() && self.automata.is_empty() {
            return Err(PropertyError::FairWithout);
        }
        let automata = self.automata.iter().map(|file| {
            let named = file.display().to_string();
            match fs::read_to_string(file) {
                Ok(text) => Ok(AutomatonText { file: named, text }),
                Err(cause) => Err(PropertyError::Unreadable { file: named, cause }),
            }
        });
        let automata: Vec<AutomatonText> = automata.collect::<Result<_, _>>()?;
        let mut always = self.always.clone();
        let mentions = |text: &String, call: &str| text.contains(call);
        for name in &self.functions {
            let call = format!("{name}()");
            let mut texts = self.always.iter().chain(&self.ltl);
            let in_automata = automata
                .iter()
                .any(|automaton| mentions(&automaton.text, &call));
            if !in_automata && !texts.any(|text| mentions(text, &call)) {
                always.push(call);
            }
        }
        Ok(PropertyRequest {
            always,
            functions: self.functions.clone(),
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
    file: Option<AutomatonText>,
    expr: Expr,
    always: bool,
}

impl Asked {
    fn located(&self, error: SourceError) -> PropertyError {
        match &self.file {
            Some(AutomatonText { file, text }) => {
                AutomatonError::InFile(file.clone(), error.within(text)).into()
            }
            None => error.into(),
        }
    }
}

fn asked(properties: &PropertyRequest) -> Result<Vec<Asked>, PropertyError> {
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
pub fn mark(program: &mut Program, properties: &PropertyRequest) -> Result<(), PropertyError> {
    let mut operations = Vec::new();
    for asked in asked(properties)? {
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

/// What the properties ask of states, in terms of the program. To be called when all places are
/// marked.
pub fn propositions(
    program: &Program,
    names: &VariableNames,
    properties: &PropertyRequest,
) -> Result<Vec<Proposition>, PropertyError> {
    let places = ProgramPlaces { program };
    let mut propositions = Vec::new();
    for asked in asked(properties)? {
        let resolver = Resolver {
            text: &asked.text,
            names,
            functions: &properties.functions,
            places: &places,
        };
        let term = resolver.proposition(&asked.expr);
        let term = term.map_err(|error| asked.located(error))?;
        if let Some(name) = elsewhere(program, &term) {
            return Err(PropertyError::Elsewhere(name));
        }
        propositions.push(Proposition {
            term,
            text: asked.expr.to_string(),
            always: asked.always,
        });
    }
    Ok(propositions)
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
    fn line(&self, file: &str, line: u32) -> Result<Operations, PlaceError> {
        let place = Place::Line {
            file: file.to_owned(),
            line,
        };
        self.within(&place).ok_or_else(|| {
            let near =
                (1..=3).flat_map(|distance| [line.checked_sub(distance), Some(line + distance)]);
            let file = file.to_owned();
            let near = near.flatten().filter(|&line| {
                let file = file.clone();
                self.within(&Place::Line { file, line }).is_some()
            });
            let near = near.collect();
            PlaceError::NoCode { file, line, near }
        })
    }

    fn property_function(&self, name: &str) -> Result<FunctionId, PlaceError> {
        let functions = self.program.functions.iter().enumerate();
        let mut found = functions.filter(|(_, function)| {
            let display = function.display.split('(').next().unwrap_or("");
            let ends = display.strip_suffix(name);
            let is_called_so = function.name == name
                || ends.is_some_and(|path| path.is_empty() || path.ends_with("::"));
            is_called_so && function.body.is_some()
        });
        let Some((index, function)) = found.next() else {
            return Err(PlaceError::NoFunction(name.to_owned()));
        };
        let body = function.body.as_ref().expect("it has one");
        if body.parameters > 0 {
            return Err(PlaceError::HasArguments(name.to_owned()));
        }
        if found.next().is_some() {
            return Err(PlaceError::Several(name.to_owned()));
        }
        Ok(FunctionId(index as u32))
    }

    fn function(&self, name: &str) -> Result<Operations, PlaceError> {
        let place = Place::Function(name.to_owned());
        self.within(&place).ok_or_else(|| {
            let functions = self.program.functions.iter();
            let names = functions
                .filter(|function| function.body.is_some())
                .map(|function| function.display.split('(').next().unwrap_or(""));
            let near = nearest(name, names);
            let name = name.to_owned();
            PlaceError::NotCalled { name, near }
        })
    }
}
