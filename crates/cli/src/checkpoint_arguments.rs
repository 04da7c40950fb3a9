//! `--checkpoint` and `--resume`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use trailhound_checker::Checkpoints;

use trailhound_checker::quantity;

#[derive(Debug, Args)]
#[command(next_help_heading = "Searching")]
pub struct CheckpointArguments {
    /// Save the search in this folder every 5 minutes, at Ctrl-C and SIGTERM, and at a limit
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints, as in 30s, 5m, 1h
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration)]
    pub checkpoint_every: Option<Duration>,
    /// Go on with the search that was saved in this folder, and save it there
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
}

impl CheckpointArguments {
    pub fn request(&self) -> Checkpoints {
        Checkpoints {
            folder: self.checkpoint.clone(),
            resume: self.resume.clone(),
            every: self.checkpoint_every,
        }
    }
}
