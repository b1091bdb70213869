//! The cache between the CPU and the flash chip: 16 KB, eight ways, lines of 32 bytes.
//!
//! Size, ways and line are the chip's (ESP32-C3 technical reference manual, "System and Memory").
//! Not published, and assumed: a line that was used least recently is replaced, instructions and
//! data share all ways, and nothing is fetched ahead. Flash appears at two addresses, for
//! instructions and for data; a line is held under the address by which it was asked for.

const LINE: u32 = 32;
const WAYS: usize = 8;
const SETS: usize = 64;
const _: () = assert!(SETS * WAYS * LINE as usize == 16 * 1024);

/// Which lines are in the cache.
#[derive(Debug, Clone)]
pub struct FlashCache {
    /// Of each set the line numbers, the most recently used first; unused ways hold `EMPTY`.
    sets: Box<[[u32; WAYS]; SETS]>,
    /// The line that was used last, which needs no search.
    last: u32,
}

/// No line has this number, since numbers are addresses divided by 32.
const EMPTY: u32 = u32::MAX;

impl Default for FlashCache {
    fn default() -> Self {
        Self { sets: Box::new([[EMPTY; WAYS]; SETS]), last: EMPTY }
    }
}

impl FlashCache {
    /// Uses the line of this address, and says whether it had to be fetched.
    #[inline]
    pub fn access(&mut self, address: u32) -> bool {
        let line = address >> LINE.trailing_zeros();
        if line == self.last {
            return false;
        }
        self.last = line;
        self.search(line)
    }

    fn search(&mut self, line: u32) -> bool {
        let set = &mut self.sets[line as usize & (SETS - 1)];
        let place = set.iter().position(|held| *held == line);
        set[..=place.unwrap_or(WAYS - 1)].rotate_right(1);
        set[0] = line;
        place.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_lines_of_a_set_stay_and_the_ninth_replaces_the_oldest() {
        let mut cache = FlashCache::default();
        let line = |number: u32| 0x4200_0000 + number * LINE * SETS as u32;
        for number in 0..8 {
            assert!(cache.access(line(number)));
        }
        for number in 0..8 {
            assert!(!cache.access(line(number) + 31), "{number} is held, to its last byte");
        }
        assert!(!cache.access(line(0)), "which makes 1 the oldest");
        assert!(cache.access(line(8)));
        assert!(!cache.access(line(0)));
        assert!(cache.access(line(1)), "replaced");
    }

    #[test]
    fn sixteen_kilobytes_stay_whole() {
        let mut cache = FlashCache::default();
        let misses = |cache: &mut FlashCache| {
            (0..16 * 1024).step_by(4).filter(|at| cache.access(0x4200_0000 + at)).count()
        };
        assert_eq!(misses(&mut cache), 512);
        assert_eq!(misses(&mut cache), 0);
    }

    /// Against a list that is searched from its end.
    #[test]
    fn least_recently_used_of_every_set() {
        let mut cache = FlashCache::default();
        let mut used: Vec<u32> = Vec::new();
        let mut state = 1_u32;
        for _ in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let address = 0x4200_0000 + (state >> 8 & 0xffff);
            let line = address >> 5;
            let mut recent: Vec<u32> = Vec::new();
            for other in used.iter().rev().filter(|other| *other & 63 == line & 63) {
                if !recent.contains(other) {
                    recent.push(*other);
                }
            }
            assert_eq!(cache.access(address), !recent.iter().take(8).any(|other| *other == line));
            used.push(line);
            if used.len() > 4_096 {
                used.drain(..1_024);
            }
        }
    }
}
