import Foundation
import SystemCalls

/// The memory that this process has got.
package enum ResidentMemory {
  /// Nil where the system does not tell.
  package static var bytes: Int? {
    guard
      let file = try? FileDescriptor(opening: "/proc/self/statm", for: .reading),
      let text = try? file.readAll(limit: 4096)
    else { return nil }
    // The second number counts pages.
    let pages = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first
    return pages.flatMap { Int($0) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
