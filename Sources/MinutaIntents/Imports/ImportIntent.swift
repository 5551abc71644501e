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
      preview = try actions.importService.preview(of: request)
    } catch let error as FormatError {
      throw error.failure
    }
    request.repeats = preview.repeats
    let batch = ImportBatch(
      request: request,
      format: preview.format,
      service: actions.importService,
      defaultTimeZone: actions.days.timeZone,
      run: String(actions.makeID().uuidString.prefix(8)),
      update: parameters.update,
      restore: parameters.restore,
      hasWholeMinutes: !preview.hasSeconds,
      recorded: preview.range.map(actions.recordedTimes) ?? RecordedTimes()
    )
    let changes = try await batch.perform(
      by: engine,
      count: preview.count,
      isDryRun: isDryRun,
      context.report
    )
    let isChanged = changes.counts.contains { [.added, .updated].contains($0.key) }
    var result = result(preview, request, changes)
    if isDryRun {
      result.first = changes.first.map(ImportedRecordResult.init)
      result.tags = changes.totals.all.map(ImportedTagResult.init).sorted()
    }
    if isChanged, !isDryRun { result.run = batch.run }
    return IntentOutput(
      result,
      dialog: result.sentence(preview, updates: parameters.update, isDryRun: isDryRun)
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
    _ changes: ImportBatch.Changes
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
