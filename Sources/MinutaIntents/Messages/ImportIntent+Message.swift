import MinutaCore
import MinutaExport

extension ImportIntent.Result {
  /// Returns the result as sentences, which begin with `Imported 12 records from Timewarrior`.
  func sentence(_ preview: ImportPreview, isDryRun: Bool) -> String {
    let verb = isDryRun ? "Would import" : "Imported"
    let time = DurationFormat.text(seconds: totalSeconds)
    if records == 0 { return "The \(preview.format.title) files have no records." + notes }
    if added + updated == 0 {
      let text = "\(counted(records, "record")) (\(preview.format.title)), \(time): "
      return text + "nothing to import." + notes
    }
    if added == 0 {
      let count = updated == records ? "" : "of \(records) "
      let verb = isDryRun ? "Would update" : "Updated"
      return "\(verb) \(updated) \(count)records from \(preview.format.title)." + notes
    }
    let count =
      added == records ? counted(added, "record") : "\(added) of \(counted(records, "record"))"
    let total = added == records ? ", \(time) in all" : ""
    return "\(verb) \(count) from \(preview.format.title)\(total)." + notes
  }

  /// The sentences about parts that weren't added, each with a space before it.
  private var notes: String {
    var notes: [String] = []
    if updated > 0, added > 0 { notes.append("Updated \(counted(updated, "record")).") }
    if unchanged > 0 { notes.append("\(counted(unchanged, "record")) already there.") }
    if deleted > 0 {
      notes.append(
        "\(counted(deleted, "record")) deleted here; add --restore to import them again."
      )
    }
    if skippedCount > 0 { notes.append("\(counted(skippedCount, "entry", "entries")) skipped.") }
    if !ignoredColumns.isEmpty {
      notes.append("\(counted(ignoredColumns.count, "column")) not imported.")
    }
    if clockChangeCount > 0 {
      notes.append("\(counted(clockChangeCount, "time")) affected by a clock change.")
    }
    if ignoredDurationCount > 0 {
      notes.append("\(counted(ignoredDurationCount, "duration")) ignored.")
    }
    if hasLocalTimes { notes.append("Times are read in \(timeZone).") }
    return notes.map { " \($0)" }.joined()
  }

  private func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
  }
}
