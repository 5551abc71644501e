extension String {
  /// The text quoted for a shell if needed.
  var shellWord: String {
    let plain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
    return plain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
