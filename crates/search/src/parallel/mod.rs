//! Exhaustive search by several threads over one store. Each thread has a view of the graph of its
//! own; all states are in one tree, and a state is expanded by the thread that gets hold of it.
//! Which states there are does not depend on the threads; the order does, and with it which of
//! several errors is found, except that a breadth-first search finds one of the nearest.

mod conclude;
mod forked;
mod order;
mod queue;
mod shared;
mod worker;

use std::panic::resume_unwind;
use std::thread;

use crate::findings::Findings;
use crate::options::Options;
use crate::outcome::{End, Outcome};
use crate::watch::{Monitor, Usage, Watch};
use conclude::conclude;
pub use forked::Forked;
pub use order::{Order, Threads};
use queue::{Queue, Seat};
use shared::Shared;
use worker::{Report, Worker};

/// Explores `graph` with several threads, and each state once.
pub fn parallel<G: Forked>(
    order: Order,
    threads: Threads,
    graph: &mut G,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let mut watch = Watch::new(&options.limits, monitor);
    let initial = match graph.initial() {
        Ok(initial) => initial,
        Err(finding) => {
            let mut findings = Findings::new(options.stop_at);
            let end = match findings.record(finding, 0, Vec::new).is_break() {
                true => End::Found,
                false => End::Exhausted,
            };
            let usage = Usage {
                store: 0,
                graph: graph.bytes(),
                frontier: 0,
                store_is_full: false,
                stopped: graph.stopped(),
            };
            return watch.finish(end, findings, usage);
        }
    };
    let mut shared = Shared::new(options);
    let first = shared.start(&initial);
    let queue = Queue::new(order, threads.count, first, &shared);
    let main = Worker::new(graph, &shared, Some(&mut watch));
    let reports = explore(main, &queue, threads);
    watch.stats.jobs = (reports.len() > 1).then_some(reports.len() as u32);
    conclude(graph, shared, reports, options, watch)
}

/// Explores with one thread and then, if that is not enough, with all. Gives what each has found, and
/// the views of the graph that are to be joined.
fn explore<G: Forked>(
    mut main: Worker<'_, '_, G>,
    queue: &Queue,
    threads: Threads,
) -> Vec<(Option<G::View>, Report)> {
    let shared = main.shared;
    let alone = match threads.count {
        0 | 1 => u64::MAX,
        _ => threads.alone,
    };
    queue.work(Seat(0), &mut main, alone);
    if queue.is_done() {
        return vec![(None, main.into_report())];
    }
    main.settle();
    let views: Vec<G::View> = (1..threads.count).map(|_| main.graph.fork()).collect();
    queue.welcome(views.len());
    thread::scope(|scope| {
        let help = |(seat, mut view): (usize, G::View)| {
            scope.spawn(move || {
                let mut worker = Worker::new(&mut view, shared, None);
                queue.work(Seat(seat), &mut worker, u64::MAX);
                let report = worker.into_report();
                (Some(view), report)
            })
        };
        let helpers: Vec<_> = (1..).zip(views).map(help).collect();
        queue.work(Seat(0), &mut main, u64::MAX);
        let mut reports = vec![(None, main.into_report())];
        for helper in helpers {
            let joined = helper.join();
            reports.push(joined.unwrap_or_else(|panic| resume_unwind(panic)));
        }
        reports
    })
}
