import Foundation
import IntentKit
import JSONText
import MinutaCore

extension CallSummary {
  /// The call's short command, or its intent where that has none.
  var command: String { BuiltInIntents.command(of: origin.intent) }

  /// `'log': 'Work', 09:00 to 10:00`, with time and source where a reader would not expect them.
  func sentence(_ context: IntentContext) -> String {
    let subject = subject(context.formatter)
    let call = command.quoted + (subject.isEmpty ? "" : ": \(subject)")
    let isExpected =
      origin.source == context.source.rawValue && context.formatter.isToday(origin.now)
    return isExpected ? call : "\(call) (\(source), \(context.formatter.moment(origin.now)))"
  }

  /// The name of the source that the call came from: `command line`.
  var source: String { CallSource(rawValue: origin.source)?.name ?? origin.source }

  /// The records with tag, times and comment, and the tags and files: the first of each.
  func subject(_ formatter: SentenceFormatter) -> String {
    var parts = tags.map(\.sentence) + files.prefix(Self.limit).map(\.quotedPath)
    parts += records.map { record in
      let comment = record.record.comment.map { ", \"\(Self.shortened($0))\"" } ?? ""
      return formatter.record(record) + comment
    }
    if recordCount > records.count { parts.append("\(recordCount - records.count) more") }
    return parts.joined(separator: "; ")
  }

  private static func shortened(_ comment: String) -> String {
    comment.count > commentLimit ? comment.prefix(commentLimit - 1) + "…" : comment
  }

  /// The most characters of a comment.
  private static let commentLimit = 60
}

extension CallSummary.TagDiff {
  fileprivate var sentence: String {
    guard let before, let after, before.name != after.name else {
      return "the tag \((after ?? before)?.name.quoted ?? "")"
    }
    return "the tag \(before.name.quoted), now \(after.name.quoted)"
  }
}

extension BuiltInIntents {
  /// The short command of an intent, or the intent's id where it has none.
  static func command(of intent: String) -> String {
    // The calls of a file that are done all or not at all are one entry.
    if intent == "Batch" { return "run" }
    let type = all.first { $0.id == intent }
    let definition = type.flatMap { try? JSONValue(parsing: $0.definition) }
    return definition?["command"]?["name"]?.string ?? intent
  }
}
