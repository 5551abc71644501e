import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport

package struct MakeReportIntent: BuiltInIntent {
  static let definition = PackageResources.MakeReport_json

  struct Parameters: Codable {
    let range: TimeRange
    let format: ReportFormat?
    let sheet: ReportSheet?
    let tag: TagReference?
    let untagged: Bool
    let filter: FilterArgument?
    let title: String?
    let header: String?
    let footer: String?
    let hide: [ReportOptions.Part]?
    let showLabels: Bool
    let locale: String?
    let timeZone: TimeZoneArgument?
    let output: String?
    let open: Bool?
  }

  package struct Result: Codable, Sendable {
    package let format: String
    package let totalSeconds: Int
    package let wallSeconds: Int
    package let range: RangeResult
    /// The number of days with time.
    package let days: Int
    /// The number of comments in the report; 0 if a drawing leaves them out, because there are too
    /// many records.
    package let comments: Int
    /// The absolute path of the written file; nil if the call named none.
    package let output: String?
    /// The text of the report; nil if it was written to a file or to standard output.
    package let content: String?
    /// The content of a file that isn't text in base64; nil like `content`.
    package let data: String?
  }

  let parameters: Parameters

  /// A report changes no records, even if it writes a file.
  static func isReadOnly(for arguments: JSONObject) -> Bool { true }

  func validate(now: Date) throws(Failure) {
    _ = try filter()
    _ = try format()
    if let locale = parameters.locale, !ReportLocale.isKnown(locale) {
      throw .invalidFormat(
        locale,
        at: JSONPointer(["locale"]),
        expected: "a locale such as de_CH"
      )
    }
    if parameters.open == true, parameters.output == nil {
      throw .invalidValue(ValidationError("open", .requires("output")))
    }
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try validate(now: context.now)
    try context.exportOutput.refuse(parameters.output)
    let format = try format()
    if format.conversion != nil, !context.isDryRun {
      try context.exportOutput.refuseTerminal(parameters.output, for: format.rawValue)
    }
    let options = options(in: context)
    let builder = ReportDataBuilder(
      context.tracker,
      options,
      filter: try filter(),
      targets: context.rules.targets,
      commentedRecordLimit: parameters.sheet == nil ? format.commentedRecordLimit : 0
    )
    let lists = parameters.sheet == nil && format.listsRecords
    let data = try builder.data(listsRecords: lists)
    let sheet = try parameters.sheet?.sheet(data, options, filter: try filter(), in: context)
    let destination = try write(data, sheet, options, format, in: context)
    let result = result(data, format, destination, in: context)
    if let file = result.output, parameters.open == true { try open(file, in: context) }
    let note = data.omitsComments ? MakeReportIntent.omittedComments : ""
    var output = IntentOutput(
      result,
      dialog: result.sentence(of: parameters.output, in: context) + note
    )
    if result.output == nil { output.file = file(data, format) }
    return output
  }

  /// Returns the file in the result, named by its days and format.
  private func file(_ data: ReportData, _ format: ReportFormat) -> ResultFile {
    let days = [data.days.first, data.days.last].compactMap { $0?.date }
    let name = days.isEmpty ? "all" : days.joined(separator: "..")
    let isText = format.conversion == nil
    return ResultFile(
      uri: "minuta://report/\(name).\(format.fileExtension)",
      mediaType: format.mediaType,
      member: isText ? "content" : "data",
      isBase64: !isText
    )
  }

  private func filter() throws(Failure) -> RecordFilter {
    try RecordFilter(parameters.tag, untagged: parameters.untagged, parameters.filter)
  }

  /// Returns the format that the call names, else that of the output's extension, else plain text.
  private func format() throws(Failure) -> ReportFormat {
    if let format = parameters.format { return format }
    return try .ofOutput(parameters.output)
  }

  private func options(in context: IntentContext) -> ReportOptions {
    let days = context.days.zoned(parameters.range.timeZone)
    var options = ReportOptions(range: parameters.range, days: days)
    options.locale = parameters.locale ?? options.locale
    options.words = ReportWords(locale: options.locale, own: context.rules.words)
    options.title =
      parameters.title ?? options.words.text(parameters.sheet?.title ?? options.title)
    options.needsSpans = parameters.sheet == .timesheet
    options.header = parameters.header ?? context.rules.reports.header ?? options.header
    options.footer = parameters.footer ?? context.rules.reports.footer ?? options.footer
    options.hidden = Set(parameters.hide ?? [])
    options.showsLabels = parameters.showLabels
    options.today = days.day(at: context.now.unixSeconds)
    return options
  }

  /// Writes the report to the file that the call names, to standard output or into the result.
  private func write(
    _ data: ReportData,
    _ sheet: Sheet?,
    _ options: ReportOptions,
    _ format: ReportFormat,
    in context: IntentContext
  ) throws -> ExportOutput.Destination {
    if context.isDryRun { return .result([]) }
    var options = options
    options.images = try StoredImageProvider(data, context.tracker, context.reportService)
    let bytes: [UInt8]
    if let sheet {
      bytes = try format.bytes(of: sheet, by: context.reportService)
    } else if let conversion = format.conversion {
      bytes = try context.reportService.file(conversion.pages(of: data, options), conversion)
    } else {
      let text = format.text(of: data, options)
      let output = context.exportOutput
      bytes = Array((format == .text ? output.fitted(text, parameters.output) : text).utf8)
    }
    return try context.exportOutput.write(parameters.output) { append in try append(bytes) }
  }

  private func open(_ file: String, in context: IntentContext) throws(Failure) {
    do throws(ReportError) {
      try context.reportService.open(file)
    } catch {
      throw error.failure
    }
  }

  private func result(
    _ data: ReportData,
    _ format: ReportFormat,
    _ destination: ExportOutput.Destination,
    in context: IntentContext
  ) -> Result {
    let content = context.isDryRun ? nil : destination.bytes
    let isText = format.conversion == nil
    return Result(
      format: format.rawValue,
      totalSeconds: data.totalSeconds,
      wallSeconds: data.wallSeconds,
      range: RangeResult(parameters.range),
      days: data.days.filter { $0.totalSeconds > 0 }.count,
      comments: data.comments.count,
      output: destination.path,
      content: isText ? content.map { String(decoding: $0, as: UTF8.self) } : nil,
      data: isText ? nil : content.map { Data($0).base64EncodedString() }
    )
  }
}

/// Reads the images of a report's records from the data folder.
private struct StoredImageProvider: ReportImageProvider {
  /// The folder of each record's file, relative to the data folder.
  private let folders: [UUID: String]
  private let service: any ReportService

  init(
    _ data: ReportData,
    _ tracker: TimeTracker,
    _ service: any ReportService
  ) throws(TrackingError) {
    self.service = service
    var folders: [UUID: String] = [:]
    for id in data.comments.compactMap(\.recordId) {
      guard let path = try tracker.transaction.path(ofRecord: id) else { continue }
      folders[id] = path.split(separator: "/").dropLast().joined(separator: "/")
    }
    self.folders = folders
  }

  func imageData(_ filename: String, of recordId: UUID) -> [UInt8]? {
    guard let folder = folders[recordId] else { return nil }
    return service.image(at: "\(folder)/\(filename)")
  }
}
