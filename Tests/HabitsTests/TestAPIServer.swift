import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls

@testable import Habits

/// The HTTP API of `server.py`, on a port of its own.
final class TestAPIServer: Sendable {
  static let token = #"s3cret"\token"#

  private let child: ChildProcess
  private let address: String

  init() throws {
    // Curl may exit before it has read its configuration.
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

  /// Returns a URL below the server: `v1` works, others fail.
  func url(_ place: String) -> String { "\(address)/\(place)" }

  func storage(
    _ place: String = "v1",
    token: String? = TestAPIServer.token,
    timeout: Duration = .seconds(30),
    sizeLimit: Int = 1 << 20
  ) -> APIStorage {
    let curl = CurlTransport(
      token: token,
      environment: Self.environment,
      timeout: timeout,
      sizeLimit: sizeLimit
    )
    return APIStorage(api: APIClient(curl, at: url(place)))
  }

  /// Returns the changes that the working API got: method, path and body.
  func changes() async throws -> [JSONValue] {
    try await log().filter { $0.array?.first != "GET" }
  }

  /// Returns the requests that the server logged.
  func log() async throws -> [JSONValue] {
    let curl = CurlTransport(token: nil, environment: Self.environment)
    let bytes = try await curl.send(HTTPRequest(method: "GET", url: url("log"), body: nil))
    return try JSONValue(parsing: bytes).array ?? []
  }
}
