/// Escapes text for unit files of systemd.
package enum SystemdUnit {
  /// Returns the words of a command for `ExecStart`.
  ///
  /// systemd expands `%` and `$` in words, and splits them at blanks.
  package static func command(_ words: [String]) -> String {
    words.map { word($0, doubling: ["%", "$"]) }.joined(separator: " ")
  }

  /// Returns the words of an `ExecStart` that `command` has written.
  static func words(of command: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var isQuoted = false
    var bytes = Array(command.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: " ") where !isQuoted:
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      case UInt8(ascii: "\\"):
        let digits = String(decoding: bytes.dropFirst().prefix(2), as: UTF8.self)
        if bytes.first == UInt8(ascii: "x"), let control = UInt8(digits, radix: 16) {
          bytes = bytes.dropFirst(3)
          word.append(control)
        } else if let next = bytes.popFirst() {
          word.append(next)
        }
      case UInt8(ascii: "%"), UInt8(ascii: "$"):
        word.append(byte)
        if bytes.first == byte { bytes = bytes.dropFirst() }
      default: word.append(byte)
      }
    }
    return words + [String(decoding: word, as: UTF8.self)]
  }

  /// Returns the lines that set variables of a command, in which `$` isn't expanded.
  static func environment(_ variables: [String: String]) -> [String] {
    variables.sorted { $0.key < $1.key }.map { name, value in
      "Environment=" + word("\(name)=\(value)", doubling: ["%"])
    }
  }

  private static func word(_ word: String, doubling doubled: Set<Unicode.Scalar>) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    var quoted = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where doubled.contains(scalar): quoted += "\(scalar)\(scalar)"
      default:
        // Control characters are written as their bytes.
        if scalar.properties.generalCategory == .control {
          for byte in String(scalar).utf8 { quoted += "\\x" + hexadecimal(byte) }
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_./+-=:,@".utf8.contains(byte)
    }
  }
}
