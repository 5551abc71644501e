import MinutaTestSupport

/// A login manager on a private bus, made by python3-dbusmock, that sends the signals of one session.
struct LogindMock {
  /// A signal, by the object and the interface that send it.
  typealias Signal = (path: String, interface: String, name: String, arguments: [String])

  private static let service = "org.freedesktop.login1"
  private static let manager = "/org/freedesktop/login1"
  private static let session = manager + "/session/c1"

  /// The pairs of signals at the beginning and at the end of an absence.
  static let absences: [(Signal, Signal)] = [
    (
      (session, service + ".Session", "Lock", ["", "[]"]),
      (session, service + ".Session", "Unlock", ["", "[]"])
    ),
    (
      (manager, service + ".Manager", "PrepareForSleep", ["b", "[<true>]"]),
      (manager, service + ".Manager", "PrepareForSleep", ["b", "[<false>]"])
    ),
  ]

  private let environment: [String: String]
  private let process: ChildProcess

  init(environment: [String: String]) async throws {
    self.environment = environment
    let interface = Self.service + ".Manager"
    process = try ChildProcess(
      "/usr/bin/env",
      SwaySession.userMapping
        + [
          "/usr/bin/python3", "-m", "dbusmock", "--session", Self.service, Self.manager, interface,
        ],
      environment: environment
    )
    do {
      let words = [interface, "GetSession", "s", "o", "ret = '\(Self.session)'"]
      try await wait(for: "logind") { try await call(Self.manager, "AddMethod", words) }
      _ = try await call(
        Self.manager,
        "AddObject",
        [Self.session, "\(Self.service).Session", "{}", "[]"]
      )
    } catch {
      process.end()
      throw error
    }
  }

  func end() { process.end() }

  func send(_ signal: Signal) async throws {
    let words = [signal.interface, signal.name] + signal.arguments
    guard try await call(signal.path, "EmitSignal", words) else {
      throw WaitTimeoutError(description: "no signal \(signal.name)")
    }
  }

  /// Calls a method of the mock, and returns whether it succeeds.
  private func call(_ path: String, _ method: String, _ words: [String]) async throws -> Bool {
    let result = try await TestPrograms.run(
      "/usr/bin/env",
      SwaySession.userMapping
        + [
          "gdbus", "call", "--session", "--dest", Self.service, "--object-path", path,
          "--method", "org.freedesktop.DBus.Mock.\(method)",
        ] + words,
      environment: environment
    )
    return result.status == 0
  }
}
