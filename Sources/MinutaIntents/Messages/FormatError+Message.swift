import IntentKit
import JSONText
import MinutaCore
import MinutaExport

extension FormatError {
  /// The failure of a call that imports or exports files.
  var failure: Failure {
    Failure(.badInput, code: code, message: message, data: data)
  }

  private var code: String {
    switch self {
    case .unknownFormat, .unknownExportFormat: "unknownFormat"
    case .unrecognized, .severalFormats: "unrecognizedFile"
    case .differentFormats, .invalid, .tooLarge: "invalidFile"
    case .unreadable: "unreadableFile"
    case .missingColumn, .noColumn, .unknownTexts, .unknownColumn, .unknownField: "missingColumn"
    case .ambiguousDates: "ambiguousDates"
    case .unusedOption: "unusedOption"
    case .invalidUser: "badUser"
    }
  }

  private var message: String {
    switch self {
    case .unknownFormat(let name):
      let names = ImportFormats.all.flatMap { [$0.name] + $0.otherNames }
      let near = TypoSuggester.closest(to: name, in: names)
      return "Unknown format \(name.quoted)\(near.suggestion). The formats are \(Self.names)."
    case .unknownExportFormat(let name):
      let known = ExportFormats.all.map(\.name).sorted().joined(separator: ", ")
      if name.lowercased() == "clockify" {
        return "Clockify imports the files of Toggl Track. Use the format 'toggl'."
      }
      let names = ExportFormats.all.flatMap { [$0.name] + $0.otherNames }
      let near = TypoSuggester.closest(to: name, in: names)
      return "Unknown format \(name.quoted)\(near.suggestion). The formats are \(known)."
    case .unrecognized(let file, .binary):
      return "\(file.quoted) is a binary file, which can't be imported. Export the records from "
        + "their program in one of these formats: \(Self.names)."
    case .unrecognized(let folder, .folder):
      return "The folder \(folder.quoted) has no files of a known format. Name the files."
    case .unrecognized(let folder, .emptyFolder):
      return "The folder \(folder.quoted) is empty."
    case .unrecognized(let file, .otherEncoding):
      return "\(file.quoted) isn't a UTF-8 text. If it is Windows-1252, as older programs write, "
        + "add --encoding windows-1252."
    case .unrecognized(let file, .text):
      return "\(file.quoted) is a text file of an unknown format. If it has one of these, put its "
        + "name before the file: \(Self.names)."
    case .differentFormats(let files, let formats):
      let parts = zip(files, formats).map { "\($0.quoted) is a file of \($1)" }
      return "\(parts.joined(separator: ", but ")). Import the files of each program by themselves."
    case .severalFormats(let folder, let formats):
      return "The folder \(folder.quoted) has files of several formats: "
        + "\(formats.joined(separator: ", ")). Put the name of one before the folder, or name the files."
    case .unreadable(let file, let reason): return "Can't read \(file.quoted): \(reason)."
    case .tooLarge(let file, let limit):
      return "A part of \(file.quoted) is larger than \(limit >> 20) MiB. Split the file."
    case .missingColumn(let file, let field, let columns, let format?):
      return "The file \(file.quoted) isn't from \(format): it has no column for '\(field)'. "
        + "Its columns are \(columns.map(\.quoted).joined(separator: ", ")). "
        + "If another program wrote it, import it as 'csv'."
    case .missingColumn(let file, let field, let columns, nil):
      if columns.contains(where: { (try? TimeText($0, order: .dayMonthYear)) != nil }) {
        return "The first line of \(file.quoted) isn't a header: "
          + "it has \(columns.map(\.quoted).joined(separator: ", ")). Add a line with the names of the "
          + "columns, such as Date,Start,End,Project,Comment."
      }
      let other =
        ", or with --column date=COLUMN,duration=COLUMN if it has no times of day, "
        + "or export a detailed report if it has only sums"
      return "The file \(file.quoted) has no column for '\(field)'. Name one with "
        + "--column \(field)=COLUMN\(field == "start" ? other : ""); "
        + "its columns are \(columns.map(\.quoted).joined(separator: ", "))."
    case .noColumn(let file, let name, let columns):
      return "The file \(file.quoted) has no column \(name.quoted). "
        + "Its columns are \(columns.map(\.quoted).joined(separator: ", "))."
    case .unknownTexts(let file, let columns):
      let flags = zip(["tag", "comment"], columns).map { "--column \($0)=\($1.shellWord)" }
      return "No column of \(file.quoted) is known as a tag or a comment. "
        + "Add \(flags.joined(separator: " ")), or --column tag= to import only the times."
    case .ambiguousDates(let file, let example, let orders):
      let flags = orders.map { "--date-order \($0.rawValue) for \($0.firstPart) first" }
      return "The dates in \(file.quoted) have several readings, such as \(example.quoted). "
        + "Add \(flags.joined(separator: ", or "))."
    case .invalid(let file, let problems, let count):
      return invalid(file, problems, count)
    case .unknownColumn(let name, let known):
      return "Unknown column \(name.quoted). The columns are \(known.joined(separator: ", "))."
    case .invalidUser(let text):
      return "\(text.quoted) isn't a name and an email address, such as 'Ann <ann@example.com>'."
    case .unusedOption(let option, let format, let others):
      return "A file of \(format) has no use for '--\(option)', which is for "
        + "\(others.joined(separator: ", ")). Leave it out."
    case .unknownField(let name, let known):
      return "Unknown field \(name.quoted). The fields are \(known.joined(separator: ", "))."
    }
  }

  private func invalid(_ file: String, _ problems: [Problem], _ count: Int) -> String {
    var lines = problems.prefix(3).map { "line \($0.line): \($0.reason.clause)" }
    // Lines with the same problem, such as the encoding, are counted instead.
    if let first = problems.first, problems.allSatisfy({ $0.reason == first.reason }) {
      lines = Array(lines.prefix(1))
    }
    let others = count > lines.count ? "; and \(count - lines.count) more" : ""
    let rest = count < Self.problemLimit ? others : "; reading stopped after \(count) mistakes"
    return "Can't read \(file.quoted), \(lines.joined(separator: "; "))\(rest). "
      + "Nothing was imported. Correct the file, or add --skip-invalid to leave this out."
  }

  private static var names: String {
    ImportFormats.all.map { $0.name }.sorted().joined(separator: ", ")
  }

  private var data: JSONObject {
    switch self {
    case .unknownFormat(let name), .unknownExportFormat(let name): ["format": .string(name)]
    case .unrecognized(let file, _), .unreadable(let file, _),
      .tooLarge(let file, _), .missingColumn(let file, _, _, _), .noColumn(let file, _, _),
      .unknownTexts(let file, _), .ambiguousDates(let file, _, _):
      ["file": .string(file)]
    case .differentFormats(let files, _): ["files": .array(files.map { .string($0) })]
    case .severalFormats(let folder, let formats):
      ["file": .string(folder), "formats": .array(formats.map { .string($0) })]
    case .invalid(let file, let problems, let count):
      [
        "file": .string(file), "count": .number(JSONNumber(count)),
        "lines": .array(
          problems.map {
            ["line": .number(JSONNumber($0.line)), "reason": .string($0.reason.clause)]
          }
        ),
      ]
    case .unknownColumn(let name, _): ["column": .string(name)]
    case .invalidUser(let text): ["user": .string(text)]
    case .unusedOption(let option, _, _): ["option": .string(option)]
    case .unknownField(let name, _): ["field": .string(name)]
    }
  }
}

extension Failure {
  /// Returns the failure of an import that had added records before.
  func afterImporting(_ count: Int, run: String) -> Failure {
    let records = count.counted("record was", plural: "records were")
    var data = data
    data["run"] = .string(run)
    data["imported"] = .number(JSONNumber(count))
    return Failure(
      kind,
      code: code,
      message: notice
        + " Before that, \(records) imported. Import again to continue, or undo it.".suggesting(
          "undo"
        ),
      data: data
    )
  }

  /// The failure of an import with a profile that isn't valid.
  static func invalidProfile(_ path: String, _ error: any Error) -> Failure {
    let reason: String =
      switch error {
      case let error as JSONError: error.description
      case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
      case DecodingError.dataCorrupted(let context) where isUnknownField(context.codingPath),
        DecodingError.typeMismatch(_, let context) where isUnknownField(context.codingPath):
        "unknown field \((context.codingPath.last?.stringValue ?? "").quoted); the fields are "
          + TableField.allCases.map(\.rawValue).joined(separator: ", ")
      case DecodingError.dataCorrupted(let context)
      where context.codingPath.map(\.stringValue) == ["separator"]:
        "'separator' isn't one character; write \";\", or \"\\t\" for a tab"
      case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
        DecodingError.valueNotFound(_, let context):
        "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has a wrong value"
      default: "\(error)"
      }
    return invalidProfile(path, reason: reason)
  }

  /// The failure of an import with a profile that has a key of another name.
  static func unknownProfileKey(_ key: String, in path: String, known: [String]) -> Failure {
    let near = TypoSuggester.closest(to: key, in: known)
    let reason = "unknown key \(key.quoted)\(near.suggestion); the keys are "
    return invalidProfile(path, reason: reason + known.joined(separator: ", "))
  }

  private static func invalidProfile(_ path: String, reason: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidFile",
      message: "Can't read the profile \(path.quoted): \(reason).",
      data: ["file": .string(path)]
    )
  }

  /// Whether a coding path of a profile is that of a column for a field that doesn't exist.
  private static func isUnknownField(_ path: [any CodingKey]) -> Bool {
    path.count == 2 && path[0].stringValue == "columns"
      && TableField(rawValue: path[1].stringValue) == nil
  }

  /// The failure of an export whose content is too large for a result.
  static func exportTooLarge(limit: Int) -> Failure {
    Failure(
      code: "exportTooLarge",
      message: "The export is larger than \(limit >> 20) MiB. Write it to a file with 'output'."
    )
  }
}

extension DateOrder {
  fileprivate var firstPart: String {
    switch self {
    case .dayMonthYear: "day"
    case .monthDayYear: "month"
    case .yearMonthDay: "year"
    }
  }
}
