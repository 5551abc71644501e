/// A cache file is corrupt, or has another format version.
struct IndexCorruptionError: Error {}
