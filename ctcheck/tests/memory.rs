//! Bounds of memory: what batches take of the heap, counted by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use curvemark::{eddsa, schnorr};
use limb::cpu::{self, Engine};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The system's allocator, with the bytes in use and the most that ever were.
struct Counting {
    used: AtomicUsize,
    most: AtomicUsize,
}

#[global_allocator]
static ALLOCATOR: Counting = Counting { used: AtomicUsize::new(0), most: AtomicUsize::new(0) };

// SAFETY: every call goes to the system's allocator as it came; counting touches no memory of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = self.used.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        self.most.fetch_max(used, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.used.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`, and the pointer came from the
        // system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The most bytes in use while this runs, over those before. One test alone runs here, so nobody
/// else allocates.
fn most_while(run: impl FnOnce()) -> usize {
    let before = ALLOCATOR.used.load(Ordering::Relaxed);
    ALLOCATOR.most.store(before, Ordering::Relaxed);
    run();
    ALLOCATOR.most.load(Ordering::Relaxed) - before
}

#[test]
fn batches_keep_their_bounds() {
    const MOST: usize = 1500;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let key = schnorr::SigningKey::from_bytes(&[7; 32]).expect("a key");
    let signatures: Vec<_> =
        (0..MOST as u32).map(|i| key.sign_with_aux(&i.to_le_bytes(), &[i as u8; 32])).collect();
    let messages: Vec<_> = (0..MOST as u32).map(u32::to_le_bytes).collect();
    let keys = vec![key.verifying_key(); MOST];
    let key = eddsa::SigningKey::from_seed(&[7; 32]);
    let of_ed25519 = (
        vec![key.verifying_key::<eddsa::Zip215>(); MOST],
        messages.iter().map(|message| key.sign(message)).collect::<Vec<_>>(),
    );
    for engine in
        [Engine::Lanes, Engine::Doubles512, Engine::Doubles, Engine::Adx, Engine::Portable]
    {
        cpu::limit_to(engine);
        for memory in [0, 90 << 10, 120 << 10, 1 << 20, 4 << 20, 100 << 20] {
            for count in [1, 2, 63, 400, MOST] {
                let (keys, messages, signatures) =
                    (&keys[..count], &messages[..count], &signatures[..count]);
                let most = most_while(|| {
                    schnorr::verify_batch(keys, messages, signatures, memory, &mut rng)
                        .expect("all hold");
                });
                assert!(
                    most <= memory,
                    "{engine:?}: {count} Schnorr signatures in {memory} bytes took {most}"
                );
            }
        }
        for count in [1, 2, 8, 64, 129, MOST] {
            let (keys, messages, signatures) =
                (&of_ed25519.0[..count], &messages[..count], &of_ed25519.1[..count]);
            let most = most_while(|| {
                eddsa::verify_batch(keys, messages, signatures, &mut rng).expect("all hold");
            });
            assert!(
                most <= (512 << 10) + (5 << 10) * count,
                "{engine:?}: {count} Ed25519 signatures took {most}"
            );
        }
    }
}
