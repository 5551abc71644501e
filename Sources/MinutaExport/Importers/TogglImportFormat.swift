/// The CSV file of a detailed report of Toggl Track.
package enum TogglImportFormat: TableImportFormat {
  static let profile = ImportProfile(
    name: "toggl",
    title: "Toggl Track",
    // Newer reports have a dash in place of an empty project or tag.
    blank: "-",
    guardsFormulas: true,
    columns: [
      .date: "Start date", .startTime: "Start time", .endDate: ["End date", "Stop date"],
      .endTime: ["End time", "Stop time"], .duration: "Duration", .client: "Client",
      .project: "Project", .task: "Task", .comment: "Description", .tags: "Tags",
      .billable: "Billable",
    ]
  )

  package static func recognizes(_ sample: FileSample) -> Bool {
    guard let header = sample.csvHeader else { return false }
    return header.contains("Description", "Start date", "Start time")
      && (header.contains("End time") || header.contains("Stop time")
        || header.contains("Duration"))
  }
}
