import SystemCalls

/// How a format writes the name of a tag.
package enum TagNotation: Sendable, CaseIterable {
  /// As it is, such as `Acme/Website`.
  case name
  /// As an account of hledger and Ledger, such as `Acme:Website`.
  case account
  /// As an outline path of Emacs, such as `Acme/Design\/Build` for two headings.
  case outline

  /// Returns the path of the tag that a name in a file means.
  func path(_ name: String) -> [String] {
    switch self {
    case .name: name.isEmpty ? [] : [name]
    case .account: AccountName.path(name[...])
    case .outline: UntaggedName.read(Self.headings(name))
    }
  }

  /// Returns the name in a file of a tag; nil stands for no tag.
  func name(ofTag tag: String?) -> String {
    let path = tag?.split(separator: "/").map(String.init) ?? []
    return switch self {
    case .name: tag ?? ""
    case .account: AccountName(path).text
    case .outline: Self.outline(UntaggedName.written(path))
    }
  }

  /// Whether the format can write the name unchanged.
  func canHold(_ name: String) -> Bool {
    switch self {
    case .name: true
    case .outline:
      Self.headings(name).allSatisfy {
        !$0.contains(where: \.isNewline) && $0[...].trimmingBlanks == $0
      }
    case .account: AccountName.isAccount(name)
    }
  }

  /// Returns the name in the notation `outline` of headings.
  static func outline(_ headings: [String]) -> String {
    headings.map { $0.escaping { $0 == "/" || $0 == "\\" ? "\\\($0)" : nil } }
      .joined(separator: "/")
  }

  /// Returns the headings of a name in the notation `outline`.
  static func headings(_ name: String) -> [String] {
    var headings = [""]
    var isEscaped = false
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped: isEscaped = true
      case "/" where !isEscaped: headings.append("")
      default:
        headings[headings.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return headings
  }
}
