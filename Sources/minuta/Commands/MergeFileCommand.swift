import IntentKit
import MinutaStore
import SystemCalls

/// Merges one file for git, which runs it as a merge driver.
struct MergeFileCommand: Command {
  let name = "merge-file"
  let usage = "merge-file BASE OURS THEIRS"
  let summary = "Merge three versions of a file, as git's merge driver"
  let group = "Plumbing"
  let examples = ["merge-file BASE OURS THEIRS"]
  var details: String {
    "Writes the result to OURS. Exits with 1 if it has conflict markers."
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let paths = try words.positionals.map(program.environment.absolute)
    let texts = try paths.map(Self.text)
    let merged = MergedText(base: texts[0], texts[1], texts[2])
    if words.global.isDryRun { return merged.isConflict ? 1 : 0 }
    if merged.text != texts[1] {
      do throws(SystemError) {
        try AtomicFileWriter.replaceContent(of: paths[1], with: Array(merged.text.utf8))
      } catch {
        throw Failure.unwritableFile(paths[1], reason: error.reasonOfRefusal)
      }
    }
    return merged.isConflict ? 1 : 0
  }

  private static func text(of path: String) throws(Failure) -> String {
    do throws(SystemError) {
      let bytes = try FileDescriptor(opening: path, for: .reading).readAll(limit: 16 << 20)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .unreadableFile(path, reason: error.reason)
    }
  }
}
