/// The CSV file of a detailed report of Clockify.
package enum ClockifyImportFormat: TableImportFormat {
  static let profile = ImportProfile(
    name: "clockify",
    title: "Clockify",
    columns: [
      .date: "Start Date", .startTime: "Start Time", .endDate: "End Date", .endTime: "End Time",
      .duration: ["Duration (h)", "Duration (decimal)"], .client: "Client", .project: "Project",
      .task: ["Task", "Activity"], .comment: "Description", .tags: "Tags", .billable: "Billable",
      .type: "Type",
    ]
  )

  package static func recognizes(_ sample: FileSample) -> Bool {
    sample.csvHeader?.contains(
      "Project",
      "Description",
      "Start Date",
      "Start Time",
      "End Date",
      "End Time"
    ) == true
  }
}
