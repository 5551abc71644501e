import SystemCalls

/// The reason why an index can't be brought up to date.
enum IndexUpdateError: Error {
  case damaged
  /// The system reported a transient error, such as a lack of memory.
  case system(SystemError)
}
