import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaSync
import SystemCalls

/// Syncs the data folder with other machines, or sets that up.
struct SyncCommand: Command {
  let name = "sync"
  let summary = "Sync the data folder with other machines through git"
  var flags: [Flag] {
    [
      Flag("--watch", "Sync after each change, until you press Ctrl-C"),
      Flag("--every DURATION", "How often a watch looks for others' changes (default: 5m)"),
    ]
  }

  /// The time in seconds after which a watch looks for changes of other machines.
  private static let defaultInterval = 300

  var details: String {
    "The folder becomes a git repository. Edits of different fields merge; of one field, the later wins."
  }
  var actions: [CommandAction] {
    [
      CommandAction("") {
        let isWatch = $0.booleans["watch"] == true
        return try await isWatch ? watch($0, $1) : call("Sync", $0.global, $1)
      },
      CommandAction(
        "init [URL]",
        "Set up the sync with a repository, and sync",
        run: setUp
      ),
      CommandAction("status", "Show what is to be sent and what arrived last") {
        try await call("SyncStatus", $0.global, $1)
      },
      CommandAction("conflicts", "List the fields that two machines changed", run: list),
      CommandAction("take NUMBER", "Take the other value of a conflict in that list", run: take),
    ]
  }

  func check(_ words: CommandLineArguments, _ program: Program) throws {
    let (isWatch, global) = (words.booleans["watch"] == true, words.global)
    if !isWatch, words.values["every"] != nil { throw Failure.intervalWithoutWatch }
    let others = [
      words.positionals.first, global.isDryRun ? "--dry-run" : nil, global.key.map { _ in "--key" },
    ]
    if isWatch, let other = others.compactMap(\.self).first {
      throw Failure.conflictingFlags("--watch", other)
    }
  }

  private func watch(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let seconds = try words.seconds(of: "every") ?? Self.defaultInterval
    return try await SyncWatcher(every: seconds, words.global, program).run()
  }

  private func call(
    _ intent: String,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let engine = try await program.engine(global, printsTextOnly: true)
    let outcome = await engine.perform(IntentCall(intent, key: global.key), from: .commandLine)
    return try global.printer(program.environment).print(outcome)
  }

  private func setUp(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let (url, global) = (words.positionals.first, words.global)
    if global.isDryRun { throw Failure.conflictingFlags("--dry-run", "init") }
    var address = url
    // A path is relative to the current folder, but git reads it in the data folder.
    if let url, !url.contains(":"), !url.isEmpty, !url.hasPrefix("-") {
      address = try program.environment.absolute(url)
    }
    let sync = try folderSync(global, program)
    let setup = SyncSetup(sync, program: program.environment.program)
    let result = SyncIntent.Result(try await setup.run(url: address))
    let value = try JSONValue(encoding: result).object ?? [:]
    return try global.printer(program.environment).print(
      .ok(IntentResult(value, dialog: result.notice))
    )
  }

  private func folderSync(_ global: GlobalFlags, _ program: Program) throws -> FolderSync {
    let storage = try StorageConfiguration(global, program.environment)
    let context = CallContext(now: program.environment.now(), source: .commandLine)
    return GitSyncService(storage).folderSync(in: context)
  }

  private func formatter(
    _ global: GlobalFlags,
    _ program: Program
  ) throws -> SyncConflictFormatter {
    let storage = try StorageConfiguration(global, program.environment)
    return SyncConflictFormatter(
      tags: try storage.open().read { try $0.tags() },
      clock: LocalTimeConverter(timeZone: storage.timeZone)
    )
  }

  private func list(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let global = words.global
    let conflicts = try await SyncConflicts(try folderSync(global, program)).open()
    let console = Console(program.environment, color: global.color)
    if global.wantsJSON {
      try console.print(JSONValue.array(conflicts.map(\.json)).text())
      return 0
    }
    let formatter = try formatter(global, program)
    let rows = conflicts.enumerated().map { index, conflict in
      let (place, values) = formatter.row(conflict)
      return [Table.Cell(text: "\(index + 1)")] + place.map { Table.Cell(text: $0) }
        + values.map { Table.Cell(text: $0, leastWidth: 6) }
    }
    if rows.isEmpty {
      try console.print("There are no conflicts.")
    } else {
      let heading = ["", "", "field", "kept", "other"].map { Table.Cell(text: $0, leastWidth: 0) }
      try console.print(lines: Table(rows: [heading] + rows).lines(console))
    }
    return 0
  }

  private func take(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let (word, global) = (words.positionals[0], words.global)
    let found = SyncConflicts(try folderSync(global, program))
    let open = try await found.open()
    guard let number = Int(word), open.indices.contains(number - 1) else {
      throw Failure.unknownConflict(word, count: open.count)
    }
    let conflict = open[number - 1]
    let formatter = try formatter(global, program)
    let unit = conflict.unit(in: open)
    let targets = formatter.targets(of: unit)
    let value: JSONObject = ["taken": .array(unit.map(\.json))]
    let printer = global.printer(program.environment)
    if global.isDryRun {
      return try printer.print(.planned(IntentResult(value, dialog: "Would set \(targets).")))
    }
    guard try found.take(conflict, among: open) else { throw Failure.conflictChanged(word) }
    return try printer.print(.ok(IntentResult(value, dialog: "Set \(targets).")))
  }
}
