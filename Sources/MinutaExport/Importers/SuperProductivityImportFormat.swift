import JSONText
import MinutaCore

/// A backup of Super Productivity, which has the time of each task on each day, without times of day.
package enum SuperProductivityImportFormat: ImportFormat {
  package static let name = "superproductivity"
  package static let otherNames = ["super-productivity"]
  package static let title = "Super Productivity"

  package static func recognizes(_ sample: FileSample) -> Bool {
    let text = String(decoding: sample.bytes.filter { $0 > 0x20 }, as: UTF8.self)
    // In the files of old versions, projects come before the tasks.
    let hasProjects = text.contains(#""project":{"ids":["#) && text.contains(#""backlogTaskIds":"#)
    return text.hasPrefix("{") && (hasProjects || text.contains(#""task":{"ids":["#))
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    var converter = SuperProductivityTaskConverter()
    var entities = SuperProductivityEntityReader(file)
    while let entity = try entities.next() { converter.addName(of: entity) }
    // Without the names in the rest of the file, the tasks can't be read.
    if let (line, reason) = entities.problem {
      return ImportedItems([.invalid(line: line, reason)])
    }
    return Reader(entities: SuperProductivityEntityReader(file), converter: converter)
  }

  private struct Reader: ImportReader {
    var entities: SuperProductivityEntityReader
    var converter: SuperProductivityTaskConverter
    var items: ArraySlice<ImportedItem> = []

    mutating func next() throws(FormatError) -> ImportedItem? {
      while items.isEmpty {
        guard let entity = try entities.next() else { return nil }
        items = converter.items(of: entity)[...]
      }
      return items.popFirst()
    }
  }
}

/// Converts the tasks of a backup to records.
///
/// A task with subtasks has the sum of their times, so only they become records, with its title before
/// theirs and with its tags.
private struct SuperProductivityTaskConverter {
  private var projects: [String: String] = [:]
  private var tags: [String: String] = [:]
  /// The titles and the ids of the tags of tasks that have subtasks.
  private var parents: [String: (title: String, tagIDs: [String])] = [:]
  /// The ids of the tasks so far; a task that is open and archived counts once.
  private var converted: Set<String> = []

  /// Adds an entity to those to which tasks refer by their ids.
  mutating func addName(of entity: SuperProductivityEntity) {
    guard let value = entity.value, let title = value["title"]?.string else { return }
    switch entity.kind {
    case .project: projects[entity.id] = title
    // `TODAY` isn't a tag of the user; old versions stored it in tasks.
    case .tag where entity.id != "TODAY": tags[entity.id] = title
    case .task where Self.hasSubtasks(value): parents[entity.id] = (title, Self.tagIDs(value))
    default: break
    }
  }

  /// Returns the records of an entity, in the order of their days.
  mutating func items(of entity: SuperProductivityEntity) -> [ImportedItem] {
    guard entity.kind != .archivedProject else {
      return [.skipped(line: entity.line, .notARecord("archived project"))]
    }
    guard entity.kind == .task else { return [] }
    guard let task = entity.value else { return [.invalid(line: entity.line, .malformed)] }
    let days = task["timeSpentOnDay"] ?? .null
    if days == .null || Self.hasSubtasks(task) { return [] }
    guard let members = days.object?.members else {
      return [.invalid(line: entity.line, .malformed)]
    }
    if members.isEmpty { return [] }
    if !converted.insert(entity.id).inserted {
      return [.skipped(line: entity.line, .repeated(hasID: true))]
    }
    return members.sorted { $0.key < $1.key }.compactMap { day in
      do throws(InvalidReason) {
        guard let time = try Self.time(day.value, on: day.key) else { return nil }
        return .record(try record(entity, task, day.key, time))
      } catch {
        return .invalid(line: entity.line, error)
      }
    }
  }

  private static func hasSubtasks(_ task: JSONValue) -> Bool {
    task["subTaskIds"]?.array?.isEmpty == false
  }

  private static func tagIDs(_ task: JSONValue) -> [String] {
    (task["tagIds"]?.array ?? []).compactMap(\.string)
  }

  /// Returns a time in milliseconds as a length on a day; nil if it is less than a second.
  private static func time(
    _ milliseconds: JSONValue,
    on day: String
  ) throws(InvalidReason) -> ImportedTime? {
    if milliseconds == .null { return nil }
    guard let date = DateText(day)?.date(.yearMonthDay) else { throw .invalidTime(day) }
    guard case .number(let number) = milliseconds else {
      throw .invalidDuration(milliseconds.string ?? milliseconds.text())
    }
    let seconds = Int((min(max(number.double, -1e15), 1e15) / 1000).rounded())
    if seconds > 86_400 { throw .longerThanDay(seconds: seconds) }
    return seconds == 0 ? nil : .length(seconds: seconds, day: date)
  }

  private func record(
    _ entity: SuperProductivityEntity,
    _ task: JSONValue,
    _ day: String,
    _ time: ImportedTime
  ) throws(InvalidReason) -> ImportedRecord {
    guard let title = task["title"]?.string else { throw .missing("title") }
    let project = task["projectId"]?.string.flatMap { projects[$0] }
    let parent = task["parentId"]?.string.flatMap { parents[$0] }
    let own = Self.tagIDs(task)
    let tagIDs = own + (parent?.tagIDs ?? []).filter { !own.contains($0) }
    var record = ImportedRecord(
      line: entity.line,
      id: "\(entity.id) \(day)",
      time: time,
      path: project.map { [$0] } ?? [],
      text: parent.map { "\($0.title): \(title)" } ?? title,
      labels: Label.labels(ofTags: tagIDs.compactMap { tags[$0] }, isBillable: false)
    )
    record.pathForm = .separateNames
    return record
  }
}
