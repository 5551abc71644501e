import Foundation

/// A snapshot of a process from `/proc`.
struct ProcessSnapshot {
  /// Whether the process is sleeping and has not exited.
  let isAsleep: Bool
  /// The CPU time in hundredths of a second.
  let ticks: Int
  /// The memory in bytes.
  let memory: Int
  /// The number of bytes read from files, pipes and other sources.
  let read: Int
  private let pending: UInt64

  init(at id: pid_t) throws {
    let stat = try Self.text("stat", id)
    // Skip the process name, which may contain any character.
    let facts = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    isAsleep = facts.count > 1 && facts[1] == "S"
    ticks = facts.count > 13 ? (Int(facts[12]) ?? 0) + (Int(facts[13]) ?? 0) : 0
    let status = try Self.text("status", id)
    memory = Self.number("VmRSS:", in: status) << 10
    let mask = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
    pending = mask.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
    read = Self.number("rchar:", in: try Self.text("io", id))
  }

  /// Returns whether a signal is pending.
  func isPending(_ signal: Int32) -> Bool { pending & (1 << UInt64(signal - 1)) != 0 }

  private static func text(_ name: String, _ id: pid_t) throws -> String {
    try String(contentsOfFile: "/proc/\(id)/\(name)", encoding: .utf8)
  }

  private static func number(_ name: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
  }
}
