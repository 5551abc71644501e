import SystemCalls

/// An immutable cache file with the segments of one or more directories.
final class IndexPackFile: Sendable {
  /// The random number in the file's name, which identifies the pack file.
  let number: UInt64
  private let file: MappedFile

  var size: Int { file.count }

  init(_ path: String, number: UInt64, size: Int) throws(IndexCorruptionError) {
    self.number = number
    guard let file = try? MappedFile(path), file.count == size else { throw IndexCorruptionError() }
    self.file = file
  }

  static func name(_ number: UInt64) -> String { "\(String(number, radix: 16)).pack" }

  /// Removes the file's pages from this process's memory; the next access maps them again.
  func releasePages() { file.releasePages() }

  func bytes(at place: Int, count: Int) throws(IndexCorruptionError) -> UnsafeRawBufferPointer {
    guard place >= 0, count >= 0, place <= file.count - count else { throw IndexCorruptionError() }
    return UnsafeRawBufferPointer(rebasing: file.bytes[place..<place + count])
  }
}
