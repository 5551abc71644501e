import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Compares the readings of the command lines in `Tests/Snapshots/command-lines.txt`.
///
/// Below each line stand the values of its call, or its mistake.
@Suite struct CommandLineTableTests {
  @Test func `each command line is read as the table says`() throws {
    let table = try PackageDirectory.text(of: "Tests/Snapshots/command-lines.txt")
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.count >= 400)
    let read = try lines.map { line in
      let words = try #require(String(line).shellWords)
      return "\(line)\n  " + text(of: Result { try CommandLineReader.read(words) }) + "\n"
    }
    try expectSnapshot(read.joined(), "command-lines.txt")
  }

  private func text(of found: Result<CommandLineReader.Reading?, any Error>) -> String {
    switch found {
    case .success(let reading): reading.map { $0.values.line } ?? "not the command of an intent"
    case .failure(let error): "! \((error as? Failure)?.message ?? "\(error)")"
    }
  }

  @Test func `each command line means the same as its flags`() throws {
    let table = try PackageDirectory.text(of: "Tests/Snapshots/command-lines.txt")
    for line in table.split(separator: "\n") where !line.hasPrefix(" ") {
      let words = try #require(String(line).shellWords)
      guard let found = try? CommandLineReader.read(words) else { continue }
      let again = try CommandLineReader.read(found.flags)
      #expect(again?.normalized == found.normalized, "\(line)")
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
