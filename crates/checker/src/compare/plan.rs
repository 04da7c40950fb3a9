//! Who competes in what: the combinations of engine, guide and granularity, and the command
//! line of each run. It starts nothing.

use std::fmt;
use std::path::PathBuf;

use trailhound_trail::ProgramRequest;

use super::request::Compare;
use crate::search_request::SearchName;

/// Where the scale goes in definitions and arguments.
const PLACE: &str = "{}";

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    pub search: String,
    /// None for an engine that asks no guide.
    pub guide: Option<String>,
    pub granularity: String,
}

impl fmt::Display for Contender {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.search)?;
        if let Some(guide) = &self.guide {
            write!(out, " {guide}")?;
        }
        write!(out, ", {}", self.granularity)
    }
}

/// All combinations, in the order in which they were named. A guide means nothing to an
/// engine that asks none, or to a search that chooses its own: such a one competes once.
pub fn contenders(request: &Compare) -> Vec<Contender> {
    let mut contenders: Vec<Contender> = Vec::new();
    for search in &request.searches {
        let (name, asks) = match search {
            SearchName::Auto => ("auto".to_owned(), false),
            SearchName::Engine(engine) => (engine.to_string(), engine.is_directed()),
        };
        let guides: Vec<Option<&String>> = if asks {
            request.guides.iter().map(Some).collect()
        } else {
            vec![None]
        };
        for granularity in &request.granularities {
            for guide in &guides {
                let contender = Contender {
                    search: name.clone(),
                    guide: guide.cloned(),
                    granularity: granularity.name().to_owned(),
                };
                if !contenders.contains(&contender) {
                    contenders.push(contender);
                }
            }
        }
    }
    contenders
}

/// A program that grows with a scale.
pub struct Family {
    files: Vec<PathBuf>,
    /// Everything else before `--`, and behind it, with `{}` for the scale.
    options: Vec<String>,
    own_arguments: Vec<String>,
}

impl Family {
    pub fn new(program: &ProgramRequest) -> Family {
        let mut options: Vec<String> = Vec::new();
        options.extend(program.defines.iter().map(|define| format!("-D{define}")));
        let scaled = |texts: &[String]| texts.iter().any(|text| text.contains(PLACE));
        if !scaled(&options) && !scaled(&program.arguments) {
            options.push(format!("-DN={PLACE}"));
        }
        for folder in &program.include_dirs {
            options.push(format!("-I{}", folder.display()));
        }
        let flags = program.compiler_flags.iter();
        options.extend(flags.map(|flag| format!("--cflag={flag}")));
        options.extend(
            program
                .opt_level
                .map(|level| format!("--opt-level={level}")),
        );
        Family {
            files: program.files.clone(),
            options,
            own_arguments: program.arguments.clone(),
        }
    }

    /// What stands behind `trailhound check` to name the program at a scale, in two parts:
    /// other options go in between.
    pub fn at(&self, scale: u64) -> (Vec<String>, Vec<String>) {
        let put = |text: &String| text.replace(PLACE, &scale.to_string());
        let mut before: Vec<String> = self
            .files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        before.extend(self.options.iter().map(put));
        let behind = self.own_arguments.iter().map(put).collect();
        (before, behind)
    }
}

/// As a headline: the files and what scales them.
impl fmt::Display for Family {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let files: Vec<String> = self
            .files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        out.write_str(&files.join(" "))?;
        for option in &self.options {
            write!(out, " {}", option.replace(PLACE, "n"))?;
        }
        if !self.own_arguments.is_empty() {
            let own = self.own_arguments.join(" ").replace(PLACE, "n");
            write!(out, " -- {own}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use trailhound_search::Engine;

    #[test]
    fn an_undirected_engine_competes_once() {
        let engine = SearchName::Engine;
        let request = Compare {
            searches: vec![
                engine(Engine::Dfs),
                SearchName::Auto,
                engine(Engine::BestFirst),
            ],
            guides: vec!["mb".to_owned(), "rw".to_owned()],
            ..Compare::of(ProgramRequest::default(), Path::new("trailhound"))
        };
        let names: Vec<String> = contenders(&request)
            .iter()
            .map(Contender::to_string)
            .collect();
        assert_eq!(
            names,
            [
                "dfs, shared",
                "auto, shared",
                "best-first mb, shared",
                "best-first rw, shared"
            ]
        );
    }

    #[test]
    fn the_scale_goes_where_it_is_wanted() {
        let family = |file: &str, defines: &[&str], arguments: &[&str]| {
            let owned = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
            Family::new(&ProgramRequest {
                files: vec![file.into()],
                defines: owned(defines),
                arguments: owned(arguments),
                ..ProgramRequest::default()
            })
        };
        let plain = family("x.c", &["FIXED"], &[]);
        assert_eq!(plain.at(7).0, ["x.c", "-DFIXED", "-DN=7"]);
        let defined = family("x.c", &["SIZE={}"], &[]);
        assert_eq!(defined.at(7).0, ["x.c", "-DSIZE=7"]);
        let given = family("x.rs", &[], &["--clients", "{}"]);
        assert_eq!(given.at(7).0, ["x.rs"]);
        assert_eq!(given.at(7).1, ["--clients", "7"]);
    }
}
