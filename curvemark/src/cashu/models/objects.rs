//! Objects of JSON.

/// Reads and writes models as JSON objects alone. What serde derives would also take an array of
/// the values without their names, which no other implementation does.
macro_rules! objects {
    ($($model:ident $(<$($of:ident $(: $bound:ident)?),+>)?),+) => { $(
        impl $(<$($of: serde::Serialize $(+ $bound)?),+>)? serde::Serialize for $model $(<$($of),+>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // The derived function, which is not of the trait.
                $model::serialize(self, serializer)
            }
        }

        impl<'de, $($($of: serde::Deserialize<'de> $(+ $bound)?),+)?> serde::Deserialize<'de> for $model $(<$($of),+>)? {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Object<T>(core::marker::PhantomData<T>);

                impl<'de, $($($of: serde::Deserialize<'de> $(+ $bound)?),+)?> serde::de::Visitor<'de>
                    for Object<$model $(<$($of),+>)?>
                {
                    type Value = $model $(<$($of),+>)?;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str(concat!(stringify!($model), " as an object"))
                    }

                    fn visit_map<M: serde::de::MapAccess<'de>>(self, map: M) -> Result<Self::Value, M::Error> {
                        $model::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_map(Object(core::marker::PhantomData))
            }
        }
    )+ };
}
pub(crate) use objects;
