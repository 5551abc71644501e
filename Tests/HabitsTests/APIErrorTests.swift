import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Habits

@Suite(.timeLimit(.minutes(5))) struct APIErrorTests {
  @Test(
    .requires("python3", "curl"),
    arguments: [
      ("status/404", "GET '…/status/404/profile' returned status 404."),
      ("status/500", "GET '…/status/500/profile' returned status 500."),
      (
        "redirect",
        "GET '…/redirect/profile' redirects to '…/v1/profile', "
          + "which isn't followed. Pass that URL with --api if it is right."
      ),
      ("text", "The response from '…/text/profile' is invalid: unexpected '<' on line 1."),
      (
        "cut",
        "The response from '…/cut/profile' is invalid: unexpected end of text on line 1 (at /habits)."
      ),
      (
        "wrong",
        "The response from '…/wrong/profile' is invalid: The number 7 is not valid for 'player_name'. "
          + "Use text."
      ),
      ("large", "The response from '…/large/profile' is larger than 50000 bytes."),
      ("slow", "'…/slow/profile' didn't respond within 0.5 s."),
    ]
  )
  func `a failure of the API is one sentence`(place: String, sentence: String) async throws {
    let server = try TestAPIServer()
    let timeout = place == "slow" ? Duration.milliseconds(500) : .seconds(30)
    let fixture = try HabitsFixture(server.storage(place, timeout: timeout, sizeLimit: 50_000))
    let outcome = try await fixture.call("ShowProfile")
    #expect(outcome.error?.code == "storageUnreachable")
    let address = server.url("").dropLast()
    #expect(outcome.sentence == sentence.replacingOccurrences(of: "…", with: address))
    #expect(!"\(outcome)".contains(TestAPIServer.token))
  }

  @Test(.requires("python3", "curl"))
  func `a wrong token reports the status`() async throws {
    let server = try TestAPIServer()
    let fixture = try HabitsFixture(server.storage(token: "another"))
    let outcome = try await fixture.call("ShowProfile")
    #expect(outcome.sentence.hasSuffix("returned status 401."))
  }

  @Test(.requires("curl"))
  func `an unreachable server is reported`() async throws {
    let curl = CurlTransport(token: nil, environment: TestAPIServer.environment)
    let fixture = try HabitsFixture(APIStorage(api: APIClient(curl, at: "http://127.0.0.1:1")))
    let outcome = try await fixture.call("ListAreas")
    #expect(
      outcome.sentence.hasPrefix("Can't reach 'http://127.0.0.1:1/profile': Failed to connect")
    )
    #expect(outcome.sentence.hasSuffix("."))
  }

  @Test func `a missing curl is reported`() async throws {
    let curl = CurlTransport(token: nil, environment: ["PATH": "/nowhere"])
    let fixture = try HabitsFixture(APIStorage(api: APIClient(curl, at: "http://127.0.0.1:1")))
    let outcome = try await fixture.call("ListAreas")
    #expect(
      outcome.sentence
        == "Can't reach 'http://127.0.0.1:1/profile': program 'curl' not found in PATH."
    )
  }

  @Test(
    .requires("python3", "curl"),
    arguments: [
      ("readonly", "returned status 503; it may have succeeded."),
      ("slowwrite", "in 0.5 s; it may have succeeded."),
    ]
  )
  func `an uncertain failure says that it may have succeeded`(place: String, end: String)
    async throws
  {
    let server = try TestAPIServer()
    let timeout = place == "slowwrite" ? Duration.milliseconds(500) : .seconds(30)
    let fixture = try HabitsFixture(server.storage(place, timeout: timeout))
    let outcome = try await fixture.call("CreateArea", ["name": "Work"])
    #expect(outcome.error?.kind == .uncertain)
    #expect(outcome.error?.code == "storageUncertain")
    #expect(outcome.sentence.hasSuffix(end))
  }

  @Test(.requires("python3", "curl"))
  func `reading can be cancelled without an API error`() async throws {
    let server = try TestAPIServer()
    let reading = Task { try await server.storage("slow", timeout: .seconds(600)).read() }
    try await wait(for: "a request") { try await !server.log().isEmpty }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test(.requires("python3", "curl"))
  func `a started change is finished even if cancelled`() async throws {
    let server = try TestAPIServer()
    let changing = Task {
      let fixture = try HabitsFixture(server.storage("latewrite"))
      return try await fixture.call("CreateArea", ["name": "Work"])
    }
    try await wait(for: "the change") { try await !server.log().isEmpty }
    changing.cancel()
    #expect(try await changing.value.status == "ok")
    #expect(try await server.storage().read().areas.map(\.name) == ["Work"])
  }

  @Test func `neither tokens nor names appear in curl's arguments`() async throws {
    let folder = try TemporaryDirectory()
    let curl = try await ArgumentRecorder(in: folder, name: "curl")
    let environment = ["PATH": folder.path]
    Signals.ignoreWriteSignals()
    let body: JSONValue = ["title": "Secret"]
    let request = HTTPRequest(method: "PUT", url: "http://127.0.0.1:1/areas/x", body: body)
    await #expect(throws: APIError.self) {
      try await CurlTransport(token: "s3cret", environment: environment).send(request)
    }
    let runs = try curl.runs
    #expect(runs.map { $0.dropFirst() } == [["-q", "--config", "-"]])
  }

  @Test(arguments: [
    (#"a"b"#, #""a\"b""#), (#"a\b"#, #""a\\b""#), ("a\nb\r\tc", #""a\nb\r\tc""#),
    ("#é😀", "\"#é😀\""), ("", "\"\""),
  ])
  func `values are quoted in curl's configuration`(text: String, quoted: String) {
    #expect(CurlConfiguration.quoted(text) == quoted)
  }
}
