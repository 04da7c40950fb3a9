//@ files: yes
// std::fs: files, directories and the errors of bad use.
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

fn kind<T: std::fmt::Debug>(what: &str, result: std::io::Result<T>) {
    match result {
        Ok(value) => println!("{what}: {value:?}"),
        Err(error) => println!("{what}: {:?} {:?}", error.kind(), error.raw_os_error()),
    }
}

fn listing(path: &str) -> Vec<String> {
    let entries = fs::read_dir(path).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        format!("{}{}", entry.file_name().to_str().unwrap(), if kind.is_dir() { "/" } else { "" })
    });
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

fn main() -> std::io::Result<()> {
    kind("missing", fs::read_to_string("d/none"));
    fs::create_dir("d")?;
    kind("again", fs::create_dir("d"));
    fs::create_dir_all("d/e/f")?;
    fs::write("d/a", "first\nsecond\n")?;
    println!("{:?}", fs::read_to_string("d/a")?);
    let mut file = OpenOptions::new().append(true).open("d/a")?;
    writeln!(file, "third")?;
    drop(file);
    let lines = BufReader::new(File::open("d/a")?).lines();
    println!("{:?}", lines.map(Result::unwrap).collect::<Vec<_>>());
    let mut file = OpenOptions::new().read(true).write(true).open("d/a")?;
    file.seek(SeekFrom::End(-3))?;
    file.write_all(b"RD!")?;
    file.rewind()?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    println!("{text:?} {}", file.stream_position()?);
    file.set_len(5)?;
    println!("{} {}", file.metadata()?.len(), file.metadata()?.is_file());
    file.sync_all()?;
    let mut twin = file.try_clone()?;
    twin.seek(SeekFrom::Start(1))?;
    println!("{}", file.stream_position()?);
    drop((file, twin));
    kind("write to one for reading", File::open("d/a")?.write(b"x"));
    kind("new", File::create_new("d/a").map(|_| ()));
    kind("directory", fs::read("d/e"));
    kind("below a file", fs::read("d/a/b"));
    let mut out = BufWriter::new(File::create("d/e/big")?);
    for number in 0..3000 {
        write!(out, "{number} ")?;
    }
    out.flush()?;
    println!("{}", fs::metadata("d/e/big")?.len());
    kind("copy", fs::copy("d/e/big", "d/copy"));
    println!("{}", fs::read("d/copy")? == fs::read("d/e/big")?);
    fs::rename("d/copy", "d/e/f/moved")?;
    fs::hard_link("d/a", "d/hard")?;
    println!("{:?} {:?} {:?}", listing("d"), listing("d/e"), listing("d/e/f"));
    kind("not empty", fs::remove_dir("d/e"));
    kind("exists", fs::exists("d/copy"));
    fs::remove_file("d/hard")?;
    kind("gone", fs::remove_file("d/hard"));
    fs::remove_dir_all("d")?;
    kind("all gone", fs::metadata("d").map(|_| ()));
    Ok(())
}
