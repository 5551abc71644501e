/// The calls of a batch, such as those in a file.
///
/// They can be read more than once, unless they come from a stream.
public protocol BatchSource {
  /// Returns a reader that starts at the first call.
  func reader() throws -> any BatchReader
}

/// A reader that returns the calls of a batch one by one.
public protocol BatchReader {
  /// Returns the next call, or nil after the last one.
  ///
  /// - Throws: `InvalidCallError` if the next element isn't a valid call; the reader can then
  ///   continue with the element after it.
  mutating func next() throws -> BatchCall?

  /// Whether a call is already buffered, so that `next` returns it without waiting for input.
  var hasBufferedCall: Bool { get }
}
