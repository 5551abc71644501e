import IntentKit
import JSONText

@testable import IntentRPC

extension MessageSection {
  private static let serverErrors: [MCPServerError] = [
    .notStarted(reason: "No such file or directory"),
    .ended(how: "it exited with code 1", lastLine: "Traceback"),
    .notMCP(.ended(how: "it exited with code 0", lastLine: nil, exitCode: 0)),
    .idleTimeout(.seconds(5), method: "tools/call", ignoredLineCount: 3),
    .totalTimeout(.seconds(5), method: "tools/call"), .tooMany("tools", limit: 1000),
    .unsupportedVersion("1999-01-01"), .malformedResponse(method: "tools/list"),
    .refused(code: -32000, message: "no token", data: [:]), .cancelled,
  ]

  private static let pluginErrors: [Failure] =
    [
      .unknownPlugin("demmo", near: "demo"),
      .pluginNotInstalled("demmo", of: "demmo__Say", near: "demo"), .badPluginName("a b"),
      .pluginTaken("demo"),
      .relativeCommand("server.py", found: "/home/ann/server.py"),
      .unreadableManifest("demo.json", reason: "Permission denied"),
      .malformedManifest("demo.json", line: 3, problem: "'allow' must be a list, not null."),
      .manifestTooLarge("demo", limit: 1_048_576),
      .untrustedManifest("demo.json", untrustedPath: "/home"),
      .changedFile(plugin: "demo", path: "/home/ann/server.py"),
      .changedTool(plugin: "demo", tool: "say"),
      .unknownTool(plugin: "demo", tool: "sya", near: "say"),
      .nestingTooDeep(plugin: "demo", limit: 3),
      .backingOff(plugin: "demo", seconds: 8, why: "it exited with code 1"),
      .toolFailed(plugin: "demo", tool: "say", message: "No voice is installed.", data: [:]),
      .invalidToolResult(
        plugin: "demo",
        tool: "say",
        problem: "'count' must be a whole number, not null."
      ),
      .staleReply(plugin: "demo"),
    ] + serverErrors.map { Failure($0, of: "demo") }

  static let plugins = outcomes("Plugins", pluginErrors.map(Outcome.failed))

  private static let requestErrors: [RPCError] = [
    .notObject, .wrongVersion, .noMethod, .malformedParameters, .malformedId, .idInUse,
    .batchUnsupported, .alreadyInitialized, .shutDown, .emptyBatch, .batchTooLong(limit: 1000),
  ]

  private static let frameErrors: [RPCError] = [
    .unknownFraming(firstByte: 65), .messageTooLong(limit: 1_048_576), .headerTooLong(limit: 4096),
    .malformedHeader("Content-Length 5"), .missingLength, .malformedLength("ten"),
    .unknownCharset("latin1"), .inputEnded,
  ]

  private static let rpcErrors: [RPCError] =
    [
      .unknownMethod("minuta/rnu"), .unsupportedVersion("1999-01-01", supported: ["2025-06-18"]),
      .cancelled, .timedOut, .timedOutBeforeStart, .timedOutWhileWriting, .externalTimeout,
      .tooManyPending, .connectionEnded,
      .noResource("minuta://nothing"),
    ] + requestErrors + frameErrors

  static let rpc = MessageSection(
    title: "JSON-RPC",
    lines: rpcErrors.map { error in
      (error.json["data"]?["code"]?.string ?? String(error.code), error.message)
    }
  )
}
