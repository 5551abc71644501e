import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport

/// Imports the records of files as a batch of `ImportRecord` calls.
struct ImportBatch: Sendable {
  let request: ImportRequest
  let format: any ImportFormat.Type
  let service: any ImportService
  /// The time zone of calls that name none.
  let defaultTimeZone: TimeZone
  /// The id of the run, which makes the import one step for undo.
  let run: String
  let update: Bool
  let restore: Bool
  /// Whether all records begin and end at whole minutes, so that seconds may have been left out.
  let hasWholeMinutes: Bool
  /// The times of the records before the import.
  let recorded: RecordedTimes

  /// The number of calls that a dry run plans at a time, so that it needs little memory.
  private static let dryRunLength = 1000

  /// The number of records for each change, and the first records that a dry run would add or change.
  struct Changes {
    var counts: [RecordImportResult.Change: Int] = [:]
    var first: [RecordToImport] = []
    /// The totals of these records by the tags that they get.
    var totals = TagTotals()
    /// The first updated records, at most 20.
    var updates: [ImportUpdateResult] = []
    /// The number of unchanged records with other values than in the files.
    var differing = 0
    /// The number of added records that overlap records from before the import.
    var overlapping = 0
    /// The numbers of the invoices that bill locked records, each once.
    var invoices: [String] = []

    /// Adds a record that a dry run would add or change.
    ///
    /// - Parameter tag: the name of the tag that it gets; nil if it has none.
    fileprivate mutating func add(_ record: RecordToImport, tag: String?) {
      if first.count < 5 { first.append(record) }
      totals.add(seconds: record.seconds, to: tag)
    }
  }

  /// Performs all calls.
  func perform(
    by engine: IntentEngine,
    count: Int,
    isDryRun: Bool,
    _ report: @escaping @Sendable (Double, String?) -> Void
  ) async throws -> Changes {
    var options = BatchOptions()
    // All files were read before, so the calls are known to be valid.
    options.validatesBeforeRunning = false
    let observer = Observer(count: count, recorded, report: report)
    if isDryRun {
      var records = service.records(of: request, as: format)
      while true {
        let part = try Self.next(Self.dryRunLength, of: &records)
        if part.isEmpty { break }
        observer.part = part
        let calls = InMemoryBatchSource(part.map(call))
        let runner = BatchRunner(engine: await engine.dryRunCopy(), source: .file, options: options)
        try check(try await runner.perform(calls, after: nil, for: observer))
      }
    } else {
      let runner = BatchRunner(engine: engine, source: .file, options: options)
      do {
        let summary = try await runner.perform(self, after: nil, for: observer)
        try check(summary, observer.changes)
      } catch let stopped as BatchInterruptedError {
        // A file can become unreadable after the preview.
        guard let failure = stopped.cause as? Failure else { throw stopped.cause }
        throw self.failure(failure, after: observer.changes)
      }
    }
    return observer.changes
  }

  /// Returns the next records of a sequence, at most `count`.
  private static func next(
    _ count: Int,
    of records: inout RecordSequence
  ) throws -> [RecordToImport] {
    var part: [RecordToImport] = []
    do throws(FormatError) {
      while part.count < count, let next = try records.next() { part.append(next) }
    } catch {
      throw error.failure
    }
    return part
  }

  /// Throws the failure that ended a batch, with the number of records that it added before.
  private func check(_ summary: BatchSummary, _ changes: Changes = Changes()) throws {
    if let failure = summary.firstFailure?.error { throw self.failure(failure, after: changes) }
  }

  private func failure(_ failure: Failure, after changes: Changes) -> Failure {
    let added = changes.counts[.added, default: 0] + changes.counts[.updated, default: 0]
    return added == 0 ? failure : failure.afterImporting(added, run: run)
  }

  /// Counts the records for each change.
  private final class Observer: BatchObserver {
    private let count: Int
    private let recorded: RecordedTimes
    private let report: @Sendable (Double, String?) -> Void
    private var done = 0
    private(set) var changes = Changes()
    /// The records of a dry run that are performed together.
    var part: [RecordToImport] = []

    init(
      count: Int,
      _ recorded: RecordedTimes,
      report: @escaping @Sendable (Double, String?) -> Void
    ) {
      self.count = count
      self.recorded = recorded
      self.report = report
    }

    func didProduce(_ results: [BatchCallResult]) {
      for result in results {
        // A result with notes, such as skipped files of the store, has no typed value.
        let value = result.outcome.result?.value
        let name = value?["change"]?.string ?? ""
        guard let change = RecordImportResult.Change(rawValue: name) else { continue }
        changes.counts[change, default: 0] += 1
        if let invoice = value?["invoice"]?.string, !changes.invoices.contains(invoice) {
          changes.invoices.append(invoice)
        }
        if change == .updated, changes.updates.count < 20, let update = ImportUpdateResult(value) {
          changes.updates.append(update)
        }
        if value?["differs"]?.bool == true { changes.differing += 1 }
        if change == .added, overlaps(value?["record"]) { changes.overlapping += 1 }
        let isNew = [.added, .updated].contains(change)
        if isNew, part.indices.contains(result.index) {
          changes.add(part[result.index], tag: value?["record"]?["tag"]?["name"]?.string)
        }
      }
      done += results.count
      report(Double(done) / Double(max(1, count)), "\(done) of \(count) records")
    }

    /// Whether a record of a result overlaps one from before the import.
    private func overlaps(_ record: JSONValue?) -> Bool {
      let times = ["startTime", "endTime"].compactMap { record?[$0]?.string }
        .compactMap { Timestamp.date($0)?.unixSeconds }
      return times.count == 2 && recorded.overlaps(from: times[0], to: times[1])
    }
  }
}

extension ImportBatch: BatchSource {
  func reader() throws -> any BatchReader {
    Reader(batch: self, records: service.records(of: request, as: format))
  }

  private struct Reader: BatchReader {
    let batch: ImportBatch
    var records: RecordSequence
    var index = 0
    /// The id of the first record, which identifies the batch.
    var first = ""

    var hasBufferedCall: Bool { true }

    mutating func next() throws -> BatchCall? {
      let record: RecordToImport?
      do throws(FormatError) {
        record = try records.next()
      } catch {
        throw error.failure
      }
      guard let record else { return nil }
      defer { index += 1 }
      let digest = String(record.id.uuidString.filter { $0 != "-" }.prefix(16).lowercased())
      if index == 0 { first = digest }
      let position = BatchPosition(index: index, digest: digest, run: "\(first).\(batch.run)")
      return BatchCall(batch.call(record), at: position, line: record.line)
    }
  }

  private func call(_ record: RecordToImport) -> IntentCall {
    var values: JSONObject = [
      "id": .string(record.id.uuidString),
      "start": .string(Timestamp.text(record.start)),
      "end": .string(Timestamp.text(record.end)),
    ]
    values["tag"] = record.tag.map { .string($0) }
    values["comment"] = record.comment.map { .string($0) }
    // Looking up a time zone takes longer than the rest of the call, so leave out the usual one,
    // unless it may correct that of an existing record.
    if record.timeZone != defaultTimeZone.name || update && record.hasTimeZone {
      values["timeZone"] = .string(record.timeZone)
    }
    if let count = record.equalBefore {
      values["equalBefore"] = .number(JSONNumber(count))
      if hasWholeMinutes { values["wholeMinutes"] = true }
    }
    if update { values["update"] = true }
    if restore { values["restore"] = true }
    return IntentCall("ImportRecord", with: values)
  }
}
