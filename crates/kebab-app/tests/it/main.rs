//! Tests through the public door of `kebab-app`.
