/// A heading of an Org file, such as `** TODO [#A] Fix the login :billable:`.
struct OrgHeading {
  let level: Int
  /// The text without keyword, priority and tags, as it is in the file.
  private let text: Substring
  let tags: [String]
  /// Whether the heading is the comment of its clocks, as in our own files.
  var isComment = false
  /// The lines of the comment after the title.
  var moreLines: [String] = []

  /// Creates a heading from a line; returns nil if it isn't one.
  ///
  /// - Parameter keywords: the keywords of tasks, such as `TODO`.
  init?(_ line: String, keywords: Set<String>) {
    let stars = line.prefix { $0 == "*" }
    guard !stars.isEmpty, line[stars.endIndex...].first?.isBlank == true else { return nil }
    level = stars.count
    var text = line[stars.endIndex...].trimmingBlanks
    let keyword = text.prefix { !$0.isBlank }
    if keywords.contains(String(keyword)) { text = text[keyword.endIndex...].trimmingBlanks }
    if text.hasPrefix("[#"), let end = text.firstIndex(of: "]") {
      text = text[text.index(after: end)...].trimmingBlanks
    }
    let last = text.lastIndex(where: \.isBlank).map { text.index(after: $0) } ?? text.startIndex
    tags = Self.tags(text[last...])
    if !tags.isEmpty { text = text[..<last].trimmingBlanks }
    self.text = text
  }

  /// The text without keyword, priority and tags.
  var title: String { OrgTitle.text(text) }

  /// Returns the tags in a word such as `:home:billable:`; none if it has another form.
  static func tags(_ word: Substring) -> [String] {
    guard word.count > 2, word.first == ":", word.last == ":" else { return [] }
    let tags = word.split(separator: ":")
    return tags.allSatisfy(OrgTitle.isTag) ? tags.map(String.init) : []
  }

  /// The title with the text of each link, and without counters such as `[2/5]`, which change while
  /// the tasks below are done.
  var component: String {
    let text = OrgTitle.withoutLinks(String(text))
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let lasting = words.filter { !OrgTitle.isCounter($0) }
    let rest = lasting.joined(separator: " ")[...]
    return OrgTitle.component(lasting.count == words.count ? rest : rest.trimmingBlanks)
  }
}

/// Converts texts to titles of Org headings and back.
enum OrgTitle {
  /// The zero-width space, with which Org's manual suggests to escape syntax.
  private static let escape: Character = "\u{200B}"

  /// Returns a text as a title that Org reads as text only, without keyword, priority and tags.
  static func title(_ text: some StringProtocol) -> String {
    let words = text.split(whereSeparator: \.isBlank)
    let first = words.first.map { String($0) } ?? ""
    let last = words.last.map { String($0) } ?? ""
    let isKeyword = ["TODO", "DONE", "COMMENT"].contains(first) || first.hasPrefix("[#")
    let isTags = last.count > 2 && last.hasPrefix(":") && last.hasSuffix(":")
    return (isKeyword ? "\(escape)" : "") + text + (isTags ? "\(escape)" : "")
  }

  /// Returns a component of a tag's name as a title, in which no bracket begins a link or a counter.
  static func title(component: String) -> String {
    let parts = component.split(separator: "[", omittingEmptySubsequences: false)
    let escaped = parts.enumerated().map { index, part in
      let beginsLink = part.isEmpty && index < parts.count - 1
      let word = part.firstIndex(of: "]").map { "[\(part[...$0])" } ?? ""
      let needsEscape = beginsLink || part.first == escape || isCounter(word[...])
      return index > 0 && needsEscape ? "\(escape)\(part)" : String(part)
    }
    return title(escaped.joined(separator: "["))
  }

  /// Returns the component of a tag's name that a title without links and counters has.
  static func component(_ title: Substring) -> String {
    let parts = text(title).split(separator: "[", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      String(index > 0 && part.first == escape ? part.dropFirst() : part)
    }.joined(separator: "[")
  }

  /// Whether a word is a counter such as `[2/5]` or `[50%]`.
  static func isCounter(_ word: Substring) -> Bool {
    guard word.first == "[", word.last == "]" else { return false }
    let counter = word.dropFirst().dropLast()
    let isShare = counter.last == "%" || counter.contains("/")
    return isShare && counter.allSatisfy { "0123456789/%".contains($0) }
  }

  /// Returns the text that `title` was given.
  static func text(_ title: Substring) -> String {
    var text = title
    if text.first == escape { text.removeFirst() }
    if text.last == escape { text.removeLast() }
    return String(text)
  }

  /// Returns a title with each link's description, such as `Name` for `[[https://x.org/y][Name]]`.
  ///
  /// A link without one gives its address, with `-` for `/`, which would divide the tag.
  static func withoutLinks(_ title: String) -> String {
    var parts = title.split(separator: "[[", omittingEmptySubsequences: false)[...]
    var text = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstRange(of: "]]") else {
        text += "[[\(part)"
        continue
      }
      let link = part[..<end.lowerBound].split(separator: "][", maxSplits: 1)
      let address = link.first?.split(separator: "://", maxSplits: 1).last ?? ""
      text +=
        link.count > 1 ? String(link[1]) : address.split(separator: "/").joined(separator: "-")
      text += part[end.upperBound...]
    }
    return text
  }

  /// Whether a text can be the tag of a heading.
  static func isTag(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal
          || ["_", "@", "#", "%"].contains($0)
      }
  }
}
