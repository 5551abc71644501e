import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Machines that make random calls and sync through one repository.
struct SyncSimulation {
  let machines: [SyncMachine]
  private let hub: SyncHub
  private(set) var model: SyncModel
  private(set) var calls = 0
  /// The number of successful calls of each intent.
  private(set) var intents: [String: Int] = [:]
  private(set) var syncs = 0
  private(set) var rejectedPushes = 0
  private(set) var kills = 0
  private(set) var handEdits = 0
  private(set) var undoneSyncs = 0
  private(set) var forcePushes = 0
  private var random: SeededGenerator

  init(machines count: Int, seed: UInt64, at hub: SyncHub) async throws {
    self.hub = hub
    random = SeededGenerator(seed: seed)
    model = SyncModel(machines: count)
    var machines: [SyncMachine] = []
    for number in 0..<count {
      // Clocks differ by hours.
      let offset = Double(number * 17_000 % 40_000) - 20_000
      let machine = try await hub.machine(number, offset: offset)
      try machine.writeRates()
      machines.append(machine)
    }
    self.machines = machines
  }

  /// Makes calls, with a sync now and then, and syncs of several machines at once.
  mutating func run(calls count: Int) async throws {
    while calls < count {
      let number = Int.random(in: 0..<machines.count, using: &random)
      var folder = try machines[number].contents()
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        folder = try await call(on: number, with: folder)
      }
      switch Int.random(in: 0..<13, using: &random) {
      case 0...2: try await race()
      case 3, 4: try await killSync(number)
      case 5: try await undoSync(on: number)
      case 6, 7: try await forcePush(by: number)
      default: try await sync(number)
      }
    }
    for _ in 0..<2 { for number in machines.indices { try await sync(number) } }
  }

  /// Makes a call on a machine, and returns what its folder has then.
  private mutating func call(
    on number: Int,
    with before: SyncModel.Folder
  ) async throws -> SyncModel.Folder {
    let machine = machines[number]
    machine.advance(by: Double.random(in: 1...900, using: &random))
    // Now and then, a clock is set to another month, forwards or backwards.
    if Int.random(in: 0..<60, using: &random) == 0 {
      machine.advance(by: Double.random(in: -8_000_000...8_000_000, using: &random))
    }
    if Int.random(in: 0..<15, using: &random) == 0 { return try edit(on: number, before) }
    let (intent, values) = try SyncCalls(before.records, machine).random(using: &random)
    let outcome = try await machine.perform(intent, values)
    let after = try machine.contents()
    if case .ok = outcome {
      calls += 1
      intents[intent, default: 0] += 1
      model.add(before, after, on: number)
    } else {
      // A failed call changes nothing.
      try #require(before == after, "\(intent)")
    }
    return after
  }

  private mutating func sync(_ number: Int) async throws {
    let outcome = try await machines[number].perform("Sync")
    try #require(note(outcome), "machine \(number): \(outcome)")
    model.sync(number)
    model.remember(try await hub.git("rev-parse", "main"))
  }

  /// Edits a record's file by hand, and returns what the folder has then.
  private mutating func edit(
    on number: Int,
    _ before: SyncModel.Folder
  ) throws -> SyncModel.Folder {
    let machine = machines[number]
    let records = try machine.files()
      .filter { $0.key.hasPrefix("records/") && $0.key.hasSuffix(".json") }
      .sorted { $0.key < $1.key }
    guard let file = records.randomElement(using: &random),
      var json = try? JSONValue(parsing: file.value).object
    else { return before }
    let text = "#h\(random.next() % 99_999)"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: json["comment"] = .string("Hand \(text)")
    case 1: json["x"] = .string(text)
    default: json["comment"] = .string("\(json["comment"]?.string ?? "Hand") \(text)")
    }
    let isAtomic = Bool.random(using: &random)
    try JSONValue.object(json).text(.indented)
      .write(toFile: "\(machine.folder)/\(file.key)", atomically: isAtomic, encoding: .utf8)
    let after = try machine.contents()
    model.add(before, after, on: number)
    handEdits += 1
    return after
  }

  /// Undoes a sync by its number, as far as its records haven't changed since.
  private mutating func undoSync(on number: Int) async throws {
    let machine = machines[number]
    let history = try await machine.perform("History", ["limit": 20])
    let entries = history.json["value"]?["entries"]?.array ?? []
    let syncs = entries.filter { $0["intent"] == "Sync" && $0["undone"] != true }
    guard let entry = syncs.randomElement(using: &random)?["entry"] else { return }
    let before = try machine.contents()
    let outcome = try await machine.perform("Undo", ["entry": entry, "confirm": true])
    let after = try machine.contents()
    if case .ok = outcome {
      undoneSyncs += 1
      model.add(before, after, on: number)
    } else {
      try #require(before == after)
    }
  }

  /// Pushes an earlier commit by force, so that the repository loses the later ones, and syncs.
  private mutating func forcePush(by number: Int) async throws {
    if let commit = model.commits.randomElement(using: &random)?.id {
      _ = try await hub.git("update-ref", "refs/heads/main", commit)
      model.reset(to: commit)
      forcePushes += 1
    }
    try await sync(number)
  }

  /// Stops a sync and kills its git process at a random moment, and lets the next sync go on.
  private mutating func killSync(_ number: Int) async throws {
    let machine = machines[number]
    let killed = Task { try await machine.perform("Sync") }
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
    killed.cancel()
    if !note(try await killed.value) { kills += 1 }
    // A server isn't killed with its client, but here it is, and git leaves its locks for ever.
    try await hub.shell("find hub.git -name '*.lock' -delete")
    // A sync takes the lock of the index for that of a killed process after an hour.
    let lock = "'\(machine.folder)/.git/index.lock'"
    try await hub.shell("test ! -e \(lock) || touch -d '2 hours ago' \(lock)")
    try await sync(number)
  }

  /// Syncs several machines at once, so that their pushes race.
  private mutating func race() async throws {
    let racers = machines.indices.filter { _ in Bool.random(using: &random) }
    let machines = machines
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for number in racers { group.addTask { try await machines[number].perform("Sync") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for outcome in outcomes { try #require(note(outcome), "\(outcome)") }
    for number in try await order(of: racers) { model.sync(number) }
    if !racers.isEmpty { model.remember(try await hub.git("rev-parse", "main")) }
  }

  /// Returns the machines in the order of their pushes.
  ///
  /// Each has the newest commit of the repository at its last fetch or push. Machines of one commit
  /// come twice, because all of them have the edits of the one that pushed it.
  private func order(of numbers: [Int]) async throws -> [Int] {
    var distances: [Int: [Int]] = [:]
    for number in numbers {
      let head = try await machines[number].git("rev-parse", "HEAD").split(separator: "\n")[0]
      let newer = try await hub.git("rev-list", "--count", "main", "^\(head)")
      distances[try #require(Int(newer)), default: []].append(number)
    }
    return distances.sorted { $0.key > $1.key }.flatMap { $0.value + $0.value }
  }

  private mutating func note(_ outcome: Outcome) -> Bool {
    syncs += 1
    guard case .ok(let result) = outcome else { return false }
    rejectedPushes += result.value["rejectedPushes"]?.integer ?? 0
    return true
  }

  /// Returns the values that the conflicts of a machine name, by field.
  func conflicts(on number: Int) async throws -> [SyncModel.Field: [JSONValue?]] {
    var named: [SyncModel.Field: [JSONValue?]] = [:]
    for conflict in try await SyncConflicts(try machines[number].folderSync).open() {
      let subject =
        switch conflict.field.subject {
        case .record(let id), .tag(let id): id.uuidString
        case .file(let path): path
        }
      let field = SyncModel.Field(record: subject, key: conflict.field.key)
      let isComment = conflict.field.key == "comment"
      named[field, default: []].append(isComment ? conflict.other?.withoutLabels : conflict.other)
    }
    return named
  }
}
