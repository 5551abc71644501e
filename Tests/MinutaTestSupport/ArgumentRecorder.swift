import Foundation

/// A shell script that stands in for a program and records the arguments of each run.
package struct ArgumentRecorder: Sendable {
  package let path: String
  private let folder: String

  /// Writes the script.
  ///
  /// - Parameter folder: The directory for the script and its records. It must exist as long as the
  ///   script, and its path must not need shell quoting.
  package init(in folder: TemporaryDirectory, name: String = "program") async throws {
    // Rename the record to `.run` when it is complete, so that `runs` never reads half of it.
    let script = """
      #!/bin/sh
      PATH=/usr/bin:/bin
      file=\(folder.path)/runs/$$
      printf '%s\\0' "$0" "$@" > "$file.part" && mv "$file.part" "$file.run"

      """
    self.folder = folder.path + "/runs"
    path = try await folder.writeExecutable(script, to: name)
    try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
  }

  /// The arguments of each run so far, starting with the script's own path; in no particular order.
  package var runs: [[String]] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".run") }
        .map { name in
          try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            .split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }
  }
}
