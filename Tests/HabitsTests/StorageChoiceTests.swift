import Testing

@testable import Habits

private let environment = ["HOME": "/home/ada", "HABITS_TOKEN": "secret"]

@Test(
  arguments: [
    ([], .file("/home/ada/Documents/Habits/habits.json")),
    (["--file", "/a b/c.json"], .file("/a b/c.json")),
    (["--api", "https://example.org/v1/"], .api("https://example.org/v1", token: "secret")),
    (["--api", "http://127.0.0.1:8080"], .api("http://127.0.0.1:8080", token: "secret")),
  ] as [([String], StorageChoice)]
)
func `the words choose the storage`(words: [String], choice: StorageChoice) throws {
  #expect(try StorageChoice(words: words, environment: environment) == choice)
}

@Test(
  arguments: [
    (["--fiel", "/x"], .unknownWord("--fiel")),
    (["--file"], .missingValue("--file")),
    (["--file", "/x", "--api", "http://x"], .two),
    (["--file", "/x", "y"], .unknownWord("y")),
    (["--file", "x.json"], .relativePath("x.json")),
    (["--api", "ftp://x"], .badURL("ftp://x")),
    (["--api", "x"], .badURL("x")),
    (["--api", "https://"], .badURL("https://")),
    (["--api", "https://x/?q=1"], .badURL("https://x/?q=1")),
    (["--api", "https://ada:secret@x"], .secretInURL),
  ] as [([String], StorageChoice.Problem)]
)
func `words that choose none are refused`(words: [String], problem: StorageChoice.Problem) {
  #expect(throws: problem) { try StorageChoice(words: words, environment: environment) }
  #expect(problem.sentence.hasSuffix("."))
}

@Test(arguments: ["two words", "a\nb", "é"])
func `a token that would not stay one is refused`(token: String) {
  let environment = ["HABITS_TOKEN": token]
  #expect(throws: StorageChoice.Problem.badToken) {
    try StorageChoice(words: ["--api", "http://x"], environment: environment)
  }
}

@Test func `without a home the file has to be named`() {
  #expect(throws: StorageChoice.Problem.noHome) { try StorageChoice(words: [], environment: [:]) }
}
