//! What two keys must agree on.

use kebab_core::Mode;

use crate::config::{Config, Model};

/// A condition on several keys together.
pub(crate) struct Rule {
    pub(crate) keys: [&'static str; 2],
    pub(crate) holds: fn(&Config) -> bool,
    /// The complaint about the two keys, each with its value.
    pub(crate) complaint: fn(&str, &str) -> String,
}

/// Every condition on more than one key.
pub(crate) const RULES: [Rule; 4] = [
    Rule {
        keys: ["chunking.target_tokens", "chunking.max_tokens"],
        holds: |config| config.chunking.target_tokens <= config.chunking.max_tokens,
        complaint: |target, max| format!("{target} must not be more than {max}"),
    },
    Rule {
        keys: ["chunking.overlap_tokens", "chunking.target_tokens"],
        holds: |config| config.chunking.overlap_tokens < config.chunking.target_tokens,
        complaint: |overlap, target| format!("{overlap} must be less than {target}"),
    },
    Rule {
        keys: ["search.mode", "embedding.model"],
        holds: |config| config.search.mode != Mode::Vector || config.embedding.model != Model::None,
        complaint: |mode, model| format!("{mode} needs vectors, but there are none with {model}"),
    },
    Rule {
        keys: ["search.hybrid.rrf_lexical_weight", "search.hybrid.rrf_vector_weight"],
        holds: |config| {
            let hybrid = &config.search.hybrid;
            hybrid.rrf_lexical_weight > 0.0 || hybrid.rrf_vector_weight > 0.0
        },
        complaint: |lexical, vector| format!("{lexical} and {vector} must not both be 0"),
    },
];
