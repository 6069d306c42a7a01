//! Reading grades and scores: exactly rounded, fast for the decimals that files are full of.

use super::{Dialect, Kind, Problem, excerpt};

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The same as integers, for up to the 15 digits that can stand behind the point here.
const WHOLE_POWERS: [u64; 16] = {
    let mut powers = [1; 16];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = powers[i - 1] * 10;
        i += 1;
    }
    powers
};

/// The number of a row, if it is one that the kind of file can hold.
pub(super) fn read(text: &[u8], kind: Kind, dialect: Dialect) -> Result<f64, Problem> {
    let field = kind.value_name();
    let shown = || excerpt(text);
    let value = parse(text).ok_or_else(|| Problem::NotANumber { field, value: shown() })?;
    check(value, kind, shown)?;
    if kind == Kind::Run || dialect == Dialect::Lenient {
        return Ok(value);
    }
    // trec_eval cuts a grade after its digits; an exponent there would change the number.
    if text.iter().any(u8::is_ascii_alphabetic) {
        return Err(Problem::NotANumber { field, value: shown() });
    }
    Ok(value.trunc() + 0.0)
}

/// Refuses what cannot be ranked or graded with.
pub(super) fn check(value: f64, kind: Kind, shown: impl Fn() -> String) -> Result<(), Problem> {
    let field = kind.value_name();
    match kind {
        Kind::Run if value.is_nan() => Err(Problem::NaN { field, value: shown() }),
        Kind::Qrels if value.is_nan() => Err(Problem::NotANumber { field, value: shown() }),
        Kind::Qrels if value.abs() > 1e15 => Err(Problem::OutOfRange { field, value: shown() }),
        Kind::Run | Kind::Qrels => Ok(()),
    }
}

/// The nearest double, as [`f64::from_str`] gives it.
///
/// Up to 2^53 in digits and 22 of them behind the point, one division of two exact doubles is
/// correctly rounded (Clinger 1990); everything else goes to the standard library.
#[inline]
pub(super) fn parse(text: &[u8]) -> Option<f64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let Some((mantissa, n_decimals)) = decimal(digits) else { return slow(text) };
    if mantissa > 1 << 53 {
        return slow(text);
    }
    let value = mantissa as f64 / POWERS[n_decimals];
    Some(if negative { -value } else { value })
}

/// The digits of a plain decimal such as `27.998732` as one integer, and how many of them stand
/// behind the point; `None` for anything else and for more than 16 bytes.
#[inline]
fn decimal(text: &[u8]) -> Option<(u64, usize)> {
    if text.len() > 16 {
        return None;
    }
    let mut whole = 0_u64;
    let mut rest = text;
    loop {
        match rest.split_first() {
            Some((byte @ b'0'..=b'9', behind)) => {
                whole = whole * 10 + u64::from(byte - b'0');
                rest = behind;
            }
            Some((b'.', behind)) if text.len() > 1 => {
                rest = behind;
                break;
            }
            None if !text.is_empty() => return Some((whole, 0)),
            _ => return None,
        }
    }
    let fraction = match text.last_chunk() {
        Some(last) if rest.len() <= 8 => {
            // What stands before the fraction becomes leading zeros.
            let fraction = u64::MAX.checked_shl(64 - 8 * rest.len() as u32).unwrap_or(0);
            eight_digits((u64::from_le_bytes(*last) ^ (REPEAT * u64::from(b'0'))) & fraction)?
        }
        _ => rest.iter().try_fold(0, |sum, byte| {
            byte.is_ascii_digit().then(|| sum * 10 + u64::from(byte - b'0'))
        })?,
    };
    Some((whole * WHOLE_POWERS[rest.len()] + fraction, rest.len()))
}

/// One in every byte.
const REPEAT: u64 = u64::MAX / 255;

/// Eight digits, the first one in the lowest byte, as a number: neighbours are joined three times.
#[inline]
fn eight_digits(digits: u64) -> Option<u64> {
    let above_nine = digits.wrapping_add(REPEAT * (128 - 10)) | digits;
    let pairs = (digits.wrapping_mul(10 << 8 | 1) >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_FFFF_0000_FFFF;
    let eight = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    (above_nine & (REPEAT * 128) == 0).then_some(eight)
}

#[cold]
fn slow(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn agrees_with_the_standard_library() {
        let texts = [
            "0",
            "-0",
            "1",
            "27.998732",
            "-3.5",
            ".5",
            "5.",
            "00012.5",
            "9007199254740993",
            "0.1",
            "123456789.123456",
            "1e5",
            "1E-400",
            "inf",
            "-inf",
            "+4",
            "4.35",
            "0.000001",
            "9999999999999999",
            "99999999999999999999",
            "3.141592653589793238",
            "1_0",
            "",
            "-",
            ".",
            "-.",
            "1.2.3",
            "abc",
            "1 ",
            "0x10",
            "é",
        ];
        for text in texts {
            let expected: Option<f64> = text.parse().ok();
            let found = parse(text.as_bytes());
            assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits), "{text:?}");
        }
    }

    #[test]
    fn agrees_on_many_decimals() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let text = format!("{}.{:06}", (state >> 40) % 1000, (state >> 20) % 1_000_000);
            assert_eq!(parse(text.as_bytes()), text.parse().ok(), "{text}");
        }
    }
}
