import IntentKit
import MinutaCore
import MinutaExport

extension ExportIntent.Result {
  /// Returns the result as sentences, which begin with `Exported 12 records, 7h 30m`.
  ///
  /// - Parameter path: the path that the call names.
  func sentence(of path: String?, in context: IntentContext) -> Notice {
    let verb = context.verb("export", past: "Exported")
    let count = records.counted("record")
    let place = path.map { " to \($0.quoted)" } ?? ""
    let time = context.formatter.duration(totalSeconds)
    var notice: Notice = "\(verb) \(count), \(time)\(place)."
    notice.warning = warning
    return notice
  }
}

extension [ExportIntent.OmissionResult] {
  /// The sentence about the data that the format can't hold; nil if it holds all.
  var warning: String? {
    if isEmpty { return nil }
    let left = map { "\($0.data.phrase) (\($0.records.counted("record")))" }
    return "Not in the file: \(left.joined(separator: "; "))."
  }
}

extension Omissions.Kind {
  /// The data as a phrase, such as `time zones`.
  fileprivate var phrase: String {
    switch self {
    case .comments: "comments"
    case .images: "images"
    case .seconds: "seconds of times and lengths"
    case .user: "your name and email, which --user sets"
    case .firstTags: "which tag comes before the labels"
    case .emptyNames: "missing customers, projects and activities, which Kimai needs"
    case .empty: "records without any length"
    case .overlaps: "overlapping records"
    case .longRecords: "ends of long records"
    case .repeatedTimes: "which of two times a clock shows twice"
    case .clockChanges: "lengths across a clock change"
    case .running: "running timers"
    case .rounding: "rounded lengths"
    case .timeZones: "time zones"
    case .characters: "some characters, left out or replaced"
    case .formulas: "the exact form of texts such as '=1+1', which get an apostrophe"
    }
  }
}
