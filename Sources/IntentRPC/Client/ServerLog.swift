import Synchronization
import SystemCalls

/// A log file of bounded size with a server's standard error output.
final class ServerLog: Sendable {
  /// The maximum size in bytes.
  ///
  /// A larger file is renamed to `.old`, replacing the previous one.
  static let limit = 1 << 20

  private struct LogState {
    var size = 0
    var lastLine = ""
  }

  private let path: String
  private let state: Mutex<LogState>

  init(_ path: String) {
    self.path = path
    state = Mutex(LogState(size: (try? FileStatus.of(path))??.size ?? 0))
  }

  /// The last line that isn't blank; nil if there is none.
  var lastLine: String? {
    state.withLock { $0.lastLine.isEmpty ? nil : $0.lastLine }
  }

  /// Appends output to the log.
  ///
  /// Write errors are ignored, so a full disk loses only log lines.
  func append(_ bytes: [UInt8]) {
    state.withLock { state in
      let lines = String(decoding: bytes.suffix(4096), as: UTF8.self).split(
        whereSeparator: \.isNewline
      )
      if let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) {
        state.lastLine = String(last.prefix(200))
      }
      if state.size + bytes.count > Self.limit {
        try? Directory.rename(path, to: path + ".old")
        state.size = 0
      }
      guard
        let file = try? FileDescriptor(
          opening: path,
          for: .appendingOrCreating,
          permissions: 0o600
        ),
        (try? file.write(Array(bytes.suffix(Self.limit)))) != nil
      else { return }
      state.size += bytes.count
    }
  }
}
