//! Compares engines, guides and granularities on one program that grows, as the table of the
//! StEAM paper. Every run is a `trailhound check` in a process of its own.

mod climb;
mod csv;
mod plan;
mod plot;
mod request;
mod run;
mod table;

use std::ops::ControlFlow;

pub use climb::Reached;
pub use plan::Contender;
pub use request::Compare;
pub use run::{Cost, Outcome};
pub use table::Record;

use crate::quantity::{bytes, count, seconds};
use crate::session::Session;
use climb::Climb;
use plan::{Family, contenders};
use run::Runner;

/// All runs.
pub struct Comparison {
    family: String,
    rules: String,
    pub records: Vec<Record>,
}

impl Compare {
    /// Makes all runs. `begin` is told of each before it begins: the contender, its number and
    /// how many there are, and the scale.
    pub fn run(
        &self,
        session: &Session,
        mut begin: impl FnMut(&Contender, (usize, usize), u64),
    ) -> Comparison {
        let family = Family::new(&self.program);
        let runner = Runner::new(self, session);
        let climb = Climb {
            from: self.from,
            to: self.to.max(self.from),
            precision: self.precision,
        };
        let contenders = contenders(self);
        let all = contenders.len();
        let mut records = Vec::new();
        for (index, contender) in contenders.into_iter().enumerate() {
            if session.interrupted() {
                break;
            }
            let mut runs = Vec::new();
            let reached = climb.run(|scale| {
                if session.interrupted() {
                    return ControlFlow::Break(());
                }
                begin(&contender, (index + 1, all), scale);
                let outcome = runner.run(&family, &contender, scale);
                if session.interrupted() {
                    return ControlFlow::Break(());
                }
                let solved = matches!(outcome, Outcome::Solved(_));
                runs.push((scale, outcome));
                ControlFlow::Continue(solved)
            });
            records.push(Record {
                contender,
                runs,
                reached,
            });
        }
        Comparison {
            family: family.to_string(),
            rules: self.rules(),
            records,
        }
    }

    /// How the table came about, for the reader of the table.
    fn rules(&self) -> String {
        let trails = match self.shorten {
            true => "Trails were shortened.",
            false => "Trails are as they were found.",
        };
        format!(
            "Each run is a process of its own with {} for its search and {} of memory. n doubles from {}\n\
             until a run is not solved; then the gap is halved until it is at most {} % of n. What is not\n\
             solved at one n is taken to be unsolvable at larger ones. {trails}\n",
            seconds(self.max_time.as_secs_f64()),
            bytes(self.max_memory as u64),
            count(self.from),
            self.precision,
        )
    }
}

impl Comparison {
    /// The paper's table, with how it came about.
    pub fn table(&self) -> String {
        let table = table::table(&self.records);
        format!("{}\n\n{table}\n{}", self.family, self.rules)
    }

    /// Every run as a line of comma-separated values.
    pub fn csv(&self) -> String {
        csv::csv(&self.records)
    }

    /// Log-log plots over the scale, as SVG, with their names.
    pub fn plots(&self) -> Vec<(&'static str, String)> {
        let plot = |measure: &plot::Measure| {
            let svg = plot::plot(&self.records, measure, &self.family)?;
            Some((measure.name, svg))
        };
        plot::MEASURES.iter().filter_map(plot).collect()
    }
}
