extension StringProtocol where UTF8View: BidirectionalCollection {
  /// The text without surrounding whitespace.
  package var trimmed: SubSequence {
    // Deciding whether a character is white space takes long, so look at the bytes first.
    let isPlain = [utf8.first, utf8.last].allSatisfy { 0x21..<0x7F ~= $0 ?? 0 }
    if isPlain { return self[...] }
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...end]
  }
}
