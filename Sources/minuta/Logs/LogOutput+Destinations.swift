import IntentKit
import MinutaLog

extension LogOutput {
  /// Creates the log output to standard error.
  ///
  /// Its levels come from `--log-level` or else `MINUTA_LOG`; nil if neither is set.
  static func standardError(
    _ global: GlobalFlags,
    _ environment: Environment
  ) throws(Failure) -> LogOutput? {
    let format = try LogFormat(flag: global.logFormat)
    let variable = environment.variables["MINUTA_LOG"] ?? ""
    let filter: LogFilter
    if let level = global.logLevel {
      filter = try LogFilter(level, of: "--log-level")
    } else if !variable.isEmpty {
      filter = try LogFilter(variable, of: "MINUTA_LOG")
    } else {
      return nil
    }
    let (console, now) = (Console(environment), environment.now)
    return LogOutput(.standardError, filter) {
      console.writeError(format.line($0, at: now()) + "\n")
    }
  }

  /// Creates the log output to the file in the state folder; nil if the settings don't enable it.
  static func file(
    _ settings: Settings,
    _ environment: Environment
  ) throws(Failure) -> LogOutput? {
    guard let log = settings.log else { return nil }
    let filter = try LogFilter(log.level, of: settings.file)
    let format = log.format.flatMap(LogFormat.init) ?? .text
    let file = LogFile(of: environment)
    let now = environment.now
    return LogOutput(.file, filter) { file.append(format.line($0, at: now())) }
  }
}

extension LogFile {
  /// Creates the log file in the state folder.
  init(of environment: Environment) {
    self.init(path: "\(environment.stateFolder)/minuta.log")
  }
}

extension LogFilter {
  /// Parses a log filter.
  ///
  /// - Parameter name: the flag, variable or file that the filter comes from, for error messages.
  fileprivate init(_ text: String, of name: String) throws(Failure) {
    do throws(LogFilterError) {
      try self.init(text)
    } catch {
      throw .invalidLogFilter(error.part, in: name)
    }
  }
}

extension LogFormat {
  fileprivate init(flag name: String?) throws(Failure) {
    guard let name else {
      self = .text
      return
    }
    guard let format = LogFormat(rawValue: name) else {
      throw .invalidChoice(flag: "--log-format", name, among: LogFormat.allCases.map(\.rawValue))
    }
    self = format
  }
}
