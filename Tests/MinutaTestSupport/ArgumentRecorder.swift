import Foundation

/// A shell script that replaces a program and records its arguments.
package struct ArgumentRecorder: Sendable {
  package let path: String
  private let folder: String

  /// Writes the script.
  ///
  /// - Parameter folder: Must exist as long as the script. Its path must not need shell quoting.
  package init(in folder: TemporaryDirectory, name: String = "program") async throws {
    // The file is renamed to `.run` only when it is complete.
    let script = """
      #!/bin/sh
      PATH=/usr/bin:/bin
      file=\(folder.path)/runs/$$
      printf '%s\\0' "$0" "$@" > "$file.part" && mv "$file.part" "$file.run"

      """
    self.folder = folder.path + "/runs"
    path = try await folder.writeExecutable(script, to: name)
    try FileManager.default.createDirectory(
      atPath: self.folder,
      withIntermediateDirectories: true
    )
  }

  /// The arguments of each run, starting with the script's own path; in no particular order.
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
