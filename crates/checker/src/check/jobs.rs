//! Which searches run on several threads, and why others do not.

use trailhound_machine::ProgramGraph;
use trailhound_search::{Engine, Options, Order, Stats, Threads};

/// How many threads a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Jobs {
    asked: usize,
    /// Why the last search used one.
    reason: &'static str,
    were_used: bool,
}

impl Jobs {
    pub fn new(asked: u16) -> Jobs {
        Jobs {
            asked: asked.into(),
            reason: "the search was over before another was started",
            were_used: false,
        }
    }

    /// The order and the threads of an exhaustive search; none if it must run on one.
    pub fn share(
        &mut self,
        engine: Engine,
        graph: &ProgramGraph<'_>,
        options: &Options,
    ) -> Option<(Order, Threads)> {
        if self.asked < 2 {
            return None;
        }
        match order(engine, graph, options) {
            Ok(order) => Some((order, Threads::new(self.asked))),
            Err(reason) => {
                self.reason = reason;
                None
            }
        }
    }

    /// A search that always uses one.
    pub fn use_one(&mut self, reason: &'static str) {
        self.reason = reason;
    }

    /// A search has come to this.
    pub fn note_run(&mut self, stats: &Stats) {
        self.were_used |= stats.jobs.is_some();
    }

    /// What is said if one was used though several were asked for.
    pub fn note(&self) -> Option<String> {
        (self.asked > 1 && !self.were_used).then(|| unused(self.asked, self.reason))
    }
}

/// Why only one thread was used.
pub fn unused(asked: usize, reason: &str) -> String {
    format!("--jobs {asked}: one job was used: {reason}")
}

/// The order in which several threads explore.
fn order(
    engine: Engine,
    graph: &ProgramGraph<'_>,
    options: &Options,
) -> Result<Order, &'static str> {
    let order = match engine {
        Engine::Bfs => Order::BreadthFirst,
        Engine::Dfs if options.limits.depth.is_some() => {
            return Err("depth first, --max-depth needs the order of one; --search bfs does not");
        }
        Engine::Dfs if graph.is_reducible() => {
            return Err(
                "the search that leaves out orders of independent steps runs on one; \
                 --all-orders uses several",
            );
        }
        Engine::Dfs => Order::Any,
        _ => return Err("only --search dfs, bfs and auto use several"),
    };
    match graph.can_fork() {
        true => Ok(order),
        false => Err("a program that forks, or uses pipes, queues or named memory, needs one"),
    }
}
