//! How `trailhound check` searches.

use clap::Args;
use trailhound_checker::{AnyGuide, SearchName, SearchRequest, StoreName};

use crate::limit_arguments::LimitArguments;
use trailhound_checker::quantity;

#[derive(Debug, Args)]
#[command(next_help_heading = "Searching")]
pub struct SearchArguments {
    /// How to go through the states: auto, dfs, bfs, iddfs, best-first, greedy, beam[:WIDTH],
    /// astar, wastar[:WEIGHT] or random
    ///
    /// auto: depth first for a while, then best first with the guides that fit the program,
    /// and again with more states each time, until an error is found or nothing is left.
    /// dfs: depth first: little memory, long trails.
    /// bfs: breadth first: shortest trails.
    /// iddfs: depth first, deeper each time: short trails, little memory, slow.
    /// best-first: the state that the guide ranks best is expanded next.
    /// greedy: depth first, the best successor first.
    /// beam: best-first that keeps only WIDTH states waiting: decides nothing but what it
    /// meets.
    /// astar, wastar: steps so far plus WEIGHT times the rank: shorter trails.
    /// random: random walks: decides nothing but what it meets.
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub search: SearchName,
    /// What directs the search: mb, int, pba, pbb, rw, lnb, pl1, pl2, aa, lock, shared, thread,
    /// random, none, or two of them, as in pl1+int; or fsm, efsm:K, fca, efca, pfsm
    /// [default: what fits the program]
    ///
    /// The last five count instructions to the places of --target, --mutex and --via, or to
    /// assertions, panics and aborts, or to locks: fsm without the stack of calls, efsm:K with K
    /// return addresses, fca and efca with calls summed up, efca and efsm:K with the stack,
    /// pfsm for virtual calls.

    /// For deadlocks: mb (most blocked threads), lnb and pl1 (locks and blocked threads), pl2,
    /// pbb and pba (also their neighbourhood), lock. For failed assertions: rw (writes, few
    /// reads), aa (reads and writes in turn), int (threads in turn), shared. With --search
    /// auto it means best-first. See docs/guides.md.
    #[arg(long, value_name = "GUIDE")]
    pub guide: Option<AnyGuide>,
    /// Only schedules in which at most N times a thread is interrupted that could go on
    #[arg(long, value_name = "N")]
    pub preemptions: Option<u32>,
    /// Threads of a search that visits every state
    ///
    /// For --search bfs, for dfs with --all-orders, and for the exhaustive part of auto where it leaves out no
    /// orders. The verdict and the number of states without an error do not depend on it. What cannot use several
    /// uses one, and says so.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// What is kept of visited states: exact, compact or bitstate[:SIZE]
    ///
    /// exact: all of them, compressed. compact: hashes of 64 bits, about 13 bytes a state however large it is.
    /// bitstate: three bits a state, in a field of SIZE [default: 256M]. The last two search depth first, may
    /// take a state for another and leave it out, and say how likely that is: they find errors and prove nothing.
    #[arg(long, value_name = "STORE", default_value = "exact", value_parser = store_name)]
    pub store: StoreName,
    /// End after this many states
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Do not look beyond this many steps
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// The number that decides random walks and, unless it is 0, between states that a guide
    /// ranks alike
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Search with so many seeds, from --seed on, and tell how often that finds an error, and
    /// after how many states
    ///
    /// For random walks and for guides whose ties are broken at random. The program is compiled
    /// and analysed once, and the searches share the processors. The trail is that of the search
    /// that takes the fewest states.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub trials: Option<u64>,
    /// Print the first trail that is found, however long it is
    #[arg(long)]
    pub no_shorten: bool,
    /// Look at no random executions when the search has come to a limit
    #[arg(long)]
    pub no_sampling: bool,
    /// Measure what a guide by distance takes
    #[arg(long, hide = true)]
    pub time_guide: bool,
}

/// The store that a word names.
fn store_name(text: &str) -> Result<StoreName, String> {
    const USUAL_FIELD: u64 = 256 << 20;
    match text.split_once(':') {
        None if text == "exact" => Ok(StoreName::Exact),
        None if text == "compact" => Ok(StoreName::Compact),
        None if text == "bitstate" => Ok(StoreName::Bitstate(USUAL_FIELD)),
        Some(("bitstate", size)) => {
            let bytes = quantity::size(size).map_err(|error| error.to_string())?;
            Ok(StoreName::Bitstate(bytes as u64))
        }
        _ => Err("there are exact, compact and bitstate[:SIZE]".to_owned()),
    }
}

impl SearchArguments {
    pub fn request(&self) -> SearchRequest {
        SearchRequest {
            search: self.search,
            guide: self.guide,
            preemptions: self.preemptions,
            store: self.store,
            jobs: self.jobs,
            max_states: self.max_states,
            max_depth: self.max_depth,
            seed: self.seed,
            trials: self.trials,
            shorten: !self.no_shorten,
            sample: !self.no_sampling,
            time_guide: self.time_guide,
        }
    }
}
