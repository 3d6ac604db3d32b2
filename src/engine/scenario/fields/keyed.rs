//! Reads structs whose fields are the keys of a table. The type of each field decides how its key is read.

use super::{Fields, fit};
use crate::dice::Throw;

/// Types that can be read from a table, given only the key.
pub trait Keyed {
    /// Returns the value at `key`, or the default from the specification of the key.
    fn read(fields: &mut Fields<'_>, key: &'static str) -> Self;
}

impl Keyed for bool {
    fn read(fields: &mut Fields<'_>, key: &'static str) -> Self {
        fields.flag(key)
    }
}

impl Keyed for Option<Throw> {
    fn read(fields: &mut Fields<'_>, key: &'static str) -> Self {
        fields.throw(key)
    }
}

impl Keyed for Throw {
    fn read(fields: &mut Fields<'_>, key: &'static str) -> Self {
        fields.throw_or_default(key)
    }
}

/// Implements [`Keyed`] for number types. The plain type reads a required number, and `Option` an optional
/// one.
macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl Keyed for $number {
            fn read(fields: &mut Fields<'_>, key: &'static str) -> Self {
                fields.number(key)
            }
        }

        impl Keyed for Option<$number> {
            fn read(fields: &mut Fields<'_>, key: &'static str) -> Self {
                fields.whole(key).map(fit)
            }
        }
    )+};
}

numbers!(i8, u8, i16, u16, i32, u32);

/// Defines a struct, and a function `keys` that reads each field from the key of the same name. The fields
/// under `beside` have no key: `keys` sets them to their default, and its caller fills them in.
macro_rules! keyed {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $($(#[$of_key:meta])* $key_vis:vis $key:ident: $kind:ty,)*
        }
        $(beside { $($(#[$of_other:meta])* $other_vis:vis $other:ident: $other_kind:ty,)* })?
    ) => {
        $(#[$about])*
        $vis struct $name {
            $($(#[$of_key])* $key_vis $key: $kind,)*
            $($($(#[$of_other])* $other_vis $other: $other_kind,)*)?
        }

        impl $name {
            fn keys(fields: &mut $crate::scenario::Fields<'_>) -> Self {
                Self {
                    $($key: $crate::scenario::Keyed::read(fields, stringify!($key)),)*
                    $($($other: <$other_kind>::default(),)*)?
                }
            }
        }
    };
}

pub(crate) use keyed;

#[cfg(test)]
mod tests {
    use super::super::super::spec::{FieldSpec, throw, truth, whole};
    use super::super::super::{Faults, Sources, Span, Table};
    use super::*;

    #[rustfmt::skip]
    const ROWS: &[FieldSpec] = &[
        whole("strength", "", 0..=9, "", "").or(3),
        whole("range", "", 1..=9, "", ""),
        truth("light", "", ""),
        throw("dice", "", ""),
    ];

    keyed! {
        #[derive(Debug, PartialEq)]
        struct Weapon {
            strength: i32,
            range: Option<u8>,
            light: bool,
            dice: Option<Throw>,
        }
        beside {
            name: String,
        }
    }

    #[test]
    fn every_key_is_read_as_its_type_says() {
        let mut sources = Sources::default();
        let source = sources.add("a.toml", "");
        let span = Span {
            source,
            start: 0,
            end: 0,
        };
        let (table, faults) = (Table::default(), Faults::new(sources));
        let mut fields = Fields::new(&table, span, "`weapon`", ROWS, &faults);
        let read = Weapon {
            name: "axe".to_owned(),
            ..Weapon::keys(&mut fields)
        };
        fields.finish();
        let expected = Weapon {
            strength: 3,
            range: None,
            light: false,
            dice: None,
            name: "axe".to_owned(),
        };
        assert_eq!(read, expected);
    }
}
