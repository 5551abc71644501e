/// Creates the tokens that link an elicitation to its answer.
enum ElicitationToken {
  /// The time after which an unanswered elicitation expires.
  static let timeout = Duration.seconds(600)

  /// Returns a random token of 128 bits.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
  }
}
