import Foundation

/// Hands mutated inputs to a parser and counts what becomes of them.
package struct FuzzTest: CustomStringConvertible {
  /// How many inputs each parser gets, where that is set.
  private static let wholeCount =
    ProcessInfo.processInfo.environment["MUTATIONS"].flatMap { Int($0) }

  private let name: String
  private let count: Int
  private var accepted = 0
  private var refused = 0
  /// In bytes, from the first tenth of the inputs to the last; nil where that was not measured.
  private var growth: Int?

  /// Hands over all inputs.
  ///
  /// - Parameters:
  ///   - name: the parser's.
  ///   - sample: how many there are where `MUTATIONS` does not say it.
  ///   - accepts: whether the parser takes an input; throws where it does what it must not.
  /// - Throws: `FuzzTestError` with the input, or for what holds of them together.
  package init(
    _ name: String,
    _ mutator: ByteMutator,
    sample: Int = 2500,
    _ accepts: ([UInt8]) async throws -> Bool
  ) async throws {
    self.name = name
    count = Self.wholeCount ?? sample
    var mutator = mutator
    var memory: Int?
    for number in 1...count {
      let bytes = mutator.next()
      do {
        if try await accepts(bytes) { accepted += 1 } else { refused += 1 }
      } catch {
        throw FuzzTestError("\(name), input \(number): \(error)\n\(Self.shown(bytes))")
      }
      if number == count / 10 { memory = ResidentMemory.bytes }
    }
    // Fewer are over before memory settles, and other tests may run beside them.
    if count >= 20_000, let before = memory, let after = ResidentMemory.bytes {
      growth = after - before
    }
    try check()
  }

  private func check() throws(FuzzTestError) {
    if min(accepted, refused) < count / 100 { throw FuzzTestError("too much of one kind: \(self)") }
    if let growth, growth > Self.growthLimit { throw FuzzTestError("memory grew: \(self)") }
  }

  /// In bytes.
  private static let growthLimit = 64 << 20

  private static func shown(_ bytes: [UInt8]) -> String {
    "\(String(decoding: bytes, as: UTF8.self).debugDescription) \(bytes)"
  }

  /// One line: the parser, and how many inputs it took and refused.
  package var description: String {
    let counts = "\(accepted + refused) inputs, \(accepted) accepted, \(refused) refused"
    let memory = growth.map { ", memory \($0 >= 0 ? "+" : "")\($0 >> 20) MiB" } ?? ""
    return "\(name): \(counts)\(memory)"
  }
}

/// What a parser did with mutated inputs that it must not do.
package struct FuzzTestError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
