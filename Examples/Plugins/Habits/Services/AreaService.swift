import Foundation

/// Performs the operations on areas in a storage.
///
/// The caller provides the ids of new areas, so that tests can predict them.
actor AreaService: AreaManaging {
  private let storage: StorageManager
  private let makeID: @Sendable () -> UUID

  init(storage: StorageManager, makeID: @escaping @Sendable () -> UUID) {
    self.storage = storage
    self.makeID = makeID
  }

  func create(_ name: String, now: Date) async throws -> AreaReport {
    let id = makeID()
    return try await storage.active.change { data in
      let area = Area(id: id, name: try data.areas.uniqueName(name), createdAt: now)
      data.areas.append(area)
      return AreaReport(area, in: data)
    }
  }

  func rename(_ area: String, to name: String) async throws -> AreaReport {
    try await storage.active.change { data in
      let index = try data.areas.index(matching: area)
      data.areas[index].name = try data.areas.uniqueName(name, excluding: data.areas[index].id)
      return AreaReport(data.areas[index], in: data)
    }
  }

  func delete(_ area: String) async throws -> AreaReport {
    try await storage.active.change { data in
      let index = try data.areas.index(matching: area)
      let report = AreaReport(data.areas.remove(at: index), in: data)
      for index in data.habits.indices where data.habits[index].areaID == report.area.id {
        data.habits[index].areaID = nil
      }
      for index in data.badHabits.indices where data.badHabits[index].areaID == report.area.id {
        data.badHabits[index].areaID = nil
      }
      return report
    }
  }

  func list() async throws -> [AreaReport] {
    let data = try await storage.active.read()
    return data.areas.sortedByName.map { AreaReport($0, in: data) }
  }
}
