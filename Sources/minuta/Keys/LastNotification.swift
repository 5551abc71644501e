import MinutaDesktop
import SystemCalls

/// The last notification of its kind, which the next one replaces.
struct LastNotification {
  /// The file with the notification's id and the bus.
  private let file: String
  /// The address of the session bus.
  private let bus: String
  /// The socket of the bus; nil if it has none in the file system.
  private let socket: String?

  init(file: String, _ environment: Environment) {
    self.file = file
    bus = environment.variables["DBUS_SESSION_BUS_ADDRESS"] ?? ""
    socket = Notifier.busSocket(environment.variables)
  }

  /// The notification's id; nil if it was shown in another session.
  ///
  /// After a login, ids begin anew, and the same one may belong to another program.
  var id: String? {
    guard let status = (try? FileStatus.of(file)) ?? nil,
      let bytes = try? FileDescriptor.contents(of: file, limit: 4096)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard lines.count == 2, lines[1] == bus, UInt32(lines[0]) != nil else { return nil }
    // The address may be the same after a login, but then the socket is newer.
    let session = socket.flatMap { (try? FileStatus.of($0)) ?? nil }
    if let session, session.modified > status.modified { return nil }
    return String(lines[0])
  }

  func save(_ id: String) {
    try? AtomicFileWriter.replace(file, with: Array("\(id)\n\(bus)".utf8))
  }
}
