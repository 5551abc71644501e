import Foundation
import Testing

@testable import MinutaCore

struct StartTimeHeapTests {
  @Test func `the latest matching entry is found after inserts and removals`() {
    var random = SystemRandomNumberGenerator()
    var heap = StartTimeHeap()
    var entries: [StartTimeHeap.Entry] = []
    for _ in 0..<500 {
      let start = Date(timeIntervalSince1970: Double(Int.random(in: 0..<50, using: &random)))
      let entry = StartTimeHeap.Entry(start: start, id: UUID())
      heap.insert(entry)
      entries.append(entry)
      entries.sort { $0.isBefore($1) }
      if Bool.random(using: &random) {
        let dropped = entries.removeLast()
        heap.dropLast { $0.id == dropped.id }
      }
      let hidden = Set(entries.suffix(3).map(\.id))
      #expect(heap.last { _ in true }?.id == entries.last?.id)
      #expect(
        heap.last { !hidden.contains($0.id) }?.id == entries.dropLast(3).last?.id
      )
    }
  }
}
