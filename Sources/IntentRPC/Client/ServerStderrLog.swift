import Synchronization
import SystemCalls

/// A log file of limited size for the standard error output of a server.
final class ServerStderrLog: Sendable {
  /// The maximum size of the log file in bytes.
  ///
  /// A larger file is renamed to end in `.old`, replacing the previous `.old` file.
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

  /// The last non-blank line that the server wrote; nil if there is none.
  var lastLine: String? {
    state.withLock { $0.lastLine.isEmpty ? nil : $0.lastLine }
  }

  /// Appends output of the server to the log.
  ///
  /// Write errors are ignored: if the disk is full, only log lines are lost.
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
