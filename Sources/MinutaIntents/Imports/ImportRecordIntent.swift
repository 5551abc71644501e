import Foundation
import IntentKit
import MinutaCore

struct ImportRecordIntent: BuiltInIntent {
  static let definition = PackageResources.ImportRecord_json

  struct Parameters: Codable {
    let id: RecordIDArgument
    let tag: TagReference?
    let comment: String?
    let start: Moment
    let end: Moment
    let timeZone: TimeZoneArgument?
    let equalBefore: Int?
    let wholeMinutes: Bool
    let update: Bool
    let restore: Bool
  }

  struct Result: Codable {
    let change: RecordImportResult.Change
    /// The record; nil if it was deleted earlier.
    let record: RecordResult?
    /// The number of the invoice that bills a locked record; otherwise nil.
    let invoice: String?
    /// Whether an unchanged record has other values than the call; otherwise nil.
    let differs: Bool?
    /// The changed fields of an updated record; otherwise nil.
    let changes: [FieldChangeResult]?
  }

  let parameters: Parameters

  /// Returns the request to import the record.
  ///
  /// - Parameter timeZone: the time zone of a call that names none.
  func request(timeZone: TimeZone) -> RecordImportRequest {
    var request = RecordImportRequest(
      id: parameters.id.id,
      tag: parameters.tag,
      comment: parameters.comment?.nonBlank,
      start: parameters.start.date,
      end: parameters.end.date,
      timeZone: (parameters.timeZone?.timeZone ?? timeZone).name,
      updates: parameters.update,
      restoresDeleted: parameters.restore
    )
    request.equalBefore = parameters.equalBefore
    request.comparesMinutes = parameters.wholeMinutes
    request.updatesTimeZone = parameters.timeZone != nil
    return request
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let imported = try context.tracker.importRecord(request(timeZone: context.timeZone))
    let result = Result(
      change: imported.change,
      record: imported.record.map { context.result(of: $0) },
      invoice: imported.lock?.number,
      differs: imported.differs ? true : nil,
      changes: imported.before.flatMap { before in
        imported.record.map { FieldChangeResult.changes(from: before, to: $0, context.formatter) }
      }
    )
    return IntentOutput(result, dialog: sentence(imported, context))
  }

  private func sentence(_ imported: RecordImportResult, _ context: IntentContext) -> Notice {
    guard let record = imported.record else {
      return "The record \(parameters.id.id.uuidString) was deleted, so it wasn't added."
    }
    if let lock = imported.lock {
      return lock.notice(of: record.record, "it stays as it is")
    }
    let text = context.formatter.record(record)
    return switch imported.change {
    case .added: "\(context.verb("import", past: "Imported")) \(text)."
    case .updated: "\(context.verb("update", past: "Updated")) \(text)."
    case .unchanged, .deleted, .locked: "\(text) exists."
    }
  }
}
