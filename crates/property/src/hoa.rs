//! Automata in the Hanoi Omega-Automata format, version 1. Reads Büchi and generalised Büchi
//! acceptance on states or transitions, and automata in which every run is accepted; writes
//! Büchi automata with acceptance on transitions.

mod acceptance;
mod label;
mod read;
mod token;
mod write;
