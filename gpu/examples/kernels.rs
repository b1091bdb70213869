//! Writes each kernel's text to a file of its own, and the modules that are loaded to the folder
//! `modules` there, for an assembler: `tools/gpu_budgets.sh`.
//!
//! `kernels FOLDER`

use std::path::Path;

use curve::{bls12_381, bn254};
use gpu::arithmetic;
use gpu::curve::OnCard;
use gpu::kernels::{
    accumulate, butterflies, digits, elementwise, fold, halve, points, scan, scatter,
};
use gpu::lower::STORED;
use gpu::modulus::Modulus;
use gpu::msm::Plan;
use gpu::ntt;
use gpu::ptx::{Kernel, Module};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: kernels FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let modules = folder.join("modules");
    std::fs::create_dir_all(&modules)?;
    let plan = Plan { window: 16, entries: 64, partials: 8 };
    for (name, module) in [
        ("msm_bls12_381", plan.module::<bls12_381::G1Curve>(&Modulus::of::<bls12_381::FpEngine>())),
        ("msm_bn254", plan.module::<bn254::G1Curve>(&Modulus::of::<bn254::FpEngine>())),
        ("ntt_bls12_381", ntt::module(&Modulus::of::<bls12_381::FrEngine>())),
        ("ntt_bn254", ntt::module(&Modulus::of::<bn254::FrEngine>())),
    ] {
        std::fs::write(modules.join(name).with_extension("ptx"), module.text())?;
    }
    let write = |name: &str, module: Module, kernel: Kernel| {
        std::fs::write(folder.join(name).with_extension("ptx"), module.kernel(kernel).text())
    };
    let plain = [
        digits::kernel("digits", 16),
        scan::totals("totals"),
        scan::offsets("offsets"),
        scatter::kernel("scatter"),
    ];
    for kernel in plain {
        write(&kernel.name.clone(), Module::default(), kernel)?;
    }
    for (name, kernel) in [of::<bls12_381::G1Curve>(), of::<bn254::G1Curve>()].concat() {
        let modulus = match name.starts_with("bls") {
            true => Modulus::of::<bls12_381::FpEngine>(),
            false => Modulus::of::<bn254::FpEngine>(),
        };
        write(&name, arithmetic::module(&modulus), kernel)?;
    }
    let scalars = [
        ("bls12_381_fr", Modulus::of::<bls12_381::FrEngine>()),
        ("bn254_fr", Modulus::of::<bn254::FrEngine>()),
    ];
    for (name, modulus) in scalars {
        let butterflies = butterflies::kernel("butterflies", &modulus);
        let scale = butterflies::scale("scale", &modulus);
        let more = [("butterflies", butterflies), ("scale", scale)];
        for (kind, kernel) in field(&modulus).into_iter().chain(more) {
            write(&format!("{name}_{kind}"), arithmetic::module(&modulus), kernel)?;
        }
    }
    Ok(())
}

/// Products and squares.
fn field(modulus: &Modulus) -> [(&'static str, Kernel); 2] {
    let product =
        elementwise::kernel("product", modulus, &[STORED; 2], |body, arithmetic, inputs| {
            let product = arithmetic.mul(body, &inputs[0], &inputs[1]);
            vec![arithmetic.fit(body, &product, STORED)]
        });
    let square = elementwise::kernel("square", modulus, &[STORED], |body, arithmetic, inputs| {
        let square = arithmetic.sqr(body, &inputs[0]);
        vec![arithmetic.fit(body, &square, STORED)]
    });
    [("product", product), ("square", square)]
}

fn of<C: OnCard>() -> Vec<(String, Kernel)> {
    let modulus = Modulus::of::<C::Base>();
    let mut kernels = vec![
        ("clear", points::clear("clear", &modulus)),
        ("accumulate", accumulate::kernel::<C>("accumulate", &modulus)),
        ("fold", fold::kernel::<C>("fold", &modulus)),
        ("halve", halve::kernel::<C>("halve", &modulus)),
        ("add", elementwise::formula("add", &modulus, &C::addition())),
        ("add_mixed", elementwise::formula("add_mixed", &modulus, &C::mixed_addition())),
        ("double", elementwise::formula("double", &modulus, &C::doubling())),
    ];
    kernels.extend(field(&modulus));
    kernels.into_iter().map(|(name, kernel)| (format!("{}_{name}", C::NAME), kernel)).collect()
}
