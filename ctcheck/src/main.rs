//! Runs the paths of [`ctcheck`]: under `valgrind` it examines them, under
//! `valgrind --tool=callgrind` with `--trace` it has written down which functions each of them
//! executed.

use std::process::ExitCode;

use ctcheck::engine::Engine;
use ctcheck::paths::{self, Path};
use ctcheck::planted::PLANTED;
use ctcheck::{examine, valgrind};

const USAGE: &str = "usage: valgrind ctcheck [--engine NAME] [--planted] [PATH…]
       valgrind --tool=callgrind ctcheck --trace [--engine NAME] [PATH…]
       ctcheck --list
Exits with 1 if a path has a secret-dependent branch or address, with 2 if nothing could be examined.";

struct Arguments {
    engine: Engine,
    planted: bool,
    trace: bool,
    list: bool,
    names: Vec<String>,
}

fn arguments() -> Result<Arguments, String> {
    let mut out = Arguments {
        engine: Engine::Portable,
        planted: false,
        trace: false,
        list: false,
        names: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--engine" => {
                let name = words.next().unwrap_or_default();
                out.engine = Engine::named(&name).ok_or_else(|| {
                    let names: Vec<_> = Engine::ALL.iter().map(|engine| engine.name()).collect();
                    format!("no engine '{name}' in this build; it has {}", names.join(", "))
                })?;
            }
            "--planted" => out.planted = true,
            "--trace" => out.trace = true,
            "--list" => out.list = true,
            option if option.starts_with('-') => {
                return Err(format!("unknown option {option}\n{USAGE}"));
            }
            name => out.names.push(name.to_owned()),
        }
    }
    Ok(out)
}

/// The paths that are asked for.
fn chosen(arguments: &Arguments) -> Result<Vec<&'static Path>, String> {
    let all: Vec<&Path> = if arguments.planted {
        PLANTED.iter().map(|planted| &planted.path).collect()
    } else {
        paths::all().collect()
    };
    if arguments.names.is_empty() {
        return Ok(all);
    }
    let find = |name: &String| {
        all.iter()
            .copied()
            .find(|path| path.name == name)
            .ok_or_else(|| format!("no path '{name}'; see --list"))
    };
    arguments.names.iter().map(find).collect()
}

fn run() -> Result<bool, String> {
    let arguments = arguments()?;
    let paths = chosen(&arguments)?;
    if arguments.list {
        for path in paths {
            println!("{}", path.name);
        }
        return Ok(true);
    }
    if !valgrind::SUPPORTED {
        return Err("requests to Valgrind are written for x86-64 Linux alone".to_owned());
    }
    if !valgrind::is_running() {
        return Err(format!("run me under valgrind\n{USAGE}"));
    }
    arguments.engine.enter();
    println!("engine: {}", arguments.engine);
    if arguments.trace {
        paths.into_iter().for_each(examine::trace);
        return Ok(true);
    }
    if !valgrind::is_memcheck() {
        return Err("marks of secrets need memcheck, Valgrind's default tool".to_owned());
    }
    let mut clean = true;
    for path in paths {
        // On the stream that Valgrind writes its reports to, so that they stand below the path's
        // name.
        eprintln!("ctcheck: {}", path.name);
        let finding = examine::examine(path);
        println!("{:<44} {finding}", path.name);
        clean &= finding.is_clean();
    }
    Ok(clean)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("ctcheck: {message}");
            ExitCode::from(2)
        }
    }
}
