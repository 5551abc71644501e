/// The CSV file of HEY's time tracking.
package enum HEYImportFormat: TableImportFormat {
  static let profile = ImportProfile(
    name: "hey",
    title: "HEY",
    columns: [
      .start: "Start", .end: "End", .duration: "Duration", .tag: "Category", .comment: "Notes",
    ]
  )

  package static func recognizes(_ sample: FileSample) -> Bool {
    guard let header = sample.csvHeader, header.names.count == 5 else { return false }
    return header.contains("Start", "End", "Duration", "Category", "Notes")
  }
}
