import Foundation

/// The state of a process at one moment, read from `/proc`.
struct ProcessSnapshot {
  /// Whether the process is sleeping, which excludes a process that has exited.
  let isAsleep: Bool
  /// The CPU time used so far, in hundredths of a second.
  let ticks: Int
  /// The resident memory in bytes.
  let memory: Int
  /// The number of bytes read so far from files, pipes and other sources.
  let read: Int
  /// How often the main thread has stopped running, to wait or for another thread.
  let contextSwitches: Int
  /// The largest resident memory so far, in bytes.
  let peakMemory: Int
  /// The resident memory in bytes that isn't a part of a file.
  let privateMemory: Int
  private let pending: UInt64

  init(at id: pid_t) throws {
    let stat = try Self.text("stat", id)
    // Skips the process name, which is in parentheses and may itself contain spaces.
    let facts = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    isAsleep = facts.count > 1 && facts[1] == "S"
    ticks = facts.count > 13 ? (Int(facts[12]) ?? 0) + (Int(facts[13]) ?? 0) : 0
    let status = try Self.text("status", id)
    contextSwitches =
      Self.number("voluntary_ctxt_switches:", in: status)
      + Self.number("nonvoluntary_ctxt_switches:", in: status)
    peakMemory = Self.number("VmHWM:", in: status) << 10
    privateMemory = Self.number("RssAnon:", in: status) << 10
    memory = Self.number("VmRSS:", in: status) << 10
    let mask = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
    pending = mask.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
    read = Self.number("rchar:", in: try Self.text("io", id))
  }

  /// Returns the command lines of the running processes that begin with a path.
  static func commandLines(of program: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { $0.allSatisfy(\.isNumber) }.compactMap { id in
      (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8))
    }.filter { $0.hasPrefix(program) }
  }

  /// Returns whether a signal was sent to the process but not handled yet.
  func isPending(_ signal: Int32) -> Bool { pending & (1 << UInt64(signal - 1)) != 0 }

  private static func text(_ name: String, _ id: pid_t) throws -> String {
    try String(contentsOfFile: "/proc/\(id)/\(name)", encoding: .utf8)
  }

  private static func number(_ name: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
  }
}
