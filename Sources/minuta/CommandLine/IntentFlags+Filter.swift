import IntentKit
import JSONText

extension IntentFlags {
  /// Whether a parameter selects records: each of several filters, or one of several tags.
  func selectsRecords(_ name: String) -> Bool {
    guard let filter = definition.properties["filter"], filter["x-minuta-type"] == "filter" else {
      return false
    }
    return name == "filter" || name == "tag" && !definition.requiredParameters.contains("tag")
  }

  /// Makes several filters, several tags, and labels that select records one filter.
  func joinFilters(_ words: CommandLineArguments, _ values: inout JSONObject) {
    var filters = all("filter", words, values)
    let tags = all("tag", words, values).flatMap(\.tagNames)
    if selectsRecords("tag"), tags.count > 1 {
      values["tag"] = nil
      filters.append(tags.map(\.tagCondition).joined(separator: " or "))
    }
    let labels = definition.command?.labels == nil ? words.labels.map(\.labelCondition) : []
    if filters.count + labels.count < 2 {
      if let filter = (filters + labels).first { values["filter"] = .string(filter) }
    } else {
      values["filter"] = .string((filters.map { "(\($0))" } + labels).joined(separator: " "))
    }
  }

  /// Returns the values of a flag, and the one that was read from the other words.
  private func all(
    _ name: String,
    _ words: CommandLineArguments,
    _ values: JSONObject
  ) -> [String] {
    let texts = words.values[name] ?? []
    let value = values[name]?.string
    return texts + [value == texts.last ? nil : value].compactMap(\.self)
  }
}

extension String {
  /// The names of tags with commas between them.
  ///
  /// A blank after a comma makes it a part of a name.
  fileprivate var tagNames: [String] {
    let parts = split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return parts.contains { $0.isEmpty || $0.hasPrefix(" ") } ? [self] : parts
  }

  /// The condition of a filter for a tag; a `=` before its name means the tag alone.
  fileprivate var tagCondition: String {
    hasPrefix("=") ? "tag:=\(String(dropFirst()).quotedInFilter)" : "tag:\(quotedInFilter)"
  }

  /// The condition of a filter for a tag as people type it, with quotes only if the name has a space.
  var shortTagCondition: String { "tag:\(contains(" ") ? debugDescription : self)" }

  /// The condition of a filter for a label.
  fileprivate var labelCondition: String {
    let (name, value) = splitAtEquals
    return "+\(name)" + (value.map { "=\($0.contains(" ") ? "\"\($0)\"" : $0)" } ?? "")
  }

  private var quotedInFilter: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
