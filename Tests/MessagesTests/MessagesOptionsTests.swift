import Testing

@testable import Messages

@Suite struct MessagesOptionsTests {
  private func options(
    _ arguments: [String],
    home: String? = "/home/ann",
    user: String? = "ann"
  ) throws(MessagesOptions.CommandLineError) -> MessagesOptions {
    try MessagesOptions(
      arguments: arguments,
      environment: home.map { ["HOME": $0] } ?? [:],
      currentDirectory: "/nowhere",
      userName: user
    )
  }

  @Test func `the defaults are the user's own folder and name`() throws {
    let options = try options([])
    #expect(options.folder == "/home/ann/Documents/Messages")
    #expect(options.person == "ann")
    #expect(try self.options([], user: nil).person == "me")
  }

  @Test func `arguments choose the folder and the name`() throws {
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
  func `invalid arguments are named`(arguments: [String], sentence: String) {
    #expect(throws: MessagesOptions.CommandLineError(sentence: sentence)) { try options(arguments) }
  }

  @Test func `without HOME the folder must be given`() {
    #expect(throws: MessagesOptions.CommandLineError.self) { try options([], home: nil) }
  }
}
