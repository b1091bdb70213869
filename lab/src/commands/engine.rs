//! `--engine`, the option of all commands that check or time curvemark's own operations.

use super::Failure;
use crate::engine::{Limit, VARIABLE, named};
use clap::Args;
use curve::engines::cpu::Engine;

/// The option.
#[derive(Debug, Args)]
pub struct EngineArgument {
    /// The fastest engine curvemark may use: portable, adx, doubles, doubles512, lanes or rns; else
    /// what CURVEMARK_ENGINE says; else the best this CPU runs
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
}

impl EngineArgument {
    /// Puts the choice in force as long as the result lives. Without one, nothing changes.
    ///
    /// # Errors
    /// [`Exit::Usage`](super::Exit::Usage) if there is no such engine, or if this CPU does not run
    /// it.
    pub fn apply(&self) -> Result<Option<Limit>, Failure> {
        Ok(self.chosen()?.map(Limit::to))
    }

    /// The option as for a shell, for whoever repeats a run; a variable counts as the option.
    pub fn repeated(&self) -> Option<String> {
        self.chosen().ok().flatten().map(|engine| format!("--engine {}", engine.name()))
    }

    fn chosen(&self) -> Result<Option<Engine>, Failure> {
        let variable = || std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
        let (source, name) = match (&self.engine, variable()) {
            (Some(name), _) => ("--engine", name.clone()),
            (None, Some(value)) => (VARIABLE, value.to_string_lossy().into_owned()),
            (None, None) => return Ok(None),
        };
        named(&name).map(Some).map_err(|why| Failure::usage(format!("{source}: {why}")))
    }
}
