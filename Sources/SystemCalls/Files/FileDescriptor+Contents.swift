extension FileDescriptor {
  /// Returns the content of a file; nil if it doesn't exist.
  ///
  /// A pipe without a writer doesn't block.
  ///
  /// - Throws: `SystemError` if the file can't be read, or has more than `limit` bytes.
  package static func contents(
    of path: String,
    limit: Int
  ) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }
}
