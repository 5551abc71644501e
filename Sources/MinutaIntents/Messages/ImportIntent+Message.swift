import IntentKit
import MinutaCore
import MinutaExport

extension ImportIntent.Result {
  /// Returns the result as sentences, which begin with `Imported 12 records from Timewarrior`.
  func sentence(_ preview: ImportPreview, isDryRun: Bool) -> String {
    let verb = isDryRun ? "Would import" : "Imported"
    let time = DurationFormat.text(seconds: totalSeconds)
    if records == 0 {
      return "The \(preview.format.title) files have no records." + notes(isDryRun)
    }
    if added + updated == 0 {
      let text = "\(records.counted("record")) (\(preview.format.title)), \(time): "
      return text + "nothing to import." + notes(isDryRun)
    }
    if added == 0 {
      let count = updated == records ? "" : "of \(records) "
      let verb = isDryRun ? "Would update" : "Updated"
      return "\(verb) \(updated) \(count)records from \(preview.format.title)." + notes(isDryRun)
    }
    let count =
      added == records ? added.counted("record") : "\(added) of \(records.counted("record"))"
    let total = added == records ? ", \(time) in all" : ""
    return "\(verb) \(count) from \(preview.format.title)\(total)." + notes(isDryRun)
  }

  /// The sentences about parts that weren't added, each with a space before it.
  private func notes(_ isDryRun: Bool) -> String {
    var notes: [String] = []
    if updated > 0, added > 0 {
      let verb = isDryRun ? "Would update" : "Updated"
      notes.append("\(verb) \(updated.counted("record")).")
    }
    if unchanged > 0 { notes.append("\(unchanged.counted("record")) already there.") }
    if deleted > 0 {
      let count = deleted.counted("record")
      notes.append("\(count) deleted here; add --restore to import them again.")
    }
    if locked > 0 {
      let names = invoices.prefix(3).map(\.quoted).joined(separator: ", ")
      let rest = invoices.count > 3 ? " and \(invoices.count - 3) more" : ""
      let count = locked.counted("record")
      notes.append("\(count) left as is, billed by \(names)\(rest); add --unlock to update.")
    }
    if skippedCount > 0 {
      notes.append("\(skippedCount.counted("entry", plural: "entries")) skipped.")
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
