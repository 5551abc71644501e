import SystemCalls

/// What git's configuration says about the user and the repository.
struct GitConfiguration: Sendable {
  /// The name and e-mail address of the committer, as in `Anna <anna@example.org>`.
  var identity = "Minuta <minuta@localhost>"
  /// Whether the repository may lack objects that its commits need.
  var isPartial = false
}

extension GitProgram {
  /// Returns what git's configuration says, which one process of git lists.
  func configuration() async throws -> GitConfiguration {
    try await cache.configuration {
      // It fails if it can't list all of its variables, which the sync doesn't need.
      let output = try await run(["var", "-l"]).output
      var configuration = GitConfiguration()
      for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
        let name = line.prefix { $0 != "=" }
        if name == "GIT_COMMITTER_IDENT" {
          // The last two words are the time and the time zone.
          let words = line.dropFirst(name.count + 1).split(separator: " ").dropLast(2).joined(
            separator: " "
          )
          if words.contains("<") { configuration.identity = words }
        } else if name == "extensions.partialclone"
          || name.hasPrefix("remote.") && name.hasSuffix(".promisor")
        {
          configuration.isPartial = true
        }
      }
      return configuration
    }
  }
}
