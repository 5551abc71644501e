package import JSONText

/// A text for the user: sentences, then the commands that they suggest.
///
/// Each command stands on a line of its own, so that it can be copied.
public struct Notice: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The sentences, which are complete without the commands.
  public var sentence: String
  /// A last sentence that warns of lost data; nil if there is none.
  public var warning: String?
  /// Whether a sentence says that this was a dry run.
  package var isDryRun = false
  /// The suggested commands as they are typed, such as `minuta history`.
  public var commands: [String] = []

  /// The sentence that ends the dialog of every dry run.
  package static let dryRunNote = "Dry run: nothing was written."

  /// The sentences and the commands as members of JSON; without `commands` if there are none.
  package var json: JSONObject {
    var json: JSONObject = ["message": .string(sentence)]
    if !commands.isEmpty { json["commands"] = .array(commands.map { .string($0) }) }
    return json
  }

  /// Creates a notice without commands.
  public init(stringLiteral sentence: String) { self.sentence = sentence }

  /// The sentences with the note of a dry run and the warning.
  public var sentences: String {
    // To join an array, the runtime would search for a conformance, which is a twentieth of the
    // instructions of `minuta start`.
    var text = sentence
    for case let next? in [isDryRun ? Self.dryRunNote : nil, warning] {
      text += text.isEmpty ? next : " \(next)"
    }
    return text
  }

  /// The sentences and the commands as one text with line breaks.
  public var text: String { ([sentences] + commands.map { "  \($0)" }).joined(separator: "\n") }
}

/// A text for the user, with or without commands.
public protocol NoticeConvertible {
  /// The text and its commands.
  var notice: Notice { get }
}

extension String: NoticeConvertible {
  /// The text as a notice without commands.
  public var notice: Notice { Notice(stringLiteral: self) }
}

extension Notice: NoticeConvertible {
  /// The notice itself.
  public var notice: Notice { self }
}

extension NoticeConvertible {
  /// Returns the text with another command of Minuta, such as `history`.
  package func suggesting(_ words: String) -> Notice { suggesting(line: "\(minuta) \(words)") }

  /// Returns the text with another command of any program.
  package func suggesting(line: String) -> Notice { suggesting(lines: [line]) }

  /// Returns the text with other commands of any program.
  package func suggesting(lines: [String]) -> Notice {
    var other = notice
    other.commands += lines
    return other
  }

  /// Returns the text with its sentences changed, and with the same warning and commands.
  package func rewording(_ change: (String) -> String) -> Notice {
    var other = notice
    other.sentence = change(other.sentence)
    return other
  }

  /// Returns a text followed by a notice, with the commands of both.
  package static func + (first: Self, second: Notice) -> Notice {
    var other = first.notice
    other.sentence += second.sentence
    other.warning = other.warning ?? second.warning
    other.isDryRun = other.isDryRun || second.isDryRun
    other.commands += second.commands
    return other
  }
}
