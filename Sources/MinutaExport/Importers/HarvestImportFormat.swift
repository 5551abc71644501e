/// The CSV file of a detailed time report of Harvest, which has lengths without times of day.
package enum HarvestImportFormat: TableImportFormat {
  static let profile = ImportProfile(
    name: "harvest",
    title: "Harvest",
    columns: [
      .date: "Date", .duration: "Hours", .client: "Client", .project: "Project", .task: "Task",
      .comment: "Notes", .billable: "Billable?",
    ]
  )

  package static func recognizes(_ sample: FileSample) -> Bool {
    sample.csvHeader?.contains(
      "Date",
      "Client",
      "Project",
      "Task",
      "Notes",
      "Hours",
      "First Name",
      "Last Name"
    ) == true
  }
}
