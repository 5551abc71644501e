import Foundation
import IntentKit
import JSONText
import MinutaCore
package import MinutaExport

package struct ExportIntent: BuiltInIntent {
  static let definition = PackageResources.Export_json

  struct Parameters: Codable {
    let format: String
    let range: TimeRange
    let tag: TagReference?
    let untagged: Bool
    let filter: FilterArgument?
    let running: Bool
    let columns: [String]?
    let utc: Bool
    let decimal: Bool
    let user: String?
    let round: Rounding.Mode
    let roundTo: DurationArgument
    let timeZone: TimeZoneArgument?
    let output: String?
  }

  package struct Result: Codable, Sendable {
    package let format: String
    package let records: Int
    package let totalSeconds: Int
    package let range: RangeResult
    /// The absolute path of the written file; nil if the call named none.
    package let output: String?
    /// The content of the export; nil if it was written to a file or to standard output.
    package let content: String?
    /// The kinds of data that the format can't hold, each with the number of records.
    package let omitted: [OmissionResult]
    /// The sentence about that data; nil if the format holds all.
    package let warning: String?
  }

  /// A kind of data that the format can't hold.
  package struct OmissionResult: Codable, Sendable {
    package let data: Omissions.Kind
    package let records: Int
  }

  let parameters: Parameters

  /// An export changes no records, even if it writes a file.
  static func isReadOnly(for arguments: JSONObject) -> Bool { true }

  func validate(now: Date) throws(Failure) {
    _ = try filter()
    _ = try rounding()
    _ = try makeWriter(LocalCalendar(timeZone: parameters.range.timeZone))
  }

  private func makeWriter(
    _ days: LocalCalendar,
    _ targets: [Int: Int]? = nil
  ) throws(Failure) -> any ExportWriter {
    let format = try format()
    do throws(FormatError) {
      var options = try options(days)
      options.targets = targets
      try format.check(options)
      return try format.writer(options)
    } catch {
      throw error.failure
    }
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try context.exportOutput.refuse(parameters.output)
    let days = context.days.zoned(parameters.range.timeZone)
    let format = try format()
    var writer = try makeWriter(days, targets(days, in: context))
    var totals = ExportTotals()
    let (tracker, filter, rounding) = (context.tracker, try filter(), try rounding())
    let cutsAtRange = format.features.contains(.cutAtRange)
    let isRounded = rounding.mode != .none && format.features.contains(.durations)
    func write(_ append: ExportOutput.Append) throws {
      var output: [UInt8] = []
      writer.begin(&output)
      try tracker.forEachPart(
        in: parameters.range,
        of: filter,
        includesEarlier: cutsAtRange
      ) { part in
        for tagged in part {
          if tagged.record.isRunning, !parameters.running {
            totals.running += 1
            continue
          }
          let ended = tagged.record.ended(at: context.now)
          let record = cutsAtRange ? ended.cut(at: parameters.range) : ended
          let exact = record.seconds(at: context.now)
          let length = isRounded ? rounding.rounded(exact) : exact
          let omitted = writer.omissions.records
          let exported = ExportedRecord(record, tag: tagged.tag?.name, seconds: length)
          writer.add(exported, to: &output)
          if writer.omissions.records > omitted { continue }
          (totals.records, totals.seconds) = (totals.records + 1, totals.seconds + length)
        }
        try append(output)
        output.removeAll(keepingCapacity: true)
      }
      writer.end(&output)
      try append(output)
    }
    let destination = try context.exportOutput.write(
      context.isDryRun ? nil : parameters.output,
      context.isDryRun ? { _ in try write { _ in } } : write
    )
    var omissions = writer.omissions.counts
    if totals.running > 0 { omissions[.running] = totals.running }
    if rounding.mode != .none, !isRounded, totals.records > 0 {
      omissions[.rounding] = totals.records
    }
    let result = result(format, destination, context, omissions, totals)
    return IntentOutput(result, dialog: result.sentence(of: parameters.output, in: context))
  }

  private func format() throws(Failure) -> ExportFormat {
    if let format = ExportFormats.named(parameters.format) { return format }
    throw FormatError.unknownExportFormat(parameters.format).failure
  }

  /// Returns the seconds due on each day up to today, by the number of days since 1970-01-01.
  ///
  /// Nil if the range has no start, if the export has only some records or days of UTC, or if the user
  /// has no target for all records.
  private func targets(_ days: LocalCalendar, in context: IntentContext) -> [Int: Int]? {
    let isWhole = parameters.tag == nil && !parameters.untagged && parameters.filter == nil
    guard isWhole, !parameters.utc, let from = parameters.range.from else { return nil }
    let end = min(parameters.range.to ?? context.now, context.now)
    let (first, last) = (days.day(at: from.unixSeconds), days.day(at: end.unixSeconds - 1))
    return context.rules.targets.dueSeconds(on: first..<max(first, last + 1), by: days)
  }

  private func options(_ days: LocalCalendar) throws(FormatError) -> ExportOptions {
    var options = ExportOptions(days: days)
    options.columns = parameters.columns
    options.usesUTC = parameters.utc
    options.usesDecimalHours = parameters.decimal
    options.user = parameters.user.flatMap(ExportOptions.User.init)
    if let text = parameters.user, options.user == nil { throw .invalidUser(text) }
    return options
  }

  private func filter() throws(Failure) -> RecordFilter {
    try RecordFilter(parameters.tag, untagged: parameters.untagged, parameters.filter)
  }

  private func rounding() throws(Failure) -> Rounding {
    try Rounding(parameters.round, to: parameters.roundTo, per: .record)
  }

  private func result(
    _ format: ExportFormat,
    _ destination: ExportOutput.Destination,
    _ context: IntentContext,
    _ omissions: [Omissions.Kind: Int],
    _ totals: ExportTotals
  ) -> Result {
    let path: String? = if case .file(let path) = destination { path } else { nil }
    let content: [UInt8]? = if case .result(let bytes) = destination { bytes } else { nil }
    let omitted = Omissions.Kind.allCases.compactMap { kind in
      omissions[kind].map { OmissionResult(data: kind, records: $0) }
    }
    return Result(
      format: format.name,
      records: totals.records,
      totalSeconds: totals.seconds,
      range: RangeResult(parameters.range),
      output: path,
      content: context.isDryRun ? nil : content.map { String(decoding: $0, as: UTF8.self) },
      omitted: omitted,
      warning: omitted.warning
    )
  }
}

/// The records that an export has written, and the running timers that it left out.
private struct ExportTotals {
  var records = 0
  var seconds = 0
  var running = 0
}

extension TimeRecord {
  /// Returns the part of the record that lies in a range.
  fileprivate func cut(at range: TimeRange) -> TimeRecord {
    var record = self
    record.startTime = max(startTime, range.from ?? startTime)
    record.endTime = endTime.map { max(record.startTime, min($0, range.to ?? $0)) }
    return record
  }

  /// Returns the record, with an end if it is a running timer.
  fileprivate func ended(at now: Date) -> TimeRecord {
    var record = self
    record.endTime = end(at: now)
    return record
  }
}
