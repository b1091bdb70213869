//! How this curvemark was built.

use record::Build;

/// How this curvemark was built, as its build script wrote down.
pub fn current() -> Build {
    Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: Some(env!("CURVEMARK_COMMIT"))
            .filter(|commit| !commit.is_empty())
            .map(str::to_owned),
        compiler: env!("CURVEMARK_COMPILER").to_owned(),
        profile: env!("CURVEMARK_PROFILE").to_owned(),
        target: env!("CURVEMARK_TARGET").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_is_known() {
        let build = current();
        assert!(
            build.compiler.starts_with("rustc ")
                && !build.target.is_empty()
                && !build.profile.is_empty()
        );
    }
}
