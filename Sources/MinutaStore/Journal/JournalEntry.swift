import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// One transaction in the journal, with all that is needed to apply or undo it.
struct JournalEntry: Sendable, Equatable {
  let sequence: Int
  /// The sequence number of the last journal entry of the same commit; nil if the entry was
  /// committed alone.
  var groupEnd: Int?
  let origin: ChangeOrigin
  /// The record that the call was about; nil if there was none, or more than one.
  var record: UUID?
  let undoes: [Int]
  let idempotentResults: [IdempotentResult]
  var tags: [TagChange] = []
  /// The whole `tags.json` before the entry.
  ///
  /// Only the first entry of each journal file has it, because a sync may have added tags that no
  /// entry mentions.
  var tagList: String?
  /// Digests of `tags.json` before and after the commit, in its last entry only.
  var tagDigests: TagListDigests?
  var files: [FileChange]
  var moves: [FileMove]
  /// Decisions about idle time, which aren't stored in a file of the data directory.
  var decisions: [IdleTimeDecision] = []
  /// The version of the shared files that a sync has put in place with the entry's group.
  var commit: String?
  /// The path that caused the entry to be refused, because Minuta never writes it; nil for a valid
  /// entry.
  ///
  /// A refused entry changes nothing.
  var refusedPath: String?

  /// Whether the entry only records that a call was made.
  var changesNothing: Bool {
    files.isEmpty && tags.isEmpty && moves.isEmpty && decisions.isEmpty
  }
}

extension JournalEntry {
  /// The version of the journal's format, with which every entry begins.
  static let version = 1

  /// The first bytes of every journal entry's JSON text.
  private static let beginning = Array(#"{"version":\#(version),"#.utf8)

  /// Returns whether the line is complete but has another format version.
  static func hasOtherVersion(_ line: some Collection<UInt8>) -> Bool {
    line.count > 17 && !line.dropFirst(17).starts(with: beginning)
      && line.prefix(16).elementsEqual(checksum(of: line.dropFirst(17)))
  }

  /// Parses a line of the journal; nil if it is incomplete or has another format version.
  init?(line: some Sequence<UInt8>) {
    let bytes = Array(line)
    guard
      bytes.count > 17, bytes[17...].starts(with: Self.beginning),
      bytes.prefix(16).elementsEqual(Self.checksum(of: bytes[17...])),
      let json = try? JSONValue(
        parsing: Array(bytes[17...]),
        limits: JSONLimits(bytes: .max)
      ),
      let sequence = json["sequence"]?.integer,
      let now = json["time"]?.string.flatMap(Timestamp.date)
    else { return nil }
    self.sequence = sequence
    groupEnd = json["groupEnd"]?.integer
    origin = ChangeOrigin(
      now: now,
      source: json["source"]?.string ?? "",
      intent: json["intent"]?.string ?? "",
      step: json["batch"].flatMap { BatchStep(json: $0, failedCalls: json["failedCalls"]) },
      run: json["run"]?.string
    )
    record = json["record"]?.string.flatMap(UUID.of)
    undoes = json["undoes"]?.array?.compactMap(\.integer) ?? []
    idempotentResults = json["keyedResults"]?.array?.compactMap(IdempotentResult.init) ?? []
    tags = json["tags"]?.array?.compactMap(TagChange.init) ?? []
    tagList = json["tagList"]?.string
    tagDigests = json["tagDigests"].map(TagListDigests.init)
    files = json["files"]?.array?.compactMap(FileChange.init) ?? []
    moves = json["moves"]?.array?.compactMap(FileMove.init) ?? []
    commit = json["commit"]?.string
    decisions = json["decisions"]?.array?.compactMap(IdleTimeDecision.init) ?? []
  }

  /// The journal entry as a line: a checksum, a space, the JSON text and a line break.
  var line: [UInt8] {
    var json: JSONObject = [
      "version": .number(JSONNumber(Self.version)),
      "sequence": .number(JSONNumber(sequence)),
      "time": .string(Timestamp.text(origin.now)),
      "source": .string(origin.source),
      "intent": .string(origin.intent),
    ]
    // Short members come first because searches read only the beginning of a line.
    json["record"] = record.map { .string($0.text) }
    if !undoes.isEmpty { json["undoing"] = true }
    json["groupEnd"] = groupEnd.map { .number(JSONNumber($0)) }
    json["batch"] = origin.step?.json
    // For a call of a batch, `batch` already contains the ID of the run.
    if origin.run != origin.step?.runID { json["run"] = origin.run.map { .string($0) } }
    if !idempotentResults.isEmpty { json["keyedResults"] = .array(idempotentResults.map(\.json)) }
    if !undoes.isEmpty { json["undoes"] = .array(undoes.map { .number(JSONNumber($0)) }) }
    if let failed = origin.step?.failedCalls, !failed.isEmpty {
      json["failedCalls"] = .array(failed.map { .number(JSONNumber($0)) })
    }
    json["commit"] = commit.map { .string($0) }
    if !decisions.isEmpty { json["decisions"] = .array(decisions.map(\.json)) }
    if !tags.isEmpty { json["tags"] = .array(tags.map(\.json)) }
    json["files"] = .array(files.map(\.json))
    json["tagList"] = tagList.map { .string($0) }
    json["tagDigests"] = tagDigests?.json
    json["moves"] = moves.isEmpty ? nil : .array(moves.map(\.json))
    let text = JSONValue.object(json).bytes(.stored)
    return Self.checksum(of: text) + [UInt8(ascii: " ")] + text + [UInt8(ascii: "\n")]
  }

  /// Returns the first 16 hex digits of the SHA-256 of `bytes`.
  private static func checksum(of bytes: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hex(of: Array(bytes)).utf8.prefix(16))
  }
}

extension IdempotentResult {
  fileprivate init?(json: JSONValue) {
    guard
      let key = json["key"]?.string, let call = json["call"]?.string,
      let answer = json["answer"]?.string
    else { return nil }
    self.init(key: key, call: call, answer: answer)
  }

  fileprivate var json: JSONValue {
    ["key": .string(key), "call": .string(call), "answer": .string(answer)]
  }
}

extension IdleTimeDecision {
  fileprivate init?(json: JSONValue) {
    guard let timer = json["timer"]?.string.flatMap(UUID.of) else { return nil }
    let dates = ["before", "after"].map { json[$0]?.string.flatMap(Timestamp.date) }
    self.init(timer: timer, before: dates[0], after: dates[1])
  }

  fileprivate var json: JSONValue {
    var json: JSONObject = ["timer": .string(timer.uuidString)]
    json["before"] = before.map { .string(Timestamp.text($0)) }
    json["after"] = after.map { .string(Timestamp.text($0)) }
    return .object(json)
  }
}

extension BatchStep {
  fileprivate init?(json: JSONValue, failedCalls: JSONValue?) {
    guard
      let index = json["index"]?.integer, let digest = json["digest"]?.string,
      let first = json["first"]?.string
    else { return nil }
    self.init(
      index: index,
      digest: digest,
      run: first,
      isLast: json["last"] == true,
      failedCalls: failedCalls?.array?.compactMap(\.integer) ?? []
    )
  }

  fileprivate var json: JSONValue {
    var json: JSONObject = [
      "index": .number(JSONNumber(index)), "digest": .string(digest),
      "first": .string(run),
    ]
    if isLast { json["last"] = true }
    return .object(json)
  }
}
