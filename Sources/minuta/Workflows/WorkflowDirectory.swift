import IntentKit
import JSONText
import SystemCalls

/// The user's directory of workflows, with one file each, named by its id.
struct WorkflowDirectory: WorkflowSource {
  /// The size limit of a workflow in bytes.
  static let limit = 4 << 20
  private static let suffix = ".json"

  let path: String
  private let home: String

  init(_ environment: Environment) {
    path = environment.configurationFolder + "/intents"
    home = environment.home
  }

  func file(of id: String) -> String { "\(path)/\(id)\(Self.suffix)" }

  func ids() -> [String] { names().filter(Self.isValidID) }

  func misnamedFiles() -> [String] { names().filter { !Self.isValidID($0) }.map(file) }

  /// Returns the names of the workflow files without their extension.
  private func names() -> [String] {
    ((try? Directory.names(in: path)) ?? []).filter { $0.hasSuffix(Self.suffix) && $0.first != "." }
      .map { String($0.dropLast(Self.suffix.count)) }
  }

  /// Returns whether the name is a valid id; names with two underscores are reserved for plugins.
  private static func isValidID(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("__") && name.utf8.allSatisfy(\.isIdentifierByte)
  }

  /// Reads the workflow with an id; nil if there is none.
  ///
  /// A workflow that another user can change is rejected, because its calls run as the current
  /// user.
  func workflow(_ id: String) throws(Failure) -> Workflow? {
    guard Self.isValidID(id) else { return nil }
    let file = file(of: id)
    let found: (bytes: [UInt8], untrustedPath: String?)
    do throws(SystemError) {
      found = try FileOwnershipChecker.read(file, limit: Self.limit, home: home)
    } catch {
      if error.isMissing {
        if let other = fileDeclaring(id) { throw Self.otherID(id, in: other) }
        return nil
      }
      throw .unreadableFile(file, reason: error.reason)
    }
    if let untrustedPath = found.untrustedPath {
      throw .foreignFile(file, untrustedPath: untrustedPath)
    }
    let workflow = try Self.workflow(found.bytes, file: file)
    if workflow.id != id { throw Self.otherID(workflow.id, in: file) }
    return workflow
  }

  /// Returns the path of a file that declares the id but is named differently; nil if there is
  /// none.
  private func fileDeclaring(_ id: String) -> String? {
    names().map(file).first { path in
      let file = try? FileDescriptor(opening: path, for: .readingNonBlocking)
      let bytes = try? file?.readAll(limit: Self.limit)
      let json = bytes.flatMap { try? JSONValue(parsing: $0) }
      return json?["id"]?.string == id && json?["steps"] != nil
    }
  }

  private static func otherID(_ id: String, in file: String) -> Failure {
    .workflowID(id, differsFrom: file, renameTo: id + suffix)
  }

  /// Returns whether a file has the key `hook`; if it isn't valid JSON, whether it mentions the key.
  ///
  /// Returns false for a file that can't be read.
  func declaresHook(_ path: String) -> Bool {
    let file = try? FileDescriptor(opening: path, for: .readingNonBlocking)
    guard let bytes = try? file?.readAll(limit: Self.limit) else { return false }
    if let json = try? JSONValue(parsing: bytes) { return json["hook"] != nil }
    return String(decoding: bytes, as: UTF8.self).contains(#""hook""#)
  }

  private static func workflow(
    _ bytes: [UInt8],
    file: String
  ) throws(Failure) -> Workflow {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .malformedFile(file, error)
    }
    return try Workflow(json: json, file: file)
  }

  func changes() -> AsyncStream<Void>? {
    try? DirectoryWatcher.shared.stream(of: path) { name, isFolder in
      !isFolder && name.hasSuffix(Self.suffix)
    }
  }
}
