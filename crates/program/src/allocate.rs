//! Gives the registers of a draft their final numbers: moves disappear where source and
//! target can be one register, and registers that are never needed at the same time share
//! a place, so that frames are small.

use crate::bits::BitSet;
use crate::code::{Op, Reg};
use crate::draft::{BlockIndex, Draft, Kind};
use crate::operands::{self, Role};
use crate::order::loop_depths;
use rustc_hash::{FxHashMap, FxHashSet};

/// The frame that came out of it.
pub struct Frame {
    pub constants: Vec<u64>,
    /// Constants that are block addresses: position, and index into `Draft::block_addresses`.
    pub block_addresses: Vec<(usize, u32)>,
    pub registers: u32,
}

/// Renames all registers to those of a frame: constants, parameters, the rest.
pub fn allocate(draft: &mut Draft) -> Frame {
    let Some(mut graph) = Interference::of(draft) else {
        let graph = Interference::unknown(draft.registers.len());
        let places = places_of_their_own(draft);
        return rename(draft, &graph, &places);
    };
    graph.coalesce(draft);
    let places = graph.colour(draft);
    rename(draft, &graph, &places)
}

/// In functions of more blocks times registers than this it is not found out what is live where.
const MOST_LIVENESS: usize = 1 << 31;
/// In functions with more pairs of registers that are live together no places are shared.
const MOST_PAIRS: usize = 1 << 23;

/// A place for each register that it shares with no other.
fn places_of_their_own(draft: &Draft) -> Vec<Option<u32>> {
    let mut places = vec![None; draft.registers.len()];
    let is_parameter = |reg: usize| draft.registers[reg].kind == Kind::Parameter;
    let (parameters, others): (Vec<usize>, Vec<usize>) =
        (0..places.len()).partition(|reg| is_parameter(*reg));
    let others = others
        .into_iter()
        .filter(|reg| !is_constant(draft, *reg as Reg));
    for (place, reg) in (0..).zip(parameters.into_iter().chain(others)) {
        places[reg] = Some(place);
    }
    places
}

fn is_constant(draft: &Draft, reg: Reg) -> bool {
    matches!(
        draft.registers[reg as usize].kind,
        Kind::Constant(_) | Kind::BlockAddress(_)
    )
}

fn each(reg: Reg, role: Role) -> std::ops::Range<Reg> {
    reg..reg + role.len()
}

/// The registers that are live at the end of each block.
fn live_out(draft: &Draft) -> Vec<BitSet> {
    let count = draft.registers.len();
    let blocks = draft.blocks.len();
    let mut exposed = vec![BitSet::new(count); blocks];
    let mut written = vec![BitSet::new(count); blocks];
    for (b, block) in draft.blocks.iter().enumerate() {
        let (exposed, written) = (&mut exposed[b], &mut written[b]);
        let mut visit = |reg: Reg, role: Role| {
            for reg in each(reg, role) {
                if role.is_def() {
                    written.insert(reg);
                } else if !written.contains(reg) && !is_constant(draft, reg) {
                    exposed.insert(reg);
                }
            }
        };
        if let Some(d) = block.pad {
            visit(d, Role::DefRun(2));
        }
        for step in &block.steps {
            operands::operands(&step.op, &draft.body, &mut visit);
        }
        draft.end_operands(&block.end, &mut visit);
    }
    let predecessors = draft.predecessors();
    let mut live_in = exposed;
    let mut live_out = vec![BitSet::new(count); blocks];
    let mut work: Vec<BlockIndex> = draft.reverse_postorder();
    let mut queued = vec![true; blocks];
    while let Some(b) = work.pop() {
        queued[b as usize] = false;
        let b = b as usize;
        for target in draft.successors(b as BlockIndex) {
            let (out, incoming) = (&mut live_out[b], &live_in[target as usize]);
            out.union(incoming);
        }
        if live_in[b].union_without(&live_out[b], &written[b]) {
            for &from in &predecessors[b] {
                if !std::mem::replace(&mut queued[from as usize], true) {
                    work.push(from);
                }
            }
        }
    }
    live_out
}

/// Which registers are needed at the same time.
struct Interference {
    neighbours: Vec<Vec<Reg>>,
    pairs: FxHashSet<u64>,
    /// The register that each was merged into.
    merged: Vec<Reg>,
}

fn pair(a: Reg, b: Reg) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

impl Interference {
    /// Nothing is known of any register.
    fn unknown(count: usize) -> Interference {
        Interference {
            neighbours: vec![Vec::new(); count],
            pairs: FxHashSet::default(),
            merged: (0..count as Reg).collect(),
        }
    }

    /// None: the function is too large to find out.
    fn of(draft: &Draft) -> Option<Interference> {
        let count = draft.registers.len();
        if draft.blocks.len().saturating_mul(count) > MOST_LIVENESS {
            return None;
        }
        let live_out = live_out(draft);
        let mut graph = Interference::unknown(count);
        for (b, block) in draft.blocks.iter().enumerate() {
            let mut live = live_out[b].clone();
            let mut ends = Vec::new();
            draft.end_operands(&block.end, |reg, role| ends.push((reg, role)));
            graph.step(draft, &mut live, &ends, None);
            let mut roles = Vec::new();
            for step in block.steps.iter().rev() {
                roles.clear();
                operands::operands(&step.op, &draft.body, |reg, role| roles.push((reg, role)));
                let copied = match step.op {
                    Op::Move { a, .. } => Some(a),
                    _ => None,
                };
                graph.step(draft, &mut live, &roles, copied);
                if graph.pairs.len() > MOST_PAIRS {
                    return None;
                }
            }
            if let Some(d) = block.pad {
                graph.step(draft, &mut live, &[(d, Role::DefRun(2))], None);
            }
            if graph.pairs.len() > MOST_PAIRS {
                return None;
            }
        }
        Some(graph)
    }

    /// Goes backwards over one operation. A copy and its source may share a place.
    fn step(
        &mut self,
        draft: &Draft,
        live: &mut BitSet,
        roles: &[(Reg, Role)],
        copied: Option<Reg>,
    ) {
        for &(reg, role) in roles.iter().filter(|(_, role)| role.is_def()) {
            for d in each(reg, role) {
                for other in live.iter() {
                    if other != d && Some(other) != copied {
                        self.connect(d, other);
                    }
                }
                for other in each(reg, role) {
                    self.connect(d, other);
                }
                // The machine may write the first of several results before it has read all.
                if role.len() > 1 {
                    for &(used, role) in roles.iter().filter(|(_, role)| !role.is_def()) {
                        for used in each(used, role).filter(|used| !is_constant(draft, *used)) {
                            self.connect(d, used);
                        }
                    }
                }
            }
        }
        for &(reg, role) in roles.iter().filter(|(_, role)| role.is_def()) {
            each(reg, role).for_each(|d| live.remove(d));
        }
        for &(reg, role) in roles.iter().filter(|(_, role)| !role.is_def()) {
            for used in each(reg, role).filter(|used| !is_constant(draft, *used)) {
                live.insert(used);
            }
        }
    }

    fn connect(&mut self, a: Reg, b: Reg) {
        if a != b && self.pairs.insert(pair(a, b)) {
            self.neighbours[a as usize].push(b);
            self.neighbours[b as usize].push(a);
        }
    }

    fn find(&self, mut reg: Reg) -> Reg {
        while self.merged[reg as usize] != reg {
            reg = self.merged[reg as usize];
        }
        reg
    }

    /// Makes the two ends of moves one register where nothing speaks against it, first
    /// where the program runs most.
    fn coalesce(&mut self, draft: &Draft) {
        let depths = loop_depths(draft);
        let mut moves: Vec<(u32, Reg, Reg)> = Vec::new();
        for (block, depth) in draft.blocks.iter().zip(depths) {
            moves.extend(block.steps.iter().filter_map(|step| match step.op {
                Op::Move { d, a } if !is_constant(draft, a) => Some((depth, d, a)),
                _ => None,
            }));
        }
        moves.sort_by_key(|(depth, ..)| std::cmp::Reverse(*depth));
        let placed = |reg: Reg| {
            let register = draft.registers[reg as usize];
            register.run.1 > 1 || register.kind == Kind::Parameter
        };
        for (_, d, a) in moves {
            let (d, a) = (self.find(d), self.find(a));
            if d == a || self.pairs.contains(&pair(d, a)) || placed(d) && placed(a) {
                continue;
            }
            let (kept, gone) = if placed(d) { (d, a) } else { (a, d) };
            self.merged[gone as usize] = kept;
            for neighbour in std::mem::take(&mut self.neighbours[gone as usize]) {
                let neighbour = self.find(neighbour);
                self.connect(kept, neighbour);
            }
        }
    }

    /// A place for every register that occurs, from 0 for the first parameter.
    fn colour(&self, draft: &Draft) -> Vec<Option<u32>> {
        let mut places: Vec<Option<u32>> = vec![None; draft.registers.len()];
        let mut next_parameter = 0;
        for (reg, register) in draft.registers.iter().enumerate() {
            if register.kind == Kind::Parameter {
                places[reg] = Some(next_parameter);
                next_parameter += 1;
            }
        }
        let mut seen = vec![false; draft.registers.len()];
        let mut taken = Vec::new();
        each_register(draft, |reg| {
            let reg = self.find(reg);
            let (first, len) = draft.registers[reg as usize].run;
            if is_constant(draft, reg)
                || draft.registers[reg as usize].kind == Kind::Parameter
                || std::mem::replace(&mut seen[first as usize], true)
            {
                return;
            }
            taken.clear();
            for (i, member) in (first..first + len).enumerate() {
                for &neighbour in &self.neighbours[member as usize] {
                    if let Some(place) = places[self.find(neighbour) as usize] {
                        // The run cannot begin where this member would meet its neighbour.
                        taken.extend(place.checked_sub(i as u32));
                    }
                }
            }
            taken.sort_unstable();
            let mut place = 0;
            for &t in &taken {
                if t == place {
                    place += 1;
                }
            }
            for (i, member) in (first..first + len).enumerate() {
                places[member as usize] = Some(place + i as u32);
            }
        });
        places
    }
}

/// Every register that occurs, in the order of the blocks.
fn each_register(draft: &Draft, mut f: impl FnMut(Reg)) {
    for b in draft.reverse_postorder() {
        let block = &draft.blocks[b as usize];
        if let Some(d) = block.pad {
            f(d);
            f(d + 1);
        }
        for step in &block.steps {
            operands::operands(&step.op, &draft.body, |reg, role| {
                each(reg, role).for_each(&mut f)
            });
        }
        draft.end_operands(&block.end, |reg, role| each(reg, role).for_each(&mut f));
    }
}

fn rename(draft: &mut Draft, graph: &Interference, places: &[Option<u32>]) -> Frame {
    let mut frame = Frame {
        constants: Vec::new(),
        block_addresses: Vec::new(),
        registers: 0,
    };
    let numbers = number_constants(draft, &mut frame);
    let first = frame.constants.len() as Reg;
    let parameters = draft.body.parameters;
    let highest = places
        .iter()
        .flatten()
        .map(|place| place + 1)
        .max()
        .unwrap_or(0);
    frame.registers = first + highest.max(parameters);
    let number = |reg: Reg| match numbers[reg as usize] {
        Some(constant) => constant,
        // A run without members is written as register 0.
        None => first + places[graph.find(reg) as usize].unwrap_or(0),
    };
    for block in 0..draft.blocks.len() {
        let mut steps = std::mem::take(&mut draft.blocks[block].steps);
        for step in &mut steps {
            operands::rewrite(&mut step.op, &mut draft.body, |reg, _| *reg = number(*reg));
        }
        steps.retain(|step| !matches!(step.op, Op::Move { d, a } if d == a));
        draft.blocks[block].steps = steps;
        draft.rewrite_end(block as BlockIndex, |reg, _| *reg = number(*reg));
    }
    for pad in &mut draft.body.landing_pads {
        pad.d = number(pad.d);
    }
    frame
}

/// Numbers for the constants that occur: those in a row first, so that single ones find
/// themselves among them.
fn number_constants(draft: &Draft, frame: &mut Frame) -> Vec<Option<Reg>> {
    let mut numbers: Vec<Option<Reg>> = vec![None; draft.registers.len()];
    let mut occurs = vec![false; draft.registers.len()];
    each_register(draft, |reg| occurs[reg as usize] = true);
    let mut runs: Vec<(Reg, u32)> = Vec::new();
    for (reg, register) in draft.registers.iter().enumerate() {
        let (first, len) = register.run;
        let used = (first..first + len).any(|member| occurs[member as usize]);
        if first == reg as Reg && used && is_constant(draft, first) {
            runs.push((first, len));
        }
    }
    runs.sort_by_key(|(_, len)| std::cmp::Reverse(*len));
    let mut places = ConstantPlaces::default();
    for (first, len) in runs {
        if let Kind::BlockAddress(index) = draft.registers[first as usize].kind {
            places.placeholders.insert(frame.constants.len());
            frame.block_addresses.push((frame.constants.len(), index));
            numbers[first as usize] = Some(frame.constants.len() as Reg);
            frame.constants.push(0);
            continue;
        }
        let values: Vec<u64> = (first..first + len)
            .filter_map(|reg| draft.constant_value(reg))
            .collect();
        let start = places.find(&frame.constants, &values).unwrap_or_else(|| {
            let start = frame.constants.len();
            frame.constants.extend(&values);
            places.add(start, &values);
            start
        });
        for i in 0..len {
            numbers[(first + i) as usize] = Some(start as Reg + i);
        }
    }
    numbers
}

/// Where values stand among the constants of a frame.
#[derive(Default)]
struct ConstantPlaces {
    places: FxHashMap<u64, Vec<usize>>,
    /// A placeholder of a block address is no zero.
    placeholders: FxHashSet<usize>,
}

impl ConstantPlaces {
    fn add(&mut self, start: usize, values: &[u64]) {
        for (place, value) in (start..).zip(values) {
            self.places.entry(*value).or_default().push(place);
        }
    }

    /// The first place where these values stand in a row.
    fn find(&self, constants: &[u64], values: &[u64]) -> Option<usize> {
        let begins = self.places.get(values.first()?)?;
        let stand_at = |start: usize| {
            let mut range = start..start + values.len();
            constants.get(range.clone()) == Some(values)
                && !range.any(|place| self.placeholders.contains(&place))
        };
        begins.iter().copied().find(|start| stand_at(*start))
    }
}
