//! The verifying keys of zkLogin's circuit.
//!
//! Source: fastcrypto-zkp 0.1.4, `bn254::zk_login_api`, where they stand in the same digits.

use alloc::vec;

use curve::bn254::{Fp2, G1Affine, G2Affine};

use super::Error;
use super::numbers::canonical;
use crate::groth16::{Bn254, VerifyingKey};

/// Whose key proofs are verified with.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// The key of the ceremony, for Sui's main network and its test network.
    Production,
    /// The key of Sui's development networks: who made it, can prove anything.
    Test,
}

/// x, y.
type G1Text = [&'static str; 2];
/// x, y, each as c₀, c₁.
type G2Text = [G1Text; 2];

/// A key with one public input.
struct KeyText {
    alpha: G1Text,
    beta: G2Text,
    delta: G2Text,
    ic: [G1Text; 2],
}

const PRODUCTION: KeyText = KeyText {
    alpha: [
        "21529901943976716921335152104180790524318946701278905588288070441048877064089",
        "7775817982019986089115946956794180159548389285968353014325286374017358010641",
    ],
    beta: [
        [
            "6600437987682835329040464538375790690815756241121776438004683031791078085074",
            "16207344858883952201936462217289725998755030546200154201671892670464461194903",
        ],
        [
            "17943105074568074607580970189766801116106680981075272363121544016828311544390",
            "18339640667362802607939727433487930605412455701857832124655129852540230493587",
        ],
    ],
    delta: [
        [
            "19260309516619721648285279557078789954438346514188902804737557357941293711874",
            "2480422554560175324649200374556411861037961022026590718777465211464278308900",
        ],
        [
            "14489104692423540990601374549557603533921811847080812036788172274404299703364",
            "12564378633583954025611992187142343628816140907276948128970903673042690269191",
        ],
    ],
    ic: [
        [
            "1607694606386445293170795095076356565829000940041894770459712091642365695804",
            "18066827569413962196795937356879694709963206118612267170825707780758040578649",
        ],
        [
            "20653794344898475822834426774542692225449366952113790098812854265588083247207",
            "3296759704176575765409730962060698204792513807296274014163938591826372646699",
        ],
    ],
};

const TEST: KeyText = KeyText {
    alpha: [
        "20491192805390485299153009773594534940189261866228447918068658471970481763042",
        "9383485363053290200918347156157836566562967994039712273449902621266178545958",
    ],
    beta: [
        [
            "6375614351688725206403948262868962793625744043794305715222011528459656738731",
            "4252822878758300859123897981450591353533073413197771768651442665752259397132",
        ],
        [
            "10505242626370262277552901082094356697409835680220590971873171140371331206856",
            "21847035105528745403288232691147584728191162732299865338377159692350059136679",
        ],
    ],
    delta: [
        [
            "10857046999023057135944570762232829481370756359578518086990519993285655852781",
            "11559732032986387107991004021392285783925812861821192530917403151452391805634",
        ],
        [
            "8495653923123431417604973247489272438418190587263600148770280649306958101930",
            "4082367875863433681332203403145435568316851327593401208105741076214120093531",
        ],
    ],
    ic: [
        [
            "20701306374481714853949730154526815782802808896228594855451770849676897643964",
            "2766989084754673216772682210231588284954002353414778477810174100808747060165",
        ],
        [
            "501195541410525737371980194958674422793469475773065719916327137354779402600",
            "13527631693157515024233848630878973193664410306029731429350155106228769355415",
        ],
    ],
};

/// The key of an environment. γ is the generator in both.
///
/// [Example](crate::zklogin).
pub fn verifying_key(environment: Environment) -> VerifyingKey<Bn254> {
    let text = match environment {
        Environment::Production => &PRODUCTION,
        Environment::Test => &TEST,
    };
    read(text).unwrap_or_else(|_| unreachable!("a test reads both keys"))
}

fn read(text: &KeyText) -> Result<VerifyingKey<Bn254>, Error> {
    let [beta, delta] = [g2(&text.beta)?, g2(&text.delta)?];
    let (alpha, ic) = (g1(&text.alpha)?, vec![g1(&text.ic[0])?, g1(&text.ic[1])?]);
    let key = VerifyingKey::new(alpha, beta, G2Affine::generator(), delta, ic);
    key.map_err(|_| Error::NotCanonical)
}

fn g1([x, y]: &G1Text) -> Result<G1Affine, Error> {
    Ok(G1Affine::from_xy(canonical(x)?, canonical(y)?)?)
}

fn g2([x, y]: &G2Text) -> Result<G2Affine, Error> {
    let element =
        |[c0, c1]: &G1Text| -> Result<_, Error> { Ok(Fp2::new(canonical(c0)?, canonical(c1)?)) };
    Ok(G2Affine::from_xy(element(x)?, element(y)?)?)
}
