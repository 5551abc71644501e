/// What stands in the cache is not what was written there, or not of this version.
struct IndexCorruptionError: Error {}
