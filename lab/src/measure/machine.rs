//! The machine's fingerprint: what decides how fast this kind of code runs, and nothing about whose
//! machine it is.
//!
//! Everything is read from the CPU and from a few world-readable files; what cannot be read is
//! `unknown`, never an error. Host name, user, paths and serial numbers are not looked at.

use super::clock::Clock;
use record::Machine;
use sha2::{Digest, Sha256};
use std::fs;
use std::hint::black_box;
use std::thread::available_parallelism;

/// The present machine.
pub fn machine(clock: &dyn Clock) -> Machine {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let (cpu, cpu_id) = cpu_names(&info).or_else(apple_cpu).unwrap_or_else(|| {
        let arch = std::env::consts::ARCH;
        (format!("unknown {arch} CPU"), "unknown".to_owned())
    });
    let mut machine = Machine {
        cpu,
        cpu_id,
        features: features().into_iter().map(str::to_owned).collect(),
        cpus: cpus(&info),
        caches: caches(),
        system: system(),
        virtual_machine: is_virtual(&info),
        clock_ghz: (1000.0 / step_ns(clock)).round() / 1000.0,
        fingerprint: String::new(),
    };
    machine.fingerprint = fingerprint(&machine);
    machine
}

/// The machine's logical CPUs, whatever share of them this process may use: a pinned process still
/// runs on the same machine.
fn cpus(info: &str) -> u32 {
    let listed = info
        .lines()
        .filter(|line| line.split(':').next().is_some_and(|name| name.trim() == "processor"))
        .count();
    let usable = || available_parallelism().map_or(1, usize::from);
    u32::try_from(if listed > 0 { listed } else { usable() }).unwrap_or(u32::MAX)
}

/// Twelve hexadecimal digits over everything but the clock, which is a measurement.
pub fn fingerprint(machine: &Machine) -> String {
    let text = format!(
        "{}\n{}\n{}\n{}\n{}\n{}\n{}",
        machine.cpu,
        machine.cpu_id,
        machine.features.join(" "),
        machine.cpus,
        machine.caches,
        machine.system,
        machine.virtual_machine,
    );
    Sha256::digest(text.as_bytes()).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// Nanoseconds per step of a chain in which each addition needs the last one's result: one cycle on
/// every CPU that curvemark runs on. The least of twenty stretches, about 2 ms.
pub fn step_ns(clock: &dyn Clock) -> f64 {
    const STEPS: u32 = 200_000;
    let mut least = f64::INFINITY;
    for _ in 0..20 {
        let (mut a, mut b) = (black_box(0u64), black_box(1u64));
        let start = clock.start().cpu_ns;
        // Fibonacci's numbers: no compiler knows a shorter way, and both additions wait for each
        // other.
        for _ in 0..STEPS / 2 {
            a = a.wrapping_add(b);
            b = b.wrapping_add(a);
        }
        black_box((a, b));
        let took = clock.stop().cpu_ns - start - clock.overhead().cpu_ns;
        least = least.min(took / f64::from(STEPS));
    }
    // A clock that stands still must not make an infinite frequency of it.
    least.max(1e-3)
}

/// The value of the first line `key : value`.
fn field<'a>(info: &'a str, key: &str) -> Option<&'a str> {
    info.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.trim() == key)
        .map(|(_, value)| value.trim())
}

/// Name, and family/model/stepping, from `/proc/cpuinfo` of x86 or Arm.
fn cpu_names(info: &str) -> Option<(String, String)> {
    if let Some(model) = field(info, "model name")
        && let Some(family) = field(info, "cpu family")
    {
        let get = |key| field(info, key).unwrap_or("?");
        let name = format!("{} {model}", get("vendor_id"));
        return Some((
            name,
            format!("family {family} model {} stepping {}", get("model"), get("stepping")),
        ));
    }
    let implementer = field(info, "CPU implementer")?;
    let get = |key| field(info, key).unwrap_or("?");
    let id = format!(
        "part {} variant {} revision {}",
        get("CPU part"),
        get("CPU variant"),
        get("CPU revision")
    );
    let name = field(info, "model name")
        .map_or_else(|| format!("Arm implementer {implementer}"), str::to_owned);
    Some((name, id))
}

/// The name as macOS knows it.
fn apple_cpu() -> Option<(String, String)> {
    if !cfg!(target_os = "macos") {
        return None;
    }
    let ask = |key: &str| {
        let output =
            std::process::Command::new("/usr/sbin/sysctl").args(["-n", key]).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    let id = ask("hw.cpufamily")
        .map_or_else(|| "unknown".to_owned(), |family| format!("family {family}"));
    Some((ask("machdep.cpu.brand_string")?, id))
}

/// Those of the listed features that this CPU has.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    macro_rules! present {
        ($($name:tt)*) => { [$(($name, std::is_x86_feature_detected!($name))),*] };
    }
    let all = present!["bmi1" "bmi2" "adx" "avx2" "avx512f" "avx512dq" "avx512bw" "avx512vl" "avx512ifma" "avx512vbmi"
        "avx512vbmi2" "gfni" "aes" "vaes" "pclmulqdq" "vpclmulqdq" "sha"];
    all.into_iter().filter(|(_, present)| *present).map(|(name, _)| name).collect()
}

/// Those of the listed features that this CPU has.
#[cfg(target_arch = "aarch64")]
fn features() -> Vec<&'static str> {
    macro_rules! present {
        ($($name:tt)*) => { [$(($name, std::arch::is_aarch64_feature_detected!($name))),*] };
    }
    let all = present!["neon" "aes" "pmull" "sha2" "sha3" "sve" "sve2"];
    all.into_iter().filter(|(_, present)| *present).map(|(name, _)| name).collect()
}

/// No feature of this architecture matters here.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> Vec<&'static str> {
    Vec::new()
}

/// The caches of the first CPU, as Linux lists them: `L1d 48K, L1i 32K, L2 2048K, L3 32768K`.
fn caches() -> String {
    let mut words = Vec::new();
    for index in 0..8 {
        let read = |name: &str| {
            let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
            fs::read_to_string(path).map(|text| text.trim().to_owned()).ok()
        };
        let (Some(level), Some(size)) = (read("level"), read("size")) else { break };
        let kind = match read("type").as_deref() {
            Some("Data") => "d",
            Some("Instruction") => "i",
            _ => "",
        };
        words.push(format!("L{level}{kind} {size}"));
    }
    if words.is_empty() { "unknown".to_owned() } else { words.join(", ") }
}

/// Kernel name, release and architecture. The same call would tell the host's name, which is not
/// read.
#[cfg(unix)]
fn system() -> String {
    let name = rustix::system::uname();
    let words = [name.sysname(), name.release(), name.machine()];
    words.map(|word| word.to_string_lossy().into_owned()).join(" ")
}

/// What the compiler knew of the target.
#[cfg(not(unix))]
fn system() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Whether the CPU says that a hypervisor runs it.
fn is_virtual(info: &str) -> bool {
    let flagged = field(info, "flags")
        .is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor"));
    flagged || fs::exists("/sys/hypervisor/type").unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::clock::SystemClock;

    const X86: &str = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\
                       stepping\t: 1\nflags\t\t: fpu hypervisor adx\n\nprocessor\t: 1\nmodel name\t: other\n";
    const ARM: &str = "processor\t: 0\nCPU implementer\t: 0x41\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n";

    #[test]
    fn names_are_read_from_both_kinds_of_file() {
        let id = "family 25 model 17 stepping 1".to_owned();
        assert_eq!(cpu_names(X86), Some(("AuthenticAMD AMD EPYC".to_owned(), id)));
        let id = "part 0xd0c variant 0x3 revision 1".to_owned();
        assert_eq!(cpu_names(ARM), Some(("Arm implementer 0x41".to_owned(), id)));
        assert_eq!(cpu_names(""), None);
        assert!(is_virtual(X86));
        assert_eq!((cpus(X86), cpus(ARM)), (2, 1));
        assert!(cpus("") >= 1);
    }

    #[test]
    fn the_fingerprint_depends_on_everything_but_the_clock() {
        let clock = SystemClock::new();
        let found = machine(&clock);
        assert_eq!(found.fingerprint.len(), 12);
        assert!(found.clock_ghz > 0.0 && found.clock_ghz < 1000.0);
        let changed = |change: fn(&mut Machine)| {
            let mut other = found.clone();
            change(&mut other);
            fingerprint(&other)
        };
        assert_eq!(changed(|m| m.clock_ghz += 1.0), found.fingerprint);
        for change in [
            (|m| m.cpu.push('x')) as fn(&mut Machine),
            |m| m.cpu_id.push('x'),
            |m| m.features.push("x".into()),
            |m| m.cpus += 1,
            |m| m.caches.push('x'),
            |m| m.system.push('x'),
            |m| m.virtual_machine = !m.virtual_machine,
        ] {
            assert_ne!(changed(change), found.fingerprint);
        }
    }

    #[test]
    fn nothing_private_is_told() {
        let text = serde_json::to_string(&machine(&SystemClock::new())).expect("plain data");
        for name in ["HOSTNAME", "USER", "LOGNAME", "HOME"] {
            if let Ok(value) = std::env::var(name)
                && value.len() > 4
            {
                assert!(!text.contains(&value), "the record tells {name}");
            }
        }
    }
}
