//! Tests through the public door of `kebab-store-sqlite`.
