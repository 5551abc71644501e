import MinutaCore

extension [EntryPart] {
  /// The ways in which the parts of a command with a tag can be read; the first has the most times.
  ///
  /// Readings that leave words without a use are among them.
  ///
  /// - Parameter takesTo: whether the tag can follow `to`, as in `switch to Work`.
  func alternatives(takesTo: Bool) -> [[EntryPart]] {
    let beginsWithTo = takesTo && first?.text.lowercased() == "to"
    if !beginsWithTo, allSatisfy({ $0.form == .text }) { return [self] }
    var all = [self]
    if let joined = joiningMinutes { all.insert(joined, at: 0) }
    for parts in all {
      if let separated = parts.separatingName { all.append(separated) }
    }
    for parts in all where parts.contains(where: \.isUnclear) {
      all.append(parts.map { $0.isUnclear ? EntryPart(text: $0.text) : $0 })
    }
    for parts in all {
      if let shorter = parts.droppingPreposition(orTo: beginsWithTo) { all.insert(shorter, at: 0) }
    }
    return all
  }

  /// The parts with `2h 30` as one duration; nil if there is none.
  private var joiningMinutes: [EntryPart]? {
    for index in indices.dropFirst() {
      guard case .duration(let hours) = self[index - 1].form, hours.last?.isLetter == true,
        let seconds = DurationFormat.seconds(hours), seconds % 3600 == 0
      else { continue }
      let minutes = self[index].text
      guard minutes.utf8.count == 2, let number = Int(minutes), 0..<60 ~= number else { continue }
      let joined = EntryPart(text: "\(hours) \(minutes)", duration: "\(hours) \(minutes)m")
      return Array(self[..<(index - 1)]) + [joined] + self[(index + 1)...]
    }
    return nil
  }

  /// The parts with `9:00 Monday meeting` as a time and a name; nil if there are none.
  private var separatingName: [EntryPart]? {
    for index in indices.dropFirst() where self[index].form == .text {
      let words = self[index - 1].text.split(separator: " ").map { String($0) }
      guard case .moment = self[index - 1].form, words.count > 1, let last = words.last,
        last.first?.isLetter == true, EntryPart([last][...])?.form == .day,
        let time = EntryPart(words[..<(words.count - 1)]), time.form != .day
      else { continue }
      return Array(self[..<(index - 1)]) + [time, EntryPart(text: last)] + self[index...]
    }
    return nil
  }

  /// The parts without the first word of the name if it is a preposition after a time, as in
  /// `2h on Work`, or if it is a leading `to`; nil if there is none.
  private func droppingPreposition(orTo beginsWithTo: Bool) -> [EntryPart]? {
    guard let index = firstIndex(where: { $0.form == .text }), index + 1 < count,
      index == 0 ? beginsWithTo : self[index].text.isPrepositionOfTag,
      self[index + 1].form == .text
    else { return nil }
    return Array(self[..<index]) + self[(index + 1)...]
  }
}

extension String {
  /// Whether a tag can follow the word, as in `2h on Work`.
  var isPrepositionOfTag: Bool { ["for", "of", "on", "to"].contains(lowercased()) }
}
