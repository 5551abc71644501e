import Testing

@testable import Habits

private let environment = ["HOME": "/home/ada", "HABITS_TOKEN": "secret"]

@Test(
  arguments: [
    ([], .file("/home/ada/Documents/Habits/habits.json")),
    (["--file", "/a b/c.json"], .file("/a b/c.json")),
    (["--api", "https://example.org/v1/"], .api("https://example.org/v1", token: "secret")),
    (["--api", "http://127.0.0.1:8080"], .api("http://127.0.0.1:8080", token: "secret")),
  ] as [([String], StorageOptions)]
)
func `the arguments choose the storage`(arguments: [String], choice: StorageOptions) throws {
  #expect(try StorageOptions(arguments: arguments, environment: environment) == choice)
}

@Test(
  arguments: [
    (["--fiel", "/x"], .unknownOption("--fiel")),
    (["--file"], .missingValue("--file")),
    (["--file", "/x", "--api", "http://x"], .multipleStorages),
    (["--file", "/x", "y"], .unknownOption("y")),
    (["--file", "x.json"], .relativePath("x.json")),
    (["--api", "ftp://x"], .badURL("ftp://x")),
    (["--api", "x"], .badURL("x")),
    (["--api", "https://"], .badURL("https://")),
    (["--api", "https://x/?q=1"], .badURL("https://x/?q=1")),
    (["--api", "https://ada:secret@x"], .passwordInURL),
  ] as [([String], StorageOptions.OptionError)]
)
func `invalid arguments are rejected`(arguments: [String], problem: StorageOptions.OptionError) {
  #expect(throws: problem) { try StorageOptions(arguments: arguments, environment: environment) }
  #expect(problem.sentence.hasSuffix("."))
}

@Test(arguments: ["two words", "a\nb", "é"])
func `a token with line breaks is rejected`(token: String) {
  let environment = ["HABITS_TOKEN": token]
  #expect(throws: StorageOptions.OptionError.badToken) {
    try StorageOptions(arguments: ["--api", "http://x"], environment: environment)
  }
}

@Test func `without HOME the file must be given`() {
  #expect(throws: StorageOptions.OptionError.missingHome) {
    try StorageOptions(arguments: [], environment: [:])
  }
}
