import Foundation
package import Testing

/// Checks that a text equals a golden file in `Tests/Snapshots`.
///
/// If the environment variable `RECORD_SNAPSHOTS` is 1, writes the text to the file instead.
package func expectSnapshot(
  _ text: String,
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let path = "Tests/Snapshots/\(name)"
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try Data(text.utf8).write(to: URL(filePath: "\(PackageDirectory.path)/\(path)"))
    return
  }
  let golden = try PackageDirectory.text(of: path)
  #expect(text == golden, "differs from \(path)", sourceLocation: sourceLocation)
}
