import IntentKit
import JSONText
import SystemCalls

/// Which workflows are hooks, and of what, known without reading them all.
///
/// It is kept in the cache folder with the stamp of each file, so that a call looks at the stamps only.
struct HookTable {
  private struct Entry {
    let stamp: String
    /// Nil where the file is no hook.
    let hook: (event: String, phase: String)?
  }

  private var entries: [(id: String, entry: Entry)] = []
  /// What is wrong with files that say they are hooks; they are looked at again each time.
  private(set) var problems: [String] = []

  /// Looks at the files, and reads those that have changed.
  ///
  /// - Parameter cache: the file that it is kept in; where that cannot be written, nothing is lost.
  init(_ folder: WorkflowFolder, cache: String) {
    let ids = folder.ids()
    if ids.isEmpty { return }
    let known = Self.kept(in: cache, of: folder)
    var hasChanged = false
    for id in ids {
      guard let stamp = (try? FileStamp.of(folder.file(of: id))) ?? nil else { continue }
      if let entry = known[id], entry.stamp == stamp {
        entries.append((id, entry))
      } else {
        hasChanged = take(id, stamp, folder) || hasChanged
      }
    }
    if hasChanged || known.count != entries.count { keep(in: cache, of: folder) }
  }

  /// - Returns: Whether something is known of the file now.
  private mutating func take(_ id: String, _ stamp: String, _ folder: WorkflowFolder) -> Bool {
    do throws(IntentError) {
      let hook = try folder.workflow(id)?.hook
      entries.append((id, Entry(stamp: stamp, hook: hook.map { ($0.event, $0.phase.rawValue) })))
      return true
    } catch {
      if folder.namesHook(id) {
        problems.append("A hook is not done: \(error.outcome.sentence)")
      }
      return false
    }
  }

  /// The ids of the hooks of events, in order.
  func ids(of events: [String], _ phase: Workflow.Hook.Phase) -> [String] {
    entries.compactMap { id, entry in
      guard let hook = entry.hook, hook.phase == phase.rawValue, events.contains(hook.event) else {
        return nil
      }
      return id
    }
  }

  private static func kept(in cache: String, of folder: WorkflowFolder) -> [String: Entry] {
    guard
      let bytes = try? FileDescriptor(opening: cache, for: .readingInPlace).readAll(limit: 4 << 20),
      let json = try? JSONValue(parsing: bytes), json["folder"]?.string == folder.path
    else { return [:] }
    var entries: [String: Entry] = [:]
    for member in json["files"]?.object?.members ?? [] {
      guard let stamp = member.value["stamp"]?.string else { continue }
      var hook: (String, String)?
      if let event = member.value["event"]?.string, let phase = member.value["phase"]?.string {
        hook = (event, phase)
      }
      entries[member.key] = Entry(stamp: stamp, hook: hook)
    }
    return entries
  }

  private func keep(in cache: String, of folder: WorkflowFolder) {
    var files = JSONObject()
    for (id, entry) in entries {
      var file: JSONObject = ["stamp": .string(entry.stamp)]
      if let hook = entry.hook {
        file["event"] = .string(hook.event)
        file["phase"] = .string(hook.phase)
      }
      files[id] = .object(file)
    }
    let json: JSONValue = ["folder": .string(folder.path), "files": .object(files)]
    try? PrivateFile.replace(cache, with: json.bytes())
  }
}
