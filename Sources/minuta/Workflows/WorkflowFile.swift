import IntentKit
import JSONText
import SystemCalls

/// A workflow in a file that is named on the command line.
struct WorkflowFile {
  let workflow: Workflow
  private let name: String
  private let bytes: [UInt8]

  /// Reads a file; nil if it isn't a workflow or can't be read.
  ///
  /// - Throws: `Failure.invalidCall` if the workflow is invalid.
  init?(_ path: String) throws(Failure) {
    guard path.hasSuffix(".json"), (try? FileStatus.of(path))?.kind == .regular,
      let file = try? FileDescriptor(opening: path, for: .reading),
      let bytes = try? file.readAll(limit: WorkflowDirectory.limit),
      let json = try? JSONValue(parsing: bytes), json.object?.isWorkflow == true
    else { return nil }
    name = path
    self.bytes = bytes
    do throws(Failure) {
      workflow = try Workflow(json: json)
    } catch {
      throw .invalidCall(file: path, line: nil, in: bytes, error)
    }
  }

  /// Runs the workflow.
  ///
  /// - Parameter words: the command line, parsed up to the file's name.
  /// - Returns: The exit code.
  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let batchFlags = Set(BatchFlags.all.map { "--\($0.name)" })
    let own = Set(workflow.parameterNames.map { "--\($0.kebabCased)" })
    if let flag = words.rest.first(where: { batchFlags.contains($0) && !own.contains($0) }) {
      throw Failure.batchOnlyFlag(flag)
    }
    if let hook = workflow.hook { throw Failure.hookNotCallable(name, event: hook.event) }
    do {
      return try await IntentInvocation(workflow, in: program).run(words, program)
    } catch let error as Failure where error.problem != nil {
      throw Failure.invalidCall(file: name, line: nil, in: bytes, error)
    }
  }
}
