import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaSync
import MinutaTestSupport
import Synchronization
import SystemCalls

@testable import minuta

/// One of the machines that share a repository: its own home, machine id and clock.
final class SyncMachine: Sendable {
  let home: String
  private let clock: Mutex<Date>
  private let texts = Mutex<[String: (text: String, json: JSONObject?)]>([:])
  private let number: Int
  private let variables: [String: String]

  /// - Parameters:
  ///   - offset: the number of seconds by which the machine's clock is ahead.
  ///   - variables: variables of its environment, in addition to the usual ones.
  init(
    _ number: Int,
    in folder: String,
    offset: Double = 0,
    variables: [String: String] = [:]
  ) throws {
    (self.number, self.variables) = (number, variables)
    home = "\(folder)/machine\(number)"
    clock = Mutex(Date(timeIntervalSince1970: 1_793_600_000 + offset))
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  var folder: String { "\(home)/Documents/Minuta" }
  var now: Date { clock.withLock { $0 } }

  func advance(by seconds: Double) { clock.withLock { $0 += seconds } }

  private var environment: Environment {
    Environment(
      arguments: [],
      variables: [
        "HOME": home, "TZ": "GMT", "PATH": "/usr/local/bin:/usr/bin:/bin",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_COMMITTER_NAME": "Machine \(number)", "GIT_COMMITTER_EMAIL": "m\(number)@example.org",
      ].merging(variables) { $1 },
      currentFolder: home,
      program: "/usr/local/bin/minuta",
      now: { self.now },
      systemID: .success(Array("machine \(number)".utf8))
    )
  }

  /// The environment of git in a test: no configuration of the system or the user.
  static func gitEnvironment(_ home: String) -> [String: String] {
    ["HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"]
  }

  var folderSync: FolderSync {
    get throws {
      let storage = try StorageConfiguration(GlobalFlags(), environment)
      return GitSyncService(storage).folderSync(in: CallContext(now: now, source: .commandLine))
    }
  }

  func setUp(_ url: String) async throws {
    _ = try await SyncSetup(try folderSync, program: "/usr/local/bin/minuta").run(url: url)
  }

  func perform(
    _ intent: String,
    _ values: JSONObject = [:],
    from source: CallSource = .commandLine
  ) async throws -> Outcome {
    let engine = try await Program(environment: environment).engine(GlobalFlags())
    return await engine.perform(IntentCall(intent, with: values), from: source)
  }

  /// Writes settings with a rate, so that records can be billed.
  func writeRates() throws {
    let folder = "\(home)/.config/minuta"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = #"{ "rates": [{ "rate": 100, "currency": "CHF" }] }"#
    try settings.write(toFile: "\(folder)/settings.json", atomically: true, encoding: .utf8)
  }

  /// Runs git in the data folder and returns its output.
  func git(_ arguments: String...) async throws -> String { try await git(arguments) }

  func git(_ arguments: [String]) async throws -> String {
    let result = try await TestPrograms.run(
      TestPrograms.installed("git") ?? "git",
      ["-C", folder] + arguments,
      environment: Self.gitEnvironment(home)
    )
    return result.output + result.errors
  }

  /// The shared files by path, relative to the data folder.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder) where !name.hasPrefix(".") {
      let below = (try? manager.subpathsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
      for path in [name] + below.map({ "\(name)/\($0)" }) where !path.contains("/.") {
        if (try? FileStatus.of("\(folder)/\(path)"))??.kind == .regular,
          let bytes = manager.contents(atPath: "\(folder)/\(path)")
        {
          files[path] = Array(bytes)
        }
      }
    }
    return files
  }

  /// The records, tags and invoices.
  func contents() throws -> SyncModel.Folder {
    guard FileManager.default.fileExists(atPath: folder) else { return SyncModel.Folder() }
    let files = try files()
    var contents = SyncModel.Folder(records: records(in: files))
    for (path, bytes) in files {
      if path.hasSuffix(".png") { contents.images.insert(bytes) }
      guard let json = path.hasPrefix("records/") ? nil : try? JSONValue(parsing: bytes) else {
        continue
      }
      for tag in json["tags"]?.array ?? [] {
        if let id = tag["id"]?.string { contents.tags[id] = tag.object }
      }
      if path.hasPrefix("invoices/"), var invoice = json.object {
        invoice["number"] = nil
        contents.invoices.insert(invoice)
      }
    }
    return contents
  }

  /// The JSON of all records by id.
  func records() throws -> [String: JSONObject] {
    guard FileManager.default.fileExists(atPath: folder) else { return [:] }
    return records(in: try files())
  }

  private func records(in files: [String: [UInt8]]) -> [String: JSONObject] {
    var records: [String: JSONObject] = [:]
    for (path, bytes) in files where path.hasPrefix("records/") && path.hasSuffix(".json") {
      let text = String(decoding: bytes, as: UTF8.self)
      let json = texts.withLock { texts in
        if let known = texts[path], known.text == text { return known.json }
        let json = (try? JSONValue(parsing: text))?.object
        texts[path] = (text, json)
        return json
      }
      if let json, let id = json["id"]?.string { records[id] = json }
    }
    return records
  }
}
