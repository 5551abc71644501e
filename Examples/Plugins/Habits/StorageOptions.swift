import Foundation

/// The storage that the command-line arguments choose.
enum StorageOptions: Sendable, Equatable {
  /// A file at an absolute path.
  case file(String)
  /// An HTTP API at a URL, with its access token.
  case api(String, token: String?)

  /// An error in the command-line arguments.
  enum OptionError: Error, Equatable {
    case unknownOption(String)
    case missingValue(String)
    case multipleStorages
    case relativePath(String)
    case missingHome
    case badURL(String)
    case passwordInURL
    case badToken
  }

  static let tokenVariable = "HABITS_TOKEN"

  /// Parses the command-line arguments, without the program's name.
  ///
  /// The default storage is a file in the user's documents folder.
  init(arguments: [String], environment: [String: String]) throws(OptionError) {
    guard let word = arguments.first else {
      guard let home = environment["HOME"], home.hasPrefix("/") else { throw .missingHome }
      self = .file("\(home)/Documents/Habits/habits.json")
      return
    }
    guard ["--file", "--api"].contains(word) else { throw .unknownOption(word) }
    guard arguments.count > 1 else { throw .missingValue(word) }
    if arguments.count > 2 {
      throw ["--file", "--api"].contains(arguments[2])
        ? .multipleStorages : .unknownOption(arguments[2])
    }
    switch word {
    case "--file":
      guard arguments[1].hasPrefix("/") else { throw .relativePath(arguments[1]) }
      self = .file(arguments[1])
    default:
      self = .api(
        try Self.url(arguments[1]),
        token: try Self.token(environment[Self.tokenVariable])
      )
    }
  }

  private static func url(_ text: String) throws(OptionError) -> String {
    guard
      let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
      let host = parts.host, !host.isEmpty, parts.query == nil, parts.fragment == nil
    else { throw .badURL(text) }
    if parts.user != nil || parts.password != nil { throw .passwordInURL }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func token(_ text: String?) throws(OptionError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) else { throw .badToken }
    return text
  }
}

extension StorageOptions.OptionError {
  /// The error as a sentence, followed by the program's usage.
  var sentence: String {
    "\(reason) Use it as 'Habits', 'Habits --file PATH' or 'Habits --api URL'."
  }

  private var reason: String {
    switch self {
    case .unknownOption(let word): "There is no option '\(word)'."
    case .missingValue(let word): "'\(word)' needs a value."
    case .multipleStorages: "There can be one storage, not two."
    case .relativePath(let path): "The path '\(path)' must be an absolute one."
    case .missingHome: "HOME does not say where your documents are."
    case .badURL(let url): "'\(url)' is no URL of http or https without a query."
    case .passwordInURL:
      "The URL must not hold a password; \(StorageOptions.tokenVariable) can hold a token."
    case .badToken: "\(StorageOptions.tokenVariable) must be one word of plain ASCII."
    }
  }
}
