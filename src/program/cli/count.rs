//! Parses large whole numbers on the command line, such as `1_000_000`, `200k`, `1e6` and `2.5M`.

/// Maximum number of fights of a matchup that the user can request.
const MOST_FIGHTS: u64 = 1_000_000_000_000;

/// Parses a number of fights, from one to 1,000,000,000,000.
pub(super) fn fights(text: &str) -> Result<u64, String> {
    match count(text) {
        Ok(0) => Err("at least one fight has to be played: write 1 to 1e12".to_owned()),
        Ok(n) if n <= MOST_FIGHTS => Ok(n),
        Ok(_) | Err(NoCount::TooLarge) => Err("more than 1e12 fights: write 1 to 1e12".to_owned()),
        Err(NoCount::NoNumber) => {
            Err("write a whole number: 250000, 1_000_000, 200k, 2M, 1e6; at most 1e12".to_owned())
        }
    }
}

/// Parses a number of fights that are listed one by one, from 1 to a million.
pub(super) fn few(text: &str) -> Result<u64, String> {
    let number = count(text)
        .ok()
        .filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| "write a whole number from 1 to 1000000".to_owned())
}

/// Parses a limit on the number of states, at least one.
pub(super) fn states(text: &str) -> Result<usize, String> {
    let most = usize::MAX;
    match count(text).map(usize::try_from) {
        Ok(Ok(n)) if n > 0 => Ok(n),
        Ok(Err(_)) | Err(NoCount::TooLarge) => {
            Err(format!("write a whole number from 1 to {most}"))
        }
        _ => Err("write a whole number above 0: 50000, 1_000_000, 200k, 2M, 1e6".to_owned()),
    }
}

/// Parses an amount of memory in bytes, or in the unit `KiB`, `MiB` or `GiB`.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let unit = units
        .iter()
        .find_map(|&(unit, shift)| Some((text.strip_suffix(unit)?, shift)));
    let (number, shift) = unit.unwrap_or((text, 0));
    let bytes = count(number)
        .ok()
        .and_then(|n| n.checked_mul(1 << shift))
        .and_then(|n| usize::try_from(n).ok());
    bytes
        .filter(|&n| n > 0)
        .ok_or_else(|| "write bytes, KiB, MiB or GiB: 500MiB, 2GiB".to_owned())
}

/// Parses a seed.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    let most = i64::MAX.cast_unsigned();
    let seed = count(text).ok().filter(|&seed| seed <= most);
    seed.ok_or_else(|| format!("a seed is a whole number from 0 to {most}"))
}

/// Parses a number of rounds or steps, from 1 to 10,000.
pub(super) fn to_10_000(text: &str) -> Result<u32, String> {
    let number = count(text).ok().and_then(|n| u32::try_from(n).ok());
    let number = number.filter(|number| (1..=10_000).contains(number));
    number.ok_or_else(|| "write a whole number from 1 to 10000".to_owned())
}

/// Parses a seat: 1 for the listed order of the sides, 2 for the reverse order.
pub(super) fn seat(text: &str) -> Result<u8, String> {
    let seat = text.parse().ok().filter(|seat| (1..=2).contains(seat));
    seat.ok_or_else(|| "write 1 or 2".to_owned())
}

/// Parses the number of a fight. The first fight is 0.
pub(super) fn index(text: &str) -> Result<u64, String> {
    count(text).map_err(|error| match error {
        NoCount::TooLarge => format!("write a whole number from 0 to {}", u64::MAX),
        NoCount::NoNumber => "write a whole number: 7, 1_000, 12k".to_owned(),
    })
}

/// Parses a margin in per cent and returns it as a fraction. The fraction must be above 0 and below one half,
/// so that twice the margin is below 1.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').map(str::trim_end);
    match number.and_then(|number| number.parse::<f64>().ok()) {
        Some(percent) if percent > 0.0 && percent < 50.0 => Ok(percent / 100.0),
        Some(percent) if percent <= 0.0 => {
            Err("the margin must be more than 0%, such as 0.5%".to_owned())
        }
        Some(_) => Err("the margin must be less than 50%, such as 1%".to_owned()),
        None => Err("write a percentage, such as 1% or 0.5%".to_owned()),
    }
}

/// The reason why a text is not a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NoCount {
    NoNumber,
    /// The number does not fit into 64 bits.
    TooLarge,
}

/// Parses a whole number. The text may have a leading `+`, underscores, a decimal point, an exponent, or one
/// of the suffixes `k` and `M`. The arithmetic is exact, so `2.5k` is 2500. A text such as `0.5`, which is no
/// whole number, is rejected.
fn count(text: &str) -> Result<u64, NoCount> {
    let (digits, zeros) = written(text).ok_or(NoCount::NoNumber)?;
    let power = 10u64.checked_pow(zeros).ok_or(NoCount::TooLarge)?;
    let digits = digits.parse::<u64>().map_err(|_| NoCount::TooLarge)?;
    digits.checked_mul(power).ok_or(NoCount::TooLarge)
}

/// Splits a number as written into its digits and the number of zeros to append to them. Returns `None` if
/// the text is no whole number.
fn written(text: &str) -> Option<(String, u32)> {
    let text = text.trim();
    let (mantissa, power) = split(text.strip_prefix('+').unwrap_or(text))?;
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((_, "")) => return None,
        Some((whole, fraction)) => (whole, fraction.trim_end_matches('0')),
        None => (mantissa, ""),
    };
    let digits = [digits(whole)?, fraction.to_owned()].concat();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let zeros = power.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    Some((digits, zeros))
}

/// Returns the digits of a whole number without the underscores between them.
fn digits(whole: &str) -> Option<String> {
    let tidy = !whole.is_empty() && !whole.starts_with('_') && !whole.ends_with('_');
    tidy.then(|| whole.replace('_', ""))
}

/// Splits off the exponent or suffix, and returns the rest of the text with the power of ten that it stands
/// for.
fn split(text: &str) -> Option<(&str, u32)> {
    if let Some((mantissa, exponent)) = text.split_once(['e', 'E']) {
        let plain = exponent.strip_prefix('+').unwrap_or(exponent);
        let tidy = plain.bytes().all(|byte| byte.is_ascii_digit());
        return tidy
            .then(|| plain.parse().ok())
            .flatten()
            .map(|power| (mantissa, power));
    }
    let powers = [('k', 3), ('K', 3), ('m', 6), ('M', 6)];
    let suffix = powers
        .iter()
        .find_map(|&(letter, power)| Some((text.strip_suffix(letter)?, power)));
    Some(suffix.unwrap_or((text, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_type_them() {
        for (text, number) in [
            ("1", 1),
            ("+5", 5),
            ("250000", 250_000),
            ("1_000_000", 1_000_000),
            ("200k", 200_000),
            ("2M", 2_000_000),
            ("2.5M", 2_500_000),
            ("1e6", 1_000_000),
            ("1.5E+3", 1500),
            ("10.0", 10),
            ("1e12", 1_000_000_000_000),
        ] {
            assert_eq!(fights(text), Ok(number), "{text}");
        }
        assert_eq!(index("0"), Ok(0));
    }

    #[test]
    fn a_number_that_is_too_large_is_told_what_it_may_be() {
        for text in ["99999999999999999999999", "1e13", "1e99", "30000000000G"] {
            let is_number = !text.ends_with('G');
            let error = fights(text).expect_err(text);
            assert_eq!(error.ends_with("write 1 to 1e12"), is_number, "{error}");
            let error = index(text).err().unwrap_or_default();
            let is_larger = is_number && text != "1e13";
            assert_eq!(
                error.starts_with("write a whole number from 0 to 1844"),
                is_larger
            );
        }
        let states = states("1e30").expect_err("too many");
        assert!(
            states.starts_with("write a whole number from 1 to "),
            "{states}"
        );
    }

    #[test]
    fn a_seed_is_a_number_that_a_scenario_may_have() {
        assert_eq!(seed("9223372036854775807"), Ok(9_223_372_036_854_775_807));
        for text in [
            "",
            "-1",
            "0x10",
            "9223372036854775808",
            "99999999999999999999",
        ] {
            let error = seed(text).expect_err(text);
            assert!(
                error.starts_with("a seed is a whole number from 0 to "),
                "{error}"
            );
        }
    }

    #[test]
    fn memory_is_in_powers_of_two() {
        for (text, number) in [("4096", 4096), ("3KiB", 3072), ("1GiB", 1 << 30)] {
            assert_eq!(bytes(text), Ok(number), "{text}");
        }
        for text in [
            "",
            "0",
            "GiB",
            "1.5GiB",
            "-1MiB",
            "1e30GiB",
            "99999999999GiB",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
        assert_eq!(states("2k"), Ok(2000));
        assert!(states("0").is_err());
    }

    #[test]
    fn a_margin_is_per_cent_and_makes_sense() {
        assert_eq!(percent("1%"), Ok(0.01));
        assert_eq!(percent("0.5 %"), Ok(0.005));
        for text in [
            "1", "", "%", "0%", "-1%", "100%", "50%", "nan%", "inf%", "one%",
        ] {
            assert!(percent(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_count_is_refused() {
        for text in [
            "",
            "0",
            "-1",
            "1.5",
            "1e-3",
            "k",
            "1e",
            "e6",
            ".5k",
            "1.",
            "1_",
            "_1",
            "1 000",
            "1e13",
            "1e99",
            "2kk",
            "ten",
            "1.2.3k",
            "++5",
            "1.0005k",
            "0x10",
            "99999999999999999999",
        ] {
            assert!(fights(text).is_err(), "{text}");
        }
    }
}
