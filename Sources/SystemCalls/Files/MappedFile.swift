import Glibc

/// A read-only memory mapping of a file.
///
/// If a mapped file is truncated, reading past its new end kills the process. So map only files
/// that are replaced as a whole, never modified in place.
package final class MappedFile: Sendable {
  /// The start address, as an integer because pointers aren't `Sendable`.
  private let address: Int
  package let count: Int

  /// Maps a regular file, without following a symbolic link.
  package init(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .readingNoFollow)
    let status = try file.status()
    guard status.kind == .regular else { throw .notRegular(path) }
    count = status.size
    // An empty file has no bytes to map, and mmap(2) rejects a length of 0.
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

  /// Removes the file's pages from this process's memory; the next access maps them again.
  package func releasePages() {
    if count > 0 { madvise(UnsafeMutableRawPointer(bitPattern: address), count, MADV_DONTNEED) }
  }

  /// The mapped bytes; valid only as long as this object exists.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }
}
