import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls

@testable import Habits

/// A test server for the HTTP API of habits: runs `server.py` on a port of its own.
final class TestAPIServer: Sendable {
  static let token = #"s3cret"\token"#

  private let child: ChildProcess
  private let address: String

  init() throws {
    // Writing to curl fails if it exits before it has read its configuration; the signal for that
    // must not end the tests.
    Signals.ignoreWriteSignals()
    let script = PackageDirectory.path + "/Tests/HabitsTests/server.py"
    let environment = Self.environment
    child = try ChildProcess(
      TestPrograms.installed("python3") ?? "/usr/bin/python3",
      [script, Self.token],
      environment: environment
    )
    var text = ""
    while !text.hasSuffix("\n"), case let chunk = try child.readOutput(), !chunk.isEmpty {
      text += String(decoding: chunk, as: UTF8.self)
    }
    address = "http://127.0.0.1:\(text.trimmingCharacters(in: .whitespacesAndNewlines))"
  }

  deinit {
    child.end()
  }

  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { ["HOME", "PATH"].contains($0.key) }
  }

  func storage() -> APIStorage {
    let curl = CurlTransport(token: Self.token, environment: Self.environment)
    return APIStorage(api: APIClient(curl, at: "\(address)/v1"))
  }
}
