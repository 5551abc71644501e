import IntentKit
package import JSONText

/// Why a plugin, or something of it, cannot be used.
package enum PluginError: Error, Equatable {
  /// No plugin has the name; there may be one like it.
  case unknown(String, near: String?)
  /// The text cannot name a plugin.
  case badName(String)
  /// There is a plugin of that name already.
  case taken(String)
  /// The program is not named by an absolute path; where it probably is.
  case relativeCommand(String, found: String?)
  /// The manifest cannot be read or written, for a reason of the system's.
  case unreadable(file: String, reason: String)
  /// What is wrong in a manifest.
  case badManifest(String, String)
  /// The manifest would have more bytes than may be read.
  case manifestTooLarge(String, limit: Int)
  /// Somebody else owns or can write the manifest, or a folder above it.
  case untrustedFile(file: String, untrustedPath: String)
  /// A file is not as it was when the plugin was allowed.
  case changedFile(plugin: String, path: String)
  /// A tool is not as it was when it was allowed.
  case changedTool(plugin: String, tool: String)
  /// A tool that was allowed is there no more.
  case unknownTool(plugin: String, tool: String, near: String?)
  /// Plugins that start Minuta that starts plugins, so many times.
  case nestingTooDeep(plugin: String, limit: Int)
  /// It failed so often that it is left alone for a while.
  case backingOff(plugin: String, seconds: Int, why: String)
  /// A tool did not do it, for a reason of its own.
  case toolFailed(plugin: String, tool: String, message: String, data: JSONObject)
  /// A tool answered what it should not.
  case invalidToolResult(plugin: String, tool: String, problem: String)
  /// The question that is answered is not open any more.
  case staleReply(plugin: String)
  /// The server could not be used; its words say why.
  case server(plugin: String, kind: ServerFault, why: String)

  /// What kind of fault of a server it is.
  package enum ServerFault: Sendable { case failure, silence, refusal, cancellation }
}

extension PluginError {
  /// A fault of a plugin's server.
  init(_ error: MCPServerError, of plugin: String) {
    switch error {
    case .notStarted(let reason):
      self = .server(plugin: plugin, kind: .failure, why: "it cannot be started: \(reason)")
    case .ended(let how, let line):
      let complaint = line.map { "; the last it said is \($0.quoted)" } ?? ""
      self = .server(plugin: plugin, kind: .failure, why: how + complaint)
    case .idleTimeout(let limit, let method, let ignoredLineCount):
      let noise =
        ignoredLineCount == 0 ? "" : "; \(ignoredLineCount) lines that it wrote are no messages"
      let why = "it said nothing for \(limit.milliseconds) ms and did not answer \(method.quoted)"
      self = .server(plugin: plugin, kind: .silence, why: why + noise)
    case .totalTimeout(let limit, let method):
      let why = "it did not finish \(method.quoted) within \(limit.milliseconds) ms"
      self = .server(plugin: plugin, kind: .silence, why: why)
    case .tooMany(let items, let limit):
      let why = "it lists more than \(limit) \(items), the most that a plugin may have"
      self = .server(plugin: plugin, kind: .failure, why: why)
    case .unsupportedVersion(let version):
      let why = "it speaks version \(version.quoted) of its protocol, which is not known here"
      self = .server(plugin: plugin, kind: .failure, why: why)
    case .malformedResponse(let method):
      let why = "what it answered to \(method.quoted) is not of the protocol"
      self = .server(plugin: plugin, kind: .failure, why: why)
    case .refused(_, let message, _):
      self = .server(plugin: plugin, kind: .refusal, why: "it answered: \(message)")
    case .cancelled: self = .server(plugin: plugin, kind: .cancellation, why: "it was cancelled")
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
