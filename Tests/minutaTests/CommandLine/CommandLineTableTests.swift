import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Compares the readings of the command lines in `Tests/Snapshots/command-lines.txt`.
///
/// Below each line stand the values of its call, or those of each reading if there are several, or
/// its mistake.
@Suite struct CommandLineTableTests {
  @Test func `each command line is read as the table says`() throws {
    let table = try PackageDirectory.text(of: "Tests/Snapshots/command-lines.txt")
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.count >= 400)
    let read = try lines.map { line in
      let words = try #require(String(line).shellWords)
      return "\(line)\n" + text(of: Result { try CommandLineReader.read(words) })
    }
    try expectSnapshot(read.joined(), "command-lines.txt")
  }

  /// Compares the readings in `Tests/Snapshots/command-lines-tags.txt`, whose first line lists the tags
  /// that exist.
  @Test func `words after an existing tag are a comment or a new tag`() async throws {
    let table = try PackageDirectory.text(of: "Tests/Snapshots/command-lines-tags.txt")
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    let tags = try #require(lines.first?.split(separator: ":", maxSplits: 1).last).split(
      separator: ","
    )
    .map { String($0.drop { $0 == " " }) }
    var read = "\(lines[0])\n"
    for line in lines.dropFirst() {
      let words = try #require(String(line).shellWords)
      var found: Result<CommandLineReader.Reading?, any Error>
      do {
        found = .success(try await CommandLineReader.read(words, among: tags))
      } catch {
        found = .failure(error)
      }
      read += "\(line)\n" + text(of: found)
    }
    try expectSnapshot(read, "command-lines-tags.txt")
  }

  /// Returns the lines that the table has below a command line.
  private func text(of found: Result<CommandLineReader.Reading?, any Error>) -> String {
    switch found {
    case .success(let reading):
      let values = reading?.values ?? []
      let mark = values.count > 1 ? "? " : ""
      return values.map { "  \(mark)\($0.line)\n" }.joined()
    case .failure(let error): return "  ! \((error as? Failure)?.message ?? "\(error)")\n"
    }
  }

  @Test func `each of several readings has flags that can be read in one way only`() throws {
    let table = try PackageDirectory.text(of: "Tests/Snapshots/command-lines.txt")
    for line in table.split(separator: "\n") where !line.hasPrefix(" ") {
      let words = try #require(String(line).shellWords)
      guard let found = try? CommandLineReader.read(words), found.values.count > 1 else { continue }
      for (flags, values) in zip(found.readings, found.values) {
        let again = try CommandLineReader.read(words.prefix(1) + (try #require(flags.shellWords)))
        #expect(again?.values.count == 1)
        for member in again?.values.first?.members ?? [] {
          #expect(values[member.key] == member.value)
        }
      }
    }
  }
}

extension JSONObject {
  /// The members on one line, such as `tag="Work" at="9:00"`.
  fileprivate var line: String {
    let texts = members.map { "\($0.key)=\($0.value.text())" }.sorted()
    return texts.isEmpty ? "-" : texts.joined(separator: " ")
  }
}
