import Foundation
import IntentKit
import JSONText
import MinutaCore
package import MinutaExport

package struct ImportIntent: SystemIntent {
  static let definition = PackageResources.Import_json

  struct Parameters: Codable {
    let files: [String]
    let format: String?
    let timeZone: String?
    let dateOrder: DateOrder?
    let column: [String]?
    let profile: String?
    let account: String?
    let tagOrder: [String]?
    let encoding: TextEncoding?
    let update: Bool
    let restore: Bool
    let skipInvalid: Bool
  }

  package struct Result: Codable, Sendable {
    package let format: String
    package let files: [String]
    package let records: Int
    package let totalSeconds: Int
    package let added: Int
    package let updated: Int
    /// The first updated records, at most 20.
    package let updates: [ImportUpdateResult]
    package let unchanged: Int
    package let deleted: Int
    /// The number of records that differ, but stay as they are, because an invoice bills them.
    package let locked: Int
    /// The number of unchanged records with other values than in the files.
    package let differing: Int
    /// The number of added records that overlap records from before the import.
    package let overlapping: Int
    /// The numbers of these invoices, each once.
    package let invoices: [String]
    /// The start of the first record; nil if there are no records.
    package let from: String?
    /// The end of the last record; nil if there are no records.
    package let to: String?
    /// The time zone in which times without one are read.
    package let timeZone: String
    /// Whether the files have times without a time zone.
    package let hasLocalTimes: Bool
    /// The columns of a CSV file that were read; empty for other files.
    package let columns: [ImportedColumn]
    /// The names of the columns of CSV files that weren't imported.
    package let ignoredColumns: [String]
    /// The totals of all records; in a dry run, of those that would be added or updated.
    package fileprivate(set) var tags: [ImportedTagResult]
    /// The labels that most of the records get that are added or updated, at most 10.
    package let labels: [ImportedLabelResult]
    /// The first records, at most 5; in a dry run, of those that would be added or updated.
    package fileprivate(set) var first: [ImportedRecordResult]
    /// The first parts that weren't imported, at most 120.
    package let skipped: [SkippedPartResult]
    package let skippedCount: Int
    /// The first breaks that make entries shorter, at most 20.
    package let breaks: [SkippedPartResult]
    package let breakCount: Int
    /// The first local times that the clock shows twice or never, at most 20.
    package let clockChanges: [SkippedPartResult]
    package let clockChangeCount: Int
    /// The first durations that contradict the start and end of their record, at most 20.
    package let ignoredDurations: [SkippedPartResult]
    package let ignoredDurationCount: Int
    /// The id of the run, which `undo` takes; nil if nothing was imported.
    package fileprivate(set) var run: String?
  }

  let parameters: Parameters

  func plan(by actions: SystemActions, in context: CallContext) async throws
    -> SystemIntentPlan<Result>
  {
    .output(try await run(by: actions, in: context, isDryRun: true))
  }

  func perform(by actions: SystemActions, in context: CallContext) async throws
    -> IntentOutput<Result>
  {
    try await run(by: actions, in: context, isDryRun: false)
  }

  private func run(
    by actions: SystemActions,
    in context: CallContext,
    isDryRun: Bool
  ) async throws -> IntentOutput<Result> {
    guard let engine = context.engine else { throw Failure.unknownIntent(Self.id, near: nil) }
    var request: ImportRequest
    let preview: ImportPreview
    do {
      request = try self.request(actions)
      preview = try FileImportService().preview(of: request)
    } catch let error as FormatError {
      throw error.failure
    }
    request.repeats = preview.repeats
    let importer = RecordImporter(
      parameters: parameters,
      preview: preview,
      engine: engine,
      actions: actions,
      context: context,
      run: String(actions.makeID().uuidString.prefix(8)),
      isDryRun: isDryRun
    )
    let records = FileImportService().records(of: request, as: preview.format)
    let changes = try await importer.perform(records)
    let isChanged = changes.counts.contains { [.added, .updated].contains($0.key) }
    var result = result(preview, request, changes)
    if isDryRun {
      result.first = changes.first.map(ImportedRecordResult.init)
      result.tags = changes.totals.all.map(ImportedTagResult.init).sorted()
    }
    if isChanged, !isDryRun { result.run = importer.run }
    return IntentOutput(
      result,
      dialog: result.sentence(
        preview,
        updates: parameters.update,
        isDryRun: isDryRun,
        labeled: parameters.tagOrder == nil ? changes.labeled : 0
      )
    )
  }

  private func request(_ actions: SystemActions) throws -> ImportRequest {
    let (named, paths) = try formatAndPaths()
    let format = named ?? parameters.profile.flatMap { _ in ImportFormats.named("csv") }
    var profile = try parameters.profile.map { try self.profile($0, actions) }
    var days = actions.days
    if let name = parameters.timeZone {
      days = days.zoned(try TimeZoneArgument(name, at: JSONPointer(["timeZone"])).timeZone)
      profile?.timeZone = nil
    }
    var files: [ImportFile] = []
    for path in paths { files += try actions.openImport(path).files(of: format) }
    var request = ImportRequest(files: files, days: days)
    request.format = format
    request.options.profile = profile
    request.options.dateOrder = parameters.dateOrder
    request.options.encoding = parameters.encoding
    request.options.columns = try columns()
    request.account = parameters.account ?? ""
    request.tagOrder = (parameters.tagOrder ?? []).flatMap { $0.split(separator: ",") }
      .map(String.init)
    request.skipsInvalid = parameters.skipInvalid
    return request
  }

  private func profile(_ path: String, _ actions: SystemActions) throws -> ImportProfile {
    guard case .file(let file) = try actions.openImport(path) else {
      throw Failure.notRegularFile(path, for: "profile")
    }
    do {
      let json = try JSONValue(parsing: try file.content(limit: 1 << 20))
      let known = ImportProfile.CodingKeys.allCases.map(\.rawValue)
      guard var object = json.object?.withoutComment else { return try json.decode() }
      if let key = object.keys.first(where: { !known.contains($0) }) {
        throw Failure.unknownProfileKey(key, in: path, known: known)
      }
      if let columns = object["columns"]?.object {
        object["columns"] = .object(columns.withoutComment)
      }
      return try JSONValue.object(object).decode()
    } catch let error as FormatError {
      throw error
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.invalidProfile(path, error)
    }
  }

  /// Returns the assigned columns by field; a field without a column is left out.
  private func columns() throws(Failure) -> [String: String] {
    var columns: [String: String] = [:]
    for text in parameters.column ?? [] {
      for part in Self.assignments(in: text) {
        guard let sign = part.firstIndex(of: "="), sign != part.startIndex else {
          throw .invalidFormat(
            part,
            at: JSONPointer(["column"]),
            expected: "a field and a column such as 'start=Begin Date'"
          )
        }
        columns[String(part[..<sign])] = String(part[sign...].dropFirst())
      }
    }
    return columns
  }

  /// Splits a text at the commas before a field and its `=`, because a column's name may have commas.
  static func assignments(in text: String) -> [String] {
    var parts: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let field = part.prefix { $0.isASCII && $0.isLetter }
      if parts.isEmpty || !field.isEmpty && part.dropFirst(field.count).first == "=" {
        parts.append(String(part))
      } else {
        parts[parts.count - 1] += ",\(part)"
      }
    }
    return parts
  }

  /// Returns the format, if the call names one, and the paths to import.
  ///
  /// On the command line, the format may come before the paths.
  private func formatAndPaths() throws(FormatError) -> ((any ImportFormat.Type)?, [String]) {
    if let name = parameters.format {
      guard let format = ImportFormats.named(name) else { throw .unknownFormat(name) }
      return (format, parameters.files)
    }
    if parameters.files.count > 1, let format = ImportFormats.named(parameters.files[0]) {
      return (format, Array(parameters.files.dropFirst()))
    }
    return (nil, parameters.files)
  }

  private func result(
    _ preview: ImportPreview,
    _ request: ImportRequest,
    _ changes: ImportChanges
  ) -> Result {
    let counts = changes.counts
    return Result(
      format: preview.format.name,
      files: request.files.map(\.name),
      records: preview.count,
      totalSeconds: preview.seconds,
      added: counts[.added, default: 0],
      updated: counts[.updated, default: 0],
      updates: changes.updates,
      unchanged: counts[.unchanged, default: 0],
      deleted: counts[.deleted, default: 0],
      locked: counts[.locked, default: 0],
      differing: changes.differing,
      overlapping: changes.overlapping,
      invoices: changes.invoices,
      from: preview.range.map { Timestamp.text($0.lowerBound) },
      to: preview.range.map { Timestamp.text($0.upperBound) },
      timeZone: request.days.timeZone.name,
      hasLocalTimes: preview.hasLocalTimes,
      columns: preview.columns,
      ignoredColumns: preview.ignoredColumns,
      tags: preview.totals.all.map(ImportedTagResult.init).sorted(),
      labels: Array(changes.labels.map(ImportedLabelResult.init).sorted().prefix(10)),
      first: preview.first.map(ImportedRecordResult.init),
      skipped: preview.skipped.map(SkippedPartResult.init)
        + preview.invalid.map(SkippedPartResult.init),
      skippedCount: preview.skippedCount + preview.invalidCount,
      breaks: preview.breaks.map(SkippedPartResult.init),
      breakCount: preview.breakCount,
      clockChanges: preview.clockChanges.map(SkippedPartResult.init),
      clockChangeCount: preview.clockChangeCount,
      ignoredDurations: preview.ignoredDurations.compactMap(SkippedPartResult.init),
      ignoredDurationCount: preview.ignoredDurationCount
    )
  }
}

/// Imports the records of files in transactions of up to 1,000 records.
///
/// For hooks, the history and undo, each record is a call of `ImportRecord` in one batch run. An
/// import that was killed between two transactions is continued by repeating it, because the records
/// have the same ids.
private struct RecordImporter {
  let parameters: ImportIntent.Parameters
  let preview: ImportPreview
  let engine: IntentEngine
  let actions: SystemActions
  let context: CallContext
  /// The id of the run, which makes the import one step for undo.
  let run: String
  let isDryRun: Bool

  /// The number of records in a transaction, and of those that a dry run keeps in memory.
  private static let groupLength = 1000

  /// Imports all records.
  func perform(_ records: RecordSequence) async throws(Failure) -> ImportChanges {
    var changes = ImportChanges()
    do throws(Failure) {
      try await perform(records, &changes)
      return changes
    } catch {
      let added = changes.counts[.added, default: 0] + changes.counts[.updated, default: 0]
      throw isDryRun || added == 0 ? error : error.afterImporting(added, run: run)
    }
  }

  private func perform(
    _ records: RecordSequence,
    _ changes: inout ImportChanges
  ) async throws(Failure) {
    let recorded = try await provider(of: engine)
      .recordedTimes(in: preview.range, now: context.now)
    guard let definition = ImportRecordIntent.parsedDefinition else { return }
    let anyCall = ValidatedCall(definition: definition, values: [:])
    // A hook before a call sees the changes of earlier ones.
    let isHooked = await !engine.hooks(of: anyCall, .before).isEmpty
    let collectsEvents = await engine.hasWaitingHooks(of: [anyCall])
    var (records, done, batch) = (records, 0, nil as String?)
    while true {
      let part = try Self.next(isHooked ? 1 : Self.groupLength, of: &records)
      if part.isEmpty { return }
      let now = engine.clock()
      var steps: [BuiltInIntentProvider.ImportStep] = []
      for record in part {
        let digest = record.id.uuidString.filter { $0 != "-" }.prefix(16).lowercased()
        let name = batch ?? "\(digest).\(run)"
        batch = name
        let origin = ChangeOrigin(
          now: now,
          source: CallSource.file.rawValue,
          intent: ImportRecordIntent.id,
          step: BatchStep(index: done, digest: digest, run: name),
          run: context.chain.run
        )
        let request = request(for: record)
        var call: ValidatedCall?
        if isHooked || collectsEvents {
          let resolved = try await engine.resolve(self.call(request), from: .file)
          call = try await engine.applyBeforeHooks(to: resolved, from: .file).call
        }
        steps.append((request, origin, call))
        done += 1
      }
      // Each part of a dry run has a copy of its own, so that it needs little memory.
      let provider = try provider(of: isDryRun ? await engine.dryRunCopy() : engine)
      let results = try await provider.importRecords(steps, collectsEvents: collectsEvents)
      for (index, result) in results.enumerated() {
        let (imported, events) = try result.get()
        changes.add(imported, of: part[index], recorded, actions.formatter(in: context))
        _ = await engine.notifyHooks(events, of: steps[index].call, from: .file)
      }
      let count = preview.count
      context.report(Double(done) / Double(max(1, count)), "\(done) of \(count) records")
    }
  }

  private func provider(of engine: IntentEngine) throws(Failure) -> BuiltInIntentProvider {
    let found = engine.providers.lazy.compactMap { $0 as? BuiltInIntentProvider }.first
    guard let found else { throw .unknownIntent(ImportRecordIntent.id, near: nil) }
    return found
  }

  /// Returns the next records of a sequence, at most `count`.
  private static func next(
    _ count: Int,
    of records: inout RecordSequence
  ) throws(Failure) -> [RecordToImport] {
    var part: [RecordToImport] = []
    do throws(FormatError) {
      while part.count < count, let next = try records.next() { part.append(next) }
    } catch {
      throw error.failure
    }
    return part
  }

  private func request(for record: RecordToImport) -> RecordImportRequest {
    var request = RecordImportRequest(
      id: record.id,
      tag: record.tag.map { .name($0) },
      comment: record.comment?.nonBlank,
      start: record.start,
      end: record.end,
      timeZone: record.timeZone,
      updates: parameters.update,
      restoresDeleted: parameters.restore
    )
    request.equalBefore = record.equalBefore
    request.comparesMinutes = record.equalBefore != nil && !preview.hasSeconds
    request.updatesTimeZone =
      record.timeZone != actions.days.timeZone.name || parameters.update && record.hasTimeZone
    return request
  }

  /// Returns the call that hooks see.
  private func call(_ request: RecordImportRequest) -> IntentCall {
    var values: JSONObject = [
      "id": .string(request.id.uuidString),
      "start": .string(Timestamp.text(request.start)),
      "end": .string(Timestamp.text(request.end)),
    ]
    values["tag"] = request.tag.map { .string($0.text) }
    values["comment"] = request.comment.map { .string($0) }
    if request.updatesTimeZone { values["timeZone"] = .string(request.timeZone) }
    if let count = request.equalBefore {
      values["equalBefore"] = .number(JSONNumber(count))
      if request.comparesMinutes { values["wholeMinutes"] = true }
    }
    if request.updates { values["update"] = true }
    if request.restoresDeleted { values["restore"] = true }
    return IntentCall(ImportRecordIntent.id, with: values)
  }
}

/// The number of records for each change, and what the result of an import shows of them.
private struct ImportChanges {
  var counts: [RecordImportResult.Change: Int] = [:]
  /// The first records that were added or updated.
  var first: [RecordToImport] = []
  /// The totals of these records by the tags that they get.
  var totals = TagTotals()
  /// The number of these records that have a tag and labels.
  var labeled = 0
  /// The numbers of these records by their labels, of the first 1,000 labels.
  var labels: [Label: Int] = [:]
  /// The first updated records, at most 20.
  var updates: [ImportUpdateResult] = []
  /// The number of unchanged records with other values than in the files.
  var differing = 0
  /// The number of added records that overlap records from before the import.
  var overlapping = 0
  /// The numbers of the invoices that bill locked records, each once.
  var invoices: [String] = []

  mutating func add(
    _ result: RecordImportResult,
    of record: RecordToImport,
    _ recorded: RecordedTimes,
    _ formatter: SentenceFormatter
  ) {
    counts[result.change, default: 0] += 1
    if result.differs { differing += 1 }
    if let invoice = result.lock?.number, !invoices.contains(invoice) { invoices.append(invoice) }
    guard let tagged = result.record, [.added, .updated].contains(result.change) else { return }
    if first.count < 5 { first.append(record) }
    totals.add(seconds: record.seconds, to: tagged.tag?.name)
    if record.tag != nil, !record.labels.isEmpty { labeled += 1 }
    for label in record.labels where labels.count < 1000 || labels[label] != nil {
      labels[label, default: 0] += 1
    }
    if result.change == .added, let end = tagged.record.endTime,
      recorded.overlaps(from: tagged.record.startTime.unixSeconds, to: end.unixSeconds)
    {
      overlapping += 1
    }
    if let before = result.before, updates.count < 20 {
      updates.append(ImportUpdateResult(from: before, to: tagged, formatter))
    }
  }
}
