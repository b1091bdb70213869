//! The setup of Ethereum's ceremony, made once per process and `precompute`.

use std::sync::{Arc, OnceLock};

use curvemark::kzg::TrustedSetup;

use crate::KzgSettings;

/// Settings of Ethereum's ceremony.
///
/// `precompute` as in [`KzgSettings::load_trusted_setup`].
///
/// [Example](crate#example).
///
/// # Panics
/// For a `precompute` above 15, as c-kzg does.
pub fn ethereum_kzg_settings(precompute: u64) -> &'static KzgSettings {
    kept(precompute)
}

/// [`ethereum_kzg_settings`], for sharing.
///
/// [Example](crate#example).
///
/// # Panics
/// For a `precompute` above 15, as c-kzg does.
pub fn ethereum_kzg_settings_arc(precompute: u64) -> Arc<KzgSettings> {
    Arc::clone(kept(precompute))
}

fn kept(precompute: u64) -> &'static Arc<KzgSettings> {
    static KEPT: [OnceLock<Arc<KzgSettings>>; 16] = [const { OnceLock::new() }; 16];
    let kept = usize::try_from(precompute).ok().and_then(|precompute| KEPT.get(precompute));
    let Some(kept) = kept else { panic!("precompute is {precompute}, above 15") };
    kept.get_or_init(|| Arc::new(KzgSettings::new(&TrustedSetup::ethereum(), precompute)))
}
