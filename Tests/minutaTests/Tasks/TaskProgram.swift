import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

/// One of the three programs, with the history of a day in a home folder of its own.
struct TaskProgram {
  enum Kind: String, CaseIterable { case timew, watson, minuta }

  /// The text in a command that stands for the first characters of an id.
  static let idMark = "{id}"

  let kind: Kind
  private let day: TaskDay
  private let home: TemporaryDirectory

  init(_ kind: Kind, on day: TaskDay, _ task: EverydayTask) async throws {
    (self.kind, self.day) = (kind, day)
    home = try TemporaryDirectory(isInMemory: true)
    let program =
      switch kind {
      case .timew: try #require(TestPrograms.installed("timew"))
      case .watson: "\(try #require(TestPrograms.python))' -m 'watson"
      case .minuta: TestPrograms.minuta
      }
    try await home.writeExecutable("#!/bin/sh\nexec '\(program)' \"$@\"\n", to: "bin/\(kind)")
    let timer = task.hasTimer ? [day.timer] : []
    switch kind {
    case .timew: try writeTimew(day.history + timer)
    case .watson: try writeWatson(day.history, timer.first)
    case .minuta: try await writeMinuta(day.history + timer)
    }
    if task.deletesNewest { try await run("\(kind) delete @1") }
  }

  /// Runs a command as a shell does, and returns its output.
  @discardableResult
  func run(_ command: TypedCommand) async throws -> String {
    let namesID = command.words.contains(Self.idMark)
    let words = namesID ? command.words.replacing(Self.idMark, with: try oldID()) : command.words
    // At a terminal, Minuta asks and opens an editor.
    let isTerminal = kind == .minuta && (command.answer != nil || command.edit != nil)
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", isTerminal ? "script -qec \"\(words)\" /dev/null" : words],
      environment: environment.merging([
        "EDITOR": command.edit.map { "sed -i s/\($0.old)/\($0.new)/" } ?? "false"
      ]) { $1 },
      input: command.answer.map { "\($0)\n" } ?? ""
    )
    try #require(result.status == 0, "\(words): \(result.output)\(result.errors)")
    return result.output
  }

  private var environment: [String: String] {
    [
      "HOME": home.path, "PATH": "\(home.path)/bin:/usr/bin:/bin", "TZ": day.zone.identifier,
      "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", "TERM": "dumb",
      "TIMEWARRIORDB": "\(home.path)/timew", "WATSON_DIR": "\(home.path)/watson",
      "MINUTA_STORE": "\(home.path)/store",
    ]
  }

  // MARK: History

  private func writeTimew(_ entries: [TaskEntry]) throws {
    try home.write("confirmation = off\n", to: "timew/timewarrior.cfg")
    for (month, entries) in Dictionary(
      grouping: entries,
      by: { Self.basicTime($0.start).prefix(6) }
    ) {
      let lines = entries.map { entry in
        let end = entry.end.map { " - \(Self.basicTime($0))" } ?? ""
        return "inc \(Self.basicTime(entry.start))\(end) # \(entry.tag)\n"
      }
      try home.write(lines.joined(), to: "timew/data/\(month.prefix(4))-\(month.suffix(2)).data")
    }
    try home.write(#"{"Acme":{"count":5},"Globex":{"count":3}}"#, to: "timew/data/tags.data")
  }

  private func writeWatson(_ entries: [TaskEntry], _ timer: TaskEntry?) throws {
    func seconds(_ date: Date?) -> JSONValue {
      .number(JSONNumber(Int(date?.timeIntervalSince1970 ?? 0)))
    }
    let frames = entries.enumerated().map { index, entry -> JSONValue in
      let id = "\(index)f2a" + String(repeating: "0", count: 28)
      return [
        seconds(entry.start), seconds(entry.end), .string(entry.tag), .string(id), [],
        seconds(entry.end),
      ]
    }
    try home.write(JSONValue.array(frames).text(), to: "watson/frames")
    guard let timer else { return }
    let state: JSONValue = [
      "project": .string(timer.tag), "start": seconds(timer.start), "tags": [],
    ]
    try home.write(state.text(), to: "watson/state")
  }

  private func writeMinuta(_ entries: [TaskEntry]) async throws {
    let calls = entries.map { entry -> String in
      let start = JSONValue.string(Timestamp.text(entry.start))
      let tag = JSONValue.string(entry.tag)
      let call: JSONValue =
        entry.end.map {
          [
            "intent": "LogTime",
            "with": ["tag": tag, "start": start, "end": .string(Timestamp.text($0))],
          ]
        } ?? ["intent": "StartTimer", "with": ["tag": tag, "at": start]]
      return call.text() + "\n"
    }
    try home.write(calls.joined(), to: "calls.jsonl")
    try await run("minuta run \"$HOME/calls.jsonl\"")
  }

  // MARK: Data

  /// Returns the recorded times from the program's own data, the oldest first.
  func entries() async throws -> [TaskEntry] {
    let entries =
      switch kind {
      case .timew: try timewEntries(JSONValue(parsing: try await run("timew export")))
      case .watson: try watsonEntries()
      case .minuta: try minutaRecords().map(\.entry)
      }
    return entries.sorted { $0.start < $1.start }
  }

  private func timewEntries(_ export: JSONValue) throws -> [TaskEntry] {
    try #require(export.array).map { interval in
      let tags = interval["tags"]?.array?.compactMap(\.string) ?? []
      let tag = try #require(tags.first { ["Acme", "Globex"].contains($0) })
      return TaskEntry(
        try #require(Self.date(basic: interval["start"]?.string ?? "")),
        interval["end"]?.string.flatMap(Self.date),
        tag,
        note: interval["annotation"]?.string ?? tags.first { $0 != tag }
      )
    }
  }

  private func watsonEntries() throws -> [TaskEntry] {
    func date(_ value: JSONValue?) throws -> Date {
      Date(timeIntervalSince1970: Double(try #require(value?.integer)))
    }
    func entry(_ start: JSONValue?, _ end: JSONValue?, _ tag: JSONValue?, _ tags: JSONValue?)
      throws -> TaskEntry
    {
      TaskEntry(
        try date(start),
        try end.map { try date($0) },
        try #require(tag?.string),
        note: tags?.array?.first?.string
      )
    }
    let frames = try #require(try JSONValue(parsing: home.text(of: "watson/frames")).array)
    let entries = try frames.compactMap(\.array).map { try entry($0[0], $0[1], $0[2], $0[4]) }
    let text = try? home.text(of: "watson/state")
    guard let state = try text.map({ try JSONValue(parsing: $0) }), state["start"] != nil else {
      return entries
    }
    return entries + [try entry(state["start"], nil, state["project"], state["tags"])]
  }

  /// Returns the records in the files of the data folder.
  private func minutaRecords() throws -> [(id: String, entry: TaskEntry)] {
    let tags = try JSONValue(parsing: home.text(of: "store/tags.json"))
    let list = tags.array ?? tags["tags"]?.array ?? []
    let names = list.reduce(into: [:]) { $0[$1["id"]?.string] = $1["name"]?.string }
    return try home.content(below: "store").filter {
      $0.key.hasPrefix("records/") && $0.key.hasSuffix(".json")
    }.map { file in
      let record = try JSONValue(parsing: Array(file.value ?? Data()))
      return (
        try #require(record["id"]?.string),
        TaskEntry(
          try #require(Timestamp.date(record["startTime"]?.string ?? "")),
          record["endTime"]?.string.flatMap(Timestamp.date),
          try #require(names[record["tagId"]?.string]),
          note: record["comment"]?.string
        )
      )
    }
  }

  // MARK: Ids and formats

  /// Returns the first characters of the id of the record of two weeks ago.
  private func oldID() throws -> String {
    switch kind {
    case .timew: ""
    case .watson: "2f2a"
    case .minuta: try minutaIDs()[2]
    }
  }

  /// Returns the first characters of Minuta's ids, those of the oldest records first.
  private func minutaIDs() throws -> [String] {
    try minutaRecords().sorted { $0.entry.start < $1.entry.start }.map { String($0.id.prefix(4)) }
  }

  /// Returns the ids of the newest records, as the program shows them.
  func newestIDs(_ count: Int) throws -> [String] {
    switch kind {
    case .timew: (1...count).map { "@\($0)" }
    case .watson: (0..<count).map { "\(day.history.count - 1 - $0)f2a" }
    case .minuta: try minutaIDs().suffix(count)
    }
  }

  /// Returns a duration as the program shows it.
  func duration(_ seconds: Int) -> String {
    let text = DurationFormat.text(seconds: seconds)
    switch kind {
    case .timew: return DurationFormat.text(seconds: seconds, as: .clock)
    case .watson: return "\(text) 00s"
    case .minuta: return text
    }
  }

  private static func basicTime(_ date: Date) -> String {
    Timestamp.text(date).filter { !"-:".contains($0) }
  }

  private static func date(basic text: String) -> Date? {
    let characters = Array(text)
    guard characters.count == 16 else { return nil }
    func part(_ range: Range<Int>) -> String { String(characters[range]) }
    return Timestamp.date(
      "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
    )
  }
}
