import Foundation

/// Runs a parser on mutated inputs and counts the accepted and rejected ones.
package struct FuzzTest: CustomStringConvertible {
  /// The number of inputs per parser from the environment variable `MUTATIONS`; nil if it isn't
  /// set.
  private static let requestedCount =
    ProcessInfo.processInfo.environment["MUTATIONS"].flatMap { Int($0) }

  private let name: String
  private let count: Int
  private var accepted = 0
  private var refused = 0
  /// The growth of memory use in bytes, from the first tenth of the inputs to the end; nil if not
  /// measured.
  private var growth: Int?

  /// Runs the parser on all inputs.
  ///
  /// - Parameters:
  ///   - name: The parser's name.
  ///   - sample: The number of inputs if the environment variable `MUTATIONS` isn't set.
  ///   - accepts: Returns whether the parser accepts an input; throws an error on wrong behavior.
  /// - Throws: `FuzzTestError` if `accepts` throws, too few inputs are accepted or rejected, or
  ///   memory use grows too much.
  package init(
    _ name: String,
    _ mutator: ByteMutator,
    sample: Int = 2500,
    _ accepts: ([UInt8]) async throws -> Bool
  ) async throws {
    self.name = name
    count = Self.requestedCount ?? sample
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
    // Measure only runs that were asked for: in others, memory use isn't stable yet, and other tests
    // may run at the same time.
    if Self.requestedCount ?? 0 >= 20_000, let before = memory, let after = ResidentMemory.bytes {
      growth = after - before
    }
    try check()
  }

  private func check() throws(FuzzTestError) {
    if min(accepted, refused) < count / 100 {
      throw FuzzTestError("too few inputs were accepted or refused: \(self)")
    }
    if let growth, growth > Self.growthLimit { throw FuzzTestError("memory grew: \(self)") }
  }

  /// The maximum growth of memory use in bytes.
  private static let growthLimit = 64 << 20

  private static func shown(_ bytes: [UInt8]) -> String {
    "\(String(decoding: bytes, as: UTF8.self).debugDescription) \(bytes)"
  }

  /// The parser's name, the numbers of accepted and rejected inputs, and the memory growth if
  /// measured.
  package var description: String {
    let counts = "\(accepted + refused) inputs, \(accepted) accepted, \(refused) refused"
    let memory = growth.map { ", memory \($0 >= 0 ? "+" : "")\($0 >> 20) MiB" } ?? ""
    return "\(name): \(counts)\(memory)"
  }
}

/// A parser's wrong behavior on mutated inputs.
package struct FuzzTestError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
