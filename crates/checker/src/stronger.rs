//! Which memory orders would forbid an execution, found by trying: the trail is walked again with
//! one or two of its weak operations made stronger.

use trailhound_machine::{Choice, MemoryModel, Options, Problem, Races};
use trailhound_program::{FunctionId, Op, Order, Pc, Program, Stronger};
use trailhound_trail::{self as trail, Promise, WeakSite};

/// Operations of a trail that are tried, the last ones if there are more.
const MOST_SITES: usize = 8;

/// An operation that was made stronger.
struct Change {
    function: FunctionId,
    pc: Pc,
    op: Op,
    order: Order,
    place: String,
}

/// A sentence on the first operation, or the first two, that make the trail to `problem`
/// impossible if they are stronger.
pub fn stronger_orders(
    program: &Program,
    options: &Options,
    races: Races,
    choices: &[Choice],
    problem: &Problem,
) -> Option<String> {
    if options.memory.model == MemoryModel::Sc {
        return None;
    }
    let mut sites = trail::weak_sites(program, options, choices);
    sites.drain(..sites.len().saturating_sub(MOST_SITES));
    let mut changed = program.clone();
    let mut is_forbidden = |changes: &[&Change]| {
        let before: Vec<Op> = changes
            .iter()
            .map(|change| change.exchange(&mut changed, change.op))
            .collect();
        let reached = trail::reach(&changed, options, races, choices, Promise::of(problem));
        for (change, op) in changes.iter().zip(before).rev() {
            change.exchange(&mut changed, op);
        }
        !reached.is_ok_and(|reached| reached.problem.kind() == problem.kind())
    };
    for stronger in [Stronger::Synchronising, Stronger::SeqCst] {
        let changes: Vec<Change> = sites
            .iter()
            .filter_map(|site| Change::of(program, site, stronger))
            .collect();
        if let Some(one) = changes.iter().find(|one| is_forbidden(&[one])) {
            return Some(format!("{} would forbid this", one.wish()));
        }
        for (index, first) in changes.iter().enumerate() {
            for second in &changes[index + 1..] {
                if is_forbidden(&[first, second]) {
                    let (first, second) = (first.wish(), second.wish());
                    return Some(format!("{first} and {second} would forbid this"));
                }
            }
        }
    }
    None
}

impl Change {
    fn of(program: &Program, site: &WeakSite, stronger: Stronger) -> Option<Change> {
        let body = program.functions[site.function.index()].body.as_ref()?;
        let (op, order) = body.code[site.pc as usize].made(stronger)?;
        let place = site.place.as_ref()?;
        Some(Change {
            function: site.function,
            pc: site.pc,
            op,
            order,
            place: format!("{}:{}", place.file, place.line),
        })
    }

    /// Puts an operation in; what was there.
    fn exchange(&self, program: &mut Program, op: Op) -> Op {
        let body = program.functions[self.function.index()].body.as_mut();
        let body = body.expect("the trail has executed it");
        std::mem::replace(&mut body.code[self.pc as usize], op)
    }

    /// `release at writer.rs:8`
    fn wish(&self) -> String {
        format!("{} at {}", self.order, self.place)
    }
}
