import JSONText

/// A task, a project or a tag in a backup of Super Productivity.
struct SuperProductivityEntity {
  enum Kind {
    case task
    case project
    case tag
    /// A project that old versions archived with its tasks, in compressed form.
    case archivedProject
  }

  let kind: Kind
  let id: String
  /// The line on which it begins, counted from 1.
  let line: Int
  /// Its members; nil if they aren't valid JSON.
  let value: JSONValue?
}

/// Reads the entities of a backup of Super Productivity one by one.
///
/// They are the members of objects such as `{"data": {"task": {"entities": {…}}}}`; old versions
/// lack the outermost member. Tasks that were done long ago are in archives.
struct SuperProductivityEntityReader {
  private var scanner: JSONScanner
  /// The containers that are being read, from the outermost to the current one.
  private var levels: [Level] = []
  private var hasBegun = false
  /// The place and the reason if the rest of the file can't be read.
  private(set) var problem: (line: Int, reason: InvalidReason)?

  /// A container of the file.
  private enum Level {
    /// The object around the models, and the one around that.
    case file
    case archive
    /// The object with the member `entities`.
    case model(SuperProductivityEntity.Kind)
    case entities(SuperProductivityEntity.Kind)
  }

  init(_ file: ImportFile) {
    scanner = JSONScanner(file)
  }

  /// Returns the next entity; nil after the last, or if the rest of the file can't be read.
  mutating func next() throws(FormatError) -> SuperProductivityEntity? {
    if !hasBegun {
      hasBegun = true
      guard try scanner.enter(UInt8(ascii: "{")) else { return try stop() }
      levels = [.file]
    }
    while let level = levels.last {
      switch try scanner.step() {
      case .broken: return try stop()
      case .end:
        levels.removeLast()
        if levels.isEmpty, try scanner.nextByte() != nil { return try stop() }
      case .element(let first):
        let line = scanner.line
        guard let key = try scanner.key(from: first), let opening = try scanner.nextByte() else {
          return try stop()
        }
        if case .entities(let kind) = level {
          let value = try scanner.value(from: opening)
          return SuperProductivityEntity(kind: kind, id: key, line: line, value: value)
        }
        if let inner = Self.container(key, in: level), opening == UInt8(ascii: "{") {
          scanner.enter(after: opening)
          levels.append(inner)
        } else {
          try scanner.skipValue(from: opening)
        }
      }
    }
    return nil
  }

  /// Ends before the end of the file, because it doesn't follow the format.
  private mutating func stop() throws(FormatError) -> SuperProductivityEntity? {
    levels = []
    problem = (scanner.line, try scanner.isAtEnd() ? .cut : .malformed)
    return nil
  }

  /// Returns the container that is the value of a member; nil if it holds no entities.
  private static func container(_ key: String, in level: Level) -> Level? {
    switch (level, key) {
    case (.file, "data"): .file
    case (.file, "archiveYoung"), (.file, "archiveOld"): .archive
    case (.file, "task"), (.file, "taskArchive"), (.archive, "task"): .model(.task)
    case (.file, "project"): .model(.project)
    case (.file, "tag"): .model(.tag)
    case (.file, "archivedProjects"): .entities(.archivedProject)
    case (.model(let kind), "entities"): .entities(kind)
    default: nil
    }
  }
}
