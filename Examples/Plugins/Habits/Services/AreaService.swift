import Foundation

/// The rules of areas, over a storage, with ids from outside.
actor AreaService: AreaKeeping {
  private let storage: StorageManager
  private let makeID: @Sendable () -> UUID

  init(storage: StorageManager, makeID: @escaping @Sendable () -> UUID) {
    self.storage = storage
    self.makeID = makeID
  }

  func create(_ name: String, now: Date) async throws -> AreaReport {
    let id = makeID()
    return try await storage.active.change { book in
      let area = Area(id: id, name: try book.areas.newName(name), createdAt: now)
      book.areas.append(area)
      return AreaReport(area, in: book)
    }
  }

  func rename(_ area: String, to name: String) async throws -> AreaReport {
    try await storage.active.change { book in
      let place = try book.areas.place(of: area)
      book.areas[place].name = try book.areas.newName(name, for: book.areas[place].id)
      return AreaReport(book.areas[place], in: book)
    }
  }

  func delete(_ area: String) async throws -> AreaReport {
    try await storage.active.change { book in
      let place = try book.areas.place(of: area)
      let report = AreaReport(book.areas.remove(at: place), in: book)
      for index in book.habits.indices where book.habits[index].areaID == report.area.id {
        book.habits[index].areaID = nil
      }
      for index in book.badHabits.indices where book.badHabits[index].areaID == report.area.id {
        book.badHabits[index].areaID = nil
      }
      return report
    }
  }

  func list() async throws -> [AreaReport] {
    let book = try await storage.active.read()
    return book.areas.inOrderOfNames.map { AreaReport($0, in: book) }
  }
}
