//! The steps of a Miller loop, with values where they are to stand.

use crate::field::{linear, sums, term};
use crate::pairing::Pairing;
use crate::pairing::line::{Coefficients, TwistPoint};
use crate::tower::Fp2Of;
use crate::weierstrass::Weierstrass;

impl<T: Pairing> TwistPoint<T> {
    /// [`TwistPoint::double`] with values where they are to stand.
    #[inline(always)]
    pub(crate) fn double_low_stack(&mut self) -> Coefficients<T> {
        let Self { x, y, z } = self;
        // In the line's places stand E, X² and H, in those of T at first A.
        let mut line = {
            let y2 = y.twice();
            let line =
                Coefficients { constant: &T::G2::times_3b(z) * &*z, x: x.sqr(), y: &*z * &y2 };
            *x *= &y2;
            line
        };
        let b = y.sqr();
        {
            let f = line.constant.times(3);
            *x *= &b.minus(&f);
            *y = b.plus(&f).weak().sqr();
        }
        {
            let ee = line.constant.sqr();
            [*y] = linear([[(&*y, 1), (&ee, -12)]]);
        }
        {
            let (b2, h2) = (b.twice(), line.y.twice());
            [*z] = sums([[term(&b2, &h2)]]);
        }
        line.constant = &b - &line.constant;
        [line.x] = linear([[(&line.x, -3)]]);
        line
    }

    /// [`TwistPoint::add`] with values where they are to stand.
    #[inline(always)]
    pub(crate) fn add_low_stack(&mut self, [xq, yq]: &[Fp2Of<T>; 2]) -> Coefficients<T> {
        let Self { x, y, z } = self;
        // In the line's places stand θ and μ.
        let mut line = {
            let xz = xq * &*z;
            let theta = {
                let yz = yq * &*z;
                &*y - &yz
            };
            let minus_mu = xz.minus(x);
            let [constant] = sums([[term(&theta, xq), term(&minus_mu, yq)]]);
            Coefficients { constant, x: theta, y: &*x - &xz }
        };
        let e = {
            let d = line.y.sqr();
            // G.
            *x *= &d;
            &line.y * &d
        };
        let h = {
            let zc = &line.x.sqr() * &*z;
            let [h] = linear([[(&e, 1), (&zc, 1), (&*x, -2)]]);
            h
        };
        {
            let (rest, minus_y) = (x.minus(&h), -&*y);
            [*y] = sums([[term(&line.x, &rest), term(&minus_y, &e)]]);
        }
        *z *= &e;
        *x = &line.y * &h;
        line.x = -&line.x;
        line
    }
}
