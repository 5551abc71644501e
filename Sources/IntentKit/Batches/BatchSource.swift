/// A source of calls, in order, which can be read more than once unless it is a stream.
public protocol BatchSource {
  /// Returns a reader that starts at the first call.
  func reader() throws -> any BatchReader
}

/// A reader of calls, in order.
public protocol BatchReader {
  /// Returns the next call, or nil after the last one.
  ///
  /// - Throws: `InvalidCallError` if the element isn't a call and the reader can continue after it.
  mutating func next() throws -> BatchCall?

  /// Whether `next` returns without waiting for input.
  var hasBufferedCall: Bool { get }
}
