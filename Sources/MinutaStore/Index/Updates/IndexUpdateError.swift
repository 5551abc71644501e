import SystemCalls

/// Why an index cannot be brought up to date.
enum IndexUpdateError: Error {
  case damaged
  /// The system could not do its work.
  case system(SystemError)
}
