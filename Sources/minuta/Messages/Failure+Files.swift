import IntentKit
import JSONText
import SystemCalls

/// The failures of files and folders that the user names.
extension Failure {
  private static func file(_ file: String, code: String, _ message: String) -> Failure {
    Failure(.badInput, code: code, message: message, data: ["file": .string(file)])
  }

  static func unreadableFile(_ file: String, reason: String) -> Failure {
    self.file(file, code: "unreadableFile", "Can't read \(file.quoted): \(reason).")
  }

  /// The failure of an edited text that has a mistake.
  ///
  /// - Parameter file: the file that keeps the text.
  static func editedTextNotSaved(_ file: String, _ failure: Failure) -> Failure {
    Failure(
      failure.kind,
      code: failure.code,
      message: failure.notice + " Nothing was changed; your text is in '\(file)'.",
      data: failure.data.merging(["file": .string(file)])
    )
  }

  /// The failure of an editor.
  ///
  /// - Parameter file: the file that keeps the text; nil if the editor didn't change it.
  static func editorFailed(
    _ editor: String,
    _ reason: String,
    keepingTextIn file: String?
  ) -> Failure {
    let failure = Failure(
      code: "editorFailed",
      message: "The editor \(editor.quoted) failed: \(reason)."
    )
    if let file { return editedTextNotSaved(file, failure) }
    let message = "\(failure.message) Nothing was changed."
    return Failure(failure.kind, code: failure.code, message: message)
  }

  static let noEditor = Failure(
    .badInput,
    code: "noEditor",
    message: "No editor is set. Set VISUAL or EDITOR, or run the command at a terminal."
  )

  static func pathIsFolder(_ path: String) -> Failure {
    file(
      path,
      code: "unreadableFile",
      "\(path.quoted) is a folder. Give a call file, an intent, or '-' for standard input."
    )
  }

  static func unwritableFile(_ file: String, reason: String) -> Failure {
    let message = "Can't write '\(file)': \(reason)."
    return Failure(code: "unwritableFile", message: message, data: ["file": .string(file)])
  }

  /// The failure of a folder that can't be used as the data folder; `why` is a full sentence.
  static func unusableFolder(_ path: String, why: String) -> Failure {
    file(path, code: "unusableFolder", why)
  }

  /// The failure of a file that another user can change, or a folder above it.
  static func foreignFile(_ file: String, untrustedPath: String) -> Failure {
    self.file(
      file,
      code: "untrustedFile",
      FileOwnershipChecker.sentence(for: "'\(file)'", untrustedPath: untrustedPath)
    )
  }

  /// The failure of a call file that changed while the batch ran.
  ///
  /// - Parameter call: the number of the first call that was not run.
  static func changedMeanwhile(_ file: String, from call: Int) -> Failure {
    self.file(
      file,
      code: "changedDuringRun",
      "\(file.quoted) was changed after it was checked. Call \(call) and all calls after it were not "
        + "run. Check the file, then run those calls."
    )
  }

  static func notResumable(_ error: ResumeError) -> Failure {
    Failure(error.kind, code: error.code, message: error.notice)
  }
}

/// The failures of the contents of a file.
extension Failure {
  private static func content(
    _ file: String,
    _ line: Int?,
    code: String,
    _ problem: some NoticeConvertible,
    data: JSONObject = [:]
  ) -> Failure {
    var location: JSONObject = ["file": .string(file)]
    location["line"] = line.map { .number(JSONNumber($0)) }
    let message = "\(file)\(line.map { ":\($0)" } ?? ""): " + problem.notice
    return Failure(.badInput, code: code, message: message, data: location.merging(data))
  }

  static let malformedFileCode = "malformedFile"

  static func malformedFile(_ file: String, _ error: JSONError) -> Failure {
    content(
      file,
      error.line,
      code: malformedFileCode,
      "invalid JSON: \(error.problem).",
      data: [
        "offset": .number(JSONNumber(error.offset)), "path": .string(error.pointer.description),
      ]
    )
  }

  /// The failure of a line that is not valid JSON.
  static func malformedLine(_ file: String, line: Int, _ error: JSONError) -> Failure {
    content(file, line, code: malformedFileCode, "invalid JSON: \(error.problem).")
  }

  /// The failure of a line that exceeds the size limit for a call.
  static func lineTooLong(_ file: String, line: Int) -> Failure {
    let problem = "The line is longer than \(LineReader.limit >> 20) MiB. Shorten the call."
    return content(file, line, code: malformedFileCode, problem)
  }

  /// The failure of a line of streamed input that is a JSON array instead of a single call.
  static func listInStream(_ file: String, line: Int) -> Failure {
    content(file, line, code: malformedFileCode, "This line is a list. Write one call per line.")
  }

  /// Returns the failure of a call in a file, with its location in the message and in the data.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file, in which the line is found if it isn't given.
  ///   - pointer: the location of the mistake in the file; nil for that of the failure.
  static func invalidCall(
    file: String,
    line: Int?,
    in bytes: [UInt8] = [],
    at pointer: JSONPointer? = nil,
    _ failure: Failure
  ) -> Failure {
    let pointer = pointer ?? failure.problem?.pointer ?? JSONPointer()
    // A value that is missing stands nowhere, but the object that lacks it does.
    let places = [pointer, JSONPointer(pointer.tokens.dropLast())]
    let line = line ?? places.lazy.compactMap { $0.line(in: bytes) }.first
    let path: JSONObject = ["path": .string(pointer.description)]
    let data = failure.data.merging(path)
    return content(file, line, code: failure.code, failure.notice, data: data)
  }

  /// The location of an invalid value in its call.
  var placeInCall: [String] {
    kind == .unknownIntent ? ["intent"] : ["with"] + (problem?.pointer.tokens ?? [])
  }

  static func malformedSettings(_ file: String, _ error: JSONError) -> Failure {
    malformedSettings(file, error.line, error.pointer, "invalid JSON: \(error.problem).")
  }

  static func malformedSettings(_ file: String, line: Int, _ problem: ValidationError) -> Failure {
    var sentence = problem.sentence(saying: "key")
    if case .unknownName(let near, _) = problem.kind {
      let name = problem.pointer.tokens.joined(separator: "/")
      sentence = "unknown key \"\(name)\"" + (near.map { " (did you mean \"\($0)\"?)" } ?? "")
    }
    return malformedSettings(file, line, problem.pointer, sentence)
  }

  /// The failure of settings in which the data folder's path is relative.
  static func relativeStore(_ path: String, in file: String, line: Int) -> Failure {
    let problem = "'store' must be an absolute path, not \(path.quoted). Begin it with '/' or '~/'."
    return malformedSettings(file, line, JSONPointer(["store"]), problem)
  }

  /// The problem of an alias with the name of a command, which is run instead.
  static func aliasOfCommand(_ alias: String, in file: String?) -> Failure {
    self.alias(
      alias,
      in: file,
      "is never used, because a command has this name. Rename the alias."
    )
  }

  /// The problem of an alias that stands for no command.
  static func aliasOfNothing(
    _ alias: String,
    _ command: String,
    in file: String?,
    near: String?
  ) -> Failure {
    self.alias(
      alias,
      in: file,
      "begins with \(command.quoted), which is no command\(near.suggestion)."
    )
  }

  /// The problem of an alias whose command line can't be parsed.
  static func aliasWithMistake(_ alias: String, _ mistake: Failure, in file: String?) -> Failure {
    self.alias(alias, in: file, "has a mistake: " + mistake.notice)
  }

  private static func alias(_ alias: String, in file: String?, _ problem: Notice) -> Failure {
    let place = file.map { " in '\($0)'" } ?? ""
    let message = "The alias \(alias.quoted)\(place) " + problem
    let data: JSONObject = file.map { ["file": .string($0)] } ?? [:]
    return Failure(.badInput, code: "malformedSettings", message: message, data: data)
  }

  private static func malformedSettings(
    _ file: String,
    _ line: Int,
    _ pointer: JSONPointer,
    _ problem: String
  ) -> Failure {
    let path: JSONObject = ["path": .string(pointer.description)]
    return content(file, line, code: "malformedSettings", problem, data: path)
  }

  static func unreadableSettings(_ file: String, reason: String) -> Failure {
    self.file(file, code: "unreadableSettings", "Can't read '\(file)': \(reason).")
  }

  /// The failure of settings that another user owns or can write, or a directory above them.
  static func untrustedSettings(_ file: String, untrustedPath: String) -> Failure {
    Failure(
      .badInput,
      code: "untrustedSettings",
      message: FileOwnershipChecker.sentence(for: "'\(file)'", untrustedPath: untrustedPath),
      data: ["file": .string(file), "untrustedPath": .string(untrustedPath)]
    )
  }
}
