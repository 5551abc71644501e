package import MinutaCore

/// The files to import and how to read them.
package struct ImportRequest: Sendable {
  /// The files, in the order to read them.
  package var files: [ImportFile]
  /// The format of all files; nil to recognize it from their content.
  package var format: (any ImportFormat.Type)?
  package var options = ImportOptions()
  /// The calendar that gives the instants of local times, and the start of days for records that
  /// have only a length.
  package var days: LocalCalendar
  /// The account that the ids in the files belong to; empty if there is only one.
  package var account = ""
  /// The tags that are preferred as the tag of a record that has several, the first of them first.
  package var tagOrder: [String] = []
  /// The indices of the records that repeat earlier ones, as a preview has found them; nil to look for
  /// them, which needs memory for all ids.
  package var repeats: Set<Int>?
  /// Whether elements that can't be read are left out, instead of refusing the whole import.
  package var skipsInvalid = false

  package init(files: [ImportFile], days: LocalCalendar) {
    self.files = files
    self.days = days
  }
}
