//! `--max-time` and `--max-memory`.

use std::time::Duration;

use clap::Args;
use trailhound_checker::ResourceLimits;

use trailhound_checker::quantity;

/// What the whole command may take.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// End after this time, as in 10s, 5m, 1h: the time to compile counts
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration)]
    pub max_time: Option<Duration>,
    /// End when so much memory is in use, as in 512M, 4G [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub max_memory: Option<usize>,
}

impl LimitArguments {
    pub fn resources(&self) -> ResourceLimits {
        ResourceLimits {
            time: self.max_time,
            memory: self.max_memory.map(|bytes| bytes as u64),
        }
    }
}
