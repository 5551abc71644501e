import Foundation
import MinutaCore
import MinutaExport
import SystemCalls

/// Converts reports and images with the programs that are installed, and reads images of the data
/// folder.
struct SystemReportService: ReportService {
  let environment: Environment
  /// The path of the data folder.
  let dataFolder: String

  private static let timeout = Duration.seconds(60)

  func convert(
    _ pages: [String],
    to type: ReportConversion
  ) throws(ReportError) -> [UInt8] {
    let converter = ReportConverter.all.first { environment.program(named: $0.program) != nil }
    guard let converter else {
      throw .programMissing("rsvg-convert", packages: ["librsvg2-bin", "chromium"])
    }
    return try output(of: converter.program, as: type.rawValue) { folder, output in
      try converter.prepare(pages, type, folder, output)
    }
  }

  func resized(_ image: [UInt8], _ format: ImageFormat) throws(ReportError) -> [UInt8] {
    let converter = ImageConverter.all.first { environment.program(named: $0.program) != nil }
    guard let converter else {
      throw .programMissing("convert", packages: ["imagemagick", "libvips-tools"])
    }
    let ending = format.fileExtension
    return try output(of: converter.program, as: ending) { folder, output in
      let file = "\(folder)/image.\(ending)"
      try AtomicFileWriter.replace(file, with: image)
      return converter.arguments(file, output, format)
    }
  }

  /// Runs a program and returns the file that it writes.
  ///
  /// - Parameters:
  ///   - ending: the extension of the file.
  ///   - prepare: writes the input files to a folder and returns the arguments of the program.
  private func output(
    of program: String,
    as ending: String,
    _ prepare: (_ folder: String, _ output: String) throws -> [String]
  ) throws(ReportError) -> [UInt8] {
    guard let path = environment.program(named: program) else {
      throw .programMissing(program, packages: [program])
    }
    do {
      return try Self.withTemporaryFolder(in: environment.temporaryFolder) { folder in
        let output = "\(folder)/output.\(ending)"
        try run(path, try prepare(folder, output))
        return try FileDescriptor(opening: output, for: .reading).readAll(limit: 1 << 30)
      }
    } catch let error as ReportError {
      throw error
    } catch {
      let reason = (error as? SystemError)?.reason ?? "\(error)"
      throw .programFailed(program, reason: reason)
    }
  }

  func image(at path: String) -> [UInt8]? {
    // The handle follows no link, so a name in a record can't lead out of the data folder.
    guard let folder = try? DirectoryHandle(dataFolder) else { return nil }
    return try? [UInt8](unsafeUninitializedCapacity: ImageFormat.limit) { buffer, count in
      let read = try folder.read(path, into: UnsafeMutableRawBufferPointer(buffer)).count
      count = read.map { $0 < buffer.count ? $0 : 0 } ?? 0
    }
  }

  func open(_ path: String) throws(ReportError) {
    guard let program = environment.program(named: "xdg-open") else {
      throw .programMissing("xdg-open", packages: ["xdg-utils"])
    }
    do throws(SystemError) {
      try DetachedProcess.start(
        program,
        [path],
        environment: environment.variables,
        folder: "/"
      )
    } catch {
      throw .programFailed("xdg-open", reason: error.reason)
    }
  }

  private func run(_ path: String, _ arguments: [String]) throws {
    let child = try SpawnedProcess(
      path,
      arguments,
      environment: environment.variables,
      folder: "/"
    )
    child.closeInput()
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let ended = child.waitForExitDiscardingOutput(timeout: Self.timeout) else {
      throw ReportError.programFailed(name, reason: "it took longer than \(Self.timeout)")
    }
    if ended.status == .exited(0) { return }
    let line = String(decoding: ended.errors, as: UTF8.self).prefix { !"\n.".contains($0) }
    throw ReportError.programFailed(name, reason: line.isEmpty ? "it failed" : String(line))
  }

  /// Calls `body` with a new folder that only the user can read, and removes it afterwards.
  private static func withTemporaryFolder<Result>(
    in parent: String,
    _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = "\(parent)/minuta-\(UUID().uuidString)"
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    defer { try? manager.removeItem(atPath: folder) }
    return try body(folder)
  }
}
