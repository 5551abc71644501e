import Foundation
import JSONText
import MinutaCore

@testable import MinutaStore

/// Some edits here and one elsewhere, each of one member, and what a merge must make of them.
struct MergeTestCase: Sendable {
  let id: UUID
  /// The members edited here, in order.
  let here: [String]
  /// The member edited elsewhere.
  let there: String
  let isTheirsLater: Bool
  /// The member's values before, after each edit here, and elsewhere.
  private let value: @Sendable (_ member: String, _ edit: Edit) -> JSONValue

  enum Edit: Sendable {
    case none
    case here(Int)
    case there
  }

  init(
    _ number: Int,
    here: [String],
    there: String,
    value: @escaping @Sendable (_ member: String, _ edit: Edit) -> JSONValue
  ) {
    id = UUID(uuidString: "\(10_000_000 + number)-1111-4111-8111-111111111111") ?? UUID()
    isTheirsLater = number.isMultiple(of: 2)
    (self.here, self.there, self.value) = (here, there, value)
  }

  /// A member after some of the edits here.
  func value(of member: String, after edits: Int) -> JSONValue {
    let last = here.prefix(edits).lastIndex(of: member)
    return value(member, last.map { .here($0) } ?? .none)
  }

  /// A member elsewhere.
  func valueThere(of member: String) -> JSONValue {
    value(member, member == there ? .there : .none)
  }

  /// A member after the merge: the side that changed counts, of two the later.
  func merged(_ member: String) -> JSONValue {
    let (ours, theirs) = (value(of: member, after: here.count), valueThere(of: member))
    if !isBoth(member) { return member == there ? theirs : ours }
    guard let ours = ours.array, let theirs = theirs.array, let base = value(member, .none).array
    else { return isTheirsLater ? theirs : ours }
    return .array(ours + theirs.filter { !base.contains($0) && !ours.contains($0) })
  }

  /// The members that a merge has to decide by the time of the files.
  var decided: [String] { isBoth(there) && there != "images" ? [there] : [] }

  private func isBoth(_ member: String) -> Bool {
    member == there && value(of: member, after: here.count) != value(member, .none)
      && value(of: member, after: here.count) != valueThere(of: member)
  }

  /// All orders of edits here with each edit elsewhere, up to some number of edits.
  static func all(
    here: [String],
    there: [String],
    upTo most: Int,
    value: @escaping @Sendable (_ member: String, _ edit: Edit) -> JSONValue
  ) -> [MergeTestCase] {
    var orders: [[String]] = [[]]
    var longest = orders
    for _ in 0..<most {
      longest = longest.flatMap { order in here.map { order + [$0] } }
      orders += longest
    }
    let cases = orders.flatMap { order in there.map { (order, $0) } }
    return cases.enumerated().map { number, edits in
      MergeTestCase(number, here: edits.0, there: edits.1, value: value)
    }
  }
}
