/// The time and the records of the labels with one key.
package struct LabelTotal: Sendable, Equatable {
  package let key: String
  package let seconds: Int
  package let records: Int
  /// The totals of each value, longest time first.
  package let values: [LabelValueTotal]
}

/// The time and the records of one value of a label.
package struct LabelValueTotal: Sendable, Equatable {
  package let value: String
  package let seconds: Int
  package let records: Int
}

/// The sums of rows by the keys of their labels, and by the values of each key.
struct LabelTotals {
  /// The nodes of the keys, which contain those of their values.
  private var nodes = SummaryNodeTable()
  /// The keys and values by number.
  private let texts: [String]
  /// The labels of each comment, with the numbers of key and value.
  private let labels: [[(key: Int32, value: Int32?)]]
  private var record: Int32 = -1

  init(_ lookup: RowLookupTable) {
    var numbers: [String: Int32] = [:]
    var texts: [String] = []
    func number(_ text: String) -> Int32 {
      if let known = numbers[text] { return known }
      let number = Int32(texts.count)
      numbers[text] = number
      texts.append(text)
      return number
    }
    labels = lookup.comments.map { comment in
      Set(Label.all(in: comment)).map { (number($0.key), $0.value.map(number)) }
    }
    self.texts = texts
  }

  /// Adds those parts of rows that lie in a range, given in seconds since 1970.
  mutating func add(_ rows: [RecordRow], from: Int, to: Int) {
    for row in rows {
      let labels = labels[Int(row.comment)]
      guard !labels.isEmpty, let part = row.part(from: from, to: to) else { continue }
      record &+= 1
      for label in labels {
        let key = nodes.child(of: 0, label.key)
        // A key with several values counts once.
        if nodes.nodes[key].lastRecord != record {
          nodes.add(part.start, part.end, of: record, to: key)
        }
        guard let value = label.value else { continue }
        nodes.add(part.start, part.end, of: record, to: nodes.child(of: key, value))
      }
    }
  }

  /// The totals of all labels, longest time first.
  var totals: [LabelTotal] {
    var values: [Int: [LabelValueTotal]] = [:]
    for (index, position) in nodes.positions.enumerated() where position.parent != 0 {
      let node = nodes.nodes[index + 1]
      values[position.parent, default: []].append(
        LabelValueTotal(
          value: texts[Int(position.number)],
          seconds: node.seconds,
          records: Int(node.records)
        )
      )
    }
    return nodes.positions.enumerated().filter { $0.element.parent == 0 }
      .map { index, position in
        let node = nodes.nodes[index + 1]
        return LabelTotal(
          key: texts[Int(position.number)],
          seconds: node.seconds,
          records: Int(node.records),
          values: (values[index + 1] ?? []).sorted {
            ($1.seconds, $0.value) < ($0.seconds, $1.value)
          }
        )
      }
      .sorted { ($1.seconds, $0.key) < ($0.seconds, $1.key) }
  }
}
