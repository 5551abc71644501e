/// What an open question is known by, which is handed out and brought back with the answer.
enum ElicitationToken {
  /// How long an answer may take.
  static let timeout = Duration.seconds(600)

  /// A text that nobody can guess.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
  }
}
