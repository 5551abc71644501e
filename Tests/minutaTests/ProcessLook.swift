import Foundation

/// What the system tells of a process at one moment.
struct ProcessLook {
  /// Whether it waits, and has not ended.
  let isAsleep: Bool
  /// The time that it has worked, in hundredths of a second.
  let ticks: Int
  /// In bytes.
  let memory: Int
  /// What it has read of files, pipes and all else, in bytes.
  let read: Int

  init(at id: pid_t) throws {
    let stat = try Self.text("stat", id)
    // The name before it may hold anything.
    let facts = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    isAsleep = facts.count > 1 && facts[1] == "S"
    ticks = facts.count > 13 ? (Int(facts[12]) ?? 0) + (Int(facts[13]) ?? 0) : 0
    memory = Self.number("VmRSS:", in: try Self.text("status", id)) << 10
    read = Self.number("rchar:", in: try Self.text("io", id))
  }

  private static func text(_ name: String, _ id: pid_t) throws -> String {
    try String(contentsOfFile: "/proc/\(id)/\(name)", encoding: .utf8)
  }

  private static func number(_ name: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
  }
}
