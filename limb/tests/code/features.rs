//! A token of a CPU's features proves all that the compiler may use on its word.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use limb::cpu::Engine;

/// The features with which the compiler builds a function that enables these, for any x86-64.
fn closure(features: &str) -> BTreeSet<String> {
    let enabled: Vec<String> = features.split(',').map(|name| format!("+{name}")).collect();
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--print", "cfg", "--target", "x86_64-unknown-linux-gnu", "-C"])
        .arg(format!("target-feature={}", enabled.join(",")))
        .output()
        .expect("the compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let name =
        |line: &str| line.strip_prefix("target_feature=\"")?.strip_suffix('"').map(str::to_owned);
    text.lines().filter_map(name).collect()
}

/// What functions of this crate enable, each list once.
fn enabled(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            enabled(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        // Also where it stands in an argument of a macro, or in cfg_attr.
        for rest in text.split("target_feature(enable").skip(1) {
            let list = rest
                .trim_start_matches([' ', '='])
                .strip_prefix('"')
                .and_then(|rest| rest.split_once('"'));
            found.insert(list.expect("a list of features").0.to_owned());
        }
    }
}

#[test]
fn tokens_prove_what_the_compiler_uses() {
    // What every x86-64 has is not asked for.
    let base = closure("sse2");
    let asked = |engine: Engine| -> BTreeSet<String> {
        base.iter().cloned().chain(engine.features().map(str::to_owned)).collect()
    };
    let missing = |list: &str, engine| {
        closure(list).difference(&asked(engine)).cloned().collect::<Vec<String>>()
    };

    for engine in Engine::ALL {
        // What one feature brings is asked for as well.
        for feature in engine.features() {
            assert_eq!(missing(feature, engine), [""; 0], "{feature} of {engine:?}");
        }
    }
    // Functions that enable features take `Ifma`, or `Doubles` and `Doubles512` where they ask for
    // less; there is none that takes `Adx`, whose kernels are assembly. Each engine has what those
    // below it have.
    let mut lists = BTreeSet::new();
    enabled(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut lists);
    assert!(lists.len() >= 3, "{lists:?}");
    for list in lists {
        let least = match list.as_str() {
            "avx512f" => Engine::Doubles512,
            list if list.contains("avx512") => Engine::Lanes,
            _ => Engine::Doubles,
        };
        for engine in Engine::ALL.into_iter().filter(|engine| *engine >= least) {
            assert_eq!(missing(&list, engine), [""; 0], "{list}");
        }
    }
}
