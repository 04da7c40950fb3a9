//! Which memory model a program is checked under.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use trailhound_checker::{MemoryModel, MemoryRequest};

#[derive(Debug, Args)]
#[command(next_help_heading = "What counts")]
pub struct MemoryArguments {
    /// What atomic operations may read that are weaker than seq_cst
    #[arg(long, default_value = "auto", value_name = "MODEL", value_parser = models())]
    pub memory: Model,
    /// Take the atomic operations of these functions (crossbeam_epoch::) or files for right
    #[arg(long, value_name = "PREFIX")]
    pub trust: Vec<String>,
    /// Writes of one atomic variable that are kept apart [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub history: Option<u16>,
    /// Look for data races as under sequential consistency: between threads that stand side by side
    #[arg(long)]
    pub no_weak_records: bool,
    /// Tell updates apart that change nothing: more states, the same verdict
    #[arg(long)]
    pub no_weak_merge: bool,
}

/// A memory model; None: what the program needs.
type Model = Option<MemoryModel>;

impl MemoryArguments {
    pub fn request(&self) -> MemoryRequest {
        MemoryRequest {
            model: self.memory,
            history: self.history.map(usize::from),
            no_records: self.no_weak_records,
            no_merge: self.no_weak_merge,
            trust: self.trust.clone(),
        }
    }
}

fn models() -> impl TypedValueParser<Value = Model> {
    let auto = PossibleValue::new("auto")
        .help("sc, then c11 if atomic operations are weaker than seq_cst");
    let described = MemoryModel::ALL.map(|model| {
        PossibleValue::new(model.name()).help(match model {
            MemoryModel::Sc => "What was written last: sequential consistency",
            MemoryModel::C11 => "What C11, C++20 and Rust allow",
            MemoryModel::Tso => "What x86 allows, for plain accesses too",
        })
    });
    PossibleValuesParser::new([auto].into_iter().chain(described)).map(|name| {
        let mut all = MemoryModel::ALL.into_iter();
        all.find(|model| model.name() == name)
    })
}
