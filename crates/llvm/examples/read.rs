//! Reads a `.ll` file in full and prints how long each part took:
//! `cargo run --release -p trailhound-llvm --example read -- FILE...`

use std::time::Instant;

use trailhound_llvm::{GlobalKind, Module};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let megabytes = text.len() as f64 / 1e6;
        let start = Instant::now();
        let mut module = Module::read(text, &path)?;
        let indexed = start.elapsed();

        let start = Instant::now();
        let mut instructions = 0;
        let mut locations = Vec::new();
        for id in module.global_ids() {
            match module.global(id).kind {
                GlobalKind::Function { has_body: true, .. } => {
                    let body = module.body(id)?;
                    for block in &body.blocks {
                        instructions += block.instructions.len();
                        let places = block.instructions.iter().filter_map(|each| each.location);
                        locations.extend(places);
                    }
                }
                _ => drop(module.initializer(id)?),
            }
        }
        let parsed = start.elapsed();

        let start = Instant::now();
        locations.sort_unstable();
        locations.dedup();
        for &id in &locations {
            let location = module.location(id).ok_or("a location that is none")?;
            let subprogram = module.subprogram_of(location.scope);
            subprogram.ok_or("a location outside of functions")?;
        }
        let located = start.elapsed();
        println!(
            "{path}: {megabytes:.1} MB, {} globals, {instructions} instructions, {} types, \
             {} locations; index {indexed:.1?}, parse {parsed:.1?}, locate {located:.1?}",
            module.globals().len(),
            module.types().len(),
            locations.len(),
        );
    }
    Ok(())
}
