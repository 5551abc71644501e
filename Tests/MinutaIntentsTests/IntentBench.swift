import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaTestSupport
import Synchronization

/// The built-in intents over a folder of a test's own, at noon of a Friday in Zurich.
struct IntentBench {
  /// Where the records are kept.
  enum Keeping {
    /// In the folder.
    case folder
    /// In memory, over what the folder has.
    case memory
  }

  let folder: TemporaryFolder
  let engine: IntentEngine
  /// Hears what calls make happen.
  let ear = EventEar()
  private let store: any RecordStore
  private let memory: OverlayStore
  private let now: Date
  private let zone: TimeZone

  init(
    now: String = "2026-11-20T11:00:00Z",
    timeZone: String = "Europe/Zurich",
    keeping: Keeping = .folder,
    rules: TimeRules = TimeRules(),
    wakefulness: (any Wakefulness)? = nil
  ) throws {
    folder = try TemporaryFolder()
    let ids = Counter()
    let stored = FolderStore(path: folder.path, machine: "test")
    memory = OverlayStore(over: stored)
    store = keeping == .folder ? stored : memory
    let service = TimeTrackingService(store: store) { ids.next() }
    let files = folder.path
    let provider = BuiltInProvider(
      catalogue: BuiltInCatalogue(),
      tracking: service,
      timeZone: TimeZone(identifier: timeZone) ?? .gmt,
      rules: rules,
      wakefulness: wakefulness,
      readFile: { name in
        guard let data = FileManager.default.contents(atPath: "\(files)/\(name)") else {
          throw FileProblem.unreadable(reason: "No such file or directory")
        }
        return [UInt8](data)
      }
    )
    let now = Timestamp.date(now) ?? .distantPast
    engine = IntentEngine(providers: [provider], now: { now }, hooks: ear)
    self.now = now
    zone = TimeZone(identifier: timeZone) ?? .gmt
  }

  private init(_ bench: IntentBench, _ engine: IntentEngine) {
    (folder, store, memory) = (bench.folder, bench.store, bench.memory)
    (now, zone) = (bench.now, bench.zone)
    self.engine = engine
  }

  /// The same records under other rules.
  func with(_ rules: TimeRules, _ wakefulness: (any Wakefulness)? = nil) throws -> IntentBench {
    let provider = BuiltInProvider(
      catalogue: BuiltInCatalogue(),
      tracking: TimeTrackingService(store: store) { UUID() },
      timeZone: zone,
      rules: rules,
      wakefulness: wakefulness,
      readFile: { _ in throw FileProblem.unreadable(reason: "No such file or directory") }
    )
    return IntentBench(
      self,
      IntentEngine(providers: [provider], now: { [now] in now }, hooks: ear)
    )
  }

  func perform(
    _ intent: String,
    _ values: JSONObject = [:],
    from door: Door = .file
  ) async -> Outcome {
    await engine.perform(Call(intent, with: values), from: door)
  }

  /// What happened that the definition of its call does not say.
  func strayEvents() async -> [String] {
    let definitions = await engine.definitions()
    return ear.heard.filter { event in
      let definition = definitions.first { .string($0.id) == event.facts["intent"] }
      return definition?.events.contains(event.name) != true
    }
    .map(\.name)
  }

  /// The value of a call that has to succeed.
  @discardableResult
  func value(_ intent: String, _ values: JSONObject = [:]) async throws -> JSONObject {
    let outcome = await perform(intent, values)
    guard case .ok(let answer) = outcome else { throw Unexpected(outcome: outcome) }
    return answer.value
  }

  /// The sentence of a call that has to succeed.
  func sentence(_ intent: String, _ values: JSONObject = [:]) async throws -> String {
    let outcome = await perform(intent, values)
    guard case .ok(let answer) = outcome else { throw Unexpected(outcome: outcome) }
    return answer.dialog
  }

  /// Records time on the day of the bench.
  @discardableResult
  func log(_ tag: String, _ start: String, _ end: String) async throws -> JSONValue {
    let values: JSONObject = ["tag": .string(tag), "start": .string(start), "end": .string(end)]
    return try await value("LogTime", values)["record"] ?? .null
  }

  /// All records as answers have them, each as one line: tag, start, end and comment.
  func lines() async throws -> [String] {
    let records = try await value("ListRecords", ["range": "all"])["records"]?.array ?? []
    return records.map { record in
      let times = ["startTime", "endTime"].map { record[$0]?.string?.dropFirst(11).prefix(5) ?? "" }
      let tag = record["tag"]?["name"]?.string ?? "-"
      let comment = record["comment"]?.string.map { " \($0)" } ?? ""
      return "\(tag) \(times.joined(separator: "-"))\(comment)"
    }
  }

  /// What a bench in memory has not written.
  func changes() -> StoreChanges { memory.changes }

  struct Unexpected: Error {
    let outcome: Outcome
  }

  /// Ids that count up.
  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> UUID {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let digits = String(number)
      let padded = String(repeating: "0", count: 12 - digits.count) + digits
      return UUID(uuidString: "00000000-0000-4000-8000-\(padded)") ?? UUID()
    }
  }
}

extension JSONValue {
  /// The element at a place of a list; nil where there is none.
  subscript(place: Int) -> JSONValue? {
    array.flatMap { $0.indices.contains(place) ? $0[place] : nil }
  }
}
