//! What event loops wait for.

mod counters;
mod epoll;
mod poll;
mod readiness;
mod sockets;
mod timers;

pub(super) use counters::{read_counter, write_counter};
pub(super) use sockets::send_bytes;
pub(super) use timers::read_timer;

use super::Model;

pub const MODELS: &[&[(&str, Model)]] = &[
    counters::MODELS,
    epoll::MODELS,
    poll::MODELS,
    sockets::MODELS,
    timers::MODELS,
];
