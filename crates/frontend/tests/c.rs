//! C and C++ files through clang.

#[path = "../../cli/tests/compilers/mod.rs"]
mod compilers;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use trailhound_frontend::{
    Compiled, FrontendError, Language, Request, Surroundings, compile, compile_in,
};

fn file(directory: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = directory.path().join(name);
    fs::write(&path, text).expect("a writable test directory");
    path
}

fn one(path: PathBuf) -> Request {
    Request {
        inputs: vec![path],
        ..Request::default()
    }
}

fn text(compiled: &Compiled) -> &str {
    assert_eq!(compiled.modules.len(), 1);
    &compiled.modules[0].text
}

#[test]
fn every_access_of_the_source_stays() {
    let directory = TempDir::new().unwrap();
    let source = file(
        &directory,
        "spin.c",
        "int flag, count;\nint main(void) { while (!flag) {} count = 1; count = 2; return count; }\n",
    );
    let compiled = compile(&one(source.clone())).unwrap();
    let ir = text(&compiled);
    assert_eq!(compiled.modules[0].name, source.display().to_string());
    assert_eq!(compiled.modules[0].language, Language::C);
    assert_eq!(ir.matches("store i32 1, ").count(), 1);
    assert_eq!(ir.matches("store i32 2, ").count(), 1);
    assert!(ir.contains("@flag"));
    assert!(!ir.contains("optnone"));
    assert!(ir.contains("!DILocation"));
    assert!(compiled.seconds > 0.0);
}

#[test]
fn an_optimisation_level_is_passed_on() {
    let directory = TempDir::new().unwrap();
    let source = file(
        &directory,
        "twice.c",
        "int count;\nint main(void) { count = 1; count = 2; return 0; }\n",
    );
    let mut request = one(source);
    request.opt_level = Some(2);
    assert_eq!(
        text(&compile(&request).unwrap())
            .matches("store i32")
            .count(),
        1
    );
}

#[test]
fn each_file_becomes_a_module_and_ir_is_taken_as_it_is() {
    let directory = TempDir::new().unwrap();
    let ir = "; anything\ndefine i32 @three() {\n  ret i32 3\n}\n";
    let request = Request {
        inputs: vec![
            file(
                &directory,
                "main.c",
                "int three(void); int main(void) { return three(); }\n",
            ),
            file(&directory, "three.ll", ir),
            file(
                &directory,
                "more.cpp",
                "extern \"C\" int four() { return [] { return 4; }(); }\n",
            ),
        ],
        keep_ir: Some(directory.path().join("kept")),
        ..Request::default()
    };
    let modules = compile(&request).unwrap().modules;
    let languages: Vec<_> = modules.iter().map(|module| module.language).collect();
    assert_eq!(languages, [Language::C, Language::Ir, Language::Cpp]);
    assert_eq!(modules[1].text, ir);
    for (module, name) in modules.iter().zip(["main.ll", "three.ll", "more.ll"]) {
        let kept = directory.path().join("kept").join(name);
        assert_eq!(fs::read_to_string(kept).unwrap(), module.text);
    }
}

#[test]
fn defines_directories_and_flags_reach_the_compiler() {
    let directory = TempDir::new().unwrap();
    fs::create_dir(directory.path().join("include")).unwrap();
    fs::write(
        directory.path().join("include/limit.h"),
        "#define LIMIT 40\n",
    )
    .unwrap();
    let source = file(
        &directory,
        "main.c",
        "#include <limit.h>\nint main(void) { return LIMIT + N + M + K; }\n",
    );
    let request = Request {
        defines: vec!["N=500".into(), "M".into()],
        include_dirs: vec![directory.path().join("include")],
        compiler_flags: vec!["-DK=1000".into()],
        ..one(source)
    };
    assert!(text(&compile(&request).unwrap()).contains("ret i32 1541"));
}

#[test]
fn old_c_gets_a_second_try() {
    let directory = TempDir::new().unwrap();
    let old = "main() { return twice(21); }\ntwice(n) int n; { return n + n; }\n";
    let request = Request {
        // What newer clangs refuse on their own.
        compiler_flags: vec!["-Werror=implicit-function-declaration".into()],
        ..one(file(&directory, "old.c", old))
    };
    for clang in compilers::clangs() {
        let surroundings = Surroundings {
            clang: Some(clang.into()),
            ..Surroundings::from_environment()
        };
        let compiled = compile_in(&request, &surroundings).unwrap();
        assert!(text(&compiled).contains("@twice"));
    }
}

#[test]
fn the_compilers_own_message_is_shown() {
    let directory = TempDir::new().unwrap();
    let source = file(
        &directory,
        "wrong.c",
        "int main(void) { return nothing; }\n",
    );
    let error = compile(&one(source)).unwrap_err();
    assert!(matches!(error, FrontendError::CompileFailed { .. }));
    let message = error.to_string();
    assert!(message.contains("wrong.c:1:25"), "{message}");
    assert!(message.contains("'nothing'"), "{message}");
}

#[test]
fn the_header_declares_and_the_checker_defines() {
    let directory = TempDir::new().unwrap();
    let program = "#include <trailhound.h>\n\
        int main(void) {\n\
            int dish = th_choose(3);\n\
            th_assume(dish != 2);\n\
            th_atomic_begin(); th_mark(\"served\"); th_atomic_end();\n\
            th_assert(dish < 2);\n\
            return 0;\n\
        }\n";
    for name in ["meal.c", "meal.cpp"] {
        let compiled = compile(&one(file(&directory, name, program))).unwrap();
        for symbol in [
            "i32 @th_toss(i32",
            "void @th_assume(i32",
            "void @th_atomic_begin()",
            "void @th_atomic_end()",
            "void @th_mark(",
            "void @th_assert_fail(",
        ] {
            let declared = text(&compiled)
                .lines()
                .any(|line| line.starts_with("declare") && line.contains(symbol));
            assert!(declared, "{name}: {symbol}");
        }
    }
}

#[test]
fn a_program_with_the_header_runs_natively() {
    let directory = TempDir::new().unwrap();
    let program = "#include <trailhound.h>\n\
        unsigned other(void);\n\
        int main(void) {\n\
            th_atomic_begin(); th_atomic_begin(); th_mark(\"in\"); th_atomic_end(); th_atomic_end();\n\
            th_assert(th_toss(3) < 3 && other() == 0);\n\
            th_assume(0);\n\
            return 1;\n\
        }\n";
    let other = "#include <trailhound.h>\nunsigned other(void) { return th_toss(1); }\n";
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../annotations/c");
    let executable = directory.path().join("native");
    let status = std::process::Command::new("cc")
        .arg("-I")
        .arg(header)
        .arg(file(&directory, "main.c", program))
        .arg(file(&directory, "other.c", other))
        .arg("-o")
        .arg(&executable)
        .status()
        .unwrap();
    assert!(status.success());
    let status = std::process::Command::new(executable).status().unwrap();
    assert_eq!(status.code(), Some(0), "th_assume(0) ends quietly");
}

#[test]
fn a_missing_clang_says_what_to_install() {
    let directory = TempDir::new().unwrap();
    let surroundings = Surroundings {
        clang: Some("no-such-clang".into()),
        ..Surroundings::from_environment()
    };
    let source = file(&directory, "main.c", "int main(void) { return 0; }\n");
    let error = compile_in(&one(source), &surroundings).unwrap_err();
    assert!(matches!(error, FrontendError::CompilerMissing { .. }));
    assert!(
        error.to_string().contains("apt-get install clang"),
        "{error}"
    );
}

#[test]
fn preprocessed_files_are_compiled_for_the_width_that_they_show() {
    let directory = TempDir::new().unwrap();
    let source = file(
        &directory,
        "sizes.i",
        "# 1 \"sizes.c\"\ntypedef unsigned int size_t;\n\
         extern void *open_one(void) __attribute__ ((__malloc__ (open_one, 1)));\n\
         extern _Float128 far_away;\nint main(void) { return sizeof(void *); }\n",
    );
    let ir = |flags: &[&str]| {
        let compiler_flags = flags.iter().map(|flag| flag.to_string()).collect();
        let compiled = compile(&Request {
            compiler_flags,
            ..one(source.clone())
        });
        text(&compiled.unwrap()).to_owned()
    };
    assert!(ir(&[]).contains("target triple = \"i386"));
    assert!(ir(&["-m64"]).contains("target triple = \"x86_64"));
}
