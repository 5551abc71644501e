import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaTestSupport
import Testing

/// A client that performs the calls of a scenario from one source, such as a file or JSON-RPC.
protocol ScenarioClient: Sendable {
  func outcome(of call: IntentCall) async throws -> JSONValue
}

/// The kinds of clients that run every scenario; their outcomes must be equal.
enum ScenarioClientKind: String, CaseIterable, Sendable {
  case engine
  case commandLine
  case file
  case rpcLines
  case rpcHeaders

  func open(_ fixture: MinutaFixture) throws -> any ScenarioClient {
    switch self {
    case .engine: try EngineScenarioClient(fixture)
    case .commandLine: CommandLineScenarioClient(fixture: fixture)
    case .file: CallFileScenarioClient(fixture: fixture)
    case .rpcLines: try RPCScenarioClient(fixture, hasHeaders: false)
    case .rpcHeaders: try RPCScenarioClient(fixture, hasHeaders: true)
    }
  }
}

private struct EngineScenarioClient: ScenarioClient {
  private let engine: IntentEngine

  init(_ fixture: MinutaFixture) throws {
    let service = TimeTrackingService(store: DirectoryStore(path: fixture.store, machine: "test")) {
      UUID()
    }
    let zone = TimeZone(identifier: fixture.timeZone) ?? .gmt
    let provider = BuiltInIntentProvider(
      catalog: BuiltInIntentCatalog(),
      tracking: service,
      timeZone: zone,
      readFile: { _, _ in [] }
    )
    engine = IntentEngine(providers: [provider]) { Date() }
  }

  func outcome(of call: IntentCall) async -> JSONValue {
    await engine.perform(call, from: .commandLine).json
  }
}

private struct CommandLineScenarioClient: ScenarioClient {
  let fixture: MinutaFixture

  func outcome(of call: IntentCall) async throws -> JSONValue {
    let flags = call.values.members.flatMap { member -> [String] in
      let name = member.key.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
      return switch member.value {
      case .bool(true): ["--\(name)"]
      case .bool(false): ["--no-\(name)"]
      case .array(let elements):
        ["--\(name)", elements.compactMap(\.string).joined(separator: ",")]
      case .string(let text): ["--\(name)", text]
      case let other: ["--\(name)", other.text()]
      }
    }
    return try await fixture.outcome(["run", call.intent] + flags)
  }
}

private struct CallFileScenarioClient: ScenarioClient {
  let fixture: MinutaFixture

  func outcome(of call: IntentCall) async throws -> JSONValue {
    let path = try fixture.home.write(call.json.text(.indented), to: "call.json")
    return try await fixture.outcome(["run", path])
  }
}

private struct RPCScenarioClient: ScenarioClient {
  private let client: RPCTestClient

  init(_ fixture: MinutaFixture, hasHeaders: Bool) throws {
    client = try RPCTestClient(fixture, [], usesHeaders: hasHeaders)
  }

  func outcome(of call: IntentCall) async throws -> JSONValue {
    try client.sendRequest("call", call.intent, .object(call.values))
    let reply = try #require(try await client.next())
    if let result = reply["result"] { return result }
    let message = reply["error"]?["message"] ?? .null
    var facts = reply["error"]?["data"]?.object ?? [:]
    var error: JSONObject = ["code": facts["code"] ?? .null, "message": message]
    facts["code"] = nil
    if !facts.isEmpty { error["data"] = .object(facts) }
    return ["status": "failed", "dialog": message, "error": .object(error)]
  }
}
