package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test where one of the given programs isn't installed, and names those that are missing.
  package static func requires(_ programs: String...) -> Self {
    let missing = programs.filter { TestPrograms.installed($0) == nil }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }
}
