import Foundation

/// The storage that the program was started for.
enum StorageChoice: Sendable, Equatable {
  /// A file at an absolute path.
  case file(String)
  /// An HTTP API at a URL, with the token that it wants.
  case api(String, token: String?)

  /// What can be the matter with the words.
  enum Problem: Error, Equatable {
    case unknownWord(String)
    case missingValue(String)
    case two
    case relativePath(String)
    case noHome
    case badURL(String)
    case secretInURL
    case badToken
  }

  static let tokenVariable = "HABITS_TOKEN"

  /// Reads the words after the program's own; without any it is a file in the user's documents.
  init(words: [String], environment: [String: String]) throws(Problem) {
    guard let word = words.first else {
      guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHome }
      self = .file("\(home)/Documents/Habits/habits.json")
      return
    }
    guard ["--file", "--api"].contains(word) else { throw .unknownWord(word) }
    guard words.count > 1 else { throw .missingValue(word) }
    if words.count > 2 {
      throw ["--file", "--api"].contains(words[2]) ? .two : .unknownWord(words[2])
    }
    switch word {
    case "--file":
      guard words[1].hasPrefix("/") else { throw .relativePath(words[1]) }
      self = .file(words[1])
    default:
      self = .api(try Self.url(words[1]), token: try Self.token(environment[Self.tokenVariable]))
    }
  }

  private static func url(_ text: String) throws(Problem) -> String {
    guard
      let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
      let host = parts.host, !host.isEmpty, parts.query == nil, parts.fragment == nil
    else { throw .badURL(text) }
    if parts.user != nil || parts.password != nil { throw .secretInURL }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func token(_ text: String?) throws(Problem) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) else { throw .badToken }
    return text
  }
}

extension StorageChoice.Problem {
  /// The problem for a person, with how the program is used.
  var sentence: String {
    "\(reason) Use it as 'Habits', 'Habits --file PATH' or 'Habits --api URL'."
  }

  private var reason: String {
    switch self {
    case .unknownWord(let word): "There is no option '\(word)'."
    case .missingValue(let word): "'\(word)' needs a value."
    case .two: "There can be one storage, not two."
    case .relativePath(let path): "The path '\(path)' must be an absolute one."
    case .noHome: "HOME does not say where your documents are."
    case .badURL(let url): "'\(url)' is no URL of http or https without a query."
    case .secretInURL:
      "The URL must not hold a password; \(StorageChoice.tokenVariable) can hold a token."
    case .badToken: "\(StorageChoice.tokenVariable) must be one word of plain ASCII."
    }
  }
}
