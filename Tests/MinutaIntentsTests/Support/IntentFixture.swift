import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaTestSupport
import Synchronization

/// A test fixture: the built-in intents with a temporary data folder.
///
/// By default, it is noon on Friday, 2026-11-20, in Zurich.
struct IntentFixture {
  /// The place where the records are stored.
  enum Storage {
    /// The records are files in the data folder.
    case folder
    /// The records are in memory, as an overlay on the files in the data folder.
    case memory
  }

  let folder: TemporaryDirectory
  let engine: IntentEngine
  let provider: BuiltInIntentProvider
  /// The recorder of the events that calls raise.
  let eventRecorder = EventRecorder()
  private let store: any RecordStore
  private let memory: OverlayStore
  private let now: Date
  private let zone: TimeZone

  /// Creates a fixture.
  ///
  /// - Parameter shortIDs: the first eight characters of the ids, in the order of their creation.
  ///   The last element is used for all further ids. By default, all short ids are zeros.
  init(
    now: String = "2026-11-20T11:00:00Z",
    timeZone: String = "Europe/Zurich",
    storage: Storage = .folder,
    rules: TimeRules = TimeRules(),
    uptimeSource: (any UptimeSource)? = nil,
    shortIDs: [String] = [],
    askAboutAbsence: @escaping @Sendable () -> Void = {}
  ) throws {
    folder = try TemporaryDirectory()
    let ids = SequentialIDGenerator(shortIDs: shortIDs)
    let stored = DirectoryStore(path: folder.path, machine: "test")
    memory = OverlayStore(over: stored)
    store = storage == .folder ? stored : memory
    let service = TimeTrackingService(store: store) { ids.next() }
    let files = folder.path
    provider = BuiltInIntentProvider(
      catalog: BuiltInIntentCatalog(),
      tracking: service,
      timeZone: TimeZone(identifier: timeZone) ?? .gmt,
      rules: rules,
      uptimeSource: uptimeSource,
      readFile: { name, parameter in
        guard let data = FileManager.default.contents(atPath: "\(files)/\(name)") else {
          throw Failure.unreadableFile(name, for: parameter, reason: "No such file or directory")
        }
        return [UInt8](data)
      },
      askAboutAbsence: askAboutAbsence
    )
    let now = Timestamp.date(now) ?? .distantPast
    engine = IntentEngine(providers: [provider], now: { now }, hooks: eventRecorder)
    self.now = now
    zone = TimeZone(identifier: timeZone) ?? .gmt
  }

  private init(_ fixture: IntentFixture, _ provider: BuiltInIntentProvider) {
    (folder, store, memory) = (fixture.folder, fixture.store, fixture.memory)
    let now = fixture.now
    (self.now, zone) = (now, fixture.zone)
    self.provider = provider
    engine = IntentEngine(providers: [provider], now: { now }, hooks: eventRecorder)
  }

  /// Returns a fixture with the same records but other settings, or another service.
  ///
  /// - Parameter replace: returns the service of time tracking in place of the usual one.
  func with(
    _ rules: TimeRules = TimeRules(),
    _ uptimeSource: (any UptimeSource)? = nil,
    replacing replace: (any TimeTracking) -> any TimeTracking = { $0 }
  ) throws -> IntentFixture {
    let provider = BuiltInIntentProvider(
      catalog: BuiltInIntentCatalog(),
      tracking: replace(TimeTrackingService(store: store) { UUID() }),
      timeZone: zone,
      rules: rules,
      uptimeSource: uptimeSource,
      readFile: { throw Failure.unreadableFile($0, for: $1, reason: "No such file or directory") }
    )
    return IntentFixture(self, provider)
  }

  /// Adds records of one minute, all at the same time, without a call.
  func create(_ count: Int, comment: String) throws {
    let (start, end) = (now.addingTimeInterval(-60), now)
    try store.write(ChangeOrigin(now: now, source: "test", intent: "Test")) { transaction in
      for _ in 0..<count {
        transaction.create(
          TimeRecord(id: UUID(), startTime: start, endTime: end, comment: comment)
        )
      }
    }
  }

  func perform(
    _ intent: String,
    _ values: JSONObject = [:],
    from source: CallSource = .file
  ) async -> Outcome {
    await engine.perform(IntentCall(intent, with: values), from: source)
  }

  /// Performs a dry run of a call.
  func dryRun(
    _ intent: String,
    _ values: JSONObject = [:],
    from source: CallSource = .file
  ) async -> Outcome {
    await engine.dryRunCopy().perform(IntentCall(intent, with: values), from: source)
  }

  /// Returns the names of raised events that the called intents' definitions don't declare.
  func undeclaredEvents() async -> [String] {
    let definitions = await engine.definitions()
    return eventRecorder.recordedEvents.filter { event in
      let definition = definitions.first { .string($0.id) == event.payload["intent"] }
      return definition?.events.contains(event.name) != true
    }
    .map(\.name)
  }

  /// Performs a call that must succeed, and returns its value.
  @discardableResult
  func value(_ intent: String, _ values: JSONObject = [:]) async throws -> JSONObject {
    let outcome = await perform(intent, values)
    guard case .ok(let answer) = outcome else { throw UnexpectedOutcomeError(outcome: outcome) }
    return answer.value
  }

  /// Performs a call that must succeed, and returns its sentence.
  func sentence(_ intent: String, _ values: JSONObject = [:]) async throws -> String {
    let outcome = await perform(intent, values)
    guard case .ok(let answer) = outcome else { throw UnexpectedOutcomeError(outcome: outcome) }
    return answer.dialog
  }

  /// Logs a record from `start` to `end` on the fixture's day.
  @discardableResult
  func log(_ tag: String, _ start: String, _ end: String) async throws -> JSONValue {
    let values: JSONObject = ["tag": .string(tag), "start": .string(start), "end": .string(end)]
    return try await value("LogTime", values)["record"] ?? .null
  }

  /// Returns all records as lines with tag, start, end and comment.
  func lines() async throws -> [String] {
    let records = try await value("ListRecords", ["range": "all"])["records"]?.array ?? []
    return records.map { record in
      let times = ["startTime", "endTime"].map { record[$0]?.string?.dropFirst(11).prefix(5) ?? "" }
      let tag = record["tag"]?["name"]?.string ?? "-"
      let comment = record["comment"]?.string.map { " \($0)" } ?? ""
      return "\(tag) \(times.joined(separator: "-"))\(comment)"
    }
  }

  /// Returns the changes that a fixture in memory holds instead of writing them to files.
  func changes() -> StoreChanges { memory.changes }

  struct UnexpectedOutcomeError: Error {
    let outcome: Outcome
  }

  /// Generates ids in ascending order, the same in each test run.
  private final class SequentialIDGenerator: Sendable {
    private let shortIDs: [String]
    private let count = Mutex(0)

    init(shortIDs: [String]) {
      self.shortIDs = shortIDs
    }

    func next() -> UUID {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let digits = String(number)
      let padded = String(repeating: "0", count: 12 - digits.count) + digits
      let shortID = shortIDs.prefix(number).last ?? "00000000"
      return UUID(uuidString: "\(shortID)-0000-4000-8000-\(padded)") ?? UUID()
    }
  }
}

extension JSONValue {
  /// Returns the element at an index of an array, or nil if there is none.
  subscript(place: Int) -> JSONValue? {
    array.flatMap { $0.indices.contains(place) ? $0[place] : nil }
  }
}
