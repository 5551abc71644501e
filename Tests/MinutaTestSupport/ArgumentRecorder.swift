import Foundation

/// A script that stands in for a program and keeps the words it is started with.
package struct ArgumentRecorder: Sendable {
  package let path: String
  private let folder: String

  /// Writes the script.
  ///
  /// - Parameter folder: outlives the script; its path must mean itself to a shell.
  package init(in folder: TemporaryDirectory, name: String = "program") async throws {
    // A file has its last name when it is whole.
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

  /// The words of each start, the script's own path first; in no order.
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
