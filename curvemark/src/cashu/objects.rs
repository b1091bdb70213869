//! Objects of JSON.

/// Reads and writes models as JSON objects alone. What serde derives would also take an array of the values without their names, which
/// no other implementation does.
macro_rules! objects {
    ($($model:ident),+) => { $(
        impl serde::Serialize for $model {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // The derived function, which is not of the trait.
                $model::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $model {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Object;

                impl<'de> serde::de::Visitor<'de> for Object {
                    type Value = $model;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str(concat!(stringify!($model), " as an object"))
                    }

                    fn visit_map<M: serde::de::MapAccess<'de>>(self, map: M) -> Result<$model, M::Error> {
                        $model::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_map(Object)
            }
        }
    )+ };
}
pub(crate) use objects;
