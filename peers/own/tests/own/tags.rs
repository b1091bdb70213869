//! Domain separation tags.

use peer_own::{HASH_TO_G1_DST, HASH_TO_G2_DST};

#[test]
fn tags_are_those_of_the_operations() {
    for (id, tag) in
        [("bls12-381/hash_to_g1", HASH_TO_G1_DST), ("bls12-381/hash_to_g2", HASH_TO_G2_DST)]
    {
        let note = peer_api::operation(id).expect("a known operation").note;
        let (_, stated) = note.split_once("DST ").expect("the note states the tag");
        assert_eq!(stated.as_bytes(), tag);
    }
}
