import IntentKit
import MinutaCore
import MinutaExport

extension ImportIntent.Result {
  /// Returns the result as sentences, which begin with `Imported 12 records from Timewarrior`.
  ///
  /// - Parameters:
  ///     - updates: whether records of earlier imports are changed.
  ///     - labeled: the number of records with a tag and labels, one of which could be the tag.
  func sentence(
    _ preview: ImportPreview,
    updates: Bool,
    isDryRun: Bool,
    labeled: Int
  ) -> Notice {
    let lacksIDs = updates && added > 0 && preview.hasEntriesWithoutID
    let entries = "\(preview.format.title) entries"
    let unplaced = added + updated > 0 ? preview.unplacedCount : 0
    let number = invoices.count == 1 ? invoices[0] : "NUMBER"
    let lock: Notice = locked > 0 ? "".suggesting("invoice unlock \(number)") : ""
    return count(preview, isDryRun) + notes(isDryRun)
      + (added + updated > 0 ? names(preview) + longNote(preview) : "")
      + (isDryRun && labeled > 0 ? Self.note(labeled: labeled) : "")
      + (unplaced > 0 ? Self.note(unplaced: unplaced) : "")
      + (lacksIDs ? " \(entries) have no ids, so a changed one is added as a new one." : "") + lock
  }

  /// The sentences about the names in the files, each with a space before it.
  private func names(_ preview: ImportPreview) -> String {
    var notes = ""
    let merged = preview.totals.all.filter { $0.spellings > 1 }
    if !merged.isEmpty {
      let count = merged.reduce(0) { $0 + $1.spellings }
      let tags = merged.count == 1 ? "one tag" : "\(merged.count) tags"
      notes += " \(count) spellings differ only in case; they become \(tags)."
    }
    if let name = preview.dividedNames.min() {
      let count = preview.dividedNames.count
      notes +=
        " \(count.counted("name has", plural: "names have")) a '/' and "
        + (count == 1 ? "becomes several levels: " : "become several levels, such as ")
        + "\(name.quoted)."
    }
    if let label = preview.firstLabelInText {
      let words = preview.labelInTextCount.counted(
        "word in the texts becomes a label:",
        plural: "words in the texts become labels, such as"
      )
      notes += " \(words) \(label.text.quoted)."
    }
    if preview.users.count > 1 {
      let place = files.count == 1 ? "file" : "files"
      notes += " \(preview.users.count) users in the \(place); all are imported."
    }
    if preview.declinedCount > 0 {
      let events = preview.declinedCount.counted("event has", plural: "events have")
      notes += " \(events) an attendee who declined. If that was you, delete the record."
    }
    return notes
  }

  private func longNote(_ preview: ImportPreview) -> String {
    guard let longest = preview.longest else { return "" }
    let records = preview.longCount.counted("record lasts", plural: "records last")
    let time = DurationFormat.text(seconds: longest.seconds)
    let place = "line \(longest.line)" + (files.count > 1 ? " of \(longest.file.quoted)" : "")
    return " \(records) longer than a day; the longest, in \(place), lasts \(time)."
  }

  private static func note(labeled count: Int) -> String {
    " \(count.counted("record has", plural: "records have")) labels besides the tag; to make one of them "
      + "the tag, add --tag-order LABEL."
  }

  private static func note(unplaced count: Int) -> String {
    let entries = count.counted("entry has", plural: "entries have")
    let place =
      count == 1
      ? "it begins at the start of its day" : "they follow one another from the start of their day"
    return " \(entries) a length but no time of day: \(place), with the label +unplaced."
  }

  private func count(_ preview: ImportPreview, _ isDryRun: Bool) -> String {
    let verb = isDryRun ? "Would import" : "Imported"
    let time = DurationFormat.text(seconds: totalSeconds)
    if records == 0 {
      let files = files.count == 1 ? "file has" : "files have"
      return "The \(preview.format.title) \(files) no records."
    }
    if added + updated == 0 {
      let text = "\(records.counted("record")) (\(preview.format.title)), \(time): "
      return text + "nothing to import."
    }
    if added == 0 {
      let all = records.counted("record")
      let count = updated == records ? all : "\(updated) of \(all)"
      let verb = isDryRun ? "Would update" : "Updated"
      return "\(verb) \(count) from \(preview.format.title)."
    }
    let count =
      added == records ? added.counted("record") : "\(added) of \(records.counted("record"))"
    let total = added == records ? ", \(time) in all" : ""
    return "\(verb) \(count) from \(preview.format.title)\(total)."
  }

  /// The sentences about parts that weren't added, each with a space before it.
  private func notes(_ isDryRun: Bool) -> String {
    var notes: [String] = []
    if updated > 0, added > 0 {
      let verb = isDryRun ? "Would update" : "Updated"
      notes.append("\(verb) \(updated.counted("record")).")
    }
    if overlapping > 0 {
      let verb = overlapping == 1 ? "overlaps" : "overlap"
      notes.append("\(overlapping) of them \(verb) records that are already here.")
    }
    if unchanged > 0 { notes.append("\(unchanged.counted("record")) already there.") }
    if differing > 0 {
      let verb = differing == 1 ? "differs" : "differ"
      notes.append("\(differing) of them \(verb) from the file; add --update to take its values.")
    }
    if deleted > 0 {
      let count = deleted.counted("record was", plural: "records were")
      let them = deleted == 1 ? "it" : "them"
      notes.append("\(count) deleted in Minuta before; add --restore to import \(them) again.")
    }
    if locked > 0 {
      let names = invoices.prefix(3).map(\.quoted).joined(separator: ", ")
      let rest = invoices.count > 3 ? " and \(invoices.count - 3) more" : ""
      let count = locked.counted("record")
      notes.append("\(count) left as is, billed by \(names)\(rest); to update, unlock the invoice.")
    }
    if skippedCount > 0 {
      notes.append("\(skippedCount.counted("entry", plural: "entries")) skipped.")
    }
    if breakCount > 0 {
      notes.append("\(breakCount.counted("break")) cut from the entries before.")
    }
    if !ignoredColumns.isEmpty {
      notes.append("\(ignoredColumns.count.counted("column")) not imported.")
    }
    if clockChangeCount > 0 {
      let count = clockChangeCount.counted("time or length", plural: "times or lengths")
      notes.append("\(count) affected by a clock change.")
    }
    if ignoredDurationCount > 0 {
      notes.append("\(ignoredDurationCount.counted("duration")) ignored.")
    }
    if hasLocalTimes { notes.append("Times are read in \(timeZone).") }
    return notes.map { " \($0)" }.joined()
  }
}
