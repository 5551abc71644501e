import Foundation
import SystemCalls

/// The last notification of its kind, which the next one replaces.
struct LastNotification {
  /// The file with the notification's id and the bus.
  let file: String
  /// The address of the session bus; after a new login, ids begin anew.
  let bus: String

  /// The time in seconds after which a notification isn't replaced: if the daemon was restarted, the
  /// id may by then belong to another program.
  private static let lifetime = 600.0

  /// Returns the id; nil if the notification is too old or was on another bus.
  func id(now: Date) -> String? {
    guard let status = (try? FileStatus.of(file)) ?? nil, status.size < 4096,
      abs(now.timeIntervalSince1970 - Double(status.modified) / 1e9) < Self.lifetime,
      let opened = try? FileDescriptor(opening: file, for: .reading),
      let bytes = try? opened.readAll(limit: 4096)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard lines.count == 2, lines[1] == bus, UInt32(lines[0]) != nil else { return nil }
    return String(lines[0])
  }

  func save(_ id: String) {
    try? AtomicFileWriter.replace(file, with: Array("\(id)\n\(bus)".utf8))
  }
}
