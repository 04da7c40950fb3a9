//! What counts as a step and as an error, on the command line of all that searches.

use std::path::Path;
use std::{fs, io};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use trailhound_checker::{GivenFile, Granularity, MachineRequest, Races};

use crate::memory_arguments::MemoryArguments;

#[derive(Debug, Args)]
#[command(next_help_heading = "What counts")]
pub struct MachineArguments {
    /// Where one thread may take over from another
    #[arg(long, default_value = "shared", value_name = "WHERE", value_parser = granularities())]
    pub granularity: Granularity,
    /// What to do about data races
    #[arg(long, default_value = "report", value_name = "HOW", value_parser = races())]
    pub races: Races,
    #[command(flatten)]
    pub memory: MemoryArguments,
    /// Condition variables may wake up for no reason
    #[arg(long)]
    pub spurious_wakeups: bool,
    /// Memory that is never freed is an error
    #[arg(long)]
    pub leaks: bool,
    /// An exit status other than 0 is an error
    #[arg(long)]
    pub exit_status: bool,
    /// A panic that ends a spawned thread is no error: join returns it
    #[arg(long)]
    pub allow_thread_panics: bool,
    /// Follow all orders of independent steps, and treat all memory as shared, that of Rust's thread
    /// runtime included: many more states, the same verdict
    #[arg(long)]
    pub no_reduction: bool,
    /// Follow all orders of independent steps, and leave other reductions as they are
    #[arg(long, hide = true)]
    pub all_orders: bool,
    /// Bytes that a pipe holds before writers wait [default: 65536, as on Linux]
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..))]
    pub pipe_capacity: Option<u32>,
    /// An environment variable of the program; it has no others
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable, help_heading = "The program's world")]
    pub env: Vec<String>,
    /// A file that the program finds on its standard input, which is empty otherwise
    #[arg(long, value_name = "FILE", value_parser = contents, help_heading = "The program's world")]
    pub stdin: Option<Contents>,
    /// A file of the program, with what HOSTFILE or else PATH has here; a directory comes with all
    /// that is in it, and PATH/ is an empty one. What the program writes stays in memory
    #[arg(long, value_name = "PATH[=HOSTFILE]", value_parser = given_files, help_heading = "The program's world")]
    pub file: Vec<Given>,
    /// What choices too wide to enumerate try, as in -1,0,1,42 [default: one value of each class that
    /// the program tells apart, or around the constants that it compares with]
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub values: Option<Vec<i64>>,
}

/// What a file has in it.
#[derive(Clone, Debug)]
pub struct Contents(pub Vec<u8>);

fn contents(path: &str) -> Result<Contents, String> {
    let read = std::fs::read(path).map(Contents);
    read.map_err(|cause| format!("cannot read `{path}`: {cause}"))
}

/// The files that one option names.
#[derive(Clone, Debug)]
pub struct Given(pub Vec<GivenFile>);

fn given_files(text: &str) -> Result<Given, String> {
    let (path, host) = text.split_once('=').unwrap_or((text, text));
    let mut files = Vec::new();
    if path.is_empty() {
        return Err("write it as PATH or PATH=HOSTFILE".to_owned());
    }
    if path.ends_with('/') && !text.contains('=') {
        let path = path.to_owned();
        files.push(GivenFile {
            path,
            content: None,
        });
    } else {
        read_given(path, Path::new(host), &mut files)
            .map_err(|cause| format!("cannot read `{host}`: {cause}"))?;
    }
    Ok(Given(files))
}

/// Adds a file, or all that a directory has, in the order of names.
fn read_given(path: &str, host: &Path, files: &mut Vec<GivenFile>) -> io::Result<()> {
    let is_directory = fs::metadata(host)?.is_dir();
    let content = match is_directory {
        true => None,
        false => Some(fs::read(host)?),
    };
    let path = path.to_owned();
    files.push(GivenFile {
        path: path.clone(),
        content,
    });
    if is_directory {
        let mut entries = fs::read_dir(host)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let name = name.to_str().ok_or_else(|| {
                io::Error::other(format!(
                    "a name that is no text: {}",
                    entry.path().display()
                ))
            })?;
            read_given(&format!("{path}/{name}"), &entry.path(), files)?;
        }
    }
    Ok(())
}

fn variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err("write it as NAME=VALUE".to_owned()),
    }
}

impl MachineArguments {
    /// Goals and properties are still missing.
    pub fn request(&self) -> MachineRequest {
        MachineRequest {
            granularity: self.granularity,
            races: self.races,
            memory: self.memory.request(),
            spurious_wakeups: self.spurious_wakeups,
            leaks: self.leaks,
            exit_status: self.exit_status,
            allow_thread_panics: self.allow_thread_panics,
            no_reduction: self.no_reduction,
            all_orders: self.all_orders,
            pipe_capacity: self.pipe_capacity,
            environment: self.env.clone(),
            input: self.stdin.clone().map(|contents| contents.0),
            files: self.file.iter().flat_map(|given| given.0.clone()).collect(),
            values: self.values.clone(),
            ..MachineRequest::default()
        }
    }
}

/// The granularities by their names.
pub fn granularities() -> impl TypedValueParser<Value = Granularity> {
    let described = Granularity::ALL.map(|granularity| {
        PossibleValue::new(granularity.name()).help(match granularity {
            Granularity::Shared => "Before lock operations and accesses to shared memory",
            Granularity::Line => "Between source lines",
            Granularity::Instruction => "Before every instruction",
        })
    });
    PossibleValuesParser::new(described).map(|name| {
        let mut all = Granularity::ALL.into_iter();
        all.find(|granularity| granularity.name() == name)
            .expect("one of the possible values")
    })
}

fn races() -> impl TypedValueParser<Value = Races> {
    let described = [
        ("report", "Report one if nothing worse is found"),
        ("error", "Stop at the first"),
        (
            "off",
            "Ignore them: every access is sequentially consistent",
        ),
    ];
    let described = described.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(described).map(|name| match name.as_str() {
        "error" => Races::Error,
        "off" => Races::Off,
        _ => Races::Report,
    })
}
