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

  /// Returns the URL of a path on the server: the API works at `v1`, and other paths simulate
  /// failures.
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

  /// Returns the logged requests that change data, each as an array of method, path and body.
  func changes() async throws -> [JSONValue] {
    try await log().filter { $0.array?.first != "GET" }
  }

  /// Returns all requests that the server logged.
  func log() async throws -> [JSONValue] {
    let curl = CurlTransport(token: nil, environment: Self.environment)
    let bytes = try await curl.send(HTTPRequest(method: "GET", url: url("log"), body: nil))
    return try JSONValue(parsing: bytes).array ?? []
  }
}
