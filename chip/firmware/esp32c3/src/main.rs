//! The rows of the emulator's images on an ESP32-C3: what each takes by the chip's own performance
//! counter, which would replace the constants of `chip/emulator/models/esp32c3.txt` that were taken
//! from other chips or fitted.
//!
//! **Never run on a board.** It is type-checked, no more. `cargo run --release` here flashes it
//! with `espflash`.
//!
//! First every published case of Cashu v3, in software and on the RSA block, then 10,000 products
//! of the block beside the processor's own: one that differs ends the program. Then each row once
//! for each event, since there is one counter: `row | event | count`, rows on the block with `rsa/`
//! before their names.
#![no_std]
#![no_main]

#[path = "../../image/src/answer.rs"]
mod answer;
mod cases;
#[path = "../../curves-image/src/answer.rs"]
mod curves;
#[path = "../../checks-image/src/kernels.rs"]
mod kernels;
mod mailbox;
mod marker;
mod rows;
#[path = "../../image/src/scratch.rs"]
mod scratch;

use core::panic::PanicInfo;

use esp_hal::clock::CpuClock;
use esp_println::println;
use esp32c3_rsa::Rsa;

use kernels::Base381;

esp_bootloader_esp_idf::esp_app_desc!();

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    rest()
}

/// A board goes on for ever.
fn rest() -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// Everything; `None` if an answer was wrong, which was printed.
fn run(rsa: &mut Rsa) -> Option<()> {
    cases::check("software")?;
    {
        let serving = rsa.serve::<Base381>();
        if let Some(error) = serving.error() {
            println!("the RSA block does not serve: {error:?}");
            return None;
        }
        cases::check("the RSA block")?;
        cases::products()?;
        if let Some(error) = serving.error() {
            println!("the RSA block stopped serving: {error:?}");
            return None;
        }
    }
    rows::print(false)?;
    rows::print_curves()?;
    let _serving = rsa.serve::<Base381>();
    rows::print(true)
}

#[esp_hal::main]
fn main() -> ! {
    let _peripherals = esp_hal::init(esp_hal::Config::default().with_cpu_clock(CpuClock::_160MHz));
    println!("platform | ESP32-C3, 160 MHz");
    // SAFETY: this is the chip; the peripherals are this program's, and nothing of it uses the
    // block or the digital signature.
    let mut rsa = unsafe { Rsa::new() };
    match run(&mut rsa) {
        Some(()) => println!("done"),
        None => println!("an answer was wrong: nothing of the above counts"),
    }
    rest()
}
