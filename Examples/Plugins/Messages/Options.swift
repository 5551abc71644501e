import SystemCalls

/// What the words of the command line and the surroundings say.
struct Options: Sendable, Equatable {
  static let usage = """
    Usage: Messages [--folder PATH] [--as NAME]

    Serves chats and messages over MCP and JSON-RPC on standard input and output.

      --folder PATH  where they are kept; $HOME/Documents/Messages without it
      --as NAME      who sends and reads; the user's name on this machine without it

    """

  /// Absolute.
  let folder: String
  let person: String

  /// What is wrong with the words, in a sentence; an empty one asks for the usage alone.
  struct Mistake: Error, Equatable {
    let sentence: String
  }

  /// - Parameters:
  ///   - words: without the program's own name.
  ///   - currentFolder: what a path stands in that is not absolute.
  init(
    words: [String],
    environment: [String: String],
    currentFolder: String,
    userName: String?
  ) throws(Mistake) {
    var values: [String: String] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--help" { throw Mistake(sentence: "") }
      guard word == "--folder" || word == "--as" else {
        throw Mistake(sentence: "There is no option '\(word)'.")
      }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw Mistake(sentence: "'\(word)' needs a value.")
      }
      values[word] = value
    }
    guard let home = values["--folder"] ?? environment["HOME"], !home.isEmpty else {
      throw Mistake(sentence: "There is no HOME; say with '--folder' where the messages are kept.")
    }
    let folder = values["--folder"] ?? "\(home)/Documents/Messages"
    let path = folder.utf8.first == UInt8(ascii: "/") ? folder : "\(currentFolder)/\(folder)"
    // What is watched has no links to it that are replaced later on.
    self.folder = OwnedFile.withoutLinks(path) ?? path
    guard let name = try? ChatName.kept(values["--as"] ?? userName ?? "me"), name.count <= 64 else {
      throw Mistake(
        sentence: "'--as' needs a name of at most 64 characters, without control characters."
      )
    }
    person = name
  }
}
