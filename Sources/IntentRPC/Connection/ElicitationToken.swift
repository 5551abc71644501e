/// Creates the tokens that link a prompt for input (an elicitation) to its answer.
enum ElicitationToken {
  /// The time after which a prompt without an answer expires.
  static let timeout = Duration.seconds(600)

  /// Returns a random token of 128 bits, so that it can't be guessed.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
  }
}
