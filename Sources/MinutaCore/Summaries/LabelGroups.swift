/// The groups to which each comment belongs in a dimension of labels.
struct LabelGroups {
  /// The names of the groups: labels, or the values of one label.
  ///
  /// Element 0 is nil, for comments without such a label. For a label without a value, the value is
  /// an empty text.
  private(set) var names: [String?] = [nil]
  /// The numbers of each comment's groups, by comment number.
  let numbers: [[Int32]]
  /// Whether a comment belongs to several groups.
  let overlap: Bool

  /// Creates the groups of all comments in a lookup table.
  init(_ dimension: SummaryDimension, _ comments: [String?]) {
    let key: String? = if case .labelValue(let key) = dimension { key } else { nil }
    var names = names
    var known: [String: Int32] = [:]
    numbers = comments.map { comment in
      var numbers: [Int32] = []
      var seen: Set<Int32> = []
      for label in Label.all(in: comment) where key ?? label.key == label.key {
        let name = key == nil ? label.normalized.text : label.value ?? ""
        let number = known[name] ?? Int32(names.count)
        if known[name] == nil {
          known[name] = number
          names.append(name)
        }
        if seen.insert(number).inserted { numbers.append(number) }
      }
      return numbers.isEmpty ? Self.none : numbers
    }
    self.names = names
    overlap = numbers.contains { $0.count > 1 }
  }

  /// The groups of a comment without labels, shared by all such comments.
  private static let none: [Int32] = [0]
}
