import Foundation
import IntentKit
import JSONText
import MinutaCore

extension HistoryEntrySummary {
  /// The intent's command, or its id if it has no command.
  var command: String { BuiltInIntents.command(of: origin.intent) }

  /// Returns the call as text: `'log': 'Work', 09:00 to 10:00`.
  ///
  /// Source and time follow in parentheses, unless the call came from the same source today.
  func sentence(_ context: IntentContext) -> String {
    let subject = subject(context.formatter)
    let object = subject.isEmpty ? "" : ": \(subject)"
    let isExpected =
      origin.source == context.source.rawValue && context.formatter.isToday(origin.now)
    if isExpected { return command.quoted + object }
    let phrase = CallSource(rawValue: origin.source)?.phrase ?? origin.source
    return
      "\(command.quoted) (called at \(context.formatter.moment(origin.now)) \(phrase))\(object)"
  }

  /// The display name of the source, such as `command line`.
  var source: String { CallSource(rawValue: origin.source)?.name ?? origin.source }

  /// Returns the tags, files and records that the call changed, as text.
  func subject(_ formatter: SentenceFormatter) -> String {
    parts(formatter).sentence()
  }

  /// Returns the tags, files and records that the call changed; only the first few of each.
  fileprivate func parts(_ formatter: SentenceFormatter) -> [HistoryEntryPart] {
    if let number = invoiceNumber {
      let records = recordCount == 0 ? "" : ", \(recordCount.counted("record"))"
      return [HistoryEntryPart("\(number.quoted)\(records)")]
    }
    var parts = tags.map { HistoryEntryPart($0.sentence) }
    if tagCount > tags.count {
      parts.append(HistoryEntryPart((tagCount - tags.count).counted("more tag")))
    }
    parts += files.prefix(Self.limit).map { HistoryEntryPart($0.quotedPath) }
    parts += records.map { HistoryEntryPart(formatter.record($0), comment: $0.record.comment) }
    if recordCount > records.count {
      parts.append(HistoryEntryPart("\(recordCount - records.count) more"))
    }
    return parts
  }

  /// The number of the invoice that the call made, took back, restored, locked or unlocked; nil for any
  /// other call.
  var invoiceNumber: String? {
    let intents = [
      LockInvoiceIntent.id, MakeInvoiceIntent.id, RedoIntent.id, UndoIntent.id,
      UnlockInvoiceIntent.id,
    ]
    guard files.count == 1, let file = files.first, file.hasPrefix("invoices/"),
      intents.contains(origin.intent)
    else { return nil }
    return file.split(separator: "/").last?.split(separator: ".").first.map(String.init)
  }
}

extension HistoryListItem {
  /// The command of the calls; `run` for a run of several commands.
  var command: String { hasOneIntent ? call.command : "run" }

  /// Returns the changes: those of one call, or the number of calls and the newest of them.
  func parts(_ formatter: SentenceFormatter) -> [HistoryEntryPart] {
    var parts = call.parts(formatter)
    if callCount == 1 { return parts }
    if hasOneIntent, entry.origin.isOneCommand {
      return [HistoryEntryPart("\(records.text), \(formatter.duration(records.seconds))")]
    }
    if parts.isEmpty { parts.append(HistoryEntryPart("")) }
    let command = hasOneIntent ? "" : "\(call.command.quoted): "
    parts[0].text = "\(callCount) calls: \(command)\(parts[0].text)"
    return parts + [HistoryEntryPart("\(callCount - 1) more")]
  }
}

/// A record, tag or file that a call changed, as text.
package struct HistoryEntryPart: Sendable {
  fileprivate(set) var text: String
  /// The comment of a record; nil for a tag or a file.
  let comment: String?
  /// The number of characters to which a sentence cuts a comment.
  package static let commentLimit = SentenceFormatter.commentLimit

  init(_ text: String, comment: String? = nil) { (self.text, self.comment) = (text, comment) }
}

extension [HistoryEntryPart] {
  /// Returns the parts as text, with comments cut to a number of characters; without them if it is 0.
  package func sentence(
    commentLimit limit: Int = HistoryEntryPart.commentLimit,
    mark: String = "…"
  ) -> String {
    map { part in
      guard let comment = part.comment, limit > 0 else { return part.text }
      return "\(part.text), \(SentenceFormatter.quoted(comment, limit: limit, mark: mark))"
    }.joined(separator: "; ")
  }
}

extension RecordChangeTotals {
  /// The numbers as text, such as `3 records` or `1 record added, 2 updated`.
  fileprivate var text: String {
    if changed == 0 { return added.counted("record") }
    if added == 0 { return "\(changed.counted("record")) updated" }
    return "\(added.counted("record")) added, \(changed) updated"
  }
}

extension HistoryEntrySummary.TagDiff {
  fileprivate var sentence: String {
    guard let before, let after, before.name != after.name else {
      return "the tag \((after ?? before)?.name.quoted ?? "")"
    }
    return "the tag \(before.name.quoted), renamed to \(after.name.quoted)"
  }
}

extension BuiltInIntents {
  /// Returns the intent's command, or its id if it has no command.
  static func command(of intent: String) -> String {
    // An atomic batch, run by the command `run`, has one history entry for all its calls.
    if intent == "Batch" { return "run" }
    if intent == SyncIntent.id { return "sync" }
    // The command `sync take` has no intent.
    if intent == "TakeSyncedValue" { return "sync take" }
    if intent == ImportRecordIntent.id { return "import" }
    return all.first { $0.id == intent }?.parsedDefinition?.command?.name ?? intent
  }
}
