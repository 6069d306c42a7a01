//! Vectors as integers: see the [module](super) for what they mean.

use super::MAX_DIMENSIONS;

/// The absolute value of a vector's largest number.
const LARGEST: f64 = 127.0 * 256.0;

/// A 32-bit sum of this many products of a query's number and a high byte cannot overflow:
/// 256 · 32,512 · 128 < 2³¹.
const EXACT: usize = 256;

/// Covers what 32-bit arithmetic does to a bound.
const ROUNDING: f64 = 1e-6;

/// What the search knows of a vector besides its high bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    /// 256 / |v|, and 0 for the zero vector.
    pub(super) scale: f32,
    pub(super) slack: f32,
}

/// A vector scaled to integers; all zeros when it is zero or has numbers that are not finite.
pub(super) fn to_integers(vector: &[f32]) -> impl Iterator<Item = i16> {
    let largest = vector.iter().fold(0.0, |largest: f64, &number| {
        if number.is_finite() { largest.max(f64::from(number).abs()) } else { f64::INFINITY }
    });
    let factor = if largest > 0.0 { LARGEST / largest } else { 0.0 };
    vector.iter().map(move |&number| {
        let scaled = if factor > 0.0 { f64::from(number) * factor } else { 0.0 };
        scaled.round() as i16
    })
}

/// The two bytes a number is stored as.
pub(super) fn split(number: i16) -> (i8, i8) {
    let high = (number + 128) >> 8;
    (high as i8, (number - (high << 8)) as i8)
}

fn join(high: u8, low: u8) -> i32 {
    i32::from(high as i8) * 256 + i32::from(low as i8)
}

/// The bounds of a vector, from its integers.
pub(super) fn bounds(vector: &[i16]) -> Bounds {
    let squares = vector.iter().map(|&number| i64::from(number) * i64::from(number));
    let lows = vector.iter().map(|&number| i64::from(split(number).1));
    let (square, low_square) = (squares.sum::<i64>(), lows.map(|low| low * low).sum::<i64>());
    if square == 0 {
        return Bounds { scale: 0.0, slack: 0.0 };
    }
    let length = (square as f64).sqrt();
    let slack = (low_square as f64).sqrt() / length + ROUNDING;
    Bounds { scale: (256.0 / length) as f32, slack: (slack as f32).next_up() }
}

/// A stored vector at length 1.
pub(super) fn unit_vector(high: &[u8], low: &[u8]) -> Vec<f32> {
    let numbers = || high.iter().zip(low).map(|(&high, &low)| join(high, low));
    let square: i64 = numbers().map(|number| i64::from(number) * i64::from(number)).sum();
    let length = (square.max(1) as f64).sqrt();
    numbers().map(|number| (f64::from(number) / length) as f32).collect()
}

/// A query as integers.
#[derive(Debug)]
pub(super) struct Query {
    numbers: Vec<i16>,
    square: i64,
}

impl Query {
    /// `None` when there is nothing to compare with: a zero vector, or not a vector of numbers.
    pub(super) fn new(vector: &[f32]) -> Option<Query> {
        assert!(vector.len() <= MAX_DIMENSIONS, "no matrix is that wide");
        let numbers: Vec<i16> = to_integers(vector).collect();
        let square = numbers.iter().map(|&number| i64::from(number) * i64::from(number)).sum();
        (square > 0).then_some(Query { numbers, square })
    }

    /// 1 / |q|.
    pub(super) fn scale(&self) -> f32 {
        (1.0 / (self.square as f64).sqrt()) as f32
    }

    /// The dot product with each row of high bytes.
    pub(super) fn coarse_dots(&self, high: &[u8], dots: &mut [f32]) {
        pulp::Arch::new().dispatch(CoarseDots { query: &self.numbers, high, dots });
    }

    /// The cosine with a stored vector, `None` when that is zero.
    pub(super) fn cosine(&self, high: &[u8], low: &[u8]) -> Option<f64> {
        let (mut dot, mut square) = (0i64, 0i64);
        for ((&query, &high), &low) in self.numbers.iter().zip(high).zip(low) {
            let number = join(high, low);
            dot += i64::from(i32::from(query) * number);
            square += i64::from(number * number);
        }
        // The clamp undoes what rounding the root may add to vectors in the same direction.
        let cosine = dot as f64 / (self.square as f64 * square as f64).sqrt();
        (square > 0).then_some(cosine.clamp(-1.0, 1.0))
    }
}

struct CoarseDots<'a> {
    query: &'a [i16],
    high: &'a [u8],
    dots: &'a mut [f32],
}

impl pulp::WithSimd for CoarseDots<'_> {
    type Output = ();

    // Compiled once per instruction set, which works only for what is inlined.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let (query_parts, query_rest) = self.query.as_chunks::<EXACT>();
        for (row, out) in self.high.chunks_exact(self.query.len()).zip(self.dots) {
            let (parts, rest) = row.as_chunks::<EXACT>();
            let mut dot = i64::from(coarse_dot(query_rest, rest));
            for (query, part) in query_parts.iter().zip(parts) {
                dot += i64::from(coarse_dot(query, part));
            }
            *out = dot as f32;
        }
    }
}

#[inline(always)]
fn coarse_dot(query: &[i16], high: &[u8]) -> i32 {
    query.iter().zip(high).map(|(&q, &h)| i32::from(q) * i32::from(h as i8)).sum()
}
