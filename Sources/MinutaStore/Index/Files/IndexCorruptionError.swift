/// The error for a cache file that is corrupt or has another format version.
struct IndexCorruptionError: Error {}
