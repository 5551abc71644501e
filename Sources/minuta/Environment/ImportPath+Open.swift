import IntentKit
import MinutaExport
import Synchronization
import SystemCalls

extension ImportPath {
  /// Opens a file or lists a folder to import; `-` is standard input.
  ///
  /// - Parameter path: the path from the user, which may be relative or begin with `~`.
  static func open(_ path: String, _ environment: Environment) throws(Failure) -> ImportPath {
    if path == "-" { return .file(try standardInput(environment.streams.input)) }
    let absolute = try environment.absolute(path)
    do throws(SystemError) {
      guard let kind = try FileStatus.of(absolute)?.kind else { throw .missing(path) }
      switch kind {
      case .directory:
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        let reader = FileReader()
        return .folder(name: name, files: try files(in: absolute)) { file in
          reader.file("\(absolute)/\(file)", named: "\(name)/\(file)")
        }
      case .regular: return .file(FileReader().file(absolute, named: path))
      default: throw SystemError.notRegular(path)
      }
    } catch {
      throw .unreadableFile(path, reason: error.reason)
    }
  }

  private static func standardInput(_ number: CInt) throws(Failure) -> ImportFile {
    let name = "standard input"
    do throws(SystemError) {
      let input = try FileDescriptor(copying: number, path: name)
      return ImportFile(name: name, bytes: try input.readAll(limit: inputLimit))
    } catch {
      throw .unreadableFile(name, reason: error.reason)
    }
  }

  /// The size limit of standard input in bytes, since it is kept in memory.
  private static let inputLimit = 256 << 20

  /// The number of folders inside each other that are searched.
  private static let depthLimit = 3

  /// Returns the paths of all files in a folder, relative to it and sorted.
  private static func files(in folder: String, depth: Int = 1) throws(SystemError) -> [String] {
    var files: [String] = []
    for name in try Directory.names(in: folder) ?? [] {
      switch try FileStatus.of("\(folder)/\(name)")?.kind {
      case .regular?: files.append(name)
      case .directory? where depth < depthLimit:
        files += try Self.files(in: "\(folder)/\(name)", depth: depth + 1).map { "\(name)/\($0)" }
      default: break
      }
    }
    return files
  }
}

/// Reads files to import, of which it keeps the last one open with its beginning in memory.
///
/// A folder may have more files than a process may open.
private final class FileReader: Sendable {
  private struct OpenFile: ~Copyable {
    let path: String
    let descriptor: FileDescriptor
    /// The beginning of the file, which is read often: all of it unless it is long.
    let start: [UInt8]
  }

  private let open = Mutex<OpenFile?>(nil)
  private static let startLength = 1 << 16

  /// Returns a file, which is opened when it is read.
  ///
  /// - Parameter name: the path as the user wrote it.
  func file(_ path: String, named name: String) -> ImportFile {
    ImportFile(name: name) { [self] offset, count throws(FormatError) in
      do throws(SystemError) {
        return try open.withLock { file throws(SystemError) in
          if file?.path != path {
            let descriptor = try FileDescriptor(opening: path, for: .readingNonBlocking)
            let start = try descriptor.read(at: 0, count: Self.startLength)
            file = OpenFile(path: path, descriptor: descriptor, start: start)
          }
          let start = file?.start ?? []
          if offset + count <= start.count || start.count < Self.startLength {
            return Array(start.dropFirst(offset).prefix(count))
          }
          return try file?.descriptor.read(at: offset, count: count) ?? []
        }
      } catch {
        throw .unreadable(file: name, reason: error.reason)
      }
    }
  }
}
