import Testing

@testable import Messages

@Suite struct OptionsTests {
  private func options(
    _ words: [String],
    home: String? = "/home/ann",
    user: String? = "ann"
  ) throws(Options.Mistake) -> Options {
    try Options(
      words: words,
      environment: home.map { ["HOME": $0] } ?? [:],
      currentFolder: "/nowhere",
      userName: user
    )
  }

  @Test func `without words it is the user's own folder and name`() throws {
    let options = try options([])
    #expect(options.folder == "/home/ann/Documents/Messages")
    #expect(options.person == "ann")
    #expect(try self.options([], user: nil).person == "me")
  }

  @Test func `words choose another folder and another name`() throws {
    let options = try options(["--as", "--folder", "--folder", "a b/c"], home: nil)
    #expect(options.folder == "/nowhere/a b/c")
    #expect(options.person == "--folder")
  }

  @Test(arguments: [
    (["--fodler", "x"], "There is no option '--fodler'."),
    (["x"], "There is no option 'x'."),
    (["--folder"], "'--folder' needs a value."),
    (["--as", ""], "'--as' needs a value."),
    (
      ["--as", "a\nb"], "'--as' needs a name of at most 64 characters, without control characters."
    ),
    (["--help"], ""),
  ])
  func `words that mean nothing are named`(words: [String], sentence: String) {
    #expect(throws: Options.Mistake(sentence: sentence)) { try options(words) }
  }

  @Test func `without a home a folder has to be named`() {
    #expect(throws: Options.Mistake.self) { try options([], home: nil) }
  }
}
