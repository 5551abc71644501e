import IntentKit
import JSONText

extension IntentFlags {
  /// Whether a word such as `+billable` is a label: one to set, or one that selects records.
  var acceptsLabels: Bool { definition.command?.labels != nil || filtersByLabels }

  /// Whether a label sets something only after a filter, as in `minuta bulk tag:Work +billable`.
  var labelsFollowFilter: Bool {
    definition.command?.labels != nil && definition.command?.positional == ["filter"]
  }

  /// Whether a label selects records, as in `minuta list +billable`.
  var filtersByLabels: Bool {
    guard let command = definition.command, !command.positional.contains("filter") else {
      return false
    }
    return definition.properties["range"]?["x-minuta-type"] == "range"
      && definition.properties["filter"]?["x-minuta-type"] == "filter"
  }

  /// Whether a label after `by` is what records are grouped by, as in `summary by +client`.
  var groupsByLabels: Bool {
    definition.command?.labels == nil && definition.properties["groupBy"] != nil
  }
}
