//! Flags that come from a file which another user may have written: a trail, or the compile
//! commands of a project. A compiler can be told to load a plug-in or to write anywhere, so only
//! flags from a list are taken from there: language, definitions, headers, warnings, optimisation,
//! code generation. It does not know what the user says on the command line.

/// The first word of `flags` that is not known to be harmless to clang.
pub fn doubtful_for_clang(flags: &[String]) -> Option<&str> {
    first_doubtful(flags, CLANG_PAIRS, is_harmless_to_clang)
}

/// The same for rustc.
pub fn doubtful_for_rustc(flags: &[String]) -> Option<&str> {
    first_doubtful(flags, RUSTC_PAIRS, is_harmless_to_rustc)
}

/// The same for what Cargo is told about the program of a package that is meant.
pub fn doubtful_for_cargo(flags: &[String]) -> Option<&str> {
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let is_harmless = match flag.as_str() {
            "--lib"
            | "--workspace"
            | "--all-features"
            | "--no-default-features"
            | "--locked"
            | "--offline"
            | "--frozen" => true,
            "--package" | "--exclude" | "--bin" | "--example" | "--test" | "--features" => {
                rest.next().is_some_and(|value| !value.starts_with('-'))
            }
            _ => false,
        };
        if !is_harmless {
            return Some(flag);
        }
    }
    None
}

/// A definition that would set a variable of the environment for Rust's compilers which they, the
/// loader or a build script go by.
pub fn doubtful_variable(defines: &[String]) -> Option<&str> {
    let name = |define: &str| define.split('=').next().unwrap_or_default().to_owned();
    let is_doubtful = |define: &&String| {
        let name = name(define);
        std::env::var_os(&name).is_some() || VARIABLES.iter().any(|prefix| name.starts_with(prefix))
    };
    defines.iter().find(is_doubtful).map(String::as_str)
}

/// Beginnings of the names of variables that compilers, linkers and loaders go by.
const VARIABLES: &[&str] = &[
    "RUST",
    "CARGO",
    "LD_",
    "DYLD_",
    "GLIBC",
    "MALLOC",
    "GCONV",
    "LOC",
    "NLS",
    "LC_",
    "LANG",
    "PATH",
    "HOME",
    "TMP",
    "XDG_",
    "CC",
    "CXX",
    "AR",
    "CFLAGS",
    "CPATH",
    "C_INCLUDE",
    "HOST",
    "TARGET",
    "SOURCE_DATE",
    "LLVM",
    "PKG_CONFIG",
];

/// A flag that takes its value from the next word, and how else it may be written.
type Pair = (&'static str, Joined);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joined {
    /// The value may follow at once.
    Directly,
    /// The value may follow an equals sign.
    Equals,
    Never,
}

const CLANG_PAIRS: &[Pair] = &[
    ("-D", Joined::Directly),
    ("-U", Joined::Directly),
    ("-I", Joined::Directly),
    ("-isystem", Joined::Directly),
    ("-iquote", Joined::Directly),
    ("-idirafter", Joined::Directly),
    ("-isysroot", Joined::Directly),
    ("-include", Joined::Directly),
    ("-imacros", Joined::Directly),
    ("-x", Joined::Directly),
    ("--sysroot", Joined::Equals),
    ("-target", Joined::Never),
    ("--target", Joined::Equals),
];

/// What may stand behind `-x`. For other languages clang calls programs of the toolchain that it is told of.
const LANGUAGES: &[&str] = &["c", "c++", "cpp-output", "c++-cpp-output", "none"];

/// Whether the value of one of the pairs is harmless as well.
fn is_harmless_value(name: &str, value: &str) -> bool {
    match name {
        "-x" => LANGUAGES.contains(&value),
        // Drivers of other systems have tools of their own.
        "-target" | "--target" => value.contains("linux"),
        _ => true,
    }
}

const RUSTC_PAIRS: &[Pair] = &[
    ("--cfg", Joined::Equals),
    ("--check-cfg", Joined::Equals),
    ("--edition", Joined::Equals),
    ("--cap-lints", Joined::Equals),
    ("--crate-name", Joined::Equals),
    ("-A", Joined::Directly),
    ("-W", Joined::Directly),
    ("-D", Joined::Directly),
    ("-F", Joined::Directly),
];

fn first_doubtful<'a>(
    flags: &'a [String],
    pairs: &[Pair],
    is_harmless: impl Fn(&str, Option<&str>) -> bool,
) -> Option<&'a str> {
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if pairs.iter().any(|(name, _)| flag == name) {
            // Without a value it would take one of our own words for it.
            match rest.next() {
                Some(value) if is_harmless_value(flag, value) => continue,
                _ => return Some(flag),
            }
        }
        let is_joined = pairs.iter().any(|(name, joined)| {
            let value = flag.strip_prefix(name).and_then(|value| match joined {
                Joined::Directly => Some(value),
                Joined::Equals => value.strip_prefix('='),
                Joined::Never => None,
            });
            value.is_some_and(|value| is_harmless_value(name, value))
        });
        if is_joined || is_harmless(flag, None) {
            continue;
        }
        // Rustc's `-C name=value`.
        let next = rest.as_slice().first();
        if next.is_some_and(|next| is_harmless(flag, Some(next))) {
            rest.next();
            continue;
        }
        return Some(flag);
    }
    None
}

/// Flags of clang without values.
const CLANG_PLAIN: &[&str] = &[
    "-ansi",
    "-c",
    "-pedantic",
    "-pedantic-errors",
    "-pipe",
    "-pthread",
    "-trigraphs",
    "-undef",
    "-w",
    "-nostdinc",
    "-nostdinc++",
    "-nostdlibinc",
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-ggdb",
    "-ggdb0",
    "-ggdb1",
    "-ggdb2",
    "-ggdb3",
    "-gdwarf",
    "-gdwarf-2",
    "-gdwarf-3",
    "-gdwarf-4",
    "-gdwarf-5",
    "-gline-tables-only",
    "-O",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-Oz",
    "-Og",
    "-Ofast",
];

/// Flags of clang up to the equals sign before their values.
const CLANG_VALUED: &[&str] = &["-std", "--std", "-stdlib", "--gcc-toolchain"];

/// What may stand behind `-f` or `-fno-`, up to an equals sign.
const CLANG_FEATURES: &[&str] = &[
    "PIC",
    "PIE",
    "aligned-allocation",
    "aligned-new",
    "associative-math",
    "asynchronous-unwind-tables",
    "blocks",
    "bracket-depth",
    "builtin",
    "caret-diagnostics",
    "cf-protection",
    "char8_t",
    "color-diagnostics",
    "common",
    "concepts",
    "constexpr-depth",
    "constexpr-steps",
    "coroutines",
    "coroutines-ts",
    "cxx-exceptions",
    "data-sections",
    "debug-prefix-map",
    "delete-null-pointer-checks",
    "diagnostics-color",
    "diagnostics-show-option",
    "error-limit",
    "exceptions",
    "experimental-library",
    "fast-math",
    "file-prefix-map",
    "finite-math-only",
    "fp-contract",
    "freestanding",
    "function-sections",
    "gnu-keywords",
    "gnu89-inline",
    "hosted",
    "inline",
    "inline-functions",
    "limit-debug-info",
    "macro-prefix-map",
    "math-errno",
    "message-length",
    "ms-compatibility",
    "ms-extensions",
    "omit-frame-pointer",
    "openmp",
    "pack-struct",
    "permissive",
    "pic",
    "pie",
    "plt",
    "reciprocal-math",
    "rtti",
    "semantic-interposition",
    "short-enums",
    "short-wchar",
    "signed-char",
    "signed-zeros",
    "sized-deallocation",
    "stack-clash-protection",
    "stack-protector",
    "stack-protector-all",
    "stack-protector-strong",
    "standalone-debug",
    "strict-aliasing",
    "strict-enums",
    "strict-flex-arrays",
    "strict-overflow",
    "strict-return",
    "strict-vtable-pointers",
    "template-depth",
    "threadsafe-statics",
    "tls-model",
    "trapping-math",
    "trapv",
    "trivial-auto-var-init",
    "unroll-loops",
    "unsafe-math-optimizations",
    "unsigned-char",
    "unwind-tables",
    "vectorize",
    "visibility",
    "visibility-inlines-hidden",
    "wrapv",
    "zero-call-used-regs",
];

fn is_harmless_to_clang(flag: &str, next: Option<&str>) -> bool {
    if next.is_some() {
        return false;
    }
    let name = flag.split('=').next().unwrap_or_default();
    if CLANG_PLAIN.contains(&flag) || flag != name && CLANG_VALUED.contains(&name) {
        return true;
    }
    if let Some(feature) = name.strip_prefix("-f") {
        let feature = feature.strip_prefix("no-").unwrap_or(feature);
        return CLANG_FEATURES.contains(&feature);
    }
    let is_word = |text: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '.' | '=');
        !text.is_empty() && text.chars().all(fits)
    };
    if let Some(machine) = flag.strip_prefix("-m") {
        // `-mllvm` hands words over to LLVM, which can load plug-ins.
        return is_word(machine) && !machine.starts_with("llvm");
    }
    // With a comma in it, it is for the preprocessor, the assembler or the linker.
    flag.strip_prefix("-W").is_some_and(is_word)
}

/// What `-C` may set.
const RUSTC_CODEGEN: &[&str] = &[
    "codegen-units",
    "debug-assertions",
    "debuginfo",
    "force-frame-pointers",
    "opt-level",
    "overflow-checks",
    "panic",
    "relocation-model",
    "strip",
    "target-cpu",
    "target-feature",
];

fn is_harmless_to_rustc(flag: &str, next: Option<&str>) -> bool {
    let setting = match (flag, next) {
        ("-C" | "--codegen", Some(setting)) => setting,
        (_, Some(_)) => return false,
        ("-O" | "-g", None) => return true,
        (flag, None) => match flag.strip_prefix("-C") {
            Some(setting) => setting,
            None => return false,
        },
    };
    let name = setting.split('=').next().unwrap_or_default();
    RUSTC_CODEGEN.contains(&name) || keeps_calls(setting)
}

/// Whether a setting is one that `flag_to_keep_calls` makes, which trails of `flow` have.
fn keeps_calls(setting: &str) -> bool {
    let symbol = setting
        .strip_prefix("llvm-args=-force-attribute=")
        .and_then(|rest| rest.strip_suffix(":noinline"));
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    symbol.is_some_and(|symbol| !symbol.is_empty() && symbol.chars().all(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn what_decides_the_meaning_of_a_program_is_harmless() {
        for line in [
            "-std=c++17 -stdlib=libc++ -DN=3 -D N -UX -U X -Iinc -I inc -isystem /opt/include",
            "-include config.h -imacros x.h -iquote . -xc -x c++ --sysroot=/opt --sysroot /opt",
            "-Wall -Wno-unused -Werror=return-type -Wstrict-aliasing=2 -w -pedantic -O2 -g -ggdb3",
            "-fno-exceptions -fsigned-char -fvisibility=hidden -fPIC -ftemplate-depth=9 -pthread",
            "-m32 -m64 -march=native -mavx2 -mtune=generic -target x86_64-linux-gnu -c -pipe",
            "--target=i386-pc-linux-gnu --gcc-toolchain=/opt/gcc -xc++",
        ] {
            assert_eq!(doubtful_for_clang(&words(line)), None, "{line}");
        }
        for line in [
            "--cfg fast --cfg=slow --edition 2021 --edition=2018 -O -g -Adead_code -A unused",
            "-Copt-level=3 -C opt-level=0 -Ctarget-cpu=native --codegen panic=abort",
            "-Cllvm-args=-force-attribute=_RNvCs1_4main4work:noinline",
        ] {
            assert_eq!(doubtful_for_rustc(&words(line)), None, "{line}");
        }
        let cargo = words("--package a --bin b --features x,y --lib");
        assert_eq!(doubtful_for_cargo(&cargo), None);
    }

    #[test]
    fn what_loads_code_or_writes_files_is_doubtful() {
        for line in [
            "-fplugin=./evil.so",
            "-fpass-plugin=./evil.so",
            "-fplugin-arg-evil-x",
            "-Xclang -load -Xclang ./evil.so",
            "-load ./evil.so",
            "-mllvm -load=./evil.so",
            "-mllvm=-load=./evil.so",
            "-Wp,-MD,out.d",
            "-Wa,-o,out",
            "-Wl,-o,out",
            "-MD",
            "-MF out.d",
            "-o out",
            "-B .",
            "-B.",
            "-specs=evil.specs",
            "-wrapper ./evil",
            "-fuse-ld=./evil",
            "-save-temps",
            "-ftime-trace=out",
            "-fmodules-cache-path=out",
            "-fprofile-instr-generate=out",
            "-fcrash-diagnostics-dir=out",
            "-fproc-stat-report=out",
            "-fstack-usage",
            "-fsave-optimization-record",
            "-gsplit-dwarf",
            "--config evil.cfg",
            "--config=evil.cfg",
            "-resource-dir evil",
            "-ivfsoverlay evil.yaml",
            "@evil.rsp",
            "other.c",
            "-include-pch evil.pch",
            "-D",
            "-std",
            "-fno-integrated-cc1",
            "-x f95 --gcc-toolchain=evil",
            "-xf95-cpp-input --sysroot=evil",
            "-x ada",
            "-x cuda",
            "-x ir",
            "-x",
            "-arch x86_64 -arch i386",
            "-target x86_64-apple-darwin",
            "--target=amdgcn-amd-amdhsa",
        ] {
            let line = words(line);
            assert!(doubtful_for_clang(&line).is_some(), "{line:?}");
        }
        for line in [
            "-Clinker=./evil",
            "-C linker=./evil",
            "-Clink-arg=-o",
            "-Cllvm-args=-load=evil.so",
            "-Cllvm-args=-force-attribute=x:noinline,-load=y",
            "-Cincremental=dir",
            "-Csave-temps",
            "--extern evil=libevil.so",
            "--extern=evil=libevil.so",
            "-L .",
            "-lstatic",
            "--sysroot evil",
            "-Zunstable-options",
            "-o out",
            "--emit=link=out",
            "--out-dir out",
            "@evil",
            "--cfg",
        ] {
            let line = words(line);
            assert!(doubtful_for_rustc(&line).is_some(), "{line:?}");
        }
        for line in [
            "--config build.rustc-wrapper='./evil'",
            "--bin --config",
            "--bin",
            "--manifest-path evil/Cargo.toml",
            "--target-dir out",
        ] {
            let line = words(line);
            assert!(doubtful_for_cargo(&line).is_some(), "{line:?}");
        }
    }

    #[test]
    fn variables_that_tools_go_by_are_not_defined() {
        for define in [
            "RUSTC_WRAPPER=./evil",
            "LD_PRELOAD=evil.so",
            "PATH=.",
            "RUSTUP_TOOLCHAIN=x",
        ] {
            assert!(
                doubtful_variable(&[define.to_owned()]).is_some(),
                "{define}"
            );
        }
        assert_eq!(doubtful_variable(&words("N=3 FIXED THREADS=4")), None);
    }
}
