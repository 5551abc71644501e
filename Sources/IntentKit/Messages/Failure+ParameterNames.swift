import JSONText

extension Failure {
  /// Returns the failure with other names for parameters in its message, such as those of flags.
  ///
  /// - Parameter names: the other names, by parameter.
  package func naming(_ names: [String: String]) -> Failure {
    let text: String
    if code == Self.missingValueCode {
      // Such a message quotes nothing but parameters.
      let named = names.reduce(message) { $0.replacing($1.key.quoted, with: $1.value.quoted) }
      text = named == message ? message : named.replacing("The parameter ", with: "The flag ")
    } else if let problem, message == problem.sentence(saying: "parameter") {
      text = problem.naming(names).sentence(saying: "parameter")
    } else {
      return self
    }
    return Failure(
      kind,
      code: code,
      message: text,
      data: data,
      inputRequest: inputRequest,
      problems: problems
    )
  }
}

extension ValidationError {
  /// Returns the problem with other names for parameters.
  fileprivate func naming(_ names: [String: String]) -> ValidationError {
    var tokens = pointer.tokens
    if let first = tokens.first { tokens[0] = names[first] ?? first }
    let kind: Kind =
      switch kind {
      case .conflict(let other): .conflict(with: names[other] ?? other)
      case .requires(let other): .requires(names[other] ?? other)
      default: kind
      }
    return ValidationError(JSONPointer(tokens), kind)
  }
}
