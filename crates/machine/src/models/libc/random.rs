//! Pseudo-random numbers, in the same sequences as glibc's. Each thread has a generator
//! of its own, kept in its memory, so that they are part of the state and no thread's
//! numbers depend on the schedule; glibc shares one among all threads.

use super::Table;
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("srand", seed),
    ("srandom", seed),
    ("rand", next),
    ("random", next),
    ("rand_r", next_of_caller),
    ("getrandom", |m, a| entropy(m, a, Reply::Value(a.get(1)?))),
    ("getentropy", |m, a| entropy(m, a, super::int(0))),
    ("srand48", seed_48),
    ("drand48", |m, _| own_48(m, fraction)),
    ("lrand48", |m, _| own_48(m, non_negative)),
    ("mrand48", |m, _| own_48(m, signed)),
    ("erand48", |m, a| callers_48(m, a, fraction)),
    ("nrand48", |m, a| callers_48(m, a, non_negative)),
    ("jrand48", |m, a| callers_48(m, a, signed)),
];

/// The same bytes each time: what a program does with true chance cannot be repeated.
fn entropy(machine: &mut Machine<'_>, arguments: &Arguments, reply: Reply) -> Result<Reply, Fault> {
    let (place, size) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    let bytes: Vec<u8> = (0..size.min(u32::MAX as u64))
        .map(|n| (n as u8).wrapping_mul(167).wrapping_add(13))
        .collect();
    machine.write_bytes(place, &bytes)?;
    Ok(reply)
}

/// Keys under which a thread keeps its generators.
const ADDITIVE_STATE: u32 = u32::MAX - 2;
const STATE_48: u32 = u32::MAX - 3;

/// The last 31 values, a ring, and where the oldest of them stands.
struct Additive {
    values: [u32; Self::LENGTH],
    oldest: usize,
}

impl Additive {
    const LENGTH: usize = 31;
    const BYTES: usize = 4 * (Self::LENGTH + 1);

    fn seeded(seed: u32) -> Additive {
        let mut values = [0; Self::LENGTH];
        let mut value = if seed == 0 { 1 } else { seed as i32 } as i64;
        for entry in &mut values {
            *entry = value as u32;
            value = value * 16807 % i32::MAX as i64;
            if value < 0 {
                value += i32::MAX as i64;
            }
        }
        let mut generator = Additive { values, oldest: 3 };
        for _ in 0..10 * Self::LENGTH {
            generator.next();
        }
        generator
    }

    /// x(n) = x(n - 3) + x(n - 31), without its lowest bit.
    fn next(&mut self) -> u32 {
        let third = (self.oldest + Self::LENGTH - 3) % Self::LENGTH;
        let value = self.values[self.oldest].wrapping_add(self.values[third]);
        self.values[self.oldest] = value;
        self.oldest = (self.oldest + 1) % Self::LENGTH;
        value >> 1
    }

    fn to_bytes(&self) -> Vec<u8> {
        let words = self.values.iter().copied().chain([self.oldest as u32]);
        words.flat_map(u32::to_le_bytes).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Additive {
        let mut words = bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
        let values = std::array::from_fn(|_| words.next().expect("a word for each value"));
        Additive {
            values,
            oldest: words.next().expect("the position") as usize,
        }
    }
}

fn store(machine: &mut Machine<'_>, generator: &Additive) -> Result<(), Fault> {
    let (place, _) = super::object_of_thread(machine, ADDITIVE_STATE, Additive::BYTES as u64)?;
    machine.write_bytes(place, &generator.to_bytes())
}

fn seed(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    store(machine, &Additive::seeded(arguments.get(0)? as u32))?;
    Ok(Reply::Void)
}

fn next(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    let (place, fresh) = super::object_of_thread(machine, ADDITIVE_STATE, Additive::BYTES as u64)?;
    let mut generator = if fresh {
        Additive::seeded(1)
    } else {
        Additive::from_bytes(&machine.read_bytes(place, Additive::BYTES as u64)?)
    };
    let value = generator.next();
    store(machine, &generator)?;
    Ok(Reply::Value(value as u64))
}

fn next_of_caller(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let place = arguments.get(0)?;
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    let (value, state) = congruential(machine.read_u32(place)?);
    machine.write_u32(place, state)?;
    Ok(Reply::Value(value as u64))
}

/// rand_r: eleven, ten and ten bits of three steps.
fn congruential(mut state: u32) -> (u32, u32) {
    let mut bits = |count: u32| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (state >> 16) & ((1 << count) - 1)
    };
    let value = bits(11) << 20 ^ bits(10) << 10 ^ bits(10);
    (value, state)
}

/// POSIX gives the generator of the 48 family: x := 0x5deece66d x + 11 mod 2^48.
fn step_48(state: u64) -> u64 {
    state.wrapping_mul(0x5_deec_e66d).wrapping_add(11) & ((1 << 48) - 1)
}

fn fraction(state: u64) -> u64 {
    (state as f64 / (1u64 << 48) as f64).to_bits()
}

fn non_negative(state: u64) -> u64 {
    state >> 17
}

fn signed(state: u64) -> u64 {
    (state >> 16) as i32 as i64 as u64
}

fn seed_48(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let place = machine.thread_local(STATE_48)?;
    machine.write_u64(place, (arguments.get(0)? as u32 as u64) << 16 | 0x330e)?;
    Ok(Reply::Void)
}

fn own_48(machine: &mut Machine<'_>, value: fn(u64) -> u64) -> Result<Reply, Fault> {
    let place = machine.thread_local(STATE_48)?;
    let state = step_48(machine.read_u64(place)?);
    machine.write_u64(place, state)?;
    Ok(Reply::Value(value(state)))
}

fn callers_48(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    value: fn(u64) -> u64,
) -> Result<Reply, Fault> {
    let place = arguments.get(0)?;
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    let mut state = [0; 8];
    state[..6].copy_from_slice(&machine.read_bytes(place, 6)?);
    let state = step_48(u64::from_le_bytes(state));
    machine.write_bytes(place, &state.to_le_bytes()[..6])?;
    Ok(Reply::Value(value(state)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rand_gives_the_sequence_of_glibc() {
        let first = |seed: u32| {
            let mut generator = Additive::seeded(seed);
            [generator.next(), generator.next(), generator.next()]
        };
        assert_eq!(first(1), [1804289383, 846930886, 1681692777]);
        assert_eq!(first(42), [71876166, 708592740, 1483128881]);
        assert_eq!(first(0), first(1));
    }

    #[test]
    fn the_generator_survives_being_stored() {
        let mut generator = Additive::seeded(7);
        let mut copy = Additive::from_bytes(&generator.to_bytes());
        assert!((0..100).all(|_| generator.next() == copy.next()));
    }
}
