/// An export of ActivityWatch: all buckets, or a single one.
///
/// The events of the stopwatch are records. The times of keyboard and mouse input become records
/// without a tag, which show the working hours of each day. Other events, such as those of windows,
/// are too short and too many to be records; they are counted for each bucket.
package enum ActivityWatchImportFormat: ImportFormat {
  package static let name = "activitywatch"
  package static let title = "ActivityWatch"

  package static func recognizes(_ sample: FileSample) -> Bool {
    guard sample.firstLine.first(where: { !$0.isWhitespace }) == "{" else { return false }
    let text = sample.lines.joined(separator: "\n")
    return ["\"events\"", "\"client\"", "\"hostname\"", "\"type\""].allSatisfy(text.contains)
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) -> any ImportReader {
    ActivityWatchReader(file)
  }
}
