import Foundation

/// Options from the command line and the environment.
struct MessagesOptions: Sendable, Equatable {
  static let usage = """
    Usage: Messages [--folder PATH] [--as NAME]

    Serves chats and messages over MCP and JSON-RPC on standard input and output.

      --folder PATH  where they are kept; $HOME/Documents/Messages without it
      --as NAME      who sends and reads; the user's name on this machine without it

    """

  /// The absolute path of the data folder.
  let folder: String
  let person: String

  /// An error in the arguments; its sentence is empty if the user only asked for the usage.
  struct CommandLineError: Error, Equatable {
    let sentence: String
  }

  /// Parses the command line.
  ///
  /// - Parameters:
  ///     - arguments: the arguments without the program's name.
  ///     - currentDirectory: the directory that relative paths start from.
  init(
    arguments: [String],
    environment: [String: String],
    currentDirectory: String,
    userName: String?
  ) throws(CommandLineError) {
    var values: [String: String] = [:]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--help" { throw CommandLineError(sentence: "") }
      guard word == "--folder" || word == "--as" else {
        throw CommandLineError(sentence: "There is no option '\(word)'.")
      }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw CommandLineError(sentence: "'\(word)' needs a value.")
      }
      values[word] = value
    }
    guard let home = values["--folder"] ?? environment["HOME"], !home.isEmpty else {
      throw CommandLineError(
        sentence: "There is no HOME; say with '--folder' where the messages are kept."
      )
    }
    let folder = values["--folder"] ?? "\(home)/Documents/Messages"
    let path = folder.utf8.first == UInt8(ascii: "/") ? folder : "\(currentDirectory)/\(folder)"
    // Resolves symbolic links once, so that a link changed later doesn't lead to another folder
    // than the watched one.
    self.folder = URL(filePath: path).resolvingSymlinksInPath().path
    guard let name = try? NameNormalizer.normalized(values["--as"] ?? userName ?? "me"),
      name.count <= 64
    else {
      throw CommandLineError(
        sentence: "'--as' needs a name of at most 64 characters, without control characters."
      )
    }
    person = name
  }
}
