import JSONText

extension Failure {
  /// Returns the failure with other names for parameters in its message, such as those of flags.
  ///
  /// - Parameter names: the other names, by parameter.
  package func naming(_ names: [String: String]) -> Failure {
    guard let problem, [Self.missingValueCode, Self.invalidValueCode].contains(code) else {
      return self
    }
    let noun = problem.pointer.tokens.first.flatMap { names[$0] } == nil ? "parameter" : "flag"
    return Failure(
      kind,
      code: code,
      message: problem.naming(names).sentence(saying: noun),
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
      case .missingOneOf(let others): .missingOneOf(others.map { names[$0] ?? $0 })
      default: kind
      }
    return ValidationError(JSONPointer(tokens), kind)
  }
}
