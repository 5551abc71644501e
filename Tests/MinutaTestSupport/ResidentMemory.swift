import Foundation
import SystemCalls

/// The resident memory of this process.
package enum ResidentMemory {
  /// The size in bytes; nil if the system doesn't report it.
  package static var bytes: Int? {
    guard
      let file = try? FileDescriptor(opening: "/proc/self/statm", for: .reading),
      let text = try? file.readAll(limit: 4096)
    else { return nil }
    // The second field is the number of resident memory pages.
    let pages = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first
    return pages.flatMap { Int($0) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
