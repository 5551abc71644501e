package import Foundation
import SystemCalls
import Testing

/// A temporary directory, removed when this object is destroyed.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Creates a directory.
  ///
  /// - Parameter isInMemory: Whether to use a memory file system if possible, to avoid waiting for
  ///   the disk.
  package init(isInMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let hasMemory = isInMemory && FileManager.default.isWritableFile(atPath: memory)
    let url = (hasMemory ? URL(filePath: memory) : FileManager.default.temporaryDirectory)
      .appending(path: "minuta-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and creates its parent directories; returns the file's path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  /// Writes an executable and creates its parent directories; returns the file's path.
  ///
  /// The kernel refuses to run a file that any process has open for writing (`ETXTBSY`). A child
  /// that another test starts at the same time inherits our open files until it calls exec. So
  /// another process writes the file.
  @discardableResult
  package func writeExecutable(_ text: String, to name: String) async throws -> String {
    let source = try write(text, to: UUID().uuidString)
    let file = path + "/" + name
    let result = try await TestPrograms.run("/usr/bin/install", ["-D", "-m", "755", source, file])
    try #require(result.status == 0, "\(result.errors)")
    try FileManager.default.removeItem(atPath: source)
    return file
  }

  /// Creates or replaces a file in the directory; returns its path.
  ///
  /// The old file is replaced, not truncated: some file systems flush a truncated file when it is
  /// closed.
  @discardableResult
  package func replace(_ name: String, by bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    if try FileStatus.of(file) != nil { try Directory.unlink(file) }
    try FileDescriptor(opening: file, for: .creating).write(bytes)
    return file
  }

  package func text(of name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// Returns the contents of all files below a directory, by relative path.
  ///
  /// A subdirectory has the value nil.
  package func content(below name: String = "") throws -> [String: Data?] {
    let root = name.isEmpty ? path : path + "/" + name
    let names = try? FileManager.default.subpathsOfDirectory(atPath: root)
    return (names ?? []).reduce(into: [:]) { content, name in
      content[name] = .some(FileManager.default.contents(atPath: root + "/" + name))
    }
  }
}
