//! CPUs as people name them.

use crate::run::Machine;

impl Machine {
    /// The CPU as people name it: without the marks that some systems put before it, with its
    /// generation where the identification tells it, and with that identification where not.
    pub fn cpu_name(&self) -> String {
        let marks = ["AuthenticAMD ", "GenuineIntel "];
        let name = marks.iter().find_map(|mark| self.cpu.strip_prefix(mark)).unwrap_or(&self.cpu);
        let name = name.replace("(R)", "").replace("(TM)", "");
        // A hypervisor may hide the model's number and leave "Processor", which says nothing.
        let name = match name.trim_end() {
            "Intel Xeon Processor" => "Intel Xeon",
            "AMD EPYC Processor" => "AMD EPYC",
            name => name,
        };
        match generation(&self.cpu_id) {
            Some(generation) if name.starts_with("AMD") || name.starts_with("Intel") => {
                format!("{name} ({generation})")
            }
            _ => format!("{name} ({})", self.cpu_id.split(" stepping").next().unwrap_or_default()),
        }
    }
}

/// The generation of a family and a model: AMD's "Processor Programming References", and Intel's
/// table of affected processors by CPUID. Models that a hypervisor makes up are not in the list.
fn generation(id: &str) -> Option<&'static str> {
    let number = |after: &str| -> Option<u32> {
        let mut words = id.split_whitespace();
        words.find(|word| *word == after)?;
        words.next()?.parse().ok()
    };
    Some(match (number("family")?, number("model")?) {
        (23, 0x30..) => "Zen 2",
        (25, 0x00..=0x0f | 0x20..=0x2f | 0x50..=0x5f) => "Zen 3",
        (25, 0x10..=0x1f | 0x60..=0x7f | 0xa0..=0xaf) => "Zen 4",
        (26, 0x00..=0x7f) => "Zen 5",
        (6, 85) => "Skylake or Cascade Lake",
        (6, 106 | 108) => "Ice Lake",
        (6, 143) => "Sapphire Rapids",
        (6, 207) => "Emerald Rapids",
        (6, 173 | 174) => "Granite Rapids",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_those_of_people() {
        let mut machine = crate::sample::sample().machine;
        let mut name = |cpu: &str, id: &str| {
            (machine.cpu, machine.cpu_id) = (cpu.into(), id.into());
            machine.cpu_name()
        };
        let names = [
            ("AuthenticAMD AMD EPYC", "family 25 model 1 stepping 1", "AMD EPYC (Zen 3)"),
            ("AuthenticAMD AMD EPYC", "family 25 model 17 stepping 1", "AMD EPYC (Zen 4)"),
            (
                "GenuineIntel Intel(R) Xeon(R) Processor",
                "family 6 model 207 stepping 2",
                "Intel Xeon (Emerald Rapids)",
            ),
            (
                "GenuineIntel Intel(R) Xeon(R) Processor",
                "family 6 model 167 stepping 1",
                "Intel Xeon (family 6 model 167)",
            ),
            (
                "GenuineIntel QEMU Virtual CPU",
                "family 6 model 85 stepping 7",
                "QEMU Virtual CPU (family 6 model 85)",
            ),
            (
                "Neoverse-N1",
                "part 0xd0c variant 0x3 revision 1",
                "Neoverse-N1 (part 0xd0c variant 0x3 revision 1)",
            ),
        ];
        for (cpu, id, expected) in names {
            assert_eq!(name(cpu, id), expected);
        }
    }
}
