//! What the command line does, one module a subject, as one program: it is linked once, and tests of all subjects
//! run side by side. `cargo test --test suite lint::` runs those of one subject.

mod advice;
mod assembly;
mod automata;
mod cache;
mod cargo_test;
mod classes;
mod cli;
mod compare;
mod counting;
mod cpp;
mod debugger;
mod directed;
mod distance;
mod environment;
mod examples;
mod files;
mod flow;
mod flow_calls;
mod flow_channels;
mod flow_confirm;
mod flow_memory;
mod flow_panics;
mod flow_proof;
mod flow_searches;
mod functions;
mod gmc2;
mod jobs;
mod judging;
mod junit_form;
mod limits;
mod lint;
mod memory_models;
mod names;
mod package;
mod preemptions;
mod printing;
mod projects;
mod properties;
#[path = "../redacted/mod.rs"]
mod redacted;
mod sampling;
#[path = "../scene/mod.rs"]
mod scene;
mod temporal;
mod temporal_reduction;
mod trails;
mod trust;
mod widths;
