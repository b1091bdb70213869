//! Engines by their names.

use curve::engines::cpu::{self, Engine};
use peer_own::engine::named;

#[test]
fn an_engine_is_named_or_refused_in_words() {
    assert_eq!(named("portable"), Ok(Engine::Portable));
    assert_eq!(
        named("ifma").expect_err("no such engine"),
        "no engine 'ifma'; there are portable, adx, doubles, doubles512, lanes, rns"
    );
    for engine in Engine::ALL {
        let (name, needs) = (engine.name(), engine.needs());
        match named(name) {
            Ok(found) => assert!(found == engine && engine <= cpu::detected()),
            Err(why) => {
                assert!(engine > cpu::detected());
                assert_eq!(
                    why,
                    format!("this CPU does not run the engine '{name}', which needs {needs}")
                );
            }
        }
    }
}
