//! The RSA block: four memories of 96 words, and registers that start multiplications and
//! exponentiations on them.
//!
//! Offsets and operations as in the ESP32-C3 technical reference manual, "RSA Accelerator", and in
//! the public register crate `esp32c3`. An operation's arithmetic is done when it is started; how
//! long it would take is for the cycle model, by [`Work`].

use super::montgomery;
use super::quirks::Quirks;
use super::system::Supply;

const WORDS: usize = 96;
const M: usize = 0;
const Z: usize = 1;
const Y: usize = 2;
const X: usize = 3;

const M_PRIME: u32 = 0x800;
const MODE: u32 = 0x804;
const QUERY_CLEAN: u32 = 0x808;
const START_MODEXP: u32 = 0x80c;
const START_MODMULT: u32 = 0x810;
const START_MULT: u32 = 0x814;
const QUERY_IDLE: u32 = 0x818;
const INT_CLR: u32 = 0x81c;
const CONSTANT_TIME: u32 = 0x820;
const SEARCH_ENABLE: u32 = 0x824;
const SEARCH_POS: u32 = 0x828;
const INT_ENA: u32 = 0x82c;
const DATE: u32 = 0x830;

/// What an operation has to do, in Montgomery products of n words, or the same effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// How many.
    pub products: u64,
    /// n.
    pub words: u64,
}

impl Work {
    /// n² for each product, by which time grows.
    pub fn word_pairs(&self) -> u64 {
        self.products * self.words * self.words
    }
}

type Memories = [[u32; WORDS]; 4];

/// The block.
#[derive(Debug, Clone)]
pub struct Rsa {
    quirks: Quirks,
    supply: Supply,
    memories: Memories,
    m_prime: u32,
    mode: u32,
    constant_time: u32,
    search_enable: u32,
    search_position: u32,
    interrupt_enable: u32,
    /// What the memories will hold when the operation that runs is done, and how many polls that
    /// still takes.
    running: Option<(Box<Memories>, u32)>,
    /// Operations that will still end.
    ending: u32,
    /// Reads of QUERY_CLEAN that still give 0.
    unclean: u32,
    lost: u64,
}

impl Rsa {
    pub(super) fn new(quirks: Quirks) -> Self {
        Self {
            quirks,
            supply: Supply { clock: false, reset: true, power: false },
            memories: [[0; WORDS]; 4],
            m_prime: 0,
            mode: 0,
            constant_time: 1,
            search_enable: 0,
            search_position: 0,
            interrupt_enable: 0,
            running: None,
            ending: quirks.operations_until_silence,
            unclean: quirks.polls_until_clean,
            lost: 0,
        }
    }

    /// Accesses that came while the block had no clock, was in reset, had its memory down or was
    /// busy: reads gave 0 or what was there before, writes were lost. A correct driver leaves it at
    /// 0.
    pub fn lost_accesses(&self) -> u64 {
        self.lost
    }

    /// Whether an operation was started whose end nobody has waited for.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    pub(super) fn has(offset: u32) -> bool {
        offset & 3 == 0 && (memory(offset).is_some() || (M_PRIME..=DATE).contains(&offset))
    }

    /// Clock, reset and power have changed.
    pub(super) fn supply(&mut self, supply: Supply) {
        let clocked = supply.clock && !self.supply.clock && self.quirks.clock_resets;
        if supply.reset || clocked {
            let lost = self.lost;
            *self = Self { lost, ..Self::new(self.quirks) };
        }
        if !supply.power && self.quirks.power_down_loses_memory {
            self.memories = [[0; WORDS]; 4];
            self.running = None;
        }
        self.supply = supply;
    }

    fn works(&self) -> bool {
        self.supply.clock && !self.supply.reset
    }

    pub(super) fn read(&mut self, offset: u32) -> u32 {
        if !self.works() {
            self.lost += 1;
            return 0;
        }
        if let Some((which, word)) = memory(offset) {
            let reachable = self.supply.power && self.running.is_none();
            self.lost += u64::from(!reachable);
            return if self.supply.power { self.memories[which][word] } else { 0 };
        }
        match offset {
            M_PRIME => self.m_prime,
            MODE => self.mode,
            QUERY_CLEAN => {
                let clean = self.unclean == 0;
                self.unclean = self.unclean.saturating_sub(1);
                u32::from(clean)
            }
            QUERY_IDLE => match self.running.take() {
                Some((memories, polls)) if polls > 0 => {
                    self.running = Some((memories, polls - 1));
                    0
                }
                Some((memories, _)) => {
                    self.memories = *memories;
                    1
                }
                None => 1,
            },
            CONSTANT_TIME => self.constant_time,
            SEARCH_ENABLE => self.search_enable,
            SEARCH_POS => self.search_position,
            INT_ENA => self.interrupt_enable,
            _ => 0,
        }
    }

    pub(super) fn write(&mut self, offset: u32, value: u32) -> Option<Work> {
        let started = [START_MODEXP, START_MODMULT, START_MULT].contains(&offset);
        let on_memory = started || memory(offset).is_some();
        let ready = self.supply.power && self.unclean == 0 && self.running.is_none();
        if !self.works() || on_memory && !ready {
            self.lost += 1;
            return None;
        }
        if let Some((which, word)) = memory(offset) {
            self.memories[which][word] = value;
            return None;
        }
        match offset {
            M_PRIME => self.m_prime = value,
            MODE => self.mode = value & 0x7f,
            CONSTANT_TIME => self.constant_time = value & 1,
            SEARCH_ENABLE => self.search_enable = value & 1,
            SEARCH_POS => self.search_position = value & 0xfff,
            INT_ENA => self.interrupt_enable = value & 1,
            // Clearing the interrupt has no effect on the state that polls see; the rest is
            // read-only.
            INT_CLR | QUERY_CLEAN | QUERY_IDLE | DATE => {}
            _ => return self.start(offset, value),
        }
        None
    }

    fn start(&mut self, operation: u32, value: u32) -> Option<Work> {
        let words = self.mode as usize + 1;
        if value & 1 == 0 || words > WORDS {
            return None;
        }
        let mut after = Box::new(self.memories);
        let work = match operation {
            START_MODEXP => self.exponentiate(&mut after, words),
            START_MODMULT => self.multiply_modulo(&mut after, words),
            _ => self.multiply(&mut after, words),
        };
        let ends = self.ending > 0;
        self.ending = self.ending.saturating_sub(u32::from(self.ending != u32::MAX));
        let polls = if ends { self.quirks.polls_until_idle } else { u32::MAX };
        if self.quirks.result_waits_for_poll || polls > 0 {
            self.running = Some((after, polls));
        } else {
            self.memories = *after;
        }
        Some(work)
    }

    /// x·y·R⁻¹ mod M on the first words of the memories.
    fn montgomery(&self, x: &[u32], y: &[u32]) -> Vec<u32> {
        let m = &self.memories[M][..x.len()];
        montgomery::product(x, y, m, self.m_prime, self.quirks.single_subtraction)
    }

    /// Z ← X^Y mod M, where Z holds R² mod M.
    fn exponentiate(&self, after: &mut Memories, words: usize) -> Work {
        let [x, y, z] = [X, Y, Z].map(|which| &self.memories[which][..words]);
        let accelerated = self.constant_time == 0;
        let searched = accelerated && self.search_enable == 1;
        let base = self.montgomery(x, z);
        if self.quirks.early_exit && searched && self.search_position == 0 && y[0] & 1 == 0 {
            after[X][..words].copy_from_slice(&base);
            if self.quirks.early_exit_clobbers_z {
                after[Z][..words].iter_mut().for_each(|word| *word = !word.rotate_left(7));
            }
            return Work { products: 1, words: words as u64 };
        }

        let bits = words * 32;
        let top = if searched { (self.search_position as usize).min(bits - 1) } else { bits - 1 };
        let mut one = vec![0; words];
        one[0] = 1;
        let mut power = self.montgomery(z, &one);
        // The base, one in Montgomery form, and the last step out of that form.
        let mut products = 3;
        for bit in (0..=top).rev() {
            power = self.montgomery(&power, &power);
            let set = (y[bit >> 5] >> (bit & 31)) & 1 == 1;
            if set {
                power = self.montgomery(&power, &base);
            }
            products += 1 + u64::from(set || !accelerated);
        }
        after[Z][..words].copy_from_slice(&self.montgomery(&power, &one));
        if !self.quirks.full_exponentiation_keeps_x {
            after[X][..words].copy_from_slice(&base);
        }
        Work { products, words: words as u64 }
    }

    /// Z ← X·Y mod M by two Montgomery products, where Z holds R² mod M.
    fn multiply_modulo(&self, after: &mut Memories, words: usize) -> Work {
        let [x, y, z] = [X, Y, Z].map(|which| &self.memories[which][..words]);
        let product = self.montgomery(&self.montgomery(x, z), y);
        after[Z][..words].copy_from_slice(&product);
        Work { products: 2, words: words as u64 }
    }

    /// Z ← X·(the upper half of Z), where the mode counts the words of the product.
    fn multiply(&self, after: &mut Memories, words: usize) -> Work {
        let half = words >> 1;
        let x = &self.memories[X][..half];
        let upper = &self.memories[Z][half..2 * half];
        let mut product = vec![0_u32; 2 * half];
        for (place, factor) in x.iter().enumerate() {
            let mut carry = 0_u64;
            for (offset, word) in upper.iter().enumerate() {
                let sum = &mut product[place + offset];
                let value = u64::from(*factor) * u64::from(*word) + u64::from(*sum) + carry;
                *sum = value as u32;
                carry = value >> 32;
            }
            product[place + half] = carry as u32;
        }
        after[Z][..2 * half].copy_from_slice(&product);
        Work { products: 1, words: half as u64 }
    }
}

/// Which memory and which of its words an offset means.
fn memory(offset: u32) -> Option<(usize, usize)> {
    let word = (offset & 0x1ff) as usize >> 2;
    (offset < M_PRIME && word < WORDS).then_some(((offset >> 9) as usize, word))
}
