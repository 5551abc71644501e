import Glibc

/// The content of a file as memory, for as long as the value lives.
///
/// Whoever reads where a file was cut off meanwhile is killed, so that only files are mapped that are
/// replaced and never written to again.
package final class MappedFile: Sendable {
  /// Where the memory begins; a pointer is not sendable.
  private let address: Int
  package let count: Int

  /// Maps a regular file, which stands under the name itself.
  package init(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .readingNoFollow)
    let status = try file.status()
    guard status.kind == .regular else { throw .notRegular(path) }
    count = status.size
    // Nothing cannot be mapped.
    if count == 0 {
      address = 0
      return
    }
    let memory = mmap(nil, count, PROT_READ, MAP_SHARED, file.number, 0)
    guard let memory, memory != MAP_FAILED else { throw .last("mmap", path) }
    address = Int(bitPattern: memory)
  }

  deinit {
    if count > 0 { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
  }

  /// The memory; it is gone with the value.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }
}
