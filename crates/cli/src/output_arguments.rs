//! What is printed.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ValueEnum};

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArguments {
    /// What to print
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
    /// Print the verdict only
    #[arg(short, long)]
    pub quiet: bool,
    /// Show steps inside library code one by one
    #[arg(long)]
    pub show_library: bool,
    /// Show every step of a very long trail
    #[arg(long)]
    pub all_steps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object for programs: see docs/json.md
    Json,
    /// One page for a browser, to walk along the trail: see docs/html.md
    Html,
}

/// The formats of commands whose answer is more than a verdict.
pub fn without_pages(format: Arg) -> Arg {
    let known = [Format::Text, Format::Json];
    let values = known.iter().filter_map(ValueEnum::to_possible_value);
    let values = PossibleValuesParser::new(values);
    format.value_parser(values.map(|name| match name.as_str() {
        "json" => Format::Json,
        _ => Format::Text,
    }))
}
