//! `--target`, `--mutex` and `--via`.

use clap::Args;
use trailhound_checker::GoalRequest;

#[derive(Debug, Args)]
#[command(next_help_heading = "What to reach")]
pub struct GoalArguments {
    /// Drive the program to this place, FILE:LINE or fn:NAME: reaching it is the error to find
    ///
    /// Can be given several times; one of the places is enough. Other errors are reported if
    /// no place is reached.
    #[arg(long, value_name = "PLACE")]
    pub target: Vec<String>,
    /// Drive two threads to this place at the same time
    #[arg(long, value_name = "PLACE", conflicts_with = "target")]
    pub mutex: Option<String>,
    /// Lead the search through these places, in this order
    #[arg(long, value_name = "PLACES", value_delimiter = ',')]
    pub via: Vec<String>,
}

impl GoalArguments {
    pub fn request(&self) -> GoalRequest {
        GoalRequest {
            targets: self.target.clone(),
            mutex: self.mutex.clone(),
            via: self.via.clone(),
        }
    }
}
