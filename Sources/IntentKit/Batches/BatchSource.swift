/// Calls in order, which can be gone through more than once unless they come as a stream.
public protocol BatchSource {
  /// Begins with the first call.
  func reader() throws -> any BatchReader
}

/// Goes through calls in order.
public protocol BatchReader {
  /// The next call; nil after the last.
  ///
  /// - Throws: `InvalidCallError` where it is none and the one after it can be read.
  mutating func next() throws -> BatchCall?

  /// Whether `next` answers without waiting for anybody.
  var hasBufferedCall: Bool { get }
}
