import JSONText
import SystemCalls

/// Shows what became of a batch.
struct TraceCommand: Command {
  let name = "trace"
  let usage = "trace [last|ID]"
  let summary = "Show what became of a batch: how long it took, and what failed"

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    try words.noWords(after: 1)
    let folder = TraceFolder(stateFolder: program.surroundings.stateFolder)
    let (id, bytes) = try trace(words.plain.first ?? "last", in: folder)
    let console = Console(program.surroundings)
    // The last line may not be whole where the batch was interrupted.
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"))
    if words.global.wantsJSON {
      for line in lines { try console.print(String(decoding: line, as: UTF8.self)) }
      return 0
    }
    let isRunning = FileLock.isHeld(folder.file(of: id))
    let values = lines.compactMap { try? JSONValue(parsing: Array($0)) }
    let report = TraceReport(lines: values, isRunning: isRunning)
    for line in report.text(console) { try console.print(line) }
    return 0
  }

  private func trace(
    _ word: String,
    in folder: TraceFolder
  ) throws(UsageError) -> (id: String, bytes: [UInt8]) {
    let latest: [String]
    do throws(SystemError) {
      let ids = try folder.ids()
      if let id = word == "last" ? ids.last : ids.first(where: { $0 == word }) {
        let file = try FileDescriptor(opening: folder.file(of: id), for: .readingInPlace)
        return (id, try file.readAll(limit: 64 << 20))
      }
      latest = Array(ids.suffix(5))
    } catch {
      throw .unreadableFile(error.path ?? folder.path, reason: error.reason)
    }
    throw .noTrace(word, latest: latest)
  }
}
