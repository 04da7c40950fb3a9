//! Packages made of single files of `bench/programs` and exact versions of crates from the registry.

use std::path::Path;

use crate::Bench;

/// How a manifest names a crate of the registry: its name and version, with features behind a space.
pub fn of_registry((name, version): (&str, &str)) -> String {
    match version.split_once(' ') {
        None => format!("{name} = \"={version}\""),
        Some((version, features)) => {
            format!("{name} = {{ version = \"={version}\", features = [\"{features}\"] }}")
        }
    }
}

/// Makes a package in `folder` with a binary `drive_NAME` for each driver below `bench/programs`.
pub fn package(
    bench: &Bench,
    folder: &Path,
    dependencies: &[String],
    programs: &str,
    drivers: &[&str],
) -> Result<(), String> {
    let mut manifest = format!(
        "[package]\nname = \"drivers\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n[dependencies]\n{}\n",
        dependencies.join("\n")
    );
    for driver in drivers {
        let path = bench
            .root
            .join(format!("bench/programs/{programs}/{driver}.rs"));
        manifest += &format!("[[bin]]\nname = \"drive_{driver}\"\npath = {path:?}\n");
    }
    std::fs::create_dir_all(folder).map_err(|cause| cause.to_string())?;
    std::fs::write(folder.join("Cargo.toml"), manifest).map_err(|cause| cause.to_string())
}
